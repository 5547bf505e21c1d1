//! Reasons for which a turn is refused.

use crate::board::{Hole, Segment};
use crate::position::Position;
use crate::sets::Segments;
use rules::{Game, MoveError, Side};

/// The reason for which a turn is refused, with the segments concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// The moving end stays next to its pivot, and one of the holes is not next to it.
    Apart {
        /// The end that stays.
        pivot: Hole,
        /// The hole of the moving end.
        old_end: Hole,
        /// The hole that it should go to.
        new_end: Hole,
    },
    /// No segment stands there.
    NoSegment(Segment),
    /// The segment there is the opponent's.
    NotOwn(Segment),
    /// The segment has no place to turn to, round this pivot.
    Stuck {
        /// The segment.
        segment: Segment,
        /// The end that would stay.
        pivot: Hole,
    },
    /// The segment would stay where it is.
    SamePlace(Segment),
    /// A segment stands there already.
    Occupied(Segment),
    /// The moving end would go backward.
    Backward {
        /// The segment that should turn.
        segment: Segment,
        /// The hole of its moving end.
        old_end: Hole,
        /// The hole that it should go to.
        new_end: Hole,
    },
    /// Whichever way it turns, the segment would pass over one that stands in the pivot hole.
    Barred {
        /// The end that stays.
        pivot: Hole,
        /// The segments that stand there, too.
        by: Segments,
    },
}

impl Forbidden {
    /// The segments concerned.
    pub fn segments(self) -> Segments {
        match self {
            Forbidden::Apart { pivot, old_end, .. } => {
                Segment::between(pivot, old_end).map_or(Segments::NONE, Segments::of)
            }
            Forbidden::NoSegment(segment)
            | Forbidden::NotOwn(segment)
            | Forbidden::Stuck { segment, .. }
            | Forbidden::SamePlace(segment)
            | Forbidden::Occupied(segment)
            | Forbidden::Backward { segment, .. } => Segments::of(segment),
            Forbidden::Barred { by, .. } => by,
        }
    }

    /// The same as an error, for a side to move.
    pub(crate) fn error(self, turn: Side) -> MoveError {
        let [us, them] = [turn, !turn].map(|side| Position::SIDES[side]);
        MoveError::illegal(match self {
            Forbidden::Apart {
                pivot,
                old_end,
                new_end,
            } => format!("{old_end} and {new_end} are not both next to the pivot {pivot}"),
            Forbidden::NoSegment(segment) => format!("there is no segment on {segment}"),
            Forbidden::NotOwn(segment) => format!("the segment {segment} is {them}, not {us}"),
            Forbidden::Stuck { segment, pivot } => {
                format!("the segment {segment} cannot turn round {pivot}")
            }
            Forbidden::SamePlace(segment) => format!("the segment {segment} must turn to another place"),
            Forbidden::Occupied(place) => format!("a segment stands on {place} already"),
            Forbidden::Backward { old_end, new_end, .. } => {
                format!("{new_end} is behind {old_end} for {us}, and no segment goes backward")
            }
            Forbidden::Barred { pivot, .. } => {
                format!("the segment would pass over one that stands in {pivot} too, whichever way it turns")
            }
        })
    }
}
