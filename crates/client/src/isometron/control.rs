//! How the player handles Isometron's board, without a browser: the tile in hand is turned by choosing one of its four
//! orientations below the board, by the wheel or by R; it is put on a cell by a tap, a drag or Enter.

use crate::frame::{self, Key, Keyed};
use drawing::Point;
use drawing::isometron::geometry::{Geometry, RACK_HEIGHT};
use isometron::{Cell, Corner, Forbidden, LineLink, Move, Position, Tile};
use rules::{Game, Side};

/// A pointer that goes less far means a tap.
const TAP: f64 = 0.3;

/// A tile that is dragged from below the board.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Drag {
    from: Point,
    to: Point,
}

/// Legal placements, and the cell that is pointed at.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// The position, where the player may move.
    position: Option<Position>,
    moves: Vec<Move>,
    view: Geometry,
    /// How the tile in hand lies.
    blank: Corner,
    /// The cell that is pointed at, by pointer or keys.
    pointed: Option<Cell>,
    /// The cell that was pointed at when the last tile was put down. A pointer that only stays there attempts nothing: the
    /// sentence about that tile can be read.
    played_at: Option<Cell>,
    /// The line that the tile in hand would close on the cell that is pointed at.
    line: Vec<LineLink>,
    drag: Option<Drag>,
    /// The cell that the arrow keys are on.
    cursor: Cell,
}

const FIRST: Cell = match Cell::new(0, 0) {
    Some(cell) => cell,
    None => panic!("the board has a corner"),
};

impl Default for Control {
    fn default() -> Control {
        Control {
            position: None,
            moves: Vec::new(),
            view: Geometry::default(),
            blank: Corner::Ne,
            pointed: None,
            played_at: None,
            line: Vec::new(),
            drag: None,
            cursor: FIRST,
        }
    }
}

/// A place on the drawing as one on the board, below which the tiles in hand lie.
fn on_board(place: Point) -> Point {
    place + Point::new(0.0, RACK_HEIGHT / 2.0)
}

impl Control {
    /// How the board is turned.
    pub fn view(&self) -> Geometry {
        self.view
    }

    /// Whether the player may move.
    pub fn is_active(&self) -> bool {
        self.position.is_some()
    }

    /// Side of the tile in hand; a move chosen in advance is not of the side to move.
    pub fn side(&self) -> Option<Side> {
        self.position.map(|position| position.turn())
    }

    /// How the tile in hand lies.
    pub fn blank(&self) -> Corner {
        self.blank
    }

    /// The cell that the arrow keys are on.
    pub fn cursor(&self) -> Cell {
        self.cursor
    }

    fn pointed_tile(&self) -> Option<Tile> {
        self.pointed.map(|cell| Tile {
            cell,
            blank: self.blank,
        })
    }

    /// The tile in hand on the cell that is pointed at, if it may be put down there.
    pub fn pointed(&self) -> Option<Tile> {
        self.pointed_tile().filter(|tile| self.of(*tile).is_some())
    }

    /// The tile in hand on the cell that is pointed at, where it may not be put down, and the reason.
    pub fn refusal(&self) -> Option<(Tile, Forbidden)> {
        let position = self.position?;
        let tile = self.pointed_tile().filter(|_| self.moves != [Move::Pass])?;
        if self.played_at == Some(tile.cell) {
            return None;
        }
        Some((tile, position.forbidden(tile)?))
    }

    /// The line that the tile in hand would close.
    pub fn line(&self) -> &[LineLink] {
        &self.line
    }

    /// Position of a tile dragged off the board.
    pub fn carried(&self) -> Option<Point> {
        let drag = self.drag.filter(|drag| (drag.to - drag.from).length() >= TAP)?;
        self.pointed().is_none().then_some(drag.to)
    }

    /// Whether the tile in hand, lying as it does, may be put on a cell. An image that is owed is for the player to find.
    pub fn is_open(&self, cell: Cell) -> bool {
        let tile = Tile {
            cell,
            blank: self.blank,
        };
        self.of(tile).is_some()
    }

    /// The move of putting a tile down. While an image is owed, any other tile in the own camp is a wrong image.
    fn of(&self, tile: Tile) -> Option<Move> {
        let position = self.position?;
        if self.moves.contains(&Move::Tile(tile)) {
            return Some(Move::Tile(tile));
        }
        let is_wrong = position.owed().is_some()
            && tile.cell.camp() == position.turn()
            && position.tiles().get(tile.cell).is_none();
        is_wrong.then_some(Move::Wrong(tile))
    }

    /// Puts the cursor on a cell that got the focus.
    pub fn focus(&mut self, cell: Cell) {
        self.cursor = cell;
        self.point_at(Some(cell));
    }

    /// Takes the tile in hand as it lies with this corner blank.
    pub fn lay(&mut self, blank: Corner) {
        self.blank = blank;
        self.look();
    }

    fn turn(&mut self, quarters: usize) {
        let next = (self.blank.index() + quarters) % Corner::ALL.len();
        self.lay(Corner::ALL[next]);
    }

    fn point_at(&mut self, cell: Option<Cell>) -> bool {
        let changed = self.pointed != cell;
        if cell.is_some() && cell != self.played_at {
            self.played_at = None;
        }
        if changed {
            self.pointed = cell;
            self.look();
        }
        changed
    }

    /// Shows the points of the tile in hand at the pointed cell. The player has to find out about an owed image alone.
    fn look(&mut self) {
        let position = self.position.filter(|position| position.owed().is_none());
        let line = position.zip(self.pointed());
        self.line = line.map_or_else(Vec::new, |(position, tile)| position.preview(tile));
    }

    fn walk(&mut self, right: isize, up: isize) {
        let sign = if self.view.flipped { -1 } else { 1 };
        let row = self.cursor.row() as isize + sign * up;
        let column = self.cursor.column() as isize + sign * right;
        if let (Ok(row), Ok(column)) = (usize::try_from(row), usize::try_from(column))
            && let Some(cell) = Cell::new(row, column)
        {
            self.cursor = cell;
        }
        self.point_at(Some(self.cursor));
    }

    fn choose(&self, cell: Option<Cell>) -> Option<Move> {
        if self.moves == [Move::Pass] {
            return Some(Move::Pass);
        }
        self.of(Tile {
            cell: cell?,
            blank: self.blank,
        })
    }
}

/// The id of a cell's element.
pub(super) fn cell_id(cell: Cell) -> String {
    format!("cell-{cell}")
}

impl frame::Control<Position> for Control {
    fn show(&mut self, position: &Position, may_move: bool) {
        self.position = may_move.then_some(*position);
        self.moves = if may_move {
            position.legal_moves()
        } else {
            Vec::new()
        };
        self.drag = None;
        self.played_at = self.pointed.take().or(self.played_at);
        self.line = Vec::new();
    }

    fn is_flipped(&self) -> bool {
        self.view.flipped
    }

    fn flip(&mut self) {
        self.view.flipped = !self.view.flipped;
    }

    fn pointer_down(&mut self, at: Point) {
        self.played_at = None;
        let at = on_board(at);
        let taken = self.view.rack_at(at).filter(|_| self.is_active());
        if let Some(blank) = taken {
            self.lay(blank);
            self.drag = Some(Drag { from: at, to: at });
        }
        self.point_at(self.view.cell_at(at));
    }

    fn is_dragging(&self) -> bool {
        self.drag.is_some()
    }

    fn pointer_move(&mut self, to: Point) -> bool {
        let to = on_board(to);
        let pointed = self.point_at(self.view.cell_at(to));
        if let Some(drag) = &mut self.drag {
            drag.to = to;
        }
        pointed || self.drag.is_some()
    }

    fn pointer_up(&mut self, at: Point) -> Option<Move> {
        self.drag = None;
        let cell = self.view.cell_at(on_board(at));
        self.point_at(cell);
        cell.and_then(|cell| self.choose(Some(cell)))
    }

    fn pointer_cancel(&mut self) {
        self.drag = None;
        self.point_at(None);
    }

    fn wheel(&mut self, forward: bool) -> bool {
        let used = self.is_active() && self.pointed.is_some();
        if used {
            self.turn(if forward { 1 } else { 3 });
        }
        used
    }

    fn key(&mut self, key: Key) -> Keyed<Move> {
        match key {
            Key::Left => self.walk(-1, 0),
            Key::Right => self.walk(1, 0),
            Key::Up => self.walk(0, 1),
            Key::Down => self.walk(0, -1),
            Key::LetGo => {
                self.point_at(None);
            }
            Key::Letter('r') => {
                self.pointed = Some(self.pointed.unwrap_or(self.cursor));
                self.turn(1);
            }
            Key::Choose => {
                self.played_at = None;
                return self.choose(Some(self.cursor)).map_or(Keyed::Done, Keyed::Play);
            }
            Key::Letter(_) => return Keyed::Nothing,
        }
        Keyed::Done
    }

    fn refusal(&self) -> Option<(Tile, Forbidden)> {
        Control::refusal(self)
    }

    fn attempted(&self) -> Option<String> {
        let (tile, reason) = Control::refusal(self)?;
        matches!(reason, Forbidden::Web | Forbidden::Stops(_)).then(|| tile.to_string())
    }

    fn focus_id(&self) -> String {
        cell_id(self.cursor)
    }
}

#[cfg(test)]
mod tests;
