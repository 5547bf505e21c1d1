//! A small seeded generator, so that playouts and tests repeat exactly on every machine.

use crate::zobrist;

/// A splitmix64 generator. Good for games and tests, useless for secrets.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator for a seed.
    pub const fn new(seed: u64) -> Random {
        Random(zobrist::key(seed))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        zobrist::key(self.0)
    }

    /// A number from 0 up to, not including, `end`; 0 when `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(end)) >> 64) as u64
    }
}
