//! `tablier engine`: the engine protocol, `docs/engine.md`.

mod command;
mod lines;
mod session;
mod settings;
mod thinking;

use crate::failure::Failure;
use lines::{Input, Lines};
use session::Session;
use std::io;

pub(crate) fn run() -> Result<(), Failure> {
    let mut session = Session::new(io::stdout());
    let mut lines = Lines::new(io::stdin().lock());
    while session.is_open() {
        match lines.next_line() {
            Input::Line(line) => {
                if session.receive(&line).is_break() {
                    return Ok(());
                }
            }
            Input::Refused(why) => session.send_error(why),
            Input::End => {
                session.finish();
                return Ok(());
            }
        }
    }
    Err(Failure::OutputClosed)
}
