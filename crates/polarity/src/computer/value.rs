//! Evaluation of a position.

use super::free_space::{leaners_on, room};
use crate::position::{Group, Position};
use rules::{Outcome, Side};

/// A won game.
const WON: f64 = 1000.0;
/// Value of a disc in a cluster for its captor: most captures succeed, ...
const OWED: f64 = 0.8;
/// ... but hardly one that takes the base away from a leaner: the discs go to the capturer's reserve, and the turn is over.
const SPOILED: f64 = -0.9;
const TURN: f64 = 1.0;
/// Weight of room to lean: the less there is, the more another place counts.
const ROOM: f64 = 0.35;

/// Value of a position for a side, in points: its points, and the room to lean.
pub(super) fn value(position: &Position, side: Side) -> f64 {
    match position.outcome() {
        Some(Outcome::Win { side: winner, .. }) if winner == side => WON,
        Some(Outcome::Win { .. }) => -WON,
        Some(Outcome::Draw { .. }) => 0.0,
        None => balance(position, side),
    }
}

/// Value as if the game went on.
pub(super) fn balance(position: &Position, side: Side) -> f64 {
    let points = position.points(side) - position.points(side.other());
    let owed: f64 = position.captures().map(|group| prize(position, group)).sum();
    let sign = if position.turn() == side { 1.0 } else { -1.0 };
    let freedom = |side: Side| (room(position, side) as f64).sqrt();
    f64::from(points) + sign * owed + ROOM * (freedom(side) - freedom(side.other()))
}

/// Value of a cluster for its captor.
pub(super) fn prize(position: &Position, cluster: &Group) -> f64 {
    let discs = cluster.discs.len() as f64;
    if leaners_on(position, &cluster.discs) == 0 || position.is_own_stack(cluster, position.turn()) {
        OWED * discs
    } else {
        SPOILED * discs - TURN
    }
}
