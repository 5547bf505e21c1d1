//! Moves, and their effects.

use crate::board::{Cell, Direction};

/// One turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The marble on `from` and all own marbles directly ahead of it go one cell on, pushing what they
    /// outnumber: `a1b2`.
    Step {
        /// The rearmost marble that moves.
        from: Cell,
        /// The direction in which it and the marbles ahead of it go.
        direction: Direction,
    },
    /// The marble that came back from an occupied target is put on a free cell: `@e5`.
    Return {
        /// The cell that it is put on.
        cell: Cell,
    },
}

/// The marbles that a [`Move::Step`] moves and pushes, for play and for drawing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// How many own marbles move.
    pub own: u8,
    /// How many opposing marbles they push.
    pub pushed: u8,
    /// The foremost cell that a marble stands on before the move.
    pub front: Cell,
    /// Fate of the foremost pushed marble if it leaves the board.
    pub ejected: Option<Ejection>,
}

/// A marble that leaves the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ejection {
    /// The target it goes to.
    pub target: usize,
    /// Points of the pusher: none when the target is occupied and the marble goes back to its owner.
    pub points: u8,
}
