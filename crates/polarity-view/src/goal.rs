//! Goals of a guided hand: where a disc is to lean, fall or lie, and where there is room for it.

use crate::steering::{CARRY, Steering};
use magnets::measures::{CIRCLE, RADIUS, THICKNESS};
use magnets::{Disc, Lie, Table};
use polarity::technique::{CONVERSIONS, LEANER_ROOM, LEANS};
pub use polarity_facts::GoalKind;
use polarity_facts::TapRefusal;
use rapier3d::math::Vector;

/// How far from the usual ring a leaner may be held, in centimetres.
const STRAY: f32 = 0.6;
/// How high above the mat a leaner is let go, in centimetres.
pub(crate) const LET_GO: f32 = 0.05;

/// Height in centimetres from which the hand comes down on a leaner, and its speed in centimetres a second.
const ABOVE_LEANER: f32 = 8.0;
pub(crate) const CONVERTING: f32 = 5.0;
/// How fast it goes down while the player holds it, far from the mat and near it, in centimetres a second.
const HELD: f32 = 14.0;
const HELD_LOW: f32 = 3.0;
/// Height below which it goes down slowly, in centimetres.
const HELD_NEAR: f32 = 1.5;

/// Distance of a suggested place from all discs, if possible, in centimetres.
const CLEAR: f32 = 6.0;
/// Leaners fall before flat discs move: this much more for them.
const CLEAR_LEANER: f32 = 2.0;
/// Number of places that are suggested one after the other, and how far apart they are.
const PLACES: usize = 8;
const APART: f32 = 4.0;
/// Directions round a support that are looked at.
pub const DIRECTIONS: usize = 24;

/// A leaner to be left against a support.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaning {
    /// Any disc of the support.
    pub support: Disc,
    /// Centre of the support.
    pub centre: [f32; 2],
    /// Number of discs in the support.
    pub tower: usize,
    /// Direction of the leaner from that centre, in radians.
    pub angle: f32,
    /// How much farther out than usual, in centimetres.
    pub out: f32,
}

/// Goal of a guided hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// Leave a leaner.
    Lean(Leaning),
    /// Let an own leaner fall onto its face.
    Convert {
        /// The leaner.
        leaner: Disc,
        /// The place over which the disc is held.
        place: [f32; 2],
        /// Direction from the base to the leaner, in radians.
        angle: f32,
        /// Tilt in degrees.
        tilt: f32,
        /// How low the hand goes.
        lowest: f32,
        /// The leaner's tilt before, in degrees.
        before: f32,
    },
    /// Set down flat what the hand holds.
    Lay {
        /// Place of the disc's middle.
        place: [f32; 2],
        /// Whether it has to be turned over on the way.
        turned: bool,
        /// How high it is carried.
        high: f32,
    },
}

impl Goal {
    /// Its kind.
    pub const fn kind(&self) -> GoalKind {
        match self {
            Goal::Lean(_) => GoalKind::Lean,
            Goal::Convert { .. } => GoalKind::Convert,
            Goal::Lay { .. } => GoalKind::Lay,
        }
    }

    /// Against a disc of the table, from a direction.
    pub fn lean(table: &Table, support: Disc, angle: f32) -> Option<Goal> {
        let magnet = table.magnet(support)?;
        let tower = match table.lie(support)? {
            Lie::Leaner => 1,
            _ => table.tower(support)?,
        };
        let centre = [magnet.centre.x, magnet.centre.y];
        (tower <= LEANS.len()).then_some(Goal::Lean(Leaning {
            support,
            centre,
            tower,
            angle,
            out: 0.0,
        }))
    }

    /// The conversion of a leaner, if it leans on something that is low enough.
    pub fn convert(table: &Table, leaner: Disc) -> Option<Goal> {
        if table.lie(leaner) != Some(Lie::Leaner) {
            return None;
        }
        let (magnet, base) = (table.magnet(leaner)?, table.support(leaner)?);
        let (middle, tower) = (table.magnet(base)?.centre, table.tower(base)?);
        let way = *CONVERSIONS.get(tower.checked_sub(1)?)?;
        let upward = magnet.axis * 1.0_f32.copysign(magnet.axis.z);
        let level = Vector::new(upward.x, upward.y, 0.0);
        let foot = magnet.centre + level.normalize_or_zero() * (RADIUS * upward.z);
        let (x, y) = (foot.x - middle.x, foot.y - middle.y);
        let angle = y.atan2(x);
        let away = way.share as f32 * x.hypot(y) + way.more as f32;
        Some(Goal::Convert {
            leaner,
            place: [middle.x + away * angle.cos(), middle.y + away * angle.sin()],
            angle,
            tilt: f32::from(way.tilt) / 10.0,
            lowest: f32::from(way.lowest) / 100.0 + THICKNESS * tower as f32,
            before: tilt_of(upward),
        })
    }

    /// The disc at which the hand works, and the middle of its work; none if it may go anywhere.
    pub fn subject(&self) -> Option<(Disc, [f32; 2])> {
        match *self {
            Goal::Lean(leaning) => Some((leaning.support, leaning.centre)),
            Goal::Convert { leaner, place, .. } => Some((leaner, place)),
            Goal::Lay { .. } => None,
        }
    }

    /// Goal of the middle of the disc in the hand.
    pub fn place(&self) -> [f32; 2] {
        match *self {
            Goal::Lean(leaning) => {
                let away = leaning.usual().0 + leaning.out;
                let (sine, cosine) = leaning.angle.sin_cos();
                [leaning.centre[0] + away * cosine, leaning.centre[1] + away * sine]
            }
            Goal::Convert { place, .. } | Goal::Lay { place, .. } => place,
        }
    }

    /// How high the hand waits.
    pub(crate) fn high(&self) -> f32 {
        match *self {
            Goal::Lean(_) => CARRY,
            Goal::Convert { .. } => ABOVE_LEANER,
            Goal::Lay { high, .. } => high,
        }
    }

    /// Steers a hand there, at some height.
    pub fn steer(&self, hand: &mut Steering, height: f32) {
        let [x, y] = self.place();
        hand.move_to(x, y);
        hand.set_height(height);
        match *self {
            Goal::Lean(leaning) => {
                hand.set_tilt(leaning.usual().1);
                hand.set_heading(leaning.angle.to_degrees());
            }
            Goal::Convert { tilt, angle, .. } => {
                hand.set_tilt(tilt);
                hand.set_heading(angle.to_degrees());
            }
            Goal::Lay { turned, .. } => hand.set_tilt(if turned { 180.0 } else { 0.0 }),
        }
    }

    /// Whether the leaner of a conversion has come half down.
    pub(crate) fn is_half_down(&self, table: &Table) -> bool {
        let Goal::Convert { leaner, before, .. } = *self else {
            return false;
        };
        let axis = table.magnet(leaner).map(|magnet| magnet.axis);
        axis.is_none_or(|axis| tilt_of(axis * 1.0_f32.copysign(axis.z)) < before / 2.0)
    }

    /// Height of a hand that is held and goes down for a time.
    pub(crate) fn lowered(&self, height: f32, seconds: f32) -> f32 {
        let (speed, last) = match *self {
            Goal::Convert { lowest, .. } => (CONVERTING, lowest),
            _ if height > HELD_NEAR => (HELD, 0.0),
            Goal::Lean(_) => (HELD_LOW, LET_GO),
            Goal::Lay { .. } => (HELD_LOW, 0.0),
        };
        (height - speed * seconds).max(last)
    }

    /// The point by which a pointer holds it: the lower edge of a leaner, or the middle.
    pub fn handle(&self) -> [f32; 2] {
        match *self {
            Goal::Lean(leaning) => leaning.foot(),
            Goal::Convert { place, .. } | Goal::Lay { place, .. } => place,
        }
    }

    /// Follows a pointer on the mat: round a support and, more finely, in and out; or along.
    pub fn follow(&mut self, (x, y): (f32, f32)) {
        match self {
            Goal::Lean(leaning) => {
                let (x, y) = (x - leaning.centre[0], y - leaning.centre[1]);
                let away = x.hypot(y);
                // Near the middle a small way is a wide turn.
                if away > RADIUS {
                    leaning.angle = y.atan2(x).rem_euclid(std::f32::consts::TAU);
                    let beside = away - leaning.usual_ring();
                    let beyond = (beside.abs() - SNAPS).max(0.0).copysign(beside);
                    leaning.out = (beyond * IN_AND_OUT).clamp(-STRAY, STRAY);
                }
            }
            Goal::Convert { .. } => {}
            Goal::Lay { place, .. } => *place = inside([x, y]),
        }
    }
}

/// A pointer this near to the ring where leaners usually hold means the ring, in centimetres.
const SNAPS: f32 = 0.6;
/// Farther in or out the hand goes this much less than the pointer: the band is narrow.
const IN_AND_OUT: f32 = 0.3;

impl Leaning {
    /// How a disc is usually held there: the distance between the two middles in centimetres, and the tilt in degrees.
    fn usual(&self) -> (f32, f32) {
        let (away, tilt) = LEANS[self.tower - 1];
        (away as f32, f32::from(tilt) / 10.0)
    }

    /// Goes round the support.
    pub fn turn(&mut self, radians: f32) {
        self.angle = (self.angle + radians).rem_euclid(std::f32::consts::TAU);
    }

    /// Goes farther out, or in.
    pub fn go_out(&mut self, centimetres: f32) {
        self.out = (self.out + centimetres).clamp(-STRAY, STRAY);
    }

    /// The radius of the ring on which the lower edge usually stands.
    pub fn usual_ring(&self) -> f32 {
        let (away, tilt) = self.usual();
        away + RADIUS * tilt.to_radians().cos()
    }

    /// A place on a ring round the support.
    pub fn on_ring(&self, angle: f32, radius: f32) -> [f32; 2] {
        let (sine, cosine) = angle.sin_cos();
        [self.centre[0] + radius * cosine, self.centre[1] + radius * sine]
    }

    /// Goal of the lower edge.
    pub fn foot(&self) -> [f32; 2] {
        self.on_ring(self.angle, self.usual_ring() + self.out)
    }
}

fn tilt_of(upward: Vector) -> f32 {
    upward.z.clamp(-1.0, 1.0).acos().to_degrees()
}

/// How far from the mat's middle a disc is set down at most.
const FARTHEST: f32 = CIRCLE - RADIUS - 0.3;

fn is_inside(place: [f32; 2]) -> bool {
    place[0].hypot(place[1]) <= FARTHEST
}

/// The nearest place on which a disc lies inside the circle.
fn inside(place: [f32; 2]) -> [f32; 2] {
    let share = if is_inside(place) {
        1.0
    } else {
        FARTHEST / place[0].hypot(place[1])
    };
    place.map(|part| part * share)
}

fn apart(one: [f32; 2], two: [f32; 2]) -> f32 {
    (one[0] - two[0]).hypot(one[1] - two[1])
}

/// How far the nearest of these places is.
fn clearance(at: [f32; 2], others: &[[f32; 2]]) -> f32 {
    let others = others.iter().map(|other| apart(at, *other));
    others.fold(f32::INFINITY, f32::min)
}

/// The places of all discs but these.
fn others(table: &Table, but: impl Fn(Disc) -> bool) -> Vec<[f32; 2]> {
    let places = table.poses().filter(|(disc, ..)| !but(*disc));
    places.map(|(_, centre, _)| [centre[0], centre[1]]).collect()
}

/// The directions round a support in which a leaner would stand inside the circle, and the places there.
fn places_round(table: &Table, support: Disc) -> impl Iterator<Item = (f32, [f32; 2])> {
    let step = std::f32::consts::TAU / DIRECTIONS as f32;
    (0..DIRECTIONS).filter_map(move |direction| {
        let angle = direction as f32 * step;
        let place = Goal::lean(table, support, angle)?.place();
        let is_inside = place[0].hypot(place[1]) < CIRCLE - RADIUS - 0.5;
        is_inside.then_some((angle, place))
    })
}

/// Why a guided hand can neither lean a disc against a support nor convert it, if it can do neither.
pub fn reach(table: &Table, support: Disc) -> Result<(), TapRefusal> {
    if Goal::lean(table, support, 0.0).is_none() {
        return Err(TapRefusal::TooHigh);
    }
    let (_, room) = roomiest(table, support).ok_or(TapRefusal::NoRoom)?;
    if room > LEANER_ROOM as f32 || Goal::convert(table, support).is_some() {
        Ok(())
    } else {
        Err(TapRefusal::NoRoom)
    }
}

/// Whether a guided hand can lean a disc against a support, or convert it.
pub fn is_in_reach(table: &Table, support: Disc) -> bool {
    reach(table, support).is_ok()
}

/// The direction round a support in which there is most room for a leaner, and how much that is.
pub fn roomiest(table: &Table, support: Disc) -> Option<(f32, f32)> {
    let others = others(table, |disc| disc == support || table.are_one(disc, support));
    places_round(table, support)
        .map(|(angle, place)| (angle, clearance(place, &others).min(CLEAR + 1.0)))
        .reduce(|best, next| if next.1 > best.1 + 0.01 { next } else { best })
}

/// Places where something set down is far enough from all other discs, as near as can be, the best one first.
pub fn free_places(table: &Table, near: [f32; 2], but: impl Fn(Disc) -> bool) -> Vec<[f32; 2]> {
    let is_leaner = |disc: Disc| table.lie(disc) == Some(Lie::Leaner);
    let leaners = others(table, |disc| but(disc) || !is_leaner(disc));
    let others = others(table, |disc| but(disc) || is_leaner(disc));
    let worth = |place: [f32; 2]| {
        let room = clearance(place, &others).min(clearance(place, &leaners) - CLEAR_LEANER);
        room.min(CLEAR) - apart(place, near) / 40.0
    };
    let steps = -20_i16..=20;
    let grid = steps
        .clone()
        .flat_map(|x| steps.clone().map(move |y| [f32::from(x), f32::from(y)]));
    let places = grid.filter(|place| is_inside(*place)).chain([inside(near)]);
    let mut ranked: Vec<(f32, [f32; 2])> = places.map(|place| (worth(place), place)).collect();
    ranked.sort_by(|one, two| two.0.total_cmp(&one.0));
    let mut found: Vec<[f32; 2]> = Vec::new();
    for (_, place) in ranked {
        if found.len() < PLACES && clearance(place, &found) >= APART {
            found.push(place);
        }
    }
    found
}
