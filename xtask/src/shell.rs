//! Runs other programs, and prints their names and times.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The result of a command: nothing, or a line that says what went wrong.
pub(crate) type Done = Result<(), String>;

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map(Path::to_path_buf)
        .unwrap_or_default()
}

/// The folder that cargo builds into.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The cargo that runs us.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// Does a step, and says what it was and how long it took.
pub(crate) fn step<T>(what: &str, work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    eprintln!("==> {what}");
    let begin = Instant::now();
    let done = work();
    let seconds = begin.elapsed().as_secs_f64();
    match &done {
        Ok(_) => eprintln!("    {what}: {seconds:.1} s"),
        Err(_) => eprintln!("    {what}: failed after {seconds:.1} s"),
    }
    done
}

/// Runs a program to its end, showing what it prints.
pub(crate) fn succeed(command: &mut Command) -> Done {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(error) => Err(format!("{name} cannot be started: {error}")),
    }
}

/// Runs a program to its end and gives back what it printed.
pub(crate) fn output(command: &mut Command) -> Result<(String, String), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|error| format!("{name} cannot be started: {error}"))?;
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    if output.status.success() {
        Ok((out, err))
    } else {
        Err(format!("{name} ended with {}\n{err}", output.status))
    }
}

/// Whether a program can be started.
pub(crate) fn has(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

/// The names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    names
}
