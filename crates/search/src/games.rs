//! What the engine knows of each game.

mod isometron;
mod offboard;
mod polygone;

use crate::score::Score;
use rules::Side;

/// The difference of something between the sides.
#[inline]
fn difference(of: impl Fn(Side) -> Score) -> Score {
    of(Side::First) - of(Side::Second)
}
