#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod blocks;
pub mod board;
mod lengths;
mod longest;
mod movegen;
mod moves;
mod notation;
mod position;
pub mod sample;
mod sweep;
mod tiles;

pub use board::{Cell, Cells, Corner, Point, Symmetry};
pub use lengths::Lengths;
pub use longest::{Link, longest_length, longest_line, most_length};
pub use movegen::FreeTiles;
pub use moves::{Move, Tile};
pub use position::Position;
pub use tiles::Tiles;
