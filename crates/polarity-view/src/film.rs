//! The seconds round a fall or a fault, kept as poses so that they can be shown once more from the side.

use magnets::measures::{TICKS_PER_SAMPLE, TICKS_PER_SECOND};
use magnets::{Disc, Table, TableEventKind};
use rapier3d::math::{Rotation, Vector};

/// Frames a second.
pub const FRAMES: usize = (TICKS_PER_SECOND / TICKS_PER_SAMPLE) as usize;
/// Frames shown before and after the moment that matters: four seconds in all.
const BEFORE: usize = 2 * FRAMES;
const AFTER: usize = 2 * FRAMES;
/// A disc that is held more upright than this when it is let go was meant to lean: the cosine of 5 degrees.
const LEANED: f32 = 0.996;

/// A disc, its centre, and its turn from lying flat with the white face up.
pub type FilmPose = (Disc, [f32; 3], [f32; 4]);

/// Poses of a movement while it goes on.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    frames: Vec<Vec<FilmPose>>,
    ticks: u32,
    released: Option<usize>,
    fault: Option<usize>,
}

impl Recorder {
    /// A tick has passed.
    pub fn note(&mut self, table: &Table) {
        if self.ticks.is_multiple_of(TICKS_PER_SAMPLE) {
            self.frames.push(table.poses().collect());
        }
        self.ticks += 1;
        let is_released = |event: &magnets::TableEvent| event.what == TableEventKind::Released;
        if self.released.is_none() && table.events().iter().rev().any(is_released) {
            self.released = Some(self.frames.len());
        }
    }

    /// A fault was called.
    pub fn note_fault(&mut self) {
        self.fault.get_or_insert(self.frames.len());
    }

    /// Whether a disc was let go that was meant to lean.
    fn has_leaned(&self, disc: Disc) -> bool {
        let frame = self.released.and_then(|released| self.frames.get(released - 1));
        let pose = frame.and_then(|frame| frame.iter().find(|pose| pose.0 == disc));
        pose.is_some_and(|pose| axis(pose).z.abs() < LEANED)
    }

    /// The film of a movement that ended in faults of these discs, or, if there are none, of a leaner that fell flat.
    pub fn develop(mut self, held: Disc, faulty: Vec<Disc>, fell_flat: bool) -> Option<Film> {
        let (moment, discs) = match self.fault {
            Some(moment) => (moment, faulty),
            None if fell_flat && self.has_leaned(held) => (self.released?, vec![held]),
            None => return None,
        };
        self.frames.truncate(moment + AFTER);
        self.frames.drain(..moment.saturating_sub(BEFORE));
        let moment = moment.min(BEFORE).min(self.frames.len().checked_sub(1)?);
        Some(Film {
            frames: self.frames,
            moment,
            discs,
        })
    }
}

/// Direction of a disc's white face.
fn axis((_, _, turn): &FilmPose) -> Vector {
    Rotation::from_array(*turn) * Vector::Z
}

/// Four seconds to be shown once more.
#[derive(Clone, Debug)]
pub struct Film {
    /// Never empty.
    frames: Vec<Vec<FilmPose>>,
    /// The frame of the fault.
    moment: usize,
    discs: Vec<Disc>,
}

impl Film {
    /// Number of frames.
    pub fn length(&self) -> usize {
        self.frames.len()
    }

    /// A frame; the last one stays.
    pub fn frame(&self, number: usize) -> &[FilmPose] {
        let last = self.frames.len().saturating_sub(1);
        self.frames.get(number.min(last)).map_or(&[], Vec::as_slice)
    }

    /// The discs concerned.
    pub fn discs(&self) -> &[Disc] {
        &self.discs
    }

    /// The place to look at, and the direction along the mat that is seen in full length: from a disc concerned to the
    /// disc next to it.
    pub fn subject(&self) -> (Vector, Vector) {
        let places = |pose: &FilmPose| (pose.0, Vector::from_array(pose.1));
        let frame: Vec<(Disc, Vector)> = self.frame(self.moment).iter().map(places).collect();
        let first = frame.iter().find(|(disc, _)| self.discs.contains(disc));
        let Some((disc, place)) = first.copied() else {
            return (Vector::ZERO, Vector::X);
        };
        let next = frame
            .iter()
            .filter(|(other, _)| *other != disc)
            .min_by(|one, two| {
                let apart = |other: Vector| (other - place).length();
                apart(one.1).total_cmp(&apart(two.1))
            });
        let Some((_, next)) = next else {
            return (place, Vector::X);
        };
        let along = Vector::new(next.x - place.x, next.y - place.y, 0.0);
        let middle = (place + *next) / 2.0;
        (
            Vector::new(middle.x, middle.y, 0.0),
            along.normalize_or(Vector::X),
        )
    }
}
