//! The referee's decision: what follows from a movement of the hand, once all is at rest.

use crate::disc_pose::{is_out, lie, spot, white_up};
use crate::discs::{Discs, components};
use crate::ending::conclude;
use crate::forbidden::Forbidden;
use crate::moves::Task;
use crate::notation::upwards;
use crate::position::{FOUNDATIONS, Group, Phase, Position, RESERVE};
use crate::referee::Referee;
use crate::rest_snapshot::Mat;
use crate::setup::{Rules, owner};
use crate::verdict::{Call, Consequence, Fault, Misfit, Verdict};
use magnets::{Contact, Disc, Lie, Placed, Scene};
use rules::Side;

/// Decides what follows; an error refuses the move, as if it had not been made.
pub fn judge(
    before: &Position,
    referee: Referee,
    mat: &Mat,
    tick: u32,
) -> Result<(Position, Verdict), Forbidden> {
    let mut judge = Judge {
        before,
        side: before.turn,
        referee,
        mat,
        consequences: Vec::new(),
    };
    judge.look(tick);
    let next = match judge.referee.task {
        Task::Lay => judge.lay()?,
        _ => judge.settle()?,
    };
    let verdict = Verdict {
        events: judge.referee.events,
        calls: judge.referee.calls,
        consequences: judge.consequences,
    };
    Ok((next, verdict))
}

struct Judge<'a> {
    before: &'a Position,
    side: Side,
    referee: Referee,
    mat: &'a Mat,
    consequences: Vec<Consequence>,
}

impl Judge<'_> {
    fn says(&mut self, consequence: Consequence) {
        self.consequences.push(consequence);
    }

    fn is_fault(&self) -> bool {
        self.referee.is_fault()
    }

    fn own(&self) -> Discs {
        self.referee.own
    }

    fn placed(&self, disc: Disc) -> Option<&Placed> {
        self.mat.discs.iter().find(|placed| placed.disc == disc)
    }

    fn touches(&self, disc: Disc) -> bool {
        let mut pairs = self.mat.touching.iter();
        pairs.any(|&(one, two)| one == disc || two == disc)
    }

    /// Calls what shows only at the end: contacts that the hand made, discs out of the circle or carried
    /// out of it, leaners that lie flat, discs of a cluster that did not come along.
    fn look(&mut self, tick: u32) {
        for &(one, two) in &self.mat.touching {
            if one == Disc::RED && self.referee.is_new(one, two) {
                self.referee.call(tick, Fault::RedTouched { by: two });
            } else if self.referee.is_new(one, two) {
                let by = Contact::Rim;
                self.referee.call(tick, Fault::Touched { one, two, by });
            }
        }
        for placed in self.mat.discs.iter().filter(|placed| is_out(placed)) {
            let disc = placed.disc;
            let brought = self.own().contains(disc) && self.before.placed(disc).is_none();
            if disc != Disc::RED && !brought {
                self.referee.call(tick, Fault::Left { disc });
            }
        }
        for placed in self.mat.discs.iter().filter(|placed| lie(placed) == Lie::Flat) {
            let disc = placed.disc;
            let before = self.before.placed(disc).map(white_up);
            if self.referee.falls(disc) {
                self.referee.call(tick, Fault::Fell { disc });
            } else if self.referee.overturns(disc) && before != Some(white_up(placed)) {
                self.referee.call(tick, Fault::Overturned { disc });
            }
        }
        if !self.is_fault() {
            self.look_for_carried(tick);
        }
    }

    /// Discs that the hand lifted must lie on the mat again, in one piece.
    fn look_for_carried(&mut self, tick: u32) {
        for &disc in &self.mat.taken {
            if self.before.placed(disc).is_some() {
                self.referee.call(tick, Fault::Left { disc });
            }
        }
        let Task::Capture { disc: lifted } = self.referee.task else {
            return;
        };
        let here = self.mat.discs.iter().map(|placed| placed.disc).collect();
        let parts = components(self.own().and(here), &self.mat.touching);
        let with_lifted = |part: &&Discs| part.contains(lifted);
        let along = parts.iter().find(with_lifted).copied().unwrap_or_default();
        for disc in self.own().and(here).without(along) {
            self.referee.call(tick, Fault::LeftBehind { disc });
        }
    }

    /// A foundation lies as it must, or is refused without penalty.
    fn lay(&mut self) -> Result<Position, Forbidden> {
        if let Some(call) = self.referee.calls.first() {
            return Err(Forbidden::Disturbed { fault: call.fault });
        }
        let lay = |disc: Disc| self.before.placed(disc).map(lie) == Some(Lie::Flat);
        let is_tipped = |placed: &&Placed| lie(placed) != Lie::Flat && lay(placed.disc);
        if let Some(tipped) = self.mat.discs.iter().find(is_tipped) {
            return Err(Forbidden::Tipped { disc: tipped.disc });
        }
        let disc = self.laid()?;
        self.says(Consequence::Laid { disc });
        let mut next = self.next(Discs::default())?;
        next.moved.clear();
        if next.reserves[self.side] == RESERVE - FOUNDATIONS {
            if self.side == Side::Second {
                next.phase = Phase::Play;
            }
            self.end_turn(&mut next);
        }
        Ok(next)
    }

    /// The disc that the hand laid, if it lies alone as a foundation of the side to move.
    fn laid(&self) -> Result<Disc, Forbidden> {
        let released = self.mat.discs.iter().filter(|_| self.referee.released);
        let mut own = released.filter(|placed| self.own().contains(placed.disc));
        let placed = own.next().ok_or(Forbidden::Withheld)?;
        let disc = placed.disc;
        match self.misfit(placed, Lie::Flat) {
            Some(why) => Err(Forbidden::Misplaced { disc, why }),
            None => Ok(disc),
        }
    }

    /// Whether a disc stands alone as a leaner of the side to move, held up by one of its own.
    fn leans(&self, disc: Disc) -> bool {
        let placed = self.placed(disc).filter(|_| self.referee.released);
        let stands = placed.is_some_and(|placed| self.misfit(placed, Lie::Leaner).is_none());
        stands && self.support(disc).is_some_and(|by| self.is_own(by))
    }

    /// The first thing that is wrong with a disc that should lie or lean alone, whatever holds it up.
    fn misfit(&self, placed: &Placed, wanted: Lie) -> Option<Misfit> {
        let lie = lie(placed);
        if is_out(placed) {
            Some(Misfit::Outside)
        } else if wanted == Lie::Flat && lie != Lie::Flat {
            Some(Misfit::Tilted)
        } else if wanted == Lie::Leaner && lie == Lie::Flat {
            Some(Misfit::Flat)
        } else if lie != wanted {
            Some(Misfit::Steep)
        } else if owner(white_up(placed)) != self.side {
            Some(Misfit::WrongColour)
        } else if self.touches(placed.disc) {
            Some(Misfit::Touching)
        } else {
            None
        }
    }

    /// The highest disc of the body that holds a leaner up; nothing if no body does.
    fn support(&self, leaner: Disc) -> Option<Disc> {
        let mut supports = self.mat.supports.iter();
        supports.find(|(held, _)| *held == leaner).map(|(_, by)| *by)
    }

    /// Whether a disc shows the colour of the side to move; the red one is nobody's.
    fn is_own(&self, disc: Disc) -> bool {
        let own = |placed: &Placed| disc != Disc::RED && owner(white_up(placed)) == self.side;
        self.placed(disc).is_some_and(own)
    }

    fn settle(&mut self) -> Result<Position, Forbidden> {
        let mut ends = self.is_fault();
        let away = self.away();
        match self.referee.task {
            _ if self.is_fault() => self.settle_fault(away),
            Task::Lay | Task::Lean => match self.own().into_iter().find(|disc| self.leans(*disc)) {
                Some(disc) => {
                    ends = true;
                    self.says(Consequence::Leans { disc });
                }
                None => self.try_again(),
            },
            Task::Turn { .. } => {
                let disc = self.laid()?;
                self.says(Consequence::Turned { disc });
            }
            Task::Capture { .. } => {}
        }
        let mut next = self.next(away)?;
        self.settle_owed(&mut next);
        if ends {
            self.end_turn(&mut next);
        }
        let played_last = self.before.rules == Rules::Ferti
            && self.referee.task == Task::Lean
            && self.before.reserves[self.side] == 1;
        if next.phase == Phase::Play && ends && played_last {
            next.phase = Phase::Last;
        }
        let lost = self.referee.calls.iter().any(|call| call.fault.loses());
        self.conclude(&mut next, lost);
        Ok(next)
    }

    /// The action disc is taken up again.
    fn try_again(&mut self) {
        let own = self.own().into_iter().find_map(|disc| self.placed(disc));
        if let Some(placed) = own.filter(|_| self.referee.released) {
            let disc = placed.disc;
            let why = self.misfit(placed, Lie::Leaner);
            self.says(match (why, self.support(disc)) {
                (Some(why), _) => Consequence::Misplaced { disc, why },
                (None, Some(by)) => Consequence::WrongSupport { disc, by },
                (None, None) => Consequence::Misplaced {
                    disc,
                    why: Misfit::Unsupported,
                },
            });
        }
        self.says(Consequence::Again);
    }

    fn settle_fault(&mut self, away: Discs) {
        let taken: Discs = self.mat.taken.iter().copied().collect();
        let discs: Vec<Disc> = taken
            .or(away)
            .into_iter()
            .filter(|disc| *disc != Disc::RED)
            .collect();
        if !discs.is_empty() {
            self.says(Consequence::ToReserve { discs });
        }
    }

    /// The discs on the mat that do not stay there.
    fn away(&self) -> Discs {
        let here: Discs = self.mat.discs.iter().map(|placed| placed.disc).collect();
        let mut away = Discs::default();
        for call in &self.referee.calls {
            if let Fault::Left { disc } | Fault::Stuck { disc } = call.fault {
                away = away.with(disc);
            }
        }
        let own = self.own().and(here);
        let returned = match self.referee.task {
            Task::Lay | Task::Lean => own
                .into_iter()
                .filter(|disc| !self.action_disc_stays(*disc))
                .collect(),
            Task::Turn { .. } if self.is_fault() => own,
            Task::Capture { disc } if self.is_fault() => self.failed_capture(disc, here.without(away)),
            Task::Turn { .. } | Task::Capture { .. } => Discs::default(),
        };
        away.or(returned).and(here)
    }

    /// Whether an action disc that was let go stays: as part of a cluster, as a leaner, or, after a fault, as a leaner with
    /// `ferti` if no disc has fallen or turned over.
    fn action_disc_stays(&self, disc: Disc) -> bool {
        let out = self.placed(disc).is_some_and(is_out);
        let fell = |call: &Call| matches!(call.fault, Fault::Fell { .. } | Fault::Overturned { .. });
        let free = match self.before.rules {
            Rules::Temple => !self.is_fault(),
            Rules::Ferti => !self.referee.calls.iter().any(fell),
        };
        (self.touches(disc) && !out) || (self.leans(disc) && free)
    }

    /// The discs of a failed capture that go to the reserve: those that the hand set down, unless they hang together with
    /// other discs, which saves them with `temple` only. Discs that were left behind stay.
    fn failed_capture(&self, lifted: Disc, here: Discs) -> Discs {
        let own = self.own().and(here);
        let parts = components(own, &self.mat.touching);
        let along = parts
            .into_iter()
            .find(|part| part.contains(lifted))
            .unwrap_or_default();
        let along = if self.referee.released {
            along
        } else {
            Discs::default()
        };
        let cluster = components(here, &self.mat.touching);
        let others = |part: &Discs| !part.and(along).is_empty() && !part.without(along).is_empty();
        match self.before.rules {
            Rules::Temple if cluster.iter().any(others) => Discs::default(),
            Rules::Temple | Rules::Ferti => along,
        }
    }

    /// The position with the mat as it is now, less what goes to the reserve.
    fn next(&self, away: Discs) -> Result<Position, Forbidden> {
        let kept = self.mat.discs.iter().filter(|placed| !away.contains(placed.disc));
        let scene = Scene::new(kept.copied().collect(), true).map_err(Forbidden::NoScene)?;
        let mut next = self.before.clone();
        let count = |scene: &Scene| {
            let mut discs = scene.discs().iter();
            scene.discs().len() - usize::from(discs.any(|placed| placed.disc == Disc::RED))
        };
        // Whatever comes to the mat or goes from it, comes from and goes to the reserve of who moves.
        let all = usize::from(next.reserves[self.side]) + count(&self.before.scene);
        next.reserves[self.side] = (all - count(&scene).min(all)) as u8;
        next.groups = self.groups(&scene);
        next.moved = self.moved(&scene);
        next.scene = scene;
        Ok(next)
    }

    fn groups(&self, scene: &Scene) -> Vec<Group> {
        let here: Discs = scene.discs().iter().map(|placed| placed.disc).collect();
        let was_owed = self.before.captures().map(Group::set);
        let was_owed = was_owed.fold(Discs::default(), Discs::or);
        let parts = components(here, &self.mat.touching);
        let groups = parts.into_iter().map(|part| {
            let is_new = |&(one, two): &(Disc, Disc)| {
                part.contains(one) && part.contains(two) && self.referee.is_new(one, two)
            };
            let new = self.mat.touching.iter().any(is_new);
            Group {
                discs: upwards(scene, part),
                owed: part.len() > 1 && !part.contains(Disc::RED) && (new || !part.and(was_owed).is_empty()),
            }
        });
        groups.collect()
    }

    /// The places of discs at the start of the turn, if they have moved since.
    fn moved(&self, scene: &Scene) -> Vec<(Disc, [i32; 2])> {
        let moved = scene.discs().iter().filter_map(|placed| {
            let disc = placed.disc;
            let known = self.before.moved.iter().find(|(moved, _)| *moved == disc);
            let began = known.map(|(_, place)| *place);
            let began = began.or_else(|| self.before.placed(disc).map(spot))?;
            let counts = disc != Disc::RED && !self.own().contains(disc) && began != spot(placed);
            counts.then_some((disc, began))
        });
        moved.collect()
    }

    /// Settles the debts of the side to move: flipped leaners to be turned, clusters to be captured.
    fn settle_owed(&mut self, next: &mut Position) {
        self.settle_turns(next);
        if self.is_fault() {
            let clusters = next.captures().map(|group| Consequence::OwesCapture {
                discs: group.discs.clone(),
            });
            self.consequences.extend(clusters);
        } else if let Task::Capture { disc } = self.referee.task {
            self.consequences.extend(capture(next, disc, self.side));
        }
    }

    /// An owed disc that shows the other face is no longer owed; a disc of the opponent's that fell on its other face or
    /// turned over now is. Discs in a cluster are captured instead.
    fn settle_turns(&mut self, next: &mut Position) {
        let shows = |position: &Position, disc: Disc| position.placed(disc).map(white_up);
        let turned = |disc: Disc| shows(next, disc) != shows(self.before, disc);
        let alone = |disc: Disc| next.group(disc).is_some_and(|group| group.discs.len() == 1);
        let to = self.side.other();
        let fell = |call: &Call| match call.fault {
            Fault::Fell { disc } | Fault::Overturned { disc } => Some(disc),
            _ => None,
        };
        let theirs = |disc: &Disc| shows(self.before, *disc).map(owner) == Some(to);
        let fallen = self.referee.calls.iter().filter_map(fell).filter(theirs);
        let news: Vec<Disc> = fallen.filter(|disc| alone(*disc) && turned(*disc)).collect();
        let kept = self.before.turns.iter().copied();
        let kept = kept.filter(|disc| alone(*disc) && !turned(*disc));
        let turns: Discs = kept.chain(news.iter().copied()).collect();
        next.turns = turns.into_iter().collect();
        for disc in news {
            self.says(Consequence::OwesTurn { disc, to });
        }
    }

    fn end_turn(&mut self, next: &mut Position) {
        next.seats[self.side] = next.seats[self.side].next();
        next.turn = self.side.other();
        next.moved.clear();
        self.says(Consequence::TurnEnds { next: next.turn });
    }

    fn conclude(&mut self, next: &mut Position, lost: bool) {
        conclude(next, self.side, lost, &mut self.consequences);
    }
}

/// Marks a cluster that has been set down as captured, if it lies with the right colour up.
fn capture(next: &mut Position, disc: Disc, side: Side) -> Vec<Consequence> {
    let Some(index) = next.groups.iter().position(|group| group.discs.contains(&disc)) else {
        return vec![Consequence::Again];
    };
    let group = &next.groups[index];
    let (discs, top) = (group.discs.clone(), group.discs.last().copied().unwrap_or(disc));
    let why = if next.placed(top).map(lie) != Some(Lie::Flat) {
        Misfit::Tilted
    } else if next.shown(group) != Some(side) {
        Misfit::WrongColour
    } else {
        next.groups[index].owed = false;
        return vec![Consequence::Captured { discs }];
    };
    vec![Consequence::Misplaced { disc: top, why }, Consequence::Again]
}

/// Captures a tower where it stands; the position has been asked whether that may be done.
pub(crate) fn declare(before: &Position, disc: Disc) -> (Position, Verdict) {
    let mut next = before.clone();
    let mut consequences = Vec::new();
    if let Some(group) = next.groups.iter_mut().find(|group| group.discs.contains(&disc)) {
        group.owed = false;
        consequences.push(Consequence::Captured {
            discs: group.discs.clone(),
        });
    }
    conclude(&mut next, before.turn, false, &mut consequences);
    let verdict = Verdict {
        consequences,
        ..Verdict::default()
    };
    (next, verdict)
}
