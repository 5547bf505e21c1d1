//! Choices before the first disc is laid: rule set, the red disc's face, one or two players a side.

use rules::{Side, TextError, text};
use std::fmt;
use std::str::FromStr;

/// The two rule sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// A slide beyond the diameter is a fault; a player with no disc of their colour up loses.
    #[default]
    Temple,
    /// The own foundations and towers may slide; a player whose colour all foundations and towers show wins.
    Ferti,
}

impl Rules {
    /// Both, the default first.
    pub const ALL: [Rules; 2] = [Rules::Temple, Rules::Ferti];
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rules::Temple => "temple",
            Rules::Ferti => "ferti",
        })
    }
}

/// The red disc's face up: the fundamental polarity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Face {
    /// Marked `-`; the pole that a disc with its white face up has up, too.
    #[default]
    North,
    /// Marked `.`.
    South,
}

impl Face {
    /// Both, the default first.
    pub const ALL: [Face; 2] = [Face::North, Face::South];

    const fn name(self) -> &'static str {
        match self {
            Face::North => "north",
            Face::South => "south",
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Face::North => "-",
            Face::South => ".",
        })
    }
}

/// How the red disc fell, and whether it was called right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toss {
    /// The face that came up.
    pub face: Face,
    /// Whether the caller chooses the colour; otherwise the player who tossed does.
    pub called_right: bool,
}

/// Tosses the red disc against a call.
pub fn toss(seed: u64, call: Face) -> Toss {
    let face = Face::ALL[rules::Random::new(seed).below(2) as usize];
    Toss {
        face,
        called_right: face == call,
    }
}

/// A way to start: `temple-north`, or `ferti-south-teams` with two players a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StartVariant {
    /// The rule set.
    pub rules: Rules,
    /// The result of the toss.
    pub red: Face,
    /// Whether two players a side take turns.
    pub teams: bool,
}

const fn variant(rules: Rules, red: Face, teams: bool) -> StartVariant {
    StartVariant { rules, red, teams }
}

impl rules::Variant for StartVariant {
    const ALL: &'static [StartVariant] = &[
        variant(Rules::Temple, Face::North, false),
        variant(Rules::Temple, Face::South, false),
        variant(Rules::Ferti, Face::North, false),
        variant(Rules::Ferti, Face::South, false),
        variant(Rules::Temple, Face::North, true),
        variant(Rules::Temple, Face::South, true),
        variant(Rules::Ferti, Face::North, true),
        variant(Rules::Ferti, Face::South, true),
    ];
}

impl fmt::Display for StartVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let teams = if self.teams { "-teams" } else { "" };
        write!(f, "{}-{}{teams}", self.rules, self.red.name())
    }
}

impl FromStr for StartVariant {
    type Err = TextError;

    fn from_str(text: &str) -> Result<StartVariant, TextError> {
        text::choice("variant", text, <StartVariant as rules::Variant>::ALL)
    }
}

/// The player of a side whose turn it is, and the number of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// Counted from 0.
    pub(crate) at: u8,
    pub(crate) of: u8,
}

impl Seat {
    /// Every seat there is, alone or in a team of two.
    pub(crate) const ALL: [Seat; 3] = [
        Seat { at: 0, of: 1 },
        Seat { at: 0, of: 2 },
        Seat { at: 1, of: 2 },
    ];

    /// The number of that player, from 0.
    pub const fn player(self) -> u8 {
        self.at
    }

    /// How many players the side has.
    pub const fn players(self) -> u8 {
        self.of
    }

    pub(crate) fn first(teams: bool) -> Seat {
        Seat {
            at: 0,
            of: 1 + u8::from(teams),
        }
    }

    pub(crate) fn next(self) -> Seat {
        Seat {
            at: (self.at + 1) % self.of,
            of: self.of,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.at + 1, self.of)
    }
}

/// Names of the sides.
pub const SIDES: [&str; 2] = ["white", "black"];

/// The side that owns a face.
pub(crate) fn owner(white_up: bool) -> Side {
    if white_up { Side::First } else { Side::Second }
}
