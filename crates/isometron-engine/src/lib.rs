#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod components;
mod engine;
mod evaluation;
mod search;
mod tree;
mod turns;

pub use engine::Isometron;
