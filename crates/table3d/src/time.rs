//! The players' clocks in a game at one screen.

use rules::Side;

/// What each side has left, and what a turn adds, in milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Time {
    left: [f64; 2],
    increment: f64,
}

impl Time {
    /// So many minutes a side, and seconds more for every turn.
    pub fn new(minutes: u32, seconds: u32) -> Time {
        Time {
            left: [f64::from(minutes) * 60_000.0; 2],
            increment: f64::from(seconds) * 1000.0,
        }
    }

    /// Time passes for a side; whether it is up.
    pub fn pass(&mut self, side: Side, milliseconds: f64) -> bool {
        self.left[side] = (self.left[side] - milliseconds.max(0.0)).max(0.0);
        self.left[side] <= 0.0
    }

    /// A side's turn is over.
    pub fn turn_over(&mut self, side: Side) {
        self.left[side] += self.increment;
    }

    /// What a side has left.
    pub fn text(&self, side: Side) -> String {
        clock_text(self.left[side])
    }

    /// `LEFT LEFT INCREMENT` in whole milliseconds.
    pub fn to_text(&self) -> String {
        format!("{:.0} {:.0} {:.0}", self.left[0], self.left[1], self.increment)
    }

    /// Reads [`to_text`](Self::to_text).
    pub fn from_text(text: &str) -> Option<Time> {
        let numbers: Option<Vec<u32>> = text.split(' ').map(|part| part.parse().ok()).collect();
        let [white, black, increment] = numbers?.try_into().ok()?;
        Some(Time {
            left: [f64::from(white), f64::from(black)],
            increment: f64::from(increment),
        })
    }
}

/// Minutes and seconds, or days and hours; a second that has begun counts.
pub fn clock_text(milliseconds: f64) -> String {
    let seconds = (milliseconds / 1000.0).ceil().clamp(0.0, 1e8) as u32;
    let (days, hours) = (seconds / 86400, seconds / 3600);
    match (days, hours) {
        (1.., _) => format!("{days} d {} h", hours % 24),
        (0, 1..) => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
        (0, 0) => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_for_one_side_and_grows_with_its_turn() {
        let mut time = Time::new(10, 5);
        assert!(!time.pass(Side::First, 61_000.0));
        assert_eq!(
            (time.text(Side::First), time.text(Side::Second)),
            ("8:59".into(), "10:00".into())
        );
        time.turn_over(Side::First);
        assert_eq!(time.text(Side::First), "9:04");
        assert_eq!(Time::from_text(&time.to_text()), Some(time.clone()));
        assert!(time.pass(Side::Second, 600_000.0), "it is up");
        assert_eq!(Time::from_text("1 2"), None);
    }

    #[test]
    fn clocks_show_what_matters() {
        for (seconds, text) in [
            (0, "0:00"),
            (59, "0:59"),
            (3599, "59:59"),
            (3661, "1:01:01"),
            (93_600, "1 d 2 h"),
        ] {
            assert_eq!(clock_text(f64::from(seconds) * 1000.0), text);
        }
    }
}
