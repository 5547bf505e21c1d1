#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod computer;
pub mod disc_pose;
mod discs;
mod ending;
mod forbidden;
mod game;
mod judge;
mod legality;
mod live;
mod moves;
mod notation;
mod position;
mod reader;
mod referee;
mod rest_snapshot;
mod setup;
mod setup_position;
pub mod technique;
mod verdict;

pub use forbidden::Forbidden;
pub use game::Match;
pub use judge::judge;
pub use live::{Done, Live, MOST_SAMPLES};
pub use moves::{Move, Task};
pub use position::{FOUNDATIONS, Group, Phase, Position, RESERVE};
pub use referee::Referee;
pub use rest_snapshot::Mat;
pub use setup::{Face, Rules, SIDES, Seat, StartVariant, Toss, toss};
pub use verdict::{Call, Consequence, Fault, Misfit, Verdict};
