//! Target of a hand, and the way there.

use crate::moves::{Move, Task};
use magnets::measures::TICKS_PER_SAMPLE;
use magnets::{HandPose, Trace};

/// Height at which a hand comes in, above all discs, in tenths of a millimetre.
const ENTRY: i16 = 2000;
/// Height from which the hand goes slowly.
const NEAR: i16 = 350;
/// How much lower the hand is with every sample, far from the mat, and near it unless it is a hasty one.
const FAST: i16 = 90;
const SLOW: i16 = 12;
/// How far a hand that pushes goes in a sample.
const PUSH: i16 = 14;
/// Samples for which the hand keeps still before it lets go or leaves.
const STILL: usize = 4;

/// The last pose of a hand that comes straight down, and how it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    pub(super) x: i16,
    pub(super) y: i16,
    pub(super) height: i16,
    pub(super) tilt: i16,
    pub(super) heading: i16,
    /// How far it comes down in a sample near the mat.
    pub(super) speed: i16,
    /// How many samples before the end it lets go; at the end it keeps still first.
    pub(super) early: u16,
    /// Movement of the hand after that, along the mat.
    pub(super) push: [i16; 2],
    /// Whether it lets go in the end, or keeps its disc.
    pub(super) lets_go: bool,
}

impl Aim {
    /// A flat disc over a place in centimetres, at a height in tenths of a millimetre.
    pub(super) fn flat(at: [f64; 2], height: i16) -> Aim {
        let [x, y] = at.map(|part| (part * 100.0) as i16);
        Aim {
            x,
            y,
            height,
            tilt: 0,
            heading: 0,
            speed: SLOW,
            early: 0,
            push: [0; 2],
            lets_go: false,
        }
    }

    /// The place below the hand, in centimetres.
    pub(super) fn place(self) -> [f64; 2] {
        [self.x, self.y].map(|part| f64::from(part) / 100.0)
    }

    fn pose(self) -> HandPose {
        HandPose {
            x: self.x,
            y: self.y,
            height: self.height,
            tilt: self.tilt,
            heading: self.heading,
        }
        .clamped()
    }

    /// The same, let go in the end.
    pub(super) fn let_go(self) -> Aim {
        Aim {
            lets_go: true,
            ..self
        }
    }

    /// Straight down from above, along the mat if it pushes, and let go there, or not.
    pub(super) fn trace(self) -> Option<Trace> {
        let pose = |height: i16| Aim { height, ..self }.pose();
        let mut samples = vec![pose(ENTRY)];
        let mut height = ENTRY;
        while height > self.height {
            height = (height - if height > NEAR { FAST } else { self.speed }).max(self.height);
            samples.push(pose(height));
        }
        let [x, y] = self.push.map(i32::from);
        let steps = x.abs().max(y.abs()) / i32::from(PUSH);
        samples.extend((1..=steps).map(|step| {
            let along = |from: i16, way: i32| from.saturating_add((way * step / steps) as i16);
            let (x, y) = (along(self.x, x), along(self.y, y));
            Aim { x, y, ..self }.pose()
        }));
        if self.early == 0 {
            let last = samples[samples.len() - 1];
            samples.extend([last; STILL]);
        }
        let end = (samples.len() as u32 - 1).saturating_sub(u32::from(self.early)) * TICKS_PER_SAMPLE;
        Trace::new(samples, self.lets_go.then_some(end)).ok()
    }

    /// The move that does this.
    pub(super) fn make(self, task: Task) -> Option<Move> {
        let trace = self.trace()?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_that_lets_go_early_is_higher() {
        for (early, height) in [(0, 5), (3, 38)] {
            let aim = Aim {
                early,
                ..Aim::flat([8.0, 0.0], 5).let_go()
            };
            let trace = aim.trace().unwrap();
            let released = trace.release().unwrap() / TICKS_PER_SAMPLE;
            assert_eq!(trace.samples()[released as usize].height, height, "{early}");
        }
    }
}
