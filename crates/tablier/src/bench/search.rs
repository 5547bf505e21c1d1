//! How fast the search is, and which nodes it visits.

use super::rounded;
use crate::clock::{process_time, wall_time};
use crate::matches::openings;
use analysis::{Bounds, best_lines};
use drawing::Draw;
use games::Visitor;
use rules::{Game, History};
use search::{Engine, ThinkLimits};
use std::time::Duration;

/// The columns of a [`Row`].
pub(super) const HEAD: &str = "\
| game | fingerprint | nodes/s | 2 threads: nodes/s | times | by processor time |
|---|--:|--:|--:|--:|--:|";

const POSITIONS: u64 = 20;
/// Random plies before a position.
const PLIES: u32 = 8;
const SEED: u64 = 1;
/// Nodes within which the fingerprint's depths are finished, a position.
const FINGERPRINT_NODES: u64 = 50_000;
/// How long a position is searched with one thread, and again with two.
const SLICE: Duration = Duration::from_millis(150);
const ENGINE_BYTES: usize = 16 << 20;

/// The nodes of fixed positions, which change only when the search does; then nodes a second with one thread
/// and with two.
pub(super) struct Row;

impl Visitor for Row {
    type Output = String;

    fn visit<E: Engine<Game: Draw>>(self) -> String {
        // Far fewer than there are.
        let positions = openings::<E::Game>(POSITIONS, PLIES, SEED).unwrap_or_default();
        let engine = E::new(ENGINE_BYTES);
        let nodes: u64 = positions
            .iter()
            .map(|history| fingerprint(&engine, history))
            .sum();
        let (mut one, mut two) = (Speed::default(), Speed::default());
        for history in &positions {
            one.measure(&engine, history, 1);
            two.measure(&engine, history, 2);
        }
        format!(
            "| {} | {nodes} | {} | {} | {:.2} | {:.2} |",
            <E::Game as Game>::NAME,
            rounded(one.a_second()),
            rounded(two.a_second()),
            two.a_second() / one.a_second(),
            // The speed-up by two threads on two processors that nobody else uses.
            2.0 * two.a_processor_second() / one.a_processor_second(),
        )
    }
}

/// The nodes of all depths that were finished.
fn fingerprint<E: Engine>(engine: &E, history: &History<E::Game>) -> u64 {
    engine.clear();
    let mut nodes = 0;
    let limits = ThinkLimits::nodes(FINGERPRINT_NODES);
    engine.think(history, &limits, &|| false, &mut |line| nodes = line.nodes);
    nodes
}

#[derive(Default)]
struct Speed {
    nodes: u64,
    time: Duration,
    processor: Duration,
}

impl Speed {
    fn measure<E: Engine>(&mut self, engine: &E, history: &History<E::Game>, threads: u32) {
        engine.clear();
        let bounds = Bounds {
            time: Some(SLICE),
            threads,
            ..Bounds::default()
        };
        let (wall, processor) = (wall_time(), process_time());
        let mut nodes = 0;
        best_lines(engine, history, &bounds, &|| false, &mut |progress| {
            nodes = progress.nodes;
        });
        self.nodes += nodes;
        self.time += wall_time().saturating_sub(wall);
        self.processor += process_time().saturating_sub(processor);
    }

    fn a_second(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64()
    }

    fn a_processor_second(&self) -> f64 {
        self.nodes as f64 / self.processor.as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::search::{AlphaBeta, Polygone};

    #[test]
    fn the_fingerprint_is_the_same_each_time() {
        let engine = AlphaBeta::<Polygone>::new(1 << 20);
        for history in openings::<polygone::Position>(3, PLIES, SEED).unwrap() {
            assert_eq!(fingerprint(&engine, &history), fingerprint(&engine, &history));
        }
    }
}
