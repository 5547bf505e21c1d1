//! What ends the turn when no disc can be leant: a conversion, or the fault that costs least.

use super::aim::{Aim, DIRECTIONS, ENTRY, directions, heading, nearest_direction};
use super::room::apart;
use super::value::{LOST, balance};
use super::{CALM, LATEST, More, Thought};
use crate::live::{Done, Live};
use crate::lying::{axis, centre, lie, white_up};
use crate::moves::{Move, Task};
use crate::position::{Group, Position};
use crate::setup::owner;
use crate::verdict::{self, Call};
use magnets::measures::{LIMIT_TICKS, RADIUS, THICKNESS};
use magnets::{Disc, Lie, Placed, Trace};

/// How low a hand comes over a foundation for it to jump, in tenths of a millimetre.
const JUMP: i16 = 90;
/// An own leaner within this many centimetres of a foundation or tower leans against it.
const LEANS_WITHIN: f64 = 5.8;
/// How much higher a hand is for each disc of a tower, in tenths of a millimetre, and how far beside an
/// opponent's disc, in centimetres, for it to jump.
const THICK: i16 = 60;
const FROM_BESIDE: f64 = 3.0;
/// How many ways to end the turn are tried out.
const FAULTS: usize = 10;
/// And how many of the others count as far from the red disc.
const FAR: usize = 3;

/// What follows from a fault.
enum Harm {
    /// The game is lost, there is no need to know more than by which disc.
    Red(Option<Disc>),
    Ends(Box<Done>),
}

/// A way to end the turn, and what it gains where it was tried out.
#[derive(Clone)]
struct Fault {
    aim: Aim,
    gain: f64,
    trace: Trace,
}

impl Fault {
    fn new(aim: Aim, gain: f64, mv: Move) -> Option<Fault> {
        match mv {
            Move::Hand { trace, .. } => Some(Fault { aim, gain, trace }),
            Move::Declare { .. } => None,
        }
    }
}

impl Thought<'_> {
    /// Ends the turn with the least harm: by a conversion, or by a disc that jumps to the hand.
    pub(super) fn last_resort(&mut self) -> Option<Move> {
        let left = LATEST.saturating_sub(self.work);
        let mut aims = self.conversions();
        aims.extend(self.jumps());
        self.most = LATEST - left / 4 * 3;
        let around = self.faults_around(&aims);
        self.most = LATEST - left / 3;
        let seen = self.faults_seen(&around);
        self.most = LATEST;
        // What was not looked at comes last, far from the red disc; not always the same, since it may not end the turn.
        let is_new = |list: &[Fault], aim: &Aim| list.iter().all(|fault| fault.aim != *aim);
        aims.retain(|aim| is_new(&seen, aim));
        aims.sort_by(|one, two| from_red(*two).total_cmp(&from_red(*one)));
        aims.sort_by_key(|aim| is_new(&around, aim));
        let far = aims.len().min(FAR);
        self.shuffle(&mut aims[..far]);
        let unseen = aims.into_iter().filter_map(|aim| {
            let known = around.iter().find(|fault| fault.aim == aim);
            known
                .cloned()
                .or_else(|| Fault::new(aim, 0.0, aim.make(Task::Lean, false)?))
        });
        let faults = seen.into_iter().filter(|fault| fault.gain > LOST).chain(unseen);
        match self.first_safe(faults.collect()) {
            // What loses may as well be put off, though not for ever.
            None if self.random.below(4) > 0 => hover(0.0, 0.0, ENTRY).make(Task::Lean, false),
            None => self.blunder(),
            safe => safe,
        }
    }

    /// The first fault that does not lose the game, not even late, when creeping discs touch the red one; as far as
    /// there is time to find out.
    fn first_safe(&mut self, mut faults: Vec<Fault>) -> Option<Move> {
        faults.reverse();
        while let Some(Fault { trace, .. }) = faults.pop() {
            let task = Task::Lean;
            match self.fault(self.position, &trace, LIMIT_TICKS) {
                Some(Harm::Ends(done)) if self.value(&done.position) > LOST => return Some(done.mv),
                None if self.is_late() => return Some(Move::Hand { task, trace }),
                Some(Harm::Red(by)) => self.sort_by_nearness(&mut faults, by, |fault| fault.aim),
                Some(Harm::Ends(_)) | None => {}
            }
        }
        None
    }

    /// What will touch the red disc must be taken away: what is nearest to it, or else to the red disc, comes last, to
    /// be tried next.
    fn sort_by_nearness<T>(&self, list: &mut [T], by: Option<Disc>, aim: fn(&T) -> Aim) {
        let there = by.and_then(|disc| self.position.placed(disc)).map(centre);
        let [x, y, _] = there.unwrap_or_default();
        let away = |one: &T| apart(aim(one).place(), [x, y]);
        list.sort_by(|one, two| away(two).total_cmp(&away(one)));
    }

    /// What could end the turn, the best first, as far as the discs around it know.
    fn faults_around(&mut self, aims: &[Aim]) -> Vec<Fault> {
        let mut faults = Vec::new();
        for &aim in aims.iter().take(FAULTS) {
            let part = self.around(aim.place());
            if let Some(Harm::Ends(done)) = self.fault_by(&part, aim) {
                faults.extend(Fault::new(aim, self.gain(&part, &done), done.mv));
            }
            if self.is_late() {
                break;
            }
        }
        faults.sort_by(|one, two| two.gain.total_cmp(&one.gain));
        faults
    }

    /// What ends it on the whole mat, the best first, as much as a level looks at, and what loses at once.
    fn faults_seen(&mut self, around: &[Fault]) -> Vec<Fault> {
        let mut left: Vec<Aim> = around.iter().rev().map(|fault| fault.aim).collect();
        let mut seen: Vec<Fault> = Vec::new();
        let mut looks = 0;
        while let Some(aim) = left.pop().filter(|_| looks < self.level.looks && !self.is_late()) {
            match self.fault_by(self.position, aim) {
                Some(Harm::Red(by)) => {
                    seen.extend(aim.trace(false).map(|trace| Fault {
                        aim,
                        gain: LOST,
                        trace,
                    }));
                    self.sort_by_nearness(&mut left, by, |aim| *aim);
                }
                Some(Harm::Ends(done)) => {
                    looks += 1;
                    seen.extend(Fault::new(aim, self.value(&done.position), done.mv));
                }
                None => {}
            }
        }
        seen.sort_by(|one, two| two.gain.total_cmp(&one.gain));
        seen
    }

    /// Ends the turn somehow, without knowing what follows.
    pub(super) fn blunder(&mut self) -> Option<Move> {
        let jumps = self.jumps();
        jumps.first()?.make(Task::Lean, false)
    }

    /// What follows on a mat when a hand comes down until something goes wrong, and leaves.
    fn fault_by(&mut self, mat: &Position, aim: Aim) -> Option<Harm> {
        let trace = aim.trace(false)?;
        self.fault(mat, &trace, CALM)
    }

    /// What follows when a hand does this until something goes wrong, and leaves.
    fn fault(&mut self, mat: &Position, trace: &Trace, calm: u32) -> Option<Harm> {
        let mut live = Live::begin(mat, Task::Lean, trace.samples()[0]).ok()?;
        let mut watch = self.watch(&live, calm);
        while live.follow(trace) {
            if let Some(harm) = red(live.calls()) {
                return Some(harm);
            }
            if !live.calls().is_empty() {
                live.leave();
            }
            match self.watch_on(&mut watch, &live) {
                More::Yes => {}
                More::No => break,
                More::TooLate => return None,
            }
        }
        let done = live.judged().ok()?;
        let calls = &done.verdict.calls;
        match red(calls) {
            None if calls.is_empty() => None,
            None => Some(Harm::Ends(Box::new(done))),
            harm => harm,
        }
    }

    /// What a fault gains on a part of the mat, where an end of the game means nothing.
    fn gain(&self, part: &Position, done: &Done) -> f64 {
        let side = self.position.turn();
        balance(&done.position, side) - balance(part, side)
    }

    /// Hands to which a disc jumps: an own foundation from above, an opponent's disc from beside, and only then
    /// an own tower.
    fn jumps(&mut self) -> Vec<Aim> {
        let side = self.position.turn();
        let mut jumps: Vec<(usize, Aim)> = Vec::new();
        for group in self.position.groups() {
            let Some(placed) = self.position.placed(group.discs[0]) else {
                continue;
            };
            let ([x, y, _], high) = (centre(placed), JUMP + THICK * (group.discs.len() as i16 - 1));
            let jump = match self.position.shown(group) {
                // A leaner brings others down with it.
                Some(shown) if shown == side && lie(placed) != Lie::Flat => (3, hover(x, y, high)),
                Some(shown) if shown == side => (2 * group.discs.len() - 1, hover(x, y, high)),
                Some(_) => {
                    let [a, b] = directions()[self.random.below(DIRECTIONS as u64) as usize];
                    (2, hover(x + FROM_BESIDE * a, y + FROM_BESIDE * b, 0))
                }
                None => continue,
            };
            jumps.push(jump);
        }
        self.shuffle(&mut jumps);
        jumps.sort_by_key(|(cost, _)| *cost);
        jumps.into_iter().map(|(_, aim)| aim).collect()
    }

    /// Hands that make foundations of own leaners, by the technique that works at the base of each.
    fn conversions(&mut self) -> Vec<Aim> {
        let side = self.position.turn();
        let mut aims = Vec::new();
        for (base, height) in self.own_bases() {
            let leaners = self.position.scene().discs().iter().filter(|placed| {
                let [x, y, _] = centre(placed);
                lie(placed) == Lie::Leaner
                    && owner(white_up(placed)) == side
                    && apart(base, [x, y]) < LEANS_WITHIN
            });
            aims.extend(leaners.map(|leaner| conversion(base, height, leaner)));
        }
        self.shuffle(&mut aims);
        aims
    }

    /// The places of the own foundations and towers, and of how many discs each is.
    fn own_bases(&self) -> Vec<([f64; 2], usize)> {
        let side = self.position.turn();
        let own = |group: &&Group| self.position.shown(group) == Some(side);
        let groups = self.position.groups().iter().filter(own);
        let base = |group: &Group| {
            let placed = self.position.placed(group.discs[0])?;
            let [x, y, _] = centre(placed);
            (lie(placed) == Lie::Flat).then_some(([x, y], group.discs.len()))
        };
        groups.filter_map(base).collect()
    }
}

/// A hand that converts a leaner: an upright disc between the two at a foundation and at a tower of two, a flat one a
/// centimetre towards the leaner at higher towers (`cargo xtask magnets calibrate` prints how often each works).
fn conversion(base: [f64; 2], height: usize, leaner: &Placed) -> Aim {
    let [x, y, _] = centre(leaner);
    let upright = axis(leaner)[2].abs().min(1.0);
    let away = apart(base, [x, y]);
    let unit = [(x - base[0]) / away, (y - base[1]) / away];
    let foot =
        away + f64::from(RADIUS) * upright - f64::from(THICKNESS) / 2.0 * (1.0 - upright * upright).sqrt();
    let (towards, lowest, tilt) = match height {
        1 => (0.42 * foot, 110, 900),
        2 => (0.5 * foot, 220, 850),
        _ => (1.0, 240 + THICK * height as i16, 0),
    };
    Aim {
        tilt,
        heading: heading(nearest_direction(unit)),
        ..hover(base[0] + towards * unit[0], base[1] + towards * unit[1], lowest)
    }
}

/// Whether what was called loses the game, and by which disc.
fn red(calls: &[Call]) -> Option<Harm> {
    let call = calls.iter().find(|call| call.fault.loses())?;
    Some(Harm::Red(match call.fault {
        verdict::Fault::RedTouched { by } => Some(by),
        _ => None,
    }))
}

fn from_red(aim: Aim) -> f64 {
    apart(aim.place(), [0.0, 0.0])
}

/// A flat disc held over a place.
fn hover(x: f64, y: f64, height: i16) -> Aim {
    Aim {
        x: (x * 100.0) as i16,
        y: (y * 100.0) as i16,
        height,
        tilt: 0,
        heading: 0,
    }
}
