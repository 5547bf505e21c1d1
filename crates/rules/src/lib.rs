#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bit_set;
mod game;
mod history;
mod outcome;
pub mod perft;
mod random;
mod side;
pub mod text;
pub mod zobrist;

pub use bit_set::Ones;
pub use game::{Game, Standard, Variant};
pub use history::History;
pub use outcome::{Outcome, Reason};
pub use random::Random;
pub use side::Side;
pub use text::{MoveError, TextError};
