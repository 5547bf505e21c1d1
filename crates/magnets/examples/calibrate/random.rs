//! Numbers that look random and are always the same.

/// Knuth's linear congruential generator.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The next number, from 0 to 1.
    fn next(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    /// A number from `-most` to `most`.
    pub(crate) fn about(&mut self, most: f32) -> f32 {
        (2.0 * self.next() - 1.0) * most
    }

    /// A place inside a circle.
    pub(crate) fn place(&mut self, radius: f32) -> [f32; 2] {
        loop {
            let place = [self.about(radius), self.about(radius)];
            if place[0].hypot(place[1]) < radius {
                return place;
            }
        }
    }
}
