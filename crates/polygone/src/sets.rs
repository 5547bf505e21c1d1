//! Sets of holes, segments and triangles, a bit each.

use crate::board::{Hole, Segment, Triangle};
use crate::tables::Dart;
use rules::Ones;

/// Makes a set type of small numbered things on a word of bits.
macro_rules! set {
    ($(#[$doc:meta])* $set:ident of $item:ident in $word:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $set($word);

        impl $set {
            /// None of them.
            pub const NONE: $set = $set(0);

            /// The set of just one.
            pub const fn of(item: $item) -> $set {
                $set(1 << item.index())
            }

            /// Whether there is none.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many there are.
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// Whether `item` is one of them.
            pub const fn contains(self, item: $item) -> bool {
                self.0 >> item.index() & 1 == 1
            }

            /// Those in both sets.
            #[must_use]
            pub const fn and(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }

            /// Those in either set.
            #[must_use]
            pub const fn or(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }

            /// Those in exactly one of the sets.
            #[must_use]
            pub const fn xor(self, other: $set) -> $set {
                $set(self.0 ^ other.0)
            }

            /// Those in this set and not in the other.
            #[must_use]
            pub const fn without(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }
        }

        impl FromIterator<$item> for $set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> $set {
                items.into_iter().fold($set::NONE, |set, item| set.or($set::of(item)))
            }
        }

        impl IntoIterator for $set {
            type Item = $item;
            type IntoIter = std::iter::Map<Ones, fn(u8) -> $item>;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                Ones::of(self.0.into()).map($item::from_index)
            }
        }
    };
}

set!(
    /// A set of holes.
    Holes of Hole in u32
);
set!(
    /// A set of segments, or of places for them.
    Segments of Segment in u64
);
set!(
    /// A set of triangles.
    Triangles of Triangle in u32
);

impl Segments {
    /// A key that sorts sets as their sorted lists sort, provided that none begins another.
    pub(crate) const fn list_order(self) -> std::cmp::Reverse<u64> {
        std::cmp::Reverse(self.0.reverse_bits())
    }

    /// Calls `visit` with each segment as seen from both its ends.
    #[inline]
    pub(crate) fn each_dart(self, mut visit: impl FnMut(Dart)) {
        for segment in self {
            for dart in segment.darts() {
                visit(dart);
            }
        }
    }

    /// The holes that these segments stand in.
    #[inline]
    pub fn holes(self) -> Holes {
        self.into_iter().flat_map(Segment::ends).collect()
    }
}
