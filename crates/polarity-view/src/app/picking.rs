//! Taps on discs.

use super::{TableApp, View};
use crate::gestures::Spot;
use crate::guided::Guided;
use crate::session::Status;
use magnets::Disc;
use magnets::measures::RADIUS;
use rapier3d::math::Vector;

/// How far beside a disc a tap may be and still mean it, in pixels.
const FINGER: f32 = 24.0;

impl TableApp {
    /// Takes hold of what is tapped, when the hand is empty.
    pub(super) fn tap(&mut self, at: Spot) {
        let picked = self.pick(at).or_else(|| self.nearest(at));
        let Some(disc) = picked.filter(|&disc| disc != Disc::RED) else {
            return;
        };
        let leads = self.guided.as_ref().is_some_and(Guided::is_ready);
        if leads && self.session.held().is_some_and(|(held, _)| held != disc) {
            if self.session.supports_held(disc) {
                self.lean_on(disc);
            }
        } else if self.session.status() == Status::Idle {
            let owed = self.session.game().is_some() && self.session.is_owed(disc);
            if self.is_free || owed || !self.lean_on(disc) {
                self.take(disc);
            }
        }
    }

    /// The disc at a place on the picture.
    pub fn pick(&self, at: Spot) -> Option<Disc> {
        let reach = RADIUS * 1.15;
        let discs = self
            .session
            .table()
            .poses()
            .map(|(disc, centre, _)| (disc, Vector::from_array(centre)));
        if self.view == View::Flat {
            let (x, y) = self.layout().place(at);
            return discs
                .filter(|(_, centre)| (centre.x - x).hypot(centre.y - y) < reach)
                .max_by(|one, two| one.1.z.total_cmp(&two.1.z))
                .map(|(disc, _)| disc);
        }
        let ray = self.ray(at);
        discs
            .filter_map(|(disc, centre)| {
                let normal = self.session.table().magnet(disc)?.axis;
                let way = (centre - ray.from).dot(normal) / ray.along.dot(normal);
                let hit = way.is_finite() && (ray.from + ray.along * way - centre).length() < reach;
                hit.then_some((disc, way))
            })
            .min_by(|one, two| one.1.total_cmp(&two.1))
            .map(|(disc, _)| disc)
    }

    /// The disc next to a place on the picture, for a finger that is wider than a disc.
    fn nearest(&self, at: Spot) -> Option<Disc> {
        let held = self.session.held().map(|(disc, _)| disc);
        let apart = |centre: [f32; 3]| {
            let there = self.project(Vector::from_array(centre))?;
            Some((there.x - at.x).hypot(there.y - at.y))
        };
        let discs = self
            .session
            .table()
            .poses()
            .filter(|(disc, ..)| Some(*disc) != held);
        discs
            .filter_map(|(disc, centre, _)| Some((apart(centre)?, disc)))
            .filter(|(apart, _)| *apart < FINGER)
            .min_by(|one, two| one.0.total_cmp(&two.0))
            .map(|(_, disc)| disc)
    }
}
