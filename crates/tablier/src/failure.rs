//! How a command ends when it cannot do its work: one line on stderr, and a status.

use rules::{MoveError, TextError};
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// The work could not be done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request is wrong; the line says why. Status 1.
    Refused(String),
    /// Nobody reads our output any more: no reason to complain.
    NobodyListens,
}

impl Failure {
    /// A refusal that says what it is about.
    pub(crate) fn about(what: impl Display, why: impl Display) -> Failure {
        Failure::Refused(format!("{what}: {why}"))
    }

    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Refused(line) => {
                eprintln!("tablier: {}", one_line(&line));
                ExitCode::FAILURE
            }
            Failure::NobodyListens => ExitCode::SUCCESS,
        }
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        Failure::Refused(error.to_string())
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Failure {
        Failure::Refused(error.to_string())
    }
}

/// Only writing to standard output fails with a bare IO error; files are named.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::NobodyListens,
            _ => Failure::about("standard output", error),
        }
    }
}

/// Arguments that make no command: status 2, or the help that was asked for.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Help and version, printed as clap lays them out; a reader that is gone is no failure.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let complaint = text.split("\n\nUsage:").next().unwrap_or_default();
    let complaint = complaint
        .split("\n\nFor more information")
        .next()
        .unwrap_or_default();
    eprintln!(
        "tablier: {} (tablier --help tells more)",
        one_line(complaint.trim_start_matches("error: "))
    );
    ExitCode::from(2)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
