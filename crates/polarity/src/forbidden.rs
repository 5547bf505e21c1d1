//! Reasons for which a movement of the hand is refused, as if it had not been made.

use crate::live::MOST_SAMPLES;
use crate::setup::SIDES;
use crate::verdict::{Fault, Misfit};
use magnets::{Disc, HandError, SceneError};
use rules::{MoveError, Outcome};
use std::fmt;

/// The reason for which a movement is refused, with the disc concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// The game is over.
    Over(Outcome),
    /// All foundations lie.
    LaidAll,
    /// The foundations come first.
    FoundationsFirst,
    /// A cluster has to be captured first.
    CaptureFirst {
        /// The lowest disc of it.
        disc: Disc,
    },
    /// A flipped disc has to be turned first.
    TurnFirst {
        /// The disc.
        disc: Disc,
    },
    /// The disc is none that the side to move has to turn.
    NotFlipped {
        /// The disc.
        disc: Disc,
    },
    /// The disc is in no cluster that has to be captured.
    NoCluster {
        /// The disc.
        disc: Disc,
    },
    /// The cluster is a tower that already shows the right colour: with `temple` it is declared.
    DeclareIt {
        /// A disc of it.
        disc: Disc,
    },
    /// The cluster is no tower that could be declared.
    NoTower {
        /// A disc of it.
        disc: Disc,
    },
    /// No disc is left in the reserve.
    EmptyReserve,
    /// The hand cannot come in so.
    Hand(HandError),
    /// The trace has too many samples.
    TooLong,
    /// The trace begins elsewhere than the hand.
    WrongBeginning,
    /// The hand turns a disc from the reserve over.
    TurnedInHand,
    /// The simulation was broken off.
    Stopped,
    /// The movement was made in another position.
    OtherPosition,
    /// The hand left no trace.
    NoTrace,
    /// The discs at the end make no scene.
    NoScene(SceneError),
    /// Something reacted while a foundation was laid.
    Disturbed {
        /// The first reaction.
        fault: Fault,
    },
    /// A disc that lay flat was tipped while a foundation was laid.
    Tipped {
        /// The disc.
        disc: Disc,
    },
    /// The hand left with the disc that it should lay.
    Withheld,
    /// A disc to be laid does not lie as it must.
    Misplaced {
        /// The disc.
        disc: Disc,
        /// The first thing that is wrong with it.
        why: Misfit,
    },
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forbidden::Over(outcome) => MoveError::over(outcome.describe(SIDES)).fmt(f),
            Forbidden::LaidAll => f.write_str("all foundations are placed: lean a disc now"),
            Forbidden::FoundationsFirst => f.write_str("the foundations come first: lay a disc flat"),
            Forbidden::CaptureFirst { disc } => write!(f, "capture the cluster of disc {} first", disc.0),
            Forbidden::TurnFirst { disc } => write!(f, "take up disc {} first and turn it", disc.0),
            Forbidden::NotFlipped { disc } => write!(f, "disc {} is not owed to you", disc.0),
            Forbidden::NoCluster { disc } => write!(f, "disc {} is in no cluster to be captured", disc.0),
            Forbidden::DeclareIt { disc } => {
                write!(f, "the tower of disc {} shows your colour: declare it", disc.0)
            }
            Forbidden::NoTower { disc } => write!(
                f,
                "the cluster of disc {} is no tower with your colour up: capture it",
                disc.0
            ),
            Forbidden::EmptyReserve => f.write_str("the reserve is empty: no disc can be brought in"),
            Forbidden::Hand(error) => error.fmt(f),
            Forbidden::TooLong => write!(
                f,
                "a hand has at most {MOST_SAMPLES} samples: leave and come again"
            ),
            Forbidden::WrongBeginning => {
                f.write_str("the trace begins where the hand is not: begin at the disc that is lifted")
            }
            Forbidden::TurnedInHand => {
                f.write_str("a disc from the reserve keeps its own colour up: tilt it by at most 90 degrees")
            }
            Forbidden::Stopped => f.write_str("the simulation was stopped: try again"),
            Forbidden::OtherPosition => {
                f.write_str("the movement starts in another position: take the current one")
            }
            Forbidden::NoTrace => f.write_str("the hand left no trace: try again"),
            Forbidden::NoScene(error) => write!(f, "the simulation failed ({error}): try again"),
            Forbidden::Disturbed { fault } => write!(f, "{fault}: lay the disc again"),
            Forbidden::Tipped { disc } => write!(f, "disc {} is tipped: lay the disc again", disc.0),
            Forbidden::Withheld => f.write_str("the hand left with its disc: lay the disc again"),
            Forbidden::Misplaced { .. } => {
                f.write_str("lay the disc again: flat, own colour up, inside the circle")
            }
        }
    }
}

impl std::error::Error for Forbidden {}

impl From<Forbidden> for MoveError {
    fn from(error: Forbidden) -> MoveError {
        MoveError::illegal(error.to_string())
    }
}
