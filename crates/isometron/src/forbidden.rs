//! Reasons for which a free tile is forbidden.

use crate::board::{Cell, Cells, Corner, GridPoint, Symmetry};
use crate::movegen::stopped_corner;
use crate::moves::Tile;
use crate::notation::corner_name;
use crate::position::Position;
use crate::tiles::Tiles;
use rules::{Game, Side};

/// The reason for which a tile may not be placed as a free tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// The cell lies in the other camp.
    OtherCamp,
    /// The cell holds a tile.
    Taken,
    /// The cell is a web.
    Web,
    /// The tile would stop a line.
    Stops(StoppedLine),
}

/// A line that a tile would stop: one of its ends would touch no empty cell of the player's camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoppedLine {
    /// The corner of the forbidden tile at which the line ends.
    pub corner: Corner,
    /// The end of the line.
    pub end: GridPoint,
    /// The tiles of the line: those joined to the end, the forbidden one included where its own arm ends there.
    pub tiles: Cells,
}

impl Forbidden {
    /// Why `side` may not place a tile as a free tile, if it may not.
    pub(crate) fn of(tiles: &Tiles, side: Side, symmetry: Symmetry, tile: Tile) -> Option<Forbidden> {
        Forbidden::cell(tiles, side, tile.cell).or_else(|| {
            if symmetry.webs().contains(tile.cell) {
                return Some(Forbidden::Web);
            }
            let corner = stopped_corner(tiles, side, tile)?;
            Some(Forbidden::Stops(StoppedLine::new(tiles, tile, corner)))
        })
    }

    /// Why `side` may place no tile at all on a cell, if it may not.
    pub(crate) fn cell(tiles: &Tiles, side: Side, cell: Cell) -> Option<Forbidden> {
        if cell.camp() == side {
            tiles.cells().contains(cell).then_some(Forbidden::Taken)
        } else {
            Some(Forbidden::OtherCamp)
        }
    }

    /// The reason in words, for a tile of `side`.
    pub(crate) fn describe(self, tile: Tile, side: Side) -> String {
        let (cell, us) = (tile.cell, Position::SIDES[side]);
        match self {
            Forbidden::OtherCamp => format!("{cell} is not in {us}'s camp"),
            Forbidden::Taken => format!("there is a tile on {cell} already"),
            Forbidden::Web => format!("{cell} is a web, closed to free tiles"),
            Forbidden::Stops(line) => format!(
                "{tile} stops a line: the end at its {} corner touches no empty cell of {us}'s camp",
                corner_name(line.corner)
            ),
        }
    }
}

impl StoppedLine {
    fn new(tiles: &Tiles, tile: Tile, corner: Corner) -> StoppedLine {
        let end = tile.cell.point(corner);
        let after = tiles.with(tile);
        let mut line = Cells::NONE;
        let mut points = vec![end];
        while let Some(point) = points.pop() {
            for reached in after.reaching(point) {
                if !line.contains(reached.cell) {
                    line = line.with(reached.cell);
                    points.extend(reached.points());
                }
            }
        }
        StoppedLine {
            corner,
            end,
            tiles: line,
        }
    }
}
