//! Polygone: segments taken, and how far each side has come.

use super::{Feature, Knowledge, difference, sign};
use crate::level::{Strengths, strengths};
use crate::score::Score;
use crate::weights::POLYGONE;
use ::polygone::board::{APEXES, HOLE_COUNT, Hole, WINNING_COUNT};
use ::polygone::{Move, Position, Segment};
use rules::{Game, Side};

/// The value of a taken segment in the move order.
const TAKEN: Score = 100;
/// The value of a move into the apex in the move order: it mostly wins.
const APEX: Score = 700;
/// The first index of each kind of feature in [`FEATURES`](Knowledge::FEATURES).
const TAKEN_BY_COUNT: usize = 0;
const FORWARD: usize = TAKEN_BY_COUNT + WINNING_COUNT as usize - 1;
const NEAR_APEX: usize = FORWARD + 1;
const TURNS: usize = NEAR_APEX + APEX_DISTANCES;
const LOOSE: usize = TURNS + 1;
const TURN: usize = LOOSE + 1;

/// How many distances from the apex count, from 0.
const APEX_DISTANCES: usize = 4;

/// How far a hole is from a side's own apex, in levels.
fn way(hole: Hole, side: Side) -> i32 {
    i32::from((hole.level() - APEXES[side].level()).abs())
}

/// How many steps a hole is from the apex that a side plays to.
fn to_apex(hole: Hole, side: Side) -> i32 {
    let apex = APEXES[!side];
    let (rows, levels) = (
        (hole.row() - apex.row()).abs(),
        (hole.level() - apex.level()).abs(),
    );
    i32::from(rows + (levels - rows).max(0) / 2)
}

/// Alpha-beta's knowledge of Polygone.
#[derive(Clone, Copy, Debug)]
pub struct Polygone;

impl Knowledge for Polygone {
    type Game = Position;
    type Memory = ();
    const MOVE_KEYS: usize = HOLE_COUNT * HOLE_COUNT * HOLE_COUNT;
    const MARGIN: Score = 120;
    const REPEATS: bool = true;
    const LEVELS: Strengths = strengths([
        (1_000, 1, 240, 47),
        (1_000, 1, 165, 24),
        (1_000, 1, 98, 10),
        (1_000, 2, 70, 6),
        (480, 60, 28, 0),
        (1_250, 60, 19, 0),
        (3_500, 60, 12, 0),
        (12_000, 60, 6, 0),
        (50_000, 60, 3, 0),
        (150_000, 60, 1, 0),
    ]);

    const FEATURES: &'static [Feature] = POLYGONE;

    fn each_feature(position: &Position, mut visit: impl FnMut(usize, i32)) {
        for (side, one) in [(Side::First, 1), (Side::Second, -1)] {
            let taken = usize::from(position.taken(side).min(WINNING_COUNT - 1));
            if taken > 0 {
                visit(TAKEN_BY_COUNT + taken - 1, one);
            }
            let (mut forward, mut nearest) = (0, i32::MAX);
            for hole in position.segments(side).into_iter().flat_map(Segment::ends) {
                forward += way(hole, side);
                nearest = nearest.min(to_apex(hole, side));
            }
            visit(FORWARD, forward * one);
            if (nearest as usize) < APEX_DISTANCES {
                visit(NEAR_APEX + nearest as usize, one);
            }
        }
        let turns = position.turn_counts();
        visit(TURNS, turns[0] as i32 - turns[1] as i32);
        let hanging = position.hanging();
        visit(
            LOOSE,
            difference(|side| hanging.and(position.segments(side)).len() as i32),
        );
        visit(TURN, sign(position));
    }

    fn move_key(mv: Move) -> u16 {
        let key = (mv.pivot.index() * HOLE_COUNT + mv.old_end.index()) * HOLE_COUNT + mv.new_end.index();
        key as u16
    }

    fn each_weighed(position: &Position, mut visit: impl FnMut(Move, Score)) {
        position.each_move(|mv| visit(mv, gain(position, mv).max(0)));
    }

    fn each_loud(position: &Position, mut visit: impl FnMut(Move, Score)) {
        position.each_move(|mv| {
            let gain = gain(position, mv);
            if gain > 0 {
                visit(mv, gain);
            }
        });
    }
}

/// Segments taken from the opponent less segments lost. The turning segment is not yet at the place where it is taken,
/// so own losses are counted as all that is not the opponent's.
fn gain(position: &Position, mv: Move) -> Score {
    if mv.new_end == APEXES[!position.turn()] {
        return APEX;
    }
    if mv.taken.is_empty() {
        return 0;
    }
    let taken = mv.taken.segments();
    let theirs = taken.and(position.segments(!position.turn())).len();
    (2 * theirs as Score - taken.len() as Score) * TAKEN
}
