//! Taps on discs.

use super::{TableApp, View};
use crate::facts::duty;
use crate::gestures::Spot;
use crate::goal::reach;
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
        self.refused = disc.and_then(|disc| Some((Some(disc), self.touch(disc).err()?)));
    }

    /// Leans on a disc or takes hold of it.
    fn touch(&mut self, disc: Disc) -> Result<(), TapRefusal> {
        if let Some((held, white)) = self.session.held() {
            return self.touch_with(held, white, disc);
        }
        match self.session.game() {
            _ if self.session.status() != Status::Idle || self.session.is_over() => Ok(()),
            Some(_) if !self.session.is_own_turn() => Err(TapRefusal::NotYourTurn),
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

    /// Leads the hand, with the disc that it holds, to another disc; a hand on its way hears no taps.
    fn touch_with(&mut self, held: Disc, white: bool, disc: Disc) -> Result<(), TapRefusal> {
        let waits = self.guided.as_ref().is_none_or(Guided::is_ready);
        let is_held = disc == held || self.session.table().are_one(disc, held);
        if self.session.status() != Status::Holding || !waits || is_held {
            Ok(())
        } else if self.session.has_lifted() {
            Err(TapRefusal::HandFull)
        } else if !self.may_lean() {
            Err(TapRefusal::OpeningLay)
        } else if self.guided.is_none() {
            Err(TapRefusal::FreeHand)
        } else {
            self.lean_on_tapped(disc, white)
        }
    }

    fn touch_in_game(&mut self, disc: Disc, turn: Side, duty: Duty) -> Result<(), TapRefusal> {
        match duty {
            _ if self.session.is_owed(disc) => {
                self.take(disc);
                Ok(())
            }
            Duty::Capture | Duty::Turn => Err(TapRefusal::OwedFirst),
            Duty::Lay => Err(TapRefusal::OpeningLay),
            Duty::Lean if self.is_free => Err(TapRefusal::FreeHand),
            Duty::Lean => self.lean_on_tapped(disc, turn == Side::First),
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
        } else if !self.session.carries(disc, white) {
            Err(TapRefusal::NotCarrier)
        } else {
            reach(table, disc)?;
            self.lean_on(disc);
            Ok(())
        }
    }

    /// Why no disc of a colour can come in now, while no hand is at the table in a game.
    pub(super) fn why_no_disc(&self, white: bool) -> Option<TapRefusal> {
        let is_idle = self.session.status() == Status::Idle && !self.session.is_over();
        let position = self.session.game().filter(|_| is_idle)?.position();
        if !self.session.is_own_turn() || (position.turn() == Side::First) != white {
            return Some(TapRefusal::NotYourTurn);
        }
        (!self.session.may_bring(white)).then_some(TapRefusal::OwedFirst)
    }

    /// Why the last tap or call for a disc did nothing, with the disc that was tapped.
    pub fn refused(&self) -> Option<(Option<Disc>, TapRefusal)> {
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
