#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod analysis;
mod choose;
mod engine_game;
mod games;
mod level;
mod ordering;
mod playouts;
pub mod score;
mod searcher;
mod table;
pub mod time;
mod weights;

pub use choose::{Choice, choose, choose_with};
pub use engine_game::{EngineGame, Feature, Term};
pub use level::{Level, Strength, Strengths};
pub use score::Score;
pub use searcher::{ASK_EVERY, Limits, Line, Searcher};
pub use table::Table;
