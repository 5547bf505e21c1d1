//! How fast the search is, and which nodes it visits.

use super::rounded;
use crate::clock::{process_time, wall_time};
use crate::matches::openings;
use crate::threads::with_helpers;
use drawing::Draw;
use games::Visitor;
use rules::History;
use search::{EngineGame, Limits, Searcher, Table};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

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
const TABLE_MEGABYTES: usize = 16;

/// The nodes of fixed positions, which change only when the search does; then nodes a second with one thread
/// and with two.
pub(super) struct Row;

impl Visitor for Row {
    type Output = String;

    fn visit<G: Draw + EngineGame>(self) -> String {
        // Far fewer than there are.
        let positions = openings::<G>(POSITIONS, PLIES, SEED).unwrap_or_default();
        let table = Table::new(TABLE_MEGABYTES);
        let nodes: u64 = positions.iter().map(|history| fingerprint(history, &table)).sum();
        let (mut one, mut two) = (Speed::default(), Speed::default());
        for history in &positions {
            one.measure(history, &table, 1);
            two.measure(history, &table, 2);
        }
        format!(
            "| {} | {nodes} | {} | {} | {:.2} | {:.2} |",
            G::NAME,
            rounded(one.a_second()),
            rounded(two.a_second()),
            two.a_second() / one.a_second(),
            // What two threads would do on two processors that nobody else uses.
            2.0 * two.a_processor_second() / one.a_processor_second(),
        )
    }
}

/// The nodes of all depths that were finished.
fn fingerprint<G: EngineGame>(history: &History<G>, table: &Table) -> u64 {
    table.clear();
    let limits = Limits {
        nodes: FINGERPRINT_NODES,
        ..Limits::default()
    };
    let mut nodes = 0;
    Searcher::new(history, table, limits, &|| false).run(history.position(), |line| nodes = line.nodes);
    nodes
}

#[derive(Default)]
struct Speed {
    nodes: u64,
    time: Duration,
    processor: Duration,
}

impl Speed {
    fn measure<G: EngineGame>(&mut self, history: &History<G>, table: &Table, threads: u64) {
        table.clear();
        let helpers = AtomicU64::new(0);
        let (wall, processor) = (wall_time(), process_time());
        let end = Instant::now() + SLICE;
        let own = with_helpers(history, table, threads, &helpers, || {
            let stop = || Instant::now() >= end;
            let mut searcher = Searcher::new(history, table, Limits::default(), &stop);
            searcher.run(history.position(), |_| ()).nodes
        });
        self.nodes += own + helpers.load(Relaxed);
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

    #[test]
    fn the_fingerprint_is_the_same_each_time() {
        let table = Table::new(1);
        for history in openings::<polygone::Position>(3, PLIES, SEED).unwrap() {
            assert_eq!(fingerprint(&history, &table), fingerprint(&history, &table));
        }
    }
}
