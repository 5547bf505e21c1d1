#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "find")]
mod choice;
#[cfg(feature = "find")]
mod endings;
mod explanation;
#[cfg(feature = "find")]
mod find;
mod motif;
mod proof;
mod puzzle;
mod rating;
#[cfg(feature = "find")]
mod tactics;

#[cfg(feature = "find")]
pub use choice::spread;
pub use explanation::{Deed, ExplainedLine, Explanation, MistakeKind, Tally, explain};
#[cfg(feature = "find")]
pub use find::puzzles_of_game;
pub use motif::Motif;
pub use proof::{Prover, TO_THE_END, prove};
pub use puzzle::{Puzzle, PuzzleGoal, SolverAnswer};
pub use rating::{FIRST_RATING, PlayerRating, grade_rating};
