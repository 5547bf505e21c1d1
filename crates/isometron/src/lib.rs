#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod blocks;
pub mod board;
mod growth;
mod lengths;
mod longest;
mod lookahead;
mod movegen;
mod moves;
mod nets;
mod notation;
mod outline;
mod outlook;
pub mod patterns;
mod position;
pub mod sample;
mod sketch;
mod solver;
mod sweep;
mod tiles;

pub use board::{Cell, Cells, Corner, Point, Symmetry};
pub use lengths::Lengths;
pub use longest::{Link, longest_line};
pub use lookahead::Sight;
pub use movegen::FreeTiles;
pub use moves::{Move, Tile};
pub use outline::Outline;
pub use outlook::Outlook;
pub use position::Position;
pub use tiles::Tiles;
