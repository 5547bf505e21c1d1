//! A lesson on the board that games are played on: a task, the learner's moves, an answer to each.

use super::views::{Standing, after_the_lesson, feedback_view, no_such_lesson, options_view, task_view};
use super::walk::{Next, Phase, Walk};
use super::{content, fetched, spoken};
use crate::app::App;
use crate::browser;
use crate::frame::TableSignal;
use crate::frame::board_game::{BoardGame, Control as _};
use crate::frame::page::framed;
use crate::frame::panels::Players;
use crate::frame::session::MoveCursor;
use crate::frame::table::{BoardTable, SidePlayer};
use crate::frame::view_model::GameView;
use crate::language::Text;
use crate::progress;
use crate::route::Id;
use crate::sound;
use games::{BoardId, GameId};
use learn::{Lesson, Translations};
use leptos::prelude::*;
use rules::Side;
use std::time::Duration;

/// How long a move of a demonstration or an answer is seen at least.
const BEAT: Duration = Duration::from_millis(1100);

/// The page.
pub(super) fn page(app: App, game: GameId, name: Id) -> AnyView {
    let names = move |_| vec![format!("lessons-{game}.txt")];
    fetched(app, names, content::lessons, move |lessons| {
        let shown = match game.board() {
            Some(BoardId::Offboard) => lesson::<offboard::Position>(app, lessons, name),
            Some(BoardId::Polygone) => lesson::<polygone::Position>(app, lessons, name),
            Some(BoardId::Isometron) => lesson::<isometron::Position>(app, lessons, name),
            None => None,
        };
        shown.unwrap_or_else(|| no_such_lesson(app))
    })
}

/// A lesson under way.
#[derive(Clone, Copy)]
struct Tutor<G: BoardGame> {
    app: App,
    name: Id,
    walk: RwSignal<Walk<G>>,
    table: TableSignal<G>,
    /// Grows with every step: what was planned for another step is dropped.
    round: RwSignal<u32>,
}

/// A table on which the learner moves for the side to move.
fn laid_out<G: BoardGame>(position: G) -> BoardTable<G> {
    BoardTable::new(MoveCursor::new(position), [SidePlayer::Person; 2])
}

impl<G: BoardGame> Tutor<G> {
    fn new(app: App, name: Id, lesson: Lesson) -> Option<Tutor<G>> {
        let walk = Walk::new(lesson)?;
        let tutor = Tutor {
            app,
            name,
            table: RwSignal::new(laid_out(walk.start())),
            walk: RwSignal::new(walk),
            round: RwSignal::new(0),
        };
        tutor.lay_out();
        tutor.judge_moves();
        Some(tutor)
    }

    /// Puts the step's position on the board, and shows its demonstration if it has one.
    fn lay_out(self) {
        self.round.update(|round| *round += 1);
        let (start, awaits_move, phase) = self
            .walk
            .with_untracked(|walk| (walk.start(), walk.awaits_move(), walk.phase()));
        let mut table = laid_out(start);
        table.set_closed(!awaits_move);
        self.table.set(table);
        if phase == Phase::Demonstration {
            let moves = self
                .walk
                .with_untracked(|walk| walk.step().map(|step| step.play.clone()));
            self.show(moves.unwrap_or_default(), move || {
                self.walk.update(Walk::begin);
                self.lay_out();
            });
        }
    }

    /// Plays moves one after the other, then does something.
    fn show(self, mut moves: Vec<String>, then: impl FnOnce() + 'static) {
        self.later(move || {
            if moves.is_empty() {
                then();
            } else {
                let mv = moves.remove(0);
                self.table.update(|table| table.play_text(&mv));
                self.show(moves, then);
            }
        });
    }

    /// Does something when the last motion has been seen, unless the step is left.
    fn later(self, act: impl FnOnce() + 'static) {
        let motions = self
            .table
            .with_untracked(|table| G::lasts(&table.travel().motions));
        let round = self.round.get_untracked();
        let pause = BEAT.max(Duration::from_millis(u64::from(motions) + 500));
        set_timeout(
            move || {
                if self.round.try_get_untracked() == Some(round) {
                    act();
                }
            },
            pause,
        );
    }

    /// Sounds every move, and judges those that the learner makes.
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
            }
            if shown == 1 && self.walk.with_untracked(Walk::awaits_move) {
                self.judge();
            }
            shown
        });
    }

    fn judge(self) {
        let mv = self
            .table
            .with_untracked(|table| table.session().texts().into_iter().next());
        let next = mv.and_then(|mv| self.walk.try_update(|walk| walk.answer(&mv)).flatten());
        self.table.update(|table| table.set_closed(true));
        match next {
            Some(Next::Replies(replies, next)) if replies.is_empty() => self.solve(next),
            Some(Next::Replies(replies, next)) => self.show(replies, move || self.solve(next)),
            Some(Next::Back) => self.later(move || {
                self.table.update(|table| {
                    table.jump(0);
                    table.set_closed(false);
                });
                self.walk.update(Walk::begin);
            }),
            None => {}
        }
    }

    fn solve(self, next: Option<usize>) {
        self.walk.update(|walk| walk.solve(next));
        request_animation_frame(|| browser::focus("next-step"));
    }

    /// Says why an attempt was refused.
    fn watch(self) {
        if !self.walk.with_untracked(Walk::awaits_move) {
            return;
        }
        let refused = self.table.with_untracked(|table| {
            let control = table.control();
            Some((control.attempted(), control.refusal()?))
        });
        if let Some((mv, reason)) = refused {
            self.walk.update(|walk| walk.attempt(mv.as_deref(), reason));
        }
    }

    fn go_on(self) {
        let Phase::Solved(next) = self.walk.with_untracked(Walk::phase) else {
            return;
        };
        let here = self.table.with_untracked(|table| *table.position());
        self.walk.update(|walk| walk.enter(next, here));
        if let Some(state) = self.walk.with_untracked(Walk::result) {
            progress::note(G::ID, self.name.as_str(), state);
        }
        self.lay_out();
        browser::focus("step-title");
    }

    fn choose(self, option: usize) {
        self.walk.update(|walk| walk.choose(option));
        if matches!(self.walk.with_untracked(Walk::phase), Phase::Solved(_)) {
            request_animation_frame(|| browser::focus("next-step"));
        }
    }

    fn give_up(self) {
        let solution = self.walk.try_update(Walk::give_up).flatten();
        if let Some(mv) = solution {
            self.table.update(|table| table.play_text(&mv));
        }
    }

    fn show_again(self) {
        self.walk.update(Walk::show_again);
        self.lay_out();
    }
}

fn lesson<G: BoardGame>(app: App, lessons: Vec<(String, Lesson)>, name: Id) -> Option<AnyView> {
    let mut lessons = lessons
        .into_iter()
        .skip_while(|(found, _)| found != name.as_str());
    let (_, lesson) = lessons.next()?;
    let following = lessons.next().map(|(name, lesson)| (name, lesson.title));
    let tutor = Tutor::<G>::new(app, name, lesson)?;
    let table = tutor.table;
    let scene = Memo::new(move |_| {
        app.messages
            .with(|messages| table.with(|table| GameView::new(messages, table)))
    });
    let at_start = Memo::new(move |_| table.with(|table| table.session().shown() == 0));
    let marks = Memo::new(move |_| {
        let is_shown = at_start.get();
        tutor
            .walk
            .with(|walk| if is_shown { walk.marks() } else { String::new() })
    });
    let origin = format!("translate({} {})", G::ORIGIN.x, G::ORIGIN.y);
    let board = view! {
        {G::board(table, app.messages)}
        <g class="lesson-marks" aria-hidden="true" transform=origin inner_html=move || marks.get()></g>
    }
    .into_any();
    let watch = Callback::new(move |()| tutor.watch());
    let page = view! {
        <main class=format!("game lesson-page {}", G::NAME)>
            {task_view(app, standing(tutor.walk))}
            {framed(table, app.messages, board, Some(watch))}
            {answer_view(tutor, following)}
            <Players scene names=G::SIDES tokens=Side::BOTH.map(G::token) />
        </main>
    };
    Some(page.into_any())
}

/// How far the learner is.
fn standing<G: BoardGame>(walk: RwSignal<Walk<G>>) -> Memo<Standing> {
    Memo::new(move |_| {
        walk.with(|walk| {
            let count = walk.lesson().steps.len();
            Standing {
                title: walk.lesson().title.clone(),
                number: walk.number().unwrap_or(count),
                count,
                said: walk.said().clone(),
            }
        })
    })
}

/// The answer to the learner, the options of a question, and what can be done now.
fn answer_view<G: BoardGame>(tutor: Tutor<G>, following: Option<(String, Translations)>) -> AnyView {
    let Tutor { app, walk, .. } = tutor;
    let language = move || spoken(app.language.get());
    let told = Memo::new(move |_| {
        let told = walk.with(|walk| walk.feedback().cloned())?;
        let text = app.messages.with(|messages| told.text::<G>(messages, language()));
        Some((told.is_right, text))
    });
    let options = Memo::new(move |_| walk.with(|walk| walk.options(language())));
    let is_over = Memo::new(move |_| walk.with(|walk| walk.number().is_none()));
    let phase = Memo::new(move |_| walk.with(Walk::phase));
    let is_solved = Signal::derive(move || matches!(phase.get(), Phase::Solved(_)));
    let can_go_on = move || is_solved.get() && !is_over.get();
    let awaits_move = Memo::new(move |_| walk.with(Walk::awaits_move));
    let has_demonstration = Memo::new(move |_| {
        walk.with(|walk| {
            walk.phase() != Phase::Demonstration && walk.step().is_some_and(|step| !step.play.is_empty())
        })
    });
    view! {
        <section class="answer">
            {options_view(options, is_solved, Callback::new(move |option| tutor.choose(option)))}
            {feedback_view(told)}
            <div class="choices">
                <Show when=can_go_on>
                    <button id="next-step" class="primary" on:click=move |_| tutor.go_on()>{app.text(Text::LessonNext)}</button>
                </Show>
                <Show when=move || has_demonstration.get()>
                    <button id="show-again" on:click=move |_| tutor.show_again()>{app.text(Text::LessonAgain)}</button>
                </Show>
                <Show when=move || awaits_move.get()>
                    <button id="solution" on:click=move |_| tutor.give_up()>{app.text(Text::LessonSolution)}</button>
                </Show>
            </div>
            <div class="choices" hidden=move || !is_over.get()>{after_the_lesson(app, G::ID, following)}</div>
        </section>
    }
    .into_any()
}
