#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod browser;
mod icons;
pub mod language;
pub mod offboard;
mod page;
pub mod session;

/// Puts the client into the document.
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    browser::remove("loading");
    leptos::mount::mount_to_body(page::Page);
}
