//! The board: 24 holes, the 55 places for segments between them, 32 triangles.
//!
//! Holes and segments are numbered in the order of the texts (row, then level), so that comparing numbers
//! compares texts.

use crate::sets::Segments;
use crate::tables::{CORNERS, DARTS, Dart, ENDS, PLACES, segment_between};

/// How many holes the board has.
pub const HOLE_COUNT: usize = 24;
/// How many places for segments it has.
pub const SEGMENT_COUNT: usize = 55;
/// How many triangles they make.
pub const TRIANGLE_COUNT: usize = 32;
/// The lowest level of each row, and its number of holes; along a row levels go by two.
pub(crate) const ROWS: [(i8, i8); 5] = [(2, 4), (1, 5), (0, 6), (1, 5), (2, 4)];
/// Segments a side has in the box.
pub const SEGMENTS_EACH: u32 = 12;
/// Segments taken that win.
pub const WINNING_COUNT: u8 = 7;
/// The apex of each side; the opponent wins by coming there. Each side plays away from its own.
pub const APEXES: [Hole; 2] = [hole_at(2, 0), hole_at(2, 10)];
/// The start.
pub const START: &str = "a2b1,a2b3,a4b3,b1c2,b3c2,b3c4,c2d1,c2d3,c4d3,d1e2,d3e2,d3e4 \
                         a6b7,a8b7,a8b9,b7c6,b7c8,b9c8,c6d7,c8d7,c8d9,d7e6,d7e8,d9e8 w 0-0";
/// The letters of the sides.
pub const LETTERS: [char; 2] = ['w', 'b'];

/// The change by a step in each of the six directions, as (row, level), counter-clockwise.
pub(crate) const STEPS: [(i8, i8); 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];

/// One of the 24 holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hole(u8);

impl Hole {
    /// The hole in a row (0 is row a) at a level, if the board has it.
    pub const fn new(row: i8, level: i8) -> Option<Hole> {
        if row < 0 || row >= ROWS.len() as i8 {
            return None;
        }
        let (lowest, length) = ROWS[row as usize];
        if level < lowest || (level - lowest) % 2 != 0 || (level - lowest) / 2 >= length {
            return None;
        }
        let mut number = (level - lowest) / 2;
        let mut before = 0;
        while before < row as usize {
            number += ROWS[before].1;
            before += 1;
        }
        Some(Hole(number as u8))
    }

    /// The row, 0 (a) to 4 (e).
    pub const fn row(self) -> i8 {
        PLACES[self.index()].0
    }

    /// The level: half-steps along the axis of play, bigger toward Black's apex.
    pub const fn level(self) -> i8 {
        PLACES[self.index()].1
    }

    /// Every hole, in the order of the texts.
    pub fn all() -> impl DoubleEndedIterator<Item = Hole> {
        (0..HOLE_COUNT as u8).map(Hole)
    }

    /// The places for segments at this hole.
    pub fn segments(self) -> Segments {
        Hole::all()
            .filter_map(|other| Segment::between(self, other))
            .collect()
    }

    /// Its number in the order of the texts, 0 to 23.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn from_index(index: u8) -> Hole {
        Hole(index)
    }

    /// The next hole in a direction, or `None` at the edge.
    pub(crate) const fn step(self, direction: u8) -> Option<Hole> {
        let (row, level) = STEPS[direction as usize];
        Hole::new(self.row() + row, self.level() + level)
    }
}

/// One of the 55 places for segments, and the segment on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Segment(u8);

impl Segment {
    /// The segment between two neighbouring holes, in either order.
    pub fn between(a: Hole, b: Hole) -> Option<Segment> {
        segment_between(a, b)
    }

    /// Its two holes, in the order of the texts.
    pub const fn ends(self) -> [Hole; 2] {
        ENDS[self.index()]
    }

    /// Every place, in the order of the texts.
    pub fn all() -> impl DoubleEndedIterator<Item = Segment> {
        (0..SEGMENT_COUNT as u8).map(Segment)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn from_index(index: u8) -> Segment {
        Segment(index)
    }

    /// Its place as seen from its first hole, and from its second.
    #[inline]
    pub(crate) fn darts(self) -> [Dart; 2] {
        DARTS[self.index()]
    }

    /// Its place as seen from a hole, when it stands there.
    pub(crate) fn dart_at(self, hole: Hole) -> Option<Dart> {
        self.darts().into_iter().find(|dart| dart.hole() == hole)
    }
}

/// One of the 32 triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Triangle(u8);

impl Triangle {
    /// Its three holes, in the order of the texts.
    pub fn corners(self) -> [Hole; 3] {
        CORNERS[self.index()]
    }

    /// Every triangle.
    pub fn all() -> impl DoubleEndedIterator<Item = Triangle> {
        (0..TRIANGLE_COUNT as u8).map(Triangle)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn from_index(index: u8) -> Triangle {
        Triangle(index)
    }
}

const fn hole_at(row: i8, level: i8) -> Hole {
    match Hole::new(row, level) {
        Some(hole) => hole,
        None => panic!("the board has this hole"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_or_level_is_too_far_off_to_ask_for() {
        let rows = i8::MIN..=i8::MAX;
        let holes = rows.flat_map(|row| (i8::MIN..=i8::MAX).filter_map(move |level| Hole::new(row, level)));
        assert_eq!(holes.collect::<Vec<_>>(), Hole::all().collect::<Vec<_>>());
    }
}
