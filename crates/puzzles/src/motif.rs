//! The themes of puzzles.

use rules::{TextError, text};
use std::fmt;
use std::str::FromStr;

/// The idea of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motif {
    /// All moves but one lose.
    Defend,
    /// The first move neither scores nor takes.
    Quiet,
    /// Offboard: a marble is pushed into an empty target.
    PushOff,
    /// Offboard: a marble is pushed into a target of three points.
    TargetOfThree,
    /// Offboard: a push towards an occupied target is possible and scores nothing.
    OccupiedTarget,
    /// Offboard: a marble that came back is put on the board, or given up.
    PutBack,
    /// Polygone: a segment reaches the opponent's apex.
    Apex,
    /// Polygone: the seventh segment is taken.
    Seven,
    /// Polygone: one turn takes two polygons or more.
    TwoAtOnce,
    /// Polygone: another turn takes as many segments, and does not solve the puzzle.
    Trap,
    /// The opponent is left without a move.
    NoMove,
    /// Isometron: the first tile closes a line.
    FirstToClose,
    /// Isometron: another tile would score more at once, and does not win.
    LeaveNothingOpen,
    /// Isometron: at most eight cells are empty.
    ExactEnd,
    /// Isometron: the tile's image falls on a web, so that the opponent loses a free tile.
    Web,
}

impl Motif {
    /// All of them.
    pub const ALL: &'static [Motif] = &[
        Motif::Defend,
        Motif::Quiet,
        Motif::PushOff,
        Motif::TargetOfThree,
        Motif::OccupiedTarget,
        Motif::PutBack,
        Motif::Apex,
        Motif::Seven,
        Motif::TwoAtOnce,
        Motif::Trap,
        Motif::NoMove,
        Motif::FirstToClose,
        Motif::LeaveNothingOpen,
        Motif::ExactEnd,
        Motif::Web,
    ];

    /// The name in files and addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Motif::Defend => "defend",
            Motif::Quiet => "quiet",
            Motif::PushOff => "push-off",
            Motif::TargetOfThree => "target-of-three",
            Motif::OccupiedTarget => "occupied-target",
            Motif::PutBack => "put-back",
            Motif::Apex => "apex",
            Motif::Seven => "seven",
            Motif::TwoAtOnce => "two-at-once",
            Motif::Trap => "trap",
            Motif::NoMove => "no-move",
            Motif::FirstToClose => "first-to-close",
            Motif::LeaveNothingOpen => "leave-nothing-open",
            Motif::ExactEnd => "exact-end",
            Motif::Web => "web",
        }
    }
}

impl fmt::Display for Motif {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Motif {
    type Err = TextError;

    fn from_str(name: &str) -> Result<Motif, TextError> {
        text::choice("theme", name, Motif::ALL)
    }
}
