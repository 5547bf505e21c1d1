//! Messages for players about events: which discs, and whether it was meant.

use magnets::measures::CIRCLE;
use magnets::{Contact, Disc, Lie, Table, TableEvent, TableEventKind};
use polarity::{Consequence, Fault, Forbidden, Misfit, Verdict};
use polarity_facts::NewsKind;
use rules::{Outcome, Side};

/// One thing worth saying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableMessage {
    /// The disc that was let go stands as a leaner.
    Stands(Disc),
    /// It lies flat.
    Lies(Disc),
    /// It stands on its rim, or on others.
    Upright(Disc),
    /// The hand took it away again.
    TakenAway,
    /// A disc sticks to what the hand holds.
    Stuck(Disc),
    /// A standing leaner fell.
    Fell(Disc),
    /// Two discs stick together.
    Joined(Disc, Disc),
    /// Two discs touch by their rims.
    Kissed(Disc, Disc),
    /// A disc left the circle.
    Left(Disc),
    /// A disc slid farther than its diameter.
    Slid(Disc),
    /// A flat disc turned over.
    Overturned(Disc),
    /// A leaner is held up by a disc that is not its player's.
    WrongSupport(Disc, Disc),
    /// The disc that was let go does not lie or lean as it must.
    Misplaced(Disc, Misfit),
    /// A disc that lay flat was tipped while a foundation was laid.
    Tipped(Disc),
    /// A disc did not come along with its cluster.
    LeftBehind(Disc),
    /// A disc touches the red one.
    RedTouched(Disc),
    /// The red disc is off its spot.
    RedMoved,
    /// Something still moved at the end, and is frozen.
    Frozen,
    /// A foundation lies.
    Laid(Disc),
    /// A flipped disc has been turned and laid.
    Turned(Disc),
    /// A cluster is a tower of its capturer.
    Captured(Vec<Disc>),
    /// Nothing reacted: try again.
    Again,
    /// Discs go to the player's reserve.
    ToReserve(Vec<Disc>),
    /// A flipped leaner is owed to its owner.
    OwesTurn(Disc),
    /// A cluster has to be captured.
    OwesCapture(Vec<Disc>),
    /// The turn passes to a side.
    Next(Side),
    /// The game is over.
    Ends(Outcome),
    /// The referee does not take the movement.
    Refused,
    /// Nor this one: something reacted while a foundation was laid.
    Disturbed,
    /// Nor this one: the disc does not lie as it must.
    NotFlat,
    /// Nor this one: the hand left with the disc that it should lay.
    Withheld,
    /// Nor this one: it began in another position.
    Outdated,
}

impl TableMessage {
    /// The messages for an event; none for events without interest to players.
    pub fn of(event: &TableEvent) -> Option<TableMessage> {
        Some(match event.what {
            TableEventKind::Touched { one, .. } if one == Disc::RED => return None,
            TableEventKind::Touched { one, two, by } => TableMessage::of_touch(one, two, by),
            TableEventKind::Fell { disc, .. } => TableMessage::Fell(disc),
            TableEventKind::Overturned { disc, .. } => TableMessage::Overturned(disc),
            TableEventKind::Stuck { disc } => TableMessage::Stuck(disc),
            TableEventKind::Slid { disc } => TableMessage::Slid(disc),
            TableEventKind::Left { disc } => TableMessage::Left(disc),
            TableEventKind::RedTouched { by } => TableMessage::RedTouched(by),
            TableEventKind::RedMoved => TableMessage::RedMoved,
            TableEventKind::Frozen => TableMessage::Frozen,
            TableEventKind::Parted { .. }
            | TableEventKind::Turned { .. }
            | TableEventKind::Released
            | TableEventKind::Withdrawn
            | TableEventKind::Rested => {
                return None;
            }
        })
    }

    fn of_touch(one: Disc, two: Disc, by: Contact) -> TableMessage {
        match by {
            Contact::Face => TableMessage::Joined(one, two),
            Contact::Rim => TableMessage::Kissed(one, two),
        }
    }

    /// The message of a fault.
    pub fn of_fault(fault: Fault) -> TableMessage {
        match fault {
            Fault::Stuck { disc } => TableMessage::Stuck(disc),
            Fault::Fell { disc } => TableMessage::Fell(disc),
            Fault::Touched { one, two, by } => TableMessage::of_touch(one, two, by),
            Fault::Left { disc } => TableMessage::Left(disc),
            Fault::Slid { disc } => TableMessage::Slid(disc),
            Fault::Overturned { disc } => TableMessage::Overturned(disc),
            Fault::LeftBehind { disc } => TableMessage::LeftBehind(disc),
            Fault::RedTouched { by } => TableMessage::RedTouched(by),
            Fault::RedMoved => TableMessage::RedMoved,
        }
    }

    /// The message of a consequence.
    pub fn of_consequence(consequence: &Consequence) -> TableMessage {
        match consequence.clone() {
            Consequence::Laid { disc } => TableMessage::Laid(disc),
            Consequence::Leans { disc } => TableMessage::Stands(disc),
            Consequence::Turned { disc } => TableMessage::Turned(disc),
            Consequence::Captured { discs } => TableMessage::Captured(discs),
            Consequence::WrongSupport { disc, by } => TableMessage::WrongSupport(disc, by),
            Consequence::Misplaced { disc, why } => TableMessage::Misplaced(disc, why),
            Consequence::Again => TableMessage::Again,
            Consequence::ToReserve { discs } => TableMessage::ToReserve(discs),
            Consequence::OwesTurn { disc, .. } => TableMessage::OwesTurn(disc),
            Consequence::OwesCapture { discs } => TableMessage::OwesCapture(discs),
            Consequence::TurnEnds { next } => TableMessage::Next(next),
            Consequence::GameEnds { outcome } => TableMessage::Ends(outcome),
        }
    }

    /// Messages of a verdict: the faults, then the consequences.
    pub fn of_verdict(verdict: &Verdict) -> Vec<TableMessage> {
        let faults = verdict.calls.iter();
        let faults = faults.map(|call| TableMessage::of_fault(call.fault));
        let consequences = verdict.consequences.iter();
        faults
            .chain(consequences.map(TableMessage::of_consequence))
            .collect()
    }

    /// Messages of a refusal: the reason, if a disc is concerned, then the refusal.
    pub fn of_refusal(error: Forbidden) -> Vec<TableMessage> {
        match error {
            Forbidden::Disturbed { fault } => vec![TableMessage::of_fault(fault), TableMessage::Disturbed],
            Forbidden::Tipped { disc } => vec![TableMessage::Tipped(disc), TableMessage::Disturbed],
            Forbidden::Misplaced { disc, why } => {
                vec![TableMessage::Misplaced(disc, why), TableMessage::NotFlat]
            }
            Forbidden::Withheld => vec![TableMessage::Withheld],
            Forbidden::OtherPosition => vec![TableMessage::Outdated],
            _ => vec![TableMessage::Refused],
        }
    }

    /// The fate of the disc that the hand brought, once all is at rest.
    pub fn of_end(table: &Table, disc: Disc) -> TableMessage {
        let Some(magnet) = table.magnet(disc) else {
            return TableMessage::TakenAway;
        };
        let inside = magnet.centre.x.hypot(magnet.centre.y) < CIRCLE;
        let touches = table
            .poses()
            .any(|(other, ..)| other != disc && table.touching(disc, other));
        let shows_white = |disc: Disc| table.magnet(disc).map(|magnet| magnet.axis.z > 0.0);
        let is_own = |by: Disc| by != Disc::RED && shows_white(by) == shows_white(disc);
        match table.lie(disc) {
            Some(Lie::Leaner) if !inside => TableMessage::Misplaced(disc, Misfit::Outside),
            Some(Lie::Leaner) if touches => TableMessage::Misplaced(disc, Misfit::Touching),
            Some(Lie::Leaner) => match table.support(disc) {
                Some(by) if is_own(by) => TableMessage::Stands(disc),
                Some(by) => TableMessage::WrongSupport(disc, by),
                None => TableMessage::Misplaced(disc, Misfit::Unsupported),
            },
            Some(Lie::Flat) => TableMessage::Lies(disc),
            _ => TableMessage::Upright(disc),
        }
    }

    /// Its kind, without the discs.
    pub const fn kind(&self) -> NewsKind {
        match self {
            TableMessage::Stands(_) => NewsKind::Stands,
            TableMessage::Lies(_) => NewsKind::Lies,
            TableMessage::Upright(_) => NewsKind::Upright,
            TableMessage::TakenAway => NewsKind::TakenAway,
            TableMessage::Stuck(_) => NewsKind::Stuck,
            TableMessage::Fell(_) => NewsKind::Fell,
            TableMessage::Joined(..) => NewsKind::Joined,
            TableMessage::Kissed(..) => NewsKind::Kissed,
            TableMessage::Left(_) => NewsKind::Left,
            TableMessage::Slid(_) => NewsKind::Slid,
            TableMessage::Overturned(_) => NewsKind::Overturned,
            TableMessage::WrongSupport(_, Disc::RED) => NewsKind::RedSupport,
            TableMessage::WrongSupport(..) => NewsKind::WrongSupport,
            TableMessage::Misplaced(_, why) => misfit_kind(*why),
            TableMessage::Tipped(_) => NewsKind::Tipped,
            TableMessage::LeftBehind(_) => NewsKind::LeftBehind,
            TableMessage::RedTouched(_) => NewsKind::RedTouched,
            TableMessage::RedMoved => NewsKind::RedMoved,
            TableMessage::Frozen => NewsKind::Frozen,
            TableMessage::Laid(_) => NewsKind::Laid,
            TableMessage::Turned(_) => NewsKind::Turned,
            TableMessage::Captured(_) => NewsKind::Captured,
            TableMessage::Again => NewsKind::Again,
            TableMessage::ToReserve(_) => NewsKind::ToReserve,
            TableMessage::OwesTurn(_) => NewsKind::OwesTurn,
            TableMessage::OwesCapture(_) => NewsKind::OwesCapture,
            TableMessage::Next(Side::First) => NewsKind::NextWhite,
            TableMessage::Next(Side::Second) => NewsKind::NextBlack,
            TableMessage::Ends(Outcome::Win {
                side: Side::First, ..
            }) => NewsKind::WhiteWins,
            TableMessage::Ends(Outcome::Win {
                side: Side::Second, ..
            }) => NewsKind::BlackWins,
            TableMessage::Ends(Outcome::Draw { .. }) => NewsKind::Draw,
            TableMessage::Refused => NewsKind::Refused,
            TableMessage::Disturbed => NewsKind::Disturbed,
            TableMessage::NotFlat => NewsKind::NotFlat,
            TableMessage::Withheld => NewsKind::Withheld,
            TableMessage::Outdated => NewsKind::Outdated,
        }
    }

    /// The discs concerned.
    pub fn discs(&self) -> Vec<Disc> {
        match self {
            TableMessage::Joined(one, two)
            | TableMessage::Kissed(one, two)
            | TableMessage::WrongSupport(one, two) => {
                vec![*one, *two]
            }
            TableMessage::RedTouched(disc) => vec![Disc::RED, *disc],
            TableMessage::RedMoved => vec![Disc::RED],
            TableMessage::Captured(discs)
            | TableMessage::ToReserve(discs)
            | TableMessage::OwesCapture(discs) => discs.clone(),
            TableMessage::TakenAway
            | TableMessage::Frozen
            | TableMessage::Again
            | TableMessage::Next(_)
            | TableMessage::Ends(_)
            | TableMessage::Refused
            | TableMessage::Disturbed
            | TableMessage::NotFlat
            | TableMessage::Withheld
            | TableMessage::Outdated => {
                vec![]
            }
            TableMessage::Stands(disc)
            | TableMessage::Lies(disc)
            | TableMessage::Upright(disc)
            | TableMessage::Stuck(disc)
            | TableMessage::Fell(disc)
            | TableMessage::Left(disc)
            | TableMessage::Slid(disc)
            | TableMessage::Overturned(disc)
            | TableMessage::Misplaced(disc, _)
            | TableMessage::Tipped(disc)
            | TableMessage::LeftBehind(disc)
            | TableMessage::Laid(disc)
            | TableMessage::Turned(disc)
            | TableMessage::OwesTurn(disc) => vec![*disc],
        }
    }

    /// Whether it ends a turn, or would.
    pub const fn is_fault(&self) -> bool {
        self.kind().is_fault()
    }

    /// Whether it says why the disc that was let go does not count.
    pub const fn is_objection(&self) -> bool {
        self.kind().is_objection()
    }

    /// Whether it is what the player was after.
    pub const fn is_good(&self) -> bool {
        matches!(
            self,
            TableMessage::Stands(_)
                | TableMessage::Laid(_)
                | TableMessage::Turned(_)
                | TableMessage::Captured(_)
        )
    }
}

const fn misfit_kind(why: Misfit) -> NewsKind {
    match why {
        Misfit::Outside => NewsKind::Outside,
        Misfit::Flat => NewsKind::Lies,
        Misfit::Tilted => NewsKind::Tilted,
        Misfit::Steep => NewsKind::Steep,
        Misfit::WrongColour => NewsKind::WrongColour,
        Misfit::Touching => NewsKind::Touching,
        Misfit::Unsupported => NewsKind::Unsupported,
    }
}
