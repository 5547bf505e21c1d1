//! Ratings of puzzles and of those who solve them.

/// The rating of a puzzle that the engine solves with one node.
const EASIEST: f64 = 500.0;
/// The rating that twice the nodes add.
const DOUBLING: f64 = 100.0;
/// The rating of a solver who has not solved anything.
pub const FIRST_RATING: f64 = 1_200.0;
/// The greatest change of a rating by one puzzle, for a solver's first puzzles and later.
const FIRST_STEP: f64 = 80.0;
const LAST_STEP: f64 = 16.0;
/// The share by which the step shrinks with each puzzle.
const SHRINKING: f64 = 0.94;
/// Elo's scale.
const SCALE: f64 = 400.0;
/// Neither side of a rating is passed.
const RANGE: (f64, f64) = (100.0, 3_000.0);

/// The rating of a puzzle that the engine solves with so many nodes.
pub fn grade_rating(nodes: u64) -> f64 {
    EASIEST + DOUBLING * f64::from(nodes.max(1).ilog2())
}

/// Elo's rating of a solver against the grades of puzzles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerRating {
    /// The rating.
    pub rating: f64,
    /// Puzzles that it rests on.
    pub puzzles: u32,
}

impl Default for PlayerRating {
    fn default() -> PlayerRating {
        PlayerRating {
            rating: FIRST_RATING,
            puzzles: 0,
        }
    }
}

impl PlayerRating {
    /// The rating after a puzzle of a rating was solved at the first try, or not.
    #[must_use]
    pub fn after(self, puzzle: f64, is_solved: bool) -> PlayerRating {
        let expected = 1.0 / (1.0 + 10_f64.powf((puzzle - self.rating) / SCALE));
        let step = (FIRST_STEP * SHRINKING.powi(self.puzzles.min(1_000) as i32)).max(LAST_STEP);
        let scored = if is_solved { 1.0 } else { 0.0 };
        PlayerRating {
            rating: (self.rating + step * (scored - expected)).clamp(RANGE.0, RANGE.1),
            puzzles: self.puzzles.saturating_add(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_comes_to_rest_where_half_the_puzzles_are_solved() {
        let mut solver = PlayerRating::default();
        for _ in 0..400 {
            // Puzzles below 1600 are solved, those above are not.
            for puzzle in [1_400.0, 1_800.0] {
                solver = solver.after(puzzle, puzzle < 1_600.0);
            }
        }
        assert!((solver.rating - 1_600.0).abs() < 30.0, "{solver:?}");
        assert_eq!(solver.puzzles, 800);
    }

    #[test]
    fn ratings_stay_within_their_range() {
        let mut solver = PlayerRating::default();
        for _ in 0..10_000 {
            solver = solver.after(3_000.0, true);
        }
        assert!(solver.rating <= RANGE.1);
        assert!(grade_rating(0).is_finite() && grade_rating(u64::MAX) > grade_rating(8));
    }
}
