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
    while session.is_heard() {
        match lines.next_line() {
            Input::Line(line) => {
                if session.hear(&line).is_break() {
                    return Ok(());
                }
            }
            Input::Refused(why) => session.complain(why),
            Input::End => {
                session.finish();
                return Ok(());
            }
        }
    }
    Err(Failure::NobodyListens)
}
