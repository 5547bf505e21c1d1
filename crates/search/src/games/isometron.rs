//! Isometron: the points; the forced tile is played out before anything is judged.

use super::difference;
use crate::engine_game::{EngineGame, Term};
use crate::score::Score;
use ::isometron::board::CELL_COUNT;
use ::isometron::{Move, Position, Tile};

/// What a point is worth.
const POINT: Score = 100;

/// A key for each tile, and one for passing.
const TILES: usize = CELL_COUNT * 4;

fn tile_key(tile: Tile) -> u16 {
    (tile.cell.index() * 4 + tile.blank.index()) as u16
}

impl EngineGame for Position {
    const MOVE_KEYS: usize = TILES + 1;
    const MARGIN: Score = 600;

    fn each_term(&self, mut visit: impl FnMut(Term)) {
        let points = difference(|side| Score::from(self.points(side)) * POINT);
        visit(Term {
            name: "points",
            score: points,
        });
    }

    fn move_key(mv: Move) -> u16 {
        match mv {
            Move::Tile(tile) | Move::Wrong(tile) => tile_key(tile),
            Move::Pass => TILES as u16,
        }
    }

    fn each_loud(&self, mut visit: impl FnMut(Move, Score)) {
        if let Some(owed) = self.owed() {
            visit(Move::Tile(owed), POINT);
        }
    }
}
