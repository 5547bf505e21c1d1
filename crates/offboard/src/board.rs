//! The board: 61 cells, six directions, the ring of targets round it. All tables are made at compile time.
//!
//! Cells are numbered so that a step in a direction adds a constant modulo 61: with `column + 13 * row`
//! the 61 cells get 61 different numbers, and a set of cells steps by one rotation of a 61-bit word.

use rules::{Side, bit_set};

/// Rows, and columns.
const SIZE: i8 = 9;
/// The middle row and column; also how far a cell's row and column may lie apart, plus one.
const MIDDLE: i8 = 5;
/// How many cells the board has.
pub const CELL_COUNT: usize = 61;
/// How many targets lie round it.
pub const TARGET_COUNT: usize = 12;
/// Marbles a side has in the box.
pub const MARBLES: u32 = 12;
/// Points that win.
pub const WINNING_POINTS: u8 = 6;
/// Values of the targets, clockwise from the left half of the top side.
pub const TARGET_VALUES: [u8; TARGET_COUNT] = [1, 1, 3, 2, 3, 2, 1, 1, 2, 3, 2, 3];
/// The start.
pub const START: &str = "r3y/rr2yy/rrr1yyy/8/9/8/yyy1rrr/yy2rr/y3r r ------------ -";
/// The letters of the sides.
pub const LETTERS: [char; 2] = ['r', 'y'];

/// The cells of each row in the order of the text: row i first.
pub const ROW_LENGTHS: [usize; SIZE as usize] = [5, 6, 7, 8, 9, 8, 7, 6, 5];

/// The two ring places of each target, as (row, column) beyond the board.
const TARGET_PLACES: [[(i8, i8); 2]; TARGET_COUNT] = [
    [(10, 6), (10, 7)],
    [(10, 8), (10, 9)],
    [(9, 10), (8, 10)],
    [(7, 10), (6, 10)],
    [(4, 9), (3, 8)],
    [(2, 7), (1, 6)],
    [(0, 4), (0, 3)],
    [(0, 2), (0, 1)],
    [(1, 0), (2, 0)],
    [(3, 0), (4, 0)],
    [(6, 1), (7, 2)],
    [(8, 3), (9, 4)],
];

/// The ring's corners, each with the target before it and the one after it, clockwise.
const CORNERS: [((i8, i8), usize, usize); 6] = [
    ((10, 5), 11, 0),
    ((10, 10), 1, 2),
    ((5, 10), 3, 4),
    ((0, 5), 5, 6),
    ((0, 0), 7, 8),
    ((5, 0), 9, 10),
];

/// Added to a cell's number by a step along a row, and by a step to the next row.
const ALONG: i8 = 1;
const ACROSS: i8 = 13;

/// One of the six directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// To the right.
    E,
    /// Up and to the right.
    NE,
    /// Up and to the left.
    NW,
    /// To the left.
    W,
    /// Down and to the left.
    SW,
    /// Down and to the right.
    SE,
}

impl Direction {
    /// All six, counter-clockwise from the right.
    pub const ALL: [Direction; 6] = [
        Direction::E,
        Direction::NE,
        Direction::NW,
        Direction::W,
        Direction::SW,
        Direction::SE,
    ];

    /// The change by a step, as (row, column).
    pub const fn delta(self) -> (i8, i8) {
        [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)][self as usize]
    }

    const fn rotation(self) -> u32 {
        let (row, column) = self.delta();
        (row * ACROSS + column * ALONG).rem_euclid(CELL_COUNT as i8) as u32
    }
}

/// One of the 61 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell in a row and a column, both from 1 to 9, if the board has it.
    pub const fn new(row: i8, column: i8) -> Option<Cell> {
        if is_cell(row, column) {
            Some(Cell(number(row, column)))
        } else {
            None
        }
    }

    /// Its number, 0 to 60.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell of a number below [`CELL_COUNT`].
    ///
    /// # Panics
    /// When the number is not below it.
    pub const fn at(index: usize) -> Cell {
        assert!(index < CELL_COUNT, "the board has 61 cells");
        Cell(index as u8)
    }

    const fn from_index(index: u8) -> Cell {
        Cell(index)
    }

    /// The row, 1 (bottom) to 9.
    pub const fn row(self) -> i8 {
        PLACES[self.index()].0
    }

    /// The column: the diagonal, 1 to 9.
    pub const fn column(self) -> i8 {
        PLACES[self.index()].1
    }

    /// The next cell in a direction, or `None` at the edge.
    #[inline]
    pub const fn step(self, direction: Direction) -> Option<Cell> {
        let next = STEPS[direction as usize][self.index()];
        if next == NO_CELL { None } else { Some(Cell(next)) }
    }

    /// The direction in which another cell lies, if it lies straight in one.
    pub fn direction_to(self, other: Cell) -> Option<Direction> {
        let leads = |direction: &Direction| {
            std::iter::successors(self.step(*direction), |cell| cell.step(*direction))
                .any(|cell| cell == other)
        };
        Direction::ALL.into_iter().find(leads)
    }

    /// The target a marble reaches that leaves the board from here, or `None` where the board goes on.
    pub const fn exit(self, direction: Direction) -> Option<usize> {
        let target = EXITS[direction as usize][self.index()];
        if target == NO_EXIT {
            None
        } else {
            Some(target as usize)
        }
    }

    /// Every cell, in the order of the text: row i from its lowest column, then down.
    pub fn all() -> impl DoubleEndedIterator<Item = Cell> {
        ROW_LENGTHS
            .iter()
            .enumerate()
            .flat_map(|(row, &length)| (0..length).map(move |cell| at_text(row, cell)))
    }
}

/// The cell at the text's `row` (0 is row i) and place in it.
pub(crate) fn at_text(row: usize, place: usize) -> Cell {
    let row = SIZE - row as i8;
    let column = place as i8 + if row > MIDDLE { row - MIDDLE + 1 } else { 1 };
    Cell(number(row, column))
}

bit_set!(
    /// A set of cells.
    pub Cells of Cell in u64
);

impl Cells {
    /// The whole board.
    pub const ALL: Cells = Cells((1 << CELL_COUNT) - 1);

    /// The set as a word, a bit for each cell's number.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many pairs of neighbours there are among them.
    #[inline]
    pub const fn neighbours(self) -> u32 {
        let pairs = self.and(self.before::<0>()).len() + self.and(self.before::<1>()).len();
        pairs + self.and(self.before::<2>()).len()
    }

    /// How many rows of three there are among them.
    #[inline]
    pub const fn threes(self) -> u32 {
        let [a, b, c] = [
            self.and(self.before::<0>()),
            self.and(self.before::<1>()),
            self.and(self.before::<2>()),
        ];
        a.and(a.before::<0>()).len() + b.and(b.before::<1>()).len() + c.and(c.before::<2>()).len()
    }

    /// The cells whose next cell in a direction is one of these.
    #[inline]
    pub(crate) const fn before<const DIRECTION: usize>(self) -> Cells {
        let by = const { CELL_COUNT as u32 - Direction::ALL[DIRECTION].rotation() };
        let inside = const { Cells::ALL.0 & !EDGES[DIRECTION].0 };
        Cells((self.0 << by | self.0 >> (CELL_COUNT as u32 - by)) & inside)
    }

    /// The cells that have no next cell in a direction.
    #[inline]
    pub(crate) const fn edge<const DIRECTION: usize>() -> Cells {
        EDGES[DIRECTION]
    }
}

/// The points for the marbles in these targets (a set of target bits).
pub(crate) fn worth(targets: u16) -> u8 {
    (0..TARGET_COUNT)
        .filter(|target| targets >> target & 1 == 1)
        .map(|target| TARGET_VALUES[target])
        .sum()
}

/// The side of a letter in positions.
pub(crate) fn side_of(letter: char) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| LETTERS[side] == letter)
}

const fn is_cell(row: i8, column: i8) -> bool {
    let inside = row >= 1 && row <= SIZE && column >= 1 && column <= SIZE;
    inside && (row - column).abs() < MIDDLE
}

const fn number(row: i8, column: i8) -> u8 {
    ((row as i16 * ACROSS as i16 + column as i16 * ALONG as i16) % CELL_COUNT as i16) as u8
}

/// (row, column) by cell number.
const PLACES: [(i8, i8); CELL_COUNT] = {
    let mut places = [(0, 0); CELL_COUNT];
    let mut row = 1;
    while row <= SIZE {
        let mut column = 1;
        while column <= SIZE {
            if is_cell(row, column) {
                let cell = number(row, column) as usize;
                assert!(places[cell].0 == 0, "two cells share a number");
                places[cell] = (row, column);
            }
            column += 1;
        }
        row += 1;
    }
    places
};

const NO_CELL: u8 = u8::MAX;

/// The next cell by direction and cell.
static STEPS: [[u8; CELL_COUNT]; 6] = NEXT;
const NEXT: [[u8; CELL_COUNT]; 6] = {
    let mut steps = [[NO_CELL; CELL_COUNT]; 6];
    let mut direction = 0;
    while direction < 6 {
        let (row, column) = Direction::ALL[direction].delta();
        let mut cell = 0;
        while cell < CELL_COUNT {
            if let Some(next) = Cell::new(PLACES[cell].0 + row, PLACES[cell].1 + column) {
                steps[direction][cell] = next.0;
            }
            cell += 1;
        }
        direction += 1;
    }
    steps
};

const EDGES: [Cells; 6] = {
    let mut edges = [Cells::NONE; 6];
    let mut direction = 0;
    while direction < 6 {
        let mut cell = 0;
        while cell < CELL_COUNT {
            if NEXT[direction][cell] == NO_CELL {
                edges[direction] = edges[direction].or(Cells(1 << cell));
            }
            cell += 1;
        }
        direction += 1;
    }
    edges
};

const NO_EXIT: u8 = u8::MAX;

/// The target reached from each cell in each direction.
static EXITS: [[u8; CELL_COUNT]; 6] = {
    let mut exits = [[NO_EXIT; CELL_COUNT]; 6];
    let mut direction = 0;
    while direction < 6 {
        let mut cell = 0;
        while cell < CELL_COUNT {
            if EDGES[direction].contains(Cell(cell as u8)) {
                let (row, column) = Direction::ALL[direction].delta();
                exits[direction][cell] = target_at(PLACES[cell].0 + row, PLACES[cell].1 + column);
            }
            cell += 1;
        }
        direction += 1;
    }
    exits
};

/// The target at a ring place; at a corner the marble rolls to the lower of its two neighbours.
const fn target_at(row: i8, column: i8) -> u8 {
    let mut target = 0;
    while target < TARGET_COUNT {
        let [(row0, column0), (row1, column1)] = TARGET_PLACES[target];
        if (row == row0 && column == column0) || (row == row1 && column == column1) {
            return target as u8;
        }
        target += 1;
    }
    let mut corner = 0;
    while corner < CORNERS.len() {
        let ((corner_row, corner_column), before, after) = CORNERS[corner];
        if row == corner_row && column == corner_column {
            let lower = if TARGET_VALUES[after] < TARGET_VALUES[before] {
                after
            } else {
                before
            };
            return lower as u8;
        }
        corner += 1;
    }
    panic!("every way off the board leads to a target")
}

/// The ring places of a target, for drawing: (row, column) beyond the board.
pub const fn target_places(target: usize) -> [(i8, i8); 2] {
    TARGET_PLACES[target]
}
