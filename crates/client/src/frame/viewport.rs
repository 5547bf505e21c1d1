//! The visible part of the board: all of it, or less and larger for fingers.

use drawing::Point;

/// How much larger the board becomes at most, and by the button.
const LARGEST: f64 = 3.0;
const LARGER: f64 = 1.8;
/// How far from the edge what has the focus is shown.
const BORDER: f64 = 1.0;

/// The visible part of a board. Places are in the drawing's own units, its middle at the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Viewport {
    scale: f64,
    middle: Point,
}

impl Default for Viewport {
    fn default() -> Viewport {
        Viewport {
            scale: 1.0,
            middle: Point::default(),
        }
    }
}

impl Viewport {
    /// Whether less than the whole board is seen.
    pub(crate) fn is_near(self) -> bool {
        self.scale > 1.0
    }

    /// Maps a place on the whole drawing to the visible part.
    pub(crate) fn place(self, at: Point) -> Point {
        self.middle + at * (1.0 / self.scale)
    }

    /// The `viewBox` of a drawing of this size.
    pub(crate) fn view_box(self, size: Point) -> String {
        let seen = size * (1.0 / self.scale);
        let corner = self.middle - seen * 0.5;
        format!("{:.3} {:.3} {:.3} {:.3}", corner.x, corner.y, seen.x, seen.y)
    }

    /// Comes nearer to a place, or shows the whole board again.
    pub(crate) fn toggled(self, to: Point, size: Point) -> Viewport {
        if self.is_near() {
            Viewport::default()
        } else {
            Viewport {
                scale: LARGER,
                middle: to,
            }
            .kept_inside(size)
        }
    }

    /// Moves so that what was at the first place of the whole drawing comes to the second.
    pub(crate) fn panned(self, from: Point, to: Point, size: Point) -> Viewport {
        let middle = self.middle + (from - to) * (1.0 / self.scale);
        Viewport { middle, ..self }.kept_inside(size)
    }

    /// Moves just as far as it takes to see a place of the drawing, and what is next to it.
    pub(crate) fn showing(self, place: Point, size: Point) -> Viewport {
        let seen = size * (0.5 / self.scale);
        let near = |middle: f64, place: f64, seen: f64| {
            let room = (seen - BORDER).max(0.0);
            middle.clamp(place - room, place + room)
        };
        let middle = Point::new(
            near(self.middle.x, place.x, seen.x),
            near(self.middle.y, place.y, seen.y),
        );
        Viewport { middle, ..self }.kept_inside(size)
    }

    /// Follows two fingers: what was under them stays there.
    pub(crate) fn pinched(self, from: [Point; 2], to: [Point; 2], size: Point) -> Viewport {
        let apart = |[a, b]: [Point; 2]| (a - b).length().max(0.01);
        let between = |[a, b]: [Point; 2]| (a + b) * 0.5;
        let scale = (self.scale * apart(to) / apart(from)).clamp(1.0, LARGEST);
        let held = self.place(between(from));
        let middle = held - between(to) * (1.0 / scale);
        Viewport { scale, middle }.kept_inside(size)
    }

    fn kept_inside(self, size: Point) -> Viewport {
        let room = size * (0.5 - 0.5 / self.scale);
        let kept = Point::new(
            self.middle.x.clamp(-room.x, room.x),
            self.middle.y.clamp(-room.y, room.y),
        );
        Viewport { middle: kept, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Point = Point::new(12.0, 10.0);

    fn is_close(a: Point, b: Point) -> bool {
        (a - b).length() < 1e-9
    }

    #[test]
    fn the_whole_board_is_seen_until_it_comes_nearer() {
        let viewport = Viewport::default();
        assert_eq!(viewport.view_box(SIZE), "-6.000 -5.000 12.000 10.000");
        assert_eq!(viewport.place(Point::new(2.0, 1.0)), Point::new(2.0, 1.0));
        let near = viewport.toggled(Point::new(1.0, -1.0), SIZE);
        assert!(near.is_near());
        assert!(is_close(near.place(Point::default()), Point::new(1.0, -1.0)));
        assert_eq!(near.toggled(Point::default(), SIZE), Viewport::default());
    }

    #[test]
    fn nothing_beside_the_board_is_ever_seen() {
        for corner in [
            Point::new(-6.0, -5.0),
            Point::new(6.0, 5.0),
            Point::new(100.0, -100.0),
        ] {
            let near = Viewport::default().toggled(corner, SIZE);
            for seen in [SIZE * 0.5, -SIZE * 0.5] {
                let place = near.place(seen);
                assert!(place.x.abs() <= 6.0 + 1e-9 && place.y.abs() <= 5.0 + 1e-9);
            }
        }
    }

    #[test]
    fn what_has_the_focus_comes_into_view_and_no_farther() {
        let near = Viewport::default().toggled(Point::default(), SIZE);
        assert_eq!(near.showing(Point::new(1.0, 1.0), SIZE), near, "it is seen");
        for place in [Point::new(6.0, 5.0), Point::new(-5.5, 4.0), Point::new(4.0, -3.0)] {
            let shown = near.showing(place, SIZE);
            let seen = SIZE * (0.5 / shown.scale);
            let off = place - shown.middle;
            assert!(off.x.abs() <= seen.x && off.y.abs() <= seen.y, "{place:?}");
            assert!(shown.is_near());
            assert_eq!(shown.showing(place, SIZE), shown);
        }
        let whole = Viewport::default();
        assert_eq!(whole.showing(Point::new(6.0, 5.0), SIZE), whole);
    }

    #[test]
    fn what_is_under_the_fingers_stays_there() {
        let (from, to) = (
            [Point::new(-1.0, 0.0), Point::new(1.0, 0.0)],
            [Point::new(-2.0, 0.5), Point::new(2.0, 0.5)],
        );
        let near = Viewport::default().pinched(from, to, SIZE);
        for (was, is) in from.into_iter().zip(to) {
            assert!(is_close(near.place(is), was), "{was:?}");
        }
        let panned = near.panned(Point::new(0.0, 0.0), Point::new(1.0, 0.0), SIZE);
        assert!(is_close(
            panned.place(Point::new(1.0, 0.0)),
            near.place(Point::default())
        ));
        let far = near.pinched(to, from, SIZE);
        assert!(!far.is_near());
    }
}
