//! Transposition table, shared by all threads without a lock.

use crate::score::{PROVEN, Score};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How a stored score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score.
    Exact,
    /// The true score is no lower.
    AtLeast,
    /// The true score is no higher.
    AtMost,
}

/// The depth of what was seen to the end of the game.
pub const TO_THE_END: u8 = u8::MAX;

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The score, or its bound.
    pub score: Score,
    /// The depth to which was searched.
    pub depth: u8,
    /// How the score bounds the true one.
    pub bound: Bound,
    /// The best move's key.
    pub best: u16,
}

/// A fixed number of slots. A slot's two words are written without a lock: the first is the hash mixed with
/// the second, so that a torn pair does not match any position.
#[derive(Debug)]
pub struct TranspositionTable {
    slots: Vec<[AtomicU64; 2]>,
}

impl TranspositionTable {
    /// Bytes of a slot.
    pub(crate) const SLOT: usize = size_of::<[AtomicU64; 2]>();

    /// A table of at most so many bytes, but of one slot at least.
    pub fn new(bytes: usize) -> TranspositionTable {
        let slots = (bytes / TranspositionTable::SLOT).max(1);
        TranspositionTable {
            slots: (0..slots).map(|_| Default::default()).collect(),
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for [first, second] in &self.slots {
            first.store(0, Relaxed);
            second.store(0, Relaxed);
        }
    }

    fn slot(&self, hash: u64) -> &[AtomicU64; 2] {
        &self.slots[((u128::from(hash) * self.slots.len() as u128) >> 64) as usize]
    }

    /// The entry of a position `ply` moves from the root.
    pub fn get(&self, hash: u64, ply: u32) -> Option<TableEntry> {
        let [first, second] = self.slot(hash);
        let word = second.load(Relaxed);
        if word == 0 || first.load(Relaxed) != hash ^ word {
            return None;
        }
        let bound = match word >> 8 & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        let score = (word >> 32) as u32 as Score;
        Some(TableEntry {
            score: from_here(score, ply),
            depth: word as u8,
            bound,
            best: (word >> 16) as u16,
        })
    }

    /// Remembers what is known of a position `ply` moves from the root; an older entry gives way.
    pub fn put(&self, hash: u64, ply: u32, entry: TableEntry) {
        let score = u64::from(to_here(entry.score, ply) as u32);
        let word =
            score << 32 | u64::from(entry.best) << 16 | (entry.bound as u64) << 8 | u64::from(entry.depth);
        let [first, second] = self.slot(hash);
        first.store(hash ^ word, Relaxed);
        second.store(word, Relaxed);
    }
}

/// A proven score counts plies from the root; stored, it counts them from its own position.
fn to_here(score: Score, ply: u32) -> Score {
    match score {
        PROVEN.. => score + ply as Score,
        _ if score <= -PROVEN => score - ply as Score,
        _ => score,
    }
}

fn from_here(score: Score, ply: u32) -> Score {
    match score {
        PROVEN.. => score - ply as Score,
        _ if score <= -PROVEN => score + ply as Score,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;

    #[test]
    fn entries_come_back_with_wins_counted_from_the_root() {
        let table = TranspositionTable::new(1 << 20);
        let entry = TableEntry {
            score: WIN - 7,
            depth: 12,
            bound: Bound::AtMost,
            best: 345,
        };
        table.put(0x1234_5678_9abc_def0, 5, entry);
        assert_eq!(table.get(0x1234_5678_9abc_def0, 5), Some(entry));
        assert_eq!(
            table.get(0x1234_5678_9abc_def0, 3).map(|entry| entry.score),
            Some(WIN - 5)
        );
        assert_eq!(table.get(0x1234_5678_9abc_def1, 5), None);
        let losing = TableEntry {
            score: -321,
            depth: 1,
            bound: Bound::Exact,
            best: u16::MAX,
        };
        table.put(1, 9, losing);
        assert_eq!(table.get(1, 2), Some(losing));
        table.clear();
        assert_eq!(table.get(1, 2), None);
    }
}
