//! The referee: receives the table's events one after the other, and calls faults.

use crate::disc_pose::lie;
use crate::discs::Discs;
use crate::moves::Task;
use crate::position::{Group, Position};
use crate::setup::Rules;
use crate::verdict::{Call, Fault};
use magnets::{Contact, Disc, Lie, TableEvent, TableEventKind};

/// Watches one movement of a hand.
#[derive(Clone, Debug)]
pub struct Referee {
    pub(crate) task: Task,
    /// The discs that the hand came for: the action disc, the flipped one, or the whole cluster.
    pub(crate) own: Discs,
    /// Discs that were in contact when the hand came in, by group.
    together: Vec<Discs>,
    /// Foundations, and the discs of towers that lie flat.
    lying: Discs,
    /// Leaners that touch nothing.
    standing: Discs,
    /// The lying ones that may not slide: all in the opening and with `temple`, the opponent's with `ferti`.
    fixed: Discs,
    stuck: Discs,
    pub(crate) released: bool,
    pub(crate) events: Vec<TableEvent>,
    pub(crate) calls: Vec<Call>,
}

impl Referee {
    /// A referee for a hand that comes in for `task`, with `brought` from the reserve if it brings a disc.
    pub fn new(before: &Position, task: Task, brought: Option<Disc>) -> Referee {
        let own = match task {
            Task::Lay | Task::Lean => brought.into_iter().collect(),
            Task::Turn { disc } => Discs::from_iter([disc]),
            Task::Capture { disc } => before.group(disc).map_or(Discs::default(), Group::set),
        };
        let flat = before
            .scene()
            .discs()
            .iter()
            .filter(|placed| lie(placed) == Lie::Flat && placed.disc != Disc::RED);
        let lying: Discs = flat.map(|placed| placed.disc).collect();
        let is_leaner = |disc: &Disc| before.placed(*disc).map(lie) == Some(Lie::Leaner);
        let alone = before.groups().iter().filter(|group| group.discs.len() == 1);
        let standing = alone.map(|group| group.discs[0]).filter(is_leaner).collect();
        let theirs = before
            .groups()
            .iter()
            .filter(|group| before.shown(group) != Some(before.turn()));
        let fixed = match before.rules() {
            _ if task == Task::Lay => lying,
            Rules::Temple => lying,
            Rules::Ferti => lying.and(theirs.map(Group::set).fold(Discs::default(), Discs::or)),
        };
        Referee {
            task,
            own,
            together: before.groups().iter().map(Group::set).collect(),
            lying,
            standing,
            fixed,
            stuck: Discs::default(),
            released: false,
            events: Vec::new(),
            calls: Vec::new(),
        }
    }

    /// The calls so far, in order.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// Whether a fault has ended the turn: what the hand holds, it may not let go any more.
    pub fn is_fault(&self) -> bool {
        !self.calls.is_empty()
    }

    /// Hears what happened.
    pub fn hear(&mut self, event: &TableEvent) {
        self.events.push(*event);
        let fault = match event.what {
            TableEventKind::Stuck { disc } => self.stuck(disc),
            TableEventKind::Fell { disc, .. } => self.is_others(disc).then_some(Fault::Fell { disc }),
            TableEventKind::Touched { one, two, by } => {
                let counts = one != Disc::RED && self.may_not_touch(one, two);
                counts.then_some(Fault::Touched { one, two, by })
            }
            TableEventKind::Left { disc } => self.left(disc).then_some(Fault::Left { disc }),
            TableEventKind::Slid { disc } => {
                let counts = self.is_others(disc) && self.fixed.contains(disc);
                counts.then_some(Fault::Slid { disc })
            }
            TableEventKind::Overturned { disc, .. } => {
                self.overturns(disc).then_some(Fault::Overturned { disc })
            }
            TableEventKind::RedTouched { by } => Some(Fault::RedTouched { by }),
            TableEventKind::RedMoved => Some(Fault::RedMoved),
            TableEventKind::Released => {
                self.released = true;
                None
            }
            TableEventKind::Parted { .. }
            | TableEventKind::Turned { .. }
            | TableEventKind::Withdrawn
            | TableEventKind::Rested
            | TableEventKind::Frozen => None,
        };
        if let Some(fault) = fault {
            self.call(event.tick, fault);
        }
    }

    /// Calls a fault, once; a contact once for both ways to touch.
    pub(crate) fn call(&mut self, tick: u32, fault: Fault) {
        let plain = |fault: Fault| match fault {
            Fault::Touched { one, two, .. } => Fault::Touched {
                one,
                two,
                by: Contact::Rim,
            },
            other => other,
        };
        if self.calls.iter().all(|call| plain(call.fault) != plain(fault)) {
            self.calls.push(Call { tick, fault });
        }
    }

    /// Whether a disc is neither the hand's nor stuck to it, nor the red one, which has rules of its own.
    fn is_others(&self, disc: Disc) -> bool {
        disc != Disc::RED && !self.own.contains(disc) && !self.stuck.contains(disc)
    }

    fn stuck(&mut self, disc: Disc) -> Option<Fault> {
        if !self.is_others(disc) {
            return None;
        }
        self.stuck = self.stuck.with(disc);
        Some(Fault::Stuck { disc })
    }

    /// Whether two discs were neither in contact before, nor both the hand's. A disc in the hand may brush another: only
    /// sticking to it is a fault.
    fn may_not_touch(&self, one: Disc, two: Disc) -> bool {
        let hand = self.own.contains(one) || self.own.contains(two);
        (self.released || !hand) && self.is_new(one, two)
    }

    /// Whether two discs are in contact that were not before, and the hand did not put together.
    pub(crate) fn is_new(&self, one: Disc, two: Disc) -> bool {
        let both = |set: &Discs| set.contains(one) && set.contains(two);
        !both(&self.own) && !self.together.iter().any(both)
    }

    /// A disc that the hand brought in was never inside: it only has to be brought in again.
    fn left(&self, disc: Disc) -> bool {
        let lifted = matches!(self.task, Task::Turn { .. } | Task::Capture { .. });
        self.is_others(disc) || (lifted && self.own.contains(disc))
    }

    /// Whether it is a fault when a disc has come to lie flat.
    pub(crate) fn falls(&self, disc: Disc) -> bool {
        self.is_others(disc) && self.standing.contains(disc)
    }

    /// Whether it is a fault when a disc has come to lie with its other face up.
    pub(crate) fn overturns(&self, disc: Disc) -> bool {
        self.is_others(disc) && self.lying.contains(disc)
    }
}
