//! `cargo play`: builds the builder (xtask) and hands over to it, with one bar for both.

use start::{PROFILE, Progress, STEPS, become_command};
use std::path::Path;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let Err(error) = run() else {
        return ExitCode::SUCCESS;
    };
    eprintln!("cargo play: {error}");
    ExitCode::FAILURE
}

fn run() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut build = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.current_dir(&root);
    build.args(["build", "--profile", PROFILE, "--package", "xtask"]);
    Progress::new(&STEPS).compile("builder", &mut build)?;
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let mut builder = Command::new(root.join(target).join(PROFILE).join("xtask"));
    become_command(builder.arg("play").args(std::env::args_os().skip(1)))
}
