//! Move ordering.

use crate::knowledge::{Knowledge, MoveOf};
use crate::score::Score;
use rules::{Game, Side};

const FROM_TABLE: i32 = i32::MAX;
const LOUD: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const COUNTER: i32 = 1 << 26;
const MOST_HISTORY: i32 = 1 << 20;
const MOST_PLIES: usize = 128;

/// The key of no move.
pub(crate) const NO_KEY: u16 = u16::MAX;

/// A move to be tried in order of `rank`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    /// Its place in the order of `each_move`.
    pub(crate) index: u16,
    pub(crate) key: u16,
    /// Its immediate gain; 0 for a quiet move.
    pub(crate) gain: Score,
    rank: i32,
}

impl<M> Candidate<M> {
    /// The move that the table remembers, tried before the others are looked for.
    pub(crate) fn recalled(key: u16, (mv, gain): (M, Score)) -> Candidate<M> {
        Candidate {
            mv,
            index: 0,
            key,
            gain,
            rank: FROM_TABLE,
        }
    }
}

/// Killer moves and history of the search so far, by move keys.
#[derive(Debug)]
pub(crate) struct Ordering {
    killers: Vec<[u16; 2]>,
    history: [Vec<i32>; 2],
    counters: Vec<u16>,
}

impl Ordering {
    pub(crate) fn new(keys: usize) -> Ordering {
        Ordering {
            killers: vec![[NO_KEY; 2]; MOST_PLIES],
            history: [vec![0; keys], vec![0; keys]],
            counters: vec![NO_KEY; keys],
        }
    }

    /// Appends the moves of a position with their ranks; `last` is the key of the move that led there.
    #[inline]
    pub(crate) fn collect<K: Knowledge>(
        &self,
        position: &K::Game,
        ply: u32,
        from_table: u16,
        last: u16,
        into: &mut Vec<Candidate<MoveOf<K>>>,
    ) {
        let history = &self.history[position.turn()];
        let killers = self.killers[(ply as usize).min(MOST_PLIES - 1)];
        let counter = self.counters.get(usize::from(last)).copied().unwrap_or(NO_KEY);
        let mut index = 0;
        K::each_weighed(position, |mv, gain| {
            let key = K::move_key(mv);
            let rank = if key == from_table {
                FROM_TABLE
            } else if gain > 0 {
                LOUD + gain
            } else if key == killers[0] || key == killers[1] {
                KILLER
            } else if key == counter {
                COUNTER
            } else {
                history[usize::from(key)]
            };
            into.push(Candidate {
                mv,
                index,
                key,
                gain,
                rank,
            });
            index += 1;
        });
    }

    /// A quiet move refuted the opponent: it, and not those tried before it, deserves an early try.
    pub(crate) fn reward(&mut self, side: Side, ply: u32, depth: u32, best: u16, last: u16, tried: &[u16]) {
        let killers = &mut self.killers[(ply as usize).min(MOST_PLIES - 1)];
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        if let Some(counter) = self.counters.get_mut(usize::from(last)) {
            *counter = best;
        }
        let bonus = (depth * depth) as i32 * 16;
        self.adjust(side, best, bonus);
        for key in tried {
            self.adjust(side, *key, -bonus);
        }
    }

    /// Moves a history value toward its bound, the slower the nearer it is.
    fn adjust(&mut self, side: Side, key: u16, bonus: i32) {
        let value = &mut self.history[side][usize::from(key)];
        *value += bonus - (i64::from(*value) * i64::from(bonus.abs()) / i64::from(MOST_HISTORY)) as i32;
    }
}

/// Appends the loud moves alone.
#[inline]
pub(crate) fn collect_loud<K: Knowledge>(position: &K::Game, into: &mut Vec<Candidate<MoveOf<K>>>) {
    K::each_loud(position, |mv, gain| {
        into.push(Candidate {
            mv,
            index: 0,
            key: K::move_key(mv),
            gain,
            rank: gain,
        });
    });
}

/// Brings the best of `candidates[next..]` to `next`; those that history speaks against come in any order.
#[inline]
pub(crate) fn bring_best<M: Copy>(candidates: &mut [Candidate<M>], next: usize) {
    if next > 0 && candidates[next - 1].rank < 0 {
        return;
    }
    let mut best = next;
    for at in next + 1..candidates.len() {
        if candidates[at].rank > candidates[best].rank {
            best = at;
        }
    }
    candidates.swap(next, best);
}
