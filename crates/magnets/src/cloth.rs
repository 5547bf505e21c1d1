//! The resistance of the cloth to a rim that stands on it.
//!
//! A leaner rolls round its base at no cost of magnetic energy, and its neighbours pull it sideways, so a point contact lets it
//! creep for ever. A rim on cloth stands on a patch and sinks in: rolling, turning on the spot and tipping each meet dry
//! friction. A torque is kept from step to step and follows the turning speed, up to its limit: what it holds does not creep.

use crate::mass::{ACROSS, ALONG};
use crate::measures::{Dials, RADIUS, RIM_SINE, STEP};
use crate::table::Piece;
use rapier3d::math::Vector;

/// The torques on a single disc, kept from step to step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cloth {
    /// About the vertical.
    turning: f32,
    /// About the horizontal part of the disc's axis.
    rolling: f32,
    /// About the horizontal line across the axis.
    tipping: f32,
}

impl Cloth {
    /// The torque against a disc's turning speed in the next step.
    pub(crate) fn resist(&mut self, dials: &Dials, disc: &Piece, speed: Vector) -> Vector {
        let (axis, pressed) = (disc.magnet.axis, disc.pressed);
        let resist = |kept: f32, about: Vector, limit: f32| {
            let along = axis.dot(about);
            let inertia = ACROSS + (ALONG - ACROSS) * along * along;
            let most = limit * pressed;
            (kept - speed.dot(about) * inertia / STEP).clamp(-most, most)
        };
        self.turning = resist(self.turning, Vector::Z, dials.friction * dials.patch);
        let flat = Vector::new(axis.x, axis.y, 0.0);
        let sine = flat.length();
        if sine < RIM_SINE {
            (self.rolling, self.tipping) = (0.0, 0.0);
            return Vector::Z * self.turning;
        }
        let forward = flat / sine;
        let across = Vector::new(-forward.y, forward.x, 0.0);
        self.rolling = resist(self.rolling, forward, dials.rolling * RADIUS);
        self.tipping = resist(self.tipping, across, dials.tipping);
        Vector::Z * self.turning + forward * self.rolling + across * self.tipping
    }
}
