#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod engine;
mod growth;
mod knowledge;
mod lookahead;
mod nets;
mod outline;
mod outlook;
pub mod patterns;
mod playouts;
mod sketch;
mod solver;

pub use engine::Isometron;
pub use outline::Outline;
