//! Isometron: a tap goes through an empty cell and the four ways in which a tile can lie.

use super::rows::{EMPTY, expanded, written};
use super::{Editable, fields, next, pair, with_field};
use crate::isometron::control::Control;
use crate::language::Text;
use drawing::Point;
use drawing::isometron::geometry::{Geometry, RACK_HEIGHT};
use isometron::board::SIZE;
use isometron::{Position, Symmetry};
use rules::{Game, Side};

const CELLS: usize = 0;
const SYMMETRY: usize = 1;
const TURN: usize = 2;
const OWED: usize = 3;
const PASSES: usize = 4;
const POINTS: usize = 5;
const LETTERS: [&str; 2] = ["r", "b"];

impl Editable for Position {
    const COUNTS: bool = true;

    fn touched(&self, at: Point, flipped: bool) -> Option<String> {
        let view = Geometry { flipped };
        let cell = view.cell_at(at + Point::new(0.0, RACK_HEIGHT / 2.0))?;
        let mut fields = fields(self);
        let mut rows = expanded(&fields[CELLS]);
        let letter = &mut rows[SIZE - 1 - cell.row()][cell.column()];
        *letter = next(&[EMPTY, 'a', 'b', 'c', 'd'], *letter);
        fields[CELLS] = written(&rows);
        Some(settled(fields))
    }

    fn cursor(control: &Control) -> Point {
        control.view().cell(control.cursor()) - Point::new(0.0, RACK_HEIGHT / 2.0)
    }

    fn emptied(&self) -> String {
        Position::start(self.symmetry()).with_turn(self.turn())
    }

    fn with_turn(&self, side: Side) -> String {
        let mut fields = fields(self);
        LETTERS[side].clone_into(&mut fields[TURN]);
        settled(fields)
    }

    fn of_variant(&self) -> Symmetry {
        self.symmetry()
    }

    fn with_variant(&self, symmetry: Symmetry) -> String {
        let mut fields = fields(self);
        fields[SYMMETRY] = symmetry.to_string();
        settled(fields)
    }

    fn with_points(&self, side: Side, points: u16) -> String {
        let now = Side::BOTH.map(|side| self.points(side));
        with_field(self, POINTS, pair(now, side, points))
    }

    fn refusal(_text: &str) -> Text {
        Text::EditTooMany
    }
}

/// On a board that is set up, nobody owes an image and nobody has passed.
fn settled(mut fields: Vec<String>) -> String {
    "-".clone_into(&mut fields[OWED]);
    "0".clone_into(&mut fields[PASSES]);
    fields.join(" ")
}
