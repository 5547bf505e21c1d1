//! Sets of holes, segments and triangles, a bit each.

use crate::board::{Hole, Segment, Triangle};
use crate::tables::Dart;

/// Makes a set type of small numbered things on a word of bits, with its iterator.
macro_rules! set {
    ($(#[$doc:meta])* $set:ident of $item:ident in $word:ty, $(#[$iter_doc:meta])* $iter:ident) => {
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
            type IntoIter = $iter;

            #[inline]
            fn into_iter(self) -> $iter {
                $iter(self.0)
            }
        }

        $(#[$iter_doc])*
        #[derive(Clone, Debug)]
        pub struct $iter($word);

        impl Iterator for $iter {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                if self.0 == 0 {
                    return None;
                }
                let item = $item::from_index(self.0.trailing_zeros() as u8);
                self.0 &= self.0 - 1;
                Some(item)
            }
        }
    };
}

set!(
    /// A set of holes.
    Holes of Hole in u32,
    /// The holes of a [`Holes`], in order.
    HolesIter
);
set!(
    /// A set of segments, or of places for them.
    Segments of Segment in u64,
    /// The segments of a [`Segments`], in order.
    SegmentsIter
);
set!(
    /// A set of triangles.
    Triangles of Triangle in u32,
    /// The triangles of a [`Triangles`], in order.
    TrianglesIter
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
