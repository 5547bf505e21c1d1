//! Deliberate faults, for when leaning promises less: a contact that spoils the opponent's turn, a conversion, a push, or
//! a disc that jumps to the hand.

use super::free_space::{LEANS_WITHIN, apart, clearance, leaners_on};
use super::target::{Aim, directions, heading, nearest_direction};
use super::value::balance;
use super::{CALM, LATEST, More, Thought};
use crate::disc_pose::{axis, centre, lie, white_up};
use crate::live::{Done, Live};
use crate::moves::{Move, Task};
use crate::position::{Group, Position};
use crate::setup::{Rules, owner};
use crate::technique::CONVERSIONS;
use magnets::measures::{CIRCLE, RADIUS, THICKNESS};
use magnets::{Disc, Lie, Placed};
use rules::Side;

/// How much higher a hand is for each disc of a tower, in tenths of a millimetre.
const THICK: i16 = 60;
/// Height of a hand over a foundation at which the foundation jumps to it, in tenths of a millimetre.
const JUMP: i16 = 90;
/// Distance from an opponent's disc at which the hand comes down, so that the disc jumps to it, in centimetres.
const FROM_BESIDE: f64 = 3.0;
/// Distance from an own disc at which the hand comes down to push it.
const BEHIND: f64 = 4.4;
/// Length of a push.
const PUSHED: f64 = 6.0;
/// Free distance that a push needs ahead.
const AHEAD: f64 = 4.8;
/// Distances from an opponent's disc at which a disc that is let go is drawn to it, in centimetres.
const DRAWN: [f64; 2] = [3.7, 4.0];
/// Heights above an own base from which a disc falls onto it before the base jumps, in tenths of a millimetre.
const DROPPED: [i16; 2] = [300, 420];
/// Faults nearer than this to the middle, where the red disc lies, are tried last; in centimetres.
const FROM_RED: f64 = 6.0;
/// Cost of a turn that plays no disc.
const TEMPO: f64 = 1.0;
/// Work that is reserved for committing the chosen fault.
const COMMITTING: u64 = 3_000_000;
/// On the whole mat, a fault may gain so much less than on a part before the next one is looked at.
const MISJUDGED: f64 = 0.3;
/// A lost game.
const LOST: f64 = 100.0;
/// The most faults that are tried on the whole mat until one does not lose the game.
const MOST_COMMITTED: usize = 4;

/// Consequence of a fault.
enum Followed {
    /// The game is lost.
    Lost,
    /// The turn ends.
    Ends(Box<Done>),
}

impl Thought<'_> {
    /// Faults that are nearly always possible.
    pub(super) fn last_resorts(&mut self) -> Vec<Aim> {
        let mut aims = Vec::new();
        if self.random.below(1000) < self.head.converts {
            aims.extend(self.conversions());
        }
        aims.extend(self.pushes());
        aims.extend(self.jumps());
        aims
    }

    /// Weighs faults on a part of the mat. Returns the gain of the best, and the faults, the best first.
    pub(super) fn weighed(&mut self, mut aims: Vec<Aim>) -> (f64, Vec<Aim>) {
        self.most = LATEST - COMMITTING;
        let far = |aim: &Aim| apart(aim.place(), [0.0, 0.0]) > FROM_RED;
        aims.sort_by_key(|aim| !far(aim));
        let mut known: Vec<(f64, Aim)> = Vec::new();
        let (contacts, others): (Vec<Aim>, Vec<Aim>) = aims.iter().partition(|aim| aim.lets_go);
        let most = self.head.faults;
        for aim in contacts
            .into_iter()
            .take(most)
            .chain(others.into_iter().take(most))
        {
            if self.is_late() {
                break;
            }
            let (missed, part) = (self.missed(aim), self.around(aim.place()));
            if let Some(Followed::Ends(done)) = self.follow(&part, missed) {
                known.push((self.gain_by(&part, &done, aim), aim));
            }
        }
        known.sort_by(|one, two| two.0.total_cmp(&one.0));
        self.look_at(&mut known);
        let gain = known.first().map_or(-TEMPO, |(gain, _)| *gain);
        let best: Vec<Aim> = known.into_iter().map(|(_, aim)| aim).collect();
        aims.retain(|aim| !best.contains(aim) && !aim.lets_go);
        (gain, [best, aims].concat())
    }

    /// Simulates the best faults on the whole mat, until one gains about as much there as on a part of it.
    fn look_at(&mut self, known: &mut [(f64, Aim)]) {
        for index in 0..self.head.looks.min(known.len()) {
            let (seemed, aim) = known[index];
            let missed = self.missed(aim);
            known[index].0 = match self.follow(self.position, missed) {
                Some(Followed::Ends(done)) => self.gain_by(self.position, &done, aim),
                Some(Followed::Lost) => -LOST,
                None => continue,
            };
            if known[index].0 > seemed - MISJUDGED {
                break;
            }
        }
        known.sort_by(|one, two| two.0.total_cmp(&one.0));
    }

    /// Commits the first of some faults that does not lose the game.
    pub(super) fn commit(&mut self, faults: &[Aim]) -> Option<Move> {
        self.most = LATEST;
        for &aim in faults.iter().take(MOST_COMMITTED) {
            let missed = self.missed(aim);
            match self.follow(self.position, missed) {
                Some(Followed::Ends(done)) => return Some(done.mv),
                None if self.is_late() => return missed.make(Task::Lean),
                Some(Followed::Lost) | None => {}
            }
        }
        None
    }

    /// A fault that ends the turn, without simulating it.
    pub(super) fn blunder(&mut self) -> Option<Move> {
        let jumps = self.jumps();
        jumps.first()?.make(Task::Lean)
    }

    /// Simulates the hand until its reaction to the first fault, when it leaves. `None` if time runs out or no fault
    /// happens.
    fn follow(&mut self, mat: &Position, aim: Aim) -> Option<Followed> {
        let trace = aim.trace()?;
        let mut live = Live::begin(mat, Task::Lean, trace.samples()[0]).ok()?;
        let mut watch = self.watch(&live, CALM);
        while live.follow(&trace) {
            let fault = live.calls().first().map(|call| call.tick);
            if fault.is_some_and(|tick| live.ticks() >= tick + self.hand.reaction) {
                live.leave();
            }
            match self.watch_on(&mut watch, &live) {
                More::Yes if !live.loses() => {}
                More::Yes | More::No => break,
                More::TooLate => return None,
            }
        }
        if live.loses() {
            return Some(Followed::Lost);
        }
        let done = live.judged().ok()?;
        if done.verdict.calls.iter().any(|call| call.fault.loses()) {
            return Some(Followed::Lost);
        }
        (!done.verdict.calls.is_empty()).then(|| Followed::Ends(Box::new(done)))
    }

    /// Gain of a fault on a part of the mat. An end of the game counts nothing, because the part has not all discs.
    fn gain_by(&self, part: &Position, done: &Done, aim: Aim) -> f64 {
        let side = self.position.turn();
        let tempo = if aim.lets_go { 0.0 } else { TEMPO };
        balance(&done.position, side) - balance(part, side) - tempo
    }

    /// Discs let go so that they touch a base that carries leaners. The opponent, who must capture the base, lifts it from
    /// under them; they fall, and the capture fails.
    pub(super) fn contacts(&mut self) -> Vec<Aim> {
        let side = self.position.turn();
        let mut aims: Vec<Aim> = Vec::new();
        for (at, discs) in self.bases_of(side.other()) {
            if leaners_on(self.position, &discs) > 0 {
                aims.extend(self.beside(at, &discs));
            }
        }
        for (at, discs) in self.bases_of(side) {
            if leaners_on(self.position, &discs) > 0 {
                let top = THICK * discs.len() as i16;
                aims.extend(DROPPED.map(|height| Aim::flat(at, top + height).let_go()));
            }
        }
        if aims.is_empty() || self.random.below(1000) >= self.head.contacts {
            return Vec::new();
        }
        self.shuffle(&mut aims);
        aims
    }

    /// Places beside an opponent's base from which a disc is drawn to it, on the side with most room.
    fn beside(&self, at: [f64; 2], discs: &[Disc]) -> Vec<Aim> {
        let along = |[a, b]: [f64; 2], way: f64| [at[0] + way * a, at[1] + way * b];
        let mut ways: Vec<(f64, [f64; 2])> = directions()
            .into_iter()
            .filter(|unit| apart(along(*unit, DRAWN[0]), [0.0, 0.0]) < f64::from(CIRCLE) - f64::from(RADIUS))
            .map(|unit| (clearance(self.position, along(unit, DRAWN[0]), discs), unit))
            .collect();
        ways.sort_by(|one, two| two.0.total_cmp(&one.0));
        let best = ways.first().filter(|(room, _)| *room > AHEAD);
        best.map_or_else(Vec::new, |(_, unit)| {
            DRAWN.map(|way| Aim::flat(along(*unit, way), 0).let_go()).to_vec()
        })
    }

    /// Hands that make foundations of own leaners, by the technique that works at the base of each.
    pub(super) fn conversions(&mut self) -> Vec<Aim> {
        let side = self.position.turn();
        let mut aims = Vec::new();
        for (base, discs) in self.bases_of(side) {
            let leaners = self.position.scene().discs().iter().filter(|placed| {
                let [x, y, _] = centre(placed);
                lie(placed) == Lie::Leaner
                    && owner(white_up(placed)) == side
                    && apart(base, [x, y]) < LEANS_WITHIN
            });
            aims.extend(leaners.map(|leaner| conversion(base, discs.len(), leaner)));
        }
        self.shuffle(&mut aims);
        aims
    }

    /// Hands that push an own foundation to where there is more room, which ends the turn with `temple`.
    fn pushes(&mut self) -> Vec<Aim> {
        let side = self.position.turn();
        if self.position.rules() == Rules::Ferti {
            return Vec::new();
        }
        let mut aims: Vec<(f64, Aim)> = Vec::new();
        for (base, discs) in self.bases_of(side) {
            let ways = directions().into_iter().filter_map(|[a, b]| {
                let along = |way: f64| [base[0] + way * a, base[1] + way * b];
                let free = |way: f64| clearance(self.position, along(way), &discs);
                let room = free(4.0).min(free(2.0)).min(free(-BEHIND));
                let inside = apart(along(6.0), [0.0, 0.0]) < f64::from(CIRCLE) - f64::from(RADIUS);
                let push = [a, b].map(|part| (part * PUSHED * 100.0) as i16);
                let aim = Aim {
                    push,
                    ..Aim::flat(along(-BEHIND), 0)
                };
                (discs.len() == 1 && inside && room > AHEAD).then_some((room, aim))
            });
            aims.extend(ways.max_by(|one, two| one.0.total_cmp(&two.0)));
        }
        aims.sort_by(|one, two| two.0.total_cmp(&one.0));
        aims.into_iter().map(|(_, aim)| aim).collect()
    }

    /// Hands to which a disc jumps: an own foundation from above, an opponent's disc from beside, and only then
    /// an own tower.
    fn jumps(&mut self) -> Vec<Aim> {
        let side = self.position.turn();
        let mut jumps: Vec<(usize, Aim)> = Vec::new();
        for (at, discs) in self.bases_of(side) {
            let high = JUMP + THICK * (discs.len() as i16 - 1);
            jumps.push((2 * discs.len() - 1, Aim::flat(at, high)));
        }
        for (at, _) in self.bases_of(side.other()) {
            let [a, b] = directions()[self.random.below(directions().len() as u64) as usize];
            let beside = [at[0] + FROM_BESIDE * a, at[1] + FROM_BESIDE * b];
            jumps.push((2, Aim::flat(beside, 0)));
        }
        self.shuffle(&mut jumps);
        jumps.sort_by_key(|(cost, _)| *cost);
        jumps.into_iter().map(|(_, aim)| aim).collect()
    }

    /// The places of a side's foundations and towers, and the discs of each.
    fn bases_of(&self, side: Side) -> Vec<([f64; 2], Vec<Disc>)> {
        let shown = |group: &&Group| self.position.shown(group) == Some(side);
        let groups = self.position.groups().iter().filter(shown);
        let base = |group: &Group| {
            let placed = self.position.placed(group.discs[0])?;
            let [x, y, _] = centre(placed);
            (lie(placed) == Lie::Flat).then(|| ([x, y], group.discs.clone()))
        };
        groups.filter_map(base).collect()
    }
}

/// A hand that converts a leaner; at towers higher than three it moves as at three.
fn conversion(base: [f64; 2], height: usize, leaner: &Placed) -> Aim {
    let [x, y, _] = centre(leaner);
    let upright = axis(leaner)[2].abs().min(1.0);
    let away = apart(base, [x, y]);
    let unit = [(x - base[0]) / away, (y - base[1]) / away];
    let foot =
        away + f64::from(RADIUS) * upright - f64::from(THICKNESS) / 2.0 * (1.0 - upright * upright).sqrt();
    let way = CONVERSIONS[height.clamp(1, CONVERSIONS.len()) - 1];
    let towards = way.share * foot + way.more;
    let lowest = way.lowest + THICK * height as i16;
    Aim {
        tilt: way.tilt,
        heading: heading(nearest_direction(unit)),
        ..Aim::flat([base[0] + towards * unit[0], base[1] + towards * unit[1]], lowest)
    }
}
