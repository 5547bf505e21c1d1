//! Owed discs: those that fall when they are lifted, and places to set them down.

use super::TableApp;
use crate::forecast::Outlook;
use crate::goal::Goal;
use crate::guided::Guided;
use crate::messages::TableMessage;
use crate::session::Status;
use crate::steering::Steering;
use magnets::Disc;

/// Places to set down what the hand has lifted, tried one after the other until the player chooses another.
#[derive(Default)]
pub(super) struct Suggestions {
    first: Option<Goal>,
    /// The one that the hand is led to.
    now: Option<Goal>,
    /// The others, the best one last.
    others: Vec<Goal>,
}

impl Suggestions {
    fn new(goals: Vec<Goal>) -> Suggestions {
        let first = goals.first().copied();
        Suggestions {
            first,
            now: first,
            others: goals.into_iter().skip(1).rev().collect(),
        }
    }

    /// The place after one that has turned out bad; after the last one the first again, which then stays.
    fn after(&mut self, bad: Goal) -> Option<Goal> {
        self.now.filter(|now| *now == bad)?;
        self.now = self.others.pop();
        self.now.or_else(|| self.first.take())
    }
}

impl TableApp {
    /// Leads the hand that has just taken hold of something.
    pub(super) fn lead_lifted(&mut self) {
        if self.is_free || self.session.status() != Status::Holding {
            return;
        }
        let height = self.session.steering().map_or(0.0, Steering::height);
        self.suggested = Suggestions::new(self.session.layings());
        self.guided = self.suggested.now.map(|goal| Guided::lifting(goal, height));
        self.foresight.forget();
    }

    /// Goes on to the next suggested place if setting down at this one would disturb others.
    pub(super) fn leave_bad_place(&mut self) {
        let Some(goal) = self.guided.as_ref().map(Guided::goal) else {
            return;
        };
        if self.foresight.of(&goal) == Outlook::Faults
            && let Some(next) = self.suggested.after(goal)
            && let Some(guided) = &mut self.guided
        {
            guided.set_goal(next);
            self.stale = true;
        }
    }

    /// Whether the hand that is there has already made a fault.
    pub(super) fn has_fault(&self) -> bool {
        self.session.news().iter().any(TableMessage::is_fault)
    }

    /// Looks ahead at what falls when what is owed is lifted; whether there is more to find out.
    pub(super) fn look_at_owed(&mut self, ticks: u32) -> bool {
        let is_led = !self.is_free && self.shows_forecasts();
        if !is_led || self.session.status() != Status::Idle {
            return false;
        }
        let owed = self.session.to_lift();
        let Some(game) = self.session.game().filter(|_| !owed.is_empty()) else {
            return false;
        };
        let known = self.losses.lost(game.position()).len();
        let more = self.losses.look(game.position(), owed, ticks);
        self.stale |= self.losses.lost(game.position()).len() != known;
        more
    }

    /// The discs that fall or are disturbed when what is owed is lifted, as far as that is known.
    pub fn endangered(&self) -> &[Disc] {
        let is_led = !self.is_free && self.shows_forecasts();
        let is_idle = self.session.status() == Status::Idle;
        let game = self.session.game().filter(|_| is_led && is_idle);
        game.map_or(&[], |game| self.losses.lost(game.position()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Seats;

    const KISS: &str = include_str!("../../../../lessons/polarity/capture.txt");

    #[test]
    fn a_suggested_place_that_would_disturb_others_is_left_unless_the_player_chose_it() {
        for is_suggested in [true, false] {
            let mut app = TableApp::default();
            app.set_size(390.0, 420.0);
            app.set_up(KISS.lines().nth(1).unwrap(), Seats::HERE).unwrap();
            app.command("enter");
            let good = app.suggested.now.unwrap();
            let mut bad = good;
            // Foundation 2 lies at (12, 12).
            bad.follow((12.0, 8.6));
            app.suggested = Suggestions::new(vec![bad, good]);
            if !is_suggested {
                app.suggested.now = Some(good);
            }
            app.guided.iter_mut().for_each(|guided| guided.set_goal(bad));
            for _ in 0..40 {
                app.advance(16.0);
            }
            let mut patience = 20_000;
            while app.look_ahead(64) && patience > 0 {
                patience -= 1;
            }
            let led = app.guided.as_ref().map(Guided::goal);
            assert_eq!(led, Some(if is_suggested { good } else { bad }));
        }
    }

    #[test]
    fn after_the_last_suggestion_the_first_one_stays() {
        let goal = |x| Goal::Lay {
            place: [x, 0.0],
            turned: false,
            high: 9.0,
        };
        let mut suggested = Suggestions::new(vec![goal(1.0), goal(2.0)]);
        assert_eq!(suggested.after(goal(3.0)), None, "the player chose it");
        assert_eq!(suggested.after(goal(1.0)), Some(goal(2.0)));
        assert_eq!(suggested.after(goal(2.0)), Some(goal(1.0)));
        assert_eq!(suggested.after(goal(1.0)), None);
    }
}
