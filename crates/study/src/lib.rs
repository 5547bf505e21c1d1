#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

/// Puts the analysis into the document.
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn start() {
    client::start_analysis();
}
