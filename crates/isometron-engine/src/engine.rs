//! The engine: where the end of the game can be seen, alpha-beta; before, playouts in a tree.

use crate::evaluation::{POINT, SPARE_TURN, open_line, spare_turns_ahead};
use crate::search::{INFINITE, Search, Window, key_of};
use crate::tree::Tree;
use crate::turns::{Stand, Turn};
use isometron::{GridPoint, Move, Position, Tile};
use rules::{Game, History, Side};
use search::{
    ASK_EVERY, Engine, Line, MOST_DEPTH, Score, Strengths, Term, ThinkLimits, TranspositionTable, strengths,
};

/// With no more turns left, alpha-beta tries to see the end before the playouts begin.
const NEAR_END: u32 = 12;
/// The nodes that this may take at most, and half of all.
const MOST_SOLVING: u64 = 200_000;
/// With no more turns left there are no playouts.
const SURELY_SEEN: u32 = 7;
/// With fewer nodes there are no playouts, either: some dozens tell less than one look at every turn.
const FEWEST_FOR_PLAYOUTS: u64 = 500;
/// The turns of playouts that take as long as a node of alpha-beta.
const STEPS_OF_NODE: u64 = 2;
/// The worth of an arm that joins others, to a beginner: a line that grows looks good.
const JOINED_ARM: Score = 4;
/// Tiles of the line for which a level's misjudgement is given: shorter lines are misjudged less, longer ones more.
const USUAL_LINE: Score = 8;
/// Added to the score of a won game whose end was seen by exact lengths: no margin so great is left in doubt.
const DECIDED: Score = 1_000;

/// Isometron's engine.
#[derive(Debug)]
pub struct Isometron {
    table: TranspositionTable,
}

impl Engine for Isometron {
    type Game = Position;

    const LEVELS: Strengths = strengths([
        (400, 1, 240, 0),
        (400, 1, 120, 0),
        (400, 1, 40, 0),
        (400, 2, 40, 0),
        (600, 2, 15, 0),
        (600, 4, 15, 0),
        (1_000, 60, 0, 0),
        (4_000, 60, 0, 0),
        (15_000, 60, 0, 0),
        (60_000, 60, 0, 0),
    ]);

    fn new(bytes: usize) -> Isometron {
        Isometron {
            table: TranspositionTable::new(bytes),
        }
    }

    fn clear(&self) {
        self.table.clear();
    }

    fn think(
        &self,
        history: &History<Position>,
        limits: &ThinkLimits<'_, Move>,
        stop: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Line<Move>),
    ) -> Line<Move> {
        let root = Root::new(history.position(), limits);
        if limits.depth == 1 && !root.turns.is_empty() {
            let line = root.at_a_glance();
            report(&line);
            return line;
        }
        let left = root.stand.turns_left();
        let has_choice = root.turns.len() > 1;
        if limits.depth < MOST_DEPTH || limits.nodes < FEWEST_FOR_PLAYOUTS || !has_choice {
            return root
                .deepen(Search::new(&self.table, limits.nodes, stop), report)
                .0;
        }
        let mut spent = 0;
        if left <= NEAR_END {
            let nodes = if left <= SURELY_SEEN {
                limits.nodes
            } else {
                (limits.nodes / 2).min(MOST_SOLVING)
            };
            let (line, sees_end) = root.deepen(Search::new(&self.table, nodes, stop), report);
            if sees_end || left <= SURELY_SEEN || stop() {
                return line;
            }
            spent = line.nodes;
        }
        root.play_out(spent, &Search::new(&self.table, 0, stop), report)
    }

    /// A lead of a hundred points that was not seen to the end loses as much: it is won all the same.
    fn without_certainty(score: Score) -> Score {
        if score.abs() >= DECIDED {
            score - DECIDED * score.signum()
        } else {
            score
        }
    }

    /// A line counts as long as its block allows.
    fn play_quickly(position: &mut Position, mv: Move) {
        position.play_roughly(mv);
    }

    fn terms(position: &Position) -> Vec<Term> {
        let sign = if position.turn() == Side::First { 1 } else { -1 };
        let [red, blue] = Side::BOTH.map(|side| Score::from(position.points(side)));
        let mut terms = vec![
            Term {
                name: "points",
                score: POINT * (red - blue),
            },
            Term {
                name: "spare-turns",
                score: sign * SPARE_TURN * spare_turns_ahead(position),
            },
        ];
        if position.owed().is_none() {
            terms.push(Term {
                name: "open-line",
                score: sign * open_line(&Stand::new(*position)),
            });
        }
        terms
    }
}

/// The score of a game whose end is known.
const fn decided(score: Score) -> Score {
    score + DECIDED * score.signum()
}

/// The position of which the engine thinks, after the moves that have no alternative.
struct Root<'a> {
    limits: &'a ThinkLimits<'a, Move>,
    /// The moves without an alternative: an image, a pass.
    forced: Vec<Move>,
    stand: Stand,
    /// The turns to choose from, each with what it is overrated by; none when the game is over.
    turns: Vec<(Turn, Score)>,
    side: Side,
}

impl<'a> Root<'a> {
    fn new(position: &Position, limits: &'a ThinkLimits<'a, Move>) -> Root<'a> {
        let mut after = *position;
        let mut forced = Vec::new();
        let mut moves = after.legal_moves();
        while let [only] = moves[..]
            && !(forced.is_empty() && limits.excluded.contains(&only))
        {
            forced.push(only);
            after.play_unchecked(only);
            moves = after.legal_moves();
        }
        let stand = Stand::new(after);
        let is_choice = forced.is_empty();
        let mood = |index: usize| limits.moods.get(index).copied().filter(|_| is_choice);
        let tiles = stand.turns().into_iter().enumerate();
        let turns =
            tiles.filter(|(_, turn)| !(is_choice && limits.excluded.contains(&Move::Tile(turn.tile))));
        let mut turns: Vec<(Turn, Score)> = turns
            .map(|(index, turn)| (stand.exact(turn).0, mood(index).unwrap_or(0)))
            .collect();
        turns.sort_by_key(|(turn, mood)| -POINT * turn.gain() - mood);
        Root {
            limits,
            forced,
            stand,
            turns,
            side: position.turn(),
        }
    }

    /// The tile that looks best by its own points: the answer to it is not looked at, and the longer a line is, the more
    /// a level misjudges it.
    fn at_a_glance(&self) -> Line<Move> {
        let look = |&(turn, mood): &(Turn, Score)| {
            let length = Score::from(turn.scored.max(turn.answered)).max(1);
            POINT * turn.gain() + mood * length / USUAL_LINE + JOINED_ARM * self.joined_arms(turn.tile)
        };
        let best = self.turns.iter().max_by_key(|choice| look(choice));
        let turns: Vec<Turn> = best.map(|(turn, _)| *turn).into_iter().collect();
        let gain: i32 = turns.iter().map(|turn| turn.gain()).sum();
        let mut line = self.spelled(&turns, POINT * gain);
        line.nodes = self.limits.nodes.min(1);
        line
    }

    /// The arms of a tile that would meet others.
    fn joined_arms(&self, tile: Tile) -> Score {
        let tiles = self.stand.position.tiles();
        let joins = |point: &GridPoint| tiles.reaching(*point).next().is_some();
        tile.points().iter().filter(|point| joins(point)).count() as Score
    }

    /// Searches ever deeper until a limit is met or the end of the game is seen, and then once by exact lengths. Tells
    /// whether the end was seen.
    fn deepen(&self, mut search: Search<'_>, report: &mut dyn FnMut(&Line<Move>)) -> (Line<Move>, bool) {
        let mut turns = self.turns.clone();
        let mut line = self.line(&search, &turns, 0, 0);
        if self.stand.position.outcome().is_some() {
            line.score = decided(line.score);
        }
        let end = self.stand.turns_left();
        let farthest = self.limits.depth.div_ceil(2).min(end);
        let depths = (1..=farthest).map(|depth| (depth, false));
        let mut sees_end = false;
        for (depth, is_exact) in depths.chain((farthest == end).then_some((end, true))) {
            search.is_exact = is_exact;
            if let Some(score) = self.search(&mut search, &mut turns, depth) {
                line = self.line(&search, &turns, depth, score);
                if is_exact && !search.is_stopped {
                    line.score = decided(line.score);
                }
                report(&line);
            }
            if search.is_stopped {
                break;
            }
            sees_end = depth == end;
        }
        line.nodes = search.nodes.min(self.limits.nodes);
        (line, sees_end)
    }

    /// Judges the turns by playouts; the line is shown each time their number doubles.
    fn play_out(&self, spent: u64, search: &Search<'_>, report: &mut dyn FnMut(&Line<Move>)) -> Line<Move> {
        let turns: Vec<Turn> = self.turns.iter().map(|(turn, _)| *turn).collect();
        let seed = self.limits.seed ^ u64::from(self.limits.number);
        let mut tree = Tree::new(&self.stand, &turns, seed);
        let most = (self.limits.nodes - spent).saturating_mul(STEPS_OF_NODE);
        let (mut asked, mut playouts) = (0, 0_u64);
        loop {
            tree.play_out();
            playouts += 1;
            let asks = tree.steps / (ASK_EVERY * STEPS_OF_NODE) > asked;
            asked = tree.steps / (ASK_EVERY * STEPS_OF_NODE);
            let is_over = tree.steps >= most || asks && (search.stop)();
            if is_over || playouts.is_power_of_two() {
                let (turns, margin) = tree.line();
                let mut line = self.spelled(&turns, margin - self.points_ahead());
                line.nodes = (spent + tree.steps / STEPS_OF_NODE).min(self.limits.nodes);
                report(&line);
                if is_over {
                    return line;
                }
            }
        }
    }

    /// Searches all turns and puts the best first. Gives its worth, or nothing when not one turn was searched in time.
    fn search(&self, search: &mut Search<'_>, turns: &mut [(Turn, Score)], depth: u32) -> Option<Score> {
        let mut best = None;
        let mut low = -INFINITE;
        for index in 0..turns.len() {
            let (turn, mood) = turns[index];
            let mut ask = |high: Score| {
                let window = Window {
                    low: low - mood,
                    high: high - mood,
                };
                mood + search.worth(&self.stand, turn, depth, window)
            };
            let is_better = index == 0 || ask(low + 1) > low;
            let score = if is_better { ask(INFINITE) } else { low };
            if search.is_stopped {
                break;
            }
            if score > low {
                (low, best) = (score, Some(score - mood));
                turns[..=index].rotate_right(1);
            }
        }
        best
    }

    /// The points that the side to move of the stand is ahead.
    fn points_ahead(&self) -> Score {
        let position = &self.stand.position;
        let [us, them] = [position.turn(), !position.turn()].map(|side| Score::from(position.points(side)));
        POINT * (us - them)
    }

    /// The line of the first of some turns and of the best after it, as far as the table knows them.
    fn line(&self, search: &Search<'_>, turns: &[(Turn, Score)], depth: u32, worth: Score) -> Line<Move> {
        let mut stand = self.stand;
        let mut line = Vec::new();
        let mut next = turns.first().map(|(turn, _)| *turn);
        while let Some(turn) = next.filter(|_| line.len() < depth.max(1) as usize) {
            line.push(turn);
            stand = stand.after(turn).after_passes();
            let best = search.table.get(search.hash(&stand), 0).map(|entry| entry.best);
            next = stand
                .turns()
                .into_iter()
                .find(|turn| Some(key_of(turn.tile)) == best);
        }
        let mut spelled = self.spelled(&line, worth);
        spelled.depth = (2 * depth).min(self.limits.depth);
        spelled.nodes = search.nodes.min(self.limits.nodes);
        spelled
    }

    /// A line of turns as moves, with the images and passes between them, and with its worth to the side to move at first.
    fn spelled(&self, turns: &[Turn], worth: Score) -> Line<Move> {
        let mut position = self.stand.position;
        let mut moves = self.forced.clone();
        for turn in turns {
            let mut legal = position.legal_moves();
            while let [only] = legal[..]
                && only != Move::Tile(turn.tile)
            {
                moves.push(only);
                position.play_roughly(only);
                legal = position.legal_moves();
            }
            moves.push(Move::Tile(turn.tile));
            position.play_roughly(Move::Tile(turn.tile));
        }
        let score = worth + self.points_ahead();
        Line {
            depth: moves.len() as u32,
            score: if self.stand.position.turn() == self.side {
                score
            } else {
                -score
            },
            nodes: 0,
            moves,
        }
    }
}
