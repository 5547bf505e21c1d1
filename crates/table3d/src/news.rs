//! What happened on the practice table, for people: which discs, and whether it was meant.

use magnets::measures::CIRCLE;
use magnets::{Contact, Disc, Event, Lie, Table, What};

/// One thing worth saying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// A disc touches the red one.
    RedTouched(Disc),
    /// The red disc is off its spot.
    RedMoved,
    /// Something still moved at the end, and is frozen.
    Frozen,
}

impl News {
    /// The news in an event; none in those that nobody has to hear of.
    pub fn of(event: &Event) -> Option<News> {
        Some(match event.what {
            What::Touched { one, .. } if one == Disc::RED => return None,
            What::Touched {
                one,
                two,
                by: Contact::Face,
            } => News::Joined(one, two),
            What::Touched { one, two, .. } => News::Kissed(one, two),
            What::Fell { disc, .. } => News::Fell(disc),
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

    /// What became of the disc that the hand brought, once all is at rest.
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

    /// The key of its words.
    pub const fn key(self) -> &'static str {
        match self {
            News::Stands(_) => "news-stands",
            News::Lies(_) => "news-lies",
            News::Upright(_) => "news-upright",
            News::TakenAway => "news-taken-away",
            News::Stuck(_) => "news-stuck",
            News::Fell(_) => "news-fell",
            News::Joined(..) => "news-joined",
            News::Kissed(..) => "news-kissed",
            News::Left(_) => "news-left",
            News::Slid(_) => "news-slid",
            News::RedTouched(_) => "news-red-touched",
            News::RedMoved => "news-red-moved",
            News::Frozen => "news-frozen",
        }
    }

    /// Every key, so that a test can ask for their words.
    pub const KEYS: [&'static str; 13] = [
        "news-stands",
        "news-lies",
        "news-upright",
        "news-taken-away",
        "news-stuck",
        "news-fell",
        "news-joined",
        "news-kissed",
        "news-left",
        "news-slid",
        "news-red-touched",
        "news-red-moved",
        "news-frozen",
    ];

    /// The discs concerned.
    pub fn discs(self) -> Vec<Disc> {
        match self {
            News::Joined(one, two) | News::Kissed(one, two) => vec![one, two],
            News::RedTouched(disc) => vec![Disc::RED, disc],
            News::RedMoved => vec![Disc::RED],
            News::TakenAway | News::Frozen => vec![],
            News::Stands(disc)
            | News::Lies(disc)
            | News::Upright(disc)
            | News::Stuck(disc)
            | News::Fell(disc)
            | News::Left(disc)
            | News::Slid(disc) => vec![disc],
        }
    }

    /// Whether it would end a turn.
    pub const fn is_fault(self) -> bool {
        !matches!(
            self,
            News::Stands(_) | News::Lies(_) | News::Upright(_) | News::TakenAway | News::Frozen
        )
    }
}
