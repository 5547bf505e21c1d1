//! Real time in, whole ticks of the physics out.

use magnets::measures::TICKS_PER_SECOND;

/// A frame that took longer lets the table fall behind rather than the page freeze.
const MOST_TICKS: u32 = TICKS_PER_SECOND / 15;

/// How fast time passes on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeScale {
    /// As in the room.
    #[default]
    Real,
    /// A fifth of it.
    Slow,
    /// Not at all.
    Paused,
    /// Four times as fast, as far as the machine keeps up.
    Fast,
}

impl TimeScale {
    const fn rate(self) -> f64 {
        match self {
            TimeScale::Real => 1.0,
            TimeScale::Slow => 0.2,
            TimeScale::Paused => 0.0,
            TimeScale::Fast => 4.0,
        }
    }
}

/// Converts real time to simulation ticks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ticker {
    /// How fast time passes.
    pub pace: TimeScale,
    /// The fraction of a tick that is left over.
    owed: f64,
}

impl Ticker {
    /// The ticks to play for so much real time since the last frame.
    pub fn ticks(&mut self, milliseconds: f64) -> u32 {
        if !milliseconds.is_finite() || milliseconds <= 0.0 {
            return 0;
        }
        self.owed += milliseconds / 1000.0 * f64::from(TICKS_PER_SECOND) * self.pace.rate();
        let whole = self.owed.floor();
        let most = f64::from(MOST_TICKS) * self.pace.rate().max(1.0);
        if whole > most {
            self.owed = 0.0;
            return most as u32;
        }
        self.owed -= whole;
        whole as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_in_frames_is_a_second_in_ticks() {
        for (pace, ticks) in [
            (TimeScale::Real, 960),
            (TimeScale::Slow, 192),
            (TimeScale::Paused, 0),
            (TimeScale::Fast, 3840),
        ] {
            let mut clock = Ticker { pace, owed: 0.0 };
            let sum: u32 = (0..60).map(|_| clock.ticks(1000.0 / 60.0)).sum();
            assert!(sum.abs_diff(ticks) <= 1, "{pace:?} {sum}");
        }
    }

    #[test]
    fn a_long_frame_is_not_caught_up() {
        let mut clock = Ticker::default();
        assert_eq!(clock.ticks(60_000.0), MOST_TICKS);
        assert_eq!(clock.ticks(1.0), 0);
        for odd in [f64::NAN, -5.0, f64::INFINITY] {
            assert_eq!(clock.ticks(odd), 0);
        }
    }
}
