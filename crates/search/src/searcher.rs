//! Alpha-beta search: iterative deepening, principal variations, a shared table.
//!
//! Long because the hot loop and the state it works on stand together.

use crate::engine::{ASK_EVERY, Line, MOST_DEPTH, ThinkLimits};
use crate::knowledge::{Knowledge, MoveOf};
use crate::ordering::{Candidate, NO_KEY, Ordering, bring_best, collect_loud};
use crate::score::{INFINITE, PROVEN, Score, WIN};
use crate::table::{Bound, TO_THE_END, TableEntry, TranspositionTable};
use rules::{Game, History};

/// No line is followed further.
const MOST_PLIES: u32 = 2 * MOST_DEPTH;
/// The first half-width of the window round the last depth's score.
const WINDOW: Score = 40;

/// A search of one position: one thread's worth.
pub struct Searcher<'a, K: Knowledge> {
    position: K::Game,
    table: &'a TranspositionTable,
    limits: &'a ThinkLimits<'a, MoveOf<K>>,
    stop: &'a dyn Fn() -> bool,
    nodes: u64,
    stopped: bool,
    /// Hashes of the game so far and of the line being searched.
    path: Vec<u64>,
    /// The root's index in `path`.
    root: usize,
    candidates: Vec<Candidate<MoveOf<K>>>,
    ordering: Ordering,
    memory: K::Memory,
    /// The best line found from each ply on.
    lines: Vec<Vec<MoveOf<K>>>,
    /// The key of the best move of the root so far, tried first: a depth that is broken off must know it.
    root_key: u16,
    /// Whether what is being searched was not seen to the end of the game on all its lines.
    is_cut_short: bool,
}

impl<'a, K: Knowledge> Searcher<'a, K> {
    /// A search of the game's last position. Of several searchers with one table between them, those with odd numbers
    /// search a ply deeper, so that the table knows more when the others come there.
    pub fn new(
        history: &History<K::Game>,
        table: &'a TranspositionTable,
        limits: &'a ThinkLimits<'a, MoveOf<K>>,
        memory: K::Memory,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let path: Vec<u64> = history.moves().map(|(position, _)| position.hash()).collect();
        Searcher {
            position: *history.position(),
            table,
            limits,
            stop,
            nodes: 0,
            stopped: false,
            root: path.len(),
            path,
            candidates: Vec::with_capacity(4096),
            ordering: Ordering::new(K::MOVE_KEYS),
            memory,
            lines: vec![Vec::new(); MOST_PLIES as usize + 2],
            root_key: NO_KEY,
            is_cut_short: false,
        }
    }

    /// Searches ever deeper until a limit is met, showing each finished depth. The last line has no move only
    /// when the game is over or every move is excluded.
    pub fn run(&mut self, show: &mut dyn FnMut(&Line<MoveOf<K>>)) -> Line<MoveOf<K>> {
        let root = self.position;
        let position = &root;
        let mut best = Line {
            depth: 0,
            score: 0,
            nodes: 0,
            moves: self.first_move(position),
        };
        if best.moves.is_empty() {
            return best;
        }
        let mut misjudged_before = 0;
        for depth in 1 + self.limits.number % 2..=self.limits.depth {
            self.is_cut_short = false;
            let score = self.widening(position, depth, misjudged_before);
            if self.stopped {
                // The result of an unfinished depth is better than the depth before: it began with that one's best move.
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
            if !self.is_cut_short && self.limits.moods.is_empty() {
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

    fn first_move(&self, position: &K::Game) -> Vec<MoveOf<K>> {
        let mut first = None;
        position.each_move(|mv| {
            if first.is_none() && !self.limits.excluded.contains(&mv) {
                first = Some(mv);
            }
        });
        first.into_iter().collect()
    }

    /// Searches with a window round the last score, wider each time it falls outside.
    fn widening(&mut self, position: &K::Game, depth: u32, last: Score) -> Score {
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
                self.root_key = K::move_key(*best);
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
        position: &K::Game,
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
            return K::evaluate(position);
        }
        if let Some(outcome) = position.outcome() {
            return K::end(position, outcome, ply);
        }
        let hash = position.hash();
        if ply > 0 {
            if K::REPEATS && self.is_repeated(hash) {
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
        let key_of_future = K::future(position);
        let gained = K::gained(position);
        let known = self.table.get(key_of_future, ply).map(|entry| TableEntry {
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
        let worth = K::evaluate(position);
        if !is_main && beta.abs() < PROVEN {
            if depth <= 3 && worth - K::MARGIN * depth >= beta {
                self.is_cut_short = true;
                return worth;
            }
            if may_pass
                && depth >= 3
                && worth >= beta
                && let Some(passed) = K::passed(position)
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
        let limit = worth + K::MARGIN * depth;
        // Futility: this far behind near the leaves, only loud moves can help.
        let is_hopeless = !is_main && depth <= 2 && limit <= alpha && alpha.abs() < PROVEN;
        let mut recalled = if ply > 0 && !is_hopeless {
            K::recall(position, from_table)
        } else {
            None
        };
        let recalled_key = if recalled.is_some() { from_table } else { NO_KEY };
        let mut next_depth = depth - 1;
        let (mut best, mut best_key, first_alpha, mut searched) = (-INFINITE, NO_KEY, alpha, 0);
        if is_hopeless {
            best = limit;
            collect_loud::<K>(position, &mut self.candidates);
        } else if recalled.is_none() {
            self.ordering
                .collect::<K>(position, ply, from_table, last, &mut self.candidates);
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
                        .collect::<K>(position, ply, from_table, last, &mut self.candidates);
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
            if ply == 0 && self.limits.excluded.contains(&mv) {
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
        if ply > 0 || (self.limits.excluded.is_empty() && self.limits.moods.is_empty()) {
            let bound = if best >= beta {
                Bound::AtLeast
            } else if best > first_alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            let entry = TableEntry {
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

    fn after(&mut self, position: &K::Game, mv: MoveOf<K>) -> K::Game {
        let mut next = *position;
        K::play(&mut next, mv, &mut self.memory);
        next
    }

    fn mood(&self, index: u16) -> Score {
        self.limits.moods.get(usize::from(index)).copied().unwrap_or(0)
    }

    /// By how much the first of some moves is misjudged.
    fn mood_of(&self, position: &K::Game, moves: &[MoveOf<K>]) -> Score {
        let first = moves.first();
        let index = position.legal_moves().iter().position(|mv| Some(mv) == first);
        index.map_or(0, |index| self.mood(index as u16))
    }

    /// Only loud moves, until none pays.
    fn quiet(&mut self, position: &K::Game, mut alpha: Score, beta: Score, ply: u32) -> Score {
        if self.count_node() {
            return 0;
        }
        self.lines[ply as usize].clear();
        if let Some(outcome) = position.outcome() {
            return K::end(position, outcome, ply);
        }
        self.is_cut_short = true;
        let worth = K::evaluate(position);
        if worth >= beta || ply >= MOST_PLIES {
            return worth;
        }
        alpha = alpha.max(worth);
        let mut best = worth;
        let base = self.candidates.len();
        collect_loud::<K>(position, &mut self.candidates);
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
    fn remember(&mut self, ply: u32, mv: MoveOf<K>) {
        let (before, after) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut before[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }
}

/// The score of a line searched to the end of the game: one that is no draw is a win or a loss.
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
