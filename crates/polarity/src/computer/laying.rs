//! Free places on the mat, and the foundations of the opening.

use super::Thought;
use super::free_space::{apart, clearance};
use super::target::Aim;
use crate::moves::{Move, Task};
use magnets::Disc;
use magnets::measures::CIRCLE;

/// Clearance beyond which more is no better.
pub(super) const ENOUGH: f64 = 9.0;
/// Places that are nearer to the red disc than to others by this are avoided.
const NEAR_RED: f64 = 2.0;
/// Foundations lie at least this far from the rim of the mat.
const FROM_RIM: f64 = 6.0;

impl Thought<'_> {
    /// A place somewhere on the mat.
    pub(super) fn anywhere(&mut self) -> Aim {
        let most = ((f64::from(CIRCLE) - FROM_RIM) * 100.0) as u16;
        loop {
            let at = [self.about(most), self.about(most)].map(|part| f64::from(part) / 100.0);
            if apart(at, [0.0, 0.0]) < f64::from(most) / 100.0 {
                return Aim::flat(at, 0);
            }
        }
    }

    /// The freest of some places on the mat, as far as other discs than these know.
    pub(super) fn free_places(&mut self, but: &[Disc]) -> Vec<Aim> {
        let mut places: Vec<(f64, Aim)> = (0..self.head.ideas * 2)
            .map(|_| {
                let aim = self.anywhere();
                let from_red = apart(aim.place(), [0.0, 0.0]) - NEAR_RED;
                (
                    clearance(self.position, aim.place(), but)
                        .min(ENOUGH)
                        .min(from_red),
                    aim,
                )
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
            let mv = self.missed_flat(aim).let_go().make(Task::Lay)?;
            if self.is_late() || self.try_move(mv.clone()).is_some() {
                return Some(mv);
            }
            first = first.or(Some(mv));
        }
        first
    }
}
