//! The tiles that stand on the board.

use crate::biconnected;
use crate::board::{Cell, Cells, Corner, GridPoint};
use crate::moves::Tile;

/// Tiles by cell, with their orientations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tiles {
    /// The cells of the tiles, by their blank corner: no cell is in two of these sets.
    blank: [Cells; 4],
}

impl Tiles {
    /// No tile.
    pub const NONE: Tiles = Tiles {
        blank: [Cells::NONE; 4],
    };

    /// The cells that hold a tile.
    #[inline]
    pub const fn cells(&self) -> Cells {
        let [ne, se, sw, nw] = self.blank;
        ne.or(se).or(sw).or(nw)
    }

    /// The cells that hold none.
    #[inline]
    pub const fn empty(&self) -> Cells {
        Cells::ALL.without(self.cells())
    }

    /// The tile on a cell.
    pub fn get(&self, cell: Cell) -> Option<Tile> {
        let mut corners = Corner::ALL.into_iter();
        let blank = corners.find(|&blank| self.blank[blank.index()].contains(cell))?;
        Some(Tile { cell, blank })
    }

    /// Every tile, from a1 along the rows to h8.
    pub fn iter(&self) -> impl Iterator<Item = Tile> {
        self.cells().into_iter().filter_map(|cell| self.get(cell))
    }

    /// The tiles that have an arm at a grid point.
    pub fn reaching(&self, point: GridPoint) -> impl Iterator<Item = Tile> {
        Corner::ALL.into_iter().filter_map(move |corner| {
            let tile = self.get(point.cell(corner)?)?;
            (tile.blank != corner).then_some(tile)
        })
    }

    /// The tiles that lie on a closed line, each with the corners at which a closed line can leave it; a tile has at least
    /// two of them.
    pub fn closed_arms(&self) -> Vec<(Cell, Vec<Corner>)> {
        biconnected::closed_arms(self)
    }

    /// The grid points that exactly one arm reaches: there a line ends.
    pub fn ends(&self) -> impl Iterator<Item = (Tile, GridPoint)> {
        let arms = self
            .iter()
            .flat_map(|tile| tile.points().map(|point| (tile, point)));
        arms.filter(|(_, point)| self.reaching(*point).count() == 1)
    }

    /// These tiles and one more; one that already lies on its cell is turned.
    #[must_use]
    pub fn with(mut self, tile: Tile) -> Tiles {
        let taken = Cells::NONE.with(tile.cell);
        self.blank = self.blank.map(|cells| cells.without(taken));
        let same = &mut self.blank[tile.blank.index()];
        *same = same.with(tile.cell);
        self
    }

    /// These tiles without the one on a cell.
    #[must_use]
    pub fn without(mut self, cell: Cell) -> Tiles {
        self.blank = self.blank.map(|cells| cells.without(Cells::NONE.with(cell)));
        self
    }

    /// The cells that have an arm at each corner.
    #[inline]
    pub(crate) fn arms(&self) -> Arms {
        let tiles = self.cells();
        Arms(self.blank.map(|blank| tiles.without(blank)))
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Tiles {
        tiles.into_iter().fold(Tiles::NONE, Tiles::with)
    }
}

/// The cells that have an arm at each corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arms([Cells; 4]);

impl Arms {
    #[inline]
    pub(crate) const fn at(&self, corner: Corner) -> Cells {
        self.0[corner.index()]
    }

    /// Whether the cell of a number has an arm at the corner of a number.
    #[inline]
    pub(crate) const fn has(&self, corner: usize, cell: usize) -> bool {
        self.0[corner].contains_index(cell)
    }

    /// These arms, and all four on each of the `cells`.
    pub(crate) fn filled(&self, cells: Cells) -> Arms {
        Arms(self.0.map(|arms| arms.or(cells)))
    }

    /// The corners at which a cell has an arm.
    #[inline]
    pub(crate) fn of(&self, cell: Cell) -> impl Iterator<Item = Corner> {
        Corner::ALL
            .into_iter()
            .filter(move |&corner| self.at(corner).contains(cell))
    }
}
