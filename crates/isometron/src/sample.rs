//! Random boards, for measuring and testing.

use crate::board::{CELL_COUNT, Cell, Corner};
use crate::moves::Tile;
use crate::tiles::Tiles;
use rules::Random;

/// `count` tiles (64 at most) on random cells, turned at random, and the one that was placed last.
pub fn random_tiles(seed: u64, count: usize) -> (Tiles, Option<Cell>) {
    let mut random = Random::new(seed);
    let mut cells: Vec<Cell> = Cell::all().collect();
    let mut tiles = Tiles::NONE;
    let mut last = None;
    for _ in 0..count.min(CELL_COUNT) {
        let cell = cells.swap_remove(random.below(cells.len() as u64) as usize);
        let blank = Corner::ALL[random.below(4) as usize];
        tiles = tiles.with(Tile { cell, blank });
        last = Some(cell);
    }
    (tiles, last)
}
