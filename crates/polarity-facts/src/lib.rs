#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod names;
mod text;

pub use names::{
    Command, Duty, Feel, GoalKind, GuideMarks, GuideStage, How, NewsKind, Outlook, RedEnd, Status, Switch,
    TapRefusal,
};

use rules::{Reason, Side};

/// Something worth saying of a movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsFact {
    /// The kind of event.
    pub kind: NewsKind,
    /// The numbers of the discs concerned.
    pub discs: Vec<u8>,
}

/// Something that the side to move owes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwedFact {
    /// How it is settled.
    pub how: How,
    /// The numbers of its discs, bottom to top; never empty.
    pub discs: Vec<u8>,
}

/// A hand that is led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuideFact {
    /// The purpose of the hand.
    pub goal: GoalKind,
    /// The forecast for its present place.
    pub outlook: Outlook,
    /// Its stage.
    pub stage: GuideStage,
}

/// One side of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideFacts {
    /// Discs left to play.
    pub reserve: u8,
    /// Points so far.
    pub points: i32,
    /// The player of the side who is to move next, from 0.
    pub player: u8,
    /// Players of the side: one, or two who take turns.
    pub players: u8,
}

/// The game on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// The side to move.
    pub turn: Side,
    /// The duty of that side.
    pub duty: Duty,
    /// Moves played since the table was set up.
    pub plies: usize,
    /// White and Black.
    pub sides: [SideFacts; 2],
    /// How the rules ended it: the winner, if there is one, and the reason.
    pub outcome: Option<(Option<Side>, Reason)>,
}

/// Everything that the page shows of the table, as keys and numbers without words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableFacts {
    /// The state of the table.
    pub status: Status,
    /// The colour that is up on the disc in a hand: the first side is White.
    pub held: Option<Side>,
    /// Height in centimetres, tilt and heading in degrees of the hand that the player steers.
    pub pose: Option<[f32; 3]>,
    /// The force that the hand feels.
    pub feel: Feel,
    /// How hard the field pulls (positive) or pushes, in hundredths of the most that a hand tells apart.
    pub strain: i8,
    /// The commands that can be given now, of those that are not always possible.
    pub can: Vec<Command>,
    /// The switches that are on.
    pub on: Vec<Switch>,
    /// Events since the hand came in.
    pub news: Vec<NewsFact>,
    /// Clusters that the side to move must settle first, while it may be settled at this screen.
    pub owed: Vec<OwedFact>,
    /// Discs that fall or are disturbed when what is owed is lifted, as far as the table knows.
    pub endangered: Vec<u8>,
    /// Why the last tap on a disc, or call for a new one, did nothing.
    pub refusal: Option<TapRefusal>,
    /// Movements that ended in a fall or a fault, since the table was put into the page.
    pub falls: usize,
    /// Contacts of two discs that began, since the table was put into the page.
    pub contacts: usize,
    /// Discs left in the box, in practice.
    pub reserve: usize,
    /// Whether this browser can draw the flat view only.
    pub paper_only: bool,
    /// The hand that is led, while one is.
    pub guide: Option<GuideFact>,
    /// The marks that this table allows both players.
    pub marks: GuideMarks,
    /// The game, unless this is practice.
    pub game: Option<GameFacts>,
    /// How the red disc lost it, if it did.
    pub red: Option<RedEnd>,
}

impl TableFacts {
    /// Whether a command can be given now.
    pub fn can(&self, command: Command) -> bool {
        self.can.contains(&command)
    }

    /// Whether a switch is on.
    pub fn is_on(&self, switch: Switch) -> bool {
        self.on.contains(&switch)
    }

    /// Whether forecasts are shown.
    pub fn shows_forecasts(&self) -> bool {
        self.marks == GuideMarks::All && self.is_on(Switch::Guide)
    }

    /// Whether the rules have ended the game.
    pub fn is_over(&self) -> bool {
        self.game.is_some_and(|game| game.outcome.is_some())
    }
}
