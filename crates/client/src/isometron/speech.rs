//! Isometron in words.

use crate::language::{Messages, Text};
use isometron::{Move, Position};
use rules::{Game, Outcome};

/// What the sides are called.
pub const SIDES: [Text; 2] = [Text::Red, Text::Blue];

/// A move in words.
pub fn told(messages: &Messages, before: &Position, mv: Move) -> Vec<String> {
    let side = ("side", messages.text(SIDES[before.turn()]));
    let (text, tile) = match mv {
        Move::Pass => return vec![messages.fill(Text::IsometronSaidPass, &[side])],
        Move::Tile(tile) => (Text::IsometronSaidTile, tile),
        Move::Wrong(tile) => (Text::IsometronSaidWrong, tile),
    };
    let mut parts = vec![messages.fill(text, &[side, ("cell", &tile.cell.to_string())])];
    let stands = match mv {
        Move::Wrong(_) => before.owed().unwrap_or(tile),
        _ => tile,
    };
    let line = before.preview(stands).len();
    if line > 0 {
        let points = messages.count(Text::Points, line);
        parts.push(messages.fill(Text::SaidScore, &[("points", &points)]));
    }
    parts
}

/// Why the game is over.
pub fn result(messages: &Messages, position: &Position, outcome: Outcome) -> String {
    let points = |side| position.points(side).to_string();
    match outcome {
        Outcome::Win { side, .. } => messages.fill(
            Text::IsometronWins,
            &[
                ("side", messages.text(SIDES[side])),
                ("n", &points(side)),
                ("m", &points(!side)),
            ],
        ),
        Outcome::Draw { .. } => messages.fill(
            Text::IsometronDraw,
            &[(
                "points",
                &messages.count(Text::Points, usize::from(position.points(rules::Side::First))),
            )],
        ),
    }
}
