//! Where everything on Isometron's board lies. The unit is a cell; the middle of the board is the origin.

use crate::Point;
use isometron::board::SIZE;
use isometron::{Cell, Corner, Tile};
use rules::Side;

/// From the middle of the board to its edge.
pub const HALF: f64 = SIZE as f64 / 2.0;
/// From the middle of the board to the edge of the plate round it.
pub const PLATE: f64 = HALF + 0.75;
/// How far from the middle the coordinates stand.
pub(super) const COORDINATES: f64 = HALF + 0.38;
/// Where a player's points stand, beside the middle of the camp.
const POINTS: Point = Point::new(PLATE + 0.85, 2.3);

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
    pub fn point(self, point: isometron::Point) -> Point {
        let (row, column) = (point.row() as f64, point.column() as f64);
        self.turn(Point::new(column - HALF, HALF - row))
    }

    /// By how many degrees a tile is turned clockwise, drawn with its blank corner at the upper right.
    pub fn rotation(self, blank: Corner) -> u16 {
        let quarters = blank as u16 + if self.flipped { 2 } else { 0 };
        quarters % 4 * 90
    }

    /// Where a player's points stand: beside the own camp.
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

    /// The tile that a touch at a place means: on the cell there, its blank corner the nearest.
    pub fn tile_at(self, place: Point) -> Option<Tile> {
        let cell = self.cell_at(place)?;
        let distance = |corner: &Corner| (self.point(cell.point(*corner)) - place).length();
        let blank = Corner::ALL
            .into_iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        Some(Tile { cell, blank })
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
    fn a_touch_near_a_corner_means_the_tile_with_that_corner_blank() {
        for view in VIEWS {
            for cell in Cell::all() {
                for blank in Corner::ALL {
                    let (middle, corner) = (view.cell(cell), view.point(cell.point(blank)));
                    let touch = middle + (corner - middle) * 0.8;
                    assert_eq!(view.tile_at(touch), Some(Tile { cell, blank }));
                }
            }
            for outside in [
                Point::new(HALF + 0.01, 0.0),
                Point::new(0.0, -HALF - 0.01),
                view.points(Side::First),
            ] {
                assert_eq!(view.tile_at(outside), None);
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
