//! A solver's rating, streak and solved puzzles, as the browser keeps them.

use crate::storage::{self, Key};
use puzzles::{PlayerRating, Puzzle, grade_rating};
use rules::Random;

/// Puzzles near the solver's rating among which one is drawn.
const NEAREST: usize = 8;

/// How a puzzle went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Result {
    /// Solved at the first try, without help.
    Solved,
    /// Solved later or with help.
    Missed,
}

/// The solver.
#[derive(Clone, Debug, PartialEq, Default)]
pub(super) struct Solver {
    pub(super) rating: PlayerRating,
    /// Puzzles solved in a row, and the most ever.
    pub(super) streak: u32,
    pub(super) best_streak: u32,
    /// Names of puzzles, in order; `?` after those that were missed.
    done: Vec<String>,
}

impl Solver {
    /// The solver whom the browser knows.
    pub(super) fn load() -> Solver {
        let text = storage::load(Key::Puzzles).unwrap_or_default();
        Solver::from_text(&text).unwrap_or_default()
    }

    /// Notes a puzzle and keeps the solver. Gives the change of the rating.
    pub(super) fn note(puzzle: &Puzzle, result: Result) -> f64 {
        let mut solver = Solver::load();
        let before = solver.rating.rating;
        solver.add(puzzle, result);
        storage::save(Key::Puzzles, &solver.to_text());
        solver.rating.rating - before
    }

    fn add(&mut self, puzzle: &Puzzle, result: Result) {
        let is_solved = result == Result::Solved;
        let before = self.result(&puzzle.id);
        // A puzzle that is known already tells nothing of the solver's strength.
        if before.is_none() {
            self.rating = self.rating.after(grade_rating(puzzle.nodes), is_solved);
        }
        self.streak = match (before, result) {
            (_, Result::Missed) => 0,
            (Some(Result::Solved), Result::Solved) => self.streak,
            (None | Some(Result::Missed), Result::Solved) => self.streak.saturating_add(1),
        };
        self.best_streak = self.best_streak.max(self.streak);
        self.done.retain(|done| done.trim_end_matches('?') != puzzle.id);
        let mark = if is_solved { "" } else { "?" };
        self.done.push(format!("{}{mark}", puzzle.id));
    }

    /// How a puzzle went last.
    pub(super) fn result(&self, id: &str) -> Option<Result> {
        self.done.iter().find_map(|done| match done.strip_prefix(id) {
            Some("") => Some(Result::Solved),
            Some("?") => Some(Result::Missed),
            _ => None,
        })
    }

    /// A puzzle near the solver's rating: a new one if there is any, else one that was missed, else any.
    pub(super) fn next<'a>(&self, puzzles: &[&'a Puzzle], seed: u64) -> Option<&'a Puzzle> {
        let rank = |puzzle: &Puzzle| match self.result(&puzzle.id) {
            None => 0,
            Some(Result::Missed) => 1,
            Some(Result::Solved) => 2,
        };
        let first = puzzles.iter().map(|puzzle| rank(puzzle)).min()?;
        let mut near: Vec<&Puzzle> = puzzles
            .iter()
            .copied()
            .filter(|puzzle| rank(puzzle) == first)
            .collect();
        let distance = |puzzle: &Puzzle| (grade_rating(puzzle.nodes) - self.rating.rating).abs();
        near.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        near.truncate(NEAREST);
        near.get(Random::new(seed).below(near.len() as u64) as usize)
            .copied()
    }

    /// `1234.5 17 3 8` and the names: rating, its puzzles, streak, best streak.
    fn to_text(&self) -> String {
        let PlayerRating { rating, puzzles } = self.rating;
        let numbers = format!("{rating:.1} {puzzles} {} {}", self.streak, self.best_streak);
        format!("{numbers} {}", self.done.join(" "))
    }

    fn from_text(text: &str) -> Option<Solver> {
        let mut words = text.split_ascii_whitespace();
        let rating: f64 = words.next()?.parse().ok()?;
        let mut number = || words.next()?.parse::<u32>().ok();
        let (puzzles, streak, best_streak) = (number()?, number()?, number()?);
        rating.is_finite().then(|| Solver {
            rating: PlayerRating { rating, puzzles },
            streak,
            best_streak,
            done: words.map(str::to_owned).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(id: &str, nodes: u64) -> Puzzle {
        format!("{id}; win 1; p; m; {nodes}; quiet").parse().unwrap()
    }

    #[test]
    fn a_solver_is_kept_and_read_back() {
        let mut solver = Solver::default();
        solver.add(&puzzle("aaa", 8), Result::Solved);
        solver.add(&puzzle("bbb", 4096), Result::Solved);
        assert_eq!((solver.streak, solver.best_streak), (2, 2));
        let rating = solver.rating.rating;
        assert!(rating > 1_200.0);
        solver.add(&puzzle("ccc", 8), Result::Missed);
        assert!(solver.rating.rating < rating);
        assert_eq!((solver.streak, solver.best_streak), (0, 2));
        let back = Solver::from_text(&solver.to_text()).unwrap();
        assert_eq!(back.to_text(), solver.to_text());
        assert_eq!(back.result("ccc"), Some(Result::Missed));
        assert_eq!(back.result("cc"), None);
        for text in ["", "x 1 1 1", "NaN 1 1 1", "1200 1 1", "1200 -1 1 1"] {
            assert_eq!(Solver::from_text(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_puzzle_counts_for_the_rating_once() {
        let mut solver = Solver::default();
        solver.add(&puzzle("aaa", 8), Result::Missed);
        let rating = solver.rating;
        solver.add(&puzzle("aaa", 8), Result::Solved);
        assert_eq!(solver.rating, rating);
        assert_eq!(solver.result("aaa"), Some(Result::Solved));
        assert_eq!(solver.done.len(), 1);
    }

    #[test]
    fn a_solved_puzzle_that_is_solved_again_does_not_lengthen_the_streak() {
        let mut solver = Solver::default();
        for result in [Result::Solved, Result::Solved] {
            solver.add(&puzzle("aaa", 8), result);
            assert_eq!((solver.streak, solver.best_streak), (1, 1));
        }
        solver.add(&puzzle("bbb", 8), Result::Solved);
        assert_eq!(solver.streak, 2);
        solver.add(&puzzle("aaa", 8), Result::Missed);
        assert_eq!((solver.streak, solver.best_streak), (0, 2));
        solver.add(&puzzle("aaa", 8), Result::Solved);
        assert_eq!(solver.streak, 1, "a missed one counts when it is solved");
    }

    #[test]
    fn the_next_puzzle_is_a_new_one_near_the_rating() {
        let mut solver = Solver::default();
        let all: Vec<Puzzle> = (0..17)
            .map(|power| puzzle(&format!("n{power:02}"), 1 << power))
            .collect();
        let all: Vec<&Puzzle> = all.iter().collect();
        for seed in 0..20 {
            let next = solver.next(&all, seed).unwrap();
            assert!((grade_rating(next.nodes) - 1_200.0).abs() < 500.0, "{next}");
        }
        for puzzle in &all[1..] {
            solver.add(puzzle, Result::Solved);
        }
        assert_eq!(solver.next(&all, 3).map(|puzzle| puzzle.id.as_str()), Some("n00"));
        solver.add(all[0], Result::Missed);
        assert_eq!(solver.next(&all, 4).map(|puzzle| puzzle.id.as_str()), Some("n00"));
        assert_eq!(solver.next(&[], 4), None);
    }
}
