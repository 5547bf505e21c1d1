//! Scores of positions.

use rules::{Outcome, Side};

/// Hundredths of a point, for the side to move unless it says otherwise.
pub type Score = i32;

/// A win on the spot. A win `n` plies away is worth `n` less.
pub const WIN: Score = 1_000_000;
/// A score of this or more is a proven win; of its negative or less, a proven loss.
pub const PROVEN: Score = WIN - 10_000;
/// A bound above every score.
pub const INFINITE: Score = WIN + 1;
/// Points at which the winning chance is about three in four.
const CHANCE_SCALE: f64 = 110.0;

/// The score of the end of a game for `side`, `ply` moves from the root.
pub fn of_outcome(outcome: Outcome, side: Side, ply: u32) -> Score {
    match outcome.winner() {
        None => 0,
        Some(winner) if winner == side => WIN - ply as Score,
        Some(_) => ply as Score - WIN,
    }
}

/// Plies to the win (positive) or to the loss (negative) of a proven score.
pub fn plies_to_end(score: Score) -> Option<i32> {
    if score >= PROVEN {
        Some(WIN - score)
    } else if score <= -PROVEN {
        Some(-WIN - score)
    } else {
        None
    }
}

/// The same score seen from a ply before: a proven end is one ply farther away.
pub fn a_ply_before(score: Score) -> Score {
    match plies_to_end(score) {
        Some(_) if score > 0 => score - 1,
        Some(_) => score + 1,
        None => score,
    }
}

/// Converts a score to the chance to win, from 0 to 1.
pub fn winning_chance(score: Score) -> f64 {
    match plies_to_end(score) {
        Some(plies) if plies >= 0 && score > 0 => 1.0,
        Some(_) => 0.0,
        None => 1.0 / (1.0 + (-f64::from(score) / CHANCE_SCALE).exp()),
    }
}

/// Converts a chance to win to a score, which is never a proven one.
pub fn of_chance(chance: f64) -> Score {
    let (better, sign) = if chance < 0.5 {
        (1.0 - chance, -1.0)
    } else {
        (chance, 1.0)
    };
    let odds = better / (1.0 - better).max(0.001);
    (sign * CHANCE_SCALE * logarithm(odds)) as Score
}

/// Approximates the natural logarithm of a number from 1 on: linear between powers of two, and identical on every
/// machine.
pub fn logarithm(number: f64) -> f64 {
    let number = number.max(1.0);
    let whole = (number as u64).ilog2();
    let power = (1_u64 << whole) as f64;
    std::f64::consts::LN_2 * (f64::from(whole) + number / power - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_nearly_right() {
        for number in 1..5_000 {
            let number = f64::from(number);
            assert!((logarithm(number) - number.ln()).abs() < 0.07);
        }
    }

    #[test]
    fn a_chance_and_its_score_go_together() {
        for per_cent in 1..100 {
            let chance = f64::from(per_cent) / 100.0;
            assert!(
                (winning_chance(of_chance(chance)) - chance).abs() < 0.03,
                "{chance}"
            );
        }
        assert!(of_chance(1.0) < PROVEN && of_chance(0.0) > -PROVEN);
    }
}
