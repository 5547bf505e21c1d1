//! Bodies of one or more discs: seated faces become one body, an overloaded seam comes apart.
//!
//! Stacks of free contacts tremble and topple; a stack that has seated is one rigid body, exact and
//! cheap. A seam holds by magnetism alone, so it opens when what the faces would have to hold is more
//! than they can: a pull beyond the magnets' hold, a tilting moment beyond the rim, or a shear beyond
//! friction.

use crate::cloth::Cloth;
use crate::field::Wrench;
use crate::mass::balance;
use crate::measures::{
    GRAVITY, MASS, RADIUS, SEAM_SMOOTHING, SEATED_COSINE, SEATED_GAP, SEATED_OFFSET, SEATED_OVERLAP,
    SEATED_SPEED, SEATED_TICKS, SEATED_TURNING, SPLIT_TICKS, STEP, THICKNESS,
};
use crate::table::{Piece, Table, magnet, pair};
use rapier3d::math::{Pose, Rotation, Vector};
use rapier3d::prelude::RigidBodyHandle;

/// Discs as bits, by index.
type Set = u64;

/// A rigid body and its discs.
pub(crate) struct Body {
    pub(crate) handle: RigidBodyHandle,
    /// Indices of its discs, ascending.
    pub(crate) discs: Vec<usize>,
    pub(crate) seams: Vec<Seam>,
    /// Force and torque of all magnets outside it, about its centre of mass.
    pub(crate) wrench: Wrench,
    /// The same at the moment when it fell asleep.
    pub(crate) asleep: Option<Wrench>,
    /// Its velocities before the last step.
    pub(crate) before: (Vector, Vector),
    /// The resistance of the cloth, while it is a single disc.
    pub(crate) cloth: Cloth,
}

impl Body {
    pub(crate) fn new(handle: RigidBodyHandle, disc: usize) -> Body {
        Body {
            handle,
            discs: vec![disc],
            seams: Vec::new(),
            wrench: Wrench::default(),
            asleep: None,
            before: (Vector::ZERO, Vector::ZERO),
            cloth: Cloth::default(),
        }
    }
}

/// The meeting of two seated faces in a body.
pub(crate) struct Seam {
    near: usize,
    far: usize,
    /// All discs on the far side.
    beyond: Set,
    /// Force and torque of the near side's magnets on the far side, about the seam's middle, in the near
    /// disc's frame.
    hold: Wrench,
    /// Smoothed: what the faces have to hold.
    load: Wrench,
    /// Ticks for which it has been overloaded.
    overloaded: u8,
}

impl Seam {
    fn new(near: usize, far: usize) -> Seam {
        Seam {
            near,
            far,
            beyond: 0,
            hold: Wrench::default(),
            load: Wrench::default(),
            overloaded: 0,
        }
    }

    /// The two discs that meet here, the lower index first.
    pub(crate) fn discs(&self) -> (usize, usize) {
        (self.near, self.far)
    }
}

/// Whether two discs' faces lie on each other, poles facing so that they hold.
fn seated(one: &Piece, two: &Piece) -> bool {
    let (one, two) = (&one.magnet, &two.magnet);
    let apart = two.centre - one.centre;
    let along = apart.dot(one.axis);
    let offset = (apart - one.axis * along).length();
    let gap = along.abs() - THICKNESS;
    one.axis.dot(two.axis) > SEATED_COSINE
        && (-SEATED_OVERLAP..SEATED_GAP).contains(&gap)
        && offset < SEATED_OFFSET
}

impl Table {
    /// Joins all faces that are seated at the start.
    pub(crate) fn join_seated(&mut self) {
        for high in 1..self.pieces.len() {
            for low in 0..high {
                let (one, two) = (&self.pieces[low], &self.pieces[high]);
                if one.body != two.body && seated(one, two) {
                    self.join(low, high);
                }
            }
        }
    }

    /// Counts for how long two near discs of different bodies have been seated, and joins them.
    pub(crate) fn watch_seat(&mut self, low: usize, high: usize) {
        let (one, two) = (&self.pieces[low], &self.pieces[high]);
        let still = |one: &Piece, two: &Piece| {
            let ((v1, w1), (v2, w2)) = (self.velocity(one), self.velocity(two));
            (v1 - v2).length() < SEATED_SPEED && (w1 - w2).length() < SEATED_TURNING
        };
        let seated = seated(one, two) && still(one, two);
        let count = &mut self.watch.seated[pair(low, high)];
        *count = if seated { *count + 1 } else { 0 };
        if *count >= SEATED_TICKS {
            *count = 0;
            self.align(low, high);
            self.join(low, high);
        }
    }

    /// A disc's velocity at its centre, and its turning.
    pub(crate) fn velocity(&self, piece: &Piece) -> (Vector, Vector) {
        let Some(body) = &self.bodies[piece.body] else {
            return (Vector::ZERO, Vector::ZERO);
        };
        let body = self.world.body(body.handle);
        (body.velocity_at_point(piece.magnet.centre), body.angvel())
    }

    /// Makes one body of two, joined where `low` and `high` touch.
    pub(crate) fn join(&mut self, low: usize, high: usize) {
        if !self.acts(low, high) {
            return;
        }
        let (Some(one), Some(two)) = (
            self.bodies[self.pieces[low].body].take(),
            self.bodies[self.pieces[high].body].take(),
        ) else {
            return;
        };
        let (mut stays, goes) = if self.stays(&two, &one) {
            (two, one)
        } else {
            (one, two)
        };
        self.share_motion(&stays, &goes);
        let frame = self.world.body(stays.handle).position().inverse();
        for &disc in &goes.discs {
            let piece = &mut self.pieces[disc];
            piece.local = seen_from(&frame, &piece.pose);
            self.world.remove_disc(piece.collider);
            piece.collider = self.world.insert_disc(disc, stays.handle, &piece.local);
        }
        self.world.remove_body(goes.handle);
        stays.discs.extend(goes.discs);
        stays.discs.sort_unstable();
        stays.seams.extend(goes.seams);
        stays.seams.push(Seam::new(low, high));
        stays.asleep = None;
        self.world.wake(stays.handle);
        self.settle_in(stays);
    }

    /// Whether the first of two bodies takes in the second: what the hand holds must stay the hand's,
    /// and the larger body should not be disturbed.
    fn stays(&self, one: &Body, two: &Body) -> bool {
        let rank = |body: &Body| (self.is_held(body), body.discs.len());
        rank(one) > rank(two)
    }

    /// Lays the face of the body that will be taken in flat on the other's, which trembling left a
    /// little tilted or sunk in.
    fn align(&mut self, low: usize, high: usize) {
        let (Some(one), Some(two)) = (
            &self.bodies[self.pieces[low].body],
            &self.bodies[self.pieces[high].body],
        ) else {
            return;
        };
        let (near, far, goes) = if self.stays(two, one) {
            (high, low, one)
        } else {
            (low, high, two)
        };
        let (near, far) = (self.pieces[near].magnet, self.pieces[far].magnet);
        let cross = far.axis.cross(near.axis);
        let arc = Rotation::from_xyzw(cross.x, cross.y, cross.z, 1.0 + far.axis.dot(near.axis)).normalize();
        let along = (far.centre - near.centre).dot(near.axis);
        let shift = near.axis * (THICKNESS.copysign(along) - along);
        for &disc in &goes.discs {
            let piece = &mut self.pieces[disc];
            let place = far.centre + arc * (piece.pose.translation - far.centre) + shift;
            piece.pose = Pose::from_parts(place, arc * piece.pose.rotation);
            piece.magnet = magnet(&piece.pose);
        }
    }

    /// Gives a body that takes in another the motion both had together.
    fn share_motion(&mut self, stays: &Body, goes: &Body) {
        if self.is_held(stays) {
            return;
        }
        let motion = |body: &Body| {
            let rigid = self.world.body(body.handle);
            (rigid.linvel(), rigid.angvel(), body.discs.len() as f32)
        };
        let ((v1, w1, n1), (v2, w2, n2)) = (motion(stays), motion(goes));
        let share = 1.0 / (n1 + n2);
        let rigid = self.world.body_mut(stays.handle);
        rigid.set_linvel((v1 * n1 + v2 * n2) * share, true);
        rigid.set_angvel((w1 * n1 + w2 * n2) * share, true);
    }

    /// Puts a body into its slot and works out anew what its seams hold.
    fn settle_in(&mut self, mut body: Body) {
        let slot = body.discs[0];
        for &disc in &body.discs {
            self.pieces[disc].body = slot;
        }
        let edges: Vec<(usize, usize)> = body.seams.iter().map(|seam| (seam.near, seam.far)).collect();
        for seam in &mut body.seams {
            seam.beyond = beyond(&edges, seam.near, seam.far);
            seam.hold = self.hold(&body.discs, seam);
            seam.load = Wrench::default();
            seam.overloaded = 0;
        }
        let rigid = self.world.body(body.handle);
        body.before = (rigid.linvel(), rigid.angvel());
        body.cloth = Cloth::default();
        if rigid.is_dynamic() {
            self.weigh(&body);
        }
        self.bodies[slot] = Some(body);
    }

    /// Gives a body that nobody holds the mass of its discs.
    pub(crate) fn weigh(&mut self, body: &Body) {
        let poses: Vec<Pose> = body.discs.iter().map(|&disc| self.pieces[disc].pose).collect();
        let balance = balance(&poses);
        let frame = balance.frame.inverse();
        self.world.weigh(body.handle, &balance);
        for &disc in &body.discs {
            let piece = &mut self.pieces[disc];
            piece.local = if poses.len() == 1 {
                Pose::IDENTITY
            } else {
                seen_from(&frame, &piece.pose)
            };
            self.world.place_disc(piece.collider, &piece.local);
        }
    }

    /// Force and torque of the near side on the far side of a seam, in the near disc's frame.
    fn hold(&self, discs: &[usize], seam: &Seam) -> Wrench {
        let middle = self.middle(seam);
        let mut hold = Wrench::default();
        let far = |disc: usize| seam.beyond >> disc & 1 == 1;
        for &here in discs.iter().filter(|&&disc| far(disc)) {
            for &there in discs.iter().filter(|&&disc| !far(disc)) {
                let (here, there) = (&self.pieces[here].magnet, &self.pieces[there].magnet);
                let wrench = self.field.wrench(here, there);
                hold.force += wrench.force;
                hold.torque += wrench.torque + (here.centre - middle).cross(wrench.force);
            }
        }
        let frame = self.pieces[seam.near].pose.rotation.inverse();
        Wrench {
            force: frame * hold.force,
            torque: frame * hold.torque,
        }
    }

    fn middle(&self, seam: &Seam) -> Vector {
        (self.pieces[seam.near].magnet.centre + self.pieces[seam.far].magnet.centre) * 0.5
    }

    /// Works out what every seam of a moving body had to hold in the last step; opens what cannot.
    pub(crate) fn load_seams(&mut self) {
        for slot in 0..self.bodies.len() {
            let Some(body) = &self.bodies[slot] else { continue };
            if body.seams.is_empty() || self.world.body(body.handle).is_sleeping() {
                continue;
            }
            let loads: Vec<Wrench> = body.seams.iter().map(|seam| self.load(body, seam)).collect();
            let spare: Vec<f32> = body.seams.iter().map(|seam| self.spare(seam)).collect();
            let mut open: Option<usize> = None;
            if let Some(body) = &mut self.bodies[slot] {
                for (k, seam) in body.seams.iter_mut().enumerate() {
                    seam.load.force += (loads[k].force - seam.load.force) * SEAM_SMOOTHING;
                    seam.load.torque += (loads[k].torque - seam.load.torque) * SEAM_SMOOTHING;
                    seam.overloaded = if spare[k] >= 0.0 {
                        0
                    } else {
                        seam.overloaded.saturating_add(1)
                    };
                    // Of several, the one that is farthest from holding: the others are then relieved.
                    if seam.overloaded >= SPLIT_TICKS && open.is_none_or(|open| spare[k] < spare[open]) {
                        open = Some(k);
                    }
                }
            }
            if let Some(seam) = open {
                self.split(slot, seam);
            }
        }
    }

    /// The load on the near face: the far side's motion, less all its other forces. A hand's force on the side that it
    /// holds is unknown; then the other side is used.
    fn load(&self, body: &Body, seam: &Seam) -> Wrench {
        let rigid = self.world.body(body.handle);
        let (com, turning) = (rigid.center_of_mass(), rigid.angvel());
        let push = (rigid.linvel() - body.before.0) / STEP;
        let twist = (turning - body.before.1) / STEP;
        let middle = self.middle(seam);
        let frame = self.pieces[seam.near].pose.rotation;
        let held = self.gripped_set() & seam.beyond != 0;
        let (side, sign) = if held {
            (!seam.beyond, -1.0)
        } else {
            (seam.beyond, 1.0)
        };
        let mut load = Wrench {
            force: frame * seam.hold.force * -sign,
            torque: frame * seam.hold.torque * -sign,
        };
        for &disc in body.discs.iter().filter(|&&disc| side >> disc & 1 == 1) {
            let piece = &self.pieces[disc];
            let arm = piece.magnet.centre - com;
            let motion = push + twist.cross(arm) + turning.cross(turning.cross(arm));
            let felt = piece.felt;
            let rest = (motion + Vector::Z * GRAVITY) * MASS - felt.force;
            load.force += rest;
            load.torque += (piece.magnet.centre - middle).cross(rest) - felt.torque;
            for &(place, impulse) in &piece.pushes {
                load.force -= impulse / STEP;
                load.torque -= (com + place - middle).cross(impulse / STEP);
            }
        }
        Wrench {
            force: load.force * sign,
            torque: load.torque * sign,
        }
    }

    /// The spare force of the faces beyond the load: press, not pull; within the rim; within friction. A grip of the hand
    /// always holds.
    fn spare(&self, seam: &Seam) -> f32 {
        let (near, far) = (&self.pieces[seam.near].magnet, &self.pieces[seam.far].magnet);
        let apart = far.centre - near.centre;
        let along = apart.dot(near.axis);
        let outward = if along > 0.0 { near.axis } else { -near.axis };
        let rim = RADIUS - (apart - near.axis * along).length() / 2.0;
        let pressed = seam.load.force.dot(outward);
        let shear = (seam.load.force - outward * pressed).length();
        let tilting = (seam.load.torque - outward * seam.load.torque.dot(outward)).length();
        let gripped = self.gripped_set();
        let held = gripped & seam.beyond != 0 && gripped & !seam.beyond != 0;
        if held {
            return 0.0;
        }
        pressed
            .min(pressed - tilting / rim)
            .min(pressed - shear / self.dials.friction)
    }

    /// Opens a seam: the far side, or the side the hand does not hold, becomes a body of its own.
    fn split(&mut self, slot: usize, seam: usize) {
        let Some(mut stays) = self.bodies[slot].take() else {
            return;
        };
        let opened = stays.seams.swap_remove(seam);
        let held = self.gripped_set() & opened.beyond != 0;
        let beyond = if held { !opened.beyond } else { opened.beyond };
        let leaves = |disc: usize| beyond >> disc & 1 == 1;
        let gone: Vec<usize> = stays.discs.iter().copied().filter(|&disc| leaves(disc)).collect();
        let first = gone[0];
        let (old, pose) = (self.world.body(stays.handle), self.pieces[first].pose);
        let centre = |discs: &[usize]| {
            let sum = discs
                .iter()
                .fold(Vector::ZERO, |sum, &disc| sum + self.pieces[disc].magnet.centre);
            sum / discs.len() as f32
        };
        stays.discs.retain(|&disc| !leaves(disc));
        let turning = old.angvel();
        let leaving = old.velocity_at_point(centre(&gone));
        let staying = old.velocity_at_point(centre(&stays.discs));
        let handle = self.world.insert_body(pose, false);
        let mut goes = Body::new(handle, first);
        let frame = pose.inverse();
        for &disc in &gone {
            let piece = &mut self.pieces[disc];
            piece.local = seen_from(&frame, &piece.pose);
            self.world.remove_disc(piece.collider);
            piece.collider = self.world.insert_disc(disc, handle, &piece.local);
        }
        goes.discs = gone;
        (goes.seams, stays.seams) = stays.seams.into_iter().partition(|seam| leaves(seam.near));
        for (handle, velocity) in [(goes.handle, leaving), (stays.handle, staying)] {
            let rigid = self.world.body_mut(handle);
            if rigid.is_dynamic() {
                rigid.set_linvel(velocity, true);
                rigid.set_angvel(turning, true);
            }
        }
        stays.asleep = None;
        self.settle_in(goes);
        self.settle_in(stays);
        self.stale = true;
    }
}

/// A pose in a frame given by its inverse; what joins and parts again and again must not grow by rounding.
fn seen_from(inverse: &Pose, pose: &Pose) -> Pose {
    let seen = *inverse * *pose;
    Pose::from_parts(seen.translation, seen.rotation.normalize())
}

/// The discs on the far side of an edge in a tree of seams.
fn beyond(edges: &[(usize, usize)], near: usize, far: usize) -> Set {
    let mut set: Set = 1 << far;
    loop {
        let grown = edges
            .iter()
            .filter(|&&edge| edge != (near, far))
            .fold(set, |set, &(one, two)| {
                if set >> one & 1 == 1 || set >> two & 1 == 1 {
                    set | 1 << one | 1 << two
                } else {
                    set
                }
            });
        if grown == set {
            return set;
        }
        set = grown;
    }
}
