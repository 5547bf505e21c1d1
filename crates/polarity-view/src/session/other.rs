//! Hands of other players: the computer, or a player at another screen.

use super::{Hand, Lead, Status, TableSession};
use crate::motion::Motion;
use crate::steering::Steering;
use magnets::{Disc, Trace};
use polarity::{Live, Move, Position, Task};
use rules::Side;

/// Begins the movement of a hand along a trace; the result has the disc that the hand takes.
pub(super) fn begun(before: &Position, task: Task, trace: &Trace) -> Option<(Motion, Disc)> {
    let live = Live::begin_with(before, task, trace.samples()[0], trace.grip()).ok()?;
    let disc = match task {
        Task::Turn { disc } | Task::Capture { disc } => disc,
        Task::Lay | Task::Lean => before.next_disc()?,
    };
    Some((Motion::Live(Box::new(live)), disc))
}

impl TableSession {
    /// Shows another player's move, or the rest of it if its first poses are already shown. The move counts when the
    /// table is at rest. Returns whether the move may be made.
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

    /// Adds poses of another player's hand; `from` is the number of the first. Poses that do not continue the known
    /// ones are ignored: the whole move follows.
    pub fn see(&mut self, task: Task, from: usize, poses: &Trace) {
        let others = !self.is_own_turn();
        if from == 0 && others {
            self.remove_unfinished_hand();
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

    /// Removes another player's hand whose move is incomplete.
    pub fn remove_unfinished_hand(&mut self) {
        let unfinished = |hand: &Hand| matches!(hand.lead, Lead::Other { whole: false, .. });
        if self.hand.as_ref().is_some_and(unfinished) {
            self.drop_hand();
        }
    }

    /// Whether a whole move of another player is being made.
    pub fn is_performing(&self) -> bool {
        let whole = |hand: &Hand| matches!(hand.lead, Lead::Other { whole: true, .. });
        self.hand.as_ref().is_some_and(whole)
    }

    /// Removes the hand as if it had never been there.
    pub fn drop_hand(&mut self) {
        self.hand = None;
        self.news.clear();
    }

    /// Sets the sides that are played at this screen now. Removes the hand of a side that is not.
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

    /// The movement of the player's own hand so far, while it holds a disc in a game.
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
