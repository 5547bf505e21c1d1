//! Points of whichever game is played.

use games::AnyGame;
use rules::Side;

/// The points of a side: targets in Offboard, segments taken in Polygone, points in Isometron; nothing in
/// Polarity, whose points are counted at the end.
// The wildcard is Polarity where the program knows it, and nothing else.
#[allow(unreachable_patterns, clippy::match_wildcard_for_single_variants)]
pub(crate) fn score(game: &AnyGame, side: Side) -> u32 {
    match game {
        AnyGame::Offboard(history) => history.position().points(side).into(),
        AnyGame::Polygone(history) => history.position().taken(side).into(),
        AnyGame::Isometron(history) => history.position().points(side).into(),
        _ => 0,
    }
}
