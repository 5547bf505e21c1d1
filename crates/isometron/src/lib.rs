#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod biconnected;
pub mod board;
mod dp_order;
mod forbidden;
mod longest;
mod movegen;
mod moves;
mod notation;
mod position;
pub mod sample;
mod tiles;

pub use board::{Cell, Cells, Corner, GridPoint, Symmetry};
pub use forbidden::{Forbidden, StoppedLine};
pub use longest::{
    CountedLines, LineLink, longest_length, longest_length_in_steps, longest_line, most_length,
};
pub use movegen::FreeTiles;
pub use moves::{Move, Tile};
pub use position::Position;
pub use tiles::Tiles;
