//! What ends the turn when no disc can be leant: a conversion, or the fault that costs least.

use super::aim::{Aim, DIRECTIONS, directions};
use super::room::{apart, clearance};
use super::value::LOST;
use super::{MOST_WORK, Thought};
use crate::live::Done;
use crate::lying::{centre, lie, white_up};
use crate::moves::{Move, Task};
use crate::position::Group;
use crate::setup::{Rules, owner};
use crate::verdict::{Call, Fault};
use magnets::measures::{CIRCLE, RADIUS};
use magnets::{Disc, Lie, Scene, What};
use rules::Side;

/// How low a hand comes over a foundation to convert what leans against it, and how low for it to jump, in
/// tenths of a millimetre.
const LOWEST_HOVER: i16 = 290;
const JUMP: i16 = 90;
/// How high and how far beside its centre, in centimetres, a hand over an opponent's foundation makes it slide,
/// how far it slides then, and how far other discs must be from its way.
const SHOVE: i16 = 180;
const BESIDE: f64 = 1.5;
const SLIDE: f64 = 4.0;
const FREE_SLIDE: f64 = 4.6;
/// How many slides are tried out.
const SHOVES: usize = 4;
/// An own leaner within this many centimetres of a foundation leans against it.
const LEANS_WITHIN: f64 = 5.5;
/// How much higher a hand is for each disc of a tower, in tenths of a millimetre, and how far beside an
/// opponent's disc, in centimetres, for it to jump.
const THICK: i16 = 60;
const FROM_BESIDE: f64 = 3.0;
/// What an own disc that jumps to the hand costs at least, in points.
const JUMP_COSTS: f64 = 1.0;
/// How many own discs are thought of for a jump.
const JUMPS: usize = 4;
/// How many conversions are compared by who thinks of the opponent's replies.
const CONVERSIONS: usize = 3;

impl Thought<'_> {
    /// Ends the turn with the least harm: a conversion, a slide that costs nothing, or an own disc that jumps to
    /// the hand.
    pub(super) fn last_resort(&mut self) -> Option<Move> {
        self.most = MOST_WORK;
        let mut best = self.convert();
        if self.level.foresees {
            self.shove(&mut best);
        }
        if best
            .as_ref()
            .is_none_or(|(worth, _)| *worth < self.passing() - JUMP_COSTS)
        {
            self.jump(&mut best);
        }
        best.map_or_else(|| self.blunder(), |(_, mv)| Some(mv))
    }

    /// What it would be worth to do nothing.
    fn passing(&self) -> f64 {
        let mut next = self.position.clone();
        next.turn = next.turn.other();
        self.value(&next)
    }

    /// Ends the turn somehow, without knowing what follows.
    pub(super) fn blunder(&mut self) -> Option<Move> {
        let jumps = self.jumps();
        jumps.first()?.make(Task::Lean, false)
    }

    /// Lets a disc jump to the hand, one that costs little.
    fn jump(&mut self, best: &mut Option<(f64, Move)>) {
        for aim in self.jumps().into_iter().take(JUMPS) {
            self.weigh_fault(aim.make(Task::Lean, false), best);
        }
    }

    /// Hands to which a disc jumps: an own foundation from below, an opponent's disc from beside, and only then
    /// an own tower.
    fn jumps(&mut self) -> Vec<Aim> {
        let side = self.position.turn();
        let mut jumps: Vec<(usize, Aim)> = Vec::new();
        for group in self.position.groups() {
            let Some(placed) = self.position.placed(group.discs[0]) else {
                continue;
            };
            let ([x, y, _], high) = (centre(placed), JUMP + THICK * (group.discs.len() as i16 - 1));
            match self.position.shown(group) {
                Some(shown) if shown == side => jumps.push((group.discs.len(), hover(x, y, high))),
                Some(_) => {
                    let [a, b] = directions()[self.random.below(DIRECTIONS as u64) as usize];
                    jumps.push((2, hover(x + FROM_BESIDE * a, y + FROM_BESIDE * b, 0)));
                }
                None => {}
            }
        }
        self.shuffle(&mut jumps);
        jumps.sort_by_key(|(cost, _)| *cost);
        jumps.into_iter().map(|(_, aim)| aim).collect()
    }

    /// Keeps a movement if it ends the turn by a fault and is worth more than the best so far.
    fn weigh_fault(&mut self, mv: Option<Move>, best: &mut Option<(f64, Move)>) {
        let done = mv.and_then(|mv| self.try_move(mv));
        if let Some(done) = done.filter(|done| !done.verdict.calls.is_empty()) {
            better(best, self.value(&done.position), done.mv);
        }
    }

    /// Makes an opponent's foundation slide further than its diameter, to where it is worth least to them.
    fn shove(&mut self, best: &mut Option<(f64, Move)>) {
        if self.position.rules() != Rules::Temple {
            return;
        }
        let mut shoves: Vec<(f64, Aim)> = Vec::new();
        for group in self.position.groups() {
            if group.discs.len() == 1 && self.position.shown(group) == Some(self.position.turn().other()) {
                self.shoves_of(group.discs[0], &mut shoves);
            }
        }
        shoves.sort_by(|one, two| two.0.total_cmp(&one.0));
        for (_, aim) in shoves.into_iter().take(SHOVES) {
            self.weigh_fault(aim.make(Task::Lean, false), best);
        }
    }

    /// The ways in which a disc could slide without touching another, each with what it would be worth.
    fn shoves_of(&self, disc: Disc, shoves: &mut Vec<(f64, Aim)>) {
        let Some(placed) = self
            .position
            .placed(disc)
            .filter(|placed| lie(placed) == Lie::Flat)
        else {
            return;
        };
        let [x, y, _] = centre(placed);
        for [a, b] in directions() {
            let along = |way: f64| [x + way * a, y + way * b];
            let (to, half) = (along(SLIDE), along(SLIDE / 2.0));
            let free = |at: [f64; 2]| clearance(self.position, at, &[disc]);
            if apart(to, [0.0, 0.0]) > f64::from(CIRCLE - RADIUS)
                || free(to) < FREE_SLIDE
                || free(half) < FREE_SLIDE
            {
                continue;
            }
            let mut next = self.position.clone();
            let discs = next.scene.discs().iter().map(|placed| {
                let mut placed = *placed;
                if placed.disc == disc {
                    placed.centre = [(to[0] * 1000.0) as i32, (to[1] * 1000.0) as i32, placed.centre[2]];
                }
                placed
            });
            let Ok(scene) = Scene::new(discs.collect(), true) else {
                continue;
            };
            next.scene = scene;
            next.turn = self.position.turn().other();
            let [x, y] = along(-BESIDE);
            shoves.push((self.value(&next), hover(x, y, SHOVE)));
        }
    }

    /// Makes a foundation of an own leaner: a hand comes down over the disc it leans against until it falls.
    fn convert(&mut self) -> Option<(f64, Move)> {
        let mut own = self.own_places(|group| group.discs.len() <= 2);
        self.shuffle(&mut own);
        let mut left = if self.level.foresees { CONVERSIONS } else { 1 };
        let mut best: Option<(f64, Move)> = None;
        for [x, y] in own {
            if left == 0 || self.is_late() {
                break;
            }
            if self.level.foresees && !self.carries_leaner([x, y]) {
                continue;
            }
            let Some(done) = self.converted(x, y) else {
                continue;
            };
            left -= 1;
            let worth = self.value(&done.position);
            if worth > LOST {
                better(&mut best, worth, done.mv);
            }
        }
        best
    }

    /// Whether an own leaner stands beside a place.
    fn carries_leaner(&self, at: [f64; 2]) -> bool {
        let side = self.position.turn();
        self.position.scene().discs().iter().any(|placed| {
            let [x, y, _] = centre(placed);
            lie(placed) == Lie::Leaner && owner(white_up(placed)) == side && apart(at, [x, y]) < LEANS_WITHIN
        })
    }

    /// What a hand over a place leads to if own leaners, and nothing else, fall there.
    fn converted(&mut self, x: f64, y: f64) -> Option<Done> {
        let height = self.falls_at(x, y)?;
        let mv = hover(x, y, height).make(Task::Lean, false)?;
        let falls = |call: &Call| matches!(call.fault, Fault::Fell { .. });
        let done = self.try_move(mv)?;
        let calls = &done.verdict.calls;
        (!calls.is_empty() && calls.iter().all(falls)).then_some(done)
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

    /// How low a hand over a place has to come for an own leaner, and nothing else, to fall there.
    fn falls_at(&mut self, x: f64, y: f64) -> Option<i16> {
        let white = self.position.turn() == Side::First;
        let trace = hover(x, y, LOWEST_HOVER).trace(false)?;
        let mut table = self.nearby([x, y], &trace)?;
        let before = table.events().len();
        let done = self.work;
        while table.events().len() == before && table.hand_ticks().is_some_and(|tick| tick < trace.end()) {
            table.follow(&trace);
            if !self.spend(done + table.work()) {
                return None;
            }
        }
        match table.events().get(before)?.what {
            What::Fell { white_up, .. } if white_up == white => {
                Some(table.trace(false)?.samples().last()?.height)
            }
            _ => None,
        }
    }
}

/// Keeps the better of two.
fn better(best: &mut Option<(f64, Move)>, worth: f64, mv: Move) {
    if best.as_ref().is_none_or(|(most, _)| worth > *most) {
        *best = Some((worth, mv));
    }
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
