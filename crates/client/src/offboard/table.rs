//! The whole state of Offboard at one screen, without a browser: the view shows it and tells it what the
//! player does.

use super::cursor::{Arrow, Cursor};
use super::hand::{Hand, Held, TAP};
use super::turn::{self, Line, Motion, Spot, Turn};
use crate::session::Session;
use drawing::Point;
use drawing::offboard::geometry::{Geometry, TRAY};
use offboard::{Cell, Move, Position};
use rules::Game;

/// How close to the tray counts as on it.
const TRAY_REACH: f64 = 0.7;

/// The marbles that are on their way, and a number that is new for every such event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Travel {
    /// Grows with each move shown.
    pub number: u32,
    /// The ways.
    pub motions: Vec<Motion>,
}

/// The state.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    session: Session<Position>,
    turn: Turn,
    hand: Hand,
    view: Geometry,
    travel: Travel,
    cursor: Cursor,
    /// Where a pointer went down on nothing that can be dragged.
    pressed: Option<Point>,
}

impl Table {
    /// A table with a game on it.
    pub fn new(session: Session<Position>) -> Table {
        let mut table = Table {
            session,
            turn: Turn::default(),
            hand: Hand::default(),
            view: Geometry::default(),
            travel: Travel::default(),
            cursor: Cursor::default(),
            pressed: None,
        };
        table.start_turn();
        table
    }

    /// The game.
    pub fn session(&self) -> &Session<Position> {
        &self.session
    }

    /// The position shown.
    pub fn position(&self) -> &Position {
        self.session.position()
    }

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

    /// The marbles that are on their way.
    pub fn travel(&self) -> &Travel {
        &self.travel
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

    /// A pointer goes down.
    pub fn pointer_down(&mut self, at: Point) {
        let on_tray = (at - TRAY).length() <= TRAY_REACH;
        let held = match self.view.cell_at(at) {
            Some(cell) => Held::Marble(cell),
            None if on_tray => Held::Returned,
            None => Held::Nothing,
        };
        self.hand.grab(&self.turn, held, at);
        self.pressed = (!self.hand.is_dragging()).then_some(at);
    }

    /// A pointer moves, up or down. Tells whether that changed anything.
    pub fn pointer_move(&mut self, to: Point) -> bool {
        let before = self.hand.clone();
        if self.hand.is_dragging() {
            self.hand.drag(&self.turn, self.view, to);
        } else {
            let cell = self.view.cell_at(to);
            self.hand.point_at(&self.turn, cell);
        }
        self.hand != before
    }

    /// A pointer goes up: the end of a drag, or a tap.
    pub fn pointer_up(&mut self, at: Point) {
        let pressed = self.pressed.take();
        if self.hand.is_dragging() {
            let begun = self.hand.aim().map_or(0.0, |(_, part)| part);
            let played = self.hand.release(&self.turn, self.view);
            self.play(played, begun);
        } else if pressed.is_some_and(|down| (at - down).length() < 2.0 * TAP) {
            self.tap(at);
        }
    }

    fn tap(&mut self, at: Point) {
        if let Some(cell) = self.view.cell_at(at) {
            self.choose(cell);
        } else {
            let target = self.view.target_at(at);
            let played = target.and_then(|target| self.hand.choose_target(&self.turn, target));
            if played.is_none() {
                self.hand.let_go();
            }
            self.play(played, 0.0);
        }
    }

    /// The pointer is taken away in the middle of something.
    pub fn pointer_cancel(&mut self) {
        self.hand = Hand::new(&self.turn);
    }

    /// Chooses a cell, by tap or by key.
    pub fn choose(&mut self, cell: Cell) {
        let played = self.hand.choose(&self.turn, cell);
        self.cursor = self.cursor.moved_to(cell, self.view);
        self.play(played, 0.0);
    }

    /// Takes the marble to put back, or lets go of it.
    pub fn choose_tray(&mut self) {
        self.hand.choose_tray(&self.turn);
    }

    /// Lets go of everything.
    pub fn let_go(&mut self) {
        self.hand.let_go();
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

    /// Shows the position after so many moves; a single step is shown as a motion.
    pub fn jump(&mut self, ply: usize) {
        let before = self.session.shown();
        let undone = self.session.last().map(|(position, mv)| (*position, mv));
        self.session.jump(ply);
        let after = self.session.shown();
        let motions = if after == before + 1 {
            self.last_motions(0.0)
        } else if after + 1 == before {
            undone.map_or_else(Vec::new, |(position, mv)| {
                turn::motions_back(&position, mv, self.view)
            })
        } else {
            Vec::new()
        };
        self.set_off(motions);
        self.start_turn();
    }

    /// Takes one move back, to be redone or replaced.
    pub fn undo(&mut self) {
        self.jump(self.session.shown().saturating_sub(1));
    }

    /// Shows the next move again.
    pub fn redo(&mut self) {
        self.jump(self.session.shown() + 1);
    }

    /// Begins a new game.
    pub fn new_game(&mut self) {
        self.session = Session::new(Position::start(rules::Standard));
        self.set_off(Vec::new());
        self.start_turn();
    }

    /// Turns the board by half a turn.
    pub fn flip(&mut self) {
        self.view.flipped = !self.view.flipped;
        self.set_off(Vec::new());
        self.cursor = Cursor::new(self.cursor.cell(), self.view);
    }

    fn play(&mut self, mv: Option<Move>, begun: f64) {
        let Some(mv) = mv else { return };
        // Only moves of the turn come here; the position shown has not changed since it was made.
        if self.session.play(mv).is_ok() {
            let motions = self.last_motions(begun);
            self.set_off(motions);
            self.start_turn();
        }
    }

    fn last_motions(&self, begun: f64) -> Vec<Motion> {
        self.session.last().map_or_else(Vec::new, |(before, mv)| {
            turn::motions(before, mv, self.view, begun)
        })
    }

    fn set_off(&mut self, motions: Vec<Motion>) {
        self.travel = Travel {
            number: self.travel.number + 1,
            motions,
        };
    }

    fn start_turn(&mut self) {
        self.turn = if self.session.outcome().is_some() {
            Turn::default()
        } else {
            Turn::new(self.position())
        };
        self.hand = Hand::new(&self.turn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use offboard::Direction;

    fn table() -> Table {
        Table::new(Session::new(Position::start(rules::Standard)))
    }

    fn cell(text: &str) -> Cell {
        Cell::all().find(|cell| cell.to_string() == text).unwrap()
    }

    fn place(table: &Table, text: &str) -> Point {
        table.view().cell(cell(text))
    }

    fn tap(table: &mut Table, text: &str) {
        let at = place(table, text);
        table.pointer_down(at);
        table.pointer_up(at);
    }

    fn drag(table: &mut Table, from: &str, to: &str) {
        let (from, to) = (place(table, from), place(table, to));
        table.pointer_down(from);
        table.pointer_move(to);
        table.pointer_up(to);
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
            table.focus(cell("b5"));
            table.choose(cell("b5"));
            table.choose(table.cursor().step(Direction::W).unwrap());
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
        table.new_game();
        assert_eq!((table.session().plies(), table.travel().motions.len()), (0, 0));
    }

    #[test]
    fn marbles_follow_the_hand() {
        let mut table = table();
        let from = place(&table, "i5");
        table.pointer_down(from);
        table.pointer_move(from + table.view().step(Direction::SE) * 0.5);
        for (text, moves) in [
            ("i5", true),
            ("h5", true),
            ("g5", true),
            ("f5", false),
            ("h4", false),
        ] {
            let displaced = table.displacement(Spot::Cell(cell(text))).length() > 0.4;
            assert_eq!(displaced, moves, "{text}");
        }
        table.pointer_cancel();
        assert_eq!(table.displacement(Spot::Cell(cell("i5"))), Point::default());
    }

    #[test]
    fn arrow_keys_keep_straight_on_although_each_moves_the_focus() {
        let mut table = table();
        table.focus(cell("a3"));
        for _ in 0..4 {
            table.arrow(Arrow::Up);
            table.focus(table.cursor());
        }
        assert_eq!(table.cursor(), cell("e5"));
    }

    #[test]
    fn pushing_into_a_target_by_tapping_it() {
        let text = "5/6/4rry/8/9/8/7/6/5 r ------------ -";
        let mut table = Table::new(Session::new(text.parse().unwrap()));
        tap(&mut table, "g7");
        assert!(table.lights_target(3) && !table.lights_target(2));
        let target = table.view().target(3).1;
        table.pointer_down(target);
        table.pointer_up(target);
        assert_eq!(table.position().points(rules::Side::First), 2);
        assert!(
            table
                .travel()
                .motions
                .iter()
                .any(|motion| motion.spot == Spot::Target(3))
        );
        assert!(
            table.turn().lines.is_empty(),
            "Yellow has no marble left: the game is over"
        );
    }

    #[test]
    fn a_marble_that_comes_back_is_put_back_by_tap_or_drag() {
        let text = "5/6/4rry/8/4y4/8/7/6/5 r ---r-------- -";
        let mut table = Table::new(Session::new(text.parse().unwrap()));
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
        table.pointer_down(TRAY);
        table.pointer_move(place(&table, "a1"));
        table.pointer_up(place(&table, "a1"));
        assert_eq!(table.session().texts(), ["g7g8", "@a1"]);
        table.undo();
        tap(&mut table, "a2");
        assert_eq!(table.session().texts(), ["g7g8", "@a2"]);
    }
}
