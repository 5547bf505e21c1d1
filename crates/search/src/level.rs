//! How strong the computer plays, from 1 to 10.

use crate::score::Score;
use rules::TextError;
use rules::text::choice;
use std::fmt;
use std::str::FromStr;

/// How many levels there are.
const COUNT: usize = 10;

/// One of the ten levels: 1 loses to a child who knows the rules, 10 is full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; COUNT] = {
        let mut all = [Level(1); COUNT];
        let mut at = 0;
        while at < COUNT {
            all[at] = Level(at as u8 + 1);
            at += 1;
        }
        all
    };
    /// Full strength.
    pub const STRONGEST: Level = Level(COUNT as u8);

    /// The level of a number from 1 to 10.
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Level, TextError> {
        choice("level", text, &Level::ALL)
    }
}

/// The strength of a level in a game. Limited by nodes, never by time, so that it plays the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Nodes searched for a move, at most.
    pub nodes: u64,
    /// Plies searched, at most, apart from the quiet search at the leaves.
    pub depth: u32,
    /// How far the worth of a move is misjudged, at most; playouts are not misjudged.
    pub noise: Score,
    /// Moves of a hundred that are played without a thought.
    pub careless: u8,
}

/// The numbers of a game, by level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strengths(pub [Strength; COUNT]);

impl Strengths {
    /// The strength of a level.
    pub const fn at(&self, level: Level) -> Strength {
        self.0[level.0 as usize - 1]
    }
}

/// A table of levels, written a row each: nodes, depth, noise, careless moves of a hundred.
pub const fn strengths(rows: [(u64, u32, Score, u8); COUNT]) -> Strengths {
    let mut table = [Strength {
        nodes: 1,
        depth: 1,
        noise: 0,
        careless: 0,
    }; COUNT];
    let mut at = 0;
    while at < COUNT {
        let (nodes, depth, noise, careless) = rows[at];
        table[at] = Strength {
            nodes,
            depth,
            noise,
            careless,
        };
        at += 1;
    }
    Strengths(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbers_from_one_to_ten() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(Level::new(level.number()), Some(level));
        }
        assert_eq!((Level::new(0), Level::new(11)), (None, None));
        assert!("11".parse::<Level>().is_err());
        assert!("".parse::<Level>().is_err());
    }
}
