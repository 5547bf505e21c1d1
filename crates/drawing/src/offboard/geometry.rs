//! Geometry of Offboard's board. The unit is the distance between two cells; e5 is the origin.

use crate::Point;
use offboard::board::{TARGET_COUNT, target_places};
use offboard::{Cell, Direction};

/// Half the square root of 3: from a row to the next.
const ROW_HEIGHT: f64 = 0.866_025_403_784_438_6;
/// How much further out than a sixth cell the ring lies.
const RING_STRETCH: f64 = 1.045;
/// How far out the coordinates stand, in cells.
const COORDINATES: f64 = 6.06;

/// The radius of a cell.
pub const CELL_RADIUS: f64 = 0.44;
/// The radius of a marble.
pub const MARBLE_RADIUS: f64 = 0.4;
/// The radius of a target: half of its width.
pub const TARGET_RADIUS: f64 = 0.42;
/// Distance from the middle to a side of the field that holds the cells.
pub const FIELD_APOTHEM: f64 = 3.98;
/// Distance from the middle to a side of the whole board.
pub const PLATE_APOTHEM: f64 = 5.5;
/// The size of the smallest upright box round the board, its middle at the origin.
pub const SIZE: Point = Point::new(12.5, 11.2);
/// The place of a marble that waits to be put back: outside the board, in a corner of the box.
pub const TRAY: Point = Point::new(5.45, 4.75);
/// The place of each side's points, when a picture has no other place for them.
pub const POINTS: [Point; 2] = [Point::new(-5.75, -4.95), Point::new(4.85, -4.95)];

/// The board as one of the players sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Geometry {
    /// Whether it is turned by half a turn.
    pub flipped: bool,
}

impl Geometry {
    /// The middle of a row and column, which may lie beyond the board.
    pub fn place(self, row: i8, column: i8) -> Point {
        let (up, right) = (f64::from(row - 5), f64::from(column - 5));
        self.turn(Point::new(right - up / 2.0, -up * ROW_HEIGHT))
    }

    /// The middle of a cell.
    pub fn cell(self, cell: Cell) -> Point {
        self.place(cell.row(), cell.column())
    }

    /// The change by a step.
    pub fn step(self, direction: Direction) -> Point {
        let (row, column) = direction.delta();
        self.place(5 + row, 5 + column)
    }

    /// The two ends of a target: where its marble lies, and where its value stands.
    pub fn target(self, target: usize) -> (Point, Point) {
        let [first, second] =
            target_places(target).map(|(row, column)| self.place(row, column) * RING_STRETCH);
        // The marbles of a side's two targets lie next to each other, so that the board is symmetric.
        if target.is_multiple_of(2) {
            (second, first)
        } else {
            (first, second)
        }
    }

    /// The place where a marble leaves the board when it goes on from `cell`.
    pub fn exit(self, cell: Cell, direction: Direction) -> Point {
        self.cell(cell) + self.step(direction) * RING_STRETCH
    }

    /// The labels of the rows and columns with their places.
    pub fn coordinates(self) -> impl Iterator<Item = (char, Point)> {
        (1..=9_u8).flat_map(move |line| {
            let rows = Cell::all().filter(move |cell| cell.row() == line as i8);
            let columns = Cell::all().filter(move |cell| cell.column() == line as i8);
            let row = rows.min_by_key(|cell| cell.column());
            let column = columns.min_by_key(|cell| cell.row());
            let row = row.map(|cell| ((b'a' + line - 1) as char, self.outside(cell, Direction::W)));
            let column = column.map(|cell| ((b'0' + line) as char, self.outside(cell, Direction::SE)));
            row.into_iter().chain(column)
        })
    }

    /// The place at the distance of the coordinates, on from a cell at the edge.
    fn outside(self, edge: Cell, direction: Direction) -> Point {
        self.cell(edge) + self.step(direction) * (COORDINATES - 4.0)
    }

    /// The cell at a place, or `None` outside the field.
    pub fn cell_at(self, place: Point) -> Option<Cell> {
        Cell::all().find(|&cell| (self.cell(cell) - place).length() <= 0.5)
    }

    /// The target at a place.
    pub fn target_at(self, place: Point) -> Option<usize> {
        (0..TARGET_COUNT).find(|&target| {
            let (marble, value) = self.target(target);
            [marble, value].iter().any(|&end| (end - place).length() <= 0.5)
        })
    }

    /// The direction that a drag along `way` means.
    pub fn direction_of(self, way: Point) -> Option<Direction> {
        let along = |direction: &Direction| self.step(*direction).dot(way);
        Direction::ALL
            .into_iter()
            .max_by(|a, b| along(a).total_cmp(&along(b)))
            .filter(|direction| along(direction) > 0.0)
    }

    fn turn(self, place: Point) -> Point {
        if self.flipped { -place } else { place }
    }
}

/// The corners of an upright hexagon like the board's, by the distance of its sides from the middle.
pub fn hexagon(apothem: f64) -> [Point; 6] {
    let radius = apothem / ROW_HEIGHT;
    let (half, up) = (radius / 2.0, apothem);
    [
        Point::new(radius, 0.0),
        Point::new(half, up),
        Point::new(-half, up),
        Point::new(-radius, 0.0),
        Point::new(-half, -up),
        Point::new(half, -up),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEWS: [Geometry; 2] = [Geometry { flipped: false }, Geometry { flipped: true }];

    #[test]
    fn neighbours_are_one_apart_and_in_their_direction() {
        for view in VIEWS {
            for cell in Cell::all() {
                for direction in Direction::ALL {
                    let step = view.step(direction);
                    assert!((step.length() - 1.0).abs() < 1e-9);
                    assert_eq!(view.direction_of(step * 0.3), Some(direction));
                    if let Some(next) = cell.step(direction) {
                        assert!((view.cell(next) - view.cell(cell) - step).length() < 1e-9);
                    }
                }
            }
            assert_eq!(view.direction_of(Point::default()), None);
        }
    }

    #[test]
    fn places_are_found_again() {
        for view in VIEWS {
            let near = Point::new(0.2, -0.3);
            for cell in Cell::all() {
                assert_eq!(view.cell_at(view.cell(cell) + near), Some(cell));
            }
            for target in 0..TARGET_COUNT {
                let (marble, value) = view.target(target);
                assert_eq!(view.target_at(marble + near), Some(target));
                assert_eq!(view.target_at(value + near), Some(target));
            }
            assert_eq!(view.cell_at(TRAY), None);
            assert_eq!(view.target_at(TRAY), None);
        }
    }

    #[test]
    fn a_marble_leaves_towards_its_target() {
        let view = Geometry::default();
        for cell in Cell::all() {
            for direction in Direction::ALL {
                let Some(target) = cell.exit(direction) else {
                    continue;
                };
                let (marble, value) = view.target(target);
                let out = view.exit(cell, direction);
                let nearest = (out - marble).length().min((out - value).length());
                assert!(
                    nearest < 1.1,
                    "{cell} {direction:?}: {nearest} from target {target}"
                );
            }
        }
    }

    #[test]
    fn turning_negates_every_place() {
        let [upright, flipped] = VIEWS;
        for cell in Cell::all() {
            assert_eq!(flipped.cell(cell), -upright.cell(cell));
        }
    }
}
