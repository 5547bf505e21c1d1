//! Numbers for moves, the same in every position: the fixed action space that learning needs.

use rules::Game;
use std::sync::LazyLock;

/// A game whose moves have numbers below a fixed count.
pub(crate) trait Actions: Game {
    /// How many numbers there are.
    fn count() -> usize;

    /// Calls `visit` with every legal move and its number. A move without a number gets `None`.
    fn each_action(&self, visit: impl FnMut(Option<usize>, Self::Move));
}

/// A step is `6 * cell + direction`, with the cells in the order of the position's text and the directions
/// counter-clockwise from the right; a returned marble is `366 + cell`.
impl Actions for offboard::Position {
    fn count() -> usize {
        7 * offboard::board::CELL_COUNT
    }

    fn each_action(&self, mut visit: impl FnMut(Option<usize>, offboard::Move)) {
        self.each_move(|mv| {
            let action = match mv {
                offboard::Move::Step { from, direction } => {
                    6 * OFFBOARD_CELLS[from.index()] + direction as usize
                }
                offboard::Move::Return { cell } => {
                    6 * offboard::board::CELL_COUNT + OFFBOARD_CELLS[cell.index()]
                }
            };
            visit(Some(action), mv);
        });
    }
}

/// Places of the cells in the text, by their numbers.
static OFFBOARD_CELLS: LazyLock<[usize; offboard::board::CELL_COUNT]> = LazyLock::new(|| {
    let mut places = [0; offboard::board::CELL_COUNT];
    for (place, cell) in offboard::Cell::all().enumerate() {
        places[cell.index()] = place;
    }
    places
});

/// A tile is `4 * cell + blank corner`, with the cells from a1 along the rows and the corners ne, se, sw, nw; a pass is
/// 256.
impl Actions for isometron::Position {
    fn count() -> usize {
        ISOMETRON_PASS + 1
    }

    fn each_action(&self, mut visit: impl FnMut(Option<usize>, isometron::Move)) {
        self.each_move(|mv| {
            let action = match mv {
                isometron::Move::Tile(tile) => Some(4 * tile.cell.index() + tile.blank.index()),
                isometron::Move::Pass => Some(ISOMETRON_PASS),
                // Never listed as a legal move.
                isometron::Move::Wrong(_) => None,
            };
            visit(action, mv);
        });
    }
}

const ISOMETRON_PASS: usize = 4 * isometron::board::CELL_COUNT;

/// A turn is its place among all turns (pivot, old end, new end, each in the order of the texts). A turn after which the
/// taking can end in several ways has a number for each: the next ones are a whole count of turns higher.
impl Actions for polygone::Position {
    fn count() -> usize {
        POLYGONE_ENDS * TURNS.count
    }

    fn each_action(&self, mut visit: impl FnMut(Option<usize>, polygone::Move)) {
        let (mut last, mut end) = (usize::MAX, 0);
        // Moves of one turn follow each other.
        self.each_move(|mv| {
            let turn = TURNS.number(&mv);
            end = if turn == last { end + 1 } else { 0 };
            last = turn;
            visit((end < POLYGONE_ENDS).then(|| end * TURNS.count + turn), mv);
        });
    }
}

/// Ways in which the taking after one turn can end. Three million positions of random play had 4 at most; positions that
/// no play leads to can have more, and the last of those have no number.
const POLYGONE_ENDS: usize = 6;

/// All turns of Polygone, whatever stands on the board.
struct Turns {
    /// By pivot, old end and new end.
    numbers: Vec<usize>,
    count: usize,
}

impl Turns {
    fn number(&self, mv: &polygone::Move) -> usize {
        self.numbers[Turns::key(mv.pivot, mv.old_end, mv.new_end)]
    }

    fn key(pivot: polygone::Hole, old_end: polygone::Hole, new_end: polygone::Hole) -> usize {
        let holes = polygone::board::HOLE_COUNT;
        (pivot.index() * holes + old_end.index()) * holes + new_end.index()
    }
}

static TURNS: LazyLock<Turns> = LazyLock::new(|| {
    let mut numbers = vec![usize::MAX; polygone::board::HOLE_COUNT.pow(3)];
    let mut count = 0;
    let beside =
        |pivot| polygone::Hole::all().filter(move |end| polygone::Segment::between(pivot, *end).is_some());
    for pivot in polygone::Hole::all() {
        for old_end in beside(pivot) {
            for new_end in beside(pivot).filter(|end| *end != old_end) {
                numbers[Turns::key(pivot, old_end, new_end)] = count;
                count += 1;
            }
        }
    }
    Turns { numbers, count }
});
