//! Puzzles in games of the engines against themselves.

use crate::motif::Motif;
use crate::puzzle::{Puzzle, PuzzleGoal};
use games::BoardId;
use isometron_engine::Isometron;
use rules::{Game, History, Random, Variant};
use search::{AlphaBeta, Engine, Level, MoveOf, Offboard, Polygone, ThinkLimits, choose};

/// Bytes of memory of the engine that looks at the positions.
const ENGINE_BYTES: usize = 16 << 20;
/// Random plies before the computer plays, at most.
const MOST_OPENING: u64 = 7;
/// A game that lasts longer is given up.
const LONGEST: usize = 160;
/// Puzzles of one game, and the plies that lie between them at least.
const MOST_OF_A_GAME: usize = 4;
const PLIES_BETWEEN: usize = 4;
/// The nodes with which a puzzle is tried, from two to the power of the first to that of the last.
const POWERS: std::ops::RangeInclusive<u32> = 3..=16;
/// Letters of a puzzle's name: no two are alike to the eye.
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";
/// Letters of a name.
const NAME_LENGTH: u32 = 6;

/// A position with its solution.
pub(crate) struct Candidate<G: Game> {
    pub(crate) position: G,
    pub(crate) goal: PuzzleGoal,
    pub(crate) line: Vec<Vec<G::Move>>,
    pub(crate) motifs: Vec<Motif>,
}

/// An engine in whose games puzzles are found.
pub(crate) trait Source: Engine {
    /// The strongest level that plays: stronger ones take long and leave little to find.
    const STRONGEST: u8;

    /// The puzzle that a position is, if it is one.
    fn candidate(&self, position: &Self::Game) -> Option<Candidate<Self::Game>>;
}

/// The puzzles of one game, played by levels and from an opening that the seed chooses.
pub fn puzzles_of_game(board: BoardId, seed: u64) -> Vec<Puzzle> {
    match board {
        BoardId::Offboard => puzzles_of::<AlphaBeta<Offboard>>(seed),
        BoardId::Polygone => puzzles_of::<AlphaBeta<Polygone>>(seed),
        BoardId::Isometron => puzzles_of::<Isometron>(seed),
    }
}

fn puzzles_of<E: Source>(seed: u64) -> Vec<Puzzle> {
    let mut random = Random::new(seed);
    let variants = <E::Game as Game>::Variant::ALL;
    let mut history = History::new(E::Game::start(variants[seed as usize % variants.len()]));
    let levels = [0; 2].map(|_| Level::new(1 + random.below(u64::from(E::STRONGEST)) as u8));
    let opening = random.below(MOST_OPENING) as usize;
    let engine = E::new(ENGINE_BYTES);
    let mut found: Vec<Puzzle> = Vec::new();
    let mut next_ply = opening;
    while history.outcome().is_none() && history.plies() < LONGEST && found.len() < MOST_OF_A_GAME {
        let position = *history.position();
        if history.plies() >= next_ply
            && let Some(candidate) = engine.candidate(&position)
        {
            found.push(written::<E>(&candidate));
            next_ply = history.plies() + PLIES_BETWEEN;
        }
        let mv = if history.plies() < opening {
            let moves = position.legal_moves();
            moves.get(random.below(moves.len() as u64) as usize).copied()
        } else {
            levels[position.turn()]
                .and_then(|level| choose::<E>(&history, level, random.bits(), &|| false))
                .map(|choice| choice.mv)
        };
        if mv.is_none_or(|mv| history.play(mv).is_err()) {
            break;
        }
    }
    found
}

fn written<E: Source>(candidate: &Candidate<E::Game>) -> Puzzle {
    let mut position = candidate.position;
    let mut line = Vec::new();
    for moves in &candidate.line {
        line.push(moves.iter().map(|mv| position.move_text(*mv)).collect());
        if let Some(mv) = moves.first() {
            position.play_unchecked(*mv);
        }
    }
    Puzzle {
        id: name(candidate.position.hash()),
        goal: candidate.goal,
        position: candidate.position.to_string(),
        line,
        nodes: nodes_needed::<E>(candidate),
        motifs: candidate.motifs.clone(),
    }
}

/// The nodes, a power of two, from which on the engine plays the first move; twice the most that was tried if never.
fn nodes_needed<E: Source>(candidate: &Candidate<E::Game>) -> u64 {
    let history = History::new(candidate.position);
    let right = candidate.line.first().and_then(|moves| moves.first());
    let mut needed = 1 << (POWERS.end() + 1);
    for power in POWERS.rev() {
        let limits: ThinkLimits<'_, MoveOf<E>> = ThinkLimits::nodes(1 << power);
        let line = E::new(ENGINE_BYTES).think(&history, &limits, &|| false, &mut |_| ());
        if line.moves.first() != right {
            break;
        }
        needed = 1 << power;
    }
    needed
}

fn name(hash: u64) -> String {
    let letter = |place: u32| char::from(LETTERS[(hash >> (5 * place)) as usize % LETTERS.len()]);
    (0..NAME_LENGTH).map(letter).collect()
}
