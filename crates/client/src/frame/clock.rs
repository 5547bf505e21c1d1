//! The clock of a game at one screen: minutes for the game, or a sand timer for each turn.

use protocol::Clock;
use rules::Side;

/// How long the players may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// As long as they like.
    #[default]
    None,
    /// Seconds for the game, and seconds added for each turn.
    Game {
        /// Seconds at the start.
        base: u32,
        /// Seconds added a turn.
        increment: u32,
    },
    /// Seconds for each turn, as a sand timer gives them.
    Turn(u32),
}

/// The word before the seconds of a sand timer.
const SAND: &str = "sand";

impl TimeControl {
    /// Milliseconds that a side has at the start.
    fn start(self) -> f64 {
        match self {
            TimeControl::None => 0.0,
            TimeControl::Game { base, .. } => f64::from(base) * 1000.0,
            TimeControl::Turn(seconds) => f64::from(seconds) * 1000.0,
        }
    }

    /// `none`, `300s+3s` or `sand60s`.
    pub fn to_text(self) -> String {
        match self {
            TimeControl::None => Clock::None.to_string(),
            TimeControl::Game { base, increment } => Clock::Fischer { base, increment }.to_string(),
            TimeControl::Turn(seconds) => format!("{SAND}{seconds}s"),
        }
    }

    /// Reads [`to_text`](Self::to_text).
    pub fn from_text(text: &str) -> Option<TimeControl> {
        if let Some(seconds) = text.strip_prefix(SAND) {
            let seconds = seconds.strip_suffix('s')?.parse().ok()?;
            return (seconds > 0).then_some(TimeControl::Turn(seconds));
        }
        match text.parse().ok()? {
            Clock::None => Some(TimeControl::None),
            Clock::Fischer { base, increment } => Some(TimeControl::Game { base, increment }),
            Clock::Days(_) => None,
        }
    }
}

/// The clocks of both sides. They stand until the first move is made, and while the page is closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenClock {
    control: TimeControl,
    /// Milliseconds left when the running clock was started.
    left: [f64; 2],
    /// The side whose clock runs, and since when.
    running: Option<(Side, f64)>,
    /// Moves that have been paid with their increment.
    paid: usize,
}

impl ScreenClock {
    /// The clocks at the start of a game.
    pub fn new(control: TimeControl) -> ScreenClock {
        ScreenClock {
            control,
            left: [control.start(); 2],
            running: None,
            paid: 0,
        }
    }

    /// How long the players may think.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Milliseconds that a side has left; nothing where time does not matter.
    pub fn left(&self, side: Side, now: f64) -> Option<f64> {
        let used = match self.running {
            Some((running, since)) if running == side => (now - since).max(0.0),
            _ => 0.0,
        };
        (self.control != TimeControl::None).then(|| (self.left[side] - used).max(0.0))
    }

    /// Whether a side's time is nearly up.
    pub fn is_low(&self, side: Side, now: f64) -> bool {
        const LOW: f64 = 20_000.0;
        let low = LOW.min(self.control.start() / 3.0);
        let runs = self.running.is_some_and(|(running, _)| running == side);
        runs && self.left(side, now).is_some_and(|left| left < low)
    }

    /// The side whose time is up.
    pub fn flag(&self, now: f64) -> Option<Side> {
        let is_up = |side: &Side| self.left(*side, now).is_some_and(|left| left <= 0.0);
        Side::BOTH.into_iter().find(is_up)
    }

    /// Follows the game: `moves` have been made, and `turn` is to move, or nobody. A turn that passes to the other side
    /// pays the increment, once, or turns the sand timer over.
    pub fn follow(&mut self, moves: usize, turn: Option<Side>, now: f64) {
        if self.control == TimeControl::None || self.flag(now).is_some() {
            return self.stop(now);
        }
        let before = self.running.map(|(side, _)| side);
        self.stop(now);
        if let (Some(mover), Some(next)) = (before, turn)
            && mover != next
        {
            self.pass(mover, moves);
        }
        self.running = turn.filter(|_| moves > 0).map(|side| (side, now));
    }

    /// Stops the running clock.
    fn stop(&mut self, now: f64) {
        for side in Side::BOTH {
            self.left[side] = self.left(side, now).unwrap_or_default();
        }
        self.running = None;
    }

    /// The turn passes from a side to the other.
    fn pass(&mut self, from: Side, moves: usize) {
        match self.control {
            TimeControl::Game { increment, .. } if moves > self.paid => {
                self.left[from] += f64::from(increment) * 1000.0;
            }
            TimeControl::Turn(_) => self.left = [self.control.start(); 2],
            TimeControl::Game { .. } | TimeControl::None => {}
        }
        self.paid = self.paid.max(moves);
    }

    /// The clocks as they are kept: stopped, to the second.
    #[must_use]
    pub fn kept(mut self, now: f64) -> ScreenClock {
        self.stop(now);
        self.left = self.left.map(|left| (left / 1000.0).ceil() * 1000.0);
        self
    }

    /// Clocks that stand: `300s+3s 4 295 300`. Nothing where there are none.
    pub fn to_text(&self) -> String {
        let [first, second] = self.left.map(|left| left / 1000.0);
        match self.control {
            TimeControl::None => String::new(),
            control => format!("{} {} {first} {second}", control.to_text(), self.paid),
        }
    }

    /// Reads [`to_text`](Self::to_text).
    pub fn from_text(text: &str) -> Option<ScreenClock> {
        if text.is_empty() {
            return Some(ScreenClock::new(TimeControl::None));
        }
        let mut words = text.split(' ');
        let control = TimeControl::from_text(words.next()?)?;
        let paid = words.next()?.parse().ok()?;
        let mut left = [0.0; 2];
        for left in &mut left {
            let seconds: u32 = words.next()?.parse().ok()?;
            *left = f64::from(seconds) * 1000.0;
        }
        words.next().is_none().then_some(ScreenClock {
            control,
            left,
            running: None,
            paid,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE_AND_THREE: TimeControl = TimeControl::Game {
        base: 300,
        increment: 3,
    };
    const FIRST: Side = Side::First;
    const SECOND: Side = Side::Second;

    fn left(clock: &ScreenClock, now: f64) -> [Option<f64>; 2] {
        Side::BOTH.map(|side| clock.left(side, now))
    }

    #[test]
    fn the_clock_runs_from_the_first_move_and_a_turn_pays_its_increment_once() {
        let mut clock = ScreenClock::new(FIVE_AND_THREE);
        clock.follow(0, Some(FIRST), 1_000.0);
        assert_eq!(left(&clock, 9_000.0), [Some(300_000.0); 2]);
        clock.follow(1, Some(SECOND), 9_000.0);
        assert_eq!(left(&clock, 19_000.0), [Some(300_000.0), Some(290_000.0)]);
        clock.follow(2, Some(FIRST), 19_000.0);
        assert_eq!(left(&clock, 19_000.0), [Some(300_000.0), Some(293_000.0)]);
        // Taken back and played again: time goes on, the increment was paid.
        clock.follow(1, Some(SECOND), 20_000.0);
        clock.follow(2, Some(FIRST), 22_000.0);
        assert_eq!(left(&clock, 22_000.0), [Some(299_000.0), Some(291_000.0)]);
    }

    #[test]
    fn two_moves_of_one_turn_pay_nothing_between_them() {
        let mut clock = ScreenClock::new(FIVE_AND_THREE);
        clock.follow(1, Some(SECOND), 0.0);
        clock.follow(2, Some(SECOND), 1_000.0);
        assert_eq!(left(&clock, 1_000.0), [Some(300_000.0), Some(299_000.0)]);
    }

    #[test]
    fn the_sand_timer_is_turned_over_for_each_turn_and_its_end_loses() {
        let mut clock = ScreenClock::new(TimeControl::Turn(30));
        clock.follow(1, Some(SECOND), 0.0);
        clock.follow(2, Some(FIRST), 25_000.0);
        assert_eq!(left(&clock, 54_000.0), [Some(1_000.0), Some(30_000.0)]);
        assert!(clock.is_low(FIRST, 54_000.0) && !clock.is_low(SECOND, 54_000.0));
        assert_eq!(clock.flag(54_000.0), None);
        assert_eq!(clock.flag(55_000.0), Some(FIRST));
        clock.follow(3, Some(SECOND), 56_000.0);
        assert_eq!(clock.flag(57_000.0), Some(FIRST), "it stays fallen");
    }

    #[test]
    fn a_game_that_is_over_stops_the_clock() {
        let mut clock = ScreenClock::new(FIVE_AND_THREE);
        clock.follow(1, Some(SECOND), 0.0);
        clock.follow(2, None, 5_000.0);
        assert_eq!(left(&clock, 900_000.0), [Some(300_000.0), Some(295_000.0)]);
    }

    #[test]
    fn clocks_are_kept_to_the_second_and_stand_while_they_are() {
        let mut clock = ScreenClock::new(FIVE_AND_THREE);
        clock.follow(1, Some(SECOND), 0.0);
        let text = clock.kept(5_400.0).to_text();
        assert_eq!(text, "300s+3s 0 300 295");
        let mut kept = ScreenClock::from_text(&text).unwrap();
        kept.follow(1, Some(SECOND), 1e9);
        assert_eq!(left(&kept, 1e9), [Some(300_000.0), Some(295_000.0)]);
        for control in [TimeControl::None, FIVE_AND_THREE, TimeControl::Turn(60)] {
            let clock = ScreenClock::new(control);
            assert_eq!(ScreenClock::from_text(&clock.to_text()), Some(clock));
            assert_eq!(TimeControl::from_text(&control.to_text()), Some(control));
        }
        for text in [
            "300s+3s",
            "sand0s 0 0 0",
            "sand60 0 1 1",
            "3d 0 1 1",
            "sand60s 0 1 1 1",
        ] {
            assert_eq!(ScreenClock::from_text(text), None, "{text}");
        }
    }
}
