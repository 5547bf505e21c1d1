//! Failures of a command: one line on stderr, and an exit status.

use rules::{MoveError, TextError};
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// The reason why a command ends before its work is done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request is wrong; the line says why. Status 1.
    Refused(String),
    /// The reader of our output is gone, which is no error. Status 0.
    OutputClosed,
}

impl Failure {
    /// A refusal that names its subject first: `FILE: reason`.
    pub(crate) fn about(what: impl Display, why: impl Display) -> Failure {
        Failure::Refused(format!("{what}: {why}"))
    }

    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Refused(line) => {
                eprintln!("tablier: {}", one_line(&line));
                ExitCode::FAILURE
            }
            Failure::OutputClosed => ExitCode::SUCCESS,
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

/// A bare IO error comes from standard output; errors of files carry the names of the files.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::OutputClosed,
            _ => Failure::about("standard output", error),
        }
    }
}

/// Reports arguments that clap refuses, with status 2, or prints the requested help.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Clap prints help and version; a reader that is gone is no failure.
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
