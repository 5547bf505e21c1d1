//! Reasons for which a move is refused.

use crate::board::{Cell, Cells};
use crate::position::Position;
use rules::{Game, MoveError, Side};

/// The reason for which a move is refused, with the marbles concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// No marble stands there.
    NoMarble(Cell),
    /// The marble there is the opponent's.
    NotOwn(Cell),
    /// The marble there has no move at all.
    Stuck(Cell),
    /// A line goes one cell straight ahead: the second cell is no such place for the first one's marble.
    NotAhead(Cell, Cell),
    /// The foremost own marble would leave the board.
    OwnOff {
        /// The own line.
        line: Cells,
        /// Its foremost marble.
        front: Cell,
    },
    /// A push needs more marbles than it pushes.
    Outnumbered {
        /// The own line.
        own: Cells,
        /// The marbles ahead of it.
        theirs: Cells,
    },
    /// A marble stands behind those that would be pushed.
    Blocked {
        /// Those that would be pushed.
        theirs: Cells,
        /// The marble behind them.
        by: Cell,
    },
    /// No marble waits to be put back.
    NothingReturned,
    /// A marble that is put back needs a free cell, and this is none.
    Taken(Cell),
}

impl Forbidden {
    /// The cells of the marbles concerned.
    pub fn cells(self) -> Cells {
        match self {
            Forbidden::NoMarble(cell)
            | Forbidden::NotOwn(cell)
            | Forbidden::Stuck(cell)
            | Forbidden::NotAhead(cell, _)
            | Forbidden::Taken(cell) => Cells::of(cell),
            Forbidden::OwnOff { line, .. } => line,
            Forbidden::Outnumbered { own, theirs } => own.or(theirs),
            Forbidden::Blocked { theirs, by } => theirs.or(Cells::of(by)),
            Forbidden::NothingReturned => Cells::NONE,
        }
    }

    /// The same as an error, for a side to move.
    pub(crate) fn error(self, turn: Side) -> MoveError {
        let [us, them] = [turn, !turn].map(|side| Position::SIDES[side]);
        MoveError::illegal(match self {
            Forbidden::NoMarble(cell) => format!("there is no marble on {cell}"),
            Forbidden::NotOwn(cell) => format!("the marble on {cell} is {them}, not {us}"),
            Forbidden::Stuck(cell) => format!("the marble on {cell} cannot move in any direction"),
            Forbidden::NotAhead(from, to) => format!("{to} is not straight ahead of {from}"),
            Forbidden::OwnOff { front, .. } => format!("the {us} marble on {front} would leave the board"),
            Forbidden::Outnumbered { own, theirs } => format!(
                "{} {us} cannot push {} {them}: a push needs more marbles than it pushes",
                own.len(),
                theirs.len()
            ),
            Forbidden::Blocked { by, .. } => format!("the {us} marble on {by} blocks the push"),
            Forbidden::NothingReturned => format!("{us} has no marble to put back"),
            Forbidden::Taken(cell) => format!("{cell} is not free"),
        })
    }
}
