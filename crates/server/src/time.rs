//! The server's clock, which is the database's, and the times that no clock counts.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use store::{Error, GRACE, Outage, Store};
use tokio::sync::Notify;

/// Milliseconds that the machine's clock may differ from the database's when the server starts.
pub(crate) const MOST_SKEW: i64 = 10_000;
/// Milliseconds by which a running clock is corrected at once: nobody sees a clock jump.
const STEP: i64 = 20;
/// Milliseconds without a sign that all is well after which clocks stand still.
pub(crate) const SLACK: i64 = 3000;

/// Milliseconds to add to this machine's clock for the database's.
static OFFSET: AtomicI64 = AtomicI64::new(0);
/// The latest time given out.
static TOLD: AtomicI64 = AtomicI64::new(0);

/// Milliseconds since 1970 by the machine's clock when the process started, and since then by a clock that never jumps.
fn machine_time() -> i64 {
    static START: OnceLock<(Instant, i64)> = OnceLock::new();
    let (instant, millis) = START.get_or_init(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        (Instant::now(), since.as_millis() as i64)
    });
    millis + instant.elapsed().as_millis() as i64
}

/// Milliseconds since 1970 by the database's clock. While the process runs this never goes back.
pub(crate) fn now() -> i64 {
    let now = machine_time() + OFFSET.load(Ordering::Relaxed);
    TOLD.fetch_max(now, Ordering::Relaxed).max(now)
}

/// How far the database's clock is ahead of this machine's, in milliseconds; nothing for a file.
async fn skew(store: &Store) -> Result<Option<i64>, Error> {
    let before = machine_time();
    let time = store.database_time().await?;
    let middle = i64::midpoint(before, machine_time());
    Ok(time.map(|time| time - middle))
}

/// Takes the database's time, unless the two clocks differ too much.
pub(crate) async fn set_clock(store: &Store) -> Result<(), crate::Error> {
    let Some(skew) = skew(store).await? else {
        return Ok(());
    };
    if skew.abs() > MOST_SKEW {
        return Err(crate::Error::Skew(skew));
    }
    OFFSET.store(skew, Ordering::Relaxed);
    Ok(())
}

/// Follows the database's clock in small steps.
pub(crate) async fn follow_clock(store: &Store) -> Result<(), Error> {
    if let Some(skew) = skew(store).await? {
        let offset = OFFSET.load(Ordering::Relaxed);
        OFFSET.store(offset + (skew - offset).clamp(-STEP, STEP), Ordering::Relaxed);
    }
    Ok(())
}

/// The times without a server, a database or a process: nobody's clock runs in them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outages {
    known: Arc<RwLock<Known>>,
    /// Notified when somebody wants to know at once whether all is well.
    asked: Arc<Notify>,
}

#[derive(Debug, Default)]
struct Known {
    /// In order, none touching the next.
    noted: Vec<Outage>,
    /// The moment until which all was known to be well; nothing when nobody watches.
    well_until: Option<i64>,
    /// How often an outage was noted.
    version: u64,
}

impl Outages {
    pub(crate) fn new(outages: Vec<Outage>) -> Outages {
        let all = Outages::default();
        for outage in outages {
            all.note(outage);
        }
        all
    }

    fn known(&self) -> std::sync::RwLockReadGuard<'_, Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes an outage; one that touches others is joined with them.
    pub(crate) fn note(&self, outage: Outage) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let noted = &mut known.noted;
        let from = noted.partition_point(|other| other.until < outage.since);
        let to = noted.partition_point(|other| other.since <= outage.until);
        let joined = noted[from..to].iter().fold(outage, |joined, other| Outage {
            since: joined.since.min(other.since),
            until: joined.until.max(other.until),
        });
        if noted[from..to] == [joined] {
            return;
        }
        noted.splice(from..to, [joined]);
        known.version += 1;
    }

    /// Changes with every outage that is noted.
    pub(crate) fn version(&self) -> u64 {
        self.known().version
    }

    /// All was well until this moment. Outages before it must have been noted.
    pub(crate) fn set_well_until(&self, at: i64) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.well_until = known.well_until.max(Some(at));
    }

    /// The moment until which all is known to have been well: nobody loses on time before that is known.
    pub(crate) fn well_until(&self) -> i64 {
        self.known().well_until.unwrap_or(i64::MAX)
    }

    /// Wants to know soon whether all is well.
    pub(crate) fn ask(&self) {
        self.asked.notify_one();
    }

    pub(crate) async fn asked(&self) {
        self.asked.notified().await;
    }

    /// How many milliseconds after `since` and before `until` no clock runs.
    pub(crate) fn between(&self, since: i64, until: i64) -> i64 {
        let known = self.known();
        let from = known.noted.partition_point(|outage| outage.until <= since);
        let open = known.well_until.map(|well| Outage {
            since: well,
            until: now() + GRACE,
        });
        let open = open.filter(|open| now() - open.since > SLACK);
        let mut reached = since;
        let mut sum = 0;
        for outage in known.noted[from..].iter().chain(&open) {
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

    fn outages(list: &[(i64, i64)]) -> Outages {
        Outages::new(
            list.iter()
                .map(|&(since, until)| Outage { since, until })
                .collect(),
        )
    }

    #[test]
    fn outages_that_overlap_count_once() {
        // In any order.
        let outages = outages(&[(40, 50), (15, 30), (10, 20), (12, 18)]);
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
        assert_eq!(outages.version(), 3, "the last one brought nothing new");
    }

    #[test]
    fn time_without_a_sign_counts_for_nobody() {
        let outages = outages(&[]);
        let now = now();
        outages.set_well_until(now - 60_000);
        let spent = outages.between(now - 100_000, now);
        assert!((60_000..61_000).contains(&spent), "{spent}");
        outages.set_well_until(now - 1000);
        assert_eq!(outages.between(now - 100_000, now), 0, "a short silence is usual");
        assert_eq!(outages.well_until(), now - 1000);
        outages.set_well_until(now - 5000);
        assert_eq!(outages.well_until(), now - 1000, "never back");
    }

    #[test]
    fn the_clock_never_goes_back() {
        let before = now();
        assert!(now() >= before);
    }
}
