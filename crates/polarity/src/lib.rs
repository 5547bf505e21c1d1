#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod allowed;
pub mod computer;
mod discs;
mod game;
mod judge;
mod live;
pub mod lying;
mod mat;
mod moves;
mod notation;
mod position;
mod reader;
mod referee;
mod setup;
mod study;
pub mod technique;
mod verdict;

pub use game::Match;
pub use judge::judge;
pub use live::{Done, Live, MOST_SAMPLES};
pub use mat::Mat;
pub use moves::{Move, Task};
pub use position::{FOUNDATIONS, Group, Phase, Position, RESERVE};
pub use referee::Referee;
pub use setup::{Face, Rules, SIDES, Seat, Toss, Variant, toss};
pub use verdict::{Call, Consequence, Fault, Verdict};
