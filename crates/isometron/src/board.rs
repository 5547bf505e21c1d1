//! The board: 64 cells, the 81 grid points at their corners, two camps, three symmetries and their webs.

use rules::{Side, bit_set};

/// Rows, and columns.
pub const SIZE: usize = 8;
/// How many cells the board has.
pub const CELL_COUNT: usize = SIZE * SIZE;
/// Grid points in a row, and in a column.
pub const POINTS_ACROSS: usize = SIZE + 1;
/// How many grid points the board has.
pub const POINT_COUNT: usize = POINTS_ACROSS * POINTS_ACROSS;
/// Rows of a camp: the lower half of the board is Red's, the upper half Blue's.
pub const CAMP_ROWS: usize = SIZE / 2;
/// Passes in a row that end the game.
pub const PASSES: u8 = 2;
/// The letters of the sides.
pub const LETTERS: [char; 2] = ['r', 'b'];

/// Webs as (column, row): cells closed to free tiles of their own camp.
const RED_WEBS: [(char, u8); 4] = [('a', 3), ('c', 1), ('f', 4), ('h', 2)];
const BLUE_WEBS_AXIAL: [(char, u8); 4] = [('h', 6), ('f', 8), ('c', 5), ('a', 7)];
const BLUE_WEBS_OTHER: [(char, u8); 4] = [('a', 6), ('c', 8), ('f', 5), ('h', 7)];

static WEBS: [Cells; 3] = [
    web_cells(BLUE_WEBS_AXIAL),
    web_cells(BLUE_WEBS_OTHER),
    web_cells(BLUE_WEBS_OTHER),
];

const fn web_cells(blue: [(char, u8); 4]) -> Cells {
    let mut cells = Cells::NONE;
    let mut web = 0;
    while web < blue.len() {
        cells = cells.with(named(RED_WEBS[web])).with(named(blue[web]));
        web += 1;
    }
    cells
}

const fn named((column, row): (char, u8)) -> Cell {
    Cell::at(row as usize - 1, column as usize - 'a' as usize)
}

/// One of the three ways in which a tile's image is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Symmetry {
    /// Reflection in the line between the camps.
    #[default]
    Axial,
    /// Half a turn about the centre of the board.
    Central,
    /// As many rows up or down as a camp has.
    Shift,
}

impl Symmetry {
    /// The image of a cell: in the other camp.
    #[must_use]
    pub const fn cell(self, cell: Cell) -> Cell {
        let (row, column) = (cell.row(), cell.column());
        match self {
            Symmetry::Axial => Cell::at(SIZE - 1 - row, column),
            Symmetry::Central => Cell::at(SIZE - 1 - row, SIZE - 1 - column),
            Symmetry::Shift => Cell::at((row + CAMP_ROWS) % SIZE, column),
        }
    }

    /// The image of a corner.
    #[must_use]
    pub const fn corner(self, corner: Corner) -> Corner {
        match self {
            Symmetry::Axial => corner.flipped_upright(),
            Symmetry::Central => corner.opposite(),
            Symmetry::Shift => corner,
        }
    }

    /// The cells of both camps that are closed to free tiles.
    pub fn webs(self) -> Cells {
        WEBS[self as usize]
    }
}

/// One of the four corners of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Corner {
    /// Upper right.
    Ne,
    /// Lower right.
    Se,
    /// Lower left.
    Sw,
    /// Upper left.
    Nw,
}

impl Corner {
    /// All four, clockwise from the upper right.
    pub const ALL: [Corner; 4] = [Corner::Ne, Corner::Se, Corner::Sw, Corner::Nw];

    /// Its number, 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The corner across the cell.
    #[must_use]
    pub const fn opposite(self) -> Corner {
        Corner::ALL[self as usize ^ 2]
    }

    /// The corner above or below.
    #[must_use]
    pub const fn flipped_upright(self) -> Corner {
        Corner::ALL[self as usize ^ 1]
    }

    /// The corner to the left or right.
    #[must_use]
    pub const fn flipped_sideways(self) -> Corner {
        Corner::ALL[self as usize ^ 3]
    }

    /// Whether it is an upper corner.
    pub const fn is_upper(self) -> bool {
        matches!(self, Corner::Ne | Corner::Nw)
    }

    /// Whether it is a right corner.
    pub const fn is_right(self) -> bool {
        matches!(self, Corner::Ne | Corner::Se)
    }
}

/// One of the 64 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The cell in a row (0 is row 1) and a column (0 is column a), if the board has it.
    pub const fn new(row: usize, column: usize) -> Option<Cell> {
        if row < SIZE && column < SIZE {
            Some(Cell::at(row, column))
        } else {
            None
        }
    }

    pub(crate) const fn at(row: usize, column: usize) -> Cell {
        Cell((row * SIZE + column) as u8)
    }

    const fn from_index(index: u8) -> Cell {
        Cell(index)
    }

    /// Its number, 0 to 63.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row: 0 is row 1, at the bottom.
    pub const fn row(self) -> usize {
        self.0 as usize / SIZE
    }

    /// The column: 0 is column a, at the left.
    pub const fn column(self) -> usize {
        self.0 as usize % SIZE
    }

    /// Whether the cells share an edge or a corner.
    pub(crate) const fn touches(self, other: Cell) -> bool {
        self.row().abs_diff(other.row()) <= 1 && self.column().abs_diff(other.column()) <= 1
    }

    /// The player in whose camp it lies.
    pub const fn camp(self) -> Side {
        if self.row() < CAMP_ROWS {
            Side::First
        } else {
            Side::Second
        }
    }

    /// The grid point at a corner.
    pub const fn point(self, corner: Corner) -> GridPoint {
        let row = self.row() + corner.is_upper() as usize;
        let column = self.column() + corner.is_right() as usize;
        GridPoint((row * POINTS_ACROSS + column) as u8)
    }

    /// Every cell, from a1 along the rows to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Cell> {
        (0..CELL_COUNT as u8).map(Cell)
    }
}

/// One of the 81 grid points, where arms meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GridPoint(u8);

impl GridPoint {
    /// Its number, row by row.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row of grid points: 0 is the lower edge of the board.
    pub const fn row(self) -> usize {
        self.0 as usize / POINTS_ACROSS
    }

    /// The column of grid points: 0 is the left edge of the board.
    pub const fn column(self) -> usize {
        self.0 as usize % POINTS_ACROSS
    }

    /// The cell that has this point as the given corner, or `None` beyond the edge.
    #[inline]
    pub const fn cell(self, corner: Corner) -> Option<Cell> {
        // Below the first row or left of the first column the difference wraps round and is no row.
        let row = self.row().wrapping_sub(corner.is_upper() as usize);
        let column = self.column().wrapping_sub(corner.is_right() as usize);
        Cell::new(row, column)
    }
}

bit_set!(
    /// A set of cells.
    pub Cells of Cell in u64
);

impl Cells {
    /// The whole board.
    pub const ALL: Cells = Cells(u64::MAX);

    const LEFT: Cells = Cells(u64::MAX / 0xff);
    const RIGHT: Cells = Cells(Cells::LEFT.0 << (SIZE - 1));

    /// The cells of a camp.
    pub const fn camp(side: Side) -> Cells {
        let red = (1 << (CAMP_ROWS * SIZE)) - 1;
        match side {
            Side::First => Cells(red),
            Side::Second => Cells(!red),
        }
    }

    /// Whether the cell of a number is one of them.
    pub(crate) const fn contains_index(self, cell: usize) -> bool {
        self.0 >> cell & 1 == 1
    }

    /// These and the cell of a number.
    pub(crate) const fn with_index(self, cell: usize) -> Cells {
        Cells(self.0 | 1 << cell)
    }

    /// The cells whose neighbour above (`upper`) or below is one of these.
    #[inline]
    pub(crate) const fn next_upright(self, upper: bool) -> Cells {
        Cells(if upper { self.0 >> SIZE } else { self.0 << SIZE })
    }

    /// The cells whose neighbour to the right (`right`) or left is one of these.
    #[inline]
    pub(crate) const fn next_sideways(self, right: bool) -> Cells {
        Cells(if right {
            self.0 >> 1 & !Cells::RIGHT.0
        } else {
            self.0 << 1 & !Cells::LEFT.0
        })
    }
}

/// The side of a letter in positions.
pub(crate) fn side_of(letter: char) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| LETTERS[side] == letter)
}
