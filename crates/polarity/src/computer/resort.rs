//! What ends the turn when no disc can be leant: a conversion, or the fault that costs least.

use super::aim::{Aim, DIRECTIONS, directions};
use super::room::apart;
use super::value::{LOST, balance};
use super::{CALM, LATEST, More, Thought};
use crate::live::{Done, Live};
use crate::lying::{centre, lie, white_up};
use crate::moves::{Move, Task};
use crate::position::{Group, Position};
use crate::setup::owner;
use magnets::measures::LIMIT_TICKS;
use magnets::{Lie, Trace};

/// How low a hand comes over a foundation to convert what leans against it, and how low for it to jump, in
/// tenths of a millimetre.
const LOWEST_HOVER: i16 = 290;
const JUMP: i16 = 90;
/// An own leaner within this many centimetres of a foundation leans against it.
const LEANS_WITHIN: f64 = 5.5;
/// How much higher a hand is for each disc of a tower, in tenths of a millimetre, and how far beside an
/// opponent's disc, in centimetres, for it to jump.
const THICK: i16 = 60;
const FROM_BESIDE: f64 = 3.0;
/// How many ways to end the turn are tried out.
const FAULTS: usize = 10;
/// And how many of them count as far from the red disc when there was no time to look at the whole mat.
const FAR: usize = 3;

/// What follows from a fault.
enum Harm {
    /// The game is lost, there is no need to know more.
    Red,
    Ends(Box<Done>),
}

impl Thought<'_> {
    /// Ends the turn with the least harm: by a conversion, or by a disc that jumps to the hand.
    pub(super) fn last_resort(&mut self) -> Option<Move> {
        let left = LATEST.saturating_sub(self.work);
        self.most = LATEST - left / 4 * 3;
        let around = self.faults_around();
        self.most = LATEST - left / 3;
        let mut seen = self.faults_seen(&around);
        self.most = LATEST;
        seen.sort_by(|one, two| two.0.total_cmp(&one.0));
        for (_, mv) in seen {
            let Move::Hand { trace, .. } = &mv else {
                continue;
            };
            // Creeping discs may touch the red one later.
            match self.fault(self.position, trace, LIMIT_TICKS) {
                Some(Harm::Red) => {}
                Some(Harm::Ends(done)) if self.value(&done.position) <= LOST => {}
                _ => return Some(mv),
            }
        }
        self.unseen(around)
    }

    /// One of those far from the red disc; not always the same, since it may not end the turn.
    fn unseen(&mut self, mut around: Vec<(Aim, Move)>) -> Option<Move> {
        around.sort_by(|one, two| from_red(two.0).total_cmp(&from_red(one.0)));
        around.truncate(FAR);
        let any = self.random.below(around.len().max(1) as u64) as usize;
        match around.into_iter().nth(any) {
            Some((_, mv)) => Some(mv),
            None => self.blunder(),
        }
    }

    /// What could end the turn, the best first, as far as the discs around it know.
    fn faults_around(&mut self) -> Vec<(Aim, Move)> {
        let mut known = Vec::new();
        for aim in self.conversions().into_iter().chain(self.jumps()).take(FAULTS) {
            let part = self.around(aim.place());
            if let Some(Harm::Ends(done)) = self.fault_by(&part, aim) {
                known.push((self.gain(&part, &done), aim, done.mv));
            }
            if self.is_late() {
                break;
            }
        }
        known.sort_by(|one, two| two.0.total_cmp(&one.0));
        known.into_iter().map(|(_, aim, mv)| (aim, mv)).collect()
    }

    /// Those of them that end it on the whole mat and do not lose at once, as many as a level looks at.
    fn faults_seen(&mut self, around: &[(Aim, Move)]) -> Vec<(f64, Move)> {
        let mut left: Vec<Aim> = around.iter().rev().map(|(aim, _)| *aim).collect();
        let mut seen = Vec::new();
        while let Some(aim) = left
            .pop()
            .filter(|_| seen.len() < self.level.looks && !self.is_late())
        {
            match self.fault_by(self.position, aim) {
                // What will touch the red disc must be taken away: what is nearest to it comes next.
                Some(Harm::Red) => left.sort_by(|one, two| from_red(*two).total_cmp(&from_red(*one))),
                Some(Harm::Ends(done)) => seen.push((self.value(&done.position), done.mv)),
                None => {}
            }
        }
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
        let mut watch = self.watch(calm);
        while live.follow(trace) {
            if live.calls().iter().any(|call| call.fault.loses()) {
                return Some(Harm::Red);
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
        match done.verdict.calls.as_slice() {
            [] => None,
            calls if calls.iter().any(|call| call.fault.loses()) => Some(Harm::Red),
            _ => Some(Harm::Ends(Box::new(done))),
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

    /// Hands that make foundations of own leaners: they come down over the disc one leans against.
    fn conversions(&mut self) -> Vec<Aim> {
        let mut own = self.own_places(|group| group.discs.len() <= 2);
        own.retain(|at| self.carries_leaner(*at));
        self.shuffle(&mut own);
        own.iter().map(|[x, y]| hover(*x, *y, LOWEST_HOVER)).collect()
    }

    /// Whether an own leaner stands beside a place.
    fn carries_leaner(&self, at: [f64; 2]) -> bool {
        let side = self.position.turn();
        self.position.scene().discs().iter().any(|placed| {
            let [x, y, _] = centre(placed);
            lie(placed) == Lie::Leaner && owner(white_up(placed)) == side && apart(at, [x, y]) < LEANS_WITHIN
        })
    }

    /// Where the own flat groups of a kind are.
    fn own_places(&self, kind: fn(&Group) -> bool) -> Vec<[f64; 2]> {
        let side = self.position.turn();
        let own = |group: &&Group| self.position.shown(group) == Some(side) && kind(group);
        let groups = self.position.groups().iter().filter(own);
        let place = |group: &Group| {
            let placed = self.position.placed(group.discs[0])?;
            let [x, y, _] = centre(placed);
            (lie(placed) == Lie::Flat).then_some([x, y])
        };
        groups.filter_map(place).collect()
    }
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
