//! Lifting what lies on the mat and setting it down: captures, and flipped discs.

use super::Thought;
use super::aim::Aim;
use crate::live::{Done, Live};
use crate::moves::{Move, Task};
use crate::verdict::Consequence;
use magnets::measures::TICKS_PER_SAMPLE;
use magnets::{Disc, HandPose};
use rules::Side;

/// How high things are carried over the mat, and for each disc of a cluster, in tenths of a millimetre.
const HIGH: i16 = 900;
const HIGHER: i16 = 60;
/// How many samples the three parts of the way take at least.
const WAYS: [u32; 3] = [30, 50, 40];
/// How many places are tried, at most.
const PLACES: usize = 3;

impl Thought<'_> {
    /// Lifts some of these discs and sets down what comes along, own colour up, where there is room.
    pub(super) fn carry(&mut self, discs: &[Disc], task: fn(Disc) -> Task) -> Option<Move> {
        let places = self.free_places(discs);
        let turned = self.random.below(discs.len() as u64) as usize;
        let mut best: Option<(f64, Done)> = None;
        for place in places.into_iter().take(PLACES) {
            for k in 0..discs.len() {
                let known = best.is_some() || self.fallback.is_some();
                if known && self.is_late() {
                    return best.map(|(_, done)| done.mv);
                }
                let disc = discs[(turned + k) % discs.len()];
                let place = Aim {
                    tilt: 0,
                    ..self.missed(place)
                };
                let Some(done) = self.carried(disc, task(disc), place, discs.len()) else {
                    continue;
                };
                let worth = self.value(&done.position);
                if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                    best = Some((worth, done));
                }
                let fine = best.as_ref().is_some_and(|(_, done)| is_fine(done));
                if self.level.looks == 0 || fine {
                    return best.map(|(_, done)| done.mv);
                }
            }
        }
        best.map(|(_, done)| done.mv)
    }

    /// Lifts a disc, carries it and all that comes along to a place, and lets go.
    fn carried(&mut self, disc: Disc, task: Task, place: Aim, count: usize) -> Option<Done> {
        let mut live = Live::begin(self.position, task, HandPose::default()).ok()?;
        let start = live.pose()?;
        let height = HIGH + HIGHER * count as i16;
        let up = HandPose {
            height,
            tilt: 0,
            ..start
        };
        go(&mut live, up, WAYS[0]);
        let white = live
            .table()
            .magnet(disc)
            .is_none_or(|magnet| magnet.axis.z >= 0.0);
        let own = white == (self.position.turn() == Side::First);
        let over = HandPose {
            x: place.x,
            y: place.y,
            tilt: if own { 0 } else { 1800 },
            ..up
        };
        go(&mut live, over, WAYS[1]);
        go(&mut live, HandPose { height: 0, ..over }, WAYS[2]);
        live.let_go();
        live.leave();
        let before = self.work;
        let mut more = true;
        while more && self.spend(before + live.work()) {
            more = live.tick();
        }
        self.fallback = self.fallback.take().or(live.recorded());
        (!more).then(|| live.finish().ok())?
    }
}

/// Whether what was carried lies as it must, and nothing else happened.
fn is_fine(done: &Done) -> bool {
    done.verdict.calls.is_empty() && !done.verdict.consequences.contains(&Consequence::Again)
}

/// Steers to a pose in some samples, as long as nothing goes wrong.
fn go(live: &mut Live, to: HandPose, samples: u32) {
    let from = live.pose().unwrap_or(to);
    for step in 1..=samples {
        let part = |from: i16, to: i16| {
            let way = (i32::from(to) - i32::from(from)) * step as i32 / samples as i32;
            (i32::from(from) + way) as i16
        };
        live.steer(HandPose {
            x: part(from.x, to.x),
            y: part(from.y, to.y),
            height: part(from.height, to.height),
            tilt: part(from.tilt, to.tilt),
            heading: to.heading,
        });
        for _ in 0..TICKS_PER_SAMPLE {
            if !live.calls().is_empty() {
                return;
            }
            live.tick();
        }
    }
}
