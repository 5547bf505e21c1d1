//! The project's own commands.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let steps: [&[&str]; 3] = [
        &["fmt", "--all", "--check"],
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "--deny",
            "warnings",
        ],
        &["test", "--workspace"],
    ];
    let passed = steps.iter().all(|step| {
        Command::new("cargo")
            .args(*step)
            .status()
            .is_ok_and(|status| status.success())
    });
    if passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
