#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod analysis;
mod app;
mod browser;
pub mod frame;
mod help;
mod home;
mod icons;
pub mod isometron;
pub mod language;
pub mod offboard;
pub mod polygone;
pub mod rival;
pub mod route;
pub mod settings;
mod settings_page;
mod showcase;
pub mod sound;
mod thinking;

/// Puts the client into the document.
#[cfg_attr(feature = "entry", wasm_bindgen::prelude::wasm_bindgen(start))]
pub fn start() {
    browser::remove("loading");
    leptos::mount::mount_to_body(app::Client);
}

/// Puts the analysis into the document, for the module that has only this.
pub fn start_analysis() {
    browser::remove("loading");
    leptos::mount::mount_to_body(app::Analysis);
}
