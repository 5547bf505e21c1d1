//! The server's clock, and the times when there was no server.

use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use store::Outage;

/// Milliseconds since 1970. While the process runs this never goes back, whatever is done to the machine's clock.
pub(crate) fn now() -> i64 {
    static START: OnceLock<(Instant, i64)> = OnceLock::new();
    let (instant, millis) = START.get_or_init(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        (Instant::now(), since.as_millis() as i64)
    });
    millis + instant.elapsed().as_millis() as i64
}

/// The times without a server: nobody's clock runs in them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outages(Vec<Outage>);

impl Outages {
    pub(crate) const fn new(outages: Vec<Outage>) -> Outages {
        Outages(outages)
    }

    /// How many milliseconds after `since` and before `until` there was no server.
    pub(crate) fn between(&self, since: i64, until: i64) -> i64 {
        let mut reached = since;
        let mut sum = 0;
        for outage in &self.0 {
            let (from, to) = (outage.since.max(reached), outage.until.min(until));
            if to > from {
                sum += to - from;
                reached = to;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outages_that_overlap_count_once() {
        let outages = [(10, 20), (15, 30), (40, 50)].map(|(since, until)| Outage { since, until });
        let outages = Outages::new(outages.into());
        for (since, until, expected) in [
            (0, 5, 0),
            (0, 100, 30),
            (12, 18, 6),
            (12, 45, 23),
            (30, 40, 0),
            (60, 50, 0),
        ] {
            assert_eq!(outages.between(since, until), expected, "{since} to {until}");
        }
    }
}
