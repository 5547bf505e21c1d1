//! The computer as an opponent: its level, which side the person plays, and the seed of its choices.

use crate::language::Text;
use crate::route::Route;
use rules::Side;

/// A level of the computer, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComputerLevel(u8);

impl ComputerLevel {
    /// The highest.
    pub const MOST: u8 = 10;

    /// The level of a number.
    pub const fn new(number: u8) -> Option<ComputerLevel> {
        if number >= 1 && number <= ComputerLevel::MOST {
            Some(ComputerLevel(number))
        } else {
            None
        }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The name of the level.
    pub const fn text(self) -> Text {
        [
            Text::Level1,
            Text::Level2,
            Text::Level3,
            Text::Level4,
            Text::Level5,
            Text::Level6,
            Text::Level7,
            Text::Level8,
            Text::Level9,
            Text::Level10,
        ][self.0 as usize - 1]
    }
}

impl Default for ComputerLevel {
    fn default() -> ComputerLevel {
        ComputerLevel(3)
    }
}

/// The parameter of an address that asks for a level.
pub(crate) const LEVEL: &str = "level";

/// The parameter of an address that asks for a position to begin with.
pub(crate) const POSITION: &str = "position";

/// The address of a game against the computer that begins in a position.
pub(crate) fn play_on_address(route: Route, position: &str) -> String {
    format!("{}?{POSITION}={}", route.path(), position.replace(' ', "+"))
}

/// The opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// How well it plays.
    pub level: ComputerLevel,
    /// The side of the person.
    pub person: Side,
    /// The seed of its choices among moves of the same worth.
    pub seed: u64,
}

const SIDES: [&str; 2] = ["first", "second"];

impl Opponent {
    /// The usual opponent.
    pub fn new(seed: u64) -> Opponent {
        Opponent {
            level: ComputerLevel::default(),
            person: Side::First,
            seed,
        }
    }

    /// `5 first 1234`: the level, the person's side, the seed.
    pub fn to_text(self) -> String {
        format!(
            "{} {} {}",
            self.level.number(),
            SIDES[self.person.index()],
            self.seed
        )
    }

    /// Reads [`to_text`](Self::to_text).
    pub fn from_text(text: &str) -> Option<Opponent> {
        let mut words = text.split(' ');
        let level = ComputerLevel::new(words.next()?.parse().ok()?)?;
        let side = words.next()?;
        let person = Side::BOTH
            .into_iter()
            .find(|person| SIDES[person.index()] == side)?;
        let seed = words.next()?.parse().ok()?;
        words.next().is_none().then_some(Opponent { level, person, seed })
    }
}
