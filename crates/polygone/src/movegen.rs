//! Generates the turns of each segment round each of its ends.

use crate::board::{HOLE_COUNT, Hole, STEPS, Segment};
use crate::moves::Placement;
use crate::polygons::{WHEELS, Wheels};
use crate::sets::Segments;
use crate::tables::{DIRECTION_SLOTS, Dart, HOLE_SLOTS};
use rules::Side;

/// A turn, before anything is taken: the segment's old and new place as seen from the pivot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) from: Dart,
    pub(crate) to: Dart,
}

impl Turn {
    /// The places that change: the old and the new one.
    #[inline]
    pub(crate) fn change(self) -> Segments {
        self.from.spoke().segment.or(self.to.spoke().segment)
    }
}

/// Calls `visit` with every turn of a side's segments.
#[inline]
pub(crate) fn each_turn(side: Side, own: Segments, wheels: &Wheels, mut visit: impl FnMut(Turn)) {
    own.each_dart(|from| {
        let mut reached = reach(side, from, wheels);
        while reached != 0 {
            let to = Dart::new(from.hole(), reached.trailing_zeros() as u8);
            reached &= reached - 1;
            visit(Turn { from, to });
        }
    });
}

/// How many turns a side has.
pub(crate) fn count_turns(side: Side, own: Segments, wheels: &Wheels) -> u32 {
    let mut count = 0;
    own.each_dart(|from| count += reach(side, from, wheels).count_ones());
    count
}

/// Whether a side has any turn.
pub(crate) fn has_turn(side: Side, own: Segments, wheels: &Wheels) -> bool {
    let mut darts = own.into_iter().flat_map(Segment::darts);
    darts.any(|from| reach(side, from, wheels) != 0)
}

/// The directions to which a segment may turn.
#[inline]
fn reach(side: Side, from: Dart, wheels: &Wheels) -> u8 {
    let direction = from.direction() as usize;
    let free = FREE[direction][wheels.at(from.hole()) as usize % WHEELS];
    free & FORWARD[side.index()][direction] & DIRECTIONS[from.hole().index()]
}

/// The obstacle, if any, that keeps a side's segment from turning to another place at its pivot.
pub(crate) fn placement(side: Side, turn: Turn, wheels: &Wheels) -> Placement {
    let (from, to) = (turn.from.direction() as usize, turn.to.direction());
    let wheel = wheels.at(turn.from.hole());
    let has = |directions: u8| directions >> to & 1 == 1;
    if has(wheel) {
        Placement::Occupied
    } else if !has(FORWARD[side.index()][from]) {
        Placement::Backward
    } else if !has(FREE[from][wheel as usize]) {
        Placement::Barred
    } else {
        Placement::Allowed
    }
}

/// The directions to which a segment can turn without passing over another, by its own direction and by the occupied
/// directions of its pivot. The segment itself does not hinder.
static FREE: [[u8; WHEELS]; DIRECTION_SLOTS] = {
    let mut table = [[0; WHEELS]; DIRECTION_SLOTS];
    let mut from = 0;
    while from < 6 {
        let mut wheel = 0;
        while wheel < WHEELS {
            let mut turned = 1;
            while turned < 6 && wheel >> ((from + turned) % 6) & 1 == 0 {
                table[from][wheel] |= 1 << ((from + turned) % 6);
                turned += 1;
            }
            turned = 5;
            while turned > 0 && wheel >> ((from + turned) % 6) & 1 == 0 {
                table[from][wheel] |= 1 << ((from + turned) % 6);
                turned -= 1;
            }
            wheel += 1;
        }
        from += 1;
    }
    table
};

/// The directions that do not bring the moving end of a segment backward, by its side and its own direction.
static FORWARD: [[u8; DIRECTION_SLOTS]; 2] = {
    let mut table = [[0; DIRECTION_SLOTS]; 2];
    let mut from = 0;
    while from < 6 {
        let mut to = 0;
        while to < 6 {
            let gained = STEPS[to].1 - STEPS[from].1;
            if gained >= 0 {
                table[0][from] |= 1 << to;
            }
            if gained <= 0 {
                table[1][from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// The directions in which a hole has a neighbour, by hole.
static DIRECTIONS: [u8; HOLE_SLOTS] = {
    let mut table = [0; HOLE_SLOTS];
    let mut hole = 0;
    while hole < HOLE_COUNT {
        let mut direction = 0;
        while direction < 6 {
            if Hole::from_index(hole as u8).step(direction).is_some() {
                table[hole] |= 1 << direction;
            }
            direction += 1;
        }
        hole += 1;
    }
    table
};
