//! Lifting what lies on the mat and setting it down: captures, and flipped discs.

use super::aim::Aim;
use super::room::apart;
use super::{CALM, Fallback, LATEST, More, Thought};
use crate::live::{Done, Live};
use crate::moves::{Move, Task};
use crate::verdict::{Call, Consequence};
use magnets::measures::{TICKS_PER_SAMPLE, TICKS_PER_SECOND};
use magnets::{Disc, HandPose, Table};
use rules::Side;

/// How high things are carried over the mat, and for each disc of a cluster, in tenths of a millimetre.
const HIGH: i16 = 900;
const HIGHER: i16 = 60;
/// How many samples the parts of the way take at least: up, where what is slow and what is quick disturbs others in other
/// ways, over, and down.
const UP: [u32; 3] = [30, 10, 60];
const OVER: u32 = 50;
const DOWN: u32 = 40;
/// How many places are tried, at most, and how far apart they are, in centimetres: what goes wrong at one goes wrong beside it.
const PLACES: usize = 4;
const ELSEWHERE: f64 = 5.0;

/// A way to carry something: the disc to lift, in how many samples, and where to.
#[derive(Clone, Copy)]
struct Way {
    disc: Disc,
    up: u32,
    place: Aim,
}

/// Where a way leads.
enum Carried {
    To(Box<Done>),
    /// Something goes wrong as soon as the disc is lifted, or not all come along.
    NotUp,
    /// The red disc is touched.
    Lost,
    No,
}

/// What may happen on a way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Care {
    /// Nothing must go wrong.
    Faultless,
    /// Anything but the end of the game.
    LeastHarm,
}

impl Care {
    fn bears(self, call: Call) -> bool {
        self == Care::LeastHarm && !call.fault.loses()
    }
}

impl Thought<'_> {
    /// Lifts some of these discs and sets down what comes along, own colour up, where there is room: so that
    /// nothing goes wrong, or else with the least harm.
    pub(super) fn carry(&mut self, discs: &[Disc], task: fn(Disc) -> Task) -> Option<Move> {
        let ways = self.ways(discs);
        // A disc that cannot be lifted so, cannot be lifted so to another place.
        let mut spoiled: Vec<(Disc, u32)> = Vec::new();
        let mut lost: Vec<usize> = Vec::new();
        let mut best: Option<(f64, Done)> = None;
        let cares: &[Care] = if self.level.looks > 0 {
            &[Care::Faultless, Care::LeastHarm]
        } else {
            &[Care::LeastHarm]
        };
        for &care in cares {
            for (number, &way) in ways.iter().enumerate() {
                let known = best.is_some() || self.fallback.is_some();
                if known && self.is_late() {
                    break;
                }
                let is_spoiled = care == Care::Faultless && spoiled.contains(&(way.disc, way.up));
                if is_spoiled || lost.contains(&number) {
                    continue;
                }
                let done = match self.carried(task(way.disc), way, discs, care) {
                    Carried::To(done) => *done,
                    Carried::NotUp => {
                        spoiled.push((way.disc, way.up));
                        continue;
                    }
                    Carried::Lost => {
                        lost.push(number);
                        continue;
                    }
                    Carried::No => continue,
                };
                if self.level.looks == 0 || is_fine(&done) {
                    return Some(done.mv);
                }
                let worth = self.value(&done.position);
                if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                    best = Some((worth, done));
                }
            }
            self.most = LATEST;
        }
        best.map(|(_, done)| done.mv)
    }

    /// Ways to carry these discs: each body of them, to each of some places.
    fn ways(&mut self, discs: &[Disc]) -> Vec<Way> {
        let table = Table::new(self.position.scene());
        let mut bodies: Vec<Disc> = Vec::new();
        for &disc in discs {
            // Whichever disc of a tower is lifted, all come along alike.
            if !bodies.iter().any(|other| table.are_one(*other, disc)) {
                bodies.push(disc);
            }
        }
        let turned = self.random.below(bodies.len() as u64) as usize;
        bodies.rotate_left(turned);
        let mut places: Vec<Aim> = Vec::new();
        for place in self.free_places(discs) {
            let is_new = |other: &Aim| apart(other.place(), place.place()) > ELSEWHERE;
            if places.len() < PLACES && places.iter().all(is_new) {
                places.push(place);
            }
        }
        let mut ways = Vec::new();
        for up in UP {
            for &place in &places {
                for &disc in &bodies {
                    let place = Aim {
                        tilt: 0,
                        ..self.missed(place)
                    };
                    ways.push(Way { disc, up, place });
                }
            }
        }
        ways
    }

    /// Lifts a disc, carries it and all that comes along to a place, and lets go.
    fn carried(&mut self, task: Task, way: Way, discs: &[Disc], care: Care) -> Carried {
        let Ok(mut live) = Live::begin(self.position, task, HandPose::default()) else {
            return Carried::NotUp;
        };
        let Some(start) = live.pose() else {
            return Carried::NotUp;
        };
        let height = HIGH + HIGHER * discs.len() as i16;
        let up = HandPose {
            height,
            tilt: 0,
            ..start
        };
        let most = self.most.saturating_sub(self.work);
        go(&mut live, up, way.up, most);
        let is_low = |disc: &Disc| {
            let magnet = live.table().magnet(*disc);
            magnet.is_some_and(|magnet| magnet.centre.z < f32::from(height) / 200.0)
        };
        if care == Care::Faultless && (!live.calls().is_empty() || discs.iter().any(is_low)) {
            self.spend(self.work + live.work());
            return Carried::NotUp;
        }
        let white = live
            .table()
            .magnet(way.disc)
            .is_none_or(|magnet| magnet.axis.z >= 0.0);
        let own = white == (self.position.turn() == Side::First);
        let over = HandPose {
            x: way.place.x,
            y: way.place.y,
            tilt: if own { 0 } else { 1800 },
            ..up
        };
        go(&mut live, over, OVER, most);
        go(&mut live, HandPose { height: 0, ..over }, DOWN, most);
        live.let_go();
        live.leave();
        let mut watch = self.watch(match care {
            Care::Faultless => self.level.watch * TICKS_PER_SECOND,
            Care::LeastHarm => CALM,
        });
        let mut is_known = true;
        while is_known && live.tick() {
            match self.watch_on(&mut watch, &live) {
                More::Yes => is_known = live.calls().iter().all(|call| care.bears(*call)),
                More::No => break,
                More::TooLate => is_known = false,
            }
        }
        if is_known {
            self.most = LATEST;
            self.watch_to_end(&watch, &mut live);
        }
        let loses = live.loses();
        if self.fallback.as_ref().is_none_or(|known| known.loses && !loses) {
            self.fallback = live.recorded().map(|mv| Fallback { mv, loses });
        }
        if loses {
            return Carried::Lost;
        }
        if !is_known {
            return Carried::No;
        }
        let done = live.judged().map(Box::new);
        done.map_or(Carried::No, Carried::To)
    }
}

/// Whether what was carried lies as it must, and nothing else happened.
fn is_fine(done: &Done) -> bool {
    done.verdict.calls.is_empty() && !done.verdict.consequences.contains(&Consequence::Again)
}

/// Steers to a pose in some samples, as long as nothing goes wrong and there is time for so much work.
fn go(live: &mut Live, to: HandPose, samples: u32, most: u64) {
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
            if !live.calls().is_empty() || live.work() >= most {
                return;
            }
            live.tick();
        }
    }
}
