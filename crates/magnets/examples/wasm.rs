//! The golden scenes and the speed scenes as exports of a wasm module, for the page `wasm.html`.
//!
//! `cargo xtask test` and `cargo xtask bench` build it and run it in Chromium.
#![allow(
    unsafe_code,
    reason = "an exported name is an unsafe attribute; nothing else here is"
)]

use magnets::golden;

/// How many golden scenes there are.
#[unsafe(no_mangle)]
pub extern "C" fn scenes() -> u32 {
    golden::GOLDEN as u32
}

/// The hash of a golden scene.
#[unsafe(no_mangle)]
pub extern "C" fn golden(scene: u32) -> u64 {
    golden::golden(scene as usize)
}

/// How many scenes there are for measuring speed.
#[unsafe(no_mangle)]
pub extern "C" fn speeds() -> u32 {
    golden::Bench::ALL.len() as u32
}

/// Plays some seconds of a scene for measuring speed.
#[unsafe(no_mangle)]
pub extern "C" fn bench(scene: u32, seconds: u32) -> u64 {
    let scene = golden::Bench::ALL.get(scene as usize);
    scene.map_or(0, |&scene| golden::bench(scene, seconds))
}
