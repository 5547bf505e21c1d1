//! The camera: an eye on a sphere round a point of the mat.

use magnets::measures::CIRCLE;
use rapier3d::math::Vector;
use std::f32::consts::{FRAC_PI_2, PI, TAU};

/// Half the vertical angle of view, as its tangent.
const HALF_VIEW: f32 = 0.35;
/// The radius that must fit on the screen when nothing is enlarged: the circle, with a little air.
const FIT: f32 = CIRCLE + 2.2;
/// The eye stays above the mat, and never quite looks straight down: it would not know where up is.
const PITCHES: (f32, f32) = (0.06, FRAC_PI_2 - 0.01);
/// How steeply one looks down from the chair, and how much more at most, in radians.
const SEAT_PITCH: f32 = 0.85;
const MORE_PITCH: f32 = 0.35;
const ZOOMS: (f32, f32) = (0.7, 6.0);
/// Share of the way to where it wants to be that a camera goes in a second; it glides, and never jumps.
const HASTE: f32 = 9.0;

/// A view to jump to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// As a player sees the table from a chair.
    Seat,
    /// The view from above.
    Above,
    /// The view along the mat.
    Side,
    /// Near to what the hand holds.
    Close,
}

impl Preset {
    /// All of them, in the order of the buttons.
    pub const ALL: [Preset; 4] = [Preset::Seat, Preset::Above, Preset::Side, Preset::Close];

    /// The name in the page and in messages.
    pub const fn name(self) -> &'static str {
        ["seat", "above", "side", "close"][self as usize]
    }
}

/// A line of sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// The eye.
    pub from: Vector,
    /// Direction, of length one.
    pub along: Vector,
}

impl Ray {
    /// The point of the ray at a height above the mat.
    pub fn at_height(&self, height: f32) -> Option<Vector> {
        let share = (height - self.from.z) / self.along.z;
        (share.is_finite() && share > 0.0).then(|| self.from + self.along * share)
    }
}

/// The state of a camera; the camera glides from one to another.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stand {
    yaw: f32,
    pitch: f32,
    zoom: f32,
    focus: Vector,
    /// How much the whole circle is put into the middle of the screen, from 0 to 1.
    framed: f32,
}

/// The camera.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    now: Stand,
    goal: Stand,
    /// Whether it keeps what the hand holds in the middle.
    follows: bool,
    /// Width over height of the screen.
    aspect: f32,
}

impl Default for Camera {
    fn default() -> Camera {
        let seat = Stand {
            yaw: -FRAC_PI_2,
            pitch: SEAT_PITCH,
            zoom: 1.0,
            focus: Vector::ZERO,
            framed: 1.0,
        };
        Camera {
            now: seat,
            goal: seat,
            follows: false,
            aspect: 1.0,
        }
    }
}

impl Camera {
    /// Tells it the screen's width over height.
    pub fn set_aspect(&mut self, aspect: f32) {
        if aspect.is_finite() && aspect > 0.0 {
            let seated = (self.goal.pitch - self.seat_pitch()).abs() < 1e-6;
            self.aspect = aspect;
            if seated {
                self.goal.pitch = self.seat_pitch();
                self.now.pitch = self.goal.pitch;
            }
        }
    }

    /// How steeply one looks down from the chair: on a tall screen steeper, so that the mat fills it.
    fn seat_pitch(&self) -> f32 {
        SEAT_PITCH + (1.0 - self.aspect).clamp(0.0, MORE_PITCH)
    }

    /// Turns round the table by angles in radians: to the side, and up.
    pub fn orbit(&mut self, side: f32, up: f32) {
        self.goal.yaw += side;
        self.goal.pitch = (self.goal.pitch + up).clamp(PITCHES.0, PITCHES.1);
    }

    /// Pixels of a centimetre in the middle of a picture of this size when the whole mat is in view, about.
    pub fn overview_scale(width: f32, height: f32) -> f32 {
        width.min(height) / (2.0 * FIT)
    }

    /// Makes everything larger by a factor.
    pub fn zoom(&mut self, factor: f32) {
        if factor.is_finite() && factor > 0.0 {
            self.goal.zoom = (self.goal.zoom * factor).clamp(ZOOMS.0, ZOOMS.1);
        }
    }

    /// Glides to a view; `hand` is where the hand is, if it is there.
    pub fn show(&mut self, preset: Preset, hand: Option<Vector>) {
        let seat = Camera::default().goal;
        self.follows = preset == Preset::Close;
        let (pitch, zoom) = match preset {
            Preset::Seat => (self.seat_pitch(), 1.0),
            Preset::Above => (PITCHES.1, 1.0),
            Preset::Side => (0.12, 1.1),
            Preset::Close => (0.5, 3.2),
        };
        // The nearest turn that shows the players' side again.
        let turns = ((self.goal.yaw - seat.yaw) / TAU).round();
        let yaw = if preset == Preset::Close {
            self.goal.yaw
        } else {
            seat.yaw + turns * TAU
        };
        self.goal = Stand {
            yaw,
            pitch,
            zoom,
            focus: hand.filter(|_| self.follows).unwrap_or(seat.focus),
            framed: if self.follows { 0.0 } else { 1.0 },
        };
    }

    /// Glides near enough to a place that a centimetre there is so many times as large as with the whole mat in view, and
    /// looks at it as steeply as before.
    pub fn approach(&mut self, middle: Vector, zoom: f32) {
        self.follows = false;
        self.goal.zoom = self.goal.zoom.max(zoom.min(ZOOMS.1));
        (self.goal.focus, self.goal.framed) = (middle, 0.0);
    }

    /// Glides to a low stand near a place from which a direction along the mat is seen in full length.
    pub fn look_across(&mut self, middle: Vector, along: Vector) {
        self.follows = false;
        let yaw = (-along.x).atan2(along.y);
        // From whichever side is nearer to where the eye is now.
        let halves = ((self.goal.yaw - yaw) / PI).round();
        self.goal = Stand {
            yaw: yaw + halves * PI,
            pitch: 0.14,
            zoom: 2.6,
            focus: middle,
            framed: 0.0,
        };
    }

    /// Glides to where another camera stands.
    pub fn glide_to(&mut self, other: &Camera) {
        (self.goal, self.follows) = (other.goal, other.follows);
    }

    /// Glides on; whether anything moved.
    pub fn advance(&mut self, seconds: f32, hand: Option<Vector>) -> bool {
        if let Some(hand) = hand.filter(|_| self.follows) {
            self.goal.focus = Vector::new(hand.x, hand.y, hand.z * 0.5);
        }
        if self.now == self.goal {
            return false;
        }
        let share = (seconds * HASTE).clamp(0.0, 1.0);
        let ease = |now: f32, goal: f32| {
            let next = now + (goal - now) * share;
            if (goal - next).abs() < 1e-3 { goal } else { next }
        };
        let (now, goal) = (self.now, self.goal);
        self.now = Stand {
            yaw: ease(now.yaw, goal.yaw),
            pitch: ease(now.pitch, goal.pitch),
            zoom: ease(now.zoom, goal.zoom),
            focus: Vector::new(
                ease(now.focus.x, goal.focus.x),
                ease(now.focus.y, goal.focus.y),
                ease(now.focus.z, goal.focus.z),
            ),
            framed: ease(now.framed, goal.framed),
        };
        true
    }

    /// Goes at once to where it glides to (no motion wanted, or a picture to be taken).
    pub fn arrive(&mut self) {
        self.now = self.goal;
    }

    /// How far away the eye must be for the whole circle to fit, and by how much it must look past the mat's
    /// centre towards itself, so that the near half, which looks larger, is not cut off.
    fn framing(&self) -> (f32, f32) {
        let (sine, cosine) = self.now.pitch.sin_cos();
        let steep = sine / HALF_VIEW;
        let tall = if steep > cosine {
            (steep * steep - cosine * cosine) / steep
        } else {
            0.0
        };
        let wide = cosine.hypot(1.0 / (HALF_VIEW * self.aspect));
        let distance = tall.max(wide);
        let past = 2.0 * cosine / (distance + (distance * distance + 4.0 * cosine * cosine).sqrt());
        (FIT * distance / self.now.zoom, FIT * past / self.now.zoom)
    }

    /// The point looked at.
    pub fn focus(&self) -> Vector {
        self.now.focus - self.ahead() * (self.framing().1 * self.now.framed)
    }

    /// The direction from the focus towards the eye.
    fn outward(&self) -> Vector {
        let (yaw, pitch) = (self.now.yaw, self.now.pitch);
        Vector::new(yaw.cos() * pitch.cos(), yaw.sin() * pitch.cos(), pitch.sin())
    }

    /// The eye.
    pub fn eye(&self) -> Vector {
        self.focus() + self.outward() * self.framing().0
    }

    /// The screen's upward direction.
    pub fn up(&self) -> Vector {
        let (right, outward) = (self.right(), self.outward());
        outward.cross(right)
    }

    /// The screen's direction to the right, along the mat.
    pub fn right(&self) -> Vector {
        let yaw = self.now.yaw;
        Vector::new(-yaw.sin(), yaw.cos(), 0.0)
    }

    /// The direction away from the eye, along the mat.
    pub fn ahead(&self) -> Vector {
        let yaw = self.now.yaw;
        Vector::new(-yaw.cos(), -yaw.sin(), 0.0)
    }

    /// Twice the arc tangent of this is the vertical angle of view.
    pub const fn half_view() -> f32 {
        HALF_VIEW
    }

    /// The line of sight through a place on the screen; both parts go from -1 to 1, up and right.
    pub fn ray(&self, right: f32, up: f32) -> Ray {
        let along =
            self.right() * (right * self.aspect * HALF_VIEW) + self.up() * (up * HALF_VIEW) - self.outward();
        Ray {
            from: self.eye(),
            along: along.normalize(),
        }
    }

    /// The place of a point on the screen, in the parts that [`Camera::ray`] takes.
    pub fn project(&self, point: Vector) -> Option<(f32, f32)> {
        let apart = point - self.eye();
        let depth = -apart.dot(self.outward());
        (depth > 0.0).then(|| {
            let scale = 1.0 / (depth * HALF_VIEW);
            (
                apart.dot(self.right()) * scale / self.aspect,
                apart.dot(self.up()) * scale,
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ray_goes_through_the_point_it_was_made_for() {
        let mut camera = Camera::default();
        for (aspect, preset) in [(0.5, Preset::Seat), (1.8, Preset::Side), (1.0, Preset::Above)] {
            camera.set_aspect(aspect);
            camera.show(preset, None);
            camera.orbit(0.7, 0.1);
            camera.arrive();
            let point = Vector::new(7.0, -3.0, 2.0);
            let (right, up) = camera.project(point).unwrap();
            let found = camera.ray(right, up).at_height(2.0).unwrap();
            assert!((found - point).length() < 1e-2, "{preset:?} {found}");
        }
    }

    #[test]
    fn the_circle_fits_every_screen_and_view() {
        for aspect in [0.46, 0.8, 1.0, 1.6, 2.2] {
            for preset in [Preset::Seat, Preset::Above] {
                let mut camera = Camera::default();
                camera.set_aspect(aspect);
                camera.show(preset, None);
                camera.arrive();
                for k in 0..24 {
                    let angle = TAU * k as f32 / 24.0;
                    let point = Vector::new(CIRCLE * angle.cos(), CIRCLE * angle.sin(), 0.0);
                    let (right, up) = camera.project(point).unwrap();
                    assert!(
                        right.abs() <= 1.0 && up.abs() <= 1.0,
                        "{aspect} {preset:?}: {right} {up}"
                    );
                }
            }
        }
    }

    #[test]
    fn it_glides_to_where_it_is_sent_and_stops() {
        let mut camera = Camera::default();
        camera.show(Preset::Above, None);
        let mut frames = 0;
        while camera.advance(1.0 / 60.0, None) {
            frames += 1;
            assert!(frames < 300);
        }
        assert!(frames > 10);
        assert_eq!(camera.now, camera.goal);
    }

    #[test]
    fn it_follows_the_hand_only_when_near_to_it() {
        let mut camera = Camera::default();
        let hand = Vector::new(5.0, 5.0, 2.0);
        camera.show(Preset::Close, Some(hand));
        camera.advance(1.0, Some(hand));
        assert!((camera.focus().x - 5.0).abs() < 1e-3);
        camera.show(Preset::Seat, Some(hand));
        camera.advance(1.0, Some(hand));
        assert!(camera.now.focus.x.abs() < 1e-3);
    }

    #[test]
    fn it_approaches_a_place_and_never_draws_back_from_it() {
        let mut camera = Camera::default();
        let (place, beside) = (Vector::new(9.0, -4.0, 0.0), Vector::new(10.0, -4.0, 0.0));
        let width = |camera: &Camera| {
            let [left, right] = [place, beside].map(|point| camera.project(point).unwrap().0);
            right - left
        };
        let before = width(&camera);
        camera.approach(place, 2.0);
        camera.arrive();
        let (right, up) = camera.project(place).unwrap();
        assert!(
            right.abs() < 1e-3 && up.abs() < 1e-3,
            "in the middle: {right} {up}"
        );
        let near = width(&camera);
        assert!(near > 1.8 * before, "{before} to {near}");
        camera.zoom(1.5);
        camera.approach(place, 2.0);
        camera.arrive();
        assert!(width(&camera) > near, "the player is nearer already");
    }

    #[test]
    fn no_gesture_breaks_it() {
        let mut camera = Camera::default();
        camera.set_aspect(f32::NAN);
        camera.zoom(0.0);
        camera.zoom(f32::INFINITY);
        camera.zoom(1e9);
        camera.approach(Vector::ZERO, 1e9);
        camera.orbit(1e6, 1e6);
        camera.arrive();
        assert!(camera.eye().is_finite());
    }
}
