//! Isometron: the points; the forced tile is played out before anything is judged.

use super::difference;
use crate::engine_game::{EngineGame, Term};
use crate::level::{Strengths, strengths};
use crate::score::Score;
use ::isometron::board::CELL_COUNT;
use ::isometron::{Move, Position, Tile};
use rules::Game;

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
    const REPEATS: bool = false;
    const LEVELS: Strengths = strengths([
        (1_000, 1, 300, 40),
        (1_000, 1, 150, 20),
        (1_000, 2, 100, 10),
        (2_000, 3, 60, 5),
        (4_000, 4, 40, 2),
        (8_000, 60, 30, 0),
        (16_000, 60, 20, 0),
        (40_000, 60, 12, 0),
        (100_000, 60, 6, 0),
        (200_000, 60, 2, 0),
    ]);

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

    fn each_weighed(&self, mut visit: impl FnMut(Move, Score)) {
        let gain = if self.owed().is_some() { POINT } else { 0 };
        self.each_move(|mv| visit(mv, gain));
    }

    fn each_loud(&self, mut visit: impl FnMut(Move, Score)) {
        if let Some(owed) = self.owed() {
            visit(Move::Tile(owed), POINT);
        }
    }
}
