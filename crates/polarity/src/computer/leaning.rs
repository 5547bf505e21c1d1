//! The action disc, and the foundations of the opening.

use super::aim::{Aim, directions, heading};
use super::room::{Spot, apart, clearance, spots};
use super::value::value;
use super::{MOST_WORK, Thought};
use crate::live::Done;
use crate::lying::{centre, lie};
use crate::moves::{Move, Task};
use crate::position::Group;
use crate::verdict::{Consequence, Fault};
use magnets::measures::CIRCLE;
use magnets::{Disc, Lie, Placed, Scene, Table, Trace, What};
use rules::Side;

/// Height at which a leaner is let go, in tenths of a millimetre.
const LET_GO: i16 = 5;
/// Discs farther than this from the hand do not matter in a trial, in centimetres.
const NEARBY: f64 = 9.5;
/// From this clearance on more is no better.
const ENOUGH: f64 = 9.0;
/// Foundations lie at least this far from the rim of the mat.
const FROM_RIM: f64 = 6.0;
/// How low a hand comes over a foundation to convert what leans against it, and how low for it to jump, in
/// tenths of a millimetre.
const LOWEST_HOVER: i16 = 290;
const JUMP: i16 = 90;
/// How many own discs are thought of for a jump.
const JUMPS: usize = 3;
/// Work kept for what ends the turn when no disc can be leant.
const RESERVED: u64 = 200_000;
/// Worth less is lost.
const LOST: f64 = -500.0;

impl Thought<'_> {
    /// Leans the action disc; if nothing better can be found, converts or takes a fault.
    pub(super) fn lean(&mut self) -> Option<Move> {
        let side = self.position.turn();
        let ideas = self.lean_ideas();
        let mut good: Vec<(f64, Aim)> = Vec::new();
        for &aim in ideas.iter().take(self.level.trials) {
            if self.is_late() {
                break;
            }
            let missed = self.missed(aim);
            if let Some(placed) = self.stands(missed) {
                good.push((self.worth(placed), aim));
            }
        }
        good.sort_by(|one, two| two.0.total_cmp(&one.0));
        if self.level.looks == 0 {
            let aim = good.first().map(|(_, aim)| *aim).or(ideas.first().copied());
            let aim = aim.unwrap_or(self.anywhere());
            return self.missed(aim).make(Task::Lean, true);
        }
        for &(_, aim) in good.iter().take(self.level.looks) {
            let missed = self.missed(aim);
            let done = missed.make(Task::Lean, true).and_then(|mv| self.try_move(mv));
            if done.is_some_and(|done| leans(&done) && value(&done.position, side) > LOST) {
                return self.missed(aim).make(Task::Lean, true);
            }
        }
        match ideas.first() {
            Some(aim) if (self.stop)() => self.missed(*aim).make(Task::Lean, true),
            _ => self.last_resort(&ideas),
        }
    }

    /// What the position would be worth with the action disc standing there.
    fn worth(&self, placed: Placed) -> f64 {
        let side = self.position.turn();
        let mut next = self.position.clone();
        let discs = next.scene.discs().iter().copied().chain([placed]).collect();
        let Ok(scene) = Scene::new(discs, true) else {
            return LOST;
        };
        next.scene = scene;
        next.groups.push(Group {
            discs: vec![placed.disc],
            owed: false,
        });
        next.reserves[side] -= 1;
        next.turn = side.other();
        value(&next, side)
    }

    /// Places beside own discs, the most promising first.
    fn lean_ideas(&mut self) -> Vec<Aim> {
        let mut spots = spots(self.position, self.position.turn());
        self.shuffle(&mut spots);
        spots.truncate(self.level.ideas);
        let worth = |spot: &Spot| spot.clearance.min(ENOUGH);
        spots.sort_by(|one, two| worth(two).total_cmp(&worth(one)));
        // A hand that trembles had better miss outwards, where a disc only falls flat.
        let out = if self.level.looks > 0 {
            self.level.tremor / 2
        } else {
            0
        };
        spots.iter().map(|spot| aim(spot, out)).collect()
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for k in (1..list.len()).rev() {
            list.swap(k, self.random.below(k as u64 + 1) as usize);
        }
    }

    /// How a disc let go there stands, undisturbed and disturbing nothing, for all that the discs nearby know.
    fn stands(&mut self, aim: Aim) -> Option<Placed> {
        let middle = [f64::from(aim.x) / 100.0, f64::from(aim.y) / 100.0];
        let disc = self.position.next_disc()?;
        let trace = aim.trace(true)?;
        let mut table = self.nearby(middle, &trace)?;
        let mut fine = true;
        while fine && table.follow(&trace) {
            fine = table.events().iter().all(|event| is_harmless(event.what));
        }
        self.spent(table.ticks(), table.poses().count());
        let scene = table
            .scene()
            .filter(|_| fine && table.lie(disc) == Some(Lie::Leaner))?;
        scene.discs().iter().find(|placed| placed.disc == disc).copied()
    }

    /// Ends the turn with the least harm: converts an own leaner, or lets an own disc jump to the hand.
    fn last_resort(&mut self, ideas: &[Aim]) -> Option<Move> {
        if let Some(mv) = self.convert() {
            return Some(mv);
        }
        let side = self.position.turn();
        let mut own = self.own_places(|group| group.discs.len() == 1);
        self.shuffle(&mut own);
        let mut best: Option<(f64, Move)> = None;
        for &[x, y] in own.iter().take(JUMPS) {
            let Some(done) = hover(x, y, JUMP)
                .make(Task::Lean, false)
                .and_then(|mv| self.try_move(mv))
            else {
                continue;
            };
            let worth = value(&done.position, side);
            if !done.verdict.calls.is_empty() && best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, done.mv));
            }
        }
        let first = ideas.first().copied().unwrap_or(self.anywhere());
        best.map_or_else(|| first.make(Task::Lean, true), |(_, mv)| Some(mv))
    }

    /// Makes a foundation of an own leaner: a hand comes down over the disc it leans against until it falls.
    fn convert(&mut self) -> Option<Move> {
        let side = self.position.turn();
        let mut own = self.own_places(|group| group.discs.len() <= 2);
        self.shuffle(&mut own);
        for [x, y] in own {
            if self.work >= MOST_WORK + RESERVED || (self.stop)() {
                return None;
            }
            let Some(height) = self.falls_at(x, y) else {
                continue;
            };
            let aim = hover(x, y, height);
            let Some(done) = aim.make(Task::Lean, false).and_then(|mv| self.try_move(mv)) else {
                continue;
            };
            let falls = |call: &crate::verdict::Call| matches!(call.fault, Fault::Fell { .. });
            if done.verdict.calls.iter().all(falls) && value(&done.position, side) > LOST {
                return Some(done.mv);
            }
        }
        None
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
        while table.events().len() == before && table.hand_ticks().is_some_and(|tick| tick < trace.end()) {
            table.follow(&trace);
        }
        self.spent(table.ticks(), table.poses().count());
        match table.events().get(before)?.what {
            What::Fell { white_up, .. } if white_up == white => {
                Some(table.trace(false)?.samples().last()?.height)
            }
            _ => None,
        }
    }

    /// A table with the discs near a place, and a hand that brings the action disc in.
    fn nearby(&self, middle: [f64; 2], trace: &Trace) -> Option<Table> {
        let near = self.position.scene().discs().iter().filter(|placed| {
            let [x, y, _] = centre(placed);
            apart(middle, [x, y]) < NEARBY
        });
        let scene = Scene::new(near.copied().collect(), true).ok()?;
        let mut table = Table::new(&scene);
        let white = self.position.turn() == Side::First;
        table
            .bring(&[self.position.next_disc()?], white, trace.samples()[0])
            .ok()?;
        Some(table)
    }

    /// A place somewhere on the mat.
    pub(super) fn anywhere(&mut self) -> Aim {
        let most = ((f64::from(CIRCLE) - FROM_RIM) * 100.0) as u16;
        loop {
            let (x, y) = (self.about(most), self.about(most));
            if apart([f64::from(x), f64::from(y)], [0.0, 0.0]) < f64::from(most) {
                return Aim {
                    x,
                    y,
                    height: 0,
                    tilt: 0,
                    heading: 0,
                };
            }
        }
    }

    /// The freest of some places on the mat, as far as other discs than these know.
    pub(super) fn free_places(&mut self, but: &[Disc]) -> Vec<Aim> {
        let mut places: Vec<(f64, Aim)> = (0..self.level.ideas * 2)
            .map(|_| {
                let aim = self.anywhere();
                let at = [f64::from(aim.x) / 100.0, f64::from(aim.y) / 100.0];
                (clearance(self.position, at, but).min(ENOUGH), aim)
            })
            .collect();
        places.sort_by(|one, two| two.0.total_cmp(&one.0));
        places.into_iter().map(|(_, aim)| aim).collect()
    }

    /// Lays a foundation where there is most room.
    pub(super) fn lay(&mut self) -> Option<Move> {
        let places = self.free_places(&[]);
        let mut first = None;
        for aim in places {
            let aim = Aim {
                tilt: 0,
                ..self.missed(aim)
            };
            let mv = aim.make(Task::Lay, true)?;
            if self.is_late() || self.try_move(mv.clone()).is_some() {
                return Some(mv);
            }
            first = first.or(Some(mv));
        }
        first
    }
}

/// Whether nothing but the hand's own business happens.
fn is_harmless(what: What) -> bool {
    matches!(
        what,
        What::Released | What::Rested | What::Frozen | What::Turned { .. } | What::Parted { .. }
    )
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

/// The pose that leaves a disc at a spot, or some tenths of a millimetre farther out.
fn aim(spot: &Spot, out: u16) -> Aim {
    let unit = directions()[spot.direction];
    let part = |k: usize| (spot.at[k] * 100.0 + f64::from(out) * unit[k]) as i16;
    Aim {
        x: part(0),
        y: part(1),
        height: LET_GO,
        tilt: spot.tilt,
        heading: heading(spot.direction),
    }
}

/// Whether the action disc stands and nothing went wrong.
fn leans(done: &Done) -> bool {
    let leans = |what: &Consequence| matches!(what, Consequence::Leans { .. });
    done.verdict.calls.is_empty() && done.verdict.consequences.iter().any(leans)
}
