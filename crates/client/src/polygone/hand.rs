//! The hand on an end of a segment: it turns the segment round the other end, as far as nothing bars the way.

use super::turn::room;
use drawing::Point;
use drawing::polygone::geometry::Geometry;
use polygone::{Hole, Position, Segment};

/// A pointer that moves less than this is a tap.
pub(super) const TAP: f64 = 0.12;
/// How close to a place, in degrees, a release counts as on it.
pub(super) const NEAR: f64 = 29.0;
/// How far a dragged segment stays off one that bars its way, in degrees.
const GAP: f64 = 18.0;

/// An end of a segment that is held, and the end that stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The end that stays.
    pub pivot: Hole,
    /// The end that moves.
    pub end: Hole,
}

impl Held {
    /// The end at a place: the nearer one of the place for a segment there.
    pub(super) fn at(view: Geometry, at: Point) -> Option<Held> {
        let [first, second] = view.segment_at(at)?.ends();
        let off = |hole: Hole| (view.hole(hole) - at).length();
        let (pivot, end) = if off(first) < off(second) {
            (second, first)
        } else {
            (first, second)
        };
        Some(Held { pivot, end })
    }

    /// The segment.
    pub fn segment(self) -> Option<Segment> {
        Segment::between(self.pivot, self.end)
    }

    /// By how many degrees the end, turned by `swing`, is off a hole.
    pub(super) fn off(self, view: Geometry, hole: Hole, swing: f64) -> f64 {
        let here = view.angle(self.pivot, self.end) + swing;
        short_way(view.angle(self.pivot, hole) - here).abs()
    }

    /// The direction from the pivot to a place, in degrees.
    fn angle_to(self, view: Geometry, at: Point) -> f64 {
        let way = at - view.hole(self.pivot);
        way.y.atan2(way.x).to_degrees()
    }
}

/// The short way round, wherever the circle of degrees ends.
fn short_way(degrees: f64) -> f64 {
    (degrees + 180.0).rem_euclid(360.0) - 180.0
}

/// A pointer that is down on the end that is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Drag {
    from: Point,
    /// The direction from the pivot to the pointer, in degrees.
    angle: f64,
    /// By how much the segment is turned.
    pub(super) swing: f64,
    /// Whether it went far enough to be no tap.
    pub(super) far: bool,
    /// Whether the end was held before, so that a tap lets go of it.
    pub(super) held_before: bool,
}

impl Drag {
    /// A pointer that goes down on an end.
    pub(super) fn new(held: Held, view: Geometry, at: Point, held_before: bool) -> Drag {
        Drag {
            from: at,
            angle: held.angle_to(view, at),
            swing: 0.0,
            far: false,
            held_before,
        }
    }

    /// The pointer moves: the segment follows it until something bars its way.
    pub(super) fn turn(&mut self, position: &Position, held: Held, view: Geometry, to: Point) {
        self.far |= (to - self.from).length() >= TAP;
        let angle = held.angle_to(view, to);
        let by = short_way(angle - self.angle);
        self.angle = angle;
        if self.far {
            let [least, most] = room(position, held.pivot, held.end, view);
            self.swing = (self.swing + by).clamp((least + GAP).min(0.0), (most - GAP).max(0.0));
        }
    }
}
