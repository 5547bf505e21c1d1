//! A position to solve on the board: the person moves, and the page answers. Puzzles and one's own mistakes are exercises.

use crate::app::App;
use crate::frame::page::framed;
use crate::frame::panels::Players;
use crate::frame::session::MoveCursor;
use crate::frame::table::{BoardTable, SidePlayer};
use crate::frame::view_model::GameView;
use crate::frame::{BoardGame, TableSignal};
use crate::sound;
use leptos::prelude::*;
use rules::Side;
use std::time::Duration;

/// How long a move is seen before the next one, or before it is taken back.
const BEAT: Duration = Duration::from_millis(1400);

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
        self.table.set(laid_out(self.start.get_value()));
        self.stage.set(Stage::Try);
    }

    /// The page: the task, the board, the answer, and the choices while it is tried and when it is over.
    pub(crate) fn page(self, task: AnyView, while_trying: AnyView, when_over: AnyView) -> AnyView {
        let Exercise { app, table, .. } = self;
        let scene = Memo::new(move |_| {
            app.messages
                .with(|messages| table.with(|table| GameView::new(messages, table)))
        });
        let is_hidden = move |stage| move || self.stage.get() != stage;
        let is_good = move || self.told.with(|told| told.as_ref().map(|(is_good, _)| *is_good));
        let text = move || self.told.with(|told| told.as_ref().map(|(_, text)| text.clone()));
        view! {
            <main class=format!("game lesson-page puzzle-page {}", G::NAME)>
                {task}
                {framed(table, app.messages, G::board(table, app.messages), None)}
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
