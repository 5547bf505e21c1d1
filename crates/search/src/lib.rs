#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod alpha_beta;
mod choose;
mod engine;
pub mod knowledge;
mod level;
mod ordering;
pub mod score;
mod searcher;
mod table;
pub mod time;
mod weights;

pub use alpha_beta::AlphaBeta;
pub use choose::{ChosenMove, choose, choose_with};
pub use engine::{ASK_EVERY, Engine, Line, MOST_DEPTH, MoveOf, Term, ThinkLimits};
pub use knowledge::{Feature, Knowledge, Offboard, Polygone};
pub use level::{Level, Strength, Strengths, strengths};
pub use score::Score;
pub use searcher::Searcher;
pub use table::{Bound, TO_THE_END, TableEntry, TranspositionTable};
