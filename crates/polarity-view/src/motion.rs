//! A movement of the hand, with a referee or without, live or along a trace.

use crate::messages::TableMessage;
use crate::practice::Free;
use crate::record::{TableRecord, Take};
use magnets::measures::DISCS;
use magnets::{Disc, HandError, HandGrip, HandPose, Scene, Table, Trace};
use polarity::{Live, Position, Task};

/// The grip of a player's hand.
pub const PLAYERS_GRIP: HandGrip = HandGrip::Yielding;

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

    /// A player's hand comes in with a disc from the box of the practice table, one face up.
    pub(crate) fn bring_freely(scene: &Scene, white_up: bool, start: HandPose) -> Option<(Motion, Disc)> {
        let used = |name: u8| scene.discs().iter().any(|placed| placed.disc == Disc(name));
        let disc = Disc((1..DISCS as u8).find(|&name| !used(name))?);
        let free = Free::begin(scene, Take::Bring { disc, white_up }, start, PLAYERS_GRIP).ok()?;
        Some((Motion::Free(Box::new(free)), disc))
    }

    /// A player's hand comes in with a disc from the reserve of the side to move.
    pub(crate) fn bring_in_game(position: &Position, start: HandPose) -> Option<(Motion, Disc)> {
        let (task, disc) = (bringing(position)?, position.next_disc()?);
        let live = Live::begin_with(position, task, start, PLAYERS_GRIP).ok()?;
        Some((Motion::Live(Box::new(live)), disc))
    }

    /// A player's hand takes hold of a disc of the practice table.
    pub(crate) fn lift_freely(scene: &Scene, disc: Disc) -> Option<Motion> {
        let free = Free::begin(scene, Take::Lift { disc }, HandPose::default(), PLAYERS_GRIP).ok()?;
        Some(Motion::Free(Box::new(free)))
    }

    /// A player's hand takes hold of a disc that the side to move owes.
    pub(crate) fn lift_in_game(position: &Position, disc: Disc) -> Option<Motion> {
        let tasks = [Task::Turn { disc }, Task::Capture { disc }];
        let task = tasks.into_iter().find(|&task| position.allow(task).is_ok())?;
        let live = Live::begin_with(position, task, HandPose::default(), PLAYERS_GRIP).ok()?;
        Some(Motion::Live(Box::new(live)))
    }

    /// Messages of the movement so far: events in practice, the referee's calls in a game.
    pub(crate) fn news(&self) -> Vec<TableMessage> {
        match self {
            Motion::Free(free) => {
                let events = free.table().events().iter();
                events.filter_map(TableMessage::of).collect()
            }
            Motion::Live(live) => {
                let calls = live.calls().iter();
                calls.map(|call| TableMessage::of_fault(call.fault)).collect()
            }
        }
    }

    /// Messages of the whole movement of a hand that brought a disc, once all rests.
    pub(crate) fn ended(self, disc: Disc) -> Vec<TableMessage> {
        let news = self.news();
        match self {
            Motion::Free(free) => [news, vec![TableMessage::of_end(free.table(), disc)]].concat(),
            Motion::Live(live) => match live.judged() {
                Ok(done) => TableMessage::of_verdict(&done.verdict),
                Err(error) => [news, TableMessage::of_refusal(error)].concat(),
            },
        }
    }

    /// Whether all rests, though the referee still watches for discs that creep.
    pub(crate) fn has_rested(&self) -> bool {
        match self {
            Motion::Free(free) => free.table().is_over(),
            Motion::Live(live) => live.has_rested() && live.table().is_over(),
        }
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

/// The task of a hand that brings a disc from the reserve, if it may now.
pub(crate) fn bringing(position: &Position) -> Option<Task> {
    let tasks = [Task::Lay, Task::Lean];
    tasks.into_iter().find(|&task| position.allow(task).is_ok())
}
