//! Where a hand wants to go, and the way there.

use crate::moves::{Move, Task};
use magnets::measures::TICKS_PER_SAMPLE;
use magnets::{HandPose, Trace};

/// Where a hand comes in, above all discs, in tenths of a millimetre.
pub(super) const ENTRY: i16 = 2000;
/// From here on the hand goes slowly.
const NEAR: i16 = 350;
/// How much lower the hand is with every sample, far from the mat and near it.
const FAST: i16 = 90;
const SLOW: i16 = 12;
/// For how many samples the hand keeps still before it lets go.
const STILL: usize = 4;

/// The last pose of a hand that comes straight down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    pub(super) x: i16,
    pub(super) y: i16,
    pub(super) height: i16,
    pub(super) tilt: i16,
    pub(super) heading: i16,
}

impl Aim {
    /// Over which place, in centimetres.
    pub(super) fn place(self) -> [f64; 2] {
        [self.x, self.y].map(|part| f64::from(part) / 100.0)
    }

    /// A hand there.
    pub(super) fn pose(self) -> HandPose {
        HandPose {
            x: self.x,
            y: self.y,
            height: self.height,
            tilt: self.tilt,
            heading: self.heading,
        }
        .clamped()
    }

    /// Straight down from above, and let go there, or not.
    pub(super) fn trace(self, release: bool) -> Option<Trace> {
        let pose = |height: i16| Aim { height, ..self }.pose();
        let mut samples = vec![pose(ENTRY)];
        let mut height = ENTRY;
        while height > self.height {
            height = (height - if height > NEAR { FAST } else { SLOW }).max(self.height);
            samples.push(pose(height));
        }
        samples.extend(vec![pose(height); STILL]);
        let end = (samples.len() as u32 - 1) * TICKS_PER_SAMPLE;
        Trace::new(samples, release.then_some(end)).ok()
    }

    /// The move that does this.
    pub(super) fn make(self, task: Task, release: bool) -> Option<Move> {
        let trace = self.trace(release)?;
        Some(Move::Hand { task, trace })
    }
}

/// Every so many degrees there is a direction.
pub(super) const DIRECTIONS: usize = 24;

/// Unit vectors all around, the first along x; made by turning on, so that they are the same everywhere.
pub(super) fn directions() -> [[f64; 2]; DIRECTIONS] {
    // Cosine and sine of 15 degrees.
    let (cosine, sine) = (0.965_925_826_289_068_3, 0.258_819_045_102_520_74);
    let mut all = [[1.0, 0.0]; DIRECTIONS];
    for k in 1..DIRECTIONS {
        let [x, y] = all[k - 1];
        all[k] = [x * cosine - y * sine, x * sine + y * cosine];
    }
    all
}

/// The direction nearest to a unit vector.
pub(super) fn nearest_direction(unit: [f64; 2]) -> usize {
    let along = directions().map(|[x, y]| x * unit[0] + y * unit[1]);
    let nearest = (0..DIRECTIONS).max_by(|one, two| along[*one].total_cmp(&along[*two]));
    nearest.unwrap_or(0)
}

/// A direction's heading in tenths of a degree.
pub(super) fn heading(direction: usize) -> i16 {
    (direction * 3600 / DIRECTIONS) as i16
}
