#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod app;
#[cfg(target_arch = "wasm32")]
mod browser;
pub mod camera;
pub mod facts;
pub mod film;
pub mod filter;
pub mod forecast;
pub mod gestures;
pub mod goal;
pub mod guided;
pub mod haptics;
pub mod layout_2d;
pub mod layouts;
pub mod messages;
pub mod motion;
pub mod picture;
pub mod poses;
pub mod practice;
pub mod quality;
pub mod record;
pub mod session;
pub mod steering;
pub mod ticker;
