//! What the engine needs to know of a game besides its rules.

use crate::level::Strengths;
use crate::score::Score;
use rules::{Game, Side};

/// One reason why a position is worth what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name, a key for texts: `edge`.
    pub name: &'static str,
    /// What it is worth to the first side.
    pub score: Score,
}

/// A game that the engine plays.
pub trait EngineGame: Game {
    /// One more than the greatest [`move_key`](Self::move_key); below 65,535.
    const MOVE_KEYS: usize;
    /// What a ply is at most worth, for giving up hopeless tries near the leaves.
    const MARGIN: Score;
    /// Whether a position can come again.
    const REPEATS: bool;
    /// What each level means.
    const LEVELS: Strengths;

    /// What the position is worth, term by term, to the first side. The sum is the evaluation.
    fn each_term(&self, visit: impl FnMut(Term));

    /// The worth to the side to move.
    #[inline]
    fn evaluate(&self) -> Score {
        let mut sum = 0;
        self.each_term(|term| sum += term.score);
        if self.turn() == Side::First { sum } else { -sum }
    }

    /// A small number that tells the moves of a position apart, or nearly so; moves that do the same in other
    /// positions share it.
    fn move_key(mv: Self::Move) -> u16;

    /// The move of a key that was a move elsewhere, with what it wins at once, if it is legal here. Games that
    /// find all their moves as fast as one need not say.
    fn recall(&self, _key: u16) -> Option<(Self::Move, Score)> {
        None
    }

    /// Calls `visit` with every legal move and what it wins at once: 0 for a quiet move.
    fn each_weighed(&self, visit: impl FnMut(Self::Move, Score));

    /// Calls `visit` with every loud move and what it wins at once. Loud moves are tried first, and alone
    /// when the depth is used up.
    fn each_loud(&self, visit: impl FnMut(Self::Move, Score));

    /// The position with the turn passed, where passing is never a gain in earnest.
    fn passed(&self) -> Option<Self> {
        None
    }
}
