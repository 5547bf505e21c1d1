//! The texts of cells, moves and positions.

use crate::board::{
    self, Cell, Cells, Direction, LETTERS, MARBLES, ROW_LENGTHS, TARGET_COUNT, WINNING_POINTS,
};
use crate::moves::Move;
use crate::position::Position;
use rules::{Game, Side, TextError, text};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.row() as u8 - 1) as char, self.column())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Move::Return { cell } => write!(f, "@{cell}"),
            Move::Step { from, direction } => {
                // Only a move that no position allows has nowhere to go.
                let to = from.step(direction).unwrap_or(from);
                write!(f, "{from}{to}")
            }
        }
    }
}

const MOVE: &str = "move";

/// Reads the cell at character `at` of a move.
fn read_cell(text: &str, at: usize) -> Result<Cell, TextError> {
    let mut characters = text.chars().skip(at);
    let row = match characters.next() {
        Some(row @ 'a'..='i') => row as i8 - 'a' as i8 + 1,
        _ => return Err(TextError::at(MOVE, text, at, "a row from a to i")),
    };
    let column = characters.next().and_then(|c| c.to_digit(10)).unwrap_or(0) as i8;
    Cell::new(row, column).ok_or_else(|| {
        let columns = (1..=9).filter(|&column| Cell::new(row, column).is_some());
        let (least, most) = (columns.clone().min().unwrap_or(1), columns.max().unwrap_or(9));
        TextError::at(MOVE, text, at + 1, format!("a column from {least} to {most}"))
    })
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        let (mv, length) = if text.starts_with('@') {
            (
                Move::Return {
                    cell: read_cell(text, 1)?,
                },
                3,
            )
        } else {
            let (from, to) = (read_cell(text, 0)?, read_cell(text, 2)?);
            let direction = Direction::ALL
                .into_iter()
                .find(|&direction| from.step(direction) == Some(to));
            let direction =
                direction.ok_or_else(|| TextError::at(MOVE, text, 2, format!("a cell next to {from}")))?;
            (Move::Step { from, direction }, 4)
        };
        if text.chars().count() > length {
            return Err(TextError::at(MOVE, text, length, "the end of the move"));
        }
        Ok(mv)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |side: Side| LETTERS[side];
        let cells = text::write_rows(&ROW_LENGTHS, |row, place| {
            self.marble(board::at_text(row, place)).map(letter)
        });
        let targets: String = (0..TARGET_COUNT)
            .map(|target| self.target(target).map_or('-', letter))
            .collect();
        let returned = if self.returned() { '*' } else { '-' };
        write!(f, "{cells} {} {targets} {returned}", letter(self.turn()))
    }
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        let [cells, turn, targets, returned] = text::fields(["cells", "turn", "targets", "returned"], text)?;
        let marbles = read_cells(cells)?;
        let turn = text::choice("turn", turn, &LETTERS)
            .map(|letter| board::side_of(letter).unwrap_or(Side::First))?;
        let in_targets = read_targets(targets)?;
        let has_returned = text::choice("returned", returned, &['-', '*'])? == '*';
        for side in Side::BOTH {
            let back = u32::from(has_returned && side == turn);
            if marbles[side].len() + in_targets[side].count_ones() + back > MARBLES {
                let expected = format!(
                    "at most {MARBLES} {} marbles, those in targets and to put back included",
                    Position::SIDES[side]
                );
                return Err(TextError::at("cells", cells, 0, expected));
            }
        }
        if in_targets
            .iter()
            .all(|&targets| board::worth(targets) >= WINNING_POINTS)
        {
            let expected = format!("at most one side with {WINNING_POINTS} points");
            return Err(TextError::at("targets", targets, 0, expected));
        }
        Ok(Position::from_parts(marbles, in_targets, turn, has_returned))
    }
}

fn read_cells(text: &str) -> Result<[Cells; 2], TextError> {
    let mut marbles = [Cells::NONE; 2];
    text::read_rows(
        "cells",
        text,
        &ROW_LENGTHS,
        "r or y",
        board::side_of,
        |row, place, side| {
            marbles[side] = marbles[side].or(Cells::of(board::at_text(row, place)));
        },
    )?;
    Ok(marbles)
}

/// The targets that hold a marble of each colour.
fn read_targets(text: &str) -> Result<[u16; 2], TextError> {
    let mut targets = [0; 2];
    for (at, letter) in text.chars().enumerate() {
        if at >= TARGET_COUNT {
            return Err(TextError::at(
                "targets",
                text,
                at,
                format!("the end after {TARGET_COUNT} targets"),
            ));
        }
        match board::side_of(letter) {
            Some(side) => targets[side] |= 1 << at,
            None if letter == '-' => {}
            None => return Err(TextError::at("targets", text, at, "r, y or -")),
        }
    }
    let length = text.chars().count();
    if length < TARGET_COUNT {
        return Err(TextError::at(
            "targets",
            text,
            length,
            "r, y or - for each of the 12 targets",
        ));
    }
    Ok(targets)
}
