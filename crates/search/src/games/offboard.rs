//! Offboard: points, marbles near the middle and together, marbles that hang over a target.

use super::difference;
use crate::engine_game::{EngineGame, Term};
use crate::level::{Strengths, strengths};
use crate::score::Score;
use ::offboard::board::{CELL_COUNT, TARGET_COUNT, TARGET_VALUES};
use ::offboard::{Cell, Cells, Direction, Move, Position};
use rules::{Game, Side};

/// What a point is worth in a hurry.
const POINT: Score = 100;
/// What a point is worth, by how many the side has: the nearer to six, the dearer.
const POINTS: [Score; 12] = [0, 100, 205, 320, 450, 600, 800, 800, 800, 800, 800, 800];
/// What a marble is worth by its distance from the middle.
const MIDDLE: [Score; 5] = [22, 20, 15, 4, -12];
/// What two neighbours are worth.
const TOGETHER: Score = 3;
/// What a marble is worth less, on a cell from which it could roll into a free target, by point of the target.
const HANGING: Score = 4;
/// What a marble to put back is worth to its owner.
const RETURNED: Score = 20;

/// The cells from which a marble can leave the board.
const EDGE: Cells = {
    let mut edge = Cells::NONE;
    let mut index = 0;
    while index < CELL_COUNT {
        if distance(Cell::at(index)) == 4 {
            edge = edge.or(Cells::of(Cell::at(index)));
        }
        index += 1;
    }
    edge
};

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

const fn distance(cell: Cell) -> i8 {
    let (row, column) = (cell.row() - 5, cell.column() - 5);
    let (a, b, c) = (row.abs(), column.abs(), (row - column).abs());
    let longer = if a > b { a } else { b };
    if c > longer { c } else { longer }
}

/// What the marbles of each byte of a set are worth by their distance from the middle: eight look-ups for a set.
static MIDDLE_BY_BYTE: [[i16; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let (byte, bit) = (cell / 8, cell % 8);
        let worth = MIDDLE[distance(Cell::at(cell)) as usize] as i16;
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

impl EngineGame for Position {
    const MOVE_KEYS: usize = CELL_COUNT * 7;
    const MARGIN: Score = 60;
    const REPEATS: bool = true;
    const LEVELS: Strengths = strengths([
        (1_000, 1, 300, 40),
        (1_000, 1, 150, 20),
        (1_000, 2, 100, 10),
        (2_000, 3, 60, 5),
        (4_000, 4, 40, 2),
        (8_000, 60, 30, 0),
        (16_000, 60, 20, 0),
        (40_000, 60, 12, 0),
        (100_000, 60, 6, 0),
        (200_000, 60, 2, 0),
    ]);

    #[inline]
    fn each_term(&self, mut visit: impl FnMut(Term)) {
        visit(Term {
            name: "points",
            score: difference(|side| POINTS[self.points(side) as usize]),
        });
        visit(Term {
            name: "middle",
            score: difference(|side| middle(self.marbles(side))),
        });
        visit(Term {
            name: "together",
            score: difference(|side| self.marbles(side).neighbours() as Score * TOGETHER),
        });
        visit(Term {
            name: "hanging",
            score: difference(|side| -HANGING * hanging(self, self.marbles(side))),
        });
        if self.returned() {
            visit(Term {
                name: "returned",
                score: if self.turn() == Side::First {
                    RETURNED
                } else {
                    -RETURNED
                },
            });
        }
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
    fn recall(&self, key: u16) -> Option<(Move, Score)> {
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
        self.is_legal(mv)
            .then(|| (mv, Score::from(self.scored(mv)) * POINT))
    }

    #[inline]
    fn each_weighed(&self, mut visit: impl FnMut(Move, Score)) {
        let mut loud = Vec::new();
        self.each_loud(|mv, gain| loud.push((mv, gain)));
        if loud.is_empty() {
            return self.each_move(|mv| visit(mv, 0));
        }
        self.each_move(|mv| {
            let known = loud.iter().find(|(other, _)| *other == mv);
            visit(mv, known.map_or(0, |(_, gain)| *gain));
        });
    }

    #[inline]
    fn each_loud(&self, mut visit: impl FnMut(Move, Score)) {
        if !self.marbles(!self.turn()).and(EDGE).is_empty() {
            self.each_scoring(|mv, points| visit(mv, Score::from(points) * POINT));
        }
    }

    fn passed(&self) -> Option<Position> {
        (!self.returned()).then(|| self.with_turn_passed())
    }
}
