//! Alpha-beta on whole turns. Scores are differences of the points to come, so boards that are reached with other points
//! are searched once.

use crate::evaluation::{POINT, evaluate};
use crate::turns::{Stand, Turn};
use isometron::Tile;
use isometron::board::CELL_COUNT;
use rules::Game;
use search::{ASK_EVERY, Bound, Score, TO_THE_END, TableEntry, TranspositionTable};

/// More than any game is worth.
pub(crate) const INFINITE: Score = 10_000 * POINT;
/// The nodes that a turn with exact lengths costs at least, and the steps towards longest lines that cost one more: a long
/// line takes longer than thousands of stands.
const EXACT_COST: u64 = 10;
const STEPS_OF_NODE: u64 = 100;
/// The hashes of exact searches differ from those of searches by blocks: their scores differ.
const EXACT_KEY: u64 = 0x9e37_79b9_7f4a_7c15;
/// Turns searched to the full depth before the others, which gain nothing, are searched less deep at first.
const UNREDUCED: usize = 4;
/// Turns after which two turns of depth are saved in place of one.
const LATE: usize = 12;

/// A number for each tile, in tables.
pub(crate) fn key_of(tile: Tile) -> u16 {
    (tile.cell.index() * 4 + tile.blank.index()) as u16
}

/// A search on one thread.
pub(crate) struct Search<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) stop: &'a dyn Fn() -> bool,
    pub(crate) most_nodes: u64,
    pub(crate) nodes: u64,
    pub(crate) is_stopped: bool,
    /// Whether lines are counted exactly, not by their blocks.
    pub(crate) is_exact: bool,
    /// The cutoffs that each tile has brought.
    cutoffs: [[u32; 4 * CELL_COUNT]; 2],
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        table: &'a TranspositionTable,
        most_nodes: u64,
        stop: &'a dyn Fn() -> bool,
    ) -> Search<'a> {
        Search {
            table,
            stop,
            most_nodes,
            nodes: 0,
            is_stopped: false,
            is_exact: false,
            cutoffs: [[0; 4 * CELL_COUNT]; 2],
        }
    }

    /// The hash under which a stand is remembered.
    pub(crate) fn hash(&self, stand: &Stand) -> u64 {
        let key = if self.is_exact { EXACT_KEY } else { 0 };
        stand.position.hash_without_points() ^ key
    }

    fn spend(&mut self, nodes: u64) {
        let before = self.nodes / ASK_EVERY;
        self.nodes += nodes;
        let asks = self.nodes / ASK_EVERY != before;
        self.is_stopped |= self.nodes >= self.most_nodes || asks && (self.stop)();
    }

    /// The worth of a turn: of its points and of what comes after it, `depth` turns with this one.
    pub(crate) fn worth(&mut self, stand: &Stand, turn: Turn, depth: u32, window: Window) -> Score {
        let turn = if self.is_exact {
            let (exact, steps) = stand.exact(turn);
            self.spend(EXACT_COST + steps / STEPS_OF_NODE);
            exact
        } else {
            turn
        };
        let after = stand.after(turn);
        let gain = POINT * turn.gain();
        let to_come = window.moved(-gain);
        gain + if after.position.turn() == stand.position.turn() {
            self.search(&after, depth - 1, to_come)
        } else {
            -self.search(&after, depth - 1, to_come.turned())
        }
    }

    /// The worth of a stand to the side to move.
    fn search(&mut self, stand: &Stand, depth: u32, window: Window) -> Score {
        if stand.position.outcome().is_some() {
            return 0;
        }
        self.spend(1);
        if self.is_stopped {
            return 0;
        }
        if stand.position.free_tiles().is_empty() {
            return -self.search(&stand.after_pass(), depth, window.turned());
        }
        if depth == 0 {
            return evaluate(stand);
        }
        let depth_stored = if depth >= stand.turns_left() {
            TO_THE_END
        } else {
            depth as u8
        };
        let hash = self.hash(stand);
        let known = self.table.get(hash, 0);
        if let Some(score) = known.and_then(|entry| window.settled_by(entry, depth_stored)) {
            return score;
        }
        // Before a stand is searched exactly, its blocks tell best which turn to try first.
        let known = known.or_else(|| self.table.get(hash ^ EXACT_KEY, 0));
        let turns = self.ordered(stand, known.map(|entry| entry.best));
        let (score, best) = self.best_of(stand, &turns, depth, window);
        if !self.is_stopped {
            let entry = TableEntry {
                score,
                depth: depth_stored,
                bound: window.bound(score),
                best: key_of(best),
            };
            self.table.put(hash, 0, entry);
        }
        score
    }

    fn best_of(&mut self, stand: &Stand, turns: &[Turn], depth: u32, mut window: Window) -> (Score, Tile) {
        let (mut best, mut best_tile) = (-INFINITE, turns[0].tile);
        for (index, &turn) in turns.iter().enumerate() {
            let score = self.tried(stand, turn, index, depth, window);
            if self.is_stopped {
                break;
            }
            if score > best {
                (best, best_tile) = (score, turn.tile);
            }
            window.low = window.low.max(score);
            if window.low >= window.high {
                let side = stand.position.turn();
                self.cutoffs[side][usize::from(key_of(turn.tile))] += depth * depth;
                break;
            }
        }
        (best, best_tile)
    }

    /// The worth of the turn at an index of the list: late ones are first asked whether they are better at all.
    fn tried(&mut self, stand: &Stand, turn: Turn, index: usize, depth: u32, window: Window) -> Score {
        if index > 0 {
            let scout = window.scout();
            let is_reduced =
                depth >= 3 && index >= UNREDUCED && turn.gain() <= 0 && depth < stand.turns_left();
            if is_reduced {
                let saved = if index >= LATE && depth >= 4 { 2 } else { 1 };
                let score = self.worth(stand, turn, depth - saved, scout);
                if score <= window.low {
                    return score;
                }
            }
            let score = self.worth(stand, turn, depth, scout);
            if score <= window.low || score >= window.high {
                return score;
            }
        }
        self.worth(stand, turn, depth, window)
    }

    /// The turns of a stand, the most promising first: the best known one, then by gain and by cutoffs.
    fn ordered(&self, stand: &Stand, best: Option<u16>) -> Vec<Turn> {
        let cutoffs = &self.cutoffs[stand.position.turn()];
        let mut turns = stand.turns();
        turns.sort_by_cached_key(|turn| {
            let key = key_of(turn.tile);
            let is_other = Some(key) != best;
            (is_other, -turn.gain(), u32::MAX - cutoffs[usize::from(key)])
        });
        turns
    }
}

/// The scores between which a search must tell them apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) low: Score,
    pub(crate) high: Score,
}

impl Window {
    /// The window that only asks whether a score is higher.
    fn scout(self) -> Window {
        Window {
            high: self.low + 1,
            ..self
        }
    }

    fn moved(self, by: Score) -> Window {
        Window {
            low: self.low + by,
            high: self.high + by,
        }
    }

    /// The window as the opponent sees it.
    fn turned(self) -> Window {
        Window {
            low: -self.high,
            high: -self.low,
        }
    }

    fn bound(self, score: Score) -> Bound {
        if score >= self.high {
            Bound::AtLeast
        } else if score <= self.low {
            Bound::AtMost
        } else {
            Bound::Exact
        }
    }

    /// The score of a known entry, if it is deep enough and says all that is asked.
    fn settled_by(self, entry: TableEntry, depth: u8) -> Option<Score> {
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => entry.score >= self.high,
            Bound::AtMost => entry.score <= self.low,
        };
        (entry.depth >= depth && settles).then_some(entry.score)
    }
}
