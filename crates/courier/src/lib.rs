#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod http;
mod json;
pub mod read;
mod socket;

pub use http::{Answer, ask};
pub use json::Json;
pub use socket::{Heard, Socket};
pub use wasm_bindgen_futures::spawn_local;
