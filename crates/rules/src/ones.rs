//! Walking the bits of a word: how every game's sets are gone through.

/// The places of a word's ones, the lowest first.
#[derive(Clone, Debug)]
pub struct Ones(u64);

impl Ones {
    /// The ones of `word`.
    #[inline]
    pub const fn of(word: u64) -> Ones {
        Ones(word)
    }
}

impl Iterator for Ones {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_come_lowest_first() {
        assert_eq!(Ones::of(0).next(), None);
        assert_eq!(Ones::of(1 << 63 | 0b1010).collect::<Vec<_>>(), [1, 3, 63]);
    }
}
