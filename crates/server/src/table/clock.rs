//! The two clocks of a table: the server's time, and no other.

use crate::time::Outages;
use protocol::{Clock, Clocks};
use rules::Side;

/// How long a side may take for its first move in a game with a budget; after that the game is aborted.
pub(crate) const FIRST_MOVE: i64 = 60_000;
/// Turns after which all lag that was forgiven may be forgiven again.
const CREDIT_TURNS: i64 = 8;

/// Events that time alone causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// This side's time is up.
    Flag(Side),
    /// The game never began properly.
    Abort,
}

/// The clocks since the last event that touched them.
#[derive(Clone, Debug)]
pub(crate) struct TableClock {
    kind: Clock,
    left: [i64; 2],
    /// How many moves each side has played.
    played: [u32; 2],
    /// The side to move, and since when; none before the start and after the end.
    turn: Option<(Side, i64)>,
    /// Lag that each side has been forgiven and that has not come back yet.
    forgiven: [i64; 2],
    outages: Outages,
}

impl TableClock {
    pub(crate) fn new(kind: Clock, outages: Outages) -> TableClock {
        TableClock {
            kind,
            left: [kind.start_millis().unwrap_or(0); 2],
            played: [0; 2],
            turn: None,
            forgiven: [0; 2],
            outages,
        }
    }

    /// It is this side's turn from now on, with so much time left.
    pub(crate) fn turn(&mut self, side: Side, at: i64, left: Option<[i64; 2]>) {
        self.left = left.unwrap_or(self.left);
        self.turn = Some((side, at));
    }

    pub(crate) fn count(&mut self, played: [u32; 2]) {
        self.played = played;
    }

    pub(crate) fn stop(&mut self, at: i64) {
        if let Some((side, _)) = self.turn {
            self.left[side] = self.left_of(side, at).max(0);
        }
        self.turn = None;
    }

    /// The most that slow connections are forgiven for a move: a second, less in quick games.
    pub(crate) fn most_credit(&self) -> i64 {
        match self.kind {
            Clock::Fischer { base, increment } => {
                let whole_game = (i64::from(base) + 40 * i64::from(increment)) * 1000;
                (150 + whole_game / 250).min(1000)
            }
            Clock::None | Clock::Days(_) => 1000,
        }
    }

    /// Lag that a side is forgiven for a move now: slow answers to our pings are not a way to gain time for ever.
    fn credit(&self, side: Side, lag: i64) -> i64 {
        lag.clamp(0, self.most_credit() - self.forgiven[side])
    }

    /// Counts the lag that a move was forgiven; with every turn an eighth of the most comes back.
    pub(crate) fn use_credit(&mut self, side: Side, lag: i64) {
        let forgiven = self.forgiven[side] + self.credit(side, lag);
        self.forgiven[side] = (forgiven - self.most_credit() / CREDIT_TURNS).max(0);
    }

    /// Goes on with the credit of another clock.
    pub(crate) fn keep_credit(&mut self, other: &TableClock) {
        self.forgiven = other.forgiven;
    }

    /// The time that each side has left if the side to move moves now, before any increment; an error if its time was
    /// up.
    pub(crate) fn after_move(&self, side: Side, arrived: i64, lag: i64) -> Result<Option<[i64; 2]>, ()> {
        let credit = self.credit(side, lag);
        let now = self.left_of(side, arrived - credit);
        let mut left = self.left;
        match self.kind {
            Clock::None => return Ok(None),
            _ if now <= 0 => return Err(()),
            Clock::Fischer { .. } => left[side] = now,
            Clock::Days(_) => {}
        }
        Ok(Some(left))
    }

    /// Adds the increment for a turn that is over.
    pub(crate) fn with_increment(&self, side: Side, left: Option<[i64; 2]>) -> Option<[i64; 2]> {
        let Clock::Fischer { increment, .. } = self.kind else {
            return left;
        };
        let mut left = left?;
        left[side] += i64::from(increment) * 1000;
        Some(left)
    }

    /// The time that each side has left at a moment.
    pub(crate) fn left_at(&self, at: i64) -> Option<[i64; 2]> {
        (self.kind != Clock::None).then(|| {
            let mut left = self.left;
            if let Some((side, _)) = self.turn {
                left[side] = self.left_of(side, at).max(0);
            }
            left
        })
    }

    /// The clocks for a message that is sent now.
    pub(crate) fn show(&self, now: i64) -> Option<Clocks> {
        let running = self
            .turn
            .filter(|(side, _)| self.runs(*side))
            .map(|(side, _)| side);
        Some(Clocks {
            left: self.left_at(now)?,
            running,
        })
    }

    /// When something happens if nobody does anything, and what.
    pub(crate) fn due(&self) -> Option<(i64, Due)> {
        let (side, since) = self.turn?;
        let paused = self.outages.between(since, i64::MAX);
        match self.kind {
            Clock::None => None,
            Clock::Fischer { .. } if !self.runs(side) => Some((since + paused + FIRST_MOVE, Due::Abort)),
            // A move that was made in time may still be on its way.
            _ => Some((
                since + paused + self.left[side] + self.most_credit(),
                Due::Flag(side),
            )),
        }
    }

    fn left_of(&self, side: Side, at: i64) -> i64 {
        match self.turn {
            Some((turn, since)) if turn == side && self.runs(side) => {
                let spent = at - since - self.outages.between(since, at);
                self.left[side] - spent.max(0)
            }
            _ => self.left[side],
        }
    }

    /// With a budget, the first move of each side is free: people must find the page first.
    fn runs(&self, side: Side) -> bool {
        match self.kind {
            Clock::None => false,
            Clock::Fischer { .. } => self.played[side] > 0,
            Clock::Days(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Side::{First, Second};
    use store::Outage;

    const FISCHER: Clock = Clock::Fischer {
        base: 60,
        increment: 2,
    };

    fn running(outages: Outages) -> TableClock {
        let mut clock = TableClock::new(FISCHER, outages);
        clock.count([1, 1]);
        clock.turn(First, 1000, None);
        clock
    }

    /// The time left after a move that ends the turn.
    fn moved(clock: &TableClock, side: Side, arrived: i64, lag: i64) -> Result<Option<[i64; 2]>, ()> {
        clock
            .after_move(side, arrived, lag)
            .map(|left| clock.with_increment(side, left))
    }

    #[test]
    fn time_is_charged_and_the_increment_added() {
        let clock = running(Outages::default());
        assert_eq!(moved(&clock, First, 11_000, 0), Ok(Some([52_000, 60_000])));
        assert_eq!(clock.left_at(11_000), Some([50_000, 60_000]));
        assert_eq!(
            clock.due(),
            Some((1000 + 60_000 + clock.most_credit(), Due::Flag(First)))
        );
        assert_eq!(moved(&clock, First, 61_000, 0), Err(()), "not a moment too late");
    }

    #[test]
    fn lag_is_forgiven_up_to_a_cap() {
        let clock = running(Outages::default());
        let cap = clock.most_credit();
        assert_eq!(cap, 150 + 140 * 4);
        assert_eq!(moved(&clock, First, 11_000, 300), Ok(Some([52_300, 60_000])));
        assert_eq!(
            moved(&clock, First, 11_000, 60_000),
            Ok(Some([52_000 + cap, 60_000]))
        );
        assert_eq!(
            moved(&clock, First, 1100, 300),
            Ok(Some([62_000, 60_000])),
            "nobody gains time"
        );
        assert_eq!(moved(&clock, First, 11_000, -5), Ok(Some([52_000, 60_000])));
    }

    #[test]
    fn forgiven_lag_is_a_quota_that_comes_back() {
        let mut clock = running(Outages::default());
        let cap = clock.most_credit();
        let forgiven = |clock: &TableClock| moved(clock, First, 11_000, cap).unwrap().unwrap()[0] - 52_000;
        assert_eq!(forgiven(&clock), cap);
        clock.use_credit(First, cap);
        assert_eq!(
            forgiven(&clock),
            cap / CREDIT_TURNS,
            "a liar gains little in the long run"
        );
        assert_eq!(
            moved(&clock, Second, 11_000, 0),
            Ok(Some([60_000, 62_000])),
            "of the other side nothing"
        );
        for _ in 0..CREDIT_TURNS {
            clock.use_credit(First, 0);
        }
        assert!(
            forgiven(&clock) >= cap - CREDIT_TURNS,
            "a slow message is forgiven again"
        );
    }

    #[test]
    fn an_outage_costs_nobody_anything() {
        let clock = running(Outages::new(vec![Outage {
            since: 2000,
            until: 3_600_000,
        }]));
        assert_eq!(moved(&clock, First, 3_600_500, 0), Ok(Some([60_500, 60_000])));
        assert_eq!(clock.due().unwrap().0, 3_600_000 + 59_000 + clock.most_credit());
    }

    #[test]
    fn the_first_moves_are_free_but_not_for_ever() {
        let mut clock = TableClock::new(FISCHER, Outages::default());
        assert_eq!(clock.due(), None);
        clock.turn(First, 1000, None);
        assert_eq!(clock.due(), Some((1000 + FIRST_MOVE, Due::Abort)));
        assert_eq!(moved(&clock, First, 30_000, 0), Ok(Some([62_000, 60_000])));
        assert_eq!(clock.show(30_000).unwrap().running, None);
        clock.stop(30_000);
        assert_eq!(clock.due(), None);
    }

    #[test]
    fn days_are_given_anew_for_each_move() {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let mut clock = TableClock::new(Clock::Days(2), Outages::default());
        clock.turn(First, 0, None);
        let left = moved(&clock, First, DAY, 0).unwrap();
        assert_eq!(left, Some([2 * DAY, 2 * DAY]));
        clock.turn(Second, DAY, left);
        assert_eq!(clock.due().unwrap(), (3 * DAY + 1000, Due::Flag(Second)));
        let none = TableClock::new(Clock::None, Outages::default());
        assert_eq!((moved(&none, First, DAY, 0), none.show(0)), (Ok(None), None));
    }
}
