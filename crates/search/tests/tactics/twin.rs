//! The slow, obvious twin: tries everything, and knows nothing but the rules.

use rules::{Game, Side};

/// Whether `side` forces a win within `plies`; `None` when that takes more than `budget` positions.
fn wins<G: Game>(position: &G, side: Side, plies: u32, budget: &mut u64) -> Option<bool> {
    if let Some(outcome) = position.outcome() {
        return Some(outcome.winner() == Some(side));
    }
    if plies == 0 {
        return Some(false);
    }
    let own_turn = position.turn() == side;
    for mv in position.legal_moves() {
        *budget = budget.checked_sub(1)?;
        let mut next = *position;
        next.play_unchecked(mv);
        // One good move is enough for the winner; the loser looks for one that saves.
        if wins(&next, side, plies - 1, budget)? == own_turn {
            return Some(own_turn);
        }
    }
    Some(!own_turn)
}

/// The moves that force a win within `plies`; `None` when that takes more than `budget` positions.
pub(crate) fn winning_moves<G: Game>(position: &G, plies: u32, mut budget: u64) -> Option<Vec<G::Move>> {
    let mut winning = Vec::new();
    for mv in position.legal_moves() {
        let mut next = *position;
        next.play_unchecked(mv);
        if wins(&next, position.turn(), plies - 1, &mut budget)? {
            winning.push(mv);
        }
    }
    Some(winning)
}
