#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod http;
mod socket;

pub use http::{Answer, ask};
pub use socket::{Heard, Socket};
pub use wasm_bindgen_futures::spawn_local;
