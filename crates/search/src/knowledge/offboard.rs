//! Offboard: points, marbles near the middle and together, marbles that hang over a target.

use super::{Feature, Knowledge, difference, sign};
use crate::level::{Strengths, strengths};
use crate::score::Score;
use crate::weights::OFFBOARD;
use ::offboard::board::{CELL_COUNT, TARGET_COUNT, TARGET_VALUES, WINNING_POINTS};
use ::offboard::{Cell, Cells, Direction, Move, Position};
use rules::{Game, Side};

/// The value of a point in the move order.
const POINT: Score = 100;
/// The first index of each kind of feature in [`FEATURES`](Knowledge::FEATURES): each difference of points has its own
/// weight, and so has each distance from the middle.
const POINTS: usize = 0;
const MIDDLE: usize = POINTS + WINNING_POINTS as usize - 1;
const TOGETHER: usize = MIDDLE + 5;
const ROWS: usize = TOGETHER + 1;
const HANGING: usize = ROWS + 1;
const RETURNED: usize = HANGING + 1;
const TURN: usize = RETURNED + 1;

/// The cells from which a marble can leave the board.
const EDGE: Cells = RINGS[4];

/// The targets that a marble on each cell can roll into; [`TARGET_COUNT`] stands for none.
static EXITS: [[u8; 3]; CELL_COUNT] = {
    let mut exits = [[TARGET_COUNT as u8; 3]; CELL_COUNT];
    let mut index = 0;
    while index < CELL_COUNT {
        let (mut direction, mut count) = (0, 0);
        while direction < Direction::ALL.len() {
            if let Some(target) = Cell::at(index).exit(Direction::ALL[direction]) {
                let target = target as u8;
                let known = &exits[index];
                if known[0] != target && known[1] != target && known[2] != target {
                    exits[index][count] = target;
                    count += 1;
                }
            }
            direction += 1;
        }
        index += 1;
    }
    exits
};

/// The cells by their distance from the middle.
const RINGS: [Cells; 5] = {
    let mut rings = [Cells::NONE; 5];
    let mut index = 0;
    while index < CELL_COUNT {
        let ring = &mut rings[distance(Cell::at(index)) as usize];
        *ring = ring.or(Cells::of(Cell::at(index)));
        index += 1;
    }
    rings
};

const fn distance(cell: Cell) -> i8 {
    let (row, column) = (cell.row() - 5, cell.column() - 5);
    let (a, b, c) = (row.abs(), column.abs(), (row - column).abs());
    let longer = if a > b { a } else { b };
    if c > longer { c } else { longer }
}

/// Scores of the marbles of each byte of a set by their distance from the middle: eight look-ups for a set.
static MIDDLE_BY_BYTE: [[i16; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let (byte, bit) = (cell / 8, cell % 8);
        let worth = OFFBOARD[MIDDLE + distance(Cell::at(cell)) as usize].weight as i16;
        let mut set = 0;
        while set < 256 {
            if set >> bit & 1 == 1 {
                table[byte][set] += worth;
            }
            set += 1;
        }
        cell += 1;
    }
    table
};

#[inline]
fn middle(marbles: Cells) -> Score {
    let bytes = marbles.bits().to_le_bytes();
    let worth = |(byte, table): (&u8, &[i16; 256])| Score::from(table[usize::from(*byte)]);
    bytes.iter().zip(&MIDDLE_BY_BYTE).map(worth).sum()
}

/// The points of free targets that marbles could roll into, each counted for every marble and target.
#[inline]
fn hanging(position: &Position, marbles: Cells) -> Score {
    let mut sum = 0;
    for cell in marbles.and(EDGE) {
        for target in EXITS[cell.index()].map(usize::from) {
            if target < TARGET_COUNT && position.is_free(target) {
                sum += Score::from(TARGET_VALUES[target]);
            }
        }
    }
    sum
}

/// The features that are not looked up a byte of marbles at a time.
#[inline]
fn each_other_feature(position: &Position, mut visit: impl FnMut(usize, i32)) {
    for (side, one) in [(Side::First, 1), (Side::Second, -1)] {
        let points = usize::from(position.points(side).min(WINNING_POINTS - 1));
        if points > 0 {
            visit(POINTS + points - 1, one);
        }
    }
    visit(
        TOGETHER,
        difference(|side| position.marbles(side).neighbours() as i32),
    );
    visit(ROWS, difference(|side| position.marbles(side).threes() as i32));
    visit(
        HANGING,
        difference(|side| hanging(position, position.marbles(side))),
    );
    if position.returned() {
        visit(RETURNED, sign(position));
    }
    visit(TURN, sign(position));
}

/// Alpha-beta's knowledge of Offboard.
#[derive(Clone, Copy, Debug)]
pub struct Offboard;

impl Knowledge for Offboard {
    type Game = Position;
    type Memory = ();
    const MOVE_KEYS: usize = CELL_COUNT * 7;
    const MARGIN: Score = 60;
    const REPEATS: bool = true;
    const LEVELS: Strengths = strengths([
        (1_000, 1, 104, 14),
        (1_000, 2, 94, 12),
        (1_000, 2, 69, 7),
        (1_000, 2, 50, 4),
        (700, 60, 27, 0),
        (1_470, 60, 20, 0),
        (2_800, 60, 14, 0),
        (7_700, 60, 8, 0),
        (27_000, 60, 4, 0),
        (100_000, 60, 1, 0),
    ]);

    const FEATURES: &'static [Feature] = OFFBOARD;

    #[inline]
    fn each_feature(position: &Position, mut visit: impl FnMut(usize, i32)) {
        for (distance, ring) in RINGS.iter().enumerate() {
            let count = difference(|side| position.marbles(side).and(*ring).len() as i32);
            visit(MIDDLE + distance, count);
        }
        each_other_feature(position, visit);
    }

    #[inline]
    fn evaluate(position: &Position) -> Score {
        let mut sum = difference(|side| middle(position.marbles(side)));
        each_other_feature(position, |feature, count| sum += count * OFFBOARD[feature].weight);
        sum * sign(position)
    }

    #[inline]
    fn move_key(mv: Move) -> u16 {
        let key = match mv {
            Move::Step { from, direction } => from.index() * 7 + direction as usize,
            Move::Return { cell } => cell.index() * 7 + 6,
        };
        key as u16
    }

    #[inline]
    fn recall(position: &Position, key: u16) -> Option<(Move, Score)> {
        let key = usize::from(key);
        if key >= Self::MOVE_KEYS {
            return None;
        }
        let cell = Cell::at(key / 7);
        let mv = match Direction::ALL.get(key % 7) {
            Some(&direction) => Move::Step {
                from: cell,
                direction,
            },
            None => Move::Return { cell },
        };
        position
            .is_legal(mv)
            .then(|| (mv, Score::from(position.scored(mv)) * POINT))
    }

    #[inline]
    fn each_weighed(position: &Position, mut visit: impl FnMut(Move, Score)) {
        let mut loud = Vec::new();
        Self::each_loud(position, |mv, gain| loud.push((mv, gain)));
        if loud.is_empty() {
            return position.each_move(|mv| visit(mv, 0));
        }
        position.each_move(|mv| {
            let known = loud.iter().find(|(other, _)| *other == mv);
            visit(mv, known.map_or(0, |(_, gain)| *gain));
        });
    }

    #[inline]
    fn each_loud(position: &Position, mut visit: impl FnMut(Move, Score)) {
        if !position.marbles(!position.turn()).and(EDGE).is_empty() {
            position.each_scoring(|mv, points| visit(mv, Score::from(points) * POINT));
        }
    }

    fn passed(position: &Position) -> Option<Position> {
        (!position.returned()).then(|| position.with_turn_passed())
    }
}
