//! Edits positions of Offboard: a tap on a cell or a target cycles through empty, red and yellow; a tap on the tray fills
//! or empties it.

use super::rows::{EMPTY, expanded, written};
use super::{Editable, fields, next, with_field};
use crate::language::Text;
use crate::offboard::control::Control;
use drawing::Point;
use drawing::offboard::geometry::{Geometry, TRAY};
use offboard::{Cell, Position};
use rules::{Game, Side};

const LETTERS: [char; 2] = ['r', 'y'];
const CELLS: usize = 0;
const TURN: usize = 1;
const TARGETS: usize = 2;
const RETURNED: usize = 3;
/// Largest distance of a tap from the tray that it means.
const TRAY_REACH: f64 = 0.7;

/// A cell's row and place in the row in the position's text.
fn place(cell: Cell) -> (usize, usize) {
    let first = (cell.row() - 4).max(1);
    ((9 - cell.row()) as usize, (cell.column() - first) as usize)
}

impl Editable for Position {
    const COUNTS: bool = false;

    fn touched(&self, at: Point, flipped: bool) -> Option<String> {
        let view = Geometry { flipped };
        let mut fields = fields(self);
        if let Some(cell) = view.cell_at(at) {
            let mut rows = expanded(&fields[CELLS]);
            let (row, place) = place(cell);
            rows[row][place] = next(&[EMPTY, LETTERS[0], LETTERS[1]], rows[row][place]);
            fields[CELLS] = written(&rows);
        } else if let Some(target) = view.target_at(at) {
            let mut targets: Vec<char> = fields[TARGETS].chars().collect();
            targets[target] = next(&['-', LETTERS[0], LETTERS[1]], targets[target]);
            fields[TARGETS] = targets.into_iter().collect();
        } else if (at - TRAY).length() <= TRAY_REACH {
            let returned = if self.returned() { "-" } else { "*" };
            returned.clone_into(&mut fields[RETURNED]);
        } else {
            return None;
        }
        Some(fields.join(" "))
    }

    fn cursor(control: &Control) -> Point {
        control.view().cell(control.cursor())
    }

    fn emptied(&self) -> String {
        format!("5/6/7/8/9/8/7/6/5 {} ------------ -", LETTERS[self.turn()])
    }

    fn with_turn(&self, side: Side) -> String {
        with_field(self, TURN, LETTERS[side].to_string())
    }

    /// The marbles in the targets are the points.
    fn with_points(&self, _side: Side, _points: u16) -> String {
        self.to_string()
    }

    fn refusal(text: &str) -> Text {
        let fields: Vec<&str> = text.split(' ').collect();
        let is_too_many = LETTERS.into_iter().any(|letter| {
            let on_board = fields[CELLS].matches(letter).count() + fields[TARGETS].matches(letter).count();
            let back = fields[RETURNED] == "*" && fields[TURN].contains(letter);
            on_board + usize::from(back) > 12
        });
        if is_too_many {
            Text::EditTooMany
        } else {
            Text::EditBothWon
        }
    }
}
