//! Taps on discs.

use super::{TableApp, View};
use crate::facts::duty;
use crate::gestures::Spot;
use crate::goal::is_in_reach;
use crate::guided::Guided;
use crate::session::Status;
use magnets::Disc;
use magnets::measures::RADIUS;
use polarity_facts::{Duty, TapRefusal};
use rapier3d::math::Vector;
use rules::Side;

/// How far beside a disc a tap may be and still mean it, in pixels.
const FINGER: f32 = 24.0;

impl TableApp {
    /// Does what a tap means, or notes why it means nothing.
    pub(super) fn tap(&mut self, at: Spot) {
        let disc = self.pick(at).or_else(|| self.nearest(at));
        self.refused = disc.and_then(|disc| Some((disc, self.touch(disc).err()?)));
    }

    /// Leans on a disc or takes hold of it.
    fn touch(&mut self, disc: Disc) -> Result<(), TapRefusal> {
        let status = self.session.status();
        if let Some((held, white)) = self.session.held() {
            let is_ready = self.guided.as_ref().is_some_and(Guided::is_ready);
            let may_lean = is_ready && !self.session.has_lifted() && self.may_lean();
            return if may_lean && held != disc {
                self.lean_on_tapped(disc, white)
            } else {
                Ok(())
            };
        }
        match self.session.game() {
            _ if status != Status::Idle => Ok(()),
            Some(_) if !self.session.is_own_turn() => Ok(()),
            _ if disc == Disc::RED => Err(TapRefusal::Red),
            Some(game) => {
                let (turn, duty) = (game.position().turn(), duty(game.position()));
                self.touch_in_game(disc, turn, duty)
            }
            None => {
                if self.is_free || !self.lean_on(disc) {
                    self.take(disc);
                }
                Ok(())
            }
        }
    }

    fn touch_in_game(&mut self, disc: Disc, turn: Side, duty: Duty) -> Result<(), TapRefusal> {
        match duty {
            _ if self.session.is_owed(disc) => {
                self.take(disc);
                Ok(())
            }
            Duty::Capture | Duty::Turn => Err(TapRefusal::OwedFirst),
            Duty::Lean if !self.is_free => self.lean_on_tapped(disc, turn == Side::First),
            Duty::Lean | Duty::Lay => Ok(()),
        }
    }

    /// Leans a disc of a colour on a disc of the mat.
    fn lean_on_tapped(&mut self, disc: Disc, white: bool) -> Result<(), TapRefusal> {
        let table = self.session.table();
        let shows_white = table.magnet(disc).is_some_and(|magnet| magnet.axis.z > 0.0);
        if disc == Disc::RED {
            Err(TapRefusal::Red)
        } else if shows_white != white {
            Err(TapRefusal::NotYours)
        } else if !is_in_reach(table, disc) {
            Err(TapRefusal::TooHigh)
        } else {
            if self.session.carries(disc, white) {
                self.lean_on(disc);
            }
            Ok(())
        }
    }

    /// Why the last tap on a disc did nothing, with the disc.
    pub fn refused(&self) -> Option<(Disc, TapRefusal)> {
        self.refused
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
