//! How the player handles Offboard's board, without a browser: taps, drags and keys become moves.

use super::cursor::{Arrow, Cursor};
use super::hand::{Hand, Held, TAP};
use super::turn::{Line, Spot, Turn};
use crate::frame::{self, Key, Keyed};
use drawing::Point;
use drawing::offboard::geometry::{Geometry, TRAY};
use offboard::{Cell, Move, Position};

/// How close to the tray counts as on it.
const TRAY_REACH: f64 = 0.7;

/// What may be done, what is held and pointed at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Control {
    turn: Turn,
    hand: Hand,
    view: Geometry,
    cursor: Cursor,
    /// Where a pointer went down on nothing that can be dragged.
    pressed: Option<Point>,
    /// The part of its step that the line just played had already been dragged.
    begun: f64,
}

impl Control {
    /// What may be done.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// What the player holds and points at.
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// How the board is turned.
    pub fn view(&self) -> Geometry {
        self.view
    }

    /// The part of its step that the line just played had already been dragged.
    pub fn begun(&self) -> f64 {
        self.begun
    }

    /// The cell that the arrow keys are on.
    pub fn cursor(&self) -> Cell {
        self.cursor.cell()
    }

    /// Whether choosing a cell now would play a move.
    pub fn lights(&self, cell: Cell) -> bool {
        self.hand.lights(&self.turn, cell)
    }

    /// Whether a cell's marble can be taken.
    pub fn is_movable(&self, cell: Cell) -> bool {
        self.turn.lines_from(cell).next().is_some()
    }

    /// The lines of the marble that is held.
    pub fn held_lines(&self) -> impl Iterator<Item = &Line> {
        self.hand.held_lines(&self.turn)
    }

    /// Whether the held marble has a line that ends in a target.
    pub fn lights_target(&self, target: usize) -> bool {
        self.held_lines()
            .any(|line| line.ejected.is_some_and(|ejected| ejected.target == target))
    }

    /// How far a marble is off its spot because the hand moves it.
    pub fn displacement(&self, spot: Spot) -> Point {
        match (spot, self.hand.aim()) {
            (Spot::Cell(cell), Some((line, part))) if line.cells().any(|moved| moved == cell) => {
                self.view.step(line.direction) * part
            }
            (Spot::Tray, _) => self.hand.carried().map_or(Point::default(), |to| to - TRAY),
            _ => Point::default(),
        }
    }

    fn tap(&mut self, at: Point) -> Option<Move> {
        if let Some(cell) = self.view.cell_at(at) {
            return self.choose(cell);
        }
        let target = self.view.target_at(at);
        let played = target.and_then(|target| self.hand.choose_target(&self.turn, target));
        if played.is_none() {
            self.hand.let_go();
        }
        played
    }

    /// Chooses a cell, by tap or by key.
    pub fn choose(&mut self, cell: Cell) -> Option<Move> {
        self.cursor = self.cursor.moved_to(cell, self.view);
        self.hand.choose(&self.turn, cell)
    }

    /// Takes the marble to put back, or lets go of it.
    pub fn choose_tray(&mut self) {
        self.hand.choose_tray(&self.turn);
    }

    /// Puts the cursor on a cell that got the focus.
    pub fn focus(&mut self, cell: Cell) {
        self.cursor = self.cursor.moved_to(cell, self.view);
        self.hand.point_at(&self.turn, Some(cell));
    }

    /// Moves the cursor by an arrow key.
    pub fn arrow(&mut self, arrow: Arrow) {
        self.cursor = self.cursor.next(arrow, self.view);
        self.focus(self.cursor.cell());
    }
}

/// The id of a cell's element.
pub(super) fn cell_id(cell: Cell) -> String {
    format!("cell-{cell}")
}

impl frame::Control<Position> for Control {
    fn show(&mut self, position: &Position, may_move: bool) {
        self.turn = if may_move {
            Turn::new(position)
        } else {
            Turn::default()
        };
        self.hand = Hand::new(&self.turn);
        self.begun = 0.0;
    }

    fn is_flipped(&self) -> bool {
        self.view.flipped
    }

    fn flip(&mut self) {
        self.view.flipped = !self.view.flipped;
        self.cursor = Cursor::new(self.cursor.cell(), self.view);
    }

    fn pointer_down(&mut self, at: Point) {
        let on_tray = (at - TRAY).length() <= TRAY_REACH;
        let held = match self.view.cell_at(at) {
            Some(cell) => Held::Marble(cell),
            None if on_tray => Held::Returned,
            None => Held::Nothing,
        };
        self.hand.grab(&self.turn, held, at);
        self.pressed = (!self.hand.is_dragging()).then_some(at);
    }

    fn is_dragging(&self) -> bool {
        self.hand.is_dragging()
    }

    fn pointer_move(&mut self, to: Point) -> bool {
        let before = self.hand.clone();
        if self.hand.is_dragging() {
            self.hand.drag(&self.turn, self.view, to);
        } else {
            let cell = self.view.cell_at(to);
            self.hand.point_at(&self.turn, cell);
        }
        self.hand != before
    }

    fn pointer_up(&mut self, at: Point) -> Option<Move> {
        let pressed = self.pressed.take();
        if self.hand.is_dragging() {
            self.begun = self.hand.aim().map_or(0.0, |(_, part)| part);
            self.hand.release(&self.turn, self.view)
        } else if pressed.is_some_and(|down| (at - down).length() < 2.0 * TAP) {
            self.tap(at)
        } else {
            None
        }
    }

    fn pointer_cancel(&mut self) {
        self.hand = Hand::new(&self.turn);
    }

    fn key(&mut self, key: Key) -> Keyed<Move> {
        match key {
            Key::Left => self.arrow(Arrow::Left),
            Key::Right => self.arrow(Arrow::Right),
            Key::Up => self.arrow(Arrow::Up),
            Key::Down => self.arrow(Arrow::Down),
            Key::LetGo => self.hand.let_go(),
            Key::Choose => return self.choose(self.cursor()).map_or(Keyed::Done, Keyed::Play),
            Key::Letter(_) => return Keyed::Nothing,
        }
        Keyed::Done
    }

    fn focus_id(&self) -> String {
        cell_id(self.cursor())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::board_game::tap as tap_at;
    use crate::frame::session::Session;
    use crate::frame::table::Seat;
    use crate::frame::{Control as _, Table as AnyTable};
    use offboard::Direction;
    use rules::Game;

    type Table = AnyTable<Position>;

    fn at(position: Position) -> Table {
        Table::new(Session::new(position), [Seat::Person; 2])
    }

    fn table() -> Table {
        at(Position::start(rules::Standard))
    }

    fn cell(text: &str) -> Cell {
        Cell::all().find(|cell| cell.to_string() == text).unwrap()
    }

    fn place(table: &Table, text: &str) -> Point {
        table.control().view().cell(cell(text))
    }

    fn tap(table: &mut Table, text: &str) {
        let at = place(table, text);
        tap_at(table, at);
    }

    fn drag(table: &mut Table, from: &str, to: &str) {
        let (from, to) = (place(table, from), place(table, to));
        table.act(|control| {
            control.pointer_down(from);
            control.pointer_move(to);
            control.pointer_up(to)
        });
    }

    #[test]
    fn taps_drags_and_keys_play_a_game_on_both_sides_of_the_board() {
        for flipped in [false, true] {
            let mut table = table();
            if flipped {
                table.flip();
            }
            tap(&mut table, "i5");
            tap(&mut table, "f5");
            drag(&mut table, "a1", "b2");
            table.act(|control| {
                control.focus(cell("b5"));
                control.choose(cell("b5"));
                control.choose(control.cursor().step(Direction::W).unwrap())
            });
            assert_eq!(table.session().texts(), ["i5h5", "a1b2", "b5b4"], "{flipped}");
        }
    }

    #[test]
    fn a_move_is_seen_on_its_way_there_and_back() {
        let mut table = table();
        drag(&mut table, "i5", "h5");
        assert_eq!(table.travel().motions.len(), 3);
        let first = table.travel().number;
        table.undo();
        assert_eq!(
            (table.travel().number, table.travel().motions.len()),
            (first + 1, 3)
        );
        assert_eq!(table.session().shown(), 0);
        table.redo();
        assert_eq!(table.travel().motions.len(), 3);
        table.redo();
        assert_eq!(table.session().shown(), 1);
        table.jump(0);
        assert_eq!((table.session().plies(), table.travel().motions.len()), (1, 3));
    }

    #[test]
    fn marbles_follow_the_hand() {
        let table = table();
        let mut control = table.control().clone();
        let from = place(&table, "i5");
        control.pointer_down(from);
        control.pointer_move(from + control.view().step(Direction::SE) * 0.5);
        for (text, moves) in [
            ("i5", true),
            ("h5", true),
            ("g5", true),
            ("f5", false),
            ("h4", false),
        ] {
            let displaced = control.displacement(Spot::Cell(cell(text))).length() > 0.4;
            assert_eq!(displaced, moves, "{text}");
        }
        control.pointer_cancel();
        assert_eq!(control.displacement(Spot::Cell(cell("i5"))), Point::default());
    }

    #[test]
    fn arrow_keys_keep_straight_on_although_each_moves_the_focus() {
        let mut control = Control::default();
        control.focus(cell("a3"));
        for _ in 0..4 {
            control.key(Key::Up);
            control.focus(control.cursor());
        }
        assert_eq!(control.cursor(), cell("e5"));
    }

    #[test]
    fn pushing_into_a_target_by_tapping_it() {
        let text = "5/6/4rry/8/9/8/7/6/5 r ------------ -";
        let mut table = at(text.parse().unwrap());
        tap(&mut table, "g7");
        assert!(table.control().lights_target(3) && !table.control().lights_target(2));
        let target = table.control().view().target(3).1;
        tap_at(&mut table, target);
        assert_eq!(table.position().points(rules::Side::First), 2);
        assert!(
            table
                .travel()
                .motions
                .iter()
                .any(|motion| motion.spot == Spot::Target(3))
        );
        assert!(
            table.control().turn().lines.is_empty(),
            "Yellow has no marble left: the game is over"
        );
    }

    #[test]
    fn a_marble_that_comes_back_is_put_back_by_tap_or_drag() {
        let text = "5/6/4rry/8/4y4/8/7/6/5 r ---r-------- -";
        let mut table = at(text.parse().unwrap());
        tap(&mut table, "g7");
        tap(&mut table, "g9");
        assert!(table.position().returned());
        assert!(
            table
                .travel()
                .motions
                .iter()
                .any(|motion| motion.spot == Spot::Tray)
        );
        let a1 = place(&table, "a1");
        table.act(|control| {
            control.pointer_down(TRAY);
            control.pointer_move(a1);
            control.pointer_up(a1)
        });
        assert_eq!(table.session().texts(), ["g7g8", "@a1"]);
        table.undo();
        tap(&mut table, "a2");
        assert_eq!(table.session().texts(), ["g7g8", "@a2"]);
    }
}
