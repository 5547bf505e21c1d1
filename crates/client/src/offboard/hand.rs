//! The player's hand over the board: what it holds and where it points. It knows no rule: it gets the
//! turn's lines and gives back a move.

use super::turn::{PlayableStep, Turn};
use drawing::Point;
use drawing::offboard::geometry::Geometry;
use offboard::{Cell, Move};

/// A drag shorter than this is a tap.
pub(super) const TAP: f64 = 0.25;
/// The part of a step after which a release plays it.
const ENOUGH: f64 = 0.4;

/// The marbles in the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Held {
    /// Nothing.
    #[default]
    Nothing,
    /// The rear marble of a line.
    Marble(Cell),
    /// The marble to put back.
    Returned,
}

/// A pointer that is down.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Drag {
    from: Point,
    to: Point,
    /// Whether it went far enough to be no tap.
    far: bool,
    /// Whether the marble under it was held before, so that a tap lets go of it.
    held_before: bool,
}

/// The hand: its marbles, and the place that it points to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hand {
    held: Held,
    /// The line that is pointed at, and the part of its step that is done.
    aim: Option<(PlayableStep, f64)>,
    drag: Option<Drag>,
}

impl Hand {
    /// The hand at the beginning of a turn: a marble to put back lies in it.
    pub fn new(turn: &Turn) -> Hand {
        Hand {
            held: if turn.free.is_empty() {
                Held::Nothing
            } else {
                Held::Returned
            },
            ..Hand::default()
        }
    }

    /// The marbles that it holds.
    pub fn held(&self) -> Held {
        self.held
    }

    /// The line that a release would move, and the part of its step that is done.
    pub fn aim(&self) -> Option<(&PlayableStep, f64)> {
        self.aim.as_ref().map(|(line, part)| (line, *part))
    }

    /// The place of the dragged marble that is to be put back.
    pub fn carried(&self) -> Option<Point> {
        let drag = self.drag.filter(|drag| drag.far && self.held == Held::Returned)?;
        Some(drag.to)
    }

    /// Whether choosing a cell now would play a move.
    pub fn lights(&self, turn: &Turn, cell: Cell) -> bool {
        self.chosen(turn, cell).is_some()
    }

    /// Chooses a cell, by tap or by key: plays a move, takes a marble or lets go.
    pub fn choose(&mut self, turn: &Turn, cell: Cell) -> Option<Move> {
        let chosen = self.chosen(turn, cell);
        if chosen.is_none() {
            let again = self.held == Held::Marble(cell);
            self.let_go();
            if !again && turn.lines_from(cell).next().is_some() {
                self.held = Held::Marble(cell);
            }
        }
        chosen
    }

    /// Chooses a target: plays the one line of the held marble that ends there.
    pub fn choose_target(&mut self, turn: &Turn, target: usize) -> Option<Move> {
        let mut lines = self
            .held_lines(turn)
            .filter(|line| line.ejected.is_some_and(|ejected| ejected.target == target));
        match (lines.next(), lines.next()) {
            (Some(line), None) => Some(line.step()),
            _ => None,
        }
    }

    /// Takes the marble to put back, or lets go of it.
    pub fn choose_tray(&mut self, turn: &Turn) {
        let again = self.held == Held::Returned;
        self.let_go();
        if !again && !turn.free.is_empty() {
            self.held = Held::Returned;
        }
    }

    /// Points at a cell without choosing it: its line is shown.
    pub fn point_at(&mut self, turn: &Turn, cell: Option<Cell>) {
        if self.drag.is_none() {
            let pointed = cell.and_then(|cell| self.held_lines(turn).find(|line| line.is_chosen_by(cell)));
            self.aim = pointed.map(|line| (line.clone(), 0.0));
        }
    }

    /// A pointer goes down: on what can be moved, it takes it.
    pub fn grab(&mut self, turn: &Turn, held: Held, at: Point) {
        let can = match held {
            Held::Marble(cell) => turn.lines_from(cell).next().is_some(),
            Held::Returned => !turn.free.is_empty(),
            Held::Nothing => false,
        };
        if can {
            let held_before = self.held == held;
            *self = Hand {
                held,
                aim: None,
                drag: Some(Drag {
                    from: at,
                    to: at,
                    far: false,
                    held_before,
                }),
            };
        }
    }

    /// The pointer that is down moves: the held marble's line follows it.
    pub fn drag(&mut self, turn: &Turn, view: Geometry, to: Point) {
        let Some(drag) = &mut self.drag else { return };
        drag.to = to;
        let way = to - drag.from;
        drag.far |= way.length() >= TAP;
        if !drag.far {
            return;
        }
        self.aim = view.direction_of(way).and_then(|direction| {
            let line = self.held_lines(turn).find(|line| line.direction == direction)?;
            Some((line.clone(), view.step(direction).dot(way).clamp(0.0, 1.0)))
        });
    }

    /// Whether a pointer is down on what the hand holds.
    pub fn is_dragging(&self) -> bool {
        self.drag.is_some()
    }

    /// The pointer goes up: plays what it aims at if it went far enough. A tap holds on to what it took,
    /// or lets go of what was held before.
    pub fn release(&mut self, turn: &Turn, view: Geometry) -> Option<Move> {
        let drag = self.drag.take()?;
        if !drag.far {
            if drag.held_before {
                self.let_go();
            }
            return None;
        }
        if self.held == Held::Returned {
            let cell = view.cell_at(drag.to)?;
            return self.chosen(turn, cell);
        }
        let (line, part) = self.aim.take()?;
        (part >= ENOUGH).then(|| line.step())
    }

    /// Holds nothing any more.
    pub fn let_go(&mut self) {
        *self = Hand::default();
    }

    /// The lines of the marble that it holds.
    pub fn held_lines<'a>(&self, turn: &'a Turn) -> impl Iterator<Item = &'a PlayableStep> {
        let from = match self.held {
            Held::Marble(cell) => Some(cell),
            Held::Nothing | Held::Returned => None,
        };
        turn.lines.iter().filter(move |line| Some(line.from) == from)
    }

    /// The move that choosing a cell plays.
    fn chosen(&self, turn: &Turn, cell: Cell) -> Option<Move> {
        if self.held == Held::Returned {
            return turn.free.contains(&cell).then_some(Move::Return { cell });
        }
        self.held_lines(turn)
            .find(|line| line.is_chosen_by(cell))
            .map(PlayableStep::step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use offboard::Position;

    const VIEW: Geometry = Geometry { flipped: false };
    /// Three red on row e face two yellow; a red one on e1 stands apart.
    const ROW: &str = "5/6/7/8/r1rrryy2/8/7/6/5 r ------------ -";
    /// Red can push g9 into an occupied target; Red has a marble to put back as well.
    const EDGE: &str = "5/6/4rry/8/9/8/7/6/5 r ---y-------- *";

    fn turn(text: &str) -> Turn {
        Turn::new(&text.parse::<Position>().unwrap())
    }

    fn cell(text: &str) -> Cell {
        Cell::all().find(|cell| cell.to_string() == text).unwrap()
    }

    fn text(mv: Option<Move>) -> String {
        mv.map_or_else(String::new, |mv| mv.to_string())
    }

    #[test]
    fn two_taps_move_a_line_to_its_end() {
        let turn = turn(ROW);
        let mut hand = Hand::new(&turn);
        assert_eq!(hand.choose(&turn, cell("e3")), None);
        assert_eq!(hand.held(), Held::Marble(cell("e3")));
        assert_eq!(text(hand.choose(&turn, cell("e8"))), "e3e4");
    }

    #[test]
    fn a_pushed_marble_stands_for_its_line() {
        let turn = turn(ROW);
        for pushed in ["e6", "e7"] {
            let mut hand = Hand::new(&turn);
            hand.choose(&turn, cell("e3"));
            assert!(hand.lights(&turn, cell(pushed)));
            assert_eq!(text(hand.choose(&turn, cell(pushed))), "e3e4");
        }
    }

    #[test]
    fn another_own_marble_is_taken_instead() {
        let turn = turn(ROW);
        let mut hand = Hand::new(&turn);
        hand.choose(&turn, cell("e3"));
        assert_eq!(hand.choose(&turn, cell("e4")), None);
        assert_eq!(hand.held(), Held::Marble(cell("e4")));
        assert!(!hand.lights(&turn, cell("e8")), "two cannot push two");
    }

    #[test]
    fn the_same_marble_again_or_a_dark_cell_lets_go() {
        let turn = turn(ROW);
        for second in ["e3", "a1"] {
            let mut hand = Hand::new(&turn);
            hand.choose(&turn, cell("e3"));
            hand.choose(&turn, cell(second));
            assert_eq!(hand.held(), Held::Nothing, "{second}");
        }
        let mut hand = Hand::new(&turn);
        hand.choose(&turn, cell("e6"));
        assert_eq!(hand.held(), Held::Nothing, "it is not Yellow's turn");
    }

    #[test]
    fn pointing_shows_the_line_and_plays_nothing() {
        let turn = turn(ROW);
        let mut hand = Hand::new(&turn);
        hand.point_at(&turn, Some(cell("e8")));
        assert_eq!(hand.aim(), None);
        hand.choose(&turn, cell("e3"));
        hand.point_at(&turn, Some(cell("e8")));
        let (line, part) = hand.aim().unwrap();
        assert_eq!((line.own.len(), line.pushed.len(), part), (3, 2, 0.0));
        hand.point_at(&turn, None);
        assert_eq!(hand.aim(), None);
    }

    fn dragged(turn: &Turn, from: &str, way: Point) -> (Hand, Option<Move>) {
        let mut hand = Hand::new(turn);
        let start = VIEW.cell(cell(from));
        hand.grab(turn, Held::Marble(cell(from)), start);
        hand.drag(turn, VIEW, start + way * 0.5);
        hand.drag(turn, VIEW, start + way);
        let played = hand.release(turn, VIEW);
        (hand, played)
    }

    #[test]
    fn a_drag_plays_along_its_axis() {
        let turn = turn(ROW);
        let played = |way| text(dragged(&turn, "e3", way).1);
        assert_eq!(played(Point::new(1.4, 0.2)), "e3e4");
        assert_eq!(played(Point::new(-0.9, -0.2)), "e3e2");
        assert_eq!(played(Point::new(0.45, -0.8)), "e3f4");
        assert_eq!(played(Point::new(0.3, 0.0)), "", "not far enough");
        let (hand, _) = dragged(&turn, "e3", Point::new(0.3, 0.0));
        assert_eq!(hand.held(), Held::Marble(cell("e3")), "it can still be tapped on");
    }

    #[test]
    fn a_drag_shows_how_far_it_is() {
        let turn = turn(ROW);
        let mut hand = Hand::new(&turn);
        let start = VIEW.cell(cell("e3"));
        hand.grab(&turn, Held::Marble(cell("e3")), start);
        hand.drag(&turn, VIEW, start + Point::new(0.5, 0.0));
        assert_eq!(
            hand.aim().map(|(line, part)| (line.pushed.len(), part)),
            Some((2, 0.5))
        );
        hand.drag(&turn, VIEW, start + Point::new(3.0, 0.0));
        assert_eq!(hand.aim().map(|(_, part)| part), Some(1.0));
    }

    #[test]
    fn a_tap_by_pointer_takes_and_a_second_lets_go() {
        let turn = turn(ROW);
        let mut hand = Hand::new(&turn);
        let start = VIEW.cell(cell("e3"));
        for held in [Held::Marble(cell("e3")), Held::Nothing] {
            hand.grab(&turn, Held::Marble(cell("e3")), start);
            hand.drag(&turn, VIEW, start + Point::new(0.1, 0.0));
            assert_eq!(hand.release(&turn, VIEW), None);
            assert_eq!(hand.held(), held);
        }
    }

    #[test]
    fn what_cannot_move_cannot_be_grabbed() {
        let turn = turn(ROW);
        let mut hand = Hand::new(&turn);
        for held in [Held::Marble(cell("e6")), Held::Returned, Held::Nothing] {
            hand.grab(&turn, held, Point::default());
        }
        assert_eq!(hand, Hand::default());
    }

    #[test]
    fn a_returned_marble_lies_in_the_hand() {
        let turn = turn(EDGE);
        let mut hand = Hand::new(&turn);
        assert_eq!(hand.held(), Held::Returned);
        assert_eq!(text(hand.choose(&turn, cell("e5"))), "@e5");
        hand.choose(&turn, cell("g8"));
        assert_eq!(
            hand.held(),
            Held::Marble(cell("g8")),
            "giving it up for a normal move"
        );
        hand.choose_tray(&turn);
        assert_eq!(hand.held(), Held::Returned);
        hand.choose_tray(&turn);
        assert_eq!(hand.held(), Held::Nothing);
    }

    #[test]
    fn a_returned_marble_is_dragged_to_its_cell() {
        let turn = turn(EDGE);
        let mut hand = Hand::new(&turn);
        hand.grab(&turn, Held::Returned, Point::new(5.0, 5.0));
        hand.drag(&turn, VIEW, Point::default());
        assert_eq!(hand.carried(), Some(Point::default()));
        assert_eq!(text(hand.release(&turn, VIEW)), "@e5");
    }

    #[test]
    fn a_target_stands_for_the_line_that_ends_there() {
        let turn = turn(EDGE);
        let mut hand = Hand::new(&turn);
        assert_eq!(hand.choose_target(&turn, 2), None);
        hand.choose(&turn, cell("g7"));
        let ejecting = turn.lines_from(cell("g7")).find(|line| line.ejected.is_some());
        let target = ejecting.and_then(|line| line.ejected).unwrap().target;
        assert_eq!(text(hand.choose_target(&turn, target)), "g7g8");
        assert_eq!(hand.choose_target(&turn, 11), None);
    }
}
