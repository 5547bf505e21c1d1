//! The one way to think: the trait of every engine.

use crate::level::Strengths;
use crate::score::Score;
use rules::{Game, History};

/// No engine looks farther ahead.
pub const MOST_DEPTH: u32 = 60;
/// How often an engine asks `stop`, in nodes: a caller with several threads can count their nodes there.
pub const ASK_EVERY: u64 = 1024;

/// A reason why a position is worth what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name, a key for texts: `edge`.
    pub name: &'static str,
    /// Its score for the first side.
    pub score: Score,
}

/// The bounds of one thought, on one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThinkLimits<'a, M> {
    /// Nodes at most, exactly.
    pub nodes: u64,
    /// Plies at most, apart from the quiet search at the leaves.
    pub depth: u32,
    /// Moves that must not be chosen.
    pub excluded: &'a [M],
    /// How much each legal move, in the order of `each_move`, is overrated by a level below full strength. Without
    /// proofs then: a level may guess. Empty for an honest judgement.
    pub moods: &'a [Score],
    /// The seed of random choices within the engine.
    pub seed: u64,
    /// The number of this thread among those that search one position. Only the line of number 0 counts; the others
    /// fill the shared table.
    pub number: u32,
}

impl<M> Default for ThinkLimits<'_, M> {
    fn default() -> Self {
        ThinkLimits {
            nodes: u64::MAX,
            depth: MOST_DEPTH,
            excluded: &[],
            moods: &[],
            seed: 0,
            number: 0,
        }
    }
}

impl<M> ThinkLimits<'_, M> {
    /// A limit of nodes alone.
    pub fn nodes(nodes: u64) -> Self {
        ThinkLimits {
            nodes,
            ..ThinkLimits::default()
        }
    }

    /// A limit of plies alone.
    pub fn depth(depth: u32) -> Self {
        ThinkLimits {
            depth,
            ..ThinkLimits::default()
        }
    }
}

/// The best way to go on from a position, as found at some depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// How deep was searched.
    pub depth: u32,
    /// Its score for the side to move.
    pub score: Score,
    /// Nodes so far.
    pub nodes: u64,
    /// The moves, the best first.
    pub moves: Vec<M>,
}

/// An engine for a game with countable moves. It reads no clock and starts no thread: several threads may call
/// [`think`](Self::think) at once on one engine, which shares what it remembers between them.
///
/// Polarity's computer is no `Engine`: a movement of a hand cannot be listed, excluded or put in a line.
pub trait Engine: Send + Sized + Sync + 'static {
    /// The game it plays.
    type Game: Game;

    /// The strength of each level.
    const LEVELS: Strengths;

    /// An engine that remembers positions in so many bytes.
    fn new(bytes: usize) -> Self;

    /// Forgets all positions.
    fn clear(&self);

    /// Thinks about a game's last position until a limit is met, or `stop`, asked every [`ASK_EVERY`] nodes, says so.
    /// `report` receives each line that is longer or better than the one before. The last line is given back; it has no
    /// move only when the game is over or every move is excluded.
    fn think(
        &self,
        history: &History<Self::Game>,
        limits: &ThinkLimits<'_, MoveOf<Self>>,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Line<MoveOf<Self>>),
    ) -> Line<MoveOf<Self>>;

    /// The reasons for a position's worth, each by what it is worth to the first side.
    fn terms(position: &Self::Game) -> Vec<Term>;

    /// Plays a legal move as quickly as the game allows, if only with roughly right points: for yardsticks that play
    /// thousands of games to the end.
    fn play_quickly(position: &mut Self::Game, mv: MoveOf<Self>) {
        position.play_unchecked(mv);
    }

    /// A score without what was added to it because the end was seen, to be compared with scores of searches that did not
    /// see it.
    fn without_certainty(score: Score) -> Score {
        score
    }

    /// How many nodes of a level's allowance one node from here uses up: more where nodes are slow.
    fn cost_of_node(_position: &Self::Game) -> u64 {
        1
    }
}

/// A move of an engine's game.
pub type MoveOf<E> = <<E as Engine>::Game as Game>::Move;
