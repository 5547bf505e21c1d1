#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod any;
mod list;

pub use any::HistoryVisitor;
pub use list::{AnyGame, BoardId, GameId, Visitor};
pub use search::Level;
