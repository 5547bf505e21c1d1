//! Alpha-beta search: iterative deepening, principal variations, a shared table.
//!
//! Long because the hot loop and the state it works on stand together.

use crate::engine_game::{EngineGame, Foresight};
use crate::ordering::{Candidate, NO_KEY, Ordering, bring_best, collect_loud};
use crate::score::{INFINITE, PROVEN, Score, WIN};
use crate::table::{Bound, Entry, TO_THE_END, Table};
use rules::History;

/// No line is followed further.
const MOST_PLIES: u32 = 120;
/// How often `stop` is asked, in nodes: a caller with several searchers can count their nodes there.
pub const ASK_EVERY: u64 = 1024;
/// No more nodes are spent on foreseeing: a search with a clock must come to its playouts.
const MOST_FORESEEN: u64 = 800_000;
/// The first half-width of the window round the last depth's score.
const WINDOW: Score = 40;

/// When to stop by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nodes at most, exactly.
    pub nodes: u64,
    /// Plies at most, apart from the quiet search at the leaves.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            nodes: u64::MAX,
            depth: MOST_PLIES / 2,
        }
    }
}

/// The best way to go on from a position, as found at some depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// How deep was searched.
    pub depth: u32,
    /// What it is worth to the side to move.
    pub score: Score,
    /// Nodes so far.
    pub nodes: u64,
    /// The moves, the best first.
    pub moves: Vec<M>,
}

/// A search of one position: one thread's worth.
pub struct Searcher<'a, G: EngineGame> {
    table: &'a Table,
    stop: &'a dyn Fn() -> bool,
    limits: Limits,
    nodes: u64,
    stopped: bool,
    /// Hashes of the game so far and of the line being searched.
    path: Vec<u64>,
    /// Where the root stands in `path`.
    root: usize,
    candidates: Vec<Candidate<G::Move>>,
    ordering: Ordering,
    memory: G::Memory,
    /// The best line found from each ply on.
    lines: Vec<Vec<G::Move>>,
    excluded: Vec<G::Move>,
    /// What each move of the root is taken to be worth more than it is, by its place in `each_move`.
    moods: Vec<Score>,
    /// The key of the best move of the root so far, tried first: a depth that is broken off must know it.
    root_key: u16,
    /// For the playouts.
    seed: u64,
    /// Whether the search works with guesses from the start.
    is_far: bool,
    /// Whether what is being searched was not seen to the end of the game on all its lines.
    is_cut_short: bool,
    /// Which of several searchers of one position this is; 0 is the one whose line counts.
    number: u32,
}

impl<'a, G: EngineGame> Searcher<'a, G> {
    /// A search of the game's last position. `stop` is asked now and then.
    pub fn new(history: &History<G>, table: &'a Table, limits: Limits, stop: &'a dyn Fn() -> bool) -> Self {
        let path: Vec<u64> = history.moves().map(|(position, _)| position.hash()).collect();
        Searcher {
            table,
            stop,
            limits,
            nodes: 0,
            stopped: false,
            root: path.len(),
            path,
            candidates: Vec::with_capacity(4096),
            ordering: Ordering::new(G::MOVE_KEYS),
            memory: G::Memory::default(),
            lines: vec![Vec::new(); MOST_PLIES as usize + 2],
            excluded: Vec::new(),
            moods: Vec::new(),
            root_key: NO_KEY,
            seed: 0,
            is_far: history.position().is_far_from_end(),
            is_cut_short: false,
            number: 0,
        }
    }

    /// Makes this one of several searchers of one position, each on its own thread, with one table between them.
    /// Those with odd numbers search a ply deeper, so that the table knows more when the others come there.
    #[must_use]
    pub fn numbered(mut self, number: u32) -> Self {
        self.number = number;
        self
    }

    /// Leaves moves out at the root, to find the next best.
    pub fn exclude(&mut self, moves: &[G::Move]) {
        self.excluded = moves.to_vec();
    }

    /// Lets playouts go another way with another seed, and proves nothing.
    pub(crate) fn hurry(&mut self, position: &G, seed: u64) {
        self.seed = seed;
        self.memory = position.hurried();
    }

    /// Misjudges the moves of the root, in the order of `each_move`, by so much.
    pub(crate) fn favour(&mut self, moods: Vec<Score>) {
        self.moods = moods;
    }

    /// Searches ever deeper until a limit is met, showing each finished depth. The last line has no move only
    /// when the game is over or every move is excluded.
    pub fn run(&mut self, position: &G, mut show: impl FnMut(&Line<G::Move>)) -> Line<G::Move> {
        let mut best = Line {
            depth: 0,
            score: 0,
            nodes: 0,
            moves: self.first_move(position),
        };
        if best.moves.is_empty() {
            return best;
        }
        if self.is_far
            && let Some(line) = self.judge_from_afar(position, &mut show)
        {
            return line;
        }
        let mut misjudged_before = 0;
        for depth in 1 + self.number % 2..=self.limits.depth {
            self.is_cut_short = false;
            let score = self.widening(position, depth, misjudged_before);
            if self.stopped {
                // What a broken-off depth has found already is better than the depth before: it began with that one's best.
                if !self.lines[0].is_empty() && depth > 1 {
                    best.moves.clone_from(&self.lines[0]);
                }
                best.nodes = self.nodes;
                break;
            }
            let moves = self.lines[0].clone();
            misjudged_before = score;
            let score = misjudged(score, -self.mood_of(position, &moves));
            best = Line {
                depth,
                score,
                nodes: self.nodes,
                moves,
            };
            if !self.is_cut_short && !self.is_far && self.moods.is_empty() {
                best.score = proven(score, best.moves.len());
            }
            show(&best);
            if !self.is_cut_short {
                break;
            }
            if score.abs() >= PROVEN && WIN - score.abs() <= depth as Score {
                break;
            }
        }
        best
    }

    /// Judges the moves in another way, in games that have one for positions far from the end; if the end can be foreseen,
    /// only the moves that are best then. One ply is never played out.
    fn judge_from_afar(
        &mut self,
        position: &G,
        mut show: impl FnMut(&Line<G::Move>),
    ) -> Option<Line<G::Move>> {
        let mut excluded = self.excluded.clone();
        if self.limits.depth == 1 {
            return self.look_ahead(position, &excluded, (0, None), &mut show);
        }
        let most_foreseen = (self.limits.nodes / 3 * 2).min(MOST_FORESEEN);
        let (foresight, spent) = position.foresee(&self.excluded, most_foreseen, self.stop);
        if let Some(Foresight { moves, score }) = &foresight {
            if moves.len() == 1 {
                self.nodes = spent;
                let line = Line {
                    depth: 1,
                    score: *score,
                    nodes: spent,
                    moves: moves.clone(),
                };
                show(&line);
                return Some(line);
            }
            let worse = position
                .legal_moves()
                .into_iter()
                .filter(|mv| !moves.contains(mv));
            excluded.extend(worse);
        }
        let foreseen = foresight.map(|foresight| foresight.score);
        if let Some(line) = self.look_ahead(position, &excluded, (spent, foreseen), &mut show) {
            return Some(line);
        }
        self.play_out(position, &excluded, (spent, foreseen), &mut show)
    }

    /// Judges the moves by playouts, in games that have them. Each time their number doubles, the line is shown; its depth
    /// is how far it is known.
    fn play_out(
        &mut self,
        position: &G,
        excluded: &[G::Move],
        (spent, foreseen): (u64, Option<Score>),
        mut show: impl FnMut(&Line<G::Move>),
    ) -> Option<Line<G::Move>> {
        let mut tree = position.playouts(excluded, self.seed ^ u64::from(self.number))?;
        let cost = tree.nodes();
        let most = ((self.limits.nodes - spent) / cost).max(1);
        let mut playouts = 0;
        loop {
            tree.play_out();
            playouts += 1;
            self.nodes = (spent + playouts * cost).min(self.limits.nodes);
            let is_over =
                playouts >= most || (playouts.is_multiple_of(ASK_EVERY.div_ceil(cost)) && (self.stop)());
            if !is_over && !playouts.is_power_of_two() {
                continue;
            }
            let moves = spelled_out(position, &tree.line());
            let line = Line {
                depth: moves.len() as u32,
                score: foreseen.unwrap_or_else(|| tree.score()),
                nodes: self.nodes,
                moves,
            };
            show(&line);
            if is_over || line.depth >= self.limits.depth {
                return Some(line);
            }
        }
    }

    /// Judges the moves by looking ahead instead, in games that do; with so many nodes spent, and what was foreseen.
    fn look_ahead(
        &mut self,
        position: &G,
        excluded: &[G::Move],
        (spent, foreseen): (u64, Option<Score>),
        mut show: impl FnMut(&Line<G::Move>),
    ) -> Option<Line<G::Move>> {
        let limits = Limits {
            nodes: (self.limits.nodes - spent).max(1),
            ..self.limits
        };
        let moves = (0..).zip(position.legal_moves());
        let choices: Vec<(G::Move, Score)> = moves
            .filter(|(_, mv)| !excluded.contains(mv))
            .map(|(index, mv)| (mv, self.mood(index)))
            .collect();
        let mut last = None;
        let seed = self.seed ^ u64::from(self.number);
        position.look_ahead(&choices, limits, seed, self.stop, &mut |found| {
            let line = Line {
                depth: found.depth,
                score: foreseen.unwrap_or(found.score),
                nodes: spent + found.nodes,
                moves: spelled_out(position, &found.moves),
            };
            show(&line);
            last = Some(line);
        });
        if let Some(line) = &last {
            self.nodes = line.nodes;
        }
        last
    }

    fn first_move(&self, position: &G) -> Vec<G::Move> {
        let mut first = None;
        position.each_move(|mv| {
            if first.is_none() && !self.excluded.contains(&mv) {
                first = Some(mv);
            }
        });
        first.into_iter().collect()
    }

    /// Searches with a window round the last score, wider each time it falls outside.
    fn widening(&mut self, position: &G, depth: u32, last: Score) -> Score {
        let mut width = WINDOW;
        let (mut low, mut high) = if depth < 4 {
            (-INFINITE, INFINITE)
        } else {
            (last - width, last + width)
        };
        loop {
            self.lines[0].clear();
            let score = self.visit(
                position,
                depth as i32,
                low.max(-INFINITE),
                high.min(INFINITE),
                0,
                NO_KEY,
                true,
            );
            if self.stopped {
                return score;
            }
            if let Some(best) = self.lines[0].first() {
                self.root_key = G::move_key(*best);
            }
            if score > low && score < high {
                return score;
            }
            width *= 4;
            if score <= low {
                low = score - width;
            } else {
                high = score + width;
            }
        }
    }

    fn count_node(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        if self.nodes >= self.limits.nodes || (self.nodes.is_multiple_of(ASK_EVERY) && (self.stop)()) {
            self.stopped = true;
        }
        self.stopped
    }

    /// A position that stood before in the line counts as a draw, and one of the game before it only when it
    /// stood twice. Turns alternate where positions repeat, and no two turns bring one back.
    fn is_repeated(&self, hash: u64) -> bool {
        let mut before_root = 0;
        for (back, past) in self.path.iter().rev().enumerate().skip(3).step_by(2) {
            if *past == hash {
                if self.path.len() - back > self.root {
                    return true;
                }
                before_root += 1;
            }
        }
        before_root >= 2
    }

    /// The score of a position to its side to move, exact within the window.
    // Long because splitting the hot loop would pass its whole state around.
    #[allow(clippy::too_many_lines, clippy::too_many_arguments)]
    fn visit(
        &mut self,
        position: &G,
        depth: i32,
        mut alpha: Score,
        mut beta: Score,
        ply: u32,
        last: u16,
        may_pass: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiet(position, alpha, beta, ply);
        }
        if self.count_node() {
            return 0;
        }
        self.lines[ply as usize].clear();
        if ply >= MOST_PLIES {
            self.is_cut_short = true;
            return position.evaluate();
        }
        if let Some(outcome) = position.outcome() {
            return position.end(outcome, ply);
        }
        let hash = position.hash();
        if ply > 0 {
            if G::REPEATS && self.is_repeated(hash) {
                self.is_cut_short = true;
                return 0;
            }
            alpha = alpha.max(ply as Score - WIN);
            beta = beta.min(WIN - ply as Score);
            if alpha >= beta {
                return alpha;
            }
        }
        let is_main = beta - alpha > 1;
        let key_of_future = self.key_of_future(position);
        let gained = position.gained();
        let known = self.table.get(key_of_future, ply).map(|entry| Entry {
            score: entry.score + gained,
            ..entry
        });
        if let Some(entry) = known
            && !is_main
            && i32::from(entry.depth) >= depth
        {
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.score >= beta,
                Bound::AtMost => entry.score <= alpha,
            };
            if enough {
                self.is_cut_short |= entry.depth != TO_THE_END;
                return entry.score;
            }
        }
        let worth = position.evaluate();
        if !is_main && beta.abs() < PROVEN {
            if depth <= 3 && worth - G::MARGIN * depth >= beta {
                self.is_cut_short = true;
                return worth;
            }
            if may_pass
                && depth >= 3
                && worth >= beta
                && let Some(passed) = position.passed()
            {
                self.path.push(hash);
                let score = -self.visit(
                    &passed,
                    depth - 3 - depth / 4,
                    -beta,
                    1 - beta,
                    ply + 1,
                    NO_KEY,
                    false,
                );
                self.path.pop();
                if self.stopped {
                    return 0;
                }
                if score >= beta {
                    self.is_cut_short = true;
                    return if score >= PROVEN { beta } else { score };
                }
            }
        }
        let base = self.candidates.len();
        let from_table = match known {
            _ if ply == 0 => self.root_key,
            Some(entry) => entry.best,
            None => NO_KEY,
        };
        let limit = worth + G::MARGIN * depth;
        // So far behind near the leaves, only loud moves can help.
        let is_hopeless = !is_main && depth <= 2 && limit <= alpha && alpha.abs() < PROVEN;
        let mut recalled = if ply > 0 && !is_hopeless {
            position.recall(from_table)
        } else {
            None
        };
        let recalled_key = if recalled.is_some() { from_table } else { NO_KEY };
        let mut next_depth = depth - 1;
        let (mut best, mut best_key, first_alpha, mut searched) = (-INFINITE, NO_KEY, alpha, 0);
        if is_hopeless {
            best = limit;
            collect_loud(position, &mut self.candidates);
        } else if recalled.is_none() {
            self.ordering
                .collect(position, ply, from_table, last, &mut self.candidates);
            // A forced move is no branching: it costs no depth.
            if self.candidates.len() - base == 1 && ply < MOST_PLIES / 2 {
                next_depth = depth;
            }
        }
        let was_cut_short = std::mem::replace(&mut self.is_cut_short, is_hopeless);
        let mut tried = [NO_KEY; 32];
        let mut tried_count = 0;
        let mut number = 0;
        self.path.push(hash);
        loop {
            let candidate = if let Some(found) = recalled.take() {
                Candidate::recalled(from_table, found)
            } else {
                if recalled_key != NO_KEY && number == 0 {
                    self.ordering
                        .collect(position, ply, from_table, last, &mut self.candidates);
                }
                if base + number == self.candidates.len() {
                    break;
                }
                bring_best(&mut self.candidates[base..], number);
                number += 1;
                let candidate = self.candidates[base + number - 1];
                if candidate.key == recalled_key {
                    continue;
                }
                candidate
            };
            let Candidate {
                mv, index, key, gain, ..
            } = candidate;
            if ply == 0 && self.excluded.contains(&mv) {
                continue;
            }
            let quiet = gain == 0;
            let next = self.after(position, mv);
            let mood = if ply == 0 { self.mood(index) } else { 0 };
            let probe = |this: &mut Self, depth: i32, alpha: Score, beta: Score| {
                let (alpha, beta) = (misjudged(alpha, -mood), misjudged(beta, -mood));
                let score = if next.turn() == position.turn() {
                    this.visit(&next, depth, alpha, beta, ply + 1, key, true)
                } else {
                    -this.visit(&next, depth, -beta, -alpha, ply + 1, key, true)
                };
                misjudged(score, mood)
            };
            let score = if searched == 0 {
                probe(self, next_depth, alpha, beta)
            } else {
                let less = if quiet && depth >= 3 && searched >= 3 {
                    reduction(depth, searched, is_main)
                } else {
                    0
                };
                let mut score = probe(self, next_depth - less, alpha, alpha + 1);
                if score > alpha && less > 0 {
                    score = probe(self, next_depth, alpha, alpha + 1);
                }
                if score > alpha && score < beta {
                    score = probe(self, next_depth, alpha, beta);
                }
                score
            };
            if self.stopped {
                break;
            }
            searched += 1;
            if score > best {
                (best, best_key) = (score, key);
                if score > alpha {
                    alpha = score;
                    self.remember(ply, mv);
                    if alpha >= beta {
                        if quiet {
                            self.ordering.reward(
                                position.turn(),
                                ply,
                                depth as u32,
                                key,
                                last,
                                &tried[..tried_count],
                            );
                        }
                        break;
                    }
                }
            }
            if quiet && tried_count < tried.len() {
                tried[tried_count] = key;
                tried_count += 1;
            }
        }
        self.path.pop();
        self.candidates.truncate(base);
        if self.stopped {
            return best;
        }
        if ply > 0 || (self.excluded.is_empty() && self.moods.is_empty()) {
            let bound = if best >= beta {
                Bound::AtLeast
            } else if best > first_alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            let entry = Entry {
                score: best - gained,
                depth: if self.is_cut_short {
                    depth as u8
                } else {
                    TO_THE_END
                },
                bound,
                best: best_key,
            };
            self.table.put(key_of_future, ply, entry);
        }
        self.is_cut_short |= was_cut_short;
        best
    }

    fn after(&mut self, position: &G, mv: G::Move) -> G {
        let mut next = *position;
        if self.is_far {
            next.play_quickly(mv);
        } else {
            next.play_remembering(mv, &mut self.memory);
        }
        next
    }

    /// Where the table keeps a position: guesses apart from what is sure.
    fn key_of_future(&self, position: &G) -> u64 {
        let key = position.future();
        if self.is_far { !key } else { key }
    }

    fn mood(&self, index: u16) -> Score {
        self.moods.get(usize::from(index)).copied().unwrap_or(0)
    }

    /// By how much the first of some moves is misjudged.
    fn mood_of(&self, position: &G, moves: &[G::Move]) -> Score {
        let first = moves.first();
        let index = position.legal_moves().iter().position(|mv| Some(mv) == first);
        index.map_or(0, |index| self.mood(index as u16))
    }

    /// Only loud moves, until none pays.
    fn quiet(&mut self, position: &G, mut alpha: Score, beta: Score, ply: u32) -> Score {
        if self.count_node() {
            return 0;
        }
        self.lines[ply as usize].clear();
        if let Some(outcome) = position.outcome() {
            return position.end(outcome, ply);
        }
        self.is_cut_short = true;
        let worth = position.evaluate();
        if worth >= beta || ply >= MOST_PLIES {
            return worth;
        }
        alpha = alpha.max(worth);
        let mut best = worth;
        let base = self.candidates.len();
        collect_loud(position, &mut self.candidates);
        for number in 0..self.candidates.len() - base {
            bring_best(&mut self.candidates[base..], number);
            let Candidate { mv, .. } = self.candidates[base + number];
            let next = self.after(position, mv);
            let score = if next.turn() == position.turn() {
                self.quiet(&next, alpha, beta, ply + 1)
            } else {
                -self.quiet(&next, -beta, -alpha, ply + 1)
            };
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.remember(ply, mv);
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        self.candidates.truncate(base);
        best
    }

    /// `mv`, then the best line of the ply after it, is the best line here.
    fn remember(&mut self, ply: u32, mv: G::Move) {
        let (before, after) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut before[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }
}

/// A line of playouts, as far as it is legal, with the moves that go without saying because there is no other.
fn spelled_out<G: EngineGame>(position: &G, line: &[G::Move]) -> Vec<G::Move> {
    let mut position = *position;
    let mut spelled = Vec::with_capacity(2 * line.len());
    for mv in line {
        let mut legal = position.legal_moves();
        while let [only] = legal[..]
            && only != *mv
        {
            spelled.push(only);
            position.play_quickly(only);
            legal = position.legal_moves();
        }
        if !legal.contains(mv) {
            break;
        }
        spelled.push(*mv);
        position.play_quickly(*mv);
    }
    spelled
}

/// What a game seen to its end is worth: a score that is no draw is a win or a loss.
fn proven(score: Score, plies: usize) -> Score {
    match score {
        1..PROVEN => WIN - plies as Score,
        _ if score < 0 && score > -PROVEN => plies as Score - WIN,
        _ => score,
    }
}

/// A score and a mood; what is proven cannot be misjudged.
fn misjudged(score: Score, mood: Score) -> Score {
    if score.abs() < PROVEN { score + mood } else { score }
}

/// How much less deep a late quiet move is searched.
fn reduction(depth: i32, searched: i32, is_main: bool) -> i32 {
    let logs = (depth.ilog2() * (searched as u32).ilog2()) as i32;
    let less = if is_main { logs / 3 } else { logs / 2 };
    less.clamp(1, depth - 2)
}
