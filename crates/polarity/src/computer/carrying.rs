//! Lifting what lies on the mat and setting it down: captures, and flipped discs.

use super::free_space::apart;
use super::target::Aim;
use super::{CALM, LATEST, More, Thought};
use crate::live::{Done, Live};
use crate::moves::{Move, Task};
use crate::verdict::{Call, Consequence};
use magnets::measures::TICKS_PER_SAMPLE;
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

/// Something on its way; where something goes wrong it is left alone, and may be watched on.
struct Carrying {
    live: Live,
    way: Way,
    /// The pose of the hand when its discs are lifted.
    up: HandPose,
    /// All came along, and nothing went wrong.
    is_up: bool,
    is_let_go: bool,
}

/// Contacts that are allowed on a way.
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
        // A disc that cannot be lifted so, cannot be lifted so to another place.
        let mut spoiled: Vec<(Disc, u32)> = Vec::new();
        let mut waiting: Vec<Carrying> = Vec::new();
        let mut best: Option<(f64, Move)> = None;
        let (mut unknown, mut losing) = (None, None);
        let mut tried = 0;
        for way in self.ways(discs) {
            let has_begun = best.is_some() || losing.is_some() || !waiting.is_empty();
            let is_enough = tried >= self.head.ways && (best.is_some() || !waiting.is_empty());
            if is_enough || (has_begun && self.is_late()) {
                break;
            }
            if spoiled.contains(&(way.disc, way.up)) {
                continue;
            }
            tried += 1;
            let Some(mut carrying) = self.lifted(task(way.disc), way, discs) else {
                continue;
            };
            if !carrying.is_up {
                spoiled.push((way.disc, way.up));
                waiting.push(carrying);
                continue;
            }
            let is_known = self.watched_down(&mut carrying, Care::Faultless);
            if carrying.live.loses() {
                losing = carrying.live.recorded();
            } else if !is_known {
                waiting.push(carrying);
            } else if let Ok(done) = carrying.live.judged() {
                if is_fine(&done) {
                    return Some(done.mv);
                }
                self.keep_better(&mut best, done);
            }
        }
        self.most = LATEST;
        for mut carrying in waiting {
            if (best.is_some() || unknown.is_some()) && self.is_late() {
                break;
            }
            let is_known = self.watched_down(&mut carrying, Care::LeastHarm);
            if carrying.live.loses() {
                losing = carrying.live.recorded();
            } else if !is_known {
                unknown = carrying.live.recorded();
            } else if let Ok(done) = carrying.live.judged() {
                self.keep_better(&mut best, done);
            }
        }
        best.map(|(_, mv)| mv).or(unknown).or(losing)
    }

    fn keep_better(&self, best: &mut Option<(f64, Move)>, done: Done) {
        let worth = self.value(&done.position);
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            *best = Some((worth, done.mv));
        }
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
                    let place = self.missed_flat(place);
                    ways.push(Way { disc, up, place });
                }
            }
        }
        ways
    }

    /// Lifts a disc and all that comes along.
    fn lifted(&mut self, task: Task, way: Way, discs: &[Disc]) -> Option<Carrying> {
        let mut live = Live::begin(self.position, task, HandPose::default()).ok()?;
        let height = HIGH + HIGHER * discs.len() as i16;
        let up = HandPose {
            height,
            tilt: 0,
            ..live.pose()?
        };
        self.go(&mut live, up, way.up);
        let is_low = |disc: &Disc| {
            let magnet = live.table().magnet(*disc);
            magnet.is_some_and(|magnet| magnet.centre.z < f32::from(height) / 200.0)
        };
        let is_up = live.calls().is_empty() && !discs.iter().any(is_low);
        Some(Carrying {
            live,
            way,
            up,
            is_up,
            is_let_go: false,
        })
    }

    /// Carries what is lifted to its place and lets go.
    fn set_down(&mut self, carrying: &mut Carrying) {
        let Carrying { live, way, up, .. } = carrying;
        let white = live
            .table()
            .magnet(way.disc)
            .is_none_or(|magnet| magnet.axis.z >= 0.0);
        let own = white == (self.position.turn() == Side::First);
        let over = HandPose {
            x: way.place.x,
            y: way.place.y,
            tilt: if own { 0 } else { 1800 },
            ..*up
        };
        self.go(live, over, OVER);
        self.go(live, HandPose { height: 0, ..over }, DOWN);
        live.let_go();
        live.leave();
        carrying.is_let_go = true;
    }

    /// Watches what is set down until all is calm or something goes wrong; whether there was time, and nothing did.
    fn watched_down(&mut self, carrying: &mut Carrying, care: Care) -> bool {
        if !carrying.is_let_go {
            self.set_down(carrying);
        }
        let live = &mut carrying.live;
        let mut watch = self.watch(live, CALM);
        while live.tick() {
            match self.watch_on(&mut watch, live) {
                More::Yes if live.calls().iter().all(|call| care.bears(*call)) => {}
                More::No => break,
                More::Yes | More::TooLate => return false,
            }
        }
        true
    }

    /// Steers to a pose in some samples, as long as nothing goes wrong and there is time.
    fn go(&mut self, live: &mut Live, to: HandPose, samples: u32) {
        let from = live.pose().unwrap_or(to);
        let before = self.work - live.work();
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
                if !live.calls().is_empty() || self.work >= self.most {
                    return;
                }
                live.tick();
                self.spend(before + live.work());
            }
        }
    }
}

/// Whether what was carried lies as it must, and nothing else happened.
fn is_fine(done: &Done) -> bool {
    done.verdict.calls.is_empty() && !done.verdict.consequences.contains(&Consequence::Again)
}
