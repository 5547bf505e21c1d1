//! A puzzle on the board: the solver's moves, the opponent's answers, hints, and what can be done afterwards.

use super::record::{Result, Solver};
use super::{DAILY, daily, motif_text, next_address, overview, wanted_motif};
use crate::app::App;
use crate::browser;
use crate::exercise::{Exercise, Stage};
use crate::frame::BoardGame;
use crate::frame::page::analysis_address;
use crate::frame::table::BoardTable;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::opponent;
use crate::route::{Id, Mode, Route};
use ::puzzles::{Puzzle, PuzzleGoal, SolverAnswer, grade_rating};
use games::GameId;
use leptos::prelude::*;

/// A puzzle under way.
#[derive(Clone, Copy)]
struct Riddle<G: BoardGame> {
    exercise: Exercise<G>,
    puzzle: StoredValue<Puzzle>,
    /// The change of the rating, once the puzzle is noted.
    change: RwSignal<Option<f64>>,
    solver: RwSignal<Solver>,
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
    let exercise = Exercise::new(app, start);
    let riddle = Riddle {
        exercise,
        puzzle: StoredValue::new(puzzle.clone()),
        change: RwSignal::new(None),
        solver: RwSignal::new(solver),
    };
    exercise.judge_moves(move |ply, mv| riddle.judge(ply, &mv));
    let next = next_address(G::ID, motif);
    Some(exercise.page(task_view(riddle), while_trying(riddle), when_over(riddle, next)))
}

impl<G: BoardGame> Riddle<G> {
    fn judge(self, ply: usize, mv: &str) {
        let outcome = self.exercise.table.with_untracked(BoardTable::outcome);
        if outcome.and_then(rules::Outcome::winner) == Some(self.exercise.side()) {
            self.solve();
            return;
        }
        match self.puzzle.with_value(|puzzle| puzzle.answer(ply, mv)) {
            SolverAnswer::Right => {
                self.tell(true, Text::PuzzleRight);
                self.go_on(ply + 1, false);
            }
            SolverAnswer::AnotherWay => self.solve(),
            SolverAnswer::Wrong => {
                self.note(Result::Missed);
                self.tell(false, Text::PuzzleWrong);
                self.exercise.go_back(ply);
            }
        }
    }

    fn tell(self, is_good: bool, text: Text) {
        self.exercise
            .tell(is_good, self.exercise.app.text(text)().to_owned());
    }

    /// Plays the moves of the line from a ply on, up to the solver's next choice or, to show the solution, to its end.
    fn go_on(self, ply: usize, to_the_end: bool) {
        let Some(mv) = self
            .puzzle
            .with_value(|puzzle| puzzle.line.get(ply)?.first().cloned())
        else {
            if to_the_end {
                self.exercise.stage.set(Stage::Over);
            } else {
                self.solve();
            }
            return;
        };
        let is_choice = self.exercise.table.with_untracked(|table| {
            let position = table.position();
            position.turn() == self.exercise.side() && position.count_moves() > 1
        });
        if is_choice && !to_the_end {
            self.exercise.open();
            return;
        }
        self.exercise
            .show_move(mv, move || self.go_on(ply + 1, to_the_end));
    }

    fn solve(self) {
        self.note(Result::Solved);
        self.tell(true, Text::PuzzleSolved);
        self.exercise.close(Stage::Over);
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

    /// Names the piece or the cell that the right move begins with.
    fn hint(self) {
        self.note(Result::Missed);
        let mv = self
            .puzzle
            .with_value(|puzzle| puzzle.line.get(self.shown())?.first().cloned());
        let place = hinted(G::ID, &mv.unwrap_or_default());
        let text = self
            .exercise
            .app
            .messages
            .with_untracked(|messages| messages.fill(Text::PuzzleHinted, &[("place", &place)]));
        self.exercise.tell(true, text);
    }

    /// Plays the rest of the line.
    fn show(self) {
        self.note(Result::Missed);
        self.tell(true, Text::PuzzleShown);
        self.exercise.close(Stage::Wait);
        self.go_on(self.shown(), true);
    }

    /// The number of moves on the board.
    fn shown(self) -> usize {
        self.exercise
            .table
            .with_untracked(|table| table.session().shown())
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
    let app = riddle.exercise.app;
    let goal = riddle.puzzle.with_value(|puzzle| puzzle.goal);
    let side = riddle.exercise.side();
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
    let is_over = move || riddle.exercise.stage.get() == Stage::Over;
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

fn while_trying<G: BoardGame>(riddle: Riddle<G>) -> AnyView {
    let app = riddle.exercise.app;
    view! {
        <button id="hint" on:click=move |_| riddle.hint()>{app.text(Text::PuzzleHint)}</button>
        <button id="solution" on:click=move |_| riddle.show()>{app.text(Text::LessonSolution)}</button>
    }
    .into_any()
}

/// The rating has changed already: to begin again changes nothing.
fn when_over<G: BoardGame>(riddle: Riddle<G>, next: String) -> AnyView {
    let exercise = riddle.exercise;
    let app = exercise.app;
    let from_here = move || {
        let now = exercise.table.with(|table| *table.position());
        let position = if now.outcome().is_some() {
            exercise.start.get_value()
        } else {
            now
        };
        opponent::play_on_address(Route::Play(G::ID, Mode::Computer), &position.to_string())
    };
    let analysed = move || exercise.table.with(|table| analysis_address::<G>(table));
    view! {
        <a class="button primary" id="next-puzzle" href=next>{app.text(Text::PuzzleNext)}</a>
        <button id="again" on:click=move |_| exercise.again()>{app.text(Text::PuzzleAgain)}</button>
        <a class="button" id="play-on" href=from_here>
            <IconView icon=Icon::Computer />
            <span>{app.text(Text::PuzzlePlayOn)}</span>
        </a>
        <a class="button" id="analyse" href=analysed>
            <IconView icon=Icon::Curve />
            <span>{app.text(Text::Analysis)}</span>
        </a>
        <a class="button" href=Route::Puzzles.path()>{app.text(Text::Puzzles)}</a>
    }
    .into_any()
}
