//! The action disc: where it could lean, and what that would be worth.

use super::Thought;
use super::aim::{Aim, directions, heading};
use super::laying::ENOUGH;
use super::room::{Spot, apart, spots};
use super::value::LOST;
use crate::live::Live;
use crate::lying::{centre, white_up};
use crate::moves::{Move, Task};
use crate::position::Group;
use crate::setup::owner;
use magnets::measures::TICKS_PER_SECOND;
use magnets::{Lie, Placed, Scene, Table, Trace, What};
use rules::Side;

/// Height at which a leaner is let go, in tenths of a millimetre.
const LET_GO: i16 = 5;
/// Discs farther than this from the hand do not matter in a trial, in centimetres.
const NEARBY: f64 = 9.5;
/// A leaner that creeps is watched for so many ticks: it may fall yet.
const WATCHED: u32 = 6 * TICKS_PER_SECOND;
/// With less clearance hardly a leaner stands: 1 of 130 tried, against every third of those up to 6.8 centimetres.
const HOPELESS: f64 = 5.0;

impl Thought<'_> {
    /// Leans the action disc; if nothing better can be found, converts or takes a fault.
    pub(super) fn lean(&mut self) -> Option<Move> {
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
            return match aim {
                Some(aim) => self.missed(aim).make(Task::Lean, true),
                None => self.blunder(),
            };
        }
        for &(_, aim) in good.iter().take(self.level.looks) {
            let missed = self.missed(aim);
            if self.leans(missed) == Some(true) {
                return self.missed(aim).make(Task::Lean, true);
            }
        }
        match ideas.first() {
            Some(aim) if (self.stop)() => self.missed(*aim).make(Task::Lean, true),
            _ => self.last_resort(),
        }
    }

    /// Whether a disc let go there stands on the whole mat and nothing goes wrong, if there is time to know.
    fn leans(&mut self, aim: Aim) -> Option<bool> {
        let (trace, disc) = (aim.trace(true)?, self.position.next_disc()?);
        let mut live = Live::begin(self.position, Task::Lean, trace.samples()[0]).ok()?;
        let (before, mut rested) = (self.work, None);
        while live.follow(&trace) {
            if live.has_rested() {
                rested = rested.or(Some(live.ticks()));
            }
            if !live.calls().is_empty() {
                return Some(false);
            }
            if rested.is_some_and(|tick| live.ticks() > tick + WATCHED) {
                break;
            }
            if !self.spend(before + live.work()) {
                return None;
            }
        }
        let white = live
            .table()
            .magnet(disc)
            .is_some_and(|magnet| magnet.axis.z >= 0.0);
        let leaner = live.table().lie(disc) == Some(Lie::Leaner);
        Some(leaner && owner(white) == self.position.turn())
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
        self.value(&next)
    }

    /// Places beside own discs, the most promising first.
    fn lean_ideas(&mut self) -> Vec<Aim> {
        let mut spots = spots(self.position, self.position.turn());
        self.shuffle(&mut spots);
        spots.truncate(self.level.ideas);
        if self.level.looks > 0 {
            spots.retain(|spot| spot.clearance > HOPELESS);
        }
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

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
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
        let before = self.work;
        let mut fine = true;
        while fine && table.follow(&trace) {
            fine = self.spend(before + table.work())
                && table.events().iter().all(|event| is_harmless(event.what));
        }
        let scene = table
            .scene()
            .filter(|_| fine && table.lie(disc) == Some(Lie::Leaner))?;
        let placed = scene.discs().iter().find(|placed| placed.disc == disc);
        placed
            .filter(|placed| owner(white_up(placed)) == self.position.turn())
            .copied()
    }

    /// A table with the discs near a place, and a hand that brings the action disc in.
    pub(super) fn nearby(&self, middle: [f64; 2], trace: &Trace) -> Option<Table> {
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
}

/// Whether nothing but the hand's own business happens.
fn is_harmless(what: What) -> bool {
    matches!(
        what,
        What::Released | What::Rested | What::Frozen | What::Turned { .. } | What::Parted { .. }
    )
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
