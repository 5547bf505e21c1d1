//! The computer's move within a time.

use crate::machine::Stopwatch;
use rules::History;
use search::{ChosenMove, Engine, Level, MoveOf, choose};
use std::time::Duration;

/// The move that a level plays. A machine that is too slow for the level's nodes plays the best move found when the time
/// is up.
pub fn choose_within<E: Engine>(
    history: &History<E::Game>,
    level: Level,
    seed: u64,
    time: Duration,
) -> Option<ChosenMove<MoveOf<E>>> {
    let watch = Stopwatch::start();
    choose::<E>(history, level, seed, &|| watch.elapsed() >= time)
}
