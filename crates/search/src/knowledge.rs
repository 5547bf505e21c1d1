//! Knowledge of a game that alpha-beta needs besides its rules.

mod offboard;
mod polygone;

pub use offboard::Offboard;
pub use polygone::Polygone;

use crate::engine::Term;
use crate::level::Strengths;
use crate::score::{Score, of_outcome};
use rules::{Game, Outcome, Side};

/// Something that can be counted in a position, and what one more of it is worth to the side that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The reason it counts for: several features can be one [`Term`]. Those of a term stand together.
    pub term: &'static str,
    /// Its weight.
    pub weight: Score,
}

/// Evaluation, move order and levels of a game for alpha-beta.
pub trait Knowledge: 'static {
    /// The game.
    type Game: Game;
    /// Facts about a position that are updated move by move during a search.
    type Memory;

    /// One more than the greatest [`move_key`](Self::move_key); below 65,535.
    const MOVE_KEYS: usize;
    /// The most that a ply usually gains, for futility pruning near the leaves.
    const MARGIN: Score;
    /// Whether a position can come again.
    const REPEATS: bool;
    /// The strength of each level.
    const LEVELS: Strengths;

    /// The features of the evaluation.
    const FEATURES: &'static [Feature];

    /// Calls `visit` with the number of a feature and by how many the first side has more of it. Features that are not
    /// visited are even.
    fn each_feature(position: &Self::Game, visit: impl FnMut(usize, i32));

    /// The position's score for the first side, term by term. The sum is the evaluation.
    fn terms(position: &Self::Game) -> Vec<Term> {
        let mut scores = vec![0; Self::FEATURES.len()];
        Self::each_feature(position, |feature, count| {
            scores[feature] += count * Self::FEATURES[feature].weight;
        });
        let features: Vec<(&Feature, Score)> = Self::FEATURES.iter().zip(scores).collect();
        let groups = features.chunk_by(|(a, _), (b, _)| a.term == b.term);
        let term = |group: &[(&Feature, Score)]| Term {
            name: group[0].0.term,
            score: group.iter().map(|(_, score)| score).sum(),
        };
        groups.map(term).collect()
    }

    /// The worth to the side to move.
    #[inline]
    fn evaluate(position: &Self::Game) -> Score {
        let mut sum = 0;
        Self::each_feature(position, |feature, count| {
            sum += count * Self::FEATURES[feature].weight;
        });
        sum * sign(position)
    }

    /// A small number that distinguishes the moves of a position, or nearly so; moves that do the same in other
    /// positions share it.
    fn move_key(mv: MoveOf<Self>) -> u16;

    /// The move of a key that was a move elsewhere, with what it wins at once, if it is legal here. Games that
    /// find all their moves as fast as one need not say.
    fn recall(_position: &Self::Game, _key: u16) -> Option<(MoveOf<Self>, Score)> {
        None
    }

    /// Calls `visit` with every legal move and what it wins at once: 0 for a quiet move.
    fn each_weighed(position: &Self::Game, visit: impl FnMut(MoveOf<Self>, Score));

    /// Calls `visit` with every loud move and what it wins at once. Loud moves are tried first, and alone
    /// when the depth is used up.
    fn each_loud(position: &Self::Game, visit: impl FnMut(MoveOf<Self>, Score));

    /// The position with the turn passed, where passing is never a gain in earnest.
    fn passed(_position: &Self::Game) -> Option<Self::Game> {
        None
    }

    /// Plays a legal move.
    #[inline]
    fn play(position: &mut Self::Game, mv: MoveOf<Self>, _memory: &mut Self::Memory) {
        position.play_unchecked(mv);
    }

    /// The side to move's gain so far, in games whose end counts by the gain in all. Positions that differ only in this
    /// share an entry of the transposition table.
    #[inline]
    fn gained(_position: &Self::Game) -> Score {
        0
    }

    /// The key of what is to come: the hash of all but what [`gained`](Self::gained) tells.
    #[inline]
    fn future(position: &Self::Game) -> u64 {
        position.hash()
    }

    /// The score of the end of the game for the side to move, `ply` moves from the root.
    #[inline]
    fn end(position: &Self::Game, outcome: Outcome, ply: u32) -> Score {
        of_outcome(outcome, position.turn(), ply)
    }
}

/// A move of the game that is known.
pub(crate) type MoveOf<K> = <<K as Knowledge>::Game as Game>::Move;

/// How many more the first side has of something.
#[inline]
pub fn difference(of: impl Fn(Side) -> i32) -> i32 {
    of(Side::First) - of(Side::Second)
}

/// 1 for the first side to move, -1 for the second.
#[inline]
pub fn sign(position: &impl Game) -> i32 {
    if position.turn() == Side::First { 1 } else { -1 }
}
