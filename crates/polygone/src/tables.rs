//! The tables of the board, made at compile time.

use crate::board::{HOLE_COUNT, Hole, ROWS, SEGMENT_COUNT, Segment, TRIANGLE_COUNT, Triangle};
use crate::sets::{Holes, Segments, Triangles};

/// The six directions, with room to spare: masking an index by a power of two proves it in range.
const DIRECTION_BITS: u32 = 3;
pub(crate) const DIRECTION_SLOTS: usize = 1 << DIRECTION_BITS;
/// The holes, likewise.
pub(crate) const HOLE_SLOTS: usize = 32;

/// A segment's place as seen from one of its ends: a hole and a direction. Any byte is a dart; beyond the
/// edge it has no segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dart(u8);

impl Dart {
    #[inline]
    pub(crate) const fn new(hole: Hole, direction: u8) -> Dart {
        Dart((hole.index() as u8) << DIRECTION_BITS | direction)
    }

    /// The end it is seen from.
    #[inline]
    pub(crate) const fn hole(self) -> Hole {
        Hole::from_index(self.0 >> DIRECTION_BITS)
    }

    #[inline]
    pub(crate) const fn direction(self) -> u8 {
        self.0 % DIRECTION_SLOTS as u8
    }

    /// Its entry in the table.
    #[inline]
    pub(crate) fn spoke(self) -> &'static Spoke {
        &SPOKES[self.0 as usize]
    }
}

/// The segment, hole and neighbours in one direction from a hole.
#[derive(Clone, Copy)]
pub(crate) struct Spoke {
    /// The segment there.
    pub(crate) segment: Segments,
    /// The next hole, as a set.
    pub(crate) arrival: Holes,
    /// The next hole.
    pub(crate) to: Hole,
    /// The direction back from there.
    pub(crate) back: u8,
}

/// The elements behind a segment on a ray of rising level. An element lies inside a ring if it is in the shadows of an
/// odd number of the ring's segments.
#[derive(Clone, Copy)]
pub(crate) struct Shadow {
    pub(crate) segments: Segments,
    pub(crate) triangles: Triangles,
}

impl Shadow {
    pub(crate) const NONE: Shadow = Shadow {
        segments: Segments::NONE,
        triangles: Triangles::NONE,
    };

    #[must_use]
    pub(crate) const fn xor(self, other: &Shadow) -> Shadow {
        Shadow {
            segments: self.segments.xor(other.segments),
            triangles: self.triangles.xor(other.triangles),
        }
    }
}

/// (row, level) by hole.
pub(crate) const PLACES: [(i8, i8); HOLE_COUNT] = {
    let mut places = [(0, 0); HOLE_COUNT];
    let (mut number, mut row) = (0, 0);
    while row < ROWS.len() {
        let mut along = 0;
        while along < ROWS[row].1 {
            places[number] = (row as i8, ROWS[row].0 + 2 * along);
            number += 1;
            along += 1;
        }
        row += 1;
    }
    assert!(number == HOLE_COUNT, "the rows have all holes");
    places
};

/// By segment: its two holes.
pub(crate) static ENDS: [[Hole; 2]; SEGMENT_COUNT] = {
    let mut ends = [[Hole::from_index(0); 2]; SEGMENT_COUNT];
    let mut number = 0;
    while number < SEGMENT_COUNT {
        let [first, second] = DARTS[number];
        ends[number] = [first.hole(), second.hole()];
        number += 1;
    }
    ends
};

/// By segment: its place as seen from its first hole, and from its second.
pub(crate) static DARTS: [[Dart; 2]; SEGMENT_COUNT] = {
    // In the order of the second hole: along the row, then the lower and the higher level of the next row.
    const UPWARD: [u8; 3] = [0, 2, 1];
    let mut darts = [[Dart(0); 2]; SEGMENT_COUNT];
    let (mut number, mut from) = (0, 0);
    while from < HOLE_COUNT {
        let first = Hole::from_index(from as u8);
        let mut i = 0;
        while i < UPWARD.len() {
            if let Some(second) = first.step(UPWARD[i]) {
                darts[number] = [Dart::new(first, UPWARD[i]), Dart::new(second, UPWARD[i] + 3)];
                number += 1;
            }
            i += 1;
        }
        from += 1;
    }
    assert!(number == SEGMENT_COUNT, "the board has all places for segments");
    darts
};

/// By two holes, in either order: the segment between them.
static BETWEEN: [[u8; HOLE_COUNT]; HOLE_COUNT] = {
    let mut between = [[NO_SEGMENT; HOLE_COUNT]; HOLE_COUNT];
    let mut number = 0;
    while number < SEGMENT_COUNT {
        let [a, b] = ENDS[number];
        between[a.index()][b.index()] = number as u8;
        between[b.index()][a.index()] = number as u8;
        number += 1;
    }
    between
};
const NO_SEGMENT: u8 = u8::MAX;

#[inline]
pub(crate) fn segment_between(a: Hole, b: Hole) -> Option<Segment> {
    match BETWEEN[a.index()][b.index()] {
        NO_SEGMENT => None,
        number => Some(Segment::from_index(number)),
    }
}

/// By triangle: its corners. From each hole there is one along its row and one across to the next row.
pub(crate) static CORNERS: [[Hole; 3]; TRIANGLE_COUNT] = {
    let mut corners = [[Hole::from_index(0); 3]; TRIANGLE_COUNT];
    let (mut number, mut hole) = (0, 0);
    while hole < HOLE_COUNT {
        let from = Hole::from_index(hole as u8);
        if let (Some(along), Some(across)) = (from.step(0), from.step(1)) {
            corners[number] = [from, along, across];
            number += 1;
        }
        if let (Some(lower), Some(higher)) = (from.step(2), from.step(1)) {
            corners[number] = [from, lower, higher];
            number += 1;
        }
        hole += 1;
    }
    assert!(number == TRIANGLE_COUNT, "the board has all triangles");
    corners
};

/// The spoke of each dart.
static SPOKES: [Spoke; 256] = {
    let beyond = Spoke {
        segment: Segments::NONE,
        arrival: Holes::NONE,
        to: Hole::from_index(0),
        back: 0,
    };
    let mut spokes = [beyond; 256];
    let mut number = 0;
    while number < SEGMENT_COUNT {
        let mut end = 0;
        while end < 2 {
            let (from, to) = (DARTS[number][end], DARTS[number][1 - end]);
            spokes[from.0 as usize] = Spoke {
                segment: Segments::of(Segment::from_index(number as u8)),
                arrival: Holes::of(to.hole()),
                to: to.hole(),
                back: to.direction(),
            };
            end += 1;
        }
        number += 1;
    }
    spokes
};

/// The shadow of each segment.
pub(crate) static SHADOWS: [Shadow; SEGMENT_COUNT] = {
    let mut shadows = [Shadow::NONE; SEGMENT_COUNT];
    let mut number = 0;
    while number < SEGMENT_COUNT {
        shadows[number] = shadow(number);
        number += 1;
    }
    shadows
};

/// Rows and levels are measured in sixths here, so that middles and centres are whole numbers.
const fn shadow(number: usize) -> Shadow {
    let Shadow {
        mut segments,
        mut triangles,
    } = Shadow::NONE;
    let mut other = 0;
    while other < SEGMENT_COUNT {
        let [a, b] = ENDS[other];
        let middle = (3 * (a.row() + b.row()), 3 * (a.level() + b.level()));
        if lies_behind(number, middle) {
            segments = segments.or(Segments::of(Segment::from_index(other as u8)));
        }
        other += 1;
    }
    let mut triangle = 0;
    while triangle < TRIANGLE_COUNT {
        let [a, b, c] = CORNERS[triangle];
        let row = 2 * (a.row() + b.row() + c.row());
        let level = 2 * (a.level() + b.level() + c.level());
        if lies_behind(number, (row, level)) {
            triangles = triangles.or(Triangles::of(Triangle::from_index(triangle as u8)));
        }
        triangle += 1;
    }
    Shadow { segments, triangles }
}

/// Whether a ray along the levels meets the segment before it reaches the point. Points on a row are
/// tested just above it, so that no ray runs through a hole.
const fn lies_behind(number: usize, (row, level): (i8, i8)) -> bool {
    let [low, high] = ENDS[number];
    let above = row - 6 * low.row();
    if low.row() == high.row() || above < 0 || above >= 6 {
        return false;
    }
    let slope = high.level() - low.level();
    6 * low.level() + slope * above < level
}
