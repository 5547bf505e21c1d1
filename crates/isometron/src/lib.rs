#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod blocks;
pub mod board;
mod growth;
mod lengths;
mod longest;
mod movegen;
mod moves;
mod nets;
mod notation;
mod outline;
mod outlook;
mod position;
pub mod sample;
mod sketch;
mod sweep;
mod tiles;

pub use board::{Cell, Cells, Corner, Point, Symmetry};
pub use lengths::Lengths;
pub use longest::{Link, longest_line};
pub use movegen::FreeTiles;
pub use moves::{Move, Tile};
pub use outline::Outline;
pub use outlook::Outlook;
pub use position::Position;
pub use tiles::Tiles;
