//! Finding the free tiles, for all cells at once.

use crate::board::{Cells, Corner, Symmetry};
use crate::moves::Tile;
use crate::tiles::Tiles;
use rules::Side;

/// The legal free tiles of a player: the cells for each blank corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FreeTiles([Cells; 4]);

impl FreeTiles {
    /// The legal free tiles of a side: on empty cells of its camp that are no webs.
    pub fn new(tiles: &Tiles, side: Side, symmetry: Symmetry) -> FreeTiles {
        let open = tiles.empty().and(Cells::camp(side)).without(symmetry.webs());
        let stops = Corner::ALL.map(|corner| Stops::new(tiles, side, corner));
        let stops_with_arm = |at: Corner| stops[at.index()].with_arm;
        FreeTiles(Corner::ALL.map(|blank| {
            let [a, b, c] = [
                blank.opposite(),
                blank.flipped_upright(),
                blank.flipped_sideways(),
            ];
            let arms = stops_with_arm(a).or(stops_with_arm(b)).or(stops_with_arm(c));
            open.without(stops[blank.index()].without_arm.or(arms))
        }))
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|cells| cells.len()).sum()
    }

    /// Whether there is none, so that the player must pass.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|cells| cells.is_empty())
    }

    /// The cells on which a tile with this blank corner may be placed.
    pub const fn cells(&self, blank: Corner) -> Cells {
        self.0[blank.index()]
    }

    /// Whether a tile is one of them.
    pub const fn contains(&self, tile: Tile) -> bool {
        self.cells(tile.blank).contains(tile.cell)
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        Corner::ALL.into_iter().flat_map(move |blank| {
            let cells = self.cells(blank).into_iter();
            cells.map(move |cell| Tile { cell, blank })
        })
    }
}

/// The cells on which a tile would stop a line at one of its corners.
struct Stops {
    /// Its own line, because its arm would be the only one there, with no way on.
    with_arm: Cells,
    /// Another's line, because the tile has no arm there and takes its last way on.
    without_arm: Cells,
}

impl Stops {
    fn new(tiles: &Tiles, side: Side, corner: Corner) -> Stops {
        let arms = tiles.arms();
        let [a, b, c] = [
            neighbours(arms.at(corner.flipped_upright()), corner, true, false),
            neighbours(arms.at(corner.flipped_sideways()), corner, false, true),
            neighbours(arms.at(corner.opposite()), corner, true, true),
        ];
        let empty = tiles.empty().and(Cells::camp(side));
        let goes_on = neighbours(empty, corner, true, false)
            .or(neighbours(empty, corner, false, true))
            .or(neighbours(empty, corner, true, true));
        let exactly_one = a.xor(b).xor(c).without(a.and(b).and(c));
        Stops {
            with_arm: Cells::ALL.without(a.or(b).or(c)).without(goes_on),
            without_arm: exactly_one.without(goes_on),
        }
    }
}

/// The cells whose neighbour over a corner (up or down, sideways, or both) is one of `cells`.
#[inline]
fn neighbours(cells: Cells, corner: Corner, upright: bool, sideways: bool) -> Cells {
    let cells = if upright {
        cells.next_upright(corner.is_upper())
    } else {
        cells
    };
    if sideways {
        cells.next_sideways(corner.is_right())
    } else {
        cells
    }
}

/// The first corner at which a tile of `side`, placed on an empty cell, stops a line.
pub(crate) fn stopped_corner(tiles: &Tiles, side: Side, tile: Tile) -> Option<Corner> {
    Corner::ALL.into_iter().find(|&corner| {
        let stops = Stops::new(tiles, side, corner);
        let stopped = if corner == tile.blank {
            stops.without_arm
        } else {
            stops.with_arm
        };
        stopped.contains(tile.cell)
    })
}
