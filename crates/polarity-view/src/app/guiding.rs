//! The hand that is led: by tap, drag, key and button.

use super::TableApp;
use crate::forecast::{Foresight, MatBefore, Outlook};
use crate::goal::{Goal, is_in_reach, roomiest};
use crate::guided::Guided;
use crate::session::Status;
use magnets::Disc;
use polarity_facts::{Duty, GuideFact};
use rapier3d::math::Vector;

/// A step of the keys round a support, and a fine one, in degrees; in and out in centimetres; along the mat in centimetres.
const ROUND: (f32, f32) = (7.5, 1.0);
const OUT: (f32, f32) = (0.1, 0.02);
const ALONG: (f32, f32) = (0.5, 0.1);

impl TableApp {
    /// The hand that is led, while one is.
    pub fn guided(&self) -> Option<&Guided> {
        self.guided.as_ref()
    }

    /// Whether hands are not led.
    pub fn is_free(&self) -> bool {
        self.is_free
    }

    /// The player's right, along the mat.
    pub fn right(&self) -> Vector {
        self.ways().0
    }

    /// Forecast of the guided hand.
    pub fn foresight(&self) -> &Foresight {
        &self.foresight
    }

    /// State of the guided hand for the page.
    pub fn guide_fact(&self) -> Option<GuideFact> {
        let guided = self.guided.as_ref()?;
        let goal = guided.goal();
        Some(GuideFact {
            goal: goal.kind(),
            outlook: if self.shows_forecasts() {
                self.foresight.of(&goal)
            } else {
                Outlook::Unknown
            },
            stage: guided.stage(),
        })
    }

    /// The player begins to hold the hand that is led: after so many milliseconds it goes down.
    pub fn hold(&mut self, delay: f64) {
        if self.guided.as_ref().is_some_and(Guided::is_ready) && self.held_since.is_none() {
            self.held_since = Some(self.time + delay);
        }
    }

    /// The player lets go of the hand that is led; whether it was going down.
    pub fn unhold(&mut self) -> bool {
        self.held_since = None;
        self.guided.as_mut().is_some_and(Guided::unhold)
    }

    /// Lets the hand go down once the player has held it long enough.
    pub(super) fn begin_hold(&mut self) {
        if self.held_since.is_some_and(|since| self.time >= since) {
            self.held_since = None;
            self.guided.iter_mut().for_each(Guided::hold);
        }
    }

    /// Lets hands be led, or not.
    pub(super) fn toggle_free(&mut self) {
        self.is_free = !self.is_free;
        if self.is_free {
            self.guided = None;
        } else if self.session.status() == Status::Holding {
            self.guided = self.session.laying().map(Guided::new);
            self.foresight.forget();
            if let Some(nearest) = self.nearest_carrier() {
                self.lean_on(nearest);
            }
        }
    }

    /// Whether a hand that comes in now may lean its disc.
    pub(super) fn may_lean(&self) -> bool {
        let duty = self
            .session
            .game()
            .map(|game| crate::facts::duty(game.position()));
        duty.is_none_or(|duty| duty == Duty::Lean)
    }

    /// The disc nearest to the hand on which it can lean what it has brought.
    fn nearest_carrier(&self) -> Option<Disc> {
        let (held, white) = self.session.held()?;
        if self.session.has_lifted() || !self.may_lean() {
            return None;
        }
        let table = self.session.table();
        let here = table.magnet(held)?.centre;
        let apart = |disc: Disc| {
            let there = table.magnet(disc)?.centre;
            Some(((there.x - here.x).hypot(there.y - here.y), disc))
        };
        let carriers = self.own(white).into_iter().filter_map(apart);
        let nearest = carriers.min_by(|one, two| one.0.total_cmp(&two.0))?;
        Some(nearest.1)
    }

    /// The discs against which the side to move may lean one now: its own foundations, towers and leaners.
    pub fn carriers(&self) -> Vec<Disc> {
        let Some(game) = self.session.game() else {
            return Vec::new();
        };
        if self.is_free || !self.may_lean() || !self.session.is_own_turn() {
            return Vec::new();
        }
        let white = game.position().turn() == rules::Side::First;
        self.own(white)
    }

    /// The discs of a colour against which a guided hand can lean one, in the order of their names.
    fn own(&self, white: bool) -> Vec<Disc> {
        let table = self.session.table();
        let carries = |disc: &Disc| self.session.carries(*disc, white) && is_in_reach(table, *disc);
        let discs = table.poses().map(|(disc, ..)| disc);
        let mut discs: Vec<Disc> = discs.filter(carries).collect();
        discs.sort_unstable();
        discs
    }

    /// Brings a disc to be leaned against another, from where there is most room; whether that can be.
    pub(super) fn lean_on(&mut self, support: Disc) -> bool {
        let table = self.session.table();
        let (Some(magnet), Some((angle, _))) = (table.magnet(support), roomiest(table, support)) else {
            return false;
        };
        let white = magnet.axis.z > 0.0;
        let Some(goal) = Goal::lean(table, support, angle) else {
            return false;
        };
        if let Some(guided) = &mut self.guided {
            guided.set_goal(goal);
            return true;
        }
        let [x, y] = goal.place();
        self.slow_down();
        let came = self.session.bring(white, x, y);
        if came {
            self.guided = Some(Guided::new(goal));
            self.foresight.forget();
        }
        came
    }

    /// Brings a disc for whatever is to be done: against the disc with most room round it, or to be laid.
    pub(super) fn bring_led(&mut self, white: bool) -> bool {
        let table = self.session.table();
        let room = |disc: &Disc| roomiest(table, *disc).map(|(_, room)| (room, *disc));
        let carriers = if self.may_lean() {
            self.own(white)
        } else {
            Vec::new()
        };
        let best = carriers
            .iter()
            .filter_map(room)
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        if let Some((_, support)) = best {
            return self.lean_on(support);
        }
        self.bring_to_lay(white)
    }

    fn bring_to_lay(&mut self, white: bool) -> bool {
        self.slow_down();
        let near = self.entry();
        if !self.session.bring(white, near.0, near.1) {
            return false;
        }
        self.guided = self.session.laying().map(Guided::new);
        self.foresight.forget();
        true
    }

    /// Turns to the conversion of the leaner that the hand is at, and back.
    pub(super) fn convert(&mut self) {
        let Some(goal) = self.guided.as_ref().map(Guided::goal) else {
            return;
        };
        let table = self.session.table();
        let other = match goal {
            Goal::Lean(leaning) => Goal::convert(table, leaning.support),
            Goal::Convert { leaner, angle, .. } => Goal::lean(table, leaner, angle),
            Goal::Lay { .. } => None,
        };
        if let (Some(guided), Some(other)) = (&mut self.guided, other) {
            guided.set_goal(other);
        }
    }

    /// Whether what the hand leans on could be converted instead, or the other way round.
    pub fn can_convert(&self) -> bool {
        let Some(guided) = self.guided.as_ref().filter(|guided| guided.is_ready()) else {
            return false;
        };
        match guided.goal() {
            Goal::Lean(leaning) => Goal::convert(self.session.table(), leaning.support).is_some(),
            Goal::Convert { .. } => true,
            Goal::Lay { .. } => false,
        }
    }

    /// The next disc to lean on.
    pub(super) fn next_carrier(&mut self) {
        let Some(Goal::Lean(leaning)) = self.guided.as_ref().map(Guided::goal) else {
            return;
        };
        let white = self.session.held().is_some_and(|(_, white)| white);
        let own = self.own(white);
        let after = own.iter().copied().find(|disc| *disc > leaning.support);
        if let Some(next) = after.or(own.first().copied()) {
            self.lean_on(next);
        }
    }

    /// A key while a hand is led; whether it meant anything.
    pub(super) fn guided_key(&mut self, name: &str, fine: bool) -> bool {
        let (right, ahead) = self.ways();
        if self.guided.is_some() && name == " " {
            self.hold(0.0);
            return true;
        }
        let Some(guided) = &mut self.guided else {
            return false;
        };
        let step = |(coarse, small): (f32, f32)| if fine { small } else { coarse };
        let (side, up) = match name {
            "arrowleft" => (-1.0, 0.0),
            "arrowright" => (1.0, 0.0),
            "arrowup" => (0.0, 1.0),
            "arrowdown" => (0.0, -1.0),
            _ => return false,
        };
        guided.change(|goal| match goal {
            Goal::Lean(leaning) => {
                leaning.turn((-side * step(ROUND)).to_radians());
                leaning.go_out(up * step(OUT));
            }
            Goal::Lay { .. } => {
                let way = (right * side + ahead * up) * step(ALONG);
                let [x, y] = goal.place();
                goal.follow((x + way.x, y + way.y));
            }
            Goal::Convert { .. } => {}
        });
        true
    }

    /// Looks ahead at what would come of the goal; whether there is more to find out.
    pub fn look_ahead(&mut self, ticks: u32) -> bool {
        let (Some(guided), Some((held, white))) = (&self.guided, self.session.held()) else {
            return self.look_at_owed(ticks);
        };
        let goal = guided.goal();
        if !guided.is_ready() || !self.shows_forecasts() || self.has_fault() {
            return false;
        }
        let lifts = self.session.has_lifted();
        let before = match self.session.game() {
            Some(game) if lifts => MatBefore::Owed(game.position(), held),
            Some(game) => MatBefore::Game(game.position()),
            // Nobody owes anything in practice.
            None if lifts => return false,
            None => MatBefore::Practice(self.session.scene(), white),
        };
        let found = self.foresight.found();
        let more = self.foresight.look(before, goal, ticks);
        self.stale |= found != self.foresight.found();
        if lifts {
            self.leave_bad_place();
        }
        more
    }
}
