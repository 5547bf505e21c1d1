//! How the player handles Offboard's board, without a browser: taps, drags and keys become moves.

use super::cursor::{Arrow, Cursor};
use super::hand::{Hand, Held, TAP};
use super::turn::{PlayableStep, Spot, Turn};
use crate::frame::{self, Key, Keyed};
use drawing::Point;
use drawing::offboard::geometry::{Geometry, TRAY};
use offboard::{Cell, Forbidden, Move, Position};
use rules::Game;

/// How close to the tray counts as on it.
const TRAY_REACH: f64 = 0.7;
/// How straight and how far a drag must go to mean a direction: the cosine of its angle, and cells.
const STRAIGHT: f64 = 0.9;
const FAR: f64 = 0.5;

/// An attempt that the rules refuse.
#[derive(Clone, Debug, PartialEq)]
struct Attempt {
    reason: Forbidden,
    /// Its text, where the board has the cell that it goes to.
    text: Option<String>,
}

/// Legal moves, the held marbles and the place that is pointed at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Control {
    /// The position, where the player may move.
    position: Option<Position>,
    turn: Turn,
    hand: Hand,
    view: Geometry,
    cursor: Cursor,
    /// Place where a pointer went down on nothing that can be dragged.
    pressed: Option<Point>,
    /// The part of its step that the line just played had already been dragged.
    begun: f64,
    refused: Option<Attempt>,
}

impl Control {
    /// Legal moves.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// The player's hand: marbles held, place pointed at.
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
    pub fn held_lines(&self) -> impl Iterator<Item = &PlayableStep> {
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
            self.refused = self.refused_drag(at);
            self.hand.let_go();
        }
        played
    }

    /// Chooses a cell, by tap or by key.
    pub fn choose(&mut self, cell: Cell) -> Option<Move> {
        self.cursor = self.cursor.moved_to(cell, self.view);
        let held = self.hand.held();
        let played = self.hand.choose(&self.turn, cell);
        self.refused = if played.is_none() {
            self.refused_choice(held, cell)
        } else {
            None
        };
        played
    }

    /// The cells of the marbles for which the last attempt was refused.
    pub fn refused_cells(&self) -> impl Iterator<Item = Cell> {
        let reason = self.refused.as_ref().map(|attempt| attempt.reason);
        reason.into_iter().flat_map(Forbidden::cells)
    }

    /// Why choosing a cell does nothing, with this in the hand.
    fn refused_choice(&self, held: Held, cell: Cell) -> Option<Attempt> {
        let position = self.position.filter(|_| !self.is_movable(cell))?;
        let is_own = position.marble(cell) == Some(position.turn());
        let reason = match held {
            Held::Marble(from) if !is_own => position.forbidden_to(from, cell),
            Held::Returned if !is_own => position.forbidden(Move::Return { cell })?,
            _ => position
                .forbidden_from(cell)
                .filter(|reason| !matches!(reason, Forbidden::NoMarble(_)))?,
        };
        let text = match held {
            Held::Marble(from) if !is_own => from
                .direction_to(cell)
                .and_then(|direction| from.step(direction))
                .map(|next| format!("{from}{next}")),
            _ => None,
        };
        Some(Attempt { reason, text })
    }

    /// Why the marble that is held cannot be dragged towards a place.
    fn refused_drag(&self, at: Point) -> Option<Attempt> {
        let position = self.position?;
        let Held::Marble(from) = self.hand.held() else {
            let cell = self
                .view
                .cell_at(at)
                .filter(|_| self.hand.held() == Held::Returned)?;
            let reason = position.forbidden(Move::Return { cell })?;
            return Some(Attempt { reason, text: None });
        };
        let way = at - self.view.cell(from);
        let direction = self.view.direction_of(way).filter(|_| way.length() > FAR)?;
        let is_straight = self.view.step(direction).dot(way) / way.length() > STRAIGHT;
        let reason = position.shift(from, direction).err().filter(|_| is_straight)?;
        let text = from.step(direction).map(|next| format!("{from}{next}"));
        Some(Attempt { reason, text })
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
        self.position = may_move.then_some(*position);
        self.refused = None;
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
        self.refused = None;
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
            let refused = self.refused_drag(at);
            let played = self.hand.release(&self.turn, self.view);
            self.refused = refused.filter(|_| played.is_none());
            played
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
        self.refused = None;
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

    fn refusal(&self) -> Option<Forbidden> {
        self.refused.as_ref().map(|attempt| attempt.reason)
    }

    fn attempted(&self) -> Option<String> {
        self.refused.as_ref()?.text.clone()
    }

    fn focus_id(&self) -> String {
        cell_id(self.cursor())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::board_game::tap as tap_at;
    use crate::frame::session::MoveCursor;
    use crate::frame::table::SidePlayer;
    use crate::frame::{BoardTable as AnyTable, Control as _};
    use offboard::Direction;

    type Table = AnyTable<Position>;

    fn at(position: Position) -> Table {
        Table::new(MoveCursor::new(position), [SidePlayer::Person; 2])
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
    fn refused_attempts_say_why_and_are_forgotten_with_the_next() {
        let text = "5/6/7/8/1rry5/8/7/6/r3y r ------------ -";
        let mut table = at(text.parse().unwrap());
        let told = |table: &Table| {
            let control = table.control();
            let cells: Vec<String> = control.refused_cells().map(|cell| cell.to_string()).collect();
            (control.attempted(), cells.join(" "))
        };
        drag(&mut table, "e3", "e4");
        assert_eq!(
            told(&table),
            (Some("e3e4".to_owned()), "e3 e4".to_owned()),
            "one against one"
        );
        tap(&mut table, "e3");
        assert_eq!(told(&table), (None, String::new()), "it is let go");
        tap(&mut table, "e3");
        tap(&mut table, "e4");
        assert_eq!(
            told(&table),
            (Some("e3e4".to_owned()), "e3 e4".to_owned()),
            "by two taps, too"
        );
        tap(&mut table, "e4");
        assert_eq!(table.control().refusal(), Some(Forbidden::NotOwn(cell("e4"))));
        tap(&mut table, "e2");
        tap(&mut table, "b1");
        assert_eq!(
            table.control().refusal(),
            Some(Forbidden::NotAhead(cell("e2"), cell("b1")))
        );
        tap(&mut table, "a1");
        let off = place(&table, "a1") + table.control().view().step(Direction::W) * 1.2;
        tap_at(&mut table, off);
        assert!(matches!(
            table.control().refusal(),
            Some(Forbidden::OwnOff { .. })
        ));
        assert_eq!(table.session().plies(), 0);
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
