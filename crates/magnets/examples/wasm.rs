//! The golden scenes and the speed scenes as exports of a wasm module, for node or a page.
//!
//! Build with `cargo build -p magnets --release --target wasm32-unknown-unknown --example wasm`, run
//! with `node crates/magnets/examples/wasm.mjs <the .wasm file>`.
#![allow(
    unsafe_code,
    reason = "an exported name is an unsafe attribute; nothing else here is"
)]

use magnets::golden::{self, Bench};

/// The hash of a golden scene.
#[unsafe(no_mangle)]
pub extern "C" fn golden(scene: u32) -> u64 {
    golden::golden(scene as usize)
}

/// How many golden scenes there are.
#[unsafe(no_mangle)]
pub extern "C" fn scenes() -> u32 {
    golden::GOLDEN as u32
}

/// Plays some seconds of a scene for measuring speed.
#[unsafe(no_mangle)]
pub extern "C" fn bench(scene: u32, seconds: u32) -> u64 {
    let scene = match scene {
        0 => Bench::Board,
        1 => Bench::Chaos,
        _ => Bench::Clusters,
    };
    golden::bench(scene, seconds)
}
