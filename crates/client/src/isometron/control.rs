//! How the player handles Isometron's board, without a browser: a tap near a corner of a cell puts a tile there
//! with that corner blank.

use crate::frame::{self, Key, Keyed};
use drawing::Point;
use drawing::isometron::geometry::Geometry;
use isometron::{Move, Position};
use rules::Game;

/// What may be done and what is pointed at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Control {
    moves: Vec<Move>,
    view: Geometry,
    /// The move that the pointer or the arrow keys are on.
    pointed: Option<usize>,
}

impl Control {
    /// How the board is turned.
    pub fn view(&self) -> Geometry {
        self.view
    }

    /// The move that is pointed at.
    pub fn pointed(&self) -> Option<Move> {
        self.moves.get(self.pointed?).copied()
    }

    fn at(&self, at: Point) -> Option<usize> {
        if self.moves == [Move::Pass] {
            return Some(0);
        }
        let tile = self.view.tile_at(at)?;
        self.moves.iter().position(|mv| *mv == Move::Tile(tile))
    }

    fn point(&mut self, step: isize) {
        let count = self.moves.len() as isize;
        if count > 0 {
            let next = self.pointed.map_or(0, |index| index as isize + step);
            self.pointed = Some(next.rem_euclid(count) as usize);
        }
    }
}

impl frame::Control<Position> for Control {
    fn show(&mut self, position: &Position, may_move: bool) {
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
        self.pointed = self.at(at);
    }

    fn pointer_move(&mut self, to: Point) -> bool {
        let before = self.pointed;
        self.pointed = self.at(to);
        self.pointed != before
    }

    fn pointer_up(&mut self, at: Point) -> Option<Move> {
        self.pointed = self.at(at);
        self.pointed()
    }

    fn pointer_cancel(&mut self) {
        self.pointed = None;
    }

    fn key(&mut self, key: Key) -> Keyed<Move> {
        match key {
            Key::Left => self.point(-1),
            Key::Right => self.point(1),
            Key::Up => self.point(-4),
            Key::Down => self.point(4),
            Key::LetGo => self.pointed = None,
            Key::Choose => return self.pointed().map_or(Keyed::Done, Keyed::Play),
            Key::Letter(_) => return Keyed::Nothing,
        }
        Keyed::Done
    }

    fn focus_id(&self) -> String {
        "isometron-moves".to_owned()
    }
}
