//! The grip of a hand: fingers let the field turn a disc whose rim stands on the mat.
//!
//! The turn is an angle beside the hand's poses, so that the samples of a trace stay what the player steered.

use crate::measures::{
    FINGERS, GRAVITY, LEAST_TILT, MASS, MOST_TURN, ON_MAT, RADIUS, STEP, THICKNESS, TURNING_SPEED,
    UPRIGHT_TILT, WHOLE_FIELD, YIELDING,
};
use crate::table::{Piece, Table};
use rapier3d::math::Vector;

/// How a hand holds a disc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HandGrip {
    /// The disc has the hand's tilt everywhere.
    #[default]
    Rigid,
    /// A disc whose rim stands on the mat turns about its foot to the tilt that the field gives it.
    Yielding,
}

/// The angle by which the field has turned what a hand holds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turn {
    /// In radians: added to the tilt of the hand's pose.
    pub(crate) angle: f32,
    /// Whether the last tick changed it.
    is_changing: bool,
}

/// A single disc in a hand: its tilt and heading by the hand's pose, in radians, and the height of its lowest point.
#[derive(Clone, Copy)]
pub(crate) struct Tilted {
    pub(crate) tilt: f32,
    pub(crate) heading: f32,
    pub(crate) height: f32,
}

impl Tilted {
    /// The way of the disc's middle that keeps its foot in place when it turns by `angle`.
    pub(crate) fn shift(&self, angle: f32) -> Vector {
        let (sine, cosine) = libm::sincosf(self.heading);
        let way = foot(self.tilt).0 - foot(self.tilt + angle).0;
        Vector::new(way * cosine, way * sine, 0.0)
    }

    /// Whether its rim stands on the mat.
    fn stands(&self) -> bool {
        self.height <= ON_MAT && (LEAST_TILT..=UPRIGHT_TILT).contains(&self.tilt)
    }

    /// The nearest angle by which it may be turned so that its own tilt is at least `least`, and not beyond upright.
    fn within(&self, angle: f32, least: f32) -> f32 {
        angle.clamp(
            (least - self.tilt).clamp(-MOST_TURN, 0.0),
            (UPRIGHT_TILT - self.tilt).clamp(0.0, MOST_TURN),
        )
    }

    /// The torque about its foot that raises its upper edge. The fingers leave the weight to the disc where the field
    /// can carry a part of it; elsewhere they hold the hand's tilt.
    fn torque(&self, disc: &Piece, angle: f32) -> f32 {
        let (sine, cosine) = libm::sincosf(self.heading);
        let (ahead, down) = foot(self.tilt + angle);
        let foot = Vector::new(ahead * cosine, ahead * sine, -down);
        let across = Vector::new(-sine, cosine, 0.0);
        let lift = (disc.felt.torque - foot.cross(disc.felt.force)).dot(across);
        let weight = MASS * GRAVITY * ahead;
        let share = (lift.abs() / (WHOLE_FIELD * MASS * GRAVITY * RADIUS)).min(1.0);
        share * (lift - weight) - (1.0 - share) * FINGERS * angle
    }
}

/// The lowest point of a disc tilted by so much: its way from the middle towards the heading, and down.
fn foot(tilt: f32) -> (f32, f32) {
    let (sine, cosine) = libm::sincosf(tilt);
    let half = THICKNESS / 2.0;
    (RADIUS * cosine - half * sine, RADIUS * sine + half * cosine)
}

impl Table {
    /// Sets the grip of hands that come in from now on.
    pub fn set_grip(&mut self, grip: HandGrip) {
        self.grip = grip;
    }

    /// Whether the field is turning what the hand holds.
    pub fn is_hand_turning(&self) -> bool {
        self.hand.as_ref().is_some_and(|hand| hand.turn.is_changing)
    }

    /// The turn of the held disc after the next tick: towards its own tilt on the mat, and back to the hand's elsewhere.
    pub(crate) fn next_turn(&self, turn: Turn, discs: &[usize], held: Tilted) -> Turn {
        let most = TURNING_SPEED * STEP;
        let angle = match discs {
            &[disc] if held.stands() => {
                let torque = held.torque(&self.pieces[disc], turn.angle);
                // The cloth resists tipping: the disc stands still as it will on its own.
                let is_held = torque.abs() <= self.dials.tipping * MASS * GRAVITY;
                let way = if is_held { 0.0 } else { torque * YIELDING * STEP };
                held.within(turn.angle + way.clamp(-most, most), LEAST_TILT)
            }
            _ => held.within(turn.angle - turn.angle.clamp(-most, most), 0.0),
        };
        Turn {
            angle,
            is_changing: (angle - turn.angle).abs() > 0.0,
        }
    }
}
