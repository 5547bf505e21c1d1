//! Polygons: empty regions that one simple ring of segments encloses.
//!
//! A region's edge is walked keeping it on the left, always turning as far left as the next segment allows.
//! A walk that comes to no hole twice is a simple ring; the segments' shadows tell what lies inside it.

use crate::board::{Hole, Segment};
use crate::movegen::Turn;
use crate::sets::{Holes, Segments, Triangles};
use crate::tables::{DIRECTION_SLOTS, Dart, HOLE_SLOTS, SHADOWS, Shadow};

/// A region without a segment inside, enclosed by one simple ring of segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Polygon {
    /// The ring.
    pub border: Segments,
    /// The triangles inside.
    pub inside: Triangles,
}

impl Polygon {
    /// The segments this polygon costs their colour: those on the ring of the colour that has fewer there,
    /// none when both have as many.
    pub fn prey(&self, segments: [Segments; 2]) -> Segments {
        prey(self.border, segments)
    }
}

/// The polygons among these segments, whatever their colours, in the order of their sorted borders.
pub fn polygons(occupied: Segments) -> Vec<Polygon> {
    let wheels = Wheels::of(occupied);
    let mut found = Vec::new();
    for dart in occupied.into_iter().flat_map(Segment::darts) {
        let inside = |border| enclosed(border, occupied).map(|inside| Polygon { border, inside });
        let Some(polygon) = wheels.ring(dart).and_then(inside) else {
            continue;
        };
        let order = |polygon: &Polygon| polygon.border.list_order();
        // Each ring is walked from several of its darts.
        if let Err(place) = found.binary_search_by_key(&order(&polygon), order) {
            found.insert(place, polygon);
        }
    }
    found
}

/// The triangles that a ring encloses, if no segment is inside. It does not matter on which side of the
/// ring the walk kept its region.
fn enclosed(border: Segments, occupied: Segments) -> Option<Triangles> {
    let shadow = border.into_iter().fold(Shadow::NONE, |shadow, segment| {
        shadow.xor(&SHADOWS[segment.index()])
    });
    let is_empty = shadow.segments.and(occupied).without(border).is_empty();
    is_empty.then_some(shadow.triangles)
}

#[inline]
fn prey(border: Segments, segments: [Segments; 2]) -> Segments {
    let [first, second] = segments.map(|colour| colour.and(border));
    match first.len().cmp(&second.len()) {
        std::cmp::Ordering::Less => first,
        std::cmp::Ordering::Equal => Segments::NONE,
        std::cmp::Ordering::Greater => second,
    }
}

/// A polygon that costs one colour its segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Capture {
    pub(crate) border: Segments,
    pub(crate) prey: Segments,
}

/// In which directions segments stand in each hole, a bit each.
#[derive(Clone, Copy)]
pub(crate) struct Wheels([u8; HOLE_SLOTS]);

impl Wheels {
    #[inline]
    pub(crate) fn of(occupied: Segments) -> Wheels {
        let mut wheels = Wheels([0; HOLE_SLOTS]);
        wheels.toggle(occupied);
        wheels
    }

    /// Puts segments there, or takes them away.
    #[inline]
    pub(crate) fn toggle(&mut self, segments: Segments) {
        segments.each_dart(|dart| self.0[dart.hole().index()] ^= 1 << dart.direction());
    }

    /// Turns a segment round its pivot.
    #[inline]
    pub(crate) fn turn(&mut self, turn: Turn) {
        let (old, new) = (turn.from.spoke(), turn.to.spoke());
        self.0[turn.from.hole().index()] ^= 1 << turn.from.direction() | 1 << turn.to.direction();
        self.0[old.to.index() % HOLE_SLOTS] ^= 1 << old.back;
        self.0[new.to.index() % HOLE_SLOTS] ^= 1 << new.back;
    }

    #[inline]
    pub(crate) fn at(&self, hole: Hole) -> u8 {
        self.0[hole.index() % HOLE_SLOTS]
    }

    /// The first segment clockwise from a dart at its hole, the one on the dart itself last.
    #[inline]
    pub(crate) fn clockwise(&self, hole: Hole, direction: u8) -> Dart {
        let wheel = self.at(hole) as usize % WHEELS;
        Dart::new(hole, CLOCKWISE[direction as usize % DIRECTION_SLOTS][wheel])
    }

    /// The ring on whose left side a region lies, walked from a segment on; `None` when the walk reaches a hole
    /// twice. The inside is not examined; the region may be the outside.
    #[inline]
    fn ring(&self, first: Dart) -> Option<Segments> {
        let start = first.hole();
        let mut dart = first;
        let mut border = Segments::NONE;
        let mut seen = Holes::NONE;
        loop {
            let spoke = dart.spoke();
            if !seen.and(spoke.arrival).is_empty() {
                return None;
            }
            seen = seen.or(spoke.arrival);
            border = border.or(spoke.segment);
            dart = self.clockwise(spoke.to, spoke.back);
            if spoke.to == start {
                // A segment that stands alone is walked forth and back.
                let is_ring = dart == first && border.len() > 1;
                return is_ring.then_some(border);
            }
        }
    }

    /// The cost of the polygon on a segment's left, if there is one and it costs anything.
    #[inline]
    pub(crate) fn capture(&self, dart: Dart, segments: [Segments; 2]) -> Option<Capture> {
        let border = self.ring(dart)?;
        let prey = prey(border, segments);
        if prey.is_empty() {
            return None;
        }
        let occupied = segments[0].or(segments[1]);
        enclosed(border, occupied).map(|_| Capture { border, prey })
    }
}

/// How many ways segments can stand in a hole.
pub(crate) const WHEELS: usize = 64;

/// By direction and the directions in which segments stand: the first of them clockwise from there.
static CLOCKWISE: [[u8; WHEELS]; DIRECTION_SLOTS] = {
    let mut table = [[0; WHEELS]; DIRECTION_SLOTS];
    let mut direction = 0;
    while direction < 6 {
        let mut wheel = 0;
        while wheel < WHEELS {
            let mut turned = 1;
            while turned < 6 && wheel >> ((direction + 6 - turned) % 6) & 1 == 0 {
                turned += 1;
            }
            table[direction][wheel] = ((direction + 6 - turned) % 6) as u8;
            wheel += 1;
        }
        direction += 1;
    }
    table
};
