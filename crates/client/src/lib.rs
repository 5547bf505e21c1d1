#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod app;
mod browser;
pub mod frame;
mod icons;
pub mod isometron;
pub mod language;
pub mod offboard;
pub mod polygone;
pub mod rival;
pub mod route;
pub mod sound;

/// Puts the client into the document.
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    browser::remove("loading");
    leptos::mount::mount_to_body(app::App);
}
