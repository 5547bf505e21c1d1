//! The texts of cells, tiles, moves and positions.

use crate::board::{self, CELL_COUNT, Cell, Cells, Corner, LETTERS, PASSES, SIZE, Symmetry};
use crate::moves::{Move, Tile};
use crate::position::Position;
use crate::tiles::Tiles;
use rules::{Game, Side, TextError, Variant, text};
use std::fmt;
use std::str::FromStr;

/// How a corner is written in a tile.
const CORNERS: [&str; 4] = ["ne", "se", "sw", "nw"];
/// How a tile is written in a position, by its blank corner.
const TILE_LETTERS: [char; 4] = ['a', 'b', 'c', 'd'];
const ROW_LENGTHS: [usize; SIZE] = [SIZE; SIZE];
const POINTS: &str = "points";
const PASS: &str = "--";
/// Marks a wrong forced tile.
const WRONG: char = '?';
/// The most points that any position can lead to; no game comes near.
const MOST_POINTS: u16 = 9999;

/// A corner for people.
pub(crate) fn corner_name(corner: Corner) -> &'static str {
    ["north-east", "south-east", "south-west", "north-west"][corner.index()]
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Symmetry::Axial => "axial",
            Symmetry::Central => "central",
            Symmetry::Shift => "shift",
        })
    }
}

impl FromStr for Symmetry {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Symmetry, TextError> {
        text::choice("symmetry", text, Symmetry::ALL)
    }
}

impl Variant for Symmetry {
    const ALL: &'static [Symmetry] = &[Symmetry::Axial, Symmetry::Central, Symmetry::Shift];
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column() as u8) as char, self.row() + 1)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.cell, CORNERS[self.blank.index()])
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Tile(tile) => tile.fmt(f),
            Move::Wrong(tile) => write!(f, "{tile}{WRONG}"),
            Move::Pass => f.write_str(PASS),
        }
    }
}

/// How many characters a tile has.
const TILE_LENGTH: usize = 4;

/// Reads the tile at the start of a field.
fn read_tile(field: &'static str, text: &str) -> Result<Tile, TextError> {
    let error = |at, expected: &str| Err(TextError::at(field, text, at, expected));
    let mut characters = text.chars();
    let Some(column @ 'a'..='h') = characters.next() else {
        return error(0, "a column from a to h");
    };
    let Some(row @ '1'..='8') = characters.next() else {
        return error(1, "a row from 1 to 8");
    };
    let Some(upright @ ('n' | 's')) = characters.next() else {
        return error(2, "a blank corner: ne, se, sw or nw");
    };
    let Some(sideways @ ('e' | 'w')) = characters.next() else {
        return error(3, "a blank corner: ne, se, sw or nw");
    };
    let blank = match (upright, sideways) {
        ('n', 'e') => Corner::Ne,
        ('s', 'e') => Corner::Se,
        ('s', _) => Corner::Sw,
        _ => Corner::Nw,
    };
    let cell = Cell::at(row as usize - '1' as usize, column as usize - 'a' as usize);
    Ok(Tile { cell, blank })
}

impl FromStr for Tile {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Tile, TextError> {
        let tile = read_tile("tile", text)?;
        match text.len() {
            TILE_LENGTH => Ok(tile),
            _ => Err(TextError::at("tile", text, TILE_LENGTH, "the end of the tile")),
        }
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        const MOVE: &str = "move";
        if text.starts_with('-') {
            let pass = text::choice(MOVE, text, &[PASS]);
            return pass.map(|_| Move::Pass);
        }
        let tile = read_tile(MOVE, text)?;
        let end = |at| TextError::at(MOVE, text, at, "the end of the move");
        let mut rest = text.chars().skip(TILE_LENGTH);
        match (rest.next(), rest.next()) {
            (None, _) => Ok(Move::Tile(tile)),
            (Some(WRONG), None) => Ok(Move::Wrong(tile)),
            (Some(WRONG), Some(_)) => Err(end(TILE_LENGTH + 1)),
            (Some(_), _) => Err(end(TILE_LENGTH)),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = text::write_rows(&ROW_LENGTHS, |row, column| {
            let tile = self.tiles().get(Cell::at(SIZE - 1 - row, column));
            tile.map(|tile| TILE_LETTERS[tile.blank.index()])
        });
        write!(f, "{cells} {} {} ", self.symmetry(), LETTERS[self.turn()])?;
        match self.owed() {
            Some(owed) => owed.fmt(f)?,
            None => f.write_str("-")?,
        }
        let [red, blue] = Side::BOTH.map(|side| self.points(side));
        write!(f, " {} {red}-{blue}", self.passes())
    }
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        let names = ["cells", "symmetry", "turn", "owed", "passes", "points"];
        let [cells, symmetry, turn, owed, passes, points] = text::fields(names, text)?;
        let tiles = read_cells(cells)?;
        let symmetry = symmetry.parse()?;
        let turn = text::choice("turn", turn, &LETTERS)
            .map(|letter| board::side_of(letter).unwrap_or(Side::First))?;
        let owed = read_owed(owed, &tiles, symmetry, turn)?;
        let passes = read_passes(passes, owed)?;
        let points = read_points(points, &tiles)?;
        Ok(Position::from_parts(tiles, symmetry, turn, owed, passes, points))
    }
}

fn read_cells(text: &str) -> Result<Tiles, TextError> {
    let mut tiles = Tiles::NONE;
    let blank = |letter| {
        let index = TILE_LETTERS.iter().position(|&known| known == letter)?;
        Some(Corner::ALL[index])
    };
    text::read_rows(
        "cells",
        text,
        &ROW_LENGTHS,
        "a, b, c, d",
        blank,
        |row, column, blank| {
            tiles = tiles.with(Tile {
                cell: Cell::at(SIZE - 1 - row, column),
                blank,
            });
        },
    )?;
    Ok(tiles)
}

/// Reads the forced tile that is owed: it can be placed, and its original is a free tile of the opponent.
fn read_owed(text: &str, tiles: &Tiles, symmetry: Symmetry, turn: Side) -> Result<Option<Tile>, TextError> {
    const OWED: &str = "owed";
    if text == "-" {
        return Ok(None);
    }
    let owed = read_tile(OWED, text)?;
    let error = |at, expected: String| Err(TextError::at(OWED, text, at, expected));
    if text.len() > TILE_LENGTH {
        return error(TILE_LENGTH, "the end of the tile".to_owned());
    }
    let us = Position::SIDES[turn];
    if owed.cell.camp() != turn || tiles.cells().contains(owed.cell) {
        return error(0, format!("a tile on an empty cell of {us}'s camp"));
    }
    // Each symmetry undoes itself.
    let original = owed.image(symmetry);
    if tiles.get(original.cell) != Some(original) || symmetry.webs().contains(original.cell) {
        let them = Position::SIDES[!turn];
        return error(0, format!("the image of a free tile of {them}"));
    }
    Ok(Some(owed))
}

fn read_passes(text: &str, owed: Option<Tile>) -> Result<u8, TextError> {
    const NAME: &str = "passes";
    let numbers: Vec<u8> = (0..=PASSES).collect();
    match text::choice(NAME, text, &numbers)? {
        1.. if owed.is_some() => Err(TextError::at(NAME, text, 0, "0 where a forced tile is owed")),
        passes => Ok(passes),
    }
}

/// Reads both sides' points. The more empty cells a side has left to score with, the fewer it may have, so
/// that play leads to no position that could not be read back.
fn read_points(text: &str, tiles: &Tiles) -> Result<[u16; 2], TextError> {
    let Some((red, blue)) = text.split_once('-') else {
        let at = text.chars().take_while(char::is_ascii_digit).count();
        return Err(TextError::at(
            POINTS,
            text,
            at,
            "red's points, '-' and blue's points",
        ));
    };
    let most = |side| MOST_POINTS - (tiles.empty().and(Cells::camp(side)).len() as u16) * CELL_COUNT as u16;
    Ok([
        read_number(text, 0, red, most(Side::First))?,
        read_number(text, red.chars().count() + 1, blue, most(Side::Second))?,
    ])
}

/// Reads a number of the points field that starts at character `at`. Only one spelling is accepted: no plus
/// sign, no leading zero.
fn read_number(text: &str, at: usize, number: &str, most: u16) -> Result<u16, TextError> {
    let known = number
        .parse()
        .ok()
        .filter(|&known: &u16| known <= most && known.to_string() == number);
    known.ok_or_else(|| {
        let wrong = number.chars().position(|c| !c.is_ascii_digit()).unwrap_or(0);
        TextError::at(POINTS, text, at + wrong, format!("a number from 0 to {most}"))
    })
}
