//! Boards on which lines are not followed: one counts as long as its block allows, and nothing asks whether another can
//! still be built.
//!
//! On boards that are symmetric in a line or a point a free tile never gains: its image, placed after it, closes at
//! least as long a line for the opponent. So a sensible player chooses what costs least, and who has to place the
//! first costly tiles loses. A guess from the nets of tiles alone is quicker still, and good enough to tell what costs
//! nothing.

use crate::growth::Growth;
use crate::patterns::{self, Lies, PLACES};
use isometron::FreeTiles;
use isometron::Position;
use isometron::Tile;
use isometron::Tiles;
#[cfg(test)]
use isometron::board::Cell;
use isometron::board::{PASSES, Symmetry};
use rules::{Game, Side};

/// A board between two free tiles; no forced tile is owed.
#[derive(Clone, Copy)]
pub(crate) struct Sketch {
    tiles: Tiles,
    growth: Growth,
    /// How a shift board lies; of no use on others.
    lies: Lies,
    symmetry: Symmetry,
    turn: Side,
    passes: u8,
}

impl Sketch {
    /// A position, as if a forced tile that is owed were none.
    pub(crate) fn of(position: &Position) -> Sketch {
        let mut lies = [0; PLACES];
        let tiles = position.tiles().iter();
        tiles.for_each(|tile| patterns::lay(&mut lies, tile));
        Sketch {
            lies,
            tiles: *position.tiles(),
            growth: Growth::of(position.tiles()),
            symmetry: position.symmetry(),
            turn: position.turn(),
            passes: position.passes(),
        }
    }

    pub(crate) fn turn(&self) -> Side {
        self.turn
    }

    /// How many cells are empty.
    pub(crate) fn empty(&self) -> u32 {
        self.tiles.empty().len()
    }

    /// How a shift board lies to the side to move.
    pub(crate) fn lies(&self) -> Lies {
        patterns::seen_by(&self.lies, self.turn)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.passes >= PASSES
    }

    /// A number that tells positions apart, all but surely. It is never 0.
    pub(crate) fn key(&self) -> u64 {
        key(&self.tiles, self.turn, self.passes)
    }

    /// The key and the turn after a free tile and its image.
    pub(crate) fn key_and_turn_after(&self, tile: Tile) -> (u64, Side) {
        let image = tile.image(self.symmetry);
        let turn = self.turn_after(image);
        (key(&self.tiles.with(tile).with(image), turn, 0), turn)
    }

    /// Whose turn it is after an image: a free tile is lost if it falls on a web.
    fn turn_after(&self, image: Tile) -> Side {
        if self.symmetry.webs().contains(image.cell) {
            self.turn
        } else {
            !self.turn
        }
    }

    pub(crate) fn free_tiles(&self) -> FreeTiles {
        FreeTiles::new(&self.tiles, self.turn, self.symmetry)
    }

    /// Each free tile and what it seems to cost.
    pub(crate) fn costs(&self) -> impl Iterator<Item = (Tile, i32)> {
        self.free_tiles().iter().map(|tile| (tile, self.guess_cost(tile)))
    }

    /// What a free tile seems to cost: how many points more its image scores.
    pub(crate) fn guess_cost(&self, tile: Tile) -> i32 {
        self.growth.nets.guess_cost(tile, tile.image(self.symmetry))
    }

    /// What a free tile costs, if every line is as long as its block allows.
    pub(crate) fn cost(&self, tile: Tile) -> i32 {
        // What seems to cost nothing costs nothing.
        if self.guess_cost(tile) == 0 {
            return 0;
        }
        let mut next = *self;
        next.place(tile)
    }

    /// Whether a free tile may cost less than nothing.
    pub(crate) fn can_gain(&self) -> bool {
        self.symmetry == Symmetry::Shift
    }

    /// Places a free tile and its image. What the tile costs, if every line is as long as its block allows.
    pub(crate) fn place(&mut self, tile: Tile) -> i32 {
        let image = tile.image(self.symmetry);
        let [own, theirs] = [tile, image].map(|tile| {
            self.tiles = self.tiles.with(tile);
            self.growth.add(tile) as i32
        });
        patterns::lay(&mut self.lies, tile);
        self.passes = 0;
        self.turn = self.turn_after(image);
        theirs - own
    }

    pub(crate) fn pass(&mut self) {
        self.passes += 1;
        self.turn = !self.turn;
    }
}

fn key(tiles: &Tiles, turn: Side, passes: u8) -> u64 {
    tiles.key(u64::from(passes) * 2 + turn.index() as u64).max(1)
}

#[cfg(test)]
impl Sketch {
    /// What a free tile costs if lines have the lengths that `length` finds.
    pub(crate) fn cost_by(&self, tile: Tile, length: impl Fn(&Tiles, Cell) -> usize) -> i32 {
        let image = tile.image(self.symmetry);
        let with_tile = self.tiles.with(tile);
        let own = length(&with_tile, tile.cell);
        length(&with_tile.with(image), image.cell) as i32 - own as i32
    }
}
