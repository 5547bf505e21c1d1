//! Seeded numbers for the tests that make up traces.

/// Numbers that look random and are always the same.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// A number from 0 up to, not including, `most`.
    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}
