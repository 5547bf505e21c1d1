//! What the engine knows of each game.

mod isometron;
mod offboard;
mod polygone;

use rules::{Game, Side};

/// How many more the first side has of something.
#[inline]
fn difference(of: impl Fn(Side) -> i32) -> i32 {
    of(Side::First) - of(Side::Second)
}

/// 1 for the first side to move, -1 for the second.
#[inline]
fn sign(position: &impl Game) -> i32 {
    if position.turn() == Side::First { 1 } else { -1 }
}
