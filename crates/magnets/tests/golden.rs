//! The golden scenes give the hashes in `golden.txt`, in every build.
//!
//! `UPDATE_EXPECT=1` writes them anew, after a change that is meant to move discs. `TABLIER_DEEP=1`
//! also compiles the same scenes to wasm, plain and with vector instructions, and runs them in node.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use magnets::golden::{GOLDEN, golden};
use std::path::Path;
use std::process::Command;

fn expected() -> Vec<String> {
    include_str!("golden.txt").lines().map(str::to_owned).collect()
}

#[test]
fn golden_scenes_keep_their_bits() {
    let found: Vec<String> = (0..GOLDEN)
        .map(|scene| format!("{:016x}", golden(scene)))
        .collect();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden.txt");
        std::fs::write(file, found.join("\n") + "\n").unwrap();
    } else {
        assert_eq!(found, expected());
    }
}

#[test]
fn other_scenes_are_nothing() {
    assert_eq!(golden(GOLDEN), 0);
}

#[test]
fn wasm_gives_the_same_bits() {
    if std::env::var_os("TABLIER_DEEP").is_none() {
        return;
    }
    for (name, flags) in [("plain", ""), ("simd", "-Ctarget-feature=+simd128")] {
        assert_eq!(in_wasm(name, flags), expected(), "{name}");
    }
}

/// Builds the scenes for wasm in a folder of their own and gives what node prints.
fn in_wasm(name: &str, flags: &str) -> Vec<String> {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let built = Command::new(env!("CARGO"))
        .args([
            "build",
            "--quiet",
            "--release",
            "--example",
            "wasm",
            "--target",
            "wasm32-unknown-unknown",
        ])
        .arg("--target-dir")
        .arg(&target)
        .env("RUSTFLAGS", flags)
        .current_dir(crate_folder)
        .status()
        .unwrap();
    assert!(
        built.success(),
        "building for wasm failed: is its target installed?"
    );
    let module = target.join("wasm32-unknown-unknown/release/examples/wasm.wasm");
    let node = Command::new("node")
        .arg(crate_folder.join("examples/wasm.mjs"))
        .arg(module)
        .output()
        .expect("these tests need node");
    String::from_utf8(node.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}
