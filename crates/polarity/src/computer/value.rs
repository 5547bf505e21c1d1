//! What a position is worth.

use super::room::room;
use crate::position::Position;
use rules::{Outcome, Side};

/// A won game.
const WON: f64 = 1000.0;
/// What a disc in a cluster is worth to whom it is owed: most captures succeed.
const OWED: f64 = 0.8;
/// What room to lean is worth: much while there is little of it.
const ROOM: f64 = 0.35;

/// What a position is worth for a side, in points: those it has, and what can be made of the room to lean.
pub(super) fn value(position: &Position, side: Side) -> f64 {
    match position.outcome() {
        Some(Outcome::Win { side: winner, .. }) if winner == side => WON,
        Some(Outcome::Win { .. }) => -WON,
        Some(Outcome::Draw { .. }) => 0.0,
        None => balance(position, side),
    }
}

/// What it is worth as if the game went on.
pub(super) fn balance(position: &Position, side: Side) -> f64 {
    let points = position.points(side) - position.points(side.other());
    let owed: usize = position.captures().map(|group| group.discs.len()).sum();
    let sign = if position.turn() == side { OWED } else { -OWED };
    let freedom = |side: Side| (room(position, side) as f64).sqrt();
    f64::from(points) + sign * owed as f64 + ROOM * (freedom(side) - freedom(side.other()))
}
