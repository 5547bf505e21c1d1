//! Proofs by trying every move. They use nothing but the rules.

use crate::puzzle::{Puzzle, PuzzleGoal};
use rules::{Game, Side};
use std::collections::HashMap;

/// More plies than any game of Isometron has.
pub const TO_THE_END: u32 = 1_000;

/// Looks for forced wins, and remembers what it has proven.
#[derive(Debug)]
pub struct Prover {
    /// Positions that may still be tried.
    budget: u64,
    /// Whether the side wins from a position, by its hash, the plies left and the side.
    known: HashMap<(u64, u32, Side), bool>,
}

impl Prover {
    /// A prover that tries so many positions at most.
    pub fn new(budget: u64) -> Prover {
        Prover {
            budget,
            known: HashMap::new(),
        }
    }

    /// Whether `side` forces a win within `plies`; `None` when the budget is spent.
    pub fn wins<G: Game>(&mut self, position: &G, side: Side, plies: u32) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.winner() == Some(side));
        }
        if plies == 0 {
            return Some(false);
        }
        let key = (position.hash(), plies, side);
        if plies > 1
            && let Some(known) = self.known.get(&key)
        {
            return Some(*known);
        }
        // One good move is enough for the winner; the loser looks for one that saves.
        let own_turn = position.turn() == side;
        let mut result = !own_turn;
        for mv in position.legal_moves() {
            let next = self.next(position, mv)?;
            if self.wins(&next, side, plies - 1)? == own_turn {
                result = own_turn;
                break;
            }
        }
        if plies > 1 {
            self.known.insert(key, result);
        }
        Some(result)
    }

    /// The moves that force a win within `plies`, themselves included; `None` when the budget is spent.
    pub fn winning_moves<G: Game>(&mut self, position: &G, plies: u32) -> Option<Vec<G::Move>> {
        self.moves_after_which(position, |prover, next| {
            prover.wins(next, position.turn(), plies.saturating_sub(1))
        })
    }

    /// The moves after which the opponent has no forced win within `plies`; `None` when the budget is spent.
    pub fn holding_moves<G: Game>(&mut self, position: &G, plies: u32) -> Option<Vec<G::Move>> {
        self.moves_after_which(position, |prover, next| {
            prover.wins(next, !position.turn(), plies).map(|wins| !wins)
        })
    }

    fn moves_after_which<G: Game>(
        &mut self,
        position: &G,
        mut is_wanted: impl FnMut(&mut Prover, &G) -> Option<bool>,
    ) -> Option<Vec<G::Move>> {
        let mut wanted = Vec::new();
        for mv in position.legal_moves() {
            let next = self.next(position, mv)?;
            if is_wanted(self, &next)? {
                wanted.push(mv);
            }
        }
        Some(wanted)
    }

    fn next<G: Game>(&mut self, position: &G, mv: G::Move) -> Option<G> {
        self.budget = self.budget.checked_sub(1)?;
        let mut next = *position;
        next.play_unchecked(mv);
        Some(next)
    }

    /// The moves of the side to move that keep a goal; `None` when the budget is spent.
    pub fn keeping_moves<G: Game>(&mut self, position: &G, goal: PuzzleGoal) -> Option<Vec<G::Move>> {
        match goal {
            PuzzleGoal::Win(plies) => self.winning_moves(position, plies),
            PuzzleGoal::WinInTheEnd => self.winning_moves(position, TO_THE_END),
            PuzzleGoal::Hold(plies) => self.holding_moves(position, plies),
        }
    }
}

/// Proves a puzzle of the game `G`: its first move, and it alone, reaches the goal; the line can be played, the moves at
/// which the solver chooses are exactly those that keep the goal. Says otherwise why not.
pub fn prove<G: Game>(puzzle: &Puzzle, budget: u64) -> Result<(), String> {
    let mut position: G = puzzle.position.parse().map_err(|error| format!("{error}"))?;
    let solver = position.turn();
    let mut prover = Prover::new(budget);
    for (ply, moves) in puzzle.line.iter().enumerate() {
        let has_choice = position.count_moves() > 1;
        if position.turn() == solver && has_choice {
            let keeping = prover
                .keeping_moves(&position, goal_at(puzzle, ply))
                .ok_or("the proof needs more positions")?;
            let mut keeping: Vec<String> = keeping.iter().map(|mv| position.move_text(*mv)).collect();
            let mut named = moves.clone();
            keeping.sort();
            named.sort();
            if keeping != named {
                return Err(format!(
                    "ply {ply}: {} keep the goal, not {}",
                    keeping.join(" "),
                    named.join(" ")
                ));
            }
        }
        if ply == 0 && (moves.len() != 1 || !has_choice) {
            return Err("the first move must be the only right one of several".to_owned());
        }
        let mv = moves.first().ok_or("a move is missing")?;
        let mv = position
            .parse_move(mv)
            .map_err(|error| format!("{mv}: {error}"))?;
        position.play(mv).map_err(|error| error.to_string())?;
    }
    match (puzzle.goal, position.outcome()) {
        (PuzzleGoal::Win(_), None) => Err("the line ends before the game".to_owned()),
        (_, Some(outcome)) if outcome.winner() != Some(solver) => Err("the line does not win".to_owned()),
        _ => Ok(()),
    }
}

/// The goal that is left after some plies of the line.
fn goal_at(puzzle: &Puzzle, ply: usize) -> PuzzleGoal {
    match puzzle.goal {
        PuzzleGoal::Win(plies) => PuzzleGoal::Win(plies.saturating_sub(ply as u32)),
        other => other,
    }
}
