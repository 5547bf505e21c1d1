#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod http;
mod json;
mod kept;
pub mod read;
mod socket;

pub use http::{Answer, ask};
pub use json::Json;
pub use kept::read_action;
pub use socket::{Heard, Socket};
pub use wasm_bindgen_futures::spawn_local;
