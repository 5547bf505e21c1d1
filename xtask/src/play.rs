//! `cargo play`: everything from a fresh clone to a page that plays.

use crate::shell::{Done, cargo};
use crate::web;
use std::process::Command;

/// Builds the client, then builds and runs the server with the given flags.
pub(crate) fn run(flags: &[&str]) -> Done {
    web::build()?;
    eprintln!("==> server");
    let mut serve = cargo();
    serve.args(["run", "--release", "--package", "tablier", "--", "serve"]);
    serve.args(flags);
    become_command(serve)
}

/// Runs a command in our place, so that Ctrl+C reaches it alone and it can end in its own time.
#[cfg(unix)]
fn become_command(mut command: Command) -> Done {
    use std::os::unix::process::CommandExt;
    Err(format!("cargo cannot be started: {}", command.exec()))
}

#[cfg(not(unix))]
fn become_command(mut command: Command) -> Done {
    crate::shell::succeed(&mut command)
}
