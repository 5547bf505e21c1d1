#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod decode;
mod http;
mod json;
mod saved_actions;
mod socket;

pub use http::{HttpAnswer, ask};
pub use json::Json;
pub use saved_actions::read_action;
pub use socket::{Heard, Socket};
pub use wasm_bindgen_futures::spawn_local;
