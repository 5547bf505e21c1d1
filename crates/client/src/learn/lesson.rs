//! A lesson on the board that games are played on: a task, the learner's moves, an answer to each.

use super::attempt::LessonBoard;
use super::walk::{Next, Phase, Walk};
use super::{content, fetched, spoken};
use crate::app::App;
use crate::browser;
use crate::frame::Shown;
use crate::frame::page::framed;
use crate::frame::panels::Players;
use crate::frame::scene::Scene;
use crate::frame::session::Session;
use crate::frame::table::{Seat, Table};
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::progress::Progress;
use crate::route::{Id, Mode, Route};
use crate::sound;
use drawing::Point;
use games::{BoardId, GameId};
use learn::{Lesson, Texts};
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

fn no_such_lesson(app: App) -> AnyView {
    view! {
        <main class="learn">
            <p>{app.text(Text::NoSuchLesson)}</p>
            <a class="button" href=Route::Learn.path()>{app.text(Text::Lessons)}</a>
        </main>
    }
    .into_any()
}

/// A lesson under way.
#[derive(Clone, Copy)]
struct Tutor<G: LessonBoard> {
    app: App,
    name: Id,
    walk: RwSignal<Walk<G>>,
    table: Shown<G>,
    /// Grows with every step: what was planned for another step is dropped.
    round: RwSignal<u32>,
}

/// A table on which the learner moves for whoever's turn it is.
fn laid_out<G: LessonBoard>(position: G) -> Table<G> {
    Table::new(Session::new(position), [Seat::Person; 2])
}

impl<G: LessonBoard> Tutor<G> {
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

    /// Says why an attempt is refused.
    fn watch(self, at: Option<Point>) {
        if !self.walk.with_untracked(Walk::awaits_move) {
            return;
        }
        let attempt = self.table.with_untracked(|table| G::attempt(table.control(), at));
        if let Some(mv) = attempt {
            self.walk.maybe_update(|walk| walk.attempt(&mv));
        }
    }

    fn go_on(self) {
        let Phase::Solved(next) = self.walk.with_untracked(Walk::phase) else {
            return;
        };
        let here = self.table.with_untracked(|table| *table.position());
        self.walk.update(|walk| walk.enter(next, here));
        if let Some(state) = self.walk.with_untracked(Walk::result) {
            Progress::note(G::ID, self.name.as_str(), state);
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

fn lesson<G: LessonBoard>(app: App, lessons: Vec<(String, Lesson)>, name: Id) -> Option<AnyView> {
    let mut lessons = lessons
        .into_iter()
        .skip_while(|(found, _)| found != name.as_str());
    let (_, lesson) = lessons.next()?;
    let following = lessons.next().map(|(name, lesson)| (name, lesson.title));
    let tutor = Tutor::<G>::new(app, name, lesson)?;
    let table = tutor.table;
    let scene = Memo::new(move |_| {
        app.messages
            .with(|messages| table.with(|table| Scene::new(messages, table)))
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
    let watch = Callback::new(move |at| tutor.watch(at));
    let page = view! {
        <main class=format!("game lesson-page {}", G::NAME)>
            {task_view(tutor)}
            {framed(table, app.messages, board, Some(watch))}
            {answer_view(tutor, following)}
            <Players scene names=G::SIDES tokens=Side::BOTH.map(G::token) />
        </main>
    };
    Some(page.into_any())
}

/// The title, how far one is, and the text of the step.
fn task_view<G: LessonBoard>(tutor: Tutor<G>) -> AnyView {
    let language = move || spoken(tutor.app.language.get());
    let title = move || tutor.walk.with(|walk| walk.lesson().title[language()].to_owned());
    let number = move || {
        tutor.walk.with(|walk| {
            let count = walk.lesson().steps.len();
            (walk.number().unwrap_or(count), count)
        })
    };
    let progress = move || {
        let (number, count) = number();
        let (number, count) = (number.to_string(), count.to_string());
        tutor
            .app
            .messages
            .with(|messages| messages.fill(Text::LessonStep, &[("n", &number), ("m", &count)]))
    };
    let said = move || tutor.walk.with(|walk| walk.said(language()).to_owned());
    view! {
        <section class="task">
            <h2 id="step-title" tabindex="-1">{title}</h2>
            <p class="small">{progress}</p>
            <progress aria-hidden="true" max=move || number().1 value=move || number().0></progress>
            <p class="say">{said}</p>
        </section>
    }
    .into_any()
}

/// The answer to the learner, the options of a question, and what can be done now.
fn answer_view<G: LessonBoard>(tutor: Tutor<G>, following: Option<(String, Texts)>) -> AnyView {
    let Tutor { app, walk, .. } = tutor;
    let language = move || spoken(app.language.get());
    let told = Memo::new(move |_| walk.with(|walk| walk.told().cloned()));
    let is_right = move || told.with(|told| told.as_ref().map(|told| told.is_right));
    let text = move || {
        let told = told.get()?;
        Some(app.messages.with(|messages| told.text(messages, language())))
    };
    let options = Memo::new(move |_| walk.with(|walk| walk.options(language())));
    let is_over = Memo::new(move |_| walk.with(|walk| walk.number().is_none()));
    let phase = Memo::new(move |_| walk.with(Walk::phase));
    let can_go_on = move || matches!(phase.get(), Phase::Solved(_)) && !is_over.get();
    let awaits_move = Memo::new(move |_| walk.with(Walk::awaits_move));
    let has_demonstration = Memo::new(move |_| {
        walk.with(|walk| {
            walk.phase() != Phase::Demonstration && walk.step().is_some_and(|step| !step.play.is_empty())
        })
    });
    let options = move || {
        let is_solved = matches!(phase.get(), Phase::Solved(_));
        let option = |(at, (text, is_missed)): (usize, (String, bool))| {
            view! {
                <button class="option" class:missed=is_missed prop:disabled=is_missed || is_solved on:click=move |_| tutor.choose(at)>
                    {text}
                </button>
            }
        };
        options
            .get()
            .into_iter()
            .enumerate()
            .map(option)
            .collect::<Vec<_>>()
    };
    view! {
        <section class="answer">
            <div class="options">{options}</div>
            <p class="told" role="status" class:right=move || is_right() == Some(true) class:wrong=move || is_right() == Some(false)>
                {text}
            </p>
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

/// The next lesson, a game, the list.
fn after_the_lesson(app: App, game: GameId, following: Option<(String, Texts)>) -> AnyView {
    let following = following.and_then(|(name, title)| {
        let path = Route::Lesson(game, Id::new(&name)?).path();
        let title = move || title[spoken(app.language.get())].to_owned();
        Some(view! {
            <a class="button primary" id="next-lesson" href=path>
                <span>{app.text(Text::NextLesson)} " · " {title}</span>
            </a>
        })
    });
    view! {
        {following}
        <a class="button" href=Route::Play(game, Mode::Computer).path()>
            <IconView icon=Icon::Computer />
            <span>{app.text(Text::PlayComputer)}</span>
        </a>
        <a class="button" href=Route::Learn.path()>{app.text(Text::Lessons)}</a>
        <a class="button" href=Route::Rules(game).path()>{app.text(Text::Rules)}</a>
    }
    .into_any()
}
