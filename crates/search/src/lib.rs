#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod engine_game;
mod games;
mod ordering;
pub mod score;
mod searcher;
mod table;

pub use engine_game::{EngineGame, Term};
pub use score::Score;
pub use searcher::{Limits, Line, Searcher};
pub use table::Table;
