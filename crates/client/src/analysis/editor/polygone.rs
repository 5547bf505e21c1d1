//! Polygone: each tap on a place changes it from empty to white, to black, to empty.

use super::{Editable, next, pair, with_field};
use crate::language::Text;
use crate::polygone::control::Control;
use drawing::Point;
use drawing::polygone::geometry::Geometry;
use polygone::board::WINNING_COUNT;
use polygone::{Position, Segment};
use rules::{Game, Side};

/// Indices of two fields of a position's text.
const TURN: usize = 2;
const TAKEN: usize = 3;
const LETTERS: [&str; 2] = ["w", "b"];

impl Editable for Position {
    const COUNTS: bool = true;

    fn touched(&self, at: Point, flipped: bool) -> Option<String> {
        let view = Geometry { flipped };
        let place = view.segment_at(at).filter(|_| view.hole_at(at).is_none())?;
        let owner = next(&[None, Some(Side::First), Some(Side::Second)], self.owner(place));
        let list = |side: Side| {
            let is_there = |segment: &Segment| {
                let stands = if *segment == place {
                    owner
                } else {
                    self.owner(*segment)
                };
                stands == Some(side)
            };
            let texts: Vec<String> = Segment::all()
                .filter(is_there)
                .map(|segment| segment.to_string())
                .collect();
            if texts.is_empty() {
                "-".to_owned()
            } else {
                texts.join(",")
            }
        };
        let taken = pair(
            Side::BOTH.map(|side| u16::from(self.taken(side))),
            Side::First,
            self.taken(Side::First).into(),
        );
        let [white, black] = Side::BOTH.map(list);
        Some(format!("{white} {black} {} {taken}", LETTERS[self.turn()]))
    }

    fn cursor(control: &Control) -> Point {
        control.view().hole(control.cursor())
    }

    fn emptied(&self) -> String {
        format!("- - {} 0-0", LETTERS[self.turn()])
    }

    fn with_turn(&self, side: Side) -> String {
        with_field(self, TURN, LETTERS[side].to_owned())
    }

    fn with_points(&self, side: Side, points: u16) -> String {
        let taken = Side::BOTH.map(|side| u16::from(self.taken(side)));
        with_field(self, TAKEN, pair(taken, side, points))
    }

    fn refusal(text: &str) -> Text {
        let taken = text.rsplit(' ').next().unwrap_or_default().split('-');
        let won = taken
            .filter_map(|taken| taken.parse().ok())
            .filter(|taken: &u8| *taken >= WINNING_COUNT);
        if won.count() > 1 {
            Text::EditBothWon
        } else {
            Text::EditTooMany
        }
    }
}
