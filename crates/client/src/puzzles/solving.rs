//! A puzzle on the board: the solver's moves, the opponent's answers, hints, and what can be done afterwards.

use super::record::{Result, Solver};
use super::{DAILY, daily, motif_text, next_address, overview, wanted_motif};
use crate::app::App;
use crate::browser;
use crate::frame::page::{analysis_address, framed};
use crate::frame::panels::Players;
use crate::frame::session::MoveCursor;
use crate::frame::table::{BoardTable, SidePlayer};
use crate::frame::view_model::GameView;
use crate::frame::{BoardGame, TableSignal};
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::route::{Id, Mode, Route};
use crate::{opponent, sound};
use ::puzzles::{Puzzle, PuzzleGoal, SolverAnswer, grade_rating};
use games::GameId;
use leptos::prelude::*;
use rules::Side;
use std::time::Duration;

/// How long a move is seen at least before the next one.
const BEAT: Duration = Duration::from_secs(1);

/// The state of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The solver is to move.
    Try,
    /// Moves are being shown.
    Wait,
    /// It is over.
    Over,
}

/// A puzzle under way.
#[derive(Clone, Copy)]
struct Riddle<G: BoardGame> {
    app: App,
    puzzle: StoredValue<Puzzle>,
    start: StoredValue<G>,
    table: TableSignal<G>,
    stage: RwSignal<Stage>,
    /// The last answer to the solver, and whether it is good news.
    told: RwSignal<Option<(bool, String)>>,
    /// The change of the rating, once the puzzle is noted.
    change: RwSignal<Option<f64>>,
    solver: RwSignal<Solver>,
    /// Grows when the puzzle begins again: moves planned before are dropped.
    round: RwSignal<u32>,
}

/// The page of a puzzle: the named one, or one near the solver's rating.
pub(super) fn page<G: BoardGame>(app: App, puzzles: &[Puzzle], name: Option<Id>) -> Option<AnyView> {
    let solver = Solver::load();
    let motif = wanted_motif();
    let puzzle = match name {
        Some(name) if name.as_str() == DAILY => daily(puzzles, browser::today())?,
        Some(name) => puzzles.iter().find(|puzzle| puzzle.id == name.as_str())?,
        None => {
            let fitting = |puzzle: &&Puzzle| motif.is_none_or(|motif| puzzle.motifs.contains(&motif));
            let fitting: Vec<&Puzzle> = puzzles.iter().filter(fitting).collect();
            solver.next(&fitting, browser::fresh_seed())?
        }
    };
    let start: G = puzzle.position.parse().ok()?;
    let riddle = Riddle {
        app,
        puzzle: StoredValue::new(puzzle.clone()),
        start: StoredValue::new(start),
        table: RwSignal::new(laid_out(start)),
        stage: RwSignal::new(Stage::Try),
        told: RwSignal::new(None),
        change: RwSignal::new(None),
        solver: RwSignal::new(solver),
        round: RwSignal::new(0),
    };
    riddle.judge_moves();
    let table = riddle.table;
    let scene = Memo::new(move |_| {
        app.messages
            .with(|messages| table.with(|table| GameView::new(messages, table)))
    });
    let page = view! {
        <main class=format!("game lesson-page puzzle-page {}", G::NAME)>
            {task_view(riddle)}
            {framed(table, app.messages, G::board(table, app.messages), None)}
            {answer_view(riddle, next_address(G::ID, motif))}
            <Players scene names=G::SIDES tokens=Side::BOTH.map(G::token) />
        </main>
    };
    Some(page.into_any())
}

/// A table on which the solver moves for whoever's turn it is, seen from the side to move.
fn laid_out<G: BoardGame>(position: G) -> BoardTable<G> {
    let mut table = BoardTable::new(MoveCursor::new(position), [SidePlayer::Person; 2]);
    if position.turn() == Side::Second {
        table.flip();
    }
    table
}

impl<G: BoardGame> Riddle<G> {
    fn side(self) -> Side {
        self.start.with_value(rules::Game::turn)
    }

    /// Sounds every move, and judges those that the solver makes.
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
                    self.judge(shown - 1);
                }
            }
            shown
        });
    }

    fn judge(self, ply: usize) {
        let (mv, winner) = self.table.with_untracked(|table| {
            let mv = table.session().texts().into_iter().nth(ply).unwrap_or_default();
            (mv, table.outcome().and_then(rules::Outcome::winner))
        });
        self.close(Stage::Wait);
        if winner == Some(self.side()) {
            self.solve();
            return;
        }
        match self.puzzle.with_value(|puzzle| puzzle.answer(ply, &mv)) {
            SolverAnswer::Right => {
                self.told
                    .set(Some((true, self.app.text(Text::PuzzleRight)().to_owned())));
                self.go_on(ply + 1, false);
            }
            SolverAnswer::AnotherWay => self.solve(),
            SolverAnswer::Wrong => {
                self.note(Result::Missed);
                self.told
                    .set(Some((false, self.app.text(Text::PuzzleWrong)().to_owned())));
                self.later(move || {
                    self.table.update(|table| table.jump(ply));
                    self.open();
                });
            }
        }
    }

    /// Plays the moves of the line from a ply on, up to the solver's next choice or, to show the solution, to its end.
    fn go_on(self, ply: usize, to_the_end: bool) {
        let Some(mv) = self
            .puzzle
            .with_value(|puzzle| puzzle.line.get(ply)?.first().cloned())
        else {
            if to_the_end {
                self.stage.set(Stage::Over);
            } else {
                self.solve();
            }
            return;
        };
        let is_choice = self.table.with_untracked(|table| {
            let position = table.position();
            position.turn() == self.side() && position.count_moves() > 1
        });
        if is_choice && !to_the_end {
            self.open();
            return;
        }
        self.later(move || {
            self.table.update(|table| {
                table.set_closed(false);
                table.play_text(&mv);
                table.set_closed(true);
            });
            self.go_on(ply + 1, to_the_end);
        });
    }

    fn open(self) {
        self.stage.set(Stage::Try);
        self.table.update(|table| table.set_closed(false));
    }

    fn close(self, stage: Stage) {
        self.stage.set(stage);
        self.table.update(|table| table.set_closed(true));
    }

    fn solve(self) {
        self.note(Result::Solved);
        self.told
            .set(Some((true, self.app.text(Text::PuzzleSolved)().to_owned())));
        self.close(Stage::Over);
        request_animation_frame(|| browser::focus("next-puzzle"));
    }

    /// Notes how the puzzle went; only the first time counts.
    fn note(self, result: Result) {
        if self.change.get_untracked().is_none() {
            let change = self.puzzle.with_value(|puzzle| Solver::note(puzzle, result));
            self.change.set(Some(change));
            self.solver.set(Solver::load());
        }
    }

    /// Does something when the last motion has been seen, unless the puzzle has begun again.
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

    /// Names the piece or the cell that the right move begins with.
    fn hint(self) {
        self.note(Result::Missed);
        let ply = self.table.with_untracked(|table| table.session().shown());
        let mv = self
            .puzzle
            .with_value(|puzzle| puzzle.line.get(ply)?.first().cloned());
        let place = hinted(G::ID, &mv.unwrap_or_default());
        let text = self
            .app
            .messages
            .with_untracked(|messages| messages.fill(Text::PuzzleHinted, &[("place", &place)]));
        self.told.set(Some((true, text)));
    }

    /// Plays the rest of the line.
    fn show(self) {
        self.note(Result::Missed);
        self.told
            .set(Some((true, self.app.text(Text::PuzzleShown)().to_owned())));
        let ply = self.table.with_untracked(|table| table.session().shown());
        self.close(Stage::Wait);
        self.go_on(ply, true);
    }

    /// Begins again. The rating has changed already.
    fn again(self) {
        self.round.update(|round| *round += 1);
        self.told.set(None);
        self.table.set(laid_out(self.start.with_value(|start| *start)));
        self.stage.set(Stage::Try);
    }
}

/// The part of a move's text that names its piece or cell.
fn hinted(game: GameId, mv: &str) -> String {
    match game {
        // Pivot and old end: the segment that turns.
        GameId::Polygone => mv.split('-').next().unwrap_or_default().replace(':', ""),
        GameId::Offboard | GameId::Isometron | GameId::Polarity => {
            mv.trim_start_matches('@').chars().take(2).collect()
        }
    }
}

/// The goal, the grade, and the solver's numbers.
fn task_view<G: BoardGame>(riddle: Riddle<G>) -> AnyView {
    let app = riddle.app;
    let goal = riddle.puzzle.with_value(|puzzle| puzzle.goal);
    let side = riddle.side();
    let said = move || {
        app.messages.with(|messages| {
            let side = messages.text(G::SIDES_TEXT[side]);
            match goal {
                PuzzleGoal::Win(1) => messages.fill(Text::PuzzleWinNow, &[("side", side)]),
                PuzzleGoal::Win(plies) => {
                    let moves = plies.div_ceil(2).to_string();
                    messages.fill(Text::PuzzleWin, &[("side", side), ("n", &moves)])
                }
                PuzzleGoal::WinInTheEnd => messages.fill(Text::PuzzleWinInTheEnd, &[("side", side)]),
                PuzzleGoal::Hold(_) => messages.fill(Text::PuzzleHold, &[("side", side)]),
            }
        })
    };
    let (id, nodes, motifs) = riddle
        .puzzle
        .with_value(|puzzle| (puzzle.id.clone(), puzzle.nodes, puzzle.motifs.clone()));
    let grade = format!("{:.0}", grade_rating(nodes));
    let path = Id::new(&id).map(|id| Route::Puzzle(G::ID, id).path());
    let is_over = move || riddle.stage.get() == Stage::Over;
    let themes = move || {
        let words: Vec<&str> = motifs
            .iter()
            .map(|motif| app.text(motif_text(*motif))())
            .collect();
        words.join(" · ")
    };
    let change = move || {
        riddle
            .change
            .get()
            .map(|change| format!(" ({change:+.0})"))
            .unwrap_or_default()
    };
    view! {
        <section class="task">
            <h2 id="puzzle-goal" tabindex="-1">{said}</h2>
            <p class="small">
                {app.text(Text::PuzzleGrade)} " " {grade} " · " <a href=path.unwrap_or_default()>{id}</a>
            </p>
            <p class="small" hidden=move || !is_over()>{themes}</p>
            {move || overview::numbers(app, &riddle.solver.get())}
            <p class="small change" role="status">{change}</p>
        </section>
    }
    .into_any()
}

/// The answer to the solver, and what can be done now.
fn answer_view<G: BoardGame>(riddle: Riddle<G>, next: String) -> AnyView {
    let app = riddle.app;
    let is = move |stage| move || riddle.stage.get() == stage;
    let is_good = move || {
        riddle
            .told
            .with(|told| told.as_ref().map(|(is_good, _)| *is_good))
    };
    let text = move || {
        riddle
            .told
            .with(|told| told.as_ref().map(|(_, text)| text.clone()))
    };
    let from_here = move || {
        let now = riddle.table.with(|table| *table.position());
        let position = if now.outcome().is_some() {
            riddle.start.with_value(|start| *start)
        } else {
            now
        };
        opponent::play_on_address(Route::Play(G::ID, Mode::Computer), &position.to_string())
    };
    let analysed = move || riddle.table.with(|table| analysis_address::<G>(table));
    view! {
        <section class="answer">
            <p class="told" role="status" class:right=move || is_good() == Some(true) class:wrong=move || is_good() == Some(false)>
                {text}
            </p>
            <Show when=is(Stage::Try)>
                <div class="choices">
                    <button id="hint" on:click=move |_| riddle.hint()>{app.text(Text::PuzzleHint)}</button>
                    <button id="solution" on:click=move |_| riddle.show()>{app.text(Text::LessonSolution)}</button>
                </div>
            </Show>
            <div class="choices" hidden=move || riddle.stage.get() != Stage::Over>
                <a class="button primary" id="next-puzzle" href=next>{app.text(Text::PuzzleNext)}</a>
                <button id="again" on:click=move |_| riddle.again()>{app.text(Text::PuzzleAgain)}</button>
                <a class="button" id="play-on" href=from_here>
                    <IconView icon=Icon::Computer />
                    <span>{app.text(Text::PuzzlePlayOn)}</span>
                </a>
                <a class="button" id="analyse" href=analysed>
                    <IconView icon=Icon::Curve />
                    <span>{app.text(Text::Analysis)}</span>
                </a>
                <a class="button" href=Route::Puzzles.path()>{app.text(Text::Puzzles)}</a>
            </div>
        </section>
    }
    .into_any()
}
