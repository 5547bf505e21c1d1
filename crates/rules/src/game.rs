//! The one trait that every game with countable moves implements.

use crate::{MoveError, Outcome, Side, TextError};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A way to start a game that has several (Isometron's symmetries).
pub trait Variant:
    Copy + Debug + Default + Eq + Hash + Display + FromStr<Err = TextError> + Send + Sync + 'static
{
    /// Every variant, the default first.
    const ALL: &'static [Self];
}

/// A position of a game, complete for play: who moves, what they may do, how it ends.
///
/// Positions are small and `Copy`: undoing a move is going back to the copy made before it.
/// The text ([`Display`] and [`FromStr`]) is the exact one-line format of the rules.
pub trait Game: Copy + Debug + Eq + Display + FromStr<Err = TextError> + Send + Sync + 'static {
    /// One move of a player. Small, and never boxed.
    type Move: Copy + Debug + Eq + Hash + Send + Sync + 'static;
    /// The ways to start; [`Standard`](crate::Standard) where there is one.
    type Variant: Variant;

    /// The name in commands, records and addresses: `offboard`.
    const NAME: &'static str;
    /// English names of the sides: `["red", "yellow"]`.
    const SIDES: [&'static str; 2];

    /// The position at the start.
    fn start(variant: Self::Variant) -> Self;

    /// The side to move; it flips after the move that ends the game, too.
    fn turn(&self) -> Side;

    /// How the game ended, or `None` while it goes on. Repetition is not seen here: it needs a [`History`](crate::History).
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `visit` with every legal move once; never, when the game is over.
    fn each_move(&self, visit: impl FnMut(Self::Move));

    /// How many moves [`each_move`](Self::each_move) visits.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.each_move(|_| count += 1);
        count
    }

    /// The legal moves as a list. Hot paths use [`each_move`](Self::each_move).
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.each_move(|mv| moves.push(mv));
        moves
    }

    /// Plays a move if the rules allow it; otherwise says why not and changes nothing.
    fn play(&mut self, mv: Self::Move) -> Result<(), MoveError>;

    /// Plays a move that is known to be legal here.
    ///
    /// # Panics
    /// May panic, or leave a nonsensical position, when the move is not legal.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// The 64-bit hash, kept up move by move: equal positions have equal hashes.
    fn hash(&self) -> u64;

    /// The same hash computed anew from what stands on the board, to check the one kept up.
    fn hash_from_scratch(&self) -> u64;

    /// Reads a move that may be played here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// The text of a move that may be played here, as records write it.
    fn move_text(&self, mv: Self::Move) -> String;
}

/// The only variant of a game that has one start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Standard;

impl Variant for Standard {
    const ALL: &'static [Standard] = &[Standard];
}

impl Display for Standard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("standard")
    }
}

impl FromStr for Standard {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Standard, TextError> {
        crate::text::choice("variant", text, Standard::ALL)
    }
}
