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
use crate::mistakes::words;
use crate::opponent;
use crate::route::{Id, Mode, Route};
use ::learn::Thing;
use ::puzzles::{Puzzle, PuzzleGoal, SolverAnswer, Tally, grade_rating};
use games::GameId;
use leptos::prelude::*;
use protocol::ReviewedMove;
use rules::Side;

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
pub(super) fn page<G: BoardGame + Tally>(app: App, puzzles: &[Puzzle], name: Option<Id>) -> Option<AnyView> {
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

impl<G: BoardGame + Tally> Riddle<G> {
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
                self.refute(ply, mv);
            }
        }
    }

    /// Shows the answer to a wrong move, then takes both back.
    fn refute(self, ply: usize, mv: &str) {
        let before = self
            .exercise
            .table
            .with_untracked(|table| table.session().last().map(|(before, _)| *before));
        let Some(before) = before else { return };
        self.exercise.review(&before, mv, move |judged| {
            let found = judged.and_then(|judged| Some((refutation(&before, &judged)?, judged)));
            let Some(((side, replies), judged)) = found else {
                self.exercise.go_back(ply);
                return;
            };
            self.exercise
                .tell(false, self.refuted(&before, &judged, side, &replies));
            self.show_and_go_back(replies.into_iter(), ply);
        });
    }

    /// Why a move is wrong: what the answer to it wins, or the answer alone.
    fn refuted(self, before: &G, judged: &ReviewedMove, side: Side, replies: &[String]) -> String {
        self.exercise.app.messages.with_untracked(|messages| {
            words::punishment(messages, before, judged).unwrap_or_else(|| {
                let values = [
                    ("mv", judged.text.as_str()),
                    ("side", messages.text(G::SIDES_TEXT[side])),
                    ("reply", &replies.join(" ")),
                ];
                messages.fill(Text::PuzzleRefuted, &values)
            })
        })
    }

    fn show_and_go_back(self, mut moves: std::vec::IntoIter<String>, ply: usize) {
        match moves.next() {
            Some(mv) => self
                .exercise
                .show_move(mv, move || self.show_and_go_back(moves, ply)),
            None => self.exercise.go_back(ply),
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

    /// Names and lights the piece or the cell that the right move begins with.
    fn hint(self) {
        self.note(Result::Missed);
        let mv = self
            .puzzle
            .with_value(|puzzle| puzzle.line.get(self.shown())?.first().cloned());
        let mv = mv.unwrap_or_default();
        let places = hinted(G::ID, &mv);
        let text = self
            .exercise
            .app
            .messages
            .with_untracked(|messages| match places[..] {
                [from, to] => messages.fill(Text::PuzzleHintedSegment, &[("from", from), ("to", to)]),
                _ => messages.fill(Text::PuzzleHinted, &[("place", &places.concat())]),
            });
        self.exercise.light(&lit(G::ID, &places));
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

/// The answer to a wrong move, with the side that gives it: the moves that the rules demand, and the first that is chosen.
fn refutation<G: BoardGame>(before: &G, judged: &ReviewedMove) -> Option<(Side, Vec<String>)> {
    let mut position = *before;
    position.play(before.parse_move(&judged.text).ok()?).ok()?;
    let (mut side, mut replies) = (position.turn(), Vec::new());
    for text in &judged.answer {
        let is_choice = position.count_moves() > 1;
        side = position.turn();
        position.play(position.parse_move(text).ok()?).ok()?;
        replies.push(text.clone());
        if is_choice {
            break;
        }
    }
    (!replies.is_empty()).then_some((side, replies))
}

/// The places at which a move begins: its piece or cell, or both ends of the segment that turns.
fn hinted(game: GameId, mv: &str) -> Vec<&str> {
    match game {
        GameId::Polygone => mv.split([':', '-']).take(2).collect(),
        GameId::Offboard | GameId::Isometron | GameId::Polarity => {
            mv.trim_start_matches('@').get(..2).into_iter().collect()
        }
    }
}

/// The piece or the cell at these places.
fn lit(game: GameId, places: &[&str]) -> Vec<Thing> {
    // A segment has one spelling of its two ends.
    let names = [places.concat(), places.iter().rev().copied().collect()];
    let thing = names.iter().find_map(|name| Thing::parse(game, name));
    thing.into_iter().collect()
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

fn while_trying<G: BoardGame + Tally>(riddle: Riddle<G>) -> AnyView {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_names_and_lights_the_piece_that_moves() {
        for (game, mv, places) in [
            (GameId::Offboard, "e5e6", "e5"),
            (GameId::Offboard, "@e5", "e5"),
            (GameId::Polygone, "b3:a4-b5", "b3 a4"),
            (GameId::Polygone, "a4:b3-b5xc4d5", "a4 b3"),
            (GameId::Isometron, "d4nw", "d4"),
        ] {
            let found = hinted(game, mv);
            assert_eq!(found.join(" "), places, "{mv}");
            assert_eq!(lit(game, &found).len(), 1, "{mv}");
        }
        assert!(lit(GameId::Offboard, &hinted(GameId::Offboard, "")).is_empty());
    }

    #[test]
    fn a_refutation_goes_as_far_as_the_first_move_that_is_chosen() {
        let before: isometron::Position = "8/8/8/8/8/8/8/8 central r - 0 0-0".parse().unwrap();
        let judged = |answer: &[&str]| ReviewedMove {
            side: Side::First,
            text: "c3ne".to_owned(),
            before: 0,
            after: 0,
            plies_to_end: None,
            loss: 0.0,
            judgement: protocol::Judgement::Mistake,
            best: Vec::new(),
            answer: answer.iter().map(|mv| (*mv).to_owned()).collect(),
        };
        let found = refutation(&before, &judged(&["f6sw", "g7ne", "b2sw"]));
        let replies = vec!["f6sw".to_owned(), "g7ne".to_owned()];
        assert_eq!(found, Some((Side::Second, replies)));
        assert_eq!(refutation(&before, &judged(&[])), None);
        assert_eq!(refutation(&before, &judged(&["nonsense"])), None);
    }
}
