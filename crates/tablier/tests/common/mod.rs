//! Running the binary as scripts do.

// Helpers of tests fail by panicking; not every test file uses every one.
#![allow(clippy::unwrap_used, dead_code)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

pub(crate) fn tablier(args: &[&str], input: &str) -> Output {
    tablier_bytes(args, input.as_bytes())
}

pub(crate) fn tablier_bytes(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tablier"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Fed apart from the reading: a command that answers while it reads would fill both pipes. One that reads
    // nothing may be gone before it is fed.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The output of a command that succeeds.
#[track_caller]
pub(crate) fn prints(args: &[&str]) -> String {
    let output = tablier(args, "");
    assert_eq!(text(&output.stderr), "", "{args:?}");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    text(&output.stdout).to_owned()
}

/// The one line that a command refuses with.
#[track_caller]
pub(crate) fn refuses(args: &[&str], input: &str, status: i32) -> String {
    let output = tablier(args, input);
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {line}");
    assert_eq!(line.lines().count(), 1, "{args:?}: {line}");
    assert!(
        line.starts_with("tablier: ") && !line.contains("panicked"),
        "{args:?}: {line}"
    );
    line.trim_end().to_owned()
}
