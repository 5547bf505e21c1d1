//! Offboard: points, marbles near the middle and together, marbles that hang over a target.

use super::difference;
use crate::engine_game::{EngineGame, Term};
use crate::level::{Strengths, strengths};
use crate::score::Score;
use ::offboard::board::{CELL_COUNT, TARGET_COUNT, TARGET_VALUES};
use ::offboard::{Cell, Cells, Direction, Move, Position};
use rules::Side;

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

const RINGS: [Cells; 5] = rings();
const TARGET_EDGES: [Cells; TARGET_COUNT] = target_edges();

const fn rings() -> [Cells; 5] {
    let mut rings = [Cells::NONE; 5];
    let mut index = 0;
    while index < CELL_COUNT {
        let cell = Cell::at(index);
        let (row, column) = (cell.row() - 5, cell.column() - 5);
        let apart = (row - column).abs();
        let mut distance = if row.abs() > column.abs() {
            row.abs()
        } else {
            column.abs()
        };
        if apart > distance {
            distance = apart;
        }
        rings[distance as usize] = rings[distance as usize].or(Cells::of(cell));
        index += 1;
    }
    rings
}

/// The cells from which a marble rolls into each target.
const fn target_edges() -> [Cells; TARGET_COUNT] {
    let mut edges = [Cells::NONE; TARGET_COUNT];
    let mut index = 0;
    while index < CELL_COUNT {
        let cell = Cell::at(index);
        let mut direction = 0;
        while direction < Direction::ALL.len() {
            if let Some(target) = cell.exit(Direction::ALL[direction]) {
                edges[target] = edges[target].or(Cells::of(cell));
            }
            direction += 1;
        }
        index += 1;
    }
    edges
}

impl EngineGame for Position {
    const MOVE_KEYS: usize = CELL_COUNT * 7;
    const MARGIN: Score = 60;
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
        let points = difference(|side| POINTS[self.points(side) as usize]);
        visit(Term {
            name: "points",
            score: points,
        });
        let middle = difference(|side| {
            let at = |(ring, worth): (&Cells, &Score)| self.marbles(side).and(*ring).len() as Score * worth;
            RINGS.iter().zip(&MIDDLE).map(at).sum()
        });
        visit(Term {
            name: "middle",
            score: middle,
        });
        let together = difference(|side| self.marbles(side).neighbours() as Score * TOGETHER);
        visit(Term {
            name: "together",
            score: together,
        });
        let hanging = difference(|side| {
            let edge = self.marbles(side).and(RINGS[4]);
            if edge.is_empty() {
                return 0;
            }
            let free = (0..TARGET_COUNT).filter(|&target| self.is_free(target));
            let over = |target: usize| {
                edge.and(TARGET_EDGES[target]).len() as Score * Score::from(TARGET_VALUES[target])
            };
            -HANGING * free.map(over).sum::<Score>()
        });
        visit(Term {
            name: "hanging",
            score: hanging,
        });
        if self.returned() {
            let score = if rules::Game::turn(self) == Side::First {
                RETURNED
            } else {
                -RETURNED
            };
            visit(Term {
                name: "returned",
                score,
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
    fn each_loud(&self, mut visit: impl FnMut(Move, Score)) {
        if !self.marbles(!rules::Game::turn(self)).and(RINGS[4]).is_empty() {
            self.each_scoring(|mv, points| visit(mv, Score::from(points) * 100));
        }
    }

    fn passed(&self) -> Option<Position> {
        (!self.returned()).then(|| self.with_turn_passed())
    }
}
