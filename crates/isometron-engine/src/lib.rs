#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod blocks;
mod engine;
mod evaluation;
mod search;
mod tree;
mod turns;

pub use engine::Isometron;
