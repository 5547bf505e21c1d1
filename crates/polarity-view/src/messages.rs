//! Messages for players about events: which discs, and whether it was meant.

use magnets::measures::CIRCLE;
use magnets::{Contact, Disc, Event, Lie, Table, What};
use polarity::{Consequence, Fault};
use polarity_facts::NewsKind;
use rules::{Outcome, Side};

/// One thing worth saying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
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
}

impl News {
    /// The news in an event; none in those that nobody has to hear of.
    pub fn of(event: &Event) -> Option<News> {
        Some(match event.what {
            What::Touched { one, .. } if one == Disc::RED => return None,
            What::Touched { one, two, by } => News::of_touch(one, two, by),
            What::Fell { disc, .. } => News::Fell(disc),
            What::Overturned { disc, .. } => News::Overturned(disc),
            What::Stuck { disc } => News::Stuck(disc),
            What::Slid { disc } => News::Slid(disc),
            What::Left { disc } => News::Left(disc),
            What::RedTouched { by } => News::RedTouched(by),
            What::RedMoved => News::RedMoved,
            What::Frozen => News::Frozen,
            What::Parted { .. } | What::Turned { .. } | What::Released | What::Withdrawn | What::Rested => {
                return None;
            }
        })
    }

    fn of_touch(one: Disc, two: Disc, by: Contact) -> News {
        match by {
            Contact::Face => News::Joined(one, two),
            Contact::Rim => News::Kissed(one, two),
        }
    }

    /// The message of a fault.
    pub fn of_fault(fault: Fault) -> News {
        match fault {
            Fault::Stuck { disc } => News::Stuck(disc),
            Fault::Fell { disc } => News::Fell(disc),
            Fault::Touched { one, two, by } => News::of_touch(one, two, by),
            Fault::Left { disc } => News::Left(disc),
            Fault::Slid { disc } => News::Slid(disc),
            Fault::Overturned { disc } => News::Overturned(disc),
            Fault::LeftBehind { disc } => News::LeftBehind(disc),
            Fault::RedTouched { by } => News::RedTouched(by),
            Fault::RedMoved => News::RedMoved,
        }
    }

    /// The message of a consequence.
    pub fn of_consequence(consequence: &Consequence) -> News {
        match consequence.clone() {
            Consequence::Laid { disc } => News::Laid(disc),
            Consequence::Leans { disc } => News::Stands(disc),
            Consequence::Turned { disc } => News::Turned(disc),
            Consequence::Captured { discs } => News::Captured(discs),
            Consequence::WrongSupport { disc, by } => News::WrongSupport(disc, by),
            Consequence::Again => News::Again,
            Consequence::ToReserve { discs } => News::ToReserve(discs),
            Consequence::OwesTurn { disc, .. } => News::OwesTurn(disc),
            Consequence::OwesCapture { discs } => News::OwesCapture(discs),
            Consequence::TurnEnds { next } => News::Next(next),
            Consequence::GameEnds { outcome } => News::Ends(outcome),
        }
    }

    /// The fate of the disc that the hand brought, once all is at rest.
    pub fn of_end(table: &Table, disc: Disc) -> News {
        let Some(magnet) = table.magnet(disc) else {
            return News::TakenAway;
        };
        let inside = magnet.centre.x.hypot(magnet.centre.y) < CIRCLE;
        let touches = table
            .poses()
            .any(|(other, ..)| other != disc && table.touching(disc, other));
        match table.lie(disc) {
            Some(Lie::Leaner) if inside && !touches => News::Stands(disc),
            Some(Lie::Flat) => News::Lies(disc),
            _ => News::Upright(disc),
        }
    }

    /// Its kind, without the discs.
    pub const fn kind(&self) -> NewsKind {
        match self {
            News::Stands(_) => NewsKind::Stands,
            News::Lies(_) => NewsKind::Lies,
            News::Upright(_) => NewsKind::Upright,
            News::TakenAway => NewsKind::TakenAway,
            News::Stuck(_) => NewsKind::Stuck,
            News::Fell(_) => NewsKind::Fell,
            News::Joined(..) => NewsKind::Joined,
            News::Kissed(..) => NewsKind::Kissed,
            News::Left(_) => NewsKind::Left,
            News::Slid(_) => NewsKind::Slid,
            News::Overturned(_) => NewsKind::Overturned,
            News::WrongSupport(..) => NewsKind::WrongSupport,
            News::LeftBehind(_) => NewsKind::LeftBehind,
            News::RedTouched(_) => NewsKind::RedTouched,
            News::RedMoved => NewsKind::RedMoved,
            News::Frozen => NewsKind::Frozen,
            News::Laid(_) => NewsKind::Laid,
            News::Turned(_) => NewsKind::Turned,
            News::Captured(_) => NewsKind::Captured,
            News::Again => NewsKind::Again,
            News::ToReserve(_) => NewsKind::ToReserve,
            News::OwesTurn(_) => NewsKind::OwesTurn,
            News::OwesCapture(_) => NewsKind::OwesCapture,
            News::Next(Side::First) => NewsKind::NextWhite,
            News::Next(Side::Second) => NewsKind::NextBlack,
            News::Ends(Outcome::Win {
                side: Side::First, ..
            }) => NewsKind::WhiteWins,
            News::Ends(Outcome::Win {
                side: Side::Second, ..
            }) => NewsKind::BlackWins,
            News::Ends(Outcome::Draw { .. }) => NewsKind::Draw,
            News::Refused => NewsKind::Refused,
        }
    }

    /// The discs concerned.
    pub fn discs(&self) -> Vec<Disc> {
        match self {
            News::Joined(one, two) | News::Kissed(one, two) | News::WrongSupport(one, two) => {
                vec![*one, *two]
            }
            News::RedTouched(disc) => vec![Disc::RED, *disc],
            News::RedMoved => vec![Disc::RED],
            News::Captured(discs) | News::ToReserve(discs) | News::OwesCapture(discs) => discs.clone(),
            News::TakenAway | News::Frozen | News::Again | News::Next(_) | News::Ends(_) | News::Refused => {
                vec![]
            }
            News::Stands(disc)
            | News::Lies(disc)
            | News::Upright(disc)
            | News::Stuck(disc)
            | News::Fell(disc)
            | News::Left(disc)
            | News::Slid(disc)
            | News::Overturned(disc)
            | News::LeftBehind(disc)
            | News::Laid(disc)
            | News::Turned(disc)
            | News::OwesTurn(disc) => vec![*disc],
        }
    }

    /// Whether it ends a turn, or would.
    pub const fn is_fault(&self) -> bool {
        self.kind().is_fault()
    }

    /// Whether it is what the player was after.
    pub const fn is_good(&self) -> bool {
        matches!(
            self,
            News::Stands(_) | News::Laid(_) | News::Turned(_) | News::Captured(_)
        )
    }
}
