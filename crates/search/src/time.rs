//! Divides a clock's time among the moves. The caller measures the time.

use std::time::Duration;

/// Moves to expect when the clock does not say.
const USUAL_MOVES: u32 = 24;
/// Reserve for the delay on the way to the clock and back.
const RESERVE: Duration = Duration::from_millis(30);

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnClock {
    /// The time left.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// The moves until more time comes, if any comes.
    pub moves_to_go: Option<u32>,
}

/// How long to think about one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new depth is begun after this.
    pub soft: Duration,
    /// The search is broken off after this time.
    pub hard: Duration,
}

/// The time to spend on the next move.
pub fn budget(clock: TurnClock) -> Budget {
    let moves = clock.moves_to_go.unwrap_or(USUAL_MOVES).clamp(1, USUAL_MOVES);
    let spendable = clock.remaining.saturating_sub(RESERVE).max(clock.remaining / 10);
    let share = (spendable / moves + clock.increment * 3 / 4).min(spendable);
    Budget {
        soft: share * 6 / 10,
        hard: (share * 3).min(if moves == 1 { spendable } else { spendable / 2 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> TurnClock {
        TurnClock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        }
    }

    #[test]
    fn no_clock_runs_out() {
        for remaining in [0, 1, 10, 31, 1_000, 60_000, 36_000_000] {
            for increment in [0, 500, 60_000] {
                for moves in [None, Some(0), Some(1), Some(40)] {
                    let clock = clock(remaining, increment, moves);
                    let budget = budget(clock);
                    assert!(budget.hard <= clock.remaining, "{clock:?} {budget:?}");
                    assert!(budget.soft <= clock.remaining, "{clock:?} {budget:?}");
                }
            }
        }
    }

    #[test]
    fn a_game_of_moves_within_their_soft_budgets_keeps_some_time() {
        let mut left = Duration::from_mins(1);
        for _ in 0..100 {
            let Budget { hard, .. } = budget(TurnClock {
                remaining: left,
                ..clock(0, 0, None)
            });
            left -= hard;
        }
        assert!(left > Duration::ZERO);
    }

    #[test]
    fn more_time_and_fewer_moves_give_longer_thoughts() {
        let soft = |remaining, increment, moves| budget(clock(remaining, increment, moves)).soft;
        assert!(soft(60_000, 0, None) < soft(120_000, 0, None));
        assert!(soft(60_000, 0, None) < soft(60_000, 2_000, None));
        assert!(soft(60_000, 0, Some(20)) < soft(60_000, 0, Some(5)));
    }
}
