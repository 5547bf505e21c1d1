//! A movement of the hand, with a referee or without, live or along a trace.

use crate::practice::Free;
use crate::record::TableRecord;
use magnets::{HandError, HandPose, Table, Trace};
use polarity::Live;

/// A hand at the table.
pub enum Motion {
    /// On the practice table.
    Free(Box<Free>),
    /// In a game.
    Live(Box<Live>),
}

impl Motion {
    /// Plays a record of the practice table to its end.
    pub fn replay(record: &TableRecord) -> Result<Motion, HandError> {
        let (first, grip) = (record.trace.samples()[0], record.trace.grip());
        let mut motion = Motion::Free(Box::new(Free::begin(&record.scene, record.take, first, grip)?));
        while motion.follow(&record.trace) {}
        Ok(motion)
    }

    /// The table, to be shown.
    pub fn table(&self) -> &Table {
        match self {
            Motion::Free(free) => free.table(),
            Motion::Live(live) => live.table(),
        }
    }

    /// Whether the hand still holds what it took, and obeys.
    pub fn holds(&self) -> bool {
        match self {
            Motion::Free(free) => free.holds(),
            Motion::Live(live) => live.holds(),
        }
    }

    /// The hand's pose, while it is there.
    pub fn pose(&self) -> Option<HandPose> {
        self.trace()?.samples().last().copied()
    }

    /// The hand's movement so far, while it is there.
    pub fn trace(&self) -> Option<Trace> {
        self.table().trace(false)
    }

    /// Sets the hand's target.
    pub fn steer(&mut self, target: HandPose) {
        match self {
            Motion::Free(free) => free.steer(target),
            Motion::Live(live) => live.steer(target),
        }
    }

    /// The hand lets go.
    pub fn let_go(&mut self) {
        match self {
            Motion::Free(free) => free.let_go(),
            Motion::Live(live) => live.let_go(),
        }
    }

    /// The hand leaves with what it holds.
    pub fn leave(&mut self) {
        match self {
            Motion::Free(free) => free.leave(),
            Motion::Live(live) => live.leave(),
        }
    }

    /// Lets a tick pass; whether there is more to come.
    pub fn tick(&mut self) -> bool {
        match self {
            Motion::Free(free) => free.tick(),
            Motion::Live(live) => live.tick(),
        }
    }

    /// A tick along a trace; whether there is more to come.
    pub fn follow(&mut self, trace: &Trace) -> bool {
        if let (true, Some(ticks)) = (self.holds(), self.table().hand_ticks()) {
            match trace.release() {
                Some(release) if ticks >= release => self.let_go(),
                None if ticks >= trace.end() => self.leave(),
                _ => self.steer(trace.aim(ticks)),
            }
        }
        self.tick()
    }
}
