//! The bar of `cargo play`, and what its two programs share. It has no dependencies: it is compiled in a second.

mod progress;

pub use progress::{Progress, Step};

use std::process::Command;

/// The profile of all that `cargo play` builds for this machine, and of its own programs (`.cargo/config.toml`).
pub const PROFILE: &str = "play";

/// The steps, with their shares of the processor time of a first build.
pub const STEPS: [Step; 4] = [("builder", 15), ("client", 42), ("packing", 5), ("server", 38)];

/// Runs a command in our place, so that Ctrl+C reaches it alone and it can end in its own time. Returns only when that
/// fails.
#[cfg(unix)]
pub fn become_command(command: &mut Command) -> Result<(), String> {
    use std::os::unix::process::CommandExt;
    let name = command.get_program().display().to_string();
    Err(format!("{name} cannot be started: {}", command.exec()))
}

/// Runs a command to its end.
#[cfg(not(unix))]
pub fn become_command(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().display().to_string();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(error) => Err(format!("{name} cannot be started: {error}")),
    }
}
