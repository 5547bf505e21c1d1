//! A table at rest as whole numbers: what a table is built from, and what a settled table gives back.

use crate::measures::{DISCS, RADIUS, THICKNESS};
use rapier3d::math::{Pose, Rotation, Vector};
use std::fmt;

/// A disc's name, below [`DISCS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Disc(pub u8);

impl Disc {
    /// The red disc.
    pub const RED: Disc = Disc(0);

    /// Its number, below [`DISCS`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The disc of a number.
    pub const fn from_index(index: u8) -> Disc {
        Disc(index)
    }
}

/// Units of length in a centimetre.
const LENGTH: f32 = 1000.0;
/// Units of a quaternion's components in one.
const TURN: f32 = (1 << 20) as f32;
/// Nothing lies farther from the centre than this, in units of length.
const FARTHEST: i32 = 1_000_000;

/// A disc's place in whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The disc's name.
    pub disc: Disc,
    /// Its centre above the mat's centre (x, y, upwards) in thousandths of a centimetre.
    pub centre: [i32; 3],
    /// The unit quaternion (x, y, z, w), in units of 2^-20, that turns a disc lying flat with its
    /// white face up into this one.
    pub turn: [i32; 4],
}

impl Placed {
    /// A disc lying flat at a place in centimetres, on `level` discs of a tower.
    pub fn flat(disc: Disc, x: f32, y: f32, white_up: bool, level: u8) -> Placed {
        let centre = Vector::new(x, y, THICKNESS * (f32::from(level) + 0.5));
        Placed::quantised(disc, &Pose::from_parts(centre, face_up(white_up)))
    }

    /// A disc whose lower rim stands on the mat at `(x, y)` centimetres, on the side that `heading`
    /// points to, with the other side raised by `tilt`; both angles in degrees.
    pub fn leaning(disc: Disc, x: f32, y: f32, tilt: f32, heading: f32, white_up: bool) -> Placed {
        let rotation = tilted(tilt.to_radians(), heading.to_radians());
        let rim = rotation * Vector::new(RADIUS, 0.0, -THICKNESS / 2.0);
        let centre = Vector::new(x, y, 0.0) - rim;
        Placed::quantised(disc, &Pose::from_parts(centre, rotation * face_up(white_up)))
    }

    /// The nearest whole-number place.
    pub(crate) fn quantised(disc: Disc, pose: &Pose) -> Placed {
        let whole = |value: f32, unit: f32| libm::roundf(value * unit) as i32;
        let (t, r) = (pose.translation, pose.rotation);
        Placed {
            disc,
            centre: [t.x, t.y, t.z].map(|value| whole(value, LENGTH).clamp(-FARTHEST, FARTHEST)),
            turn: [r.x, r.y, r.z, r.w].map(|value| whole(value, TURN)),
        }
    }

    /// The pose these numbers stand for.
    pub(crate) fn pose(&self) -> Pose {
        let centre = Vector::from_array(self.centre.map(|value| value as f32 / LENGTH));
        let turn = self.turn.map(|value| value as f32 / TURN);
        let length = turn.iter().map(|part| part * part).sum::<f32>().sqrt();
        Pose::from_parts(centre, Rotation::from_array(turn.map(|part| part / length)))
    }
}

/// Half a turn about x: black up.
const FLIP: Rotation = Rotation::from_xyzw(1.0, 0.0, 0.0, 0.0);

/// How a flat disc with one face up is turned.
pub(crate) fn face_up(white_up: bool) -> Rotation {
    if white_up { Rotation::IDENTITY } else { FLIP }
}

/// The rotation that leans a flat disc's axis by `tilt` towards `heading` (radians).
pub(crate) fn tilted(tilt: f32, heading: f32) -> Rotation {
    let (sine, cosine) = libm::sincosf(heading / 2.0);
    let about_z = Rotation::from_xyzw(0.0, 0.0, sine, cosine);
    let (sine, cosine) = libm::sincosf(tilt / 2.0);
    about_z * Rotation::from_xyzw(0.0, sine, 0.0, cosine)
}

/// How far a disc with this axis reaches down from its centre.
pub(crate) fn reach_down(axis: Vector) -> f32 {
    let flat = (1.0 - axis.z * axis.z).max(0.0).sqrt();
    RADIUS * flat + THICKNESS / 2.0 * axis.z.abs()
}

/// Discs in whole numbers, in order of their names, none below the mat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scene {
    discs: Vec<Placed>,
    at_rest: bool,
}

impl Scene {
    /// A scene of these discs; `at_rest` when nothing moves until something disturbs it.
    pub fn new(mut discs: Vec<Placed>, at_rest: bool) -> Result<Scene, SceneError> {
        discs.sort_by_key(|placed| placed.disc);
        if let Some(pair) = discs.windows(2).find(|pair| pair[0].disc == pair[1].disc) {
            return Err(SceneError::Twice(pair[0].disc));
        }
        for placed in &discs {
            let Placed { disc, centre, turn } = *placed;
            if usize::from(disc.0) >= DISCS {
                return Err(SceneError::Unknown(disc));
            }
            let square: i128 = turn.iter().map(|&part| i128::from(part) * i128::from(part)).sum();
            // Unit length, give or take the rounding of its parts.
            if (square - (1 << 40)).abs() > 1 << 32 {
                return Err(SceneError::Turn(disc));
            }
            let pose = placed.pose();
            let far = centre.iter().any(|part| !(-FARTHEST..=FARTHEST).contains(part));
            if far || pose.translation.z + SUNK < reach_down(pose.rotation * Vector::Z) {
                return Err(SceneError::Place(disc));
            }
        }
        Ok(Scene { discs, at_rest })
    }

    /// The discs, in order of their names.
    pub fn discs(&self) -> &[Placed] {
        &self.discs
    }

    /// Whether nothing moves until something disturbs it.
    pub fn at_rest(&self) -> bool {
        self.at_rest
    }

    /// Takes away all discs but these.
    pub fn retain(&mut self, keep: impl FnMut(&Placed) -> bool) {
        self.discs.retain(keep);
    }

    /// A scene of a table, whose discs are sorted and above the mat by construction.
    pub(crate) fn settled(discs: Vec<Placed>) -> Scene {
        Scene { discs, at_rest: true }
    }
}

/// How deep a case may be pressed into the mat.
const SUNK: f32 = 0.1;

/// Why discs make no scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneError {
    /// A disc is named twice.
    Twice(Disc),
    /// No game has this disc.
    Unknown(Disc),
    /// A disc's quaternion is not of unit length.
    Turn(Disc),
    /// A disc lies under the mat, or too far away.
    Place(Disc),
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SceneError::Twice(disc) => write!(f, "disc {} is there twice: name each disc once", disc.0),
            SceneError::Unknown(disc) => write!(f, "there is no disc {}: name discs 0 to 52", disc.0),
            SceneError::Turn(disc) => {
                write!(f, "disc {}: the squares of its turn must add up to 2^40", disc.0)
            }
            SceneError::Place(disc) => {
                write!(f, "disc {} is under the mat or beyond 10 metres: move it", disc.0)
            }
        }
    }
}

impl std::error::Error for SceneError {}
