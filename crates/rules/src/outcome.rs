//! How a game ended, and why.

use crate::Side;
use std::fmt;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// The winner.
        side: Side,
        /// The reason of the win.
        by: Reason,
    },
    /// A draw.
    Draw {
        /// The reason of the draw.
        by: Reason,
    },
}

impl Outcome {
    /// The reason why the game ended.
    pub const fn reason(self) -> Reason {
        match self {
            Outcome::Win { by, .. } | Outcome::Draw { by } => by,
        }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win { side, .. } => Some(side),
            Outcome::Draw { .. } => None,
        }
    }

    /// One line for people who know the game's names of the sides: `red wins by points`.
    pub fn describe(self, side_names: [&str; 2]) -> String {
        match self {
            Outcome::Win { side, by } => format!("{} wins by {by}", side_names[side]),
            Outcome::Draw { by } => format!("draw by {by}"),
        }
    }
}

/// Why a game is over. Its text is what records and the command line write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Enough points, or more points at the end.
    Points,
    /// A segment reached the opponent's apex.
    Apex,
    /// Seven segments taken.
    Seven,
    /// The side to move has no legal move.
    NoMove,
    /// The same position for the third time.
    Repetition,
    /// The red disc was touched, or moved off its spot.
    RedDisc,
    /// A player has no disc of their colour up on the mat.
    EmptyMat,
    /// All that lies on the mat shows one colour.
    OneColour,
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 8] = [
        Reason::Points,
        Reason::Apex,
        Reason::Seven,
        Reason::NoMove,
        Reason::Repetition,
        Reason::RedDisc,
        Reason::EmptyMat,
        Reason::OneColour,
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Points => "points",
            Reason::Apex => "apex",
            Reason::Seven => "seven",
            Reason::NoMove => "no move",
            Reason::Repetition => "repetition",
            Reason::RedDisc => "red disc",
            Reason::EmptyMat => "empty mat",
            Reason::OneColour => "one colour",
        })
    }
}
