//! The action disc: where it could lean, and what that would be worth.

use super::aim::{Aim, directions, heading};
use super::laying::ENOUGH;
use super::room::{Spot, apart, spots};
use super::value::LOST;
use super::{More, Thought};
use crate::live::Live;
use crate::lying::{centre, is_out, lie, white_up};
use crate::moves::{Move, Task};
use crate::position::{Group, Position};
use crate::setup::owner;
use magnets::measures::TICKS_PER_SECOND;
use magnets::{Disc, Lie, Placed, Scene};

/// Height at which a leaner is let go, in tenths of a millimetre.
const LET_GO: i16 = 5;
/// How far from the middle of the red disc one slips at most, in both directions, in tenths of a millimetre.
const OVER_RED: u16 = 200;
/// Discs farther than this from the hand do not matter in a trial, in centimetres: of 180 leaners that stood
/// there 23 failed on the whole mat, of which a look costs ten times as much (with 9.5 centimetres 45).
const AROUND: f64 = 12.0;
/// With less clearance hardly a leaner stands: 1 of 130 tried, against every third of those up to 6.8 centimetres.
const HOPELESS: f64 = 5.0;

/// What is known of a disc let go somewhere.
enum Trial {
    Stands {
        placed: Placed,
        /// It was watched for as long as it should be.
        is_sure: bool,
    },
    Fails,
    /// There was no time to find out.
    Unknown,
}

impl Thought<'_> {
    /// Leans the action disc; if nothing better can be found, converts or takes a fault.
    pub(super) fn lean(&mut self) -> Option<Move> {
        if self.random.below(1000) < self.level.slips {
            return self.slip();
        }
        let ideas = if self.would_end_behind() {
            Vec::new()
        } else {
            self.lean_ideas()
        };
        let good = self.tried_out(&ideas);
        let hurried = ideas.first().copied().filter(|_| (self.stop)());
        match self.best_looking(&good).or(hurried) {
            Some(aim) => self.missed(aim).make(Task::Lean, true),
            None => self.last_resort(),
        }
    }

    /// The disc slips from the hand over the red one, which it touches.
    pub(super) fn slip(&mut self) -> Option<Move> {
        let aim = Aim {
            x: self.about(OVER_RED),
            y: self.about(OVER_RED),
            height: LET_GO,
            tilt: 0,
            heading: 0,
        };
        aim.make(Task::Lean, true)
    }

    /// Whether the disc is the last one, and ends the game while the other side is ahead; who looks at one place only does
    /// not think of that.
    fn would_end_behind(&self) -> bool {
        let (position, side) = (self.position, self.position.turn());
        self.level.looks > 1
            && position.reserves[side] == 1
            && position.points(side) + 1 < position.points(side.other())
    }

    /// Those of the first ideas that stand, for all that the discs around them know, the most worthy first.
    fn tried_out(&mut self, ideas: &[Aim]) -> Vec<Aim> {
        let mut good: Vec<(f64, Aim)> = Vec::new();
        for &aim in ideas.iter().take(self.level.trials) {
            // Half of the time is for the looks.
            if self.is_late() || self.work > self.most / 2 || (self.work > self.most / 4 && !good.is_empty())
            {
                break;
            }
            let missed = self.missed(aim);
            let mat = self.around(missed.place());
            if let Trial::Stands { placed, .. } = self.trial(&mat, missed, 0) {
                good.push((self.worth(placed), aim));
            }
        }
        good.sort_by(|one, two| two.0.total_cmp(&one.0));
        good.into_iter().map(|(_, aim)| aim).collect()
    }

    /// The first that stands on the whole mat.
    fn best_looking(&mut self, good: &[Aim]) -> Option<Aim> {
        for &aim in good.iter().take(self.level.looks) {
            let missed = self.missed(aim);
            match self.trial(self.position, missed, self.level.watch * TICKS_PER_SECOND) {
                // Not always where that is not sure, since it may fall flat after all, again and again.
                Trial::Stands { is_sure, .. }
                    if (is_sure && self.level.tremor == 0) || self.random.below(8) > 0 =>
                {
                    return Some(aim);
                }
                Trial::Stands { .. } | Trial::Fails => {}
                Trial::Unknown => break,
            }
        }
        None
    }

    /// What becomes of a disc let go on a mat that is watched for so many ticks of calm, if there is time.
    fn trial(&mut self, mat: &Position, aim: Aim, calm: u32) -> Trial {
        let (Some(trace), Some(disc)) = (aim.trace(true), mat.next_disc()) else {
            return Trial::Fails;
        };
        let Ok(mut live) = Live::begin(mat, Task::Lean, trace.samples()[0]) else {
            return Trial::Fails;
        };
        let mut watch = self.watch(&live, calm);
        while live.follow(&trace) {
            let is_flat = !live.holds() && live.table().lie(disc) == Some(Lie::Flat);
            if is_flat || !live.calls().is_empty() {
                return Trial::Fails;
            }
            match self.watch_on(&mut watch, &live) {
                More::Yes => {}
                More::No => break,
                More::TooLate => return Trial::Unknown,
            }
        }
        let own = |placed: &Placed| owner(white_up(placed)) == mat.turn();
        let support = live.table().support(disc).filter(|by| *by != Disc::RED);
        let is_held = support.is_some_and(|by| mat.placed(by).is_some_and(own));
        let placed = live
            .table()
            .placed(disc)
            .filter(|placed| is_held && lie(placed) == Lie::Leaner && !is_out(placed) && own(placed));
        let is_sure = !self.is_late();
        if placed.is_some() && calm > 0 {
            self.watch_to_end(&watch, &mut live);
        }
        match placed {
            Some(placed) if !live.loses() => Trial::Stands { placed, is_sure },
            _ => Trial::Fails,
        }
    }

    /// The part of the mat around a place.
    pub(super) fn around(&self, middle: [f64; 2]) -> Position {
        let mut part = self.position.clone();
        let near = |placed: &Placed| {
            let [x, y, _] = centre(placed);
            apart(middle, [x, y]) < AROUND
        };
        part.groups.retain(|group| {
            let bottom = group.discs.first().and_then(|disc| self.position.placed(*disc));
            bottom.is_some_and(near)
        });
        let groups = &part.groups;
        part.scene
            .retain(|placed| groups.iter().any(|group| group.discs.contains(&placed.disc)));
        part
    }

    /// What the position would be worth with the action disc standing there.
    fn worth(&self, placed: Placed) -> f64 {
        self.with(placed).map_or(LOST, |next| self.value(&next))
    }

    /// The position with the action disc standing there.
    fn with(&self, placed: Placed) -> Option<Position> {
        let side = self.position.turn();
        let mut next = self.position.clone();
        let disc = next.next_disc()?;
        let discs = next.scene.discs().iter().copied();
        let discs = discs.chain([Placed { disc, ..placed }]).collect();
        next.scene = Scene::new(discs, true).ok()?;
        next.groups.push(Group {
            discs: vec![disc],
            owed: false,
        });
        next.reserves[side] -= 1;
        next.turn = side.other();
        Some(next)
    }

    /// Places beside own discs, the most promising first.
    fn lean_ideas(&mut self) -> Vec<Aim> {
        let mut spots = spots(self.position, self.position.turn());
        self.shuffle(&mut spots);
        spots.truncate(self.level.ideas);
        let worth = |spot: &Spot| spot.clearance.min(ENOUGH);
        spots.retain(|spot| spot.clearance > HOPELESS);
        spots.sort_by(|one, two| worth(two).total_cmp(&worth(one)));
        // A hand that trembles had better miss outwards, where a disc only falls flat.
        let out = self.level.tremor / 2;
        spots.iter().map(|spot| aim(spot, out)).collect()
    }

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for k in (1..list.len()).rev() {
            list.swap(k, self.random.below(k as u64 + 1) as usize);
        }
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
