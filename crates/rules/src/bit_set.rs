//! Sets of small numbered items, a bit each.

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

/// Makes a set type on a word of bits: `bit_set!(pub Cells of Cell in u64)`. The item has the constant functions
/// `index(self) -> usize`, below the number of bits, and `from_index(u8) -> Self`.
#[macro_export]
macro_rules! bit_set {
    ($(#[$doc:meta])* $vis:vis $set:ident of $item:ident in $word:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis struct $set($word);

        #[allow(dead_code, reason = "every set has the same operations")]
        impl $set {
            /// The empty set.
            $vis const NONE: $set = $set(0);

            /// The set of one item.
            $vis const fn of(item: $item) -> $set {
                $set(1 << item.index())
            }

            /// Whether the set is empty.
            $vis const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The number of items.
            $vis const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Whether `item` is in the set.
            $vis const fn contains(self, item: $item) -> bool {
                self.0 >> item.index() & 1 == 1
            }

            /// The set with `item`.
            #[must_use]
            $vis const fn with(self, item: $item) -> $set {
                self.or($set::of(item))
            }

            /// The intersection.
            #[must_use]
            $vis const fn and(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }

            /// The union.
            #[must_use]
            $vis const fn or(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }

            /// The items in exactly one of the sets.
            #[must_use]
            $vis const fn xor(self, other: $set) -> $set {
                $set(self.0 ^ other.0)
            }

            /// The items that are not in the other set.
            #[must_use]
            $vis const fn without(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }
        }

        impl FromIterator<$item> for $set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> $set {
                items.into_iter().fold($set::NONE, $set::with)
            }
        }

        impl IntoIterator for $set {
            type Item = $item;
            type IntoIter = std::iter::Map<$crate::Ones, fn(u8) -> $item>;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                $crate::Ones::of(self.0 as u64).map($item::from_index)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_come_lowest_first() {
        assert_eq!(Ones::of(0).next(), None);
        assert_eq!(Ones::of(1 << 63 | 0b1010).collect::<Vec<_>>(), [1, 3, 63]);
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Letter(u8);

    impl Letter {
        const fn index(self) -> usize {
            self.0 as usize
        }

        const fn from_index(index: u8) -> Letter {
            Letter(index)
        }
    }

    bit_set!(Letters of Letter in u32);

    #[test]
    fn a_set_has_what_was_put_into_it() {
        let low: Letters = [0, 3, 5].map(Letter).into_iter().collect();
        let high = Letters::of(Letter(5)).with(Letter(31));
        let items = |set: Letters| set.into_iter().map(|letter| letter.0).collect::<Vec<_>>();
        assert_eq!(items(low.and(high)), [5]);
        assert_eq!(items(low.or(high)), [0, 3, 5, 31]);
        assert_eq!(items(low.xor(high)), [0, 3, 31]);
        assert_eq!(items(low.without(high)), [0, 3]);
        assert_eq!(
            (low.len(), low.is_empty(), Letters::NONE.is_empty()),
            (3, false, true)
        );
        assert!(low.contains(Letter(3)) && !low.contains(Letter(4)));
    }
}
