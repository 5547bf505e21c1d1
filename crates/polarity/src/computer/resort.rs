//! What ends the turn when no disc can be leant: a conversion, or the fault that costs least.

use super::aim::{Aim, DIRECTIONS, directions};
use super::room::apart;
use super::value::LOST;
use super::{MOST_WORK, Thought};
use crate::live::Done;
use crate::lying::{centre, lie, white_up};
use crate::moves::{Move, Task};
use crate::position::Group;
use crate::setup::owner;
use crate::verdict::{Call, Fault};
use magnets::{Lie, What};
use rules::Side;

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
/// How many own discs are thought of for a jump.
const JUMPS: usize = 4;

impl Thought<'_> {
    /// Ends the turn with the least harm: a conversion, or a disc that jumps to the hand.
    pub(super) fn last_resort(&mut self) -> Option<Move> {
        self.most = MOST_WORK;
        self.convert().or_else(|| self.jump()).or_else(|| self.blunder())
    }

    /// Ends the turn somehow, without knowing what follows.
    pub(super) fn blunder(&mut self) -> Option<Move> {
        let jumps = self.jumps();
        jumps.first()?.make(Task::Lean, false)
    }

    /// Lets a disc jump to the hand, one that costs little.
    fn jump(&mut self) -> Option<Move> {
        let mut best: Option<(f64, Move)> = None;
        for aim in self.jumps().into_iter().take(JUMPS) {
            let done = aim.make(Task::Lean, false).and_then(|mv| self.try_move(mv));
            let Some(done) = done.filter(|done| !done.verdict.calls.is_empty()) else {
                continue;
            };
            let worth = self.value(&done.position);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, done.mv));
            }
        }
        best.map(|(_, mv)| mv)
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

    /// Makes a foundation of an own leaner: a hand comes down over the disc it leans against until it falls.
    fn convert(&mut self) -> Option<Move> {
        let mut own = self.own_places(|group| group.discs.len() <= 2);
        self.shuffle(&mut own);
        for [x, y] in own {
            if self.is_late() {
                return None;
            }
            let done = Some([x, y]).filter(|at| self.carries_leaner(*at));
            let done = done.and_then(|_| self.converted(x, y));
            if let Some(done) = done.filter(|done| self.value(&done.position) > LOST) {
                return Some(done.mv);
            }
        }
        None
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
