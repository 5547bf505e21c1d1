//! Polygone in words.

use super::control::Control;
use crate::language::{Messages, Text};
use crate::result::side_texts;
use games::GameId;
use polygone::{Forbidden, Hole, Move, Position};
use rules::{Game, Side};

/// Names of the sides.
pub const SIDES: [Text; 2] = side_texts(GameId::Polygone);

/// A hole, whose segments stand in it, and what can be done with it.
pub fn hole(messages: &Messages, position: &Position, control: &Control, hole: Hole) -> String {
    let count = |side: Side| {
        let segments = hole.segments().and(position.segments(side)).into_iter().count();
        (segments > 0).then(|| {
            let segments = messages.count(Text::PolygoneSegments, segments);
            format!("{}: {segments}", messages.text(SIDES[side]))
        })
    };
    let inside: Vec<String> = Side::BOTH.into_iter().filter_map(count).collect();
    let name = hole.to_string();
    let what = if inside.is_empty() {
        messages.fill(Text::CellEmpty, &[("cell", &name)])
    } else {
        format!("{name}, {}", inside.join(", "))
    };
    let more = if control.lights(hole) {
        Text::CellLit
    } else if control.held().is_some_and(|held| held.end == hole) {
        Text::CellHeld
    } else if control.is_movable(hole) {
        Text::CellMovable
    } else {
        return what;
    };
    messages.fill(more, &[("what", &what)])
}

/// A polygon that may be taken, and what that costs whom.
pub fn polygon(messages: &Messages, position: &Position, control: &Control, index: usize) -> String {
    let Some(prey) = control.taking().map(|taking| taking.prey(index)) else {
        return String::new();
    };
    // The segment that turned stands where the position does not have it yet.
    let owner = prey.into_iter().find_map(|segment| position.owner(segment));
    let side = owner.unwrap_or_else(|| position.turn());
    let segments = messages.count(Text::PolygoneSegments, prey.into_iter().count());
    messages.fill(
        Text::PolygonePolygon,
        &[
            ("n", &(index + 1).to_string()),
            ("side", messages.text(SIDES[side])),
            ("segments", &segments),
        ],
    )
}

/// Why something is refused.
pub fn why_not(messages: &Messages, reason: Forbidden) -> String {
    let name = |hole: Hole| hole.to_string();
    match reason {
        Forbidden::Apart { pivot, .. } => messages.fill(Text::PolygoneApart, &[("pivot", &name(pivot))]),
        Forbidden::NotOwn(_) => messages.text(Text::PolygoneNotOwn).to_owned(),
        Forbidden::Stuck { pivot, .. } => messages.fill(Text::PolygoneStuck, &[("pivot", &name(pivot))]),
        Forbidden::Occupied(_) => messages.text(Text::PolygoneOccupied).to_owned(),
        Forbidden::Backward { .. } => messages.text(Text::PolygoneBackward).to_owned(),
        Forbidden::Barred { pivot, .. } => messages.fill(Text::PolygoneBarred, &[("pivot", &name(pivot))]),
        Forbidden::NoSegment(_) | Forbidden::SamePlace(_) => messages.text(Text::WhyNot).to_owned(),
    }
}

/// A move in words.
pub fn spoken_move(messages: &Messages, before: &Position, mv: Move) -> Vec<String> {
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
