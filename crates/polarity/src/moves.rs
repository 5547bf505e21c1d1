//! Moves and their texts: one word, with the hand's trace in it.

use crate::position::RESERVE;
use magnets::{Disc, Trace};
use rules::TextError;
use std::fmt;
use std::str::FromStr;

/// The task of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Lay a foundation in the opening.
    Lay,
    /// Leave the action disc as a leaner, or commit a fault on purpose.
    Lean,
    /// Take up a flipped disc, turn it and lay it flat.
    Turn {
        /// The disc.
        disc: Disc,
    },
    /// Lift a cluster by one of its discs and set it down as a tower.
    Capture {
        /// The disc that the hand takes hold of.
        disc: Disc,
    },
}

/// A move. A position decides whether it may be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// A movement of the hand: `lean:TRACE`, `capture:12:TRACE`.
    Hand {
        /// The hand's task.
        task: Task,
        /// The hand's movement.
        trace: Trace,
    },
    /// A cluster that is a tower of one's own colour is captured where it stands: `declare:12`.
    Declare {
        /// A disc of it.
        disc: Disc,
    },
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::Lay => f.write_str("lay"),
            Task::Lean => f.write_str("lean"),
            Task::Turn { disc } => write!(f, "turn:{}", disc.0),
            Task::Capture { disc } => write!(f, "capture:{}", disc.0),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Hand { task, trace } => write!(f, "{task}:{}", trace.to_text()),
            Move::Declare { disc } => write!(f, "declare:{}", disc.0),
        }
    }
}

/// The forms of a move's text.
const FORMS: &str = "lay:TRACE, lean:TRACE, turn:DISC:TRACE, capture:DISC:TRACE or declare:DISC";

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        let (name, trace) = rest.split_once(':').unwrap_or((rest, ""));
        let named = || {
            disc(name).ok_or_else(|| {
                let expected = format!("a disc from 1 to {}", 2 * RESERVE);
                TextError::at("move", text, word.len() + 1, expected)
            })
        };
        let (task, trace) = match word {
            "lay" => (Task::Lay, rest),
            "lean" => (Task::Lean, rest),
            "turn" => (Task::Turn { disc: named()? }, trace),
            "capture" => (Task::Capture { disc: named()? }, trace),
            "declare" => {
                let mv = Move::Declare { disc: named()? };
                return match mv.to_string() {
                    written if written == text => Ok(mv),
                    written => Err(TextError::at("move", text, written.len(), "the end")),
                };
            }
            _ => return Err(TextError::at("move", text, 0, FORMS)),
        };
        // All that stands before the trace has been read, and is plain ASCII.
        let at = text.len() - trace.len();
        let trace = Trace::from_text(trace)
            .map_err(|error| TextError::at("move", text, at, format!("a trace ({error})")))?;
        Ok(Move::Hand { task, trace })
    }
}

/// A disc's name in its one spelling.
fn disc(text: &str) -> Option<Disc> {
    let name: u8 = text.parse().ok()?;
    let fine = (1..=2 * RESERVE).contains(&name) && name.to_string() == text;
    fine.then_some(Disc(name))
}
