//! Ends of games of Isometron, played out exactly.

use crate::find::{Candidate, Source};
use crate::motif::Motif;
use crate::proof::Prover;
use crate::puzzle::PuzzleGoal;
use crate::tactics::holding;
use isometron::{Move, Position};
use isometron_engine::Isometron;
use rules::{Game, Side};
use std::collections::HashMap;

/// Empty cells between which ends are looked at: two to six turns.
const EMPTY: std::ops::RangeInclusive<u32> = 4..=12;
/// Empty cells up to which an end is called exact.
const FEW_EMPTY: u32 = 8;
/// Fewer legal tiles leave no choice.
const FEWEST_MOVES: u64 = 5;
/// Positions that the solver, and the proof, may try.
const BUDGET: u64 = 60_000;
/// Choices of the solver in a line.
const MOST_CHOICES: usize = 3;
/// More right tiles than this end the line before them.
const MOST_WAYS: usize = 3;
/// More than any margin.
const INFINITE: i32 = 100_000;

impl Source for Isometron {
    const STRONGEST: u8 = 7;

    fn candidate(&self, position: &Position) -> Option<Candidate<Position>> {
        let empty = position.tiles().empty().len();
        if position.owed().is_some() || !EMPTY.contains(&empty) || position.count_moves() < FEWEST_MOVES {
            return None;
        }
        let mut solver = Solver::default();
        let (only, best, second) = solver.two_best(position)?;
        let position = evened(position, best, second)?;
        let line = line(&mut solver, &position, only)?;
        // The proof is the definition; the solver only found the place.
        let winning = Prover::new(BUDGET).keeping_moves(&position, PuzzleGoal::WinInTheEnd)?;
        (winning == [only]).then(|| Candidate {
            position,
            goal: PuzzleGoal::WinInTheEnd,
            motifs: motifs(&position, only),
            line,
        })
    }
}

/// The bound that a margin is.
#[derive(Clone, Copy, PartialEq)]
enum Known {
    Exact(i32),
    AtLeast(i32),
    AtMost(i32),
}

/// Alpha-beta to the end of the game, with exact lines.
#[derive(Default)]
struct Solver {
    tried: u64,
    known: HashMap<u64, Known>,
}

impl Solver {
    /// The points that the side to move will gain over the other, if within the window; `None` when the budget is spent.
    fn margin(&mut self, position: &Position, mut low: i32, mut high: i32) -> Option<i32> {
        if position.outcome().is_some() {
            return Some(0);
        }
        let key = position.hash_without_points();
        match self.known.get(&key) {
            Some(Known::Exact(margin)) => return Some(*margin),
            Some(Known::AtLeast(margin)) => low = low.max(*margin),
            Some(Known::AtMost(margin)) => high = high.min(*margin),
            None => {}
        }
        if low >= high {
            return Some(low);
        }
        let asked = low;
        let mut best = -INFINITE;
        for (_, gain, next) in self.successors(position)? {
            if best >= high {
                break;
            }
            best = best.max(self.after(position, gain, &next, low.max(best), high)?);
        }
        let known = if best >= high {
            Known::AtLeast(best)
        } else if best <= asked {
            Known::AtMost(best)
        } else {
            Known::Exact(best)
        };
        self.known.insert(key, known);
        Some(best)
    }

    /// The worth of a move that gained something and led to `next`.
    fn after(&mut self, position: &Position, gain: i32, next: &Position, low: i32, high: i32) -> Option<i32> {
        let to_come = if next.turn() == position.turn() {
            self.margin(next, low - gain, high - gain)?
        } else {
            -self.margin(next, gain - high, gain - low)?
        };
        Some(gain + to_come)
    }

    /// The moves with what they gain and lead to, the greatest gain first.
    fn successors(&mut self, position: &Position) -> Option<Vec<(Move, i32, Position)>> {
        let us = position.turn();
        let mut next: Vec<(Move, i32, Position)> = Vec::new();
        for mv in position.legal_moves() {
            self.tried += 1;
            let mut after = *position;
            after.play_unchecked(mv);
            next.push((mv, points(&after, us) - points(position, us), after));
        }
        next.sort_by_key(|(_, gain, _)| -gain);
        (self.tried <= BUDGET).then_some(next)
    }

    /// The best move, its margin, and that of the second best; `None` when they are equal.
    fn two_best(&mut self, position: &Position) -> Option<(Move, i32, i32)> {
        let mut best: Option<(Move, i32)> = None;
        let mut second = -INFINITE;
        for (mv, gain, next) in self.successors(position)? {
            let margin = self.after(position, gain, &next, second, INFINITE)?;
            match best {
                Some((_, most)) if margin <= most => second = second.max(margin),
                Some((_, most)) => (best, second) = (Some((mv, margin)), most),
                None => best = Some((mv, margin)),
            }
        }
        let (mv, margin) = best?;
        (margin > second && second > -INFINITE).then_some((mv, margin, second))
    }
}

fn points(position: &Position, side: Side) -> i32 {
    i32::from(position.points(side))
}

/// The position with the points nearest to those it has with which only the best move wins: late in a game the points
/// mostly lie so far apart that every move wins, or none. The rest of the game does not depend on them.
fn evened(position: &Position, best: i32, second: i32) -> Option<Position> {
    let us = position.turn();
    let [own, other] = [us, !us].map(|side| points(position, side));
    let ahead = (own - other).clamp(1 - best, -second);
    let other = (own - ahead).max(0);
    let own = other + ahead;
    let shown = if us == Side::First {
        [own, other]
    } else {
        [other, own]
    };
    let text = position.to_string();
    let (board, _) = text.rsplit_once(' ')?;
    format!("{board} {}-{}", shown[0], shown[1]).parse().ok()
}

/// The line from the first move on: the solver's winning tiles, the opponent's best answers, and what is forced.
fn line(solver: &mut Solver, start: &Position, first: Move) -> Option<Vec<Vec<Move>>> {
    let us = start.turn();
    let mut position = *start;
    let mut line = vec![vec![first]];
    let mut choices = 1;
    position.play_unchecked(first);
    let mut whole = line.clone();
    while position.outcome().is_none() && choices < MOST_CHOICES {
        let moves = position.legal_moves();
        let right = match moves[..] {
            [only] => vec![only],
            _ if position.turn() != us => vec![best(solver, &position)?],
            _ => {
                let mut winning = winning(solver, &position)?;
                if winning.len() > MOST_WAYS {
                    break;
                }
                let best = best(solver, &position)?;
                winning.sort_by_key(|mv| *mv != best);
                choices += 1;
                winning
            }
        };
        let is_choice = position.turn() == us && moves.len() > 1;
        position.play_unchecked(*right.first()?);
        line.push(right);
        // A line ends with a tile that the solver chose, or with the game.
        if is_choice || position.outcome().is_some() {
            whole.clone_from(&line);
        }
    }
    Some(whole)
}

fn best(solver: &mut Solver, position: &Position) -> Option<Move> {
    let mut best: Option<(Move, i32)> = None;
    for (mv, gain, next) in solver.successors(position)? {
        let margin = solver.after(position, gain, &next, -INFINITE, INFINITE)?;
        if best.is_none_or(|(_, most)| margin > most) {
            best = Some((mv, margin));
        }
    }
    best.map(|(mv, _)| mv)
}

/// The moves with which the side to move still wins.
fn winning(solver: &mut Solver, position: &Position) -> Option<Vec<Move>> {
    let us = position.turn();
    let ahead = points(position, us) - points(position, !us);
    let mut winning = Vec::new();
    for (mv, gain, next) in solver.successors(position)? {
        if ahead + solver.after(position, gain, &next, -INFINITE, INFINITE)? > 0 {
            winning.push(mv);
        }
    }
    Some(winning)
}

fn motifs(position: &Position, first: Move) -> Vec<Motif> {
    let us = position.turn();
    let scored = |mv: Move| {
        let mut next = *position;
        next.play_unchecked(mv);
        points(&next, us) - points(position, us)
    };
    let gain = scored(first);
    let tempts = |mv: Move| scored(mv) > gain;
    let symmetry = position.symmetry();
    let on_web = match first {
        Move::Tile(tile) => position.webs().contains(tile.image(symmetry).cell),
        Move::Wrong(_) | Move::Pass => false,
    };
    holding(&[
        (Motif::FirstToClose, gain > 0),
        (
            Motif::LeaveNothingOpen,
            position.legal_moves().into_iter().any(tempts),
        ),
        (Motif::ExactEnd, position.tiles().empty().len() <= FEW_EMPTY),
        (Motif::Web, on_web),
        (Motif::Quiet, gain == 0),
    ])
}
