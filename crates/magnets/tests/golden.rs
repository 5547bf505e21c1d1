//! The golden scenes give the hashes in `golden.txt`, in every build.
//!
//! `UPDATE_EXPECT=1` writes them anew, after a change that is meant to move discs. `cargo xtask test`
//! compares them in a browser, too.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use magnets::golden::{GOLDEN, golden};
use std::path::Path;

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
