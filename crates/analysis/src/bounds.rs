//! Limits of a search.

use search::time::{Budget, TurnClock, budget};
use std::time::Duration;

/// The limits of a search; the first that is reached ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Nodes of all lines and threads together; exact with one thread.
    pub nodes: Option<u64>,
    /// Plies of each line.
    pub depth: Option<u32>,
    /// Time of all lines together.
    pub time: Option<Duration>,
    /// The clock of the side to move, whose time the engine divides itself.
    pub clock: Option<TurnClock>,
    /// How many threads think at once; one where the platform has no threads.
    pub threads: u32,
    /// How many lines to find, each beginning with another move.
    pub lines: usize,
}

impl Default for Bounds {
    /// One line by one thread, without a limit.
    fn default() -> Bounds {
        Bounds {
            nodes: None,
            depth: None,
            time: None,
            clock: None,
            threads: 1,
            lines: 1,
        }
    }
}

impl Bounds {
    /// Whether no limit is set.
    pub fn is_infinite(&self) -> bool {
        self.nodes.is_none() && self.depth.is_none() && self.time.is_none() && self.clock.is_none()
    }

    /// The time after which no new depth begins, and the time at which the search stops.
    pub(crate) fn times(&self) -> (Option<Duration>, Option<Duration>) {
        let clock: Option<Budget> = self.clock.map(budget);
        let hard = [clock.map(|budget| budget.hard), self.time];
        (clock.map(|budget| budget.soft), hard.into_iter().flatten().min())
    }
}
