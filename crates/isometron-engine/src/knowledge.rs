//! What alpha-beta knows of Isometron: the points; the forced tile is played out before anything is judged.
//!
//! The end counts by points, so what is to come does not depend on those that are gained: boards reached in another
//! order are searched once.

use isometron::board::{CELL_COUNT, Cells};
use isometron::{Lengths, Move, Position, Tile};
use rules::{Game, Outcome};
use search::knowledge::{difference, sign};
use search::{Feature, Knowledge, Score, Strengths, strengths};

/// What a point is worth.
pub(crate) const POINT: Score = 100;

/// What the evaluation counts: points alone. The rest is named, so that a fit can weigh it.
const FEATURES: &[Feature] = &[
    of("points", 100),
    of("room", 0),
    of("room", 0),
    of("turn", 0),
    of("turn", 0),
];

const fn of(term: &'static str, weight: Score) -> Feature {
    Feature { term, weight }
}

/// The place of each feature in [`FEATURES`].
const POINTS: usize = 0;
/// Empty cells of the own camp.
const ROOM: usize = 1;
/// Free tiles that could be placed.
const FREE_TILES: usize = 2;
const TURN: usize = 3;
/// The turn, by how many tiles lie: late tiles close long lines.
const LATE_TURN: usize = 4;

/// A key for each tile, and one for passing.
const TILES: usize = CELL_COUNT * 4;

fn tile_key(tile: Tile) -> u16 {
    (tile.cell.index() * 4 + tile.blank.index()) as u16
}

/// How lines are counted.
pub(crate) enum Counting {
    /// Exactly, or nearly so for a search in a hurry.
    Lengths(Lengths),
    /// As long as they could be at most.
    AtMost,
}

/// Alpha-beta that counts points.
pub(crate) struct Points;

impl Knowledge for Points {
    type Game = Position;
    type Memory = Counting;
    const MOVE_KEYS: usize = TILES + 1;
    const MARGIN: Score = 2_500;
    const REPEATS: bool = false;
    const LEVELS: Strengths = strengths([
        (16_000, 1, 6_000, 97),
        (16_000, 1, 3_000, 60),
        (480, 60, 2_000, 32),
        (880, 60, 1_470, 17),
        (1_320, 60, 1_120, 9),
        (1_970, 60, 850, 3),
        (3_350, 60, 630, 0),
        (11_000, 60, 400, 0),
        (60_000, 60, 250, 0),
        (1_360_000, 60, 1, 0),
    ]);

    const FEATURES: &'static [Feature] = FEATURES;

    fn each_feature(position: &Position, mut visit: impl FnMut(usize, i32)) {
        visit(POINTS, difference(|side| i32::from(position.points(side))));
        let empty = position.tiles().empty();
        let filled = (CELL_COUNT as u32 - empty.len()) as i32;
        visit(ROOM, difference(|side| empty.and(Cells::camp(side)).len() as i32));
        visit(
            FREE_TILES,
            difference(|side| position.free_tiles_of(side).len() as i32),
        );
        visit(TURN, sign(position));
        visit(LATE_TURN, sign(position) * filled);
    }

    fn gained(position: &Position) -> Score {
        POINT * sign(position) * difference(|side| i32::from(position.points(side)))
    }

    fn future(position: &Position) -> u64 {
        position.hash_without_points()
    }

    fn end(position: &Position, _outcome: Outcome, _ply: u32) -> Score {
        Points::gained(position)
    }

    fn play(position: &mut Position, mv: Move, counting: &mut Counting) {
        match counting {
            Counting::Lengths(lengths) => position.play_remembering(mv, lengths),
            Counting::AtMost => position.play_roughly(mv),
        }
    }

    fn move_key(mv: Move) -> u16 {
        match mv {
            Move::Tile(tile) | Move::Wrong(tile) => tile_key(tile),
            Move::Pass => TILES as u16,
        }
    }

    fn each_weighed(position: &Position, mut visit: impl FnMut(Move, Score)) {
        let gain = if position.owed().is_some() { POINT } else { 0 };
        position.each_move(|mv| visit(mv, gain));
    }

    fn each_loud(position: &Position, mut visit: impl FnMut(Move, Score)) {
        if let Some(owed) = position.owed() {
            visit(Move::Tile(owed), POINT);
        }
    }
}
