//! What the engine needs to know of a game besides its rules.

use crate::level::Strengths;
use crate::playouts::Playouts;
use crate::score::{Score, of_outcome};
use crate::searcher::{Limits, Line};
use rules::{Game, Outcome, Side};

/// One reason why a position is worth what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name, a key for texts: `edge`.
    pub name: &'static str,
    /// What it is worth to the first side.
    pub score: Score,
}

/// Something that can be counted in a position, and what one more of it is worth to the side that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The reason it counts for: several features can be one [`Term`]. Those of a term stand together.
    pub term: &'static str,
    /// What it is worth.
    pub weight: Score,
}

/// Moves that seem to lead to the same end, better than all others.
pub struct Foresight<M> {
    /// The moves, at least one.
    pub moves: Vec<M>,
    /// What the side to move has in the end.
    pub score: Score,
}

/// A game that the engine plays.
pub trait EngineGame: Game {
    /// What playing moves makes worth remembering through a search.
    type Memory: Default;

    /// One more than the greatest [`move_key`](Self::move_key); below 65,535.
    const MOVE_KEYS: usize;
    /// What a ply is at most worth, for giving up hopeless tries near the leaves.
    const MARGIN: Score;
    /// Whether a position can come again.
    const REPEATS: bool;
    /// What each level means.
    const LEVELS: Strengths;

    /// What the evaluation counts.
    const FEATURES: &'static [Feature];

    /// Calls `visit` with the number of a feature and how many more the first side has of it. What is not
    /// visited is even.
    fn each_feature(&self, visit: impl FnMut(usize, i32));

    /// What the position is worth to the first side, term by term. The sum is the evaluation.
    fn each_term(&self, mut visit: impl FnMut(Term)) {
        let mut scores = vec![0; Self::FEATURES.len()];
        self.each_feature(|feature, count| scores[feature] += count * Self::FEATURES[feature].weight);
        let features: Vec<(&Feature, Score)> = Self::FEATURES.iter().zip(scores).collect();
        for group in features.chunk_by(|(a, _), (b, _)| a.term == b.term) {
            visit(Term {
                name: group[0].0.term,
                score: group.iter().map(|(_, score)| score).sum(),
            });
        }
    }

    /// The worth to the side to move.
    #[inline]
    fn evaluate(&self) -> Score {
        let mut sum = 0;
        self.each_feature(|feature, count| sum += count * Self::FEATURES[feature].weight);
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

    /// What the side to move has gained so far, where the end counts by how much is gained in all. Positions that
    /// are alike but for this share what the search finds out about them.
    fn gained(&self) -> Score {
        0
    }

    /// The key of what is to come: the hash of all but what [`gained`](Self::gained) tells.
    fn future(&self) -> u64 {
        self.hash()
    }

    /// What the end of the game is worth to the side to move, `ply` moves from the root.
    fn end(&self, outcome: Outcome, ply: u32) -> Score {
        of_outcome(outcome, self.turn(), ply)
    }

    /// Whether the search should be content with guesses that are quicker than the rules: nothing that it finds
    /// from here is proven.
    fn is_far_from_end(&self) -> bool {
        false
    }

    /// How many nodes of a level's allowance one node of a search from here uses up: more where nodes are slow.
    fn cost_of_node(&self) -> u64 {
        1
    }

    /// What a search from here begins with if it needs no proofs.
    fn hurried(&self) -> Self::Memory {
        Self::Memory::default()
    }

    /// Plays a legal move, with what was remembered from others.
    fn play_remembering(&mut self, mv: Self::Move, _memory: &mut Self::Memory) {
        self.play_unchecked(mv);
    }

    /// Plays a legal move as the search of a position far from the end does.
    fn play_quickly(&mut self, mv: Self::Move) {
        self.play_unchecked(mv);
    }

    /// Playouts of the moves but for the excluded ones, where positions far from the end are judged by playouts.
    fn playouts(&self, _excluded: &[Self::Move], _seed: u64) -> Option<Box<dyn Playouts<Self::Move>>> {
        None
    }

    /// The best moves but for the excluded ones, if a position that is to be judged by playouts can be seen to the end
    /// in so many nodes, if only roughly; and how many nodes were used up.
    fn foresee(
        &self,
        _excluded: &[Self::Move],
        _nodes: u64,
        _stop: &dyn Fn() -> bool,
    ) -> (Option<Foresight<Self::Move>>, u64) {
        (None, 0)
    }

    /// Looks ahead from a position that is to be judged by playouts, where that serves better, for the best of some moves,
    /// each misjudged by so much; shows each line that is longer or better than the one before, of moves that are no matter
    /// of course, with a score that is not misjudged.
    fn look_ahead(
        &self,
        _choices: &[(Self::Move, Score)],
        _limits: Limits,
        _seed: u64,
        _stop: &dyn Fn() -> bool,
        _show: &mut dyn FnMut(Line<Self::Move>),
    ) {
    }

    /// The position with the turn passed, where passing is never a gain in earnest.
    fn passed(&self) -> Option<Self> {
        None
    }
}
