//! A tile on its cell, and what a player can do.

use crate::board::{Cell, Corner, GridPoint, Symmetry};

/// A tile on a cell: three arms join three of the cell's corners in its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// The tile's cell.
    pub cell: Cell,
    /// The corner without an arm.
    pub blank: Corner,
}

impl Tile {
    /// The corners that have an arm.
    pub const fn arms(self) -> [Corner; 3] {
        [
            self.blank.opposite(),
            self.blank.flipped_upright(),
            self.blank.flipped_sideways(),
        ]
    }

    /// The grid points that the tile joins.
    pub fn points(self) -> [GridPoint; 3] {
        self.arms().map(|corner| self.cell.point(corner))
    }

    /// The image under a symmetry, in its cell and with its orientation.
    #[must_use]
    pub const fn image(self, symmetry: Symmetry) -> Tile {
        Tile {
            cell: symmetry.cell(self.cell),
            blank: symmetry.corner(self.blank),
        }
    }
}

/// One tile, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The forced tile that is owed, else a free tile: `c3ne`.
    Tile(Tile),
    /// A wrong forced tile: `c3ne?`. The right one stands, and the free tile of this turn is lost.
    Wrong(Tile),
    /// No free tile is legal: `--`.
    Pass,
}
