#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod board;
mod forbidden;
mod movegen;
mod moves;
mod notation;
mod polygons;
mod position;
mod sets;
mod tables;
mod taking;

pub use board::{Hole, Segment, Triangle};
pub use forbidden::Forbidden;
pub use moves::{Move, Placement, Taken};
pub use polygons::{Polygon, polygons};
pub use position::Position;
pub use sets::{Holes, Segments, Triangles};
