//! A mistake on the board again: the learner plays, the engine judges the try.

use super::deck::{Deck, MistakeCard};
use super::words;
use crate::app::App;
use crate::browser;
use crate::frame::page::framed;
use crate::frame::panels::Players;
use crate::frame::session::MoveCursor;
use crate::frame::table::{BoardTable, SidePlayer};
use crate::frame::view_model::GameView;
use crate::frame::{BoardGame, TableSignal};
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::route::{Id, Mode, Route};
use crate::thinking::Thinker;
use crate::{opponent, sound};
use ::puzzles::Tally;
use leptos::prelude::*;
use protocol::{Judgement, Review, ReviewedMove};
use rules::Side;
use std::time::Duration;

/// Nodes with which the engine judges a try.
const JUDGE: &str = "review nodes 30000";
/// How long a move is seen before it is taken back, or before the next one.
const BEAT: Duration = Duration::from_millis(1400);

/// The state of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The learner is to move.
    Try,
    /// The engine thinks, or moves are shown.
    Wait,
    /// A better move was found or shown.
    Over,
}

#[derive(Clone, Copy)]
struct Retry<G: BoardGame> {
    app: App,
    card: StoredValue<MistakeCard>,
    start: StoredValue<G>,
    table: TableSignal<G>,
    stage: RwSignal<Stage>,
    /// The last answer to the learner, and whether it is good news.
    told: RwSignal<Option<(bool, String)>>,
    /// Whether the answer was noted: only the first one counts.
    is_noted: RwSignal<bool>,
    thinker: StoredValue<Thinker, LocalStorage>,
}

/// The page of a mistake; `None` when its position cannot be read.
pub(super) fn page<G: BoardGame + Tally>(app: App, card: &MistakeCard) -> Option<AnyView> {
    let start: G = card.position.parse().ok()?;
    let retry = Retry {
        app,
        card: StoredValue::new(card.clone()),
        start: StoredValue::new(start),
        table: RwSignal::new(laid_out(start)),
        stage: RwSignal::new(Stage::Try),
        told: RwSignal::new(None),
        is_noted: RwSignal::new(false),
        thinker: StoredValue::new_local(Thinker::default()),
    };
    retry.judge_moves();
    let table = retry.table;
    let scene = Memo::new(move |_| {
        app.messages
            .with(|messages| table.with(|table| GameView::new(messages, table)))
    });
    let page = view! {
        <main class=format!("game lesson-page puzzle-page {}", G::NAME)>
            {task_view(retry)}
            {framed(table, app.messages, G::board(table, app.messages), None)}
            {answer_view(retry)}
            <Players scene names=G::SIDES tokens=Side::BOTH.map(G::token) />
        </main>
    };
    Some(page.into_any())
}

/// A table on which the learner moves for both sides, seen from the side to move.
fn laid_out<G: BoardGame>(position: G) -> BoardTable<G> {
    let mut table = BoardTable::new(MoveCursor::new(position), [SidePlayer::Person; 2]);
    if position.turn() == Side::Second {
        table.flip();
    }
    table
}

impl<G: BoardGame + Tally> Retry<G> {
    /// Sounds every move, and judges the learner's.
    fn judge_moves(self) {
        let shown = Memo::new(move |_| self.table.with(|table| table.session().shown()));
        Effect::new(move |before: Option<usize>| {
            let shown = shown.get();
            if before.is_some_and(|before| before < shown) {
                let volume = self.app.settings.get_untracked().volume;
                self.table.with_untracked(|table| {
                    if let Some((before, mv)) = table.session().last() {
                        sound::play(G::sound(before, mv), volume);
                    }
                });
                if self.stage.get_untracked() == Stage::Try {
                    self.judge();
                }
            }
            shown
        });
    }

    fn judge(self) {
        let mv = self
            .table
            .with_untracked(|table| table.session().texts().into_iter().next_back());
        let Some(mv) = mv else { return };
        self.close(Stage::Wait);
        let card = self.card.get_value();
        if card.best.first() == Some(&mv) {
            self.succeed(self.filled(Text::MistakeRight, &[("mv", &mv)]));
        } else if mv == card.played {
            let why = self.sentence(&mv, &card.answer, &card.best);
            self.fail(Text::MistakeSame, &mv, &why);
        } else {
            self.ask(mv);
        }
    }

    /// Lets the engine judge a move that is not known.
    fn ask(self, mv: String) {
        self.tell(true, self.filled(Text::MistakeJudging, &[("mv", &mv)]));
        let position = self.start.with_value(ToString::to_string);
        let request = format!("{JUDGE}\n{}\n{position}\n{mv}", G::NAME);
        self.thinker.update_value(|thinker| {
            thinker.ask(&request, move |answer| {
                // The page may have been left meanwhile.
                if answer.starts_with("progress") || self.stage.try_get_untracked() != Some(Stage::Wait) {
                    return;
                }
                let review = answer
                    .strip_prefix("done ")
                    .and_then(|text| serde_json::from_str::<Review>(text).ok());
                match review.and_then(|review| review.moves.into_iter().next()) {
                    Some(judged) => self.hear(&judged),
                    None => self.fail(Text::MistakeUnjudged, &mv, ""),
                }
            });
        });
    }

    fn hear(self, judged: &ReviewedMove) {
        let mv = &judged.text;
        if judged.judgement < Judgement::Mistake {
            let best = self.card.with_value(|card| card.best.first().cloned());
            let best = best.unwrap_or_else(|| mv.clone());
            self.succeed(self.filled(Text::MistakeGood, &[("mv", mv), ("best", &best)]));
        } else {
            let why = self.sentence(mv, &judged.answer, &judged.best);
            self.fail(Text::MistakeWrong, mv, &why);
        }
    }

    /// The line that punishes a try, unless the sentence would give the better move away.
    fn sentence(self, mv: &str, answer: &[String], best: &[String]) -> String {
        let start = self.start.get_value();
        let told = self.app.messages.with_untracked(|messages| {
            words::keeps_secret(&start, mv, answer, best)
                .then(|| words::sentence(messages, &start, mv, answer, best))
        });
        told.flatten().unwrap_or_default()
    }

    fn filled(self, text: Text, values: &[(&str, &str)]) -> String {
        self.app
            .messages
            .with_untracked(|messages| messages.fill(text, values))
    }

    fn tell(self, is_good: bool, text: String) {
        self.told.set(Some((is_good, text)));
    }

    fn close(self, stage: Stage) {
        self.stage.set(stage);
        self.table.update(|table| table.set_closed(true));
    }

    fn succeed(self, text: String) {
        self.note(true);
        self.tell(true, text);
        self.close(Stage::Over);
        request_animation_frame(|| browser::focus("next-mistake"));
    }

    fn fail(self, text: Text, mv: &str, why: &str) {
        if text != Text::MistakeUnjudged {
            self.note(false);
        }
        let told = self.filled(text, &[("mv", mv)]);
        self.tell(false, format!("{told} {why}").trim_end().to_owned());
        self.later(move || {
            self.table.update(|table| {
                table.jump(0);
                table.set_closed(false);
            });
            self.stage.set(Stage::Try);
        });
    }

    fn note(self, is_right: bool) {
        if !self.is_noted.get_untracked() {
            self.is_noted.set(true);
            self.card
                .with_value(|card| Deck::note(&card.id, is_right, browser::today()));
        }
    }

    fn later(self, act: impl FnOnce() + 'static) {
        let motions = self
            .table
            .with_untracked(|table| G::lasts(&table.travel().motions));
        let pause = BEAT.max(Duration::from_millis(u64::from(motions) + 400));
        let act = move || {
            if self.stage.try_get_untracked().is_some() {
                act();
            }
        };
        set_timeout(act, pause);
    }

    /// Plays the better line.
    fn show(self) {
        self.note(false);
        let better = self.card.with_value(|card| card.best.join(" "));
        self.tell(true, self.filled(Text::MistakeBetter, &[("line", &better)]));
        self.close(Stage::Wait);
        self.play_on(0);
    }

    fn play_on(self, ply: usize) {
        let Some(mv) = self.card.with_value(|card| card.best.get(ply).cloned()) else {
            self.stage.set(Stage::Over);
            return;
        };
        self.later(move || {
            self.table.update(|table| {
                table.set_closed(false);
                table.play_text(&mv);
                table.set_closed(true);
            });
            self.play_on(ply + 1);
        });
    }

    fn again(self) {
        self.told.set(None);
        self.table.set(laid_out(self.start.get_value()));
        self.stage.set(Stage::Try);
    }
}

fn task_view<G: BoardGame + Tally>(retry: Retry<G>) -> AnyView {
    let app = retry.app;
    let task = move || {
        let side = retry.start.with_value(rules::Game::turn);
        retry.card.with_value(|card| {
            app.messages.with(|messages| {
                let side = messages.text(G::SIDES_TEXT[side]);
                messages.fill(Text::MistakeTask, &[("side", side), ("mv", &card.played)])
            })
        })
    };
    let why = move || {
        app.messages.track();
        retry
            .card
            .with_value(|card| retry.sentence(&card.played, &card.answer, &card.best))
    };
    view! {
        <section class="task">
            <h2 id="mistake-task" tabindex="-1">{task}</h2>
            <p id="mistake-why">{why}</p>
        </section>
    }
    .into_any()
}

fn answer_view<G: BoardGame + Tally>(retry: Retry<G>) -> AnyView {
    let app = retry.app;
    let is = move |stage| move || retry.stage.get() == stage;
    let is_good = move || retry.told.with(|told| told.as_ref().map(|(is_good, _)| *is_good));
    let text = move || {
        retry
            .told
            .with(|told| told.as_ref().map(|(_, text)| text.clone()))
    };
    let own = retry.card.with_value(|card| card.id.clone());
    let due = Deck::load()
        .sorted()
        .into_iter()
        .find(|card| card.id != own && card.memory.is_due(browser::today()));
    let next = due
        .and_then(|card| Id::new(&card.id))
        .map_or(Route::Mistakes, Route::Mistake)
        .path();
    let from_here = retry.start.with_value(|start| {
        opponent::play_on_address(Route::Play(G::ID, Mode::Computer), &start.to_string())
    });
    view! {
        <section class="answer">
            <p class="told" role="status" class:right=move || is_good() == Some(true) class:wrong=move || is_good() == Some(false)>
                {text}
            </p>
            <Show when=is(Stage::Try)>
                <div class="choices">
                    <button id="solution" on:click=move |_| retry.show()>{app.text(Text::LessonSolution)}</button>
                </div>
            </Show>
            <div class="choices" hidden=move || retry.stage.get() != Stage::Over>
                <a class="button primary" id="next-mistake" href=next>{app.text(Text::MistakeNext)}</a>
                <button id="again" on:click=move |_| retry.again()>{app.text(Text::MistakeRetry)}</button>
                <a class="button" id="play-on" href=from_here>
                    <IconView icon=Icon::Computer />
                    <span>{app.text(Text::PuzzlePlayOn)}</span>
                </a>
                <a class="button" href=Route::Mistakes.path()>{app.text(Text::Mistakes)}</a>
            </div>
        </section>
    }
    .into_any()
}
