//! How lines of moves and scores are written.

use rules::Game;
use search::Score;

/// A score in points: `+1.25`.
pub(crate) fn points(score: Score) -> String {
    format!("{:+.2}", f64::from(score) / 100.0)
}

/// The moves of a line, each written in the position where it is played.
pub(crate) fn texts<G: Game>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = *position;
    let written = moves.iter().map(|mv| {
        let text = position.move_text(*mv);
        position.play_unchecked(*mv);
        text
    });
    written.collect()
}
