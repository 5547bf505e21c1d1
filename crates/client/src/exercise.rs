//! A position to solve on the board: the person moves, and the page answers. Puzzles and one's own mistakes are exercises.

use crate::app::App;
use crate::frame::page::framed;
use crate::frame::panels::Players;
use crate::frame::session::MoveCursor;
use crate::frame::table::{BoardTable, SidePlayer};
use crate::frame::view_model::GameView;
use crate::frame::{BoardGame, Control as _, TableSignal};
use crate::sound;
use crate::thinking::Thinker;
use ::learn::Thing;
use leptos::prelude::*;
use protocol::{Review, ReviewedMove};
use rules::Side;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// How long a move is seen before the next one, or before it is taken back.
const BEAT: Duration = Duration::from_millis(1400);
/// Nodes with which the engine judges a move.
const JUDGE: &str = "review nodes 30000";
/// How long the engine may take for that.
const PATIENCE: Duration = Duration::from_secs(20);

/// The state of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The person is to move.
    Try,
    /// A move is judged, or moves are shown.
    Wait,
    /// It is over.
    Over,
}

/// An exercise under way.
#[derive(Clone, Copy)]
pub(crate) struct Exercise<G: BoardGame> {
    pub(crate) app: App,
    pub(crate) start: StoredValue<G>,
    pub(crate) table: TableSignal<G>,
    pub(crate) stage: RwSignal<Stage>,
    /// The last answer to the person, and whether it is good news.
    told: RwSignal<Option<(bool, String)>>,
    /// The number of moves at which something is lit up, and its drawing.
    lit: RwSignal<(usize, String)>,
    thinker: StoredValue<Thinker, LocalStorage>,
    /// Grows when the exercise begins again: moves planned before are dropped.
    round: RwSignal<u32>,
}

/// A table on which the person moves for the side to move, seen from the side to move.
fn laid_out<G: BoardGame>(position: G) -> BoardTable<G> {
    let mut table = BoardTable::new(MoveCursor::new(position), [SidePlayer::Person; 2]);
    if position.turn() == Side::Second {
        table.flip();
    }
    table
}

impl<G: BoardGame> Exercise<G> {
    pub(crate) fn new(app: App, start: G) -> Exercise<G> {
        Exercise {
            app,
            start: StoredValue::new(start),
            table: RwSignal::new(laid_out(start)),
            stage: RwSignal::new(Stage::Try),
            told: RwSignal::new(None),
            lit: RwSignal::new((0, String::new())),
            thinker: StoredValue::new_local(Thinker::default()),
            round: RwSignal::new(0),
        }
    }

    /// The side that is to solve it.
    pub(crate) fn side(self) -> Side {
        self.start.with_value(rules::Game::turn)
    }

    /// Sounds every move, and passes those that the person makes to `judge`: the ply and the move.
    pub(crate) fn judge_moves(self, judge: impl Fn(usize, String) + 'static) {
        let shown = Memo::new(move |_| self.table.with(|table| table.session().shown()));
        Effect::new(move |before: Option<usize>| {
            let shown = shown.get();
            if before.is_some_and(|before| before < shown) {
                let volume = self.app.settings.get_untracked().volume;
                let mv = self.table.with_untracked(|table| {
                    if let Some((before, mv)) = table.session().last() {
                        sound::play(G::sound(before, mv), volume);
                    }
                    table.session().texts().into_iter().nth(shown - 1)
                });
                if let (Some(mv), Stage::Try) = (mv, self.stage.get_untracked()) {
                    self.close(Stage::Wait);
                    judge(shown - 1, mv);
                }
            }
            shown
        });
    }

    /// Answers the person.
    pub(crate) fn tell(self, is_good: bool, text: String) {
        self.told.set(Some((is_good, text)));
    }

    /// Lights things up until the next move.
    pub(crate) fn light(self, things: &[Thing]) {
        let shown = self.table.with_untracked(|table| table.session().shown());
        self.lit.set((shown, ::learn::lights_svg(things)));
    }

    /// Says why an attempt was refused.
    fn watch(self) {
        let reason = self.table.with_untracked(|table| table.control().refusal());
        if let (Some(reason), Stage::Try) = (reason, self.stage.get_untracked()) {
            let why = self
                .app
                .messages
                .with_untracked(|messages| G::why_not(messages, reason));
            self.tell(false, why);
        }
    }

    /// Lets the engine judge a move and find the best answer to it. `then` is called once, with nothing if the engine does not
    /// answer; not at all if the exercise has begun again or the page was left.
    pub(crate) fn review(self, before: &G, mv: &str, then: impl FnOnce(Option<ReviewedMove>) + 'static) {
        let request = format!("{JUDGE}\n{}\n{before}\n{mv}", G::NAME);
        let round = self.round.get_untracked();
        let then = Rc::new(Cell::new(Some(then)));
        let answer = move |judged| {
            if self.round.try_get_untracked() == Some(round)
                && let Some(then) = then.take()
            {
                then(judged);
            }
        };
        let give_up = answer.clone();
        set_timeout(move || give_up(None), PATIENCE);
        self.thinker.update_value(|thinker| {
            thinker.ask(&request, move |text| {
                if text.starts_with("progress") {
                    return;
                }
                let review = text.strip_prefix("done ");
                let review = review.and_then(|text| serde_json::from_str::<Review>(text).ok());
                answer(review.and_then(|review| review.moves.into_iter().next()));
            });
        });
    }

    /// Lets the person move.
    pub(crate) fn open(self) {
        self.stage.set(Stage::Try);
        self.table.update(|table| table.set_closed(false));
    }

    /// Lets nobody move.
    pub(crate) fn close(self, stage: Stage) {
        self.stage.set(stage);
        self.table.update(|table| table.set_closed(true));
    }

    /// Takes back the person's moves from a ply on when they have been seen, and lets the person try again.
    pub(crate) fn go_back(self, ply: usize) {
        self.later(move || {
            self.table.update(|table| table.jump(ply));
            self.open();
        });
    }

    /// Plays a move of a line on the closed board when the last one has been seen, and goes on.
    pub(crate) fn show_move(self, mv: String, then: impl FnOnce() + 'static) {
        self.later(move || {
            self.table.update(|table| {
                table.set_closed(false);
                table.play_text(&mv);
                table.set_closed(true);
            });
            then();
        });
    }

    /// Does something when the last motion has been seen, unless the exercise has begun again or the page was left.
    fn later(self, act: impl FnOnce() + 'static) {
        let motions = self
            .table
            .with_untracked(|table| G::lasts(&table.travel().motions));
        let round = self.round.get_untracked();
        let pause = BEAT.max(Duration::from_millis(u64::from(motions) + 400));
        set_timeout(
            move || {
                if self.round.try_get_untracked() == Some(round) {
                    act();
                }
            },
            pause,
        );
    }

    /// Begins again.
    pub(crate) fn again(self) {
        self.round.update(|round| *round += 1);
        self.told.set(None);
        self.lit.set((0, String::new()));
        self.table.set(laid_out(self.start.get_value()));
        self.stage.set(Stage::Try);
    }

    /// The board, with what is lit up.
    fn board(self) -> AnyView {
        let Exercise { app, table, lit, .. } = self;
        let is_flipped = Memo::new(move |_| table.with(|table| table.control().is_flipped()));
        let transform = move || {
            let turn = if is_flipped.get() { 180 } else { 0 };
            format!("translate({} {}) rotate({turn})", G::ORIGIN.x, G::ORIGIN.y)
        };
        let shown = Memo::new(move |_| table.with(|table| table.session().shown()));
        let marks = move || {
            lit.with(|(at, marks)| {
                if *at == shown.get() {
                    marks.clone()
                } else {
                    String::new()
                }
            })
        };
        view! {
            {G::board(table, app.messages)}
            <g class="lesson-marks" aria-hidden="true" transform=transform inner_html=marks></g>
        }
        .into_any()
    }

    /// The page: the task, the board, the answer, and the choices while it is tried and when it is over.
    pub(crate) fn page(self, task: AnyView, while_trying: AnyView, when_over: AnyView) -> AnyView {
        let Exercise { app, table, .. } = self;
        let scene = Memo::new(move |_| {
            app.messages
                .with(|messages| table.with(|table| GameView::new(messages, table)))
        });
        let watch = Callback::new(move |()| self.watch());
        let is_hidden = move |stage| move || self.stage.get() != stage;
        let is_good = move || self.told.with(|told| told.as_ref().map(|(is_good, _)| *is_good));
        let text = move || self.told.with(|told| told.as_ref().map(|(_, text)| text.clone()));
        view! {
            <main class=format!("game lesson-page puzzle-page {}", G::NAME)>
                {task}
                {framed(table, app.messages, self.board(), Some(watch))}
                <section class="answer">
                    <p class="told" role="status" class:right=move || is_good() == Some(true) class:wrong=move || is_good() == Some(false)>
                        {text}
                    </p>
                    <div class="choices" hidden=is_hidden(Stage::Try)>{while_trying}</div>
                    <div class="choices" hidden=is_hidden(Stage::Over)>{when_over}</div>
                </section>
                <Players scene names=G::SIDES tokens=Side::BOTH.map(G::token) />
            </main>
        }
        .into_any()
    }
}
