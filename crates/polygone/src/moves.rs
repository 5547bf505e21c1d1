//! Moves, and their effects.

use crate::board::{Hole, SEGMENTS_EACH, Segment};
use crate::sets::Segments;

/// One turn: a segment keeps one end in its hole and turns the other end round it: `b5:a4-c6xb5b7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The end that stays.
    pub pivot: Hole,
    /// The hole of the other end before the turn.
    pub old_end: Hole,
    /// The hole of the other end after the turn.
    pub new_end: Hole,
    /// The segments taken after the turn, polygon after polygon.
    pub taken: Taken,
}

/// Why a segment may turn to a place at its pivot, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// It may.
    Allowed,
    /// A segment stands there.
    Occupied,
    /// The moving end would go backward.
    Backward,
    /// On both ways round it would pass over a segment that stands in the pivot hole.
    Barred,
}

/// The segments that a turn takes, in order: those of one polygon after those of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Taken {
    /// Segment numbers; the first of each polygon carries [`FIRST`]. Zero after the last.
    list: [u8; 2 * SEGMENTS_EACH as usize],
    count: u8,
}

const FIRST: u8 = 0x80;

impl Taken {
    /// Nothing.
    pub const NONE: Taken = Taken {
        list: [0; 2 * SEGMENTS_EACH as usize],
        count: 0,
    };

    /// Whether nothing is taken.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The segments that each polygon costs, in the order of taking.
    pub fn polygons(&self) -> impl Iterator<Item = Segments> {
        self.list().chunk_by(|_, next| next & FIRST == 0).map(to_segments)
    }

    /// All segments taken.
    #[inline]
    pub fn segments(&self) -> Segments {
        to_segments(self.list())
    }

    /// Adds what one more polygon costs; the caller knows that none of it is in the list.
    pub(crate) fn push(&mut self, polygon: Segments) {
        let mut mark = FIRST;
        for segment in polygon {
            self.list[self.count as usize] = segment.index() as u8 | mark;
            self.count += 1;
            mark = 0;
        }
    }

    fn list(&self) -> &[u8] {
        &self.list[..self.count as usize]
    }
}

#[inline]
fn to_segments(list: &[u8]) -> Segments {
    list.iter()
        .map(|entry| Segment::from_index(entry & !FIRST))
        .collect()
}
