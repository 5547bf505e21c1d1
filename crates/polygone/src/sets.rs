//! Sets of holes, segments and triangles, a bit each.

use crate::board::{Hole, Segment, Triangle};
use crate::tables::Dart;
use rules::bit_set;

bit_set!(
    /// A set of holes.
    pub Holes of Hole in u32
);
bit_set!(
    /// A set of segments, or of places for them.
    pub Segments of Segment in u64
);
bit_set!(
    /// A set of triangles.
    pub Triangles of Triangle in u32
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
