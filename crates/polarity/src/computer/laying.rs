//! Free places on the mat, and the foundations of the opening.

use super::Thought;
use super::aim::Aim;
use super::room::{apart, clearance};
use super::value::LOST;
use crate::moves::{Move, Task};
use crate::position::Group;
use magnets::measures::CIRCLE;
use magnets::{Disc, Placed, Scene};
use rules::Side;

/// From this clearance on more is no better.
pub(super) const ENOUGH: f64 = 9.0;
/// The same for who weighs what a place is worth: for a foundation, and for a tower.
const ENOUGH_FLAT: f64 = 5.0;
const ENOUGH_TOWER: f64 = 7.0;
/// How many places such a player thinks of.
const PLACES: usize = 64;
/// Foundations lie at least this far from the rim of the mat.
const FROM_RIM: f64 = 6.0;

impl Thought<'_> {
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

    /// Some places on the mat to lay these discs as one tower, or a new foundation: the freest first, as far as
    /// other discs than these know; of those that are free enough, the one that is worth most.
    pub(super) fn free_places(&mut self, discs: &[Disc]) -> Vec<Aim> {
        let count = if self.level.foresees {
            PLACES
        } else {
            2 * self.level.ideas
        };
        let enough = match (self.level.foresees, discs) {
            (false, _) => ENOUGH,
            (true, []) => ENOUGH_FLAT,
            (true, _) => ENOUGH_TOWER,
        };
        let mut places: Vec<(f64, f64, Aim)> = Vec::new();
        for _ in 0..count {
            let aim = self.anywhere();
            let at = [f64::from(aim.x) / 100.0, f64::from(aim.y) / 100.0];
            let room = clearance(self.position, at, discs).min(enough);
            let worth = if self.level.foresees {
                self.laid(discs, at)
            } else {
                0.0
            };
            places.push((room, worth, aim));
        }
        places.sort_by(|one, two| two.0.total_cmp(&one.0).then(two.1.total_cmp(&one.1)));
        places.into_iter().map(|(_, _, aim)| aim).collect()
    }

    /// What the position would be worth with these discs there as a tower, or with one more foundation.
    fn laid(&self, discs: &[Disc], at: [f64; 2]) -> f64 {
        let side = self.position.turn();
        let mut next = self.position.clone();
        let tower = if discs.is_empty() {
            next.reserves[side] -= 1;
            self.position.next_disc().into_iter().collect()
        } else {
            discs.to_vec()
        };
        let white = side == Side::First;
        let lies = (0..)
            .zip(&tower)
            .map(|(level, disc)| Placed::flat(*disc, at[0] as f32, at[1] as f32, white, level));
        let others = next
            .scene
            .discs()
            .iter()
            .filter(|placed| !tower.contains(&placed.disc));
        let Ok(scene) = Scene::new(others.copied().chain(lies).collect(), true) else {
            return LOST;
        };
        next.scene = scene;
        next.groups.retain(|group| !tower.contains(&group.discs[0]));
        next.groups.push(Group {
            discs: tower,
            owed: false,
        });
        self.value(&next)
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
