//! Verdicts of the referee, as data: views choose their own words. The command line's are here.

use crate::setup::SIDES;
use magnets::{Contact, Disc, TableEvent, TableEventKind};
use rules::{Outcome, Side};
use std::fmt;

/// A reaction that ends the turn, or the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// (a) A disc on the mat sticks to what the hand holds.
    Stuck {
        /// The disc from the mat.
        disc: Disc,
    },
    /// (b) A standing leaner has come to lie flat.
    Fell {
        /// The leaner.
        disc: Disc,
    },
    /// (c) Two discs that did not touch now touch.
    Touched {
        /// The one with the lower name.
        one: Disc,
        /// The other.
        two: Disc,
        /// A tower's contact or a kiss.
        by: Contact,
    },
    /// (d) A disc has left the circle.
    Left {
        /// The disc.
        disc: Disc,
    },
    /// (e) A foundation or a tower's disc has slid further than its diameter.
    Slid {
        /// The disc.
        disc: Disc,
    },
    /// (f) A foundation or a tower's disc has come to lie with its other face up.
    Overturned {
        /// The disc.
        disc: Disc,
    },
    /// A disc of a cluster did not come along when the cluster was captured.
    LeftBehind {
        /// The disc.
        disc: Disc,
    },
    /// A disc touches the red disc: the game is lost.
    RedTouched {
        /// The other disc.
        by: Disc,
    },
    /// The red disc is off its spot: the game is lost.
    RedMoved,
}

impl Fault {
    /// The letter of the rules, where the fault has one.
    pub const fn letter(self) -> Option<char> {
        match self {
            Fault::Stuck { .. } => Some('a'),
            Fault::Fell { .. } => Some('b'),
            Fault::Touched { .. } => Some('c'),
            Fault::Left { .. } => Some('d'),
            Fault::Slid { .. } => Some('e'),
            Fault::Overturned { .. } => Some('f'),
            Fault::LeftBehind { .. } | Fault::RedTouched { .. } | Fault::RedMoved => None,
        }
    }

    /// Whether it loses the game at once.
    pub const fn loses(self) -> bool {
        matches!(self, Fault::RedTouched { .. } | Fault::RedMoved)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(letter) = self.letter() {
            write!(f, "fault {letter}: ")?;
        }
        match self {
            Fault::Stuck { disc } => write!(f, "disc {} sticks to the hand", disc.0),
            Fault::Fell { disc } => write!(f, "leaner {} falls flat", disc.0),
            Fault::Touched { one, two, by } => {
                write!(f, "discs {} and {} touch by the {}", one.0, two.0, contact(*by))
            }
            Fault::Left { disc } => write!(f, "disc {} leaves the circle", disc.0),
            Fault::Slid { disc } => write!(f, "disc {} slides further than its diameter", disc.0),
            Fault::Overturned { disc } => write!(f, "disc {} turns over", disc.0),
            Fault::LeftBehind { disc } => write!(f, "fault: disc {} is left behind", disc.0),
            Fault::RedTouched { by } => write!(f, "disc {} touches the red disc", by.0),
            Fault::RedMoved => f.write_str("the red disc leaves its spot"),
        }
    }
}

/// Something wrong with a disc or a tower that the hand let go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Misfit {
    /// All of it is outside the circle.
    Outside,
    /// It should lean, and lies flat.
    Flat,
    /// It should lie flat, and does not.
    Tilted,
    /// It should lean, and stands on its edge.
    Steep,
    /// It shows the other side's colour.
    WrongColour,
    /// It touches another disc.
    Touching,
    /// It should lean, and nothing holds it up.
    Unsupported,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Misfit::Outside => "is outside the circle",
            Misfit::Flat => "lies flat",
            Misfit::Tilted => "does not lie flat",
            Misfit::Steep => "stands on its edge",
            Misfit::WrongColour => "shows the wrong colour",
            Misfit::Touching => "touches another disc",
            Misfit::Unsupported => "is held up by nothing",
        })
    }
}

/// A fault, and when it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// Ticks since the hand came in.
    pub tick: u32,
    /// The fault.
    pub fault: Fault,
}

/// Consequences of a movement of the hand, in the order in which they are settled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Consequence {
    /// A foundation lies.
    Laid {
        /// The disc.
        disc: Disc,
    },
    /// The action disc stands as a leaner.
    Leans {
        /// The disc.
        disc: Disc,
    },
    /// A flipped disc has been turned and laid.
    Turned {
        /// The disc.
        disc: Disc,
    },
    /// A cluster is a tower of its capturer.
    Captured {
        /// Bottom to top.
        discs: Vec<Disc>,
    },
    /// The action disc leans, but the body that holds it up is not its player's.
    WrongSupport {
        /// The action disc.
        disc: Disc,
        /// The highest disc of the body that holds it up.
        by: Disc,
    },
    /// The disc or tower that was let go does not lie as it must.
    Misplaced {
        /// The disc, or the tower's highest.
        disc: Disc,
        /// The first thing that is wrong with it.
        why: Misfit,
    },
    /// Nothing reacted, and the disc or tower does not lie as it must: try again.
    Again,
    /// Discs go to the reserve of the player whose turn it is.
    ToReserve {
        /// In order of their names.
        discs: Vec<Disc>,
    },
    /// A flipped disc is owed to its owner.
    OwesTurn {
        /// The disc.
        disc: Disc,
        /// Its owner.
        to: Side,
    },
    /// A cluster has to be captured.
    OwesCapture {
        /// Bottom to top.
        discs: Vec<Disc>,
    },
    /// The turn passes.
    TurnEnds {
        /// To whom.
        next: Side,
    },
    /// The game is over.
    GameEnds {
        /// How.
        outcome: Outcome,
    },
}

/// Disc names with commas between them.
fn names(discs: &[Disc]) -> String {
    let names: Vec<String> = discs.iter().map(|disc| disc.0.to_string()).collect();
    names.join(", ")
}

impl fmt::Display for Consequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Consequence::Laid { disc } => write!(f, "disc {} is a foundation", disc.0),
            Consequence::Leans { disc } => write!(f, "disc {} leans", disc.0),
            Consequence::Turned { disc } => write!(f, "disc {} is turned and laid", disc.0),
            Consequence::Captured { discs } => write!(f, "captured: discs {}", names(discs)),
            Consequence::WrongSupport { disc, by: Disc::RED } => {
                write!(f, "disc {} is held up by the red disc", disc.0)
            }
            Consequence::WrongSupport { disc, by } => {
                write!(
                    f,
                    "disc {} is held up by disc {}, which is not its player's",
                    disc.0, by.0
                )
            }
            Consequence::Misplaced { disc, why } => write!(f, "disc {} {why}", disc.0),
            Consequence::Again => f.write_str("try again"),
            Consequence::ToReserve { discs } => write!(f, "to the reserve: {}", names(discs)),
            Consequence::OwesTurn { disc, to } => {
                write!(f, "disc {} is owed to {}, to be turned", disc.0, SIDES[*to])
            }
            Consequence::OwesCapture { discs } => write!(f, "to be captured: discs {}", names(discs)),
            Consequence::TurnEnds { next } => write!(f, "{} is to play", SIDES[*next]),
            Consequence::GameEnds { outcome } => f.write_str(&outcome.describe(SIDES)),
        }
    }
}

/// All that the referee says of one move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// Events on the table, in order.
    pub events: Vec<TableEvent>,
    /// Faults, in the order in which they happened.
    pub calls: Vec<Call>,
    /// Consequences.
    pub consequences: Vec<Consequence>,
}

impl Verdict {
    /// All of it in the command line's words: what happened, what was called, what follows.
    pub fn lines(&self) -> Vec<String> {
        let events = self.events.iter();
        let events = events.map(|event| format!("event: {} {}", event.tick, happened(event.what)));
        let calls = self.calls.iter();
        let calls = calls.map(|call| format!("call: {} {}", call.tick, call.fault));
        let follows = self.consequences.iter().map(|what| format!("follows: {what}"));
        events.chain(calls).chain(follows).collect()
    }
}

fn happened(what: TableEventKind) -> String {
    let colour = |white_up: bool| if white_up { "white" } else { "black" };
    match what {
        TableEventKind::Touched { one, two, by } => format!("touched {} {} {}", one.0, two.0, contact(by)),
        TableEventKind::Parted { one, two } => format!("parted {} {}", one.0, two.0),
        TableEventKind::Fell { disc, white_up } => format!("fell {} {}", disc.0, colour(white_up)),
        TableEventKind::Turned { disc, white_up } => format!("turned {} {}", disc.0, colour(white_up)),
        TableEventKind::Overturned { disc, white_up } => {
            format!("overturned {} {}", disc.0, colour(white_up))
        }
        TableEventKind::Stuck { disc } => format!("stuck {}", disc.0),
        TableEventKind::Slid { disc } => format!("slid {}", disc.0),
        TableEventKind::Left { disc } => format!("left {}", disc.0),
        TableEventKind::RedTouched { by } => format!("red touched {}", by.0),
        TableEventKind::RedMoved => "red moved".to_owned(),
        TableEventKind::Released => "released".to_owned(),
        TableEventKind::Withdrawn => "withdrawn".to_owned(),
        TableEventKind::Rested => "rested".to_owned(),
        TableEventKind::Frozen => "frozen".to_owned(),
    }
}

fn contact(by: Contact) -> &'static str {
    match by {
        Contact::Face => "face",
        Contact::Rim => "rim",
    }
}
