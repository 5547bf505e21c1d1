//! A hand that somebody else leads: the computer's, or that of a player elsewhere.

use super::{Hand, Lead, Status, TableSession};
use crate::motion::Motion;
use crate::steering::Steering;
use magnets::{Disc, Trace};
use polarity::{Live, Move, Position, Task};
use rules::Side;

/// A hand that comes in along a trace, and the disc that it takes.
pub(super) fn begun(before: &Position, task: Task, trace: &Trace) -> Option<(Motion, Disc)> {
    let live = Live::begin_with(before, task, trace.samples()[0], trace.grip()).ok()?;
    let disc = match task {
        Task::Turn { disc } | Task::Capture { disc } => disc,
        Task::Lay | Task::Lean => before.next_disc()?,
    };
    Some((Motion::Live(Box::new(live)), disc))
}

impl TableSession {
    /// Shows another player's move as it is made; it counts when all is at rest. Continues a movement that is partly known.
    /// Returns whether the move may be made.
    pub fn perform(&mut self, mv: &Move) -> bool {
        let Move::Hand { task, trace } = mv else {
            let Move::Declare { disc } = mv else { return false };
            self.hand = None;
            return self.declare(*disc, false);
        };
        if let Some(Hand {
            lead: Lead::Other { trace: known, whole },
            ..
        }) = &mut self.hand
            && trace.grip() == known.grip()
            && trace.samples().starts_with(known.samples())
        {
            (*known, *whole) = (trace.clone(), true);
            return true;
        }
        self.hand = None;
        self.watch(*task, trace.clone(), true)
    }

    /// More poses of another player's hand, from a given one on. Poses that do not fit the known ones are left out until
    /// the whole move comes.
    pub fn see(&mut self, task: Task, from: usize, poses: &Trace) {
        let others = !self.is_own_turn();
        if from == 0 && others {
            self.unsee();
        }
        match &mut self.hand {
            None if from == 0 && others => {
                self.watch(task, poses.clone(), false);
            }
            Some(Hand {
                lead: Lead::Other { trace, whole: false },
                ..
            }) if trace.samples().len() == from && trace.grip() == poses.grip() => {
                let samples = [trace.samples(), poses.samples()].concat();
                if let Ok(longer) = Trace::new(samples, None) {
                    *trace = longer.held_by(poses.grip());
                }
            }
            _ => {}
        }
    }

    /// The hand of somebody else is gone, and nothing came of it.
    pub fn unsee(&mut self) {
        let unfinished = |hand: &Hand| matches!(hand.lead, Lead::Other { whole: false, .. });
        if self.hand.as_ref().is_some_and(unfinished) {
            self.drop_hand();
        }
    }

    /// Whether a whole move of somebody else is being made.
    pub fn is_performing(&self) -> bool {
        let whole = |hand: &Hand| matches!(hand.lead, Lead::Other { whole: true, .. });
        self.hand.as_ref().is_some_and(whole)
    }

    /// No hand was ever there.
    pub fn drop_hand(&mut self) {
        self.hand = None;
        self.news.clear();
    }

    /// Says which sides are played at this screen now. A disc in the hand of a side that is not is gone.
    pub fn set_own(&mut self, own: [bool; 2]) {
        self.seats.own = own;
        if self.game.is_some() && !self.is_own_turn() && self.status() == Status::Holding {
            self.drop_hand();
        }
    }

    fn watch(&mut self, task: Task, trace: Trace, whole: bool) -> bool {
        let Some(game) = &self.game else { return false };
        let before = game.position();
        let Some((motion, disc)) = begun(before, task, &trace) else {
            return false;
        };
        let white_up = before.turn() == Side::First;
        let steering = Steering::from_pose(trace.samples()[0]);
        self.begin(motion, disc, white_up, steering, Lead::Other { trace, whole });
        true
    }

    /// The movement of the player's own hand so far, while it holds something in a game.
    pub fn own_hand(&self) -> Option<(Task, Trace)> {
        let hand = self.hand.as_ref()?;
        let (Lead::Player, Motion::Live(live)) = (&hand.lead, &hand.motion) else {
            return None;
        };
        if !live.holds() {
            return None;
        }
        Some((live.task(), live.table().trace(false)?))
    }
}
