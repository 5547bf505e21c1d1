//! Commands of keys and buttons.

use super::{TableApp, View};
use crate::camera::Preset;
use crate::guided::Guided;
use crate::layouts;
use crate::session::Status;
use crate::steering::Steering;
use crate::ticker::TimeScale;
use magnets::{Disc, Scene};
use rapier3d::math::Vector;

/// A step of the keys, and a fine one: centimetres along the mat and up, degrees.
const STEPS: [(f32, f32); 3] = [(0.5, 0.05), (0.5, 0.05), (5.0, 1.0)];
/// How far from the centre a hand comes in, on the player's side.
const ENTRY: f32 = 15.5;
/// The tilt that a leaner is first held at.
const LEANING: f32 = 30.0;

impl TableApp {
    /// Takes hold of a disc on the mat, and raises it; a tower that can be declared is declared.
    pub(super) fn take(&mut self, disc: Disc) {
        self.slow_down();
        self.session.lift(disc);
        self.raise();
    }

    /// Takes hold of a tower that could be declared, and raises it.
    fn lift_off(&mut self, disc: Disc) {
        self.slow_down();
        self.session.lift_off(disc);
        self.raise();
    }

    fn raise(&mut self) {
        if self.is_free {
            self.session.steer(|hand| hand.set_height(crate::steering::CARRY));
        } else {
            self.lead_lifted();
        }
    }

    /// Fast play ends when the player takes a disc in the hand.
    pub(super) fn slow_down(&mut self) {
        if self.clock.pace == TimeScale::Fast {
            self.clock.pace = TimeScale::Real;
        }
    }

    /// Chooses the next of the discs that may be taken.
    fn choose_next(&mut self) {
        let discs = self.session.liftable();
        let after = |chosen: Disc| discs.iter().copied().find(|&disc| disc > chosen);
        self.chosen = self.chosen.and_then(after).or(discs.first().copied());
    }

    /// The meaning of Enter without a hand: the chosen disc, a debt, or a disc from the reserve.
    fn enter(&mut self) {
        let owed = self
            .session
            .game()
            .and_then(|_| self.session.liftable().first().copied());
        match self.chosen().or(owed) {
            Some(disc) => self.take(disc),
            None => self.bring(self.session.may_bring(true)),
        }
    }

    /// A key by its name; whether it meant anything.
    pub fn key(&mut self, key: &str, fine: bool) -> bool {
        self.refused = None;
        let step = |kind: usize| if fine { STEPS[kind].1 } else { STEPS[kind].0 };
        let (right, ahead) = self.ways();
        let name = key.to_ascii_lowercase();
        if self.stop_film() {
            // The page still needs this one.
            return name != "tab";
        }
        if self.guided.is_some() && self.guided_key(&name, fine) {
            self.stale = true;
            return true;
        }
        let way = match name.as_str() {
            "arrowleft" => -right,
            "arrowright" => right,
            "arrowup" => ahead,
            "arrowdown" => -ahead,
            _ => Vector::ZERO,
        } * step(0);
        let steer: &dyn Fn(&mut Steering) = match name.as_str() {
            "arrowleft" | "arrowright" | "arrowup" | "arrowdown" => &|hand| hand.move_by(way.x, way.y),
            "pageup" => &|hand| hand.set_height(hand.height() + step(1)),
            "pagedown" => &|hand| hand.set_height(hand.height() - step(1)),
            "q" => &|hand| hand.set_tilt(hand.tilt() - step(2)),
            "e" => &|hand| hand.set_tilt(hand.tilt() + step(2)),
            "a" => &|hand| hand.set_heading(hand.heading() + step(2)),
            "d" => &|hand| hand.set_heading(hand.heading() - step(2)),
            _ => return command_of(&name).is_some_and(|command| self.command(command)),
        };
        self.stale = true;
        if self.session.status() == Status::Holding {
            self.session.steer(steer);
        } else if way != Vector::ZERO {
            let (side, up) = (way.dot(right), way.dot(ahead));
            self.camera.orbit(-side * 0.2, up * 0.1);
        }
        true
    }

    /// To the right and away from the player, along the mat.
    pub(super) fn ways(&self) -> (Vector, Vector) {
        match self.view {
            View::Space => (self.camera.right(), self.camera.ahead()),
            View::Flat => (Vector::X, Vector::Y),
        }
    }

    /// Sets a part of the hand's pose, as a slider does: the hand is then no longer led.
    pub fn set(&mut self, part: &str, value: f32) {
        self.stale = true;
        self.guided = None;
        self.session.steer(|hand| match part {
            "height" => hand.set_height(value),
            "tilt" => hand.set_tilt(value),
            "heading" => hand.set_heading(value),
            _ => {}
        });
    }

    /// Does what a button says; whether there is such a command.
    pub fn command(&mut self, name: &str) -> bool {
        (self.stale, self.refused) = (true, None);
        match name {
            "white" => self.bring(true),
            "black" => self.bring(false),
            "enter" if self.session.status() == Status::Idle => self.enter(),
            "next" if self.guided.is_some() => self.next_carrier(),
            "next" => self.choose_next(),
            "enter" | "place" if self.guided.is_some() => self.guided.iter_mut().for_each(Guided::place),
            "place" => {}
            "convert" => self.convert(),
            "free" => self.toggle_free(),
            "enter" | "release" => self.session.let_go(),
            "back" => self.session.take_back(),
            "lean" => self.session.steer(|hand| {
                hand.aims = true;
                hand.set_tilt(if hand.tilt() > 1.0 { 0.0 } else { LEANING });
            }),
            "replay" => drop(self.session.replay()),
            "see-again" => self.toggle_film(),
            "slow" => self.toggle(TimeScale::Slow),
            "pause" => self.toggle(TimeScale::Paused),
            "hurry" => self.toggle(TimeScale::Fast),
            "field" => self.wanted.field = !self.wanted.field,
            "guide" => self.wanted.guide = !self.wanted.guide,
            "opening" => self.lay_out(&layouts::opening()),
            "first" => self.lay_out(&layouts::first_leaner()),
            "empty" => self.lay_out(&layouts::empty()),
            _ => return self.named(name),
        }
        true
    }

    /// Commands with a name in them.
    fn named(&mut self, name: &str) -> bool {
        if let Some(disc) = name.strip_prefix("take-").and_then(|name| name.parse().ok()) {
            self.take(Disc(disc));
            return true;
        }
        if let Some(disc) = name.strip_prefix("lift-").and_then(|name| name.parse().ok()) {
            self.lift_off(Disc(disc));
            return true;
        }
        self.look(name)
    }

    pub(super) fn lay_out(&mut self, scene: &Scene) {
        self.session.lay_out(scene);
    }

    fn look(&mut self, name: &str) -> bool {
        let Some(preset) = Preset::ALL.into_iter().find(|preset| preset.name() == name) else {
            return false;
        };
        self.camera.show(preset, self.hand_place());
        self.keep_view();
        true
    }

    fn toggle(&mut self, pace: TimeScale) {
        self.clock.pace = if self.clock.pace == pace {
            TimeScale::Real
        } else {
            pace
        };
    }

    /// The place where a hand comes in: at the player's edge of the mat.
    pub(super) fn entry(&self) -> (f32, f32) {
        let near = self.ways().1 * -ENTRY;
        (near.x, near.y)
    }

    /// A hand comes in, led or free.
    fn bring(&mut self, white_up: bool) {
        if let Some(why) = self.why_no_disc(white_up) {
            self.refused = Some((None, why));
            return;
        }
        if !self.is_free {
            self.bring_led(white_up);
            return;
        }
        self.slow_down();
        let (x, y) = self.entry();
        self.session.bring(white_up, x, y);
    }
}

/// The command of a key.
fn command_of(key: &str) -> Option<&'static str> {
    Some(match key {
        "enter" => "enter",
        "escape" => "back",
        "w" => "white",
        "b" => "black",
        "l" => "lean",
        "r" => "replay",
        "s" => "slow",
        " " => "pause",
        "f" => "field",
        "g" => "guide",
        "n" => "next",
        "c" => "convert",
        "h" => "free",
        "1" => "seat",
        "2" => "above",
        "3" => "side",
        "4" => "close",
        _ => return None,
    })
}
