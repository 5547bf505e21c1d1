#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bounds;
mod level;
mod lines;
mod machine;
mod review;

pub use bounds::Bounds;
pub use level::choose_within;
pub use lines::{Progress, best_lines};
pub use machine::STACK;
pub use review::{judgement, review, texts};
