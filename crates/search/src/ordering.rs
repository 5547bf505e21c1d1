//! Which moves to try first.

use crate::engine_game::EngineGame;
use crate::score::Score;
use rules::Side;

const FROM_TABLE: i32 = i32::MAX;
const LOUD: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const COUNTER: i32 = 1 << 26;
const MOST_HISTORY: i32 = 1 << 20;
const MOST_PLIES: usize = 128;

/// A move with its place in the order of `each_move`, to be tried in order of `rank`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    pub(crate) index: u16,
    pub(crate) gain: Score,
    rank: i32,
}

/// What earlier parts of the search have learnt about moves.
#[derive(Debug)]
pub(crate) struct Ordering<G: EngineGame> {
    killers: Vec<[Option<G::Move>; 2]>,
    history: [Vec<i32>; 2],
    counters: Vec<Option<G::Move>>,
}

impl<G: EngineGame> Ordering<G> {
    pub(crate) fn new() -> Ordering<G> {
        Ordering {
            killers: vec![[None; 2]; MOST_PLIES],
            history: [vec![0; G::MOVE_KEYS], vec![0; G::MOVE_KEYS]],
            counters: vec![None; G::MOVE_KEYS],
        }
    }

    /// Appends the moves of a position with their ranks.
    pub(crate) fn collect(
        &self,
        position: &G,
        ply: u32,
        from_table: u16,
        last: Option<G::Move>,
        into: &mut Vec<Candidate<G::Move>>,
    ) {
        let side = position.turn();
        let killers = self.killers[(ply as usize).min(MOST_PLIES - 1)];
        let counter = last.and_then(|last| self.counters[G::move_key(last)]);
        let base = into.len();
        let mut index = 0;
        position.each_move(|mv| {
            let rank = if index == from_table {
                FROM_TABLE
            } else if killers.contains(&Some(mv)) {
                KILLER
            } else if counter == Some(mv) {
                COUNTER
            } else {
                self.history[side][G::move_key(mv)]
            };
            into.push(Candidate {
                mv,
                index,
                gain: 0,
                rank,
            });
            index += 1;
        });
        position.each_loud(|mv, gain| {
            if let Some(loud) = into[base..].iter_mut().find(|candidate| candidate.mv == mv) {
                loud.gain = gain;
                loud.rank = loud.rank.max(LOUD + gain);
            }
        });
    }

    /// Appends the loud moves alone.
    pub(crate) fn collect_loud(position: &G, into: &mut Vec<Candidate<G::Move>>) {
        position.each_loud(|mv, gain| {
            into.push(Candidate {
                mv,
                index: 0,
                gain,
                rank: gain,
            })
        });
    }

    /// A quiet move refuted the opponent: it, and not those tried before it, deserves an early try.
    pub(crate) fn reward(
        &mut self,
        side: Side,
        ply: u32,
        depth: u32,
        best: G::Move,
        last: Option<G::Move>,
        tried: &[G::Move],
    ) {
        let killers = &mut self.killers[(ply as usize).min(MOST_PLIES - 1)];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        if let Some(last) = last {
            self.counters[G::move_key(last)] = Some(best);
        }
        let bonus = (depth * depth) as i32 * 16;
        self.adjust(side, best, bonus);
        for mv in tried {
            self.adjust(side, *mv, -bonus);
        }
    }

    /// Moves a history value toward its bound, the slower the nearer it is.
    fn adjust(&mut self, side: Side, mv: G::Move, bonus: i32) {
        let value = &mut self.history[side][G::move_key(mv)];
        *value += bonus - (i64::from(*value) * i64::from(bonus.abs()) / i64::from(MOST_HISTORY)) as i32;
    }
}

/// Brings the best of `candidates[next..]` to `next`.
pub(crate) fn bring_best<M: Copy>(candidates: &mut [Candidate<M>], next: usize) {
    let mut best = next;
    for at in next + 1..candidates.len() {
        if candidates[at].rank > candidates[best].rank {
            best = at;
        }
    }
    candidates.swap(next, best);
}
