//! Marks on a board: things lit up, crossed out, labelled.

use crate::error::LearnError;
use crate::lines::Entry;
use games::GameId;
use std::fmt;

/// Something on a board that a mark points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A cell of Offboard.
    Marble(offboard::Cell),
    /// A target of Offboard, from 0 to 11.
    Target(u8),
    /// A hole of Polygone.
    Hole(polygone::Hole),
    /// A place for a segment of Polygone.
    Segment(polygone::Segment),
    /// A cell of Isometron.
    Tile(isometron::Cell),
    /// A disc of Polarity by its number.
    Disc(u8),
    /// The red disc of Polarity.
    Red,
}

/// A mark on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Things lit up.
    Light(Vec<Thing>),
    /// Things crossed out: not possible.
    Cross(Vec<Thing>),
    /// One or two characters on a thing.
    Label(Thing, String),
    /// A closed line of Isometron, tile by tile.
    Ring(Vec<isometron::Cell>),
    /// A chain of Isometron's tiles that is no closed line.
    Open(Vec<isometron::Cell>),
}

/// The keywords of marks.
pub(crate) const WORDS: [&str; 5] = ["light", "cross", "label", "ring", "open"];

/// Discs of Polarity, the red one apart.
const DISCS: u8 = 52;

impl Thing {
    /// Reads a thing of a game: a cell, a hole, a segment, a target, a disc.
    pub fn parse(game: GameId, text: &str) -> Option<Thing> {
        match game {
            GameId::Offboard => {
                let cell = offboard::Cell::all().find(|cell| cell.to_string() == text);
                cell.map(Thing::Marble).or_else(|| target(text))
            }
            GameId::Polygone => {
                let hole = polygone::Hole::all().find(|hole| hole.to_string() == text);
                let mut segments = polygone::Segment::all();
                hole.map(Thing::Hole).or_else(|| {
                    segments
                        .find(|segment| segment.to_string() == text)
                        .map(Thing::Segment)
                })
            }
            GameId::Isometron => tile(text).map(Thing::Tile),
            GameId::Polarity if text == "red" => Some(Thing::Red),
            GameId::Polarity => number(text, DISCS + 1).filter(|disc| *disc > 0).map(Thing::Disc),
        }
    }
}

fn target(text: &str) -> Option<Thing> {
    let count = offboard::board::TARGET_COUNT as u8;
    number(text.strip_prefix('T')?, count).map(Thing::Target)
}

fn tile(text: &str) -> Option<isometron::Cell> {
    isometron::Cell::all().find(|cell| cell.to_string() == text)
}

/// A number below `end`, in its one spelling.
fn number(text: &str, end: u8) -> Option<u8> {
    let number = text.parse::<u8>().ok().filter(|number| *number < end)?;
    (number.to_string() == text).then_some(number)
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thing::Marble(cell) => cell.fmt(f),
            Thing::Target(target) => write!(f, "T{target}"),
            Thing::Hole(hole) => hole.fmt(f),
            Thing::Segment(segment) => segment.fmt(f),
            Thing::Tile(cell) => cell.fmt(f),
            Thing::Disc(disc) => disc.fmt(f),
            Thing::Red => f.write_str("red"),
        }
    }
}

impl Mark {
    /// Reads a line that begins with one of [`WORDS`].
    pub(crate) fn parse(game: GameId, entry: &Entry<'_>) -> Result<Mark, LearnError> {
        entry.leaf()?;
        let words = entry.words(names(game))?;
        let thing = |word: &String| Thing::parse(game, word).ok_or_else(|| entry.error(names(game)));
        match (entry.word, &words[..]) {
            ("light", words) => Ok(Mark::Light(words.iter().map(thing).collect::<Result<_, _>>()?)),
            ("cross", words) => Ok(Mark::Cross(words.iter().map(thing).collect::<Result<_, _>>()?)),
            ("label", [name, label]) if label.chars().count() <= 2 => {
                Ok(Mark::Label(thing(name)?, label.clone()))
            }
            ("label", _) => Err(entry.error("a thing and one or two characters to write on it")),
            ("ring", words) => Ok(Mark::Ring(cells(game, entry, words)?)),
            ("open", words) => Ok(Mark::Open(cells(game, entry, words)?)),
            _ => Err(entry.error(WORDS.join(" or "))),
        }
    }
}

fn cells(game: GameId, entry: &Entry<'_>, words: &[String]) -> Result<Vec<isometron::Cell>, LearnError> {
    if game != GameId::Isometron {
        return Err(entry.error("light, cross or label: only Isometron has lines"));
    }
    let cells: Option<Vec<isometron::Cell>> = words.iter().map(|word| tile(word)).collect();
    cells.ok_or_else(|| entry.error(names(game)))
}

fn names(game: GameId) -> &'static str {
    match game {
        GameId::Offboard => "cells (e5) or targets (T0 to T11)",
        GameId::Polygone => "holes (c4) or places of segments (b3c4)",
        GameId::Isometron => "cells (a1 to h8)",
        GameId::Polarity => "numbers of discs (1 to 52), or red",
    }
}
