//! Geometry of Polygone's board. The unit is the length of a segment; the middle of the board is the origin. White
//! plays upwards, unless the board is turned.

use crate::Point;
use polygone::board::APEXES;
use polygone::{Hole, Segment, Triangle};
use rules::Side;
use std::ops::RangeInclusive;

/// Half the square root of 3: from a row to the next.
const ROW_WIDTH: f64 = 0.866_025_403_784_438_6;
/// The middle row and level.
const MIDDLE: (i8, i8) = (2, 5);
/// The levels of the straight sides.
const STRAIGHT: RangeInclusive<i8> = 2..=8;
/// How far out from a hole at the edge the coordinates stand.
const COORDINATES: f64 = 0.5;

/// The radius of a hole.
pub const HOLE_RADIUS: f64 = 0.085;
/// Distance from a hole to the body of a segment: six segments in a hole do not overlap.
pub const SEGMENT_START: f64 = 0.17;
/// The width of a segment.
pub const SEGMENT_WIDTH: f64 = 0.16;
/// How far the field reaches out from the holes at the edge.
pub const FIELD_BORDER: f64 = 0.27;
/// How far the whole board does.
pub const PLATE_BORDER: f64 = 0.74;
/// The size of the smallest upright box round the board and the points, its middle at the origin.
pub const SIZE: Point = Point::new(5.0, 6.62);
/// The place of White's points: outside the board, in a corner of the box. Black's lie opposite.
pub const POINTS: Point = Point::new(-1.95, 2.95);
/// The size of a taken segment, as a part of one on the board.
pub const TRAY_SCALE: f64 = 0.55;
/// Distance from one taken segment to the next.
const TRAY_STEP: f64 = 0.165;
/// How many taken segments lie round the middle of a tray: enough to win.
const TRAY_MIDDLE: f64 = 3.0;
/// The place of the arrow of White's direction, in the other corner. Black's lies opposite.
pub const ARROW: Point = Point::new(1.95, 2.75);

/// The board as one of the players sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Geometry {
    /// Whether it is turned by half a turn.
    pub flipped: bool,
}

impl Geometry {
    /// The middle of a hole.
    pub fn hole(self, hole: Hole) -> Point {
        self.place(hole.row(), hole.level())
    }

    /// The middle of a row and level, where there may be no hole.
    fn place(self, row: i8, level: i8) -> Point {
        let (right, up) = (f64::from(row - MIDDLE.0), f64::from(level - MIDDLE.1));
        self.turn(Point::new(right * ROW_WIDTH, -up / 2.0))
    }

    /// The two ends of a segment.
    pub fn segment(self, segment: Segment) -> [Point; 2] {
        segment.ends().map(|end| self.hole(end))
    }

    /// The middle of a segment.
    pub fn middle(self, segment: Segment) -> Point {
        let [first, second] = self.segment(segment);
        (first + second) * 0.5
    }

    /// The apex of a side, where the opponent wants to go.
    pub fn apex(self, side: Side) -> Point {
        self.hole(APEXES[side])
    }

    /// A place of White's, or the one of Black's opposite.
    pub fn of_side(self, side: Side, place: Point) -> Point {
        match side {
            Side::First => self.turn(place),
            Side::Second => -self.turn(place),
        }
    }

    /// The place of a segment that a side has taken: upright, side by side, at its end of the board.
    pub fn tray(self, side: Side, index: usize) -> Point {
        let aside = Point::new((index as f64 - TRAY_MIDDLE) * TRAY_STEP, 0.0);
        self.of_side(side, POINTS + aside)
    }

    /// The corners of a triangle.
    pub fn triangle(self, triangle: Triangle) -> [Point; 3] {
        triangle.corners().map(|corner| self.hole(corner))
    }

    /// The triangle at a place.
    pub fn triangle_at(self, place: Point) -> Option<Triangle> {
        let is_inside = |triangle: &Triangle| {
            let [a, b, c] = self.triangle(*triangle);
            let left_of = |from: Point, to: Point| {
                let (way, aside) = (to - from, place - from);
                way.x * aside.y - way.y * aside.x >= 0.0
            };
            let sides = [left_of(a, b), left_of(b, c), left_of(c, a)];
            sides == [true; 3] || sides == [false; 3]
        };
        Triangle::all().find(is_inside)
    }

    /// The direction from one hole to another in degrees, clockwise from the right.
    pub fn angle(self, from: Hole, to: Hole) -> f64 {
        let way = self.hole(to) - self.hole(from);
        way.y.atan2(way.x).to_degrees()
    }

    /// The corners of the hexagon of holes, in order.
    pub fn corners(self) -> [Point; 6] {
        [(2, 0), (4, 2), (4, 8), (2, 10), (0, 8), (0, 2)].map(|(row, level)| self.place(row, level))
    }

    /// The labels with their places: the levels on White's left, the rows below White's end. The sides
    /// that slant leave no room for levels: there the holes at the edge carry their whole names.
    pub fn coordinates(self) -> impl Iterator<Item = (String, Point)> {
        let [left, down] = [Point::new(-COORDINATES, 0.0), Point::new(0.0, COORDINATES)];
        let levels = STRAIGHT.map(move |level| (level.to_string(), self.place(0, level) + self.turn(left)));
        let rows = ["a", "e"].into_iter().zip([0, 4]);
        let rows = rows.map(move |(name, row)| {
            (
                name.to_owned(),
                self.place(row, *STRAIGHT.start()) + self.turn(down),
            )
        });
        let slanted = Hole::all().filter(|hole| !STRAIGHT.contains(&hole.level()));
        let slanted = slanted.map(move |hole| {
            let out = if hole.level() < MIDDLE.1 { down } else { -down };
            (hole.to_string(), self.hole(hole) + self.turn(out * 1.1))
        });
        levels.chain(rows).chain(slanted)
    }

    /// The hole at a place.
    pub fn hole_at(self, place: Point) -> Option<Hole> {
        Hole::all().find(|&hole| (self.hole(hole) - place).length() <= 0.25)
    }

    /// The place for a segment that a point lies on or near.
    pub fn segment_at(self, place: Point) -> Option<Segment> {
        let distance = |segment: &Segment| (self.middle(*segment) - place).length();
        Segment::all()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .filter(|segment| distance(segment) <= 0.5)
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
    fn segments_are_one_long_and_found_again() {
        for view in VIEWS {
            for segment in Segment::all() {
                let [first, second] = view.segment(segment);
                assert!(((first - second).length() - 1.0).abs() < 1e-9);
                let near = view.middle(segment) + (second - first) * 0.2;
                assert_eq!(view.segment_at(near), Some(segment));
            }
            assert_eq!(view.segment_at(Point::new(5.0, 5.0)), None);
        }
    }

    #[test]
    fn holes_are_found_again() {
        for view in VIEWS {
            for hole in Hole::all() {
                assert_eq!(view.hole_at(view.hole(hole) + Point::new(0.1, -0.1)), Some(hole));
            }
            assert_eq!(view.hole_at(Point::new(5.0, 5.0)), None);
        }
    }

    #[test]
    fn triangles_are_found_again() {
        for view in VIEWS {
            for triangle in Triangle::all() {
                let [a, b, c] = view.triangle(triangle);
                let middle = (a + b + c) * (1.0 / 3.0);
                for near in [a, b, c] {
                    let place = middle + (near - middle) * 0.9;
                    assert_eq!(view.triangle_at(place), Some(triangle));
                }
            }
            assert_eq!(view.triangle_at(Point::new(0.0, 2.6)), None);
        }
    }

    #[test]
    fn trays_lie_outside_the_board_and_inside_the_picture() {
        for view in VIEWS {
            for side in Side::BOTH {
                for index in 0..12 {
                    let place = view.tray(side, index);
                    assert!(place.x.abs() + 0.05 < SIZE.x / 2.0, "{place:?}");
                    assert!(
                        place.y.abs() + TRAY_SCALE / 2.0 < SIZE.y / 2.0 + 0.01,
                        "{place:?}"
                    );
                    assert_eq!(view.triangle_at(place), None);
                }
            }
        }
    }

    #[test]
    fn white_plays_up_and_the_board_turns() {
        let [upright, turned] = VIEWS;
        assert_eq!(upright.apex(Side::First), Point::new(0.0, 2.5));
        assert_eq!(turned.apex(Side::First), Point::new(0.0, -2.5));
        for hole in Hole::all() {
            assert_eq!(turned.hole(hole), -upright.hole(hole));
        }
    }

    #[test]
    fn labels_stand_beside_the_holes_at_the_edge() {
        for view in VIEWS {
            let labels: Vec<(String, Point)> = view.coordinates().collect();
            assert_eq!(labels.len(), 7 + 2 + 6);
            for (name, place) in labels {
                let nearest = Hole::all().map(|hole| (view.hole(hole) - place).length());
                let nearest = nearest.fold(f64::INFINITY, f64::min);
                assert!((0.4..0.8).contains(&nearest), "{name}: {nearest}");
            }
        }
    }
}
