//! The hand: it moves what it holds exactly as its poses say, and lets go or leaves.

use crate::events::TableEventKind;
use crate::grip::{HandGrip, Tilted, Turn};
use crate::measures::{DISCS, ENTRY_DISTANCE, THICKNESS, TICKS_PER_SAMPLE};
use crate::scene::{Disc, Placed, face_up, reach_down, tilted};
use crate::table::Table;
use crate::towers::Body;
use crate::trace::{HandPose, MOST_SAMPLES, Trace};
use rapier3d::math::{Pose, Rotation, Vector};
use rapier3d::prelude::RigidBodyType;
use std::fmt;

/// Units of the hand's pose in a centimetre, and in a radian.
const LENGTH: f32 = 100.0;
const ANGLE: f32 = 10.0 * 180.0 / std::f32::consts::PI;

/// A hand in the circle.
pub(crate) struct Hand {
    /// The discs it took hold of, as bits by index; others may stick to them.
    gripped: u64,
    grip: HandGrip,
    /// The rotation of the gripped body relative to an unturned hand.
    relative: Rotation,
    /// By how much a lifted body's place differs from the nearest pose of a hand.
    rest: Vector,
    samples: Vec<HandPose>,
    target: HandPose,
    ticks: u32,
    pub(crate) turn: Turn,
}

impl Hand {
    /// Lets a tick pass: the numbers of the pose after it.
    fn advance(&mut self) -> Option<[f32; 5]> {
        if self.ticks.is_multiple_of(TICKS_PER_SAMPLE) {
            let here = self.samples[self.samples.len() - 1];
            self.samples.push(here.towards(self.target));
        }
        self.ticks += 1;
        let [.., from, to] = self.samples[..] else {
            return None;
        };
        Some(from.between(to, (self.ticks - 1) % TICKS_PER_SAMPLE + 1))
    }

    /// The held body as the hand steers it, for the numbers of a pose.
    fn tilted(&self, pose: [f32; 5]) -> Tilted {
        Tilted {
            tilt: pose[3] / ANGLE,
            heading: pose[4] / ANGLE,
            height: pose[2] / LENGTH + self.rest.z,
        }
    }
}

/// Why a hand cannot do that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandError {
    /// A hand is in the circle already.
    Busy,
    /// The hand would hold nothing.
    Empty,
    /// A disc that is brought in is on the table, or one to lift is not.
    Disc(Disc),
    /// A disc would appear too near to this one.
    Near(Disc),
}

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandError::Busy => f.write_str("a hand is in the circle: let it go or leave first"),
            HandError::Empty => f.write_str("the hand holds nothing: name a disc"),
            HandError::Disc(disc) => {
                write!(
                    f,
                    "disc {}: bring in what is off the table, lift what is on it",
                    disc.0
                )
            }
            HandError::Near(disc) => {
                write!(
                    f,
                    "too near to disc {}: come in from {ENTRY_DISTANCE} cm away",
                    disc.0
                )
            }
        }
    }
}

impl std::error::Error for HandError {}

fn rotation(pose: [f32; 5]) -> Rotation {
    tilted(pose[3] / ANGLE, pose[4] / ANGLE)
}

impl Table {
    /// A hand comes in with discs from off the table, the first lowest, all with one face up.
    pub fn bring(&mut self, discs: &[Disc], white_up: bool, start: HandPose) -> Result<(), HandError> {
        if self.hand.is_some() {
            return Err(HandError::Busy);
        }
        if discs.is_empty() {
            return Err(HandError::Empty);
        }
        let start = start.clamped();
        let relative = face_up(white_up);
        let poses = stack(discs.len(), start, relative);
        for (k, &disc) in discs.iter().enumerate() {
            let here = self.pieces.iter().any(|piece| piece.name == disc);
            if here || discs[..k].contains(&disc) || usize::from(disc.0) >= DISCS {
                return Err(HandError::Disc(disc));
            }
        }
        let near = |centre: Vector| {
            poses
                .iter()
                .any(|pose| (pose.translation - centre).length() < ENTRY_DISTANCE)
        };
        if let Some(piece) = self.here().find(|piece| near(piece.magnet.centre)) {
            return Err(HandError::Near(piece.name));
        }
        let first = self.pieces.len();
        for (&disc, &pose) in discs.iter().zip(&poses) {
            self.add_piece(
                disc,
                pose,
                Placed::quantised(disc, &pose),
                self.pieces.len() == first,
            );
        }
        let gripped = (first..self.pieces.len()).fold(0, |set, index| set | 1 << index);
        self.take_hold(gripped, relative, Vector::ZERO, start);
        for index in first + 1..self.pieces.len() {
            self.join(index - 1, index);
        }
        self.touch_in_hand(first);
        self.watch_from(first, false);
        Ok(())
    }

    /// A hand takes hold of a disc on the table, and of all that is one body with it; gives the
    /// hand's pose.
    pub fn lift(&mut self, disc: Disc) -> Result<HandPose, HandError> {
        if self.hand.is_some() {
            return Err(HandError::Busy);
        }
        let Some(piece) = self.here().find(|piece| piece.name == disc) else {
            return Err(HandError::Disc(disc));
        };
        let axis = if piece.magnet.axis.z < 0.0 {
            -piece.magnet.axis
        } else {
            piece.magnet.axis
        };
        let slot = piece.body;
        let Some(body) = &self.bodies[slot] else {
            return Err(HandError::Disc(disc));
        };
        let (handle, gripped) = (body.handle, set(&body.discs));
        let (middle, lowest) = self.extent(&body.discs);
        let whole = |value: f32, unit: f32| libm::roundf(value * unit).clamp(-30_000.0, 30_000.0) as i16;
        let tilt = libm::acosf(axis.z.clamp(-1.0, 1.0));
        let heading = if tilt < 1e-3 {
            0.0
        } else {
            libm::atan2f(axis.y, axis.x)
        };
        let start = HandPose {
            x: whole(middle.x, LENGTH),
            y: whole(middle.y, LENGTH),
            height: whole(lowest, LENGTH),
            tilt: whole(tilt, ANGLE),
            heading: whole(heading, ANGLE),
        }
        .clamped();
        let place = start.between(start, 0);
        let rest = Vector::new(
            middle.x - place[0] / LENGTH,
            middle.y - place[1] / LENGTH,
            lowest.max(0.0) - place[2] / LENGTH,
        );
        let relative = rotation(place).inverse() * self.world.body(handle).rotation();
        let rigid = self.world.body_mut(handle);
        rigid.set_body_type(RigidBodyType::KinematicPositionBased, true);
        self.take_hold(gripped, relative, rest, start);
        Ok(start)
    }

    fn take_hold(&mut self, gripped: u64, relative: Rotation, rest: Vector, start: HandPose) {
        self.hand = Some(Hand {
            gripped,
            grip: self.grip,
            relative,
            rest,
            samples: vec![start],
            target: start,
            ticks: 0,
            turn: Turn::default(),
        });
        self.stir();
    }

    /// Sets the hand's target; the hand moves there from its next sample on, as fast as a hand may.
    pub fn steer(&mut self, target: HandPose) {
        if let Some(hand) = &mut self.hand {
            hand.target = target.clamped();
        }
    }

    /// Ticks since the hand came in, while it is there.
    pub fn hand_ticks(&self) -> Option<u32> {
        self.hand.as_ref().map(|hand| hand.ticks)
    }

    /// The trace of the hand so far, as if it now let go or left.
    pub fn trace(&self, release: bool) -> Option<Trace> {
        let hand = self.hand.as_ref()?;
        let trace = Trace::new(hand.samples.clone(), release.then_some(hand.ticks)).ok()?;
        Some(trace.held_by(hand.grip))
    }

    /// The hand lets go.
    pub fn release(&mut self) {
        let Some(slot) = self.held_slot() else { return };
        if let Some(body) = self.bodies[slot].take() {
            let (middle, _) = self.extent(&body.discs);
            let rigid = self.world.body_mut(body.handle);
            let (velocity, turning) = (rigid.velocity_at_point(middle), rigid.angvel());
            rigid.set_body_type(RigidBodyType::Dynamic, true);
            rigid.set_linvel(velocity, true);
            rigid.set_angvel(turning, true);
            self.weigh(&body);
            self.bodies[slot] = Some(body);
        }
        self.hand = None;
        self.stir();
        self.happened(TableEventKind::Released);
    }

    /// The hand leaves with all that it holds and all that sticks to it.
    pub fn withdraw(&mut self) {
        let Some(slot) = self.held_slot() else { return };
        if let Some(body) = self.bodies[slot].take() {
            self.world.remove_body(body.handle);
            self.forget_touches(&body.discs);
            let names = body.discs.iter().map(|&disc| self.pieces[disc].name);
            self.withdrawn.extend(names);
        }
        self.hand = None;
        self.stir();
        self.happened(TableEventKind::Withdrawn);
    }

    /// The discs that hands took away.
    pub fn withdrawn(&self) -> &[Disc] {
        &self.withdrawn
    }

    /// One tick along a trace; whether there is more to come.
    pub fn follow(&mut self, trace: &Trace) -> bool {
        if let Some(tick) = self.hand_ticks() {
            let leaves = trace.release().is_none() && tick >= trace.end();
            if trace.release().is_some_and(|release| tick >= release) {
                self.release();
            } else if leaves || tick >= MOST_SAMPLES as u32 * TICKS_PER_SAMPLE {
                self.withdraw();
            } else {
                self.steer(trace.aim(tick));
            }
        }
        self.tick();
        !self.over
    }

    /// Moves what the hand holds to where it is after this tick.
    pub(crate) fn move_hand(&mut self) {
        let Some(slot) = self.held_slot() else { return };
        let Some(pose) = self.hand.as_mut().and_then(Hand::advance) else {
            return;
        };
        let (Some(hand), Some(body)) = (&self.hand, &self.bodies[slot]) else {
            return;
        };
        let tilted = hand.tilted(pose);
        let turn = match hand.grip {
            HandGrip::Rigid => Turn::default(),
            HandGrip::Yielding => self.next_turn(hand.turn, &body.discs, tilted),
        };
        let (handle, place) = (body.handle, self.held_pose(hand, body, pose, turn.angle));
        self.world.body_mut(handle).set_next_kinematic_position(place);
        if let Some(hand) = &mut self.hand {
            hand.turn = turn;
        }
    }

    /// The place of a held body for a pose of the hand, turned by `angle` about its foot.
    fn held_pose(&self, hand: &Hand, body: &Body, pose: [f32; 5], angle: f32) -> Pose {
        let tilted = hand.tilted(pose);
        let turned = crate::scene::tilted(tilted.tilt + angle, tilted.heading) * hand.relative;
        let mut middle = Vector::ZERO;
        let (mut lowest, mut lowest_of_all) = (f32::INFINITY, f32::INFINITY);
        for &disc in &body.discs {
            let local = &self.pieces[disc].local;
            let offset = turned * local.translation;
            let low = offset.z - reach_down(turned * (local.rotation * Vector::Z));
            lowest_of_all = lowest_of_all.min(low);
            if hand.gripped >> disc & 1 == 1 {
                middle += offset;
                lowest = lowest.min(low);
            }
        }
        middle /= hand.gripped.count_ones() as f32;
        let height = tilted.height - lowest;
        let place = Vector::new(
            pose[0] / LENGTH + hand.rest.x - middle.x,
            pose[1] / LENGTH + hand.rest.y - middle.y,
            // Discs that stick below must not be pressed into the mat.
            height.max(-lowest_of_all),
        );
        Pose::from_parts(place + tilted.shift(angle), turned)
    }

    fn held_slot(&self) -> Option<usize> {
        let gripped = self.hand.as_ref()?.gripped;
        Some(self.pieces[gripped.trailing_zeros() as usize].body)
    }

    pub(crate) fn is_held(&self, body: &Body) -> bool {
        self.gripped_set() & set(&body.discs) != 0
    }

    /// The discs the hand took hold of, as bits by index.
    pub(crate) fn gripped_set(&self) -> u64 {
        self.hand.as_ref().map_or(0, |hand| hand.gripped)
    }

    /// The discs in the hand and all that are one body with them, as bits by index.
    pub(crate) fn held_set(&self) -> u64 {
        let body = self.held_slot().and_then(|slot| self.bodies[slot].as_ref());
        body.map_or(0, |body| set(&body.discs))
    }

    /// The middle of some discs of one body and their lowest point.
    fn extent(&self, discs: &[usize]) -> (Vector, f32) {
        let magnets = discs.iter().map(|&disc| &self.pieces[disc].magnet);
        let sum = magnets
            .clone()
            .fold(Vector::ZERO, |sum, magnet| sum + magnet.centre);
        let lowest = magnets.map(|magnet| magnet.centre.z - reach_down(magnet.axis));
        (sum / discs.len() as f32, lowest.fold(f32::INFINITY, f32::min))
    }
}

fn set(discs: &[usize]) -> u64 {
    discs.iter().fold(0, |set, disc| set | 1 << disc)
}

/// The poses of discs stacked in a hand, the first lowest.
fn stack(count: usize, start: HandPose, relative: Rotation) -> Vec<Pose> {
    let place = start.between(start, 0);
    let turned = rotation(place);
    let axis = turned * Vector::Z;
    let low = reach_down(axis);
    let middle = (count as f32 - 1.0) / 2.0;
    let offset = |k: usize| axis * ((k as f32 - middle) * THICKNESS);
    let lowest = (0..count)
        .map(|k| offset(k).z - low)
        .fold(f32::INFINITY, f32::min);
    let centre = Vector::new(place[0] / LENGTH, place[1] / LENGTH, place[2] / LENGTH - lowest);
    (0..count)
        .map(|k| Pose::from_parts(centre + offset(k), turned * relative))
        .collect()
}
