//! Geometry of Isometron's board. The unit is a cell; the middle of the board is the origin.

use crate::Point;
use isometron::board::SIZE;
use isometron::{Cell, Corner};
use rules::Side;

/// Distance from the middle of the board to its edge.
pub const HALF: f64 = SIZE as f64 / 2.0;
/// Distance from the middle of the board to the edge of the plate round it.
pub const PLATE: f64 = HALF + 0.75;
/// How far from the middle the coordinates stand.
pub(super) const COORDINATES: f64 = HALF + 0.38;
/// The place of a player's points, beside the middle of the camp.
const POINTS: Point = Point::new(PLATE + 0.85, 2.3);

/// How far below the middle of the board the tiles in hand lie, one for each orientation.
const RACK: f64 = PLATE + 0.72;
/// Distance from one tile in hand to the next.
const RACK_STEP: f64 = 1.45;
/// The height of the room for the tiles in hand, below the plate.
pub const RACK_HEIGHT: f64 = 1.4;

/// The board as one of the players sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Geometry {
    /// Whether it is turned by half a turn.
    pub flipped: bool,
}

impl Geometry {
    /// The middle of a cell.
    pub fn cell(self, cell: Cell) -> Point {
        let (row, column) = (cell.row() as f64, cell.column() as f64);
        self.turn(Point::new(column + 0.5 - HALF, HALF - row - 0.5))
    }

    /// A grid point.
    pub fn point(self, point: isometron::GridPoint) -> Point {
        let (row, column) = (point.row() as f64, point.column() as f64);
        self.turn(Point::new(column - HALF, HALF - row))
    }

    /// By how many degrees a tile is turned clockwise, drawn with its blank corner at the upper right.
    pub fn rotation(self, blank: Corner) -> u16 {
        let quarters = blank as u16 + if self.flipped { 2 } else { 0 };
        quarters % 4 * 90
    }

    /// The place of a player's points: beside the own camp.
    pub fn points(self, side: Side) -> Point {
        let is_below = (side == Side::First) != self.flipped;
        Point::new(POINTS.x, if is_below { POINTS.y } else { -POINTS.y })
    }

    /// The labels of the columns below the board and of the rows to its left, with their places.
    pub fn coordinates(self) -> impl Iterator<Item = (char, Point)> {
        (0..SIZE).flat_map(move |line| {
            let middle = Cell::new(line, line)
                .map(|cell| self.cell(cell))
                .unwrap_or_default();
            let column = ((b'a' + line as u8) as char, Point::new(middle.x, COORDINATES));
            let row = ((b'1' + line as u8) as char, Point::new(-COORDINATES, middle.y));
            [column, row]
        })
    }

    /// The cell at a place, or `None` outside the board.
    pub fn cell_at(self, place: Point) -> Option<Cell> {
        let place = self.turn(place);
        let is_inside = |along: f64| (-HALF..HALF).contains(&along);
        if !is_inside(place.x) || !is_inside(-place.y) {
            return None;
        }
        Cell::new((HALF - place.y) as usize, (place.x + HALF) as usize)
    }

    /// The place of the tile in hand that has this corner blank.
    pub fn rack(self, blank: Corner) -> Point {
        Point::new((blank.index() as f64 - 1.5) * RACK_STEP, RACK)
    }

    /// The tile in hand at a place.
    pub fn rack_at(self, place: Point) -> Option<Corner> {
        let reach = RACK_STEP / 2.0;
        let is_there = |blank: &Corner| {
            let off = self.rack(*blank) - place;
            off.x.abs() <= reach && off.y.abs() <= reach
        };
        Corner::ALL.into_iter().find(is_there)
    }

    fn turn(self, place: Point) -> Point {
        if self.flipped { -place } else { place }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEWS: [Geometry; 2] = [Geometry { flipped: false }, Geometry { flipped: true }];

    #[test]
    fn cells_and_tiles_in_hand_are_found_again() {
        for view in VIEWS {
            for cell in Cell::all() {
                let touch = view.cell(cell) + Point::new(0.4, -0.4);
                assert_eq!((view.cell_at(touch), view.rack_at(touch)), (Some(cell), None));
            }
            for outside in [
                Point::new(HALF + 0.01, 0.0),
                Point::new(0.0, -HALF - 0.01),
                view.points(Side::First),
            ] {
                assert_eq!(view.cell_at(outside), None);
            }
            for blank in Corner::ALL {
                let touch = view.rack(blank) + Point::new(-0.5, 0.5);
                assert_eq!((view.rack_at(touch), view.cell_at(touch)), (Some(blank), None));
            }
        }
    }

    #[test]
    fn a_rotated_tile_has_its_blank_corner_where_it_belongs() {
        for view in VIEWS {
            for cell in Cell::all() {
                for blank in Corner::ALL {
                    let (sin, cos) = f64::from(view.rotation(blank)).to_radians().sin_cos();
                    let upper_right = Point::new(0.5, -0.5);
                    let rotated = Point::new(
                        upper_right.x * cos - upper_right.y * sin,
                        upper_right.x * sin + upper_right.y * cos,
                    );
                    let corner = view.point(cell.point(blank));
                    assert!(
                        (view.cell(cell) + rotated - corner).length() < 1e-9,
                        "{cell} {blank:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn points_stand_beside_their_camp() {
        for view in VIEWS {
            for cell in Cell::all() {
                let points = view.points(cell.camp());
                assert!(points.y * view.cell(cell).y > 0.0, "{cell}");
            }
        }
    }

    #[test]
    fn coordinates_stand_by_their_lines_on_the_plate() {
        for view in VIEWS {
            let all: Vec<(char, Point)> = view.coordinates().collect();
            assert_eq!(all.len(), 2 * SIZE);
            for cell in Cell::all() {
                let [column, row] = [0, 1].map(|index| cell.to_string().as_bytes()[index] as char);
                let place = |label: char| all.iter().find(|(name, _)| *name == label).unwrap().1;
                assert!((place(column).x - view.cell(cell).x).abs() < 1e-9);
                assert!((place(row).y - view.cell(cell).y).abs() < 1e-9);
            }
        }
    }
}
