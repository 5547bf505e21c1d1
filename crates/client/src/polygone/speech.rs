//! Polygone in words.

use crate::language::{Messages, Text};
use polygone::{Move, Position};
use rules::{Game, Outcome, Reason};

/// What the sides are called.
pub const SIDES: [Text; 2] = [Text::White, Text::Black];

/// A move in words.
pub fn told(messages: &Messages, before: &Position, mv: Move) -> Vec<String> {
    let names = [
        ("side", messages.text(SIDES[before.turn()])),
        ("from", &mv.old_end.to_string()),
        ("to", &mv.new_end.to_string()),
    ];
    let mut parts = vec![messages.fill(Text::SaidStep, &names)];
    let taken = mv.taken.segments().into_iter().count();
    if taken > 0 {
        parts.push(messages.count(Text::PolygoneSaidTaken, taken));
    }
    parts
}

/// Why the game is over.
pub fn result(messages: &Messages, position: &Position, outcome: Outcome) -> String {
    let Outcome::Win { side, by } = outcome else {
        return messages.text(Text::DrawByRepetition).to_owned();
    };
    let taken = messages.count(Text::PolygoneSegments, usize::from(position.taken(side)));
    let names = [
        ("side", messages.text(SIDES[side])),
        ("other", messages.text(SIDES[!side])),
        ("segments", &taken),
    ];
    let text = match by {
        Reason::Apex => Text::PolygoneWinsByApex,
        Reason::Seven => Text::PolygoneWinsBySeven,
        _ => Text::WinsByNoMove,
    };
    messages.fill(text, &names)
}
