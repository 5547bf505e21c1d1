#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod board;
mod forbidden;
mod movegen;
mod moves;
mod notation;
mod position;

pub use board::{Cell, Cells, Direction};
pub use forbidden::Forbidden;
pub use moves::{Ejection, Move, Shift};
pub use position::Position;
