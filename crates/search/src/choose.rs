//! The computer's move at a level.

use crate::engine::{Engine, MoveOf, ThinkLimits};
use crate::level::{Level, Strength};
use crate::score::Score;
use crate::table::TranspositionTable;
use rules::{Game, History, Random};

/// More slots than this help no level: those of the greatest number of nodes.
const MOST_SLOTS: usize = 1 << 18;

/// A move that the computer has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChosenMove<M> {
    /// The move.
    pub mv: M,
    /// The computer's score of it for the side to move; 0 for a careless move and for the only one.
    pub score: Score,
    /// Plies searched.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

impl<M> ChosenMove<M> {
    fn without_thought(mv: M) -> ChosenMove<M> {
        ChosenMove {
            mv,
            score: 0,
            depth: 0,
            nodes: 0,
        }
    }
}

/// The move that a level plays, or `None` when the game is over. The same game, level and seed give the same
/// move on every machine, unless `stop` breaks the search off. Each call searches with a table of its own, of a
/// size that depends on the level alone: what was searched before must not matter.
pub fn choose<E: Engine>(
    history: &History<E::Game>,
    level: Level,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Option<ChosenMove<MoveOf<E>>> {
    choose_with::<E>(history, E::LEVELS.at(level), seed, stop)
}

/// The move that a strength of no level plays: for calibrating, and for players between two levels.
pub fn choose_with<E: Engine>(
    history: &History<E::Game>,
    strength: Strength,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Option<ChosenMove<MoveOf<E>>> {
    if history.outcome().is_some() {
        return None;
    }
    let position = history.position();
    let moves = position.legal_moves();
    if let [only] = moves[..] {
        return Some(ChosenMove::without_thought(only));
    }
    // A game that comes to a position again gets the same mood; another seed, or position, another one.
    let mut random = Random::new(seed ^ position.hash());
    if random.below(100) < u64::from(strength.careless) {
        let any = random.below(moves.len() as u64) as usize;
        return moves.get(any).copied().map(ChosenMove::without_thought);
    }
    let moods: Vec<Score> = moves.iter().map(|_| mood(&mut random, strength.noise)).collect();
    let engine = E::new((strength.nodes as usize).clamp(64, MOST_SLOTS) * TranspositionTable::SLOT);
    let limits = ThinkLimits {
        nodes: strength.nodes.div_ceil(E::cost_of_node(position)),
        depth: strength.depth,
        moods: &moods,
        seed: random.bits(),
        ..ThinkLimits::default()
    };
    let line = engine.think(history, &limits, stop, &mut |_| ());
    let mv = *line.moves.first()?;
    Some(ChosenMove {
        mv,
        score: line.score,
        depth: line.depth,
        nodes: line.nodes,
    })
}

/// A misjudgement of at most `noise`; small ones are likelier.
fn mood(random: &mut Random, noise: Score) -> Score {
    let mut half = || random.below(noise as u64 + 1) as Score;
    half() - half()
}
