//! The ends of a game: at once, or after the last disc by points.

use crate::position::{Phase, Position};
use crate::setup::Rules;
use crate::verdict::Consequence;
use rules::{Outcome, Reason, Side};

/// Ends the game, if it has ended after a movement of `side`.
pub(crate) fn conclude(next: &mut Position, side: Side, lost: bool, consequences: &mut Vec<Consequence>) {
    if next.phase == Phase::Play && next.reserves.contains(&0) {
        next.phase = Phase::Last;
    }
    let Some(outcome) = ended(next, side, lost) else {
        return;
    };
    if next.turn == side {
        next.seats[side] = next.seats[side].next();
        next.turn = side.other();
    }
    next.phase = Phase::Over(outcome);
    next.moved.clear();
    consequences.push(Consequence::GameEnds { outcome });
}

fn ended(next: &Position, side: Side, lost: bool) -> Option<Outcome> {
    let win = |side, by| Some(Outcome::Win { side, by });
    if lost {
        return win(side.other(), Reason::RedDisc);
    }
    match next.rules {
        // The mover's loss comes first: an empty mat is their doing.
        Rules::Temple => {
            if let Some(bare) = [side, side.other()]
                .into_iter()
                .find(|side| !next.is_present(*side))
            {
                return win(bare.other(), Reason::EmptyMat);
            }
        }
        Rules::Ferti => {
            if let Some(only) = Side::BOTH.into_iter().find(|side| next.shows_only(*side)) {
                return win(only, Reason::OneColour);
            }
        }
    }
    if next.phase != Phase::Last || next.captures().next().is_some() {
        return None;
    }
    let by = Reason::Points;
    match next.points(Side::First) - next.points(Side::Second) {
        0 => Some(Outcome::Draw { by }),
        1.. => win(Side::First, by),
        _ => win(Side::Second, by),
    }
}
