//! `tablier bench`: how fast the rules and the search are.

mod rules;
mod search;

use crate::failure::Failure;
use games::{BoardId, Visitor};
use std::io::{self, Write};

pub(crate) fn run() -> Result<(), Failure> {
    table(rules::HEAD, || rules::Row)?;
    writeln!(io::stdout())?;
    table(search::HEAD, || search::Row)
}

/// A Markdown table with a row a game.
fn table<V: Visitor<Output = String>>(head: &str, row: impl Fn() -> V) -> Result<(), Failure> {
    let mut out = io::stdout();
    writeln!(out, "{head}")?;
    for game in BoardId::ALL {
        writeln!(out, "{}", game.visit(row()))?;
    }
    Ok(())
}

/// In thousands or millions, whichever reads better.
fn rounded(per_second: f64) -> String {
    if per_second < 1e6 {
        format!("{:.1} k", per_second / 1e3)
    } else {
        format!("{:.1} M", per_second / 1e6)
    }
}
