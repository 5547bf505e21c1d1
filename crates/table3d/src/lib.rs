#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod app;
#[cfg(target_arch = "wasm32")]
mod browser;
pub mod camera;
pub mod clock;
pub mod facts;
pub mod feel;
pub mod filter;
pub mod flat;
pub mod foresight;
pub mod free;
pub mod gestures;
pub mod guided;
pub mod layouts;
pub mod motion;
pub mod news;
pub mod picture;
pub mod poses;
pub mod quality;
pub mod record;
pub mod session;
pub mod steering;
