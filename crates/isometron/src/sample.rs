//! Random boards, for measuring and testing.

use crate::board::{CELL_COUNT, Cell, Corner, Symmetry};
use crate::moves::Tile;
use crate::position::Position;
use crate::tiles::Tiles;
use rules::{Game, Random};

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

/// A position of a game at random in which a free tile is to be placed, with no more than so many empty cells; nothing when
/// the game is over by then.
pub fn random_position(seed: u64, symmetry: Symmetry, most_empty: u32) -> Option<Position> {
    let mut random = Random::new(seed);
    let mut position = Position::start(symmetry);
    while position.owed().is_some() || position.tiles().empty().len() > most_empty {
        let moves = position.legal_moves();
        let any = random.below(moves.len().max(1) as u64) as usize;
        position.play_unchecked(*moves.get(any)?);
    }
    position.outcome().is_none().then_some(position)
}
