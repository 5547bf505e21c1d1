#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod any;
mod list;

pub use list::{AnyGame, BoardId, GameId, HistoryVisitor, Visitor};
pub use search::Level;
