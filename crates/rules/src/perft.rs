//! Counting move sequences: the sharpest test of a move generator.

use crate::Game;

/// The number of sequences of `depth` legal moves from `position`.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut nodes = 0;
            position.each_move(|mv| {
                let mut next = *position;
                next.play_unchecked(mv);
                nodes += perft(&next, depth - 1);
            });
            nodes
        }
    }
}

/// Counts already known, by position hash and depth; each slot keeps the newest.
#[derive(Debug)]
pub struct PerftCache {
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    hash: u64,
    depth: u32,
    nodes: u64,
}

impl PerftCache {
    /// A table of at most `megabytes`.
    pub fn new(megabytes: usize) -> PerftCache {
        let slots = (megabytes << 20) / size_of::<Slot>();
        PerftCache {
            slots: vec![Slot::default(); slots.max(1)],
        }
    }

    fn slot(&mut self, hash: u64, depth: u32) -> &mut Slot {
        let mixed = hash ^ crate::zobrist::key(u64::from(depth));
        let index = (u128::from(mixed) * self.slots.len() as u128) >> 64;
        &mut self.slots[index as usize]
    }
}

/// [`perft`] with a table, so that a position reached twice is counted once.
/// Right as far as hashes of different positions differ.
pub fn perft_hashed<G: Game>(position: &G, depth: u32, table: &mut PerftCache) -> u64 {
    if depth <= 1 {
        return perft(position, depth);
    }
    let hash = position.hash();
    let known = *table.slot(hash, depth);
    if known.hash == hash && known.depth == depth {
        return known.nodes;
    }
    let mut nodes = 0;
    position.each_move(|mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        nodes += perft_hashed(&next, depth - 1, table);
    });
    *table.slot(hash, depth) = Slot { hash, depth, nodes };
    nodes
}
