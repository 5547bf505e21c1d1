#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod base64;
mod cloth;
pub mod events;
pub mod field;
pub mod golden;
mod grip;
mod hand;
mod mass;
pub mod measures;
mod scene;
mod table;
mod towers;
mod trace;
mod watch;
mod world;

pub use events::{Contact, TableEvent, TableEventKind};
pub use grip::HandGrip;
pub use hand::HandError;
pub use scene::{Disc, Placed, Scene, SceneError};
pub use table::Table;
pub use trace::{HandPose, MOST_SAMPLES, Trace, TraceError};
pub use watch::Lie;
