//! Games that come from a text and go out as one, and pictures.

use super::tree::Tree;
use crate::browser;
use crate::frame::BoardGame;
use crate::frame::page::analysis_address;
use crate::frame::table::BoardTable;
use crate::thinking::Thinker;
use drawing::{Draw, Options};

/// Longer addresses get lost on their way.
const LONGEST_ADDRESS: usize = 6000;

/// Formats of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Export {
    /// The moves as a record.
    Record,
    /// The position as SVG.
    Svg,
    /// The position as PNG.
    Png,
}

/// Takes something along. The worker writes records, because it knows how.
pub(super) fn export<G: BoardGame>(
    table: &BoardTable<G>,
    names: [&str; 2],
    what: Export,
    thinker: &mut Thinker,
) {
    let name = |ending| format!("tablier-{}.{ending}", G::NAME);
    match what {
        Export::Svg => browser::download(&name("svg"), "image/svg+xml", &picture(table)),
        Export::Png => browser::download_png(&name("png"), &picture(table)),
        Export::Record => {
            let session = table.session();
            let request = format!(
                "write {}\t{}\n{}\n{}\n{}",
                names[0],
                names[1],
                G::NAME,
                session.start(),
                session.texts().join(" ")
            );
            thinker.ask(&request, move |answer| {
                if let Some(record) = answer.strip_prefix("done ") {
                    browser::download(&name("txt"), "text/plain", record);
                }
            });
        }
    }
}

fn picture<G: Draw + BoardGame>(table: &BoardTable<G>) -> String {
    let options = Options {
        last: table.last().map(|(_, mv)| mv),
        flipped: crate::frame::Control::is_flipped(table.control()),
    };
    table.position().svg(&options)
}

/// The address of this game, to be sent to others.
pub(super) fn link<G: BoardGame>(table: &BoardTable<G>, tree: &Tree) -> String {
    browser::origin() + &address(table, tree)
}

/// The first position and the moves, as parameters of an address.
pub(super) fn line<G: BoardGame>(table: &BoardTable<G>) -> String {
    let address = analysis_address(table);
    address
        .split_once('?')
        .map(|(_, line)| line.to_owned())
        .unwrap_or_default()
}

/// The address that shows all of this again; without the variations where they are too many.
fn address<G: BoardGame>(table: &BoardTable<G>, tree: &Tree) -> String {
    let line = analysis_address(table);
    let (before, _) = line.split_once("&moves=").unwrap_or((&line, ""));
    let whole = format!("{before}&moves={}", tree.to_text().replace(' ', "+"));
    if whole.len() <= LONGEST_ADDRESS {
        whole
    } else {
        line
    }
}

/// A game that was read: its first position and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Read {
    pub(super) start: String,
    pub(super) moves: String,
}

/// The worker's answer about a text that should be a game of this name.
pub(super) fn read(answer: &str, game: &str) -> Result<Read, String> {
    let lines: Vec<&str> = answer.split('\n').collect();
    match lines[..] {
        ["done", found, start, moves] if found == game => Ok(Read {
            start: start.to_owned(),
            moves: moves.to_owned(),
        }),
        ["done", found, ..] => Err(found.to_owned()),
        _ => Err(answer.strip_prefix("error ").unwrap_or(answer).to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_about_records_are_read() {
        let game = Read {
            start: "start".to_owned(),
            moves: "a5b5 a1b1".to_owned(),
        };
        assert_eq!(read("done\noffboard\nstart\na5b5 a1b1", "offboard"), Ok(game));
        assert_eq!(
            read("done\npolygone\nstart\n", "offboard"),
            Err("polygone".to_owned())
        );
        assert_eq!(
            read("error line 1: expected", "offboard"),
            Err("line 1: expected".to_owned())
        );
    }
}
