//! The cell that the arrow keys are on.

use drawing::Point;
use drawing::offboard::geometry::Geometry;
use offboard::{Cell, Direction};

/// An arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// The cell that the arrow keys are on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cursor {
    cell: Cell,
    /// The place across that up and down keep to, although rows lie half a cell apart.
    across: f64,
}

const MIDDLE: Cell = match Cell::new(5, 5) {
    Some(cell) => cell,
    None => panic!("the board has a middle"),
};

impl Default for Cursor {
    fn default() -> Cursor {
        Cursor::new(MIDDLE, Geometry::default())
    }
}

impl Cursor {
    /// The cursor on a cell.
    pub fn new(cell: Cell, view: Geometry) -> Cursor {
        Cursor {
            cell,
            across: view.cell(cell).x,
        }
    }

    /// Its cell.
    pub fn cell(self) -> Cell {
        self.cell
    }

    /// The cursor on a cell; on the one where it is, it keeps straight on.
    #[must_use]
    pub fn moved_to(self, cell: Cell, view: Geometry) -> Cursor {
        if cell == self.cell {
            self
        } else {
            Cursor::new(cell, view)
        }
    }

    /// The next cell the way it looks, or the same at the edge.
    #[must_use]
    pub fn next(self, arrow: Arrow, view: Geometry) -> Cursor {
        let (wanted, level) = match arrow {
            Arrow::Left => (Point::new(-1.0, 0.0), true),
            Arrow::Right => (Point::new(1.0, 0.0), true),
            Arrow::Up => (Point::new(0.0, -1.0), false),
            Arrow::Down => (Point::new(0.0, 1.0), false),
        };
        let ahead = |direction: &Direction| view.step(*direction).dot(wanted) > 0.6;
        let neighbours = Direction::ALL.into_iter().filter(ahead);
        let neighbours = neighbours.filter_map(|direction| self.cell.step(direction));
        let off = |cell: &Cell| (view.cell(*cell).x - self.across).abs();
        let next = neighbours.min_by(|a, b| off(a).total_cmp(&off(b)));
        let cell = next.unwrap_or(self.cell);
        let across = if level { view.cell(cell).x } else { self.across };
        Cursor { cell, across }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: Geometry = Geometry { flipped: false };

    fn cell(text: &str) -> Cell {
        Cell::all().find(|cell| cell.to_string() == text).unwrap()
    }

    #[test]
    fn arrows_go_straight_and_stop_at_the_edge() {
        let mut cursor = Cursor::new(cell("a3"), VIEW);
        let mut column = Vec::new();
        for _ in 0..10 {
            cursor = cursor.next(Arrow::Up, VIEW);
            column.push(cursor.cell().to_string());
        }
        assert_eq!(
            (column[3].as_str(), column[9].as_str()),
            ("e5", "i7"),
            "{column:?}"
        );
        for _ in 0..10 {
            cursor = cursor.next(Arrow::Left, VIEW);
        }
        assert_eq!(cursor.cell(), cell("i5"));
    }

    #[test]
    fn up_is_what_looks_up() {
        let flipped = Geometry { flipped: true };
        let cursor = Cursor::new(cell("i5"), flipped);
        assert_eq!(cursor.next(Arrow::Down, flipped).cell(), cell("i5"));
        assert_eq!(cursor.next(Arrow::Up, flipped).cell().row(), 8);
        assert_eq!(cursor.next(Arrow::Left, flipped).cell(), cell("i6"));
    }

    #[test]
    fn every_cell_is_reached() {
        for target in Cell::all() {
            let mut cursor = Cursor::default();
            let vertical = if target.row() > 5 { Arrow::Up } else { Arrow::Down };
            for _ in 0..(target.row() - 5).abs() {
                cursor = cursor.next(vertical, VIEW);
            }
            while cursor.cell() != target {
                let right = target.column() > cursor.cell().column();
                let next = cursor.next(if right { Arrow::Right } else { Arrow::Left }, VIEW);
                assert_ne!(next, cursor, "{target} is not reached");
                cursor = next;
            }
        }
    }
}
