//! The golden scenes and the speed scenes as exports of a wasm module, for the page `wasm.html`.
//!
//! `cargo xtask test` and `cargo xtask bench` build it and run it in Chromium.
#![allow(
    unsafe_code,
    reason = "an exported name is an unsafe attribute; nothing else here is"
)]

use magnets::golden::{self, Bench, Run};
use std::cell::RefCell;

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
    Bench::ALL.len() as u32
}

thread_local! {
    static RUN: RefCell<Option<Run>> = const { RefCell::new(None) };
}

/// Sets up a scene for measuring speed; whether there is one.
#[unsafe(no_mangle)]
pub extern "C" fn begin(scene: u32) -> bool {
    let scene = Bench::ALL.get(scene as usize);
    RUN.set(scene.map(|&scene| Run::new(scene)));
    scene.is_some()
}

/// Lets some ticks pass in it.
#[unsafe(no_mangle)]
pub extern "C" fn pass(ticks: u32) {
    RUN.with_borrow_mut(|run| run.iter_mut().for_each(|run| run.pass(ticks)));
}

/// The hash of the scene's state.
#[unsafe(no_mangle)]
pub extern "C" fn hash() -> u64 {
    RUN.with_borrow(|run| run.as_ref().map_or(0, Run::hash))
}
