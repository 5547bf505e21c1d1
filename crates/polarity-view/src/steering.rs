//! Turns a player's gestures into the hand's pose: a place, a height, a lean, as whole numbers in the end.

use magnets::HandPose;
use magnets::measures::{CIRCLE, RADIUS};
use rapier3d::math::Vector;

/// The hand stays this near to the mat's centre ...
const FARTHEST: f32 = CIRCLE + 6.0;
/// ... and this low, in centimetres.
pub const HIGHEST: f32 = 20.0;
/// Upside down, in degrees.
pub const STEEPEST: f32 = 180.0;
/// How high a hand carries a disc across the mat: most of the field stays below.
pub const CARRY: f32 = 5.0;

/// Pose that the hand steers for, in centimetres and degrees.
#[derive(Clone, Debug, PartialEq)]
pub struct Steering {
    place: (f32, f32),
    height: f32,
    tilt: f32,
    heading: f32,
    /// Whether the hand turns by itself so that the disc leans towards what it could lean on.
    pub aims: bool,
}

impl Steering {
    /// Takes over from a hand's pose.
    pub fn from_pose(pose: HandPose) -> Steering {
        Steering {
            place: (f32::from(pose.x) / 100.0, f32::from(pose.y) / 100.0),
            height: f32::from(pose.height) / 100.0,
            tilt: f32::from(pose.tilt) / 10.0,
            heading: f32::from(pose.heading) / 10.0,
            aims: true,
        }
    }

    /// The pose in the whole numbers of a trace.
    pub fn pose(&self) -> HandPose {
        let whole = |value: f32, unit: f32| (value * unit).round() as i16;
        HandPose {
            x: whole(self.place.0, 100.0),
            y: whole(self.place.1, 100.0),
            height: whole(self.height, 100.0),
            tilt: whole(self.tilt, 10.0),
            heading: whole(self.heading, 10.0),
        }
        .clamped()
    }

    /// Middle of the disc, in centimetres.
    pub fn place(&self) -> (f32, f32) {
        self.place
    }

    /// How high its lowest point is, in centimetres.
    pub fn height(&self) -> f32 {
        self.height
    }

    /// How far it leans, in degrees.
    pub fn tilt(&self) -> f32 {
        self.tilt
    }

    /// Direction in which it leans, in degrees from 0 to 360.
    pub fn heading(&self) -> f32 {
        self.heading
    }

    /// Moves to a place on the mat; the way back from far outside stays short.
    pub fn move_to(&mut self, x: f32, y: f32) {
        if !(x.is_finite() && y.is_finite()) {
            return;
        }
        let away = x.hypot(y);
        let share = if away > FARTHEST { FARTHEST / away } else { 1.0 };
        self.place = (x * share, y * share);
    }

    /// Moves by a distance on the mat.
    pub fn move_by(&mut self, x: f32, y: f32) {
        self.move_to(self.place.0 + x, self.place.1 + y);
    }

    /// Sets the height.
    pub fn set_height(&mut self, height: f32) {
        if height.is_finite() {
            self.height = height.clamp(0.0, HIGHEST);
        }
    }

    /// Sets the tilt.
    pub fn set_tilt(&mut self, tilt: f32) {
        if tilt.is_finite() {
            self.tilt = tilt.clamp(0.0, STEEPEST);
        }
    }

    /// Sets the heading, by hand: it no longer turns by itself.
    pub fn set_heading(&mut self, heading: f32) {
        if heading.is_finite() {
            self.heading = heading.rem_euclid(360.0);
            self.aims = false;
        }
    }

    /// Turns so that the raised edge looks at the nearest of these places.
    pub fn aim(&mut self, supports: impl IntoIterator<Item = Vector>) {
        if !self.aims {
            return;
        }
        let from_here = |support: Vector| (self.place.0 - support.x, self.place.1 - support.y);
        let nearest = supports
            .into_iter()
            .map(from_here)
            .min_by(|one, two| one.0.hypot(one.1).total_cmp(&two.0.hypot(two.1)));
        // Right above it every way is as good; a hand does not spin there.
        if let Some((x, y)) = nearest.filter(|(x, y)| x.hypot(*y) > RADIUS / 2.0) {
            self.heading = y.atan2(x).to_degrees().rem_euclid(360.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pose_comes_back() {
        let pose = HandPose {
            x: -1234,
            y: 567,
            height: 89,
            tilt: 310,
            heading: 3599,
        };
        assert_eq!(Steering::from_pose(pose).pose(), pose);
    }

    #[test]
    fn a_hand_stays_in_reach() {
        let mut hand = Steering::from_pose(HandPose::default());
        hand.move_to(1e9, -1e9);
        hand.move_by(f32::NAN, 0.0);
        hand.set_height(-3.0);
        hand.set_tilt(999.0);
        hand.set_heading(-90.0);
        assert!(hand.place().0.hypot(hand.place().1) < FARTHEST + 0.01);
        assert_eq!((hand.height(), hand.tilt(), hand.heading()), (0.0, 180.0, 270.0));
        assert_eq!(hand.pose(), hand.pose().clamped());
    }

    #[test]
    fn the_raised_edge_looks_at_the_nearest_support() {
        let mut hand = Steering::from_pose(HandPose::default());
        hand.move_to(10.0, 4.0);
        let supports = [Vector::new(10.0, 0.0, 0.3), Vector::new(-9.0, 0.0, 0.3)];
        hand.aim(supports);
        assert!((hand.heading() - 90.0).abs() < 1e-3);
        hand.set_heading(20.0);
        hand.aim(supports);
        assert!(
            (hand.heading() - 20.0).abs() < 1e-3,
            "whoever turns it by hand knows better"
        );
    }
}
