//! Undo, replay, and other set-ups.

use super::{Last, Lead, Seats, Status, TableSession, other};
use crate::motion::Motion;
use crate::practice::Free;
use crate::record::{TableRecord, Take};
use crate::steering::Steering;
use magnets::Scene;
use polarity::Move;
use rules::Side;

impl TableSession {
    /// Whether a movement can be shown again.
    pub fn can_replay(&self) -> bool {
        self.hand.is_none() && self.last.is_some()
    }

    /// Whether there is anything to take back.
    pub fn has_past(&self) -> bool {
        match &self.game {
            Some(game) => !game.played().is_empty() && !self.seats.shared,
            None => !self.past.is_empty(),
        }
    }

    /// Whether taking back would change anything.
    pub fn can_take_back(&self) -> bool {
        match self.status() {
            Status::Holding | Status::Replaying => true,
            Status::Settling => !self.seats.shared,
            Status::Watching => false,
            Status::Idle => self.has_past(),
        }
    }

    /// Shows the last movement again.
    pub fn replay(&mut self) -> bool {
        let (motion, disc, white_up, trace) = match &self.last {
            Some(Last::Free(record)) => {
                let record = record.clone();
                return self.show(&record);
            }
            Some(Last::Game { before, done }) if self.hand.is_none() => {
                let Move::Hand { task, trace } = &done.mv else {
                    return false;
                };
                let Some((motion, disc)) = other::begun(before, *task, trace) else {
                    return false;
                };
                (motion, disc, before.turn() == Side::First, trace.clone())
            }
            _ => return false,
        };
        let steering = Steering::from_pose(trace.samples()[0]);
        self.begin(motion, disc, white_up, steering, Lead::Again(trace));
        true
    }

    /// Shows any movement of the practice table; afterwards the table is as it was.
    pub fn show(&mut self, record: &TableRecord) -> bool {
        let trace = record.trace.clone();
        let (true, Ok(free)) = (
            self.hand.is_none(),
            Free::begin(&record.scene, record.take, trace.samples()[0], trace.grip()),
        ) else {
            return false;
        };
        let (disc, white_up) = match record.take {
            Take::Bring { disc, white_up } => (disc, white_up),
            Take::Lift { disc } => (disc, true),
        };
        let steering = Steering::from_pose(trace.samples()[0]);
        self.begin(
            Motion::Free(Box::new(free)),
            disc,
            white_up,
            steering,
            Lead::Again(trace),
        );
        true
    }

    /// Takes back: removes the hand with its disc, cancels a movement that is not at rest, or restores the table of
    /// one movement ago.
    pub fn take_back(&mut self) {
        match self.status() {
            Status::Holding => {
                if let Some(hand) = &mut self.hand {
                    hand.motion.leave();
                }
            }
            Status::Settling | Status::Idle if self.seats.shared => {}
            Status::Watching => {}
            Status::Settling | Status::Replaying => {
                self.hand = None;
                self.news.clear();
            }
            Status::Idle => {
                if let Some(game) = &mut self.game {
                    // Back to the last choice at this screen.
                    while game.undo().is_some() && !self.seats.own[game.position().turn()] {}
                    let scene = game.position().scene().clone();
                    self.set(scene);
                    self.news.clear();
                    self.forget_last();
                } else if let Some(scene) = self.past.pop() {
                    self.set(scene);
                    self.news.clear();
                    self.forget_last();
                }
            }
        }
    }

    /// Puts other discs on the table; the old ones can be taken back.
    pub fn lay_out(&mut self, scene: &Scene) {
        let new = TableSession::new(scene);
        self.game = None;
        self.made = None;
        self.seats = Seats::HERE;
        self.hand = None;
        self.news.clear();
        self.forget_last();
        let old = self.scene.clone();
        self.past.push(old);
        self.set(new.scene);
    }
}
