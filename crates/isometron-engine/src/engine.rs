//! Isometron's engine: alpha-beta near the end; far from it playouts, or where free tiles can gain a look some tiles ahead.

use crate::knowledge::{Counting, POINT, Points};
use crate::lookahead::look_ahead;
use crate::outline::Outline;
use crate::outlook::{Outlook, outlook};
use crate::patterns;
use crate::playouts::{PLAYOUT_NODES, Tree};
use isometron::{Lengths, Move, Position, Symmetry};
use rules::{Game, History};
use search::{ASK_EVERY, Engine, Knowledge, Limits, Line, Score, Searcher, Strengths, Table, Term};

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
/// No more nodes are spent on foreseeing the end: a search with a clock must come to its playouts.
const MOST_FORESEEN: u64 = 800_000;

/// The engine.
#[derive(Debug)]
pub struct Isometron {
    table: Table,
}

impl Engine for Isometron {
    type Game = Position;
    const LEVELS: Strengths = Points::LEVELS;

    fn new(bytes: usize) -> Isometron {
        Isometron {
            table: Table::new(bytes),
        }
    }

    fn clear(&self) {
        self.table.clear();
    }

    fn think(
        &self,
        history: &History<Position>,
        limits: &Limits<'_, Move>,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Line<Move>),
    ) -> Line<Move> {
        let position = history.position();
        if position.tiles().empty().len() <= EXACT {
            let counting = Counting::Lengths(lengths(position, limits));
            return Searcher::<Points>::new(history, &self.table, limits, counting, stop).run(report);
        }
        let choices = position.legal_moves();
        if choices.iter().all(|mv| limits.excluded.contains(mv)) {
            return Line {
                depth: 0,
                score: 0,
                nodes: 0,
                moves: Vec::new(),
            };
        }
        let mut far = Far {
            position,
            limits,
            stop,
            report,
            spent: 0,
            foreseen: None,
        };
        if limits.depth > 1 {
            return far.judge();
        }
        // One ply is never played out.
        if let Some(line) = far.look_ahead(limits.excluded) {
            return line;
        }
        one_ply(history, limits, stop, report)
    }

    fn terms(position: &Position) -> Vec<Term> {
        Points::terms(position)
    }

    fn play_quickly(position: &mut Position, mv: Move) {
        position.play_roughly(mv);
    }

    fn cost_of_node(position: &Position) -> u64 {
        let costs = match position.symmetry() {
            Symmetry::Axial | Symmetry::Central => COSTS,
            Symmetry::Shift => COSTS_WITH_GAINS,
        };
        let empty = position.tiles().empty().len();
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
}

/// The lengths to begin an exact search with; a level may guess some.
fn lengths(position: &Position, limits: &Limits<'_, Move>) -> Lengths {
    if !limits.moods.is_empty() && position.tiles().empty().len() > UNHURRIED {
        Lengths::hurried()
    } else {
        Lengths::default()
    }
}

/// Alpha-beta on lines that count as long as they could be at most: nothing that it finds is proven.
fn one_ply(
    history: &History<Position>,
    limits: &Limits<'_, Move>,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&Line<Move>),
) -> Line<Move> {
    let honest = vec![0; history.position().count_moves() as usize];
    let limits = Limits {
        moods: if limits.moods.is_empty() {
            &honest
        } else {
            limits.moods
        },
        ..*limits
    };
    let table = Table::new(0);
    Searcher::<Points>::new(history, &table, &limits, Counting::AtMost, stop).run(report)
}

/// A thought about a position far from the end.
struct Far<'a> {
    position: &'a Position,
    limits: &'a Limits<'a, Move>,
    stop: &'a dyn Fn() -> bool,
    report: &'a mut dyn FnMut(&Line<Move>),
    /// Nodes spent on foreseeing the end.
    spent: u64,
    /// The score in the end, if it could be foreseen.
    foreseen: Option<Score>,
}

impl Far<'_> {
    /// Judges the moves; if the end can be foreseen, only those that are best then.
    fn judge(mut self) -> Line<Move> {
        let mut excluded = self.limits.excluded.to_vec();
        if let Some(Outlook { best, margin }) = self.foresee() {
            let score = Points::gained(self.position) + POINT * margin;
            let best: Vec<Move> = best.into_iter().map(Move::Tile).collect();
            if best.len() == 1 {
                return self.shown(1, score, self.spent, best);
            }
            self.foreseen = Some(score);
            let moves = self.position.legal_moves();
            excluded.extend(moves.into_iter().filter(|mv| !best.contains(mv)));
        }
        match self.look_ahead(&excluded) {
            Some(line) => line,
            None => self.play_out(&excluded),
        }
    }

    /// The best free tiles, if the end can be seen, if only roughly, in a part of the nodes.
    fn foresee(&mut self) -> Option<Outlook> {
        if self.position.tiles().empty().len() > LATE {
            return None;
        }
        let nodes = (self.limits.nodes / 3 * 2).min(MOST_FORESEEN);
        let boards = nodes.saturating_mul(BOARDS_IN_NODE);
        let (found, boards) = outlook(self.position, self.limits.excluded, boards, self.stop);
        self.spent = boards.div_ceil(BOARDS_IN_NODE);
        found
    }

    fn shown(&mut self, depth: u32, score: Score, nodes: u64, moves: Vec<Move>) -> Line<Move> {
        let line = Line {
            depth,
            score,
            nodes,
            moves,
        };
        (self.report)(&line);
        line
    }

    /// Judges the moves by looking ahead, where free tiles can gain: for the best of some moves, each misjudged by so much.
    fn look_ahead(&mut self, excluded: &[Move]) -> Option<Line<Move>> {
        let mood = |index: usize| self.limits.moods.get(index).copied().unwrap_or(0);
        let moves = self.position.legal_moves().into_iter().enumerate();
        let choices: Vec<(Move, i32)> = moves
            .filter(|(_, mv)| !excluded.contains(mv))
            .map(|(index, mv)| (mv, mood(index) * patterns::POINT / POINT))
            .collect();
        // A free tile and its image are two plies.
        let farthest = self.limits.depth.div_ceil(2);
        let most = (self.limits.nodes - self.spent).max(1);
        let seed = self.limits.seed ^ u64::from(self.limits.number);
        let (position, stop, spent) = (self.position, self.stop, self.spent);
        let gained = Points::gained(position);
        let mut last = None;
        look_ahead(
            position,
            &choices,
            (most, farthest),
            seed,
            stop,
            |sight, nodes| {
                let depth = 2 * sight.tiles.len() as u32;
                let score = self.foreseen.unwrap_or(gained + POINT * sight.margin);
                let tiles: Vec<Move> = sight.tiles.into_iter().map(Move::Tile).collect();
                let moves = spelled_out(position, &tiles);
                last = Some(self.shown(depth, score, spent + nodes, moves));
            },
        );
        last
    }

    /// Judges the moves by playouts. Each time their number doubles, the line is shown; its depth is how far it is known.
    fn play_out(&mut self, excluded: &[Move]) -> Line<Move> {
        let seed = self.limits.seed ^ u64::from(self.limits.number);
        let mut tree = Tree::new(&Outline::of(self.position), excluded, seed);
        let most = ((self.limits.nodes - self.spent) / PLAYOUT_NODES).max(1);
        let mut playouts = 0;
        loop {
            tree.play_out();
            playouts += 1;
            let nodes = (self.spent + playouts * PLAYOUT_NODES).min(self.limits.nodes);
            let is_over = playouts >= most
                || (playouts.is_multiple_of(ASK_EVERY.div_ceil(PLAYOUT_NODES)) && (self.stop)());
            if !is_over && !playouts.is_power_of_two() {
                continue;
            }
            let moves = spelled_out(self.position, &tree.line());
            let score = self.foreseen.unwrap_or_else(|| tree.score());
            let line = self.shown(moves.len() as u32, score, nodes, moves);
            if is_over || line.depth >= self.limits.depth {
                return line;
            }
        }
    }
}

/// A line of free tiles, as far as it is legal, with the moves that go without saying because there is no other.
fn spelled_out(position: &Position, line: &[Move]) -> Vec<Move> {
    let mut position = *position;
    let mut spelled = Vec::with_capacity(2 * line.len());
    for mv in line {
        let mut legal = position.legal_moves();
        while let [only] = legal[..]
            && only != *mv
        {
            spelled.push(only);
            position.play_roughly(only);
            legal = position.legal_moves();
        }
        if !legal.contains(mv) {
            break;
        }
        spelled.push(*mv);
        position.play_roughly(*mv);
    }
    spelled
}
