//! How the player handles Isometron's board, without a browser: a press near a corner of a cell shows a tile there
//! with that corner blank, and letting go puts it down; by keys, cell by cell, with R to turn the tile.

use crate::frame::{self, Key, Keyed};
use drawing::Point;
use drawing::isometron::geometry::Geometry;
use isometron::{Cell, Corner, Move, Position, Tile};
use rules::Game;

/// What may be done and what is pointed at.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// The position, where the player may move.
    position: Option<Position>,
    moves: Vec<Move>,
    view: Geometry,
    /// The tile that is pointed at, by pointer or keys.
    pointed: Option<Tile>,
    /// The cell that the arrow keys are on, and how the tile in hand lies.
    cursor: Tile,
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
            pointed: None,
            cursor: Tile {
                cell: FIRST,
                blank: Corner::Ne,
            },
        }
    }
}

impl Control {
    /// How the board is turned.
    pub fn view(&self) -> Geometry {
        self.view
    }

    /// The cell that the arrow keys are on.
    pub fn cursor(&self) -> Cell {
        self.cursor.cell
    }

    /// The tile that is pointed at and may be put down.
    pub fn pointed(&self) -> Option<Tile> {
        self.pointed.filter(|tile| self.of(*tile).is_some())
    }

    /// Whether some tile may be put on a cell.
    pub fn is_open(&self, cell: Cell) -> bool {
        self.moves
            .iter()
            .any(|mv| matches!(mv, Move::Tile(tile) if tile.cell == cell))
    }

    /// The move that putting a tile down is. Where an image is owed, any other tile in the own camp is a wrong one.
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
        self.cursor.cell = cell;
    }

    fn walk(&mut self, right: isize, up: isize) {
        let sign = if self.view.flipped { -1 } else { 1 };
        let row = self.cursor.cell.row() as isize + sign * up;
        let column = self.cursor.cell.column() as isize + sign * right;
        if let (Ok(row), Ok(column)) = (usize::try_from(row), usize::try_from(column))
            && let Some(cell) = Cell::new(row, column)
        {
            self.cursor.cell = cell;
        }
        self.pointed = Some(self.cursor);
    }

    fn turn(&mut self, quarters: usize) {
        let next = (self.cursor.blank.index() + quarters) % Corner::ALL.len();
        self.cursor.blank = Corner::ALL[next];
        let cell = self.pointed.map_or(self.cursor.cell, |tile| tile.cell);
        self.pointed = Some(Tile {
            cell,
            blank: self.cursor.blank,
        });
    }

    fn choose(&self, tile: Option<Tile>) -> Option<Move> {
        if self.moves == [Move::Pass] {
            return Some(Move::Pass);
        }
        self.of(tile?)
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
        self.pointed = None;
    }

    fn is_flipped(&self) -> bool {
        self.view.flipped
    }

    fn flip(&mut self) {
        self.view.flipped = !self.view.flipped;
    }

    fn pointer_down(&mut self, at: Point) {
        self.pointed = self.view.tile_at(at);
    }

    fn pointer_move(&mut self, to: Point) -> bool {
        let before = self.pointed;
        self.pointed = self.view.tile_at(to);
        self.pointed != before
    }

    fn pointer_up(&mut self, at: Point) -> Option<Move> {
        self.pointed = self.view.tile_at(at);
        self.choose(self.pointed)
    }

    fn pointer_cancel(&mut self) {
        self.pointed = None;
    }

    fn key(&mut self, key: Key) -> Keyed<Move> {
        match key {
            Key::Left => self.walk(-1, 0),
            Key::Right => self.walk(1, 0),
            Key::Up => self.walk(0, 1),
            Key::Down => self.walk(0, -1),
            Key::LetGo => self.pointed = None,
            Key::Letter('r') => self.turn(1),
            Key::Choose => return self.choose(Some(self.cursor)).map_or(Keyed::Done, Keyed::Play),
            Key::Letter(_) => return Keyed::Nothing,
        }
        Keyed::Done
    }

    fn focus_id(&self) -> String {
        cell_id(self.cursor.cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Control as _;
    use rules::Random;

    #[test]
    fn every_tile_of_random_games_is_put_down_by_pointer_and_by_keys() {
        let mut random = Random::new(2);
        for flipped in [false, true] {
            let mut position = Position::start(rules::Variant::ALL[0]);
            let mut control = Control::default();
            if flipped {
                control.flip();
            }
            for _ in 0..24 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                control.show(&position, true);
                let mv = moves[random.below(moves.len() as u64) as usize];
                if let Move::Tile(tile) = mv {
                    let (middle, corner) = (
                        control.view().cell(tile.cell),
                        control.view().point(tile.cell.point(tile.blank)),
                    );
                    assert_eq!(control.pointer_up(middle + (corner - middle) * 0.6), Some(mv));
                    assert_eq!(by_keys(&mut control, tile), Keyed::Play(mv));
                }
                position.play_unchecked(mv);
            }
        }
    }

    fn by_keys(control: &mut Control, tile: Tile) -> Keyed<Move> {
        for key in [Key::Left, Key::Down, Key::Right, Key::Up] {
            for _ in 0..8 {
                let right =
                    matches!(key, Key::Left | Key::Right) && control.cursor().column() == tile.cell.column();
                let level = matches!(key, Key::Up | Key::Down) && control.cursor().row() == tile.cell.row();
                if !right && !level {
                    control.key(key);
                }
            }
        }
        assert_eq!(control.cursor(), tile.cell);
        while control.cursor.blank != tile.blank {
            control.key(Key::Letter('r'));
        }
        control.key(Key::Choose)
    }

    #[test]
    fn a_wrong_image_can_be_put_down_and_nothing_outside_the_camp() {
        let mut position = Position::start(rules::Variant::ALL[0]);
        position.play(position.parse_move("c4ne").unwrap()).unwrap();
        let mut control = Control::default();
        control.show(&position, true);
        let owed = position.owed().unwrap();
        let wrong = Tile {
            blank: Corner::ALL[(owed.blank.index() + 1) % 4],
            ..owed
        };
        assert_eq!(control.of(owed), Some(Move::Tile(owed)));
        assert_eq!(control.of(wrong), Some(Move::Wrong(wrong)));
        assert!(position.play(Move::Wrong(wrong)).is_ok());
        let outside = Tile {
            cell: FIRST,
            blank: Corner::Ne,
        };
        assert_eq!(control.of(outside), None);
    }
}
