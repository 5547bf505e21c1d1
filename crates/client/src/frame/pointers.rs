//! Pointers on a board that may be enlarged: one moves pieces, or the board; two enlarge it.

use super::viewport::Viewport;
use drawing::Point;

/// Pointer events on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pointer {
    /// A pointer goes down.
    Down(Point),
    /// It moves.
    Move(Point),
    /// It goes up.
    Up(Point),
    /// It is taken away.
    Cancel,
}

/// A pointer that moves less than this part of the drawing's unit still taps.
const TAP: f64 = 0.3;

/// The pointers that are down, and the visible part of the board. Places are given in coordinates of the whole drawing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pointers {
    size: Point,
    viewport: Viewport,
    /// The pressed pointers, at most two, with their places.
    down: Vec<(i32, Point)>,
    /// Whether the pointer that is down moves the board, not a piece.
    pans: bool,
    /// Whether these pointers move the board, so that the pieces ignore them.
    moved_board: bool,
}

impl Pointers {
    /// No pointer on a board of this size.
    pub(crate) fn new(size: Point) -> Pointers {
        Pointers {
            size,
            viewport: Viewport::default(),
            down: Vec::new(),
            pans: false,
            moved_board: false,
        }
    }

    /// The visible part of the board.
    pub(crate) fn viewport(&self) -> Viewport {
        self.viewport
    }

    /// Zooms in, or shows the whole board again.
    pub(crate) fn toggle(&mut self, to: Point) {
        self.viewport = self.viewport.toggled(to, self.size);
    }

    /// Brings a place into view that has the keyboard focus. A place focused by a pointer is in view already.
    pub(crate) fn show(&mut self, at: Point) {
        if self.down.is_empty() {
            self.viewport = self.viewport.showing(self.viewport.place(at), self.size);
        }
    }

    /// A pointer goes down.
    pub(crate) fn down(&mut self, id: i32, at: Point) -> Option<Pointer> {
        match self.down.len() {
            0 => {
                self.down.push((id, at));
                self.moved_board = false;
                Some(Pointer::Down(self.viewport.place(at)))
            }
            1 => {
                self.down.push((id, at));
                self.moved_board = true;
                Some(Pointer::Cancel)
            }
            _ => None,
        }
    }

    /// Notes whether the pointer that went down holds a piece; if not, it may move the board.
    pub(crate) fn hold(&mut self, held: bool) {
        self.pans = !held && self.viewport.is_near();
    }

    /// A pointer moves, up or down.
    pub(crate) fn moved(&mut self, id: i32, to: Point) -> Option<Pointer> {
        let before = self.down.clone();
        if let Some(finger) = self.down.iter_mut().find(|(found, _)| *found == id) {
            finger.1 = to;
        }
        match (&before[..], &self.down[..]) {
            ([a, b], [c, d]) => {
                self.viewport = self.viewport.pinched([a.1, b.1], [c.1, d.1], self.size);
                None
            }
            ([from], [_]) if self.moved_board || self.pans => {
                let (from, far) = (from.1, (to - from.1).length() > TAP);
                if far && !self.moved_board {
                    self.moved_board = true;
                    return Some(Pointer::Cancel);
                }
                if self.moved_board {
                    self.viewport = self.viewport.panned(from, to, self.size);
                } else {
                    // It may still be a tap: the distance counts from the point where it went down.
                    self.down = before;
                }
                None
            }
            _ => Some(Pointer::Move(self.viewport.place(to))),
        }
    }

    /// A pointer goes up.
    pub(crate) fn up(&mut self, id: i32, at: Point) -> Option<Pointer> {
        let was_down = self.down.iter().any(|(found, _)| *found == id);
        self.down.retain(|(found, _)| *found != id);
        (was_down && !self.moved_board).then(|| Pointer::Up(self.viewport.place(at)))
    }

    /// A pointer is taken away.
    pub(crate) fn cancel(&mut self) -> Pointer {
        self.down.clear();
        Pointer::Cancel
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Point = Point::new(12.0, 10.0);
    const HERE: Point = Point::new(1.0, 1.0);
    const THERE: Point = Point::new(3.0, 1.0);

    #[test]
    fn one_finger_plays() {
        let mut pointers = Pointers::new(SIZE);
        assert_eq!(
            pointers.moved(1, THERE),
            Some(Pointer::Move(THERE)),
            "a mouse hovers"
        );
        assert_eq!(pointers.down(1, HERE), Some(Pointer::Down(HERE)));
        pointers.hold(true);
        assert_eq!(pointers.moved(1, THERE), Some(Pointer::Move(THERE)));
        assert_eq!(pointers.up(1, THERE), Some(Pointer::Up(THERE)));
        assert_eq!(pointers.up(1, THERE), None, "it was not down");
    }

    #[test]
    fn two_fingers_bring_the_board_nearer_and_play_nothing() {
        let mut pointers = Pointers::new(SIZE);
        pointers.down(1, HERE);
        assert_eq!(pointers.down(2, THERE), Some(Pointer::Cancel));
        assert_eq!(pointers.down(3, THERE), None);
        assert_eq!(pointers.moved(2, Point::new(5.0, 1.0)), None);
        assert!(pointers.viewport().is_near());
        assert_eq!(pointers.up(1, HERE), None);
        assert_eq!(pointers.up(2, THERE), None);
        let seen = pointers.viewport().place(HERE);
        assert_eq!(
            pointers.down(1, HERE),
            Some(Pointer::Down(seen)),
            "the next one plays"
        );
    }

    #[test]
    fn a_finger_on_nothing_moves_a_board_that_is_near() {
        let mut pointers = Pointers::new(SIZE);
        pointers.toggle(Point::default());
        let seen = pointers.viewport().place(HERE);
        pointers.down(1, HERE);
        pointers.hold(false);
        assert_eq!(pointers.moved(1, HERE + Point::new(0.1, 0.0)), None);
        assert_eq!(pointers.moved(1, THERE), Some(Pointer::Cancel));
        pointers.moved(1, THERE);
        let further = THERE + Point::new(0.5, 0.0);
        assert_eq!(pointers.moved(1, further), None);
        assert_ne!(pointers.viewport().place(HERE), seen);
        assert_eq!(pointers.up(1, further), None);
    }

    #[test]
    fn a_tap_on_a_board_that_is_near_plays_where_it_is_seen() {
        let mut pointers = Pointers::new(SIZE);
        pointers.toggle(THERE);
        let seen = pointers.viewport().place(HERE);
        assert_eq!(pointers.down(1, HERE), Some(Pointer::Down(seen)));
        pointers.hold(false);
        assert_eq!(pointers.up(1, HERE), Some(Pointer::Up(seen)));
    }
}
