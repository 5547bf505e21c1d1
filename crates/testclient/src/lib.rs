#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]
#![allow(clippy::missing_panics_doc, reason = "helpers of tests fail by panicking")]

mod attack;
mod chaos;
mod database;
mod faults;
mod growth;
mod http;
mod line;
mod lines;
mod load;
mod nats_server;
mod player;
mod program;
mod stall;

pub use attack::{Attack, Damage, quiet_records};
pub use chaos::{Chaos, Deployment, Toll};
pub use database::Database;
pub use faults::{Faults, proxy};
pub use growth::{Growth, GrowthRow};
pub use http::{Http, HttpReply};
pub use line::TestSocket;
pub use lines::JsonLines;
pub use load::{Load, Weight};
pub use nats_server::NatsServer;
pub use player::{PlayStyle, TestPlayer};
pub use program::Program;
pub use stall::Stall;
