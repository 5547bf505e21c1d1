//! Isometron: the points; the forced tile is played out before anything is judged. Far from the end, playouts, or where
//! free tiles can gain a look some tiles ahead.
//!
//! The end counts by points, so what is to come does not depend on those that are gained: boards reached in another
//! order are searched once.

use super::{difference, sign};
use crate::engine_game::{EngineGame, Feature, Foresight};
use crate::level::{Strengths, strengths};
use crate::playouts::{Outline, Playouts, Tree};
use crate::score::Score;
use crate::searcher::{Limits, Line};
use crate::weights::ISOMETRON;
use ::isometron::board::{CELL_COUNT, Cells};
use ::isometron::patterns;
use ::isometron::{Lengths, Move, Position, Symmetry, Tile};
use rules::{Game, Outcome, Random, Side};

/// What a point is worth.
const POINT: Score = 100;

/// With no more empty cells the search counts points exactly, and may solve the rest of the game.
const EXACT: u32 = 16;
/// With no more empty cells even a hurried search counts every line to the end: there are few left.
const UNHURRIED: u32 = 12;
/// What an exact node costs.
const EXACT_COST: u64 = 40;
/// With more empty cells it is early.
const EARLY: u32 = 44;
/// With no more empty cells it is late: the end can be seen roughly.
const LATE: u32 = 28;

/// What a quick node costs: a level has more nodes where games are decided.
struct Costs {
    early: u64,
    between: u64,
    late: u64,
}

/// Early hardly a tile is better than others.
const COSTS: Costs = Costs {
    early: 16,
    between: 2,
    late: 2,
};
/// Where free tiles can gain, early ones decide, too.
const COSTS_WITH_GAINS: Costs = Costs {
    early: 1,
    between: 1,
    late: 2,
};

/// How many boards are looked at in the time of a quick node.
const BOARDS_IN_NODE: u64 = 8;

/// The place of each feature in [`FEATURES`](EngineGame::FEATURES).
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

impl EngineGame for Position {
    type Memory = Lengths;
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

    const FEATURES: &'static [Feature] = ISOMETRON;

    fn each_feature(&self, mut visit: impl FnMut(usize, i32)) {
        visit(POINTS, difference(|side| i32::from(self.points(side))));
        let empty = self.tiles().empty();
        let filled = (CELL_COUNT as u32 - empty.len()) as i32;
        visit(ROOM, difference(|side| empty.and(Cells::camp(side)).len() as i32));
        visit(
            FREE_TILES,
            difference(|side| self.free_tiles_of(side).len() as i32),
        );
        visit(TURN, sign(self));
        visit(LATE_TURN, sign(self) * filled);
    }

    fn gained(&self) -> Score {
        POINT * sign(self) * difference(|side| i32::from(self.points(side)))
    }

    fn future(&self) -> u64 {
        self.hash_without_points()
    }

    fn end(&self, _outcome: Outcome, _ply: u32) -> Score {
        self.gained()
    }

    fn is_far_from_end(&self) -> bool {
        self.tiles().empty().len() > EXACT
    }

    fn cost_of_node(&self) -> u64 {
        let costs = match self.symmetry() {
            Symmetry::Axial | Symmetry::Central => COSTS,
            Symmetry::Shift => COSTS_WITH_GAINS,
        };
        let empty = self.tiles().empty().len();
        if empty <= EXACT {
            EXACT_COST
        } else if empty <= LATE {
            costs.late
        } else if empty <= EARLY {
            costs.between
        } else {
            costs.early
        }
    }

    fn hurried(&self) -> Lengths {
        if self.tiles().empty().len() > UNHURRIED {
            Lengths::hurried()
        } else {
            Lengths::default()
        }
    }

    fn play_remembering(&mut self, mv: Move, lengths: &mut Lengths) {
        Position::play_remembering(self, mv, lengths);
    }

    fn play_quickly(&mut self, mv: Move) {
        self.play_roughly(mv);
    }

    fn playouts(&self, excluded: &[Move], seed: u64) -> Option<Box<dyn Playouts<Move>>> {
        Some(Box::new(Tree::new(
            ::isometron::Outline::of(self),
            excluded,
            seed,
        )))
    }

    fn foresee(
        &self,
        excluded: &[Move],
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> (Option<Foresight<Move>>, u64) {
        if self.tiles().empty().len() > LATE {
            return (None, 0);
        }
        let (outlook, boards) = self.outlook(excluded, nodes.saturating_mul(BOARDS_IN_NODE), stop);
        let foresight = outlook.map(|outlook| Foresight {
            moves: outlook.best.into_iter().map(Move::Tile).collect(),
            score: self.gained() + POINT * outlook.margin,
        });
        (foresight, boards.div_ceil(BOARDS_IN_NODE))
    }

    fn look_ahead(
        &self,
        choices: &[(Move, Score)],
        limits: Limits,
        seed: u64,
        stop: &dyn Fn() -> bool,
        show: &mut dyn FnMut(Line<Move>),
    ) {
        // A free tile and its image are two plies.
        let farthest = limits.depth.div_ceil(2);
        let in_patterns = |&(mv, mood)| (mv, mood * patterns::POINT / POINT);
        let choices: Vec<(Move, i32)> = choices.iter().map(in_patterns).collect();
        self.look_ahead(&choices, (limits.nodes, farthest), seed, stop, |sight, nodes| {
            show(Line {
                depth: 2 * sight.tiles.len() as u32,
                score: self.gained() + POINT * sight.margin,
                nodes,
                moves: sight.tiles.into_iter().map(Move::Tile).collect(),
            });
        });
    }

    fn move_key(mv: Move) -> u16 {
        match mv {
            Move::Tile(tile) | Move::Wrong(tile) => tile_key(tile),
            Move::Pass => TILES as u16,
        }
    }

    fn each_weighed(&self, mut visit: impl FnMut(Move, Score)) {
        let gain = if self.owed().is_some() { POINT } else { 0 };
        self.each_move(|mv| visit(mv, gain));
    }

    fn each_loud(&self, mut visit: impl FnMut(Move, Score)) {
        if let Some(owed) = self.owed() {
            visit(Move::Tile(owed), POINT);
        }
    }
}

impl Outline for ::isometron::Outline {
    type Move = Move;
    const NODES: u64 = 16;

    fn turn(&self) -> Side {
        self.turn()
    }

    fn each_promising(&self, mut visit: impl FnMut(Move, Score)) {
        self.each_cost(|mv, cost| visit(mv, -POINT * cost));
    }

    fn play(&mut self, mv: Move) {
        self.play(mv);
    }

    fn play_out(self, random: &mut Random) -> Score {
        POINT * self.play_out(random)
    }
}
