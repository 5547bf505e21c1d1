//! The best lines of a position.

use crate::bounds::Bounds;
use crate::machine::{Stopwatch, with_helpers};
use rules::History;
use search::{ASK_EVERY, Engine, Line, MOST_DEPTH, MoveOf, ThinkLimits};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// A line that is new or deeper than before.
#[derive(Debug)]
pub struct Progress<'a, M> {
    /// Its place among the lines, the best from 0.
    pub number: usize,
    /// The line.
    pub line: &'a Line<M>,
    /// Nodes of all lines and threads so far.
    pub nodes: u64,
    /// The time so far.
    pub time: Duration,
}

/// The best moves of a game's last position, each with its line, the best first. Several lines are searched depth by depth;
/// `report` gets all of them after each depth, in their order. A single line is reported at each depth. The last report is
/// the best line again, with all nodes. The list is empty when the game is over.
pub fn best_lines<E: Engine>(
    engine: &E,
    history: &History<E::Game>,
    bounds: &Bounds,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(Progress<'_, MoveOf<E>>),
) -> Vec<Line<MoveOf<E>>> {
    if history.outcome().is_some() {
        return Vec::new();
    }
    let helpers = AtomicU64::new(0);
    let (soft, hard) = bounds.times();
    let mut thought = Thought {
        engine,
        history,
        bounds,
        stop,
        report,
        watch: Stopwatch::start(),
        helpers: &helpers,
        spent: 0,
        asked: Cell::new(0),
        soft,
        hard,
        soft_over: false,
    };
    let help = |number, over: &std::sync::atomic::AtomicBool| {
        let limits = ThinkLimits {
            number,
            ..ThinkLimits::default()
        };
        let stop = || {
            helpers.fetch_add(ASK_EVERY, Relaxed);
            over.load(Relaxed)
        };
        engine.think(history, &limits, &stop, &mut |_| ());
    };
    with_helpers(bounds.threads, &help, || thought.lines())
}

/// A bounded search on this thread, and its costs so far.
struct Thought<'a, E: Engine> {
    engine: &'a E,
    history: &'a History<E::Game>,
    bounds: &'a Bounds,
    stop: &'a dyn Fn() -> bool,
    report: &'a mut dyn FnMut(Progress<'_, MoveOf<E>>),
    watch: Stopwatch,
    /// Nodes of the other threads.
    helpers: &'a AtomicU64,
    /// Nodes of lines that are done.
    spent: u64,
    /// Nodes of the present line, as counted at the last call of `stop`.
    asked: Cell<u64>,
    /// No new depth begins after `soft`; the search stops after `hard`.
    soft: Option<Duration>,
    hard: Option<Duration>,
    soft_over: bool,
}

impl<E: Engine> Thought<'_, E> {
    fn lines(&mut self) -> Vec<Line<MoveOf<E>>> {
        let depth = self.bounds.depth.unwrap_or(MOST_DEPTH).min(MOST_DEPTH);
        let lines = match self.bounds.lines {
            0 => Vec::new(),
            1 => vec![self.line(&[], depth, true)],
            count => self.several(count, depth),
        };
        if let Some(best) = lines.first() {
            // The nodes of an unfinished depth count, too.
            self.show(0, best);
        }
        lines
    }

    /// The best lines, all searched to one depth before the next.
    fn several(&mut self, count: usize, most: u32) -> Vec<Line<MoveOf<E>>> {
        let mut lines: Vec<Line<MoveOf<E>>> = Vec::new();
        for depth in 1..=most {
            let mut found = Vec::new();
            let mut deeper: Vec<Line<MoveOf<E>>> = Vec::new();
            for _ in 0..count {
                if self.is_over() && !(lines.is_empty() && deeper.is_empty()) {
                    break;
                }
                let line = self.line(&found, depth, false);
                let Some(first) = line.moves.first() else { break };
                found.push(*first);
                deeper.push(line);
            }
            let ended = self.is_over();
            // The order of the lines is known only when a depth is finished.
            if lines.is_empty() || !ended {
                deeper.sort_by_key(|line| -line.score);
                lines = deeper;
                for (number, line) in lines.iter().enumerate() {
                    self.show(number, line);
                }
            }
            // Every line has reached a proven end.
            if ended || lines.iter().all(|line| line.depth < depth) {
                break;
            }
        }
        lines
    }

    /// The best line that begins with none of the excluded moves.
    fn line(&mut self, excluded: &[MoveOf<E>], depth: u32, is_shown: bool) -> Line<MoveOf<E>> {
        let nodes = self.bounds.nodes.unwrap_or(u64::MAX);
        let limits = ThinkLimits {
            nodes: nodes.saturating_sub(self.spent).max(1),
            depth,
            excluded,
            ..ThinkLimits::default()
        };
        self.asked.set(0);
        let (engine, history, asked, watch) = (self.engine, self.history, &self.asked, &self.watch);
        let (stop, hard, soft, spent) = (self.stop, self.hard, self.soft, self.spent);
        let (helpers, is_alone) = (self.helpers, self.bounds.threads <= 1);
        let soft_over = Cell::new(self.soft_over);
        let total = || spent + asked.get() + helpers.load(Relaxed);
        let is_over = || {
            // The engine calls `stop` at every multiple; a depth reported since the last call may have given a higher count.
            asked.set((asked.get() / ASK_EVERY + 1) * ASK_EVERY);
            // The engine itself limits a single thread's nodes, exactly.
            stop()
                || soft_over.get()
                || (!is_alone && total() >= nodes)
                || hard.is_some_and(|hard| watch.elapsed() >= hard)
        };
        let report = &mut self.report;
        let line = engine.think(history, &limits, &is_over, &mut |line| {
            asked.set(line.nodes);
            if is_shown {
                report(Progress {
                    number: 0,
                    line,
                    nodes: total(),
                    time: watch.elapsed(),
                });
            }
            if soft.is_some_and(|soft| watch.elapsed() >= soft) {
                soft_over.set(true);
            }
        });
        self.soft_over = soft_over.get();
        self.spent += line.nodes;
        self.asked.set(0);
        line
    }

    fn show(&mut self, number: usize, line: &Line<MoveOf<E>>) {
        let (nodes, time) = (self.total(), self.watch.elapsed());
        (self.report)(Progress {
            number,
            line,
            nodes,
            time,
        });
    }

    fn total(&self) -> u64 {
        self.spent + self.helpers.load(Relaxed)
    }

    fn is_over(&self) -> bool {
        (self.stop)()
            || self.soft_over
            || self.bounds.nodes.is_some_and(|nodes| self.total() >= nodes)
            || self.hard.is_some_and(|hard| self.watch.elapsed() >= hard)
    }
}
