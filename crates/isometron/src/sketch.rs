//! Boards on which lines are not followed: what a tile costs is guessed from the nets of tiles alone.
//!
//! On boards that are symmetric in a line or a point a free tile never gains: its image, placed after it, closes at
//! least as long a line for the opponent. So a sensible player chooses what costs least, and who has to place the
//! first costly tiles loses. The guess is a hundred times quicker than the lines, and good enough to tell what costs
//! nothing. Nothing asks whether a line can still be built, either.

use crate::board::{Cells, PASSES, Symmetry};
use crate::lengths::Lengths;
use crate::movegen::FreeTiles;
use crate::moves::Tile;
use crate::nets::Nets;
use crate::position::Position;
use crate::tiles::Tiles;
use rules::{Game, Side};

/// A board between two free tiles; no forced tile is owed.
#[derive(Clone, Copy)]
pub(crate) struct Sketch {
    tiles: Tiles,
    nets: Nets,
    symmetry: Symmetry,
    turn: Side,
    passes: u8,
}

impl Sketch {
    /// A position, as if a forced tile that is owed were none.
    pub(crate) fn of(position: &Position) -> Sketch {
        Sketch {
            tiles: *position.tiles(),
            nets: Nets::of(position.tiles()),
            symmetry: position.symmetry(),
            turn: position.turn(),
            passes: position.passes(),
        }
    }

    pub(crate) fn turn(&self) -> Side {
        self.turn
    }

    pub(crate) fn is_over(&self) -> bool {
        self.passes >= PASSES
    }

    /// A number that tells positions apart, all but surely.
    pub(crate) fn hash(&self) -> u64 {
        let who = u64::from(self.passes) * 2 + self.turn.index() as u64;
        self.tiles.key(who)
    }

    /// Each free tile and what it seems to cost: how many points more its image scores.
    pub(crate) fn costs(&self) -> impl Iterator<Item = (Tile, i32)> {
        let camp = self.tiles.empty().and(Cells::camp(self.turn));
        let free = FreeTiles::new(&self.tiles, self.turn, camp.without(self.symmetry.webs()));
        free.iter()
            .map(|tile| (tile, self.nets.guess_cost(tile, tile.image(self.symmetry))))
    }

    /// What a tile that seems to cost something costs, by the lines it and its image close.
    pub(crate) fn cost(&self, tile: Tile, lengths: &mut Lengths) -> i32 {
        let image = tile.image(self.symmetry);
        let with_tile = self.tiles.with(tile);
        let own = lengths.of(&with_tile, tile.cell);
        let theirs = lengths.of(&with_tile.with(image), image.cell);
        theirs as i32 - own as i32
    }

    /// Places a free tile and its image.
    pub(crate) fn place(&mut self, tile: Tile) {
        let image = tile.image(self.symmetry);
        for tile in [tile, image] {
            self.tiles = self.tiles.with(tile);
            self.nets.join(tile);
        }
        self.passes = 0;
        if !self.symmetry.webs().contains(image.cell) {
            self.turn = !self.turn;
        }
    }

    pub(crate) fn pass(&mut self) {
        self.passes += 1;
        self.turn = !self.turn;
    }
}
