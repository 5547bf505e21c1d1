//! Polygone: segments taken, and how far each side has come.

use super::difference;
use crate::engine_game::{EngineGame, Term};
use crate::level::{Strengths, strengths};
use crate::score::Score;
use ::polygone::board::{APEXES, HOLE_COUNT, Hole};
use ::polygone::{Move, Position, Segment};
use rules::{Game, Side};

/// What a segment taken is worth.
const TAKEN: Score = 100;
/// What a move into the apex seems to win: mostly everything.
const APEX: Score = 700;
/// What a level forward is worth to the end of a segment.
const FORWARD: Score = 2;

/// How far a hole is from a side's own apex.
fn way(hole: Hole, side: Side) -> Score {
    Score::from((hole.level() - APEXES[side].level()).abs())
}

impl EngineGame for Position {
    const MOVE_KEYS: usize = HOLE_COUNT * HOLE_COUNT * HOLE_COUNT;
    const MARGIN: Score = 120;
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

    fn each_term(&self, mut visit: impl FnMut(Term)) {
        let taken = difference(|side| Score::from(self.taken(side)) * TAKEN);
        visit(Term {
            name: "taken",
            score: taken,
        });
        let forward = difference(|side| {
            let ends = self.segments(side).into_iter().flat_map(Segment::ends);
            ends.map(|hole| way(hole, side) * FORWARD).sum()
        });
        visit(Term {
            name: "forward",
            score: forward,
        });
    }

    fn move_key(mv: Move) -> u16 {
        let key = (mv.pivot.index() * HOLE_COUNT + mv.old_end.index()) * HOLE_COUNT + mv.new_end.index();
        key as u16
    }

    fn each_weighed(&self, mut visit: impl FnMut(Move, Score)) {
        self.each_move(|mv| visit(mv, gain(self, mv).max(0)));
    }

    fn each_loud(&self, mut visit: impl FnMut(Move, Score)) {
        self.each_move(|mv| {
            let gain = gain(self, mv);
            if gain > 0 {
                visit(mv, gain);
            }
        });
    }
}

/// What a move takes more than it loses. A segment on its way is not yet where it will be taken, so own losses
/// are what is not the opponent's.
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
