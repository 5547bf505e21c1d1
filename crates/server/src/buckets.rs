//! Token buckets by name: how much each name has used lately, in memory of a limited size.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

/// Names with a bucket of their own at most; names that come later share some.
const MOST: usize = 200_000;
/// Shared buckets for each kind of name. The kind is the first word of a name.
const SHARED: u64 = 1024;
/// Bytes of a name that are kept.
const MOST_NAME: usize = 100;
/// Time between two searches for buckets that are full again.
const PRUNING: Duration = Duration::from_secs(1);

/// Capacity of a bucket, and how much of it comes back each second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rate {
    pub(crate) burst: f64,
    pub(crate) each_second: f64,
}

impl Rate {
    /// A burst of `count`, refilled at `count` a minute.
    pub(crate) fn a_minute(count: f64) -> Rate {
        Rate {
            burst: count,
            each_second: count / 60.0,
        }
    }

    /// A burst of `count`, refilled at `count` a day.
    pub(crate) fn a_day(count: f64) -> Rate {
        Rate {
            burst: count,
            each_second: count / (24.0 * 60.0 * 60.0),
        }
    }

    pub(crate) fn times(self, times: f64) -> Rate {
        Rate {
            burst: self.burst * times,
            each_second: self.each_second * times,
        }
    }
}

/// Buckets by name.
#[derive(Debug, Default)]
pub(crate) struct Buckets {
    each: HashMap<String, Bucket>,
    pruned: Option<Instant>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    used: f64,
    each_second: f64,
    at: Instant,
}

impl Bucket {
    fn used_at(&self, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        (self.used - passed * self.each_second).max(0.0)
    }
}

impl Buckets {
    /// Amount that a name has used and not got back yet.
    pub(crate) fn used(&self, name: &str, now: Instant) -> f64 {
        let bucket = self.each.get(self.place(cut(name)).as_ref());
        bucket.map_or(0.0, |bucket| bucket.used_at(now))
    }

    /// Uses some of a bucket, even more than there is.
    pub(crate) fn add(&mut self, name: &str, amount: f64, rate: Rate, now: Instant) {
        self.prune(now);
        let place = self.place(cut(name)).into_owned();
        let used = self.each.get(&place).map_or(0.0, |bucket| bucket.used_at(now));
        let bucket = Bucket {
            used: used + amount,
            each_second: rate.each_second,
            at: now,
        };
        self.each.insert(place, bucket);
    }

    /// Uses one of a bucket; the time to wait when there is none left.
    pub(crate) fn take(&mut self, name: &str, rate: Rate, now: Instant) -> Result<(), Duration> {
        self.take_some(name, 1.0, rate, now)
    }

    /// Uses some of a bucket; the time to wait when there is less left.
    pub(crate) fn take_some(
        &mut self,
        name: &str,
        amount: f64,
        rate: Rate,
        now: Instant,
    ) -> Result<(), Duration> {
        let over = self.used(name, now) + amount - rate.burst;
        if over <= 0.0 {
            self.add(name, amount, rate, now);
            return Ok(());
        }
        let seconds = over / rate.each_second.max(f64::MIN_POSITIVE);
        Err(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }

    /// The bucket of a name: its own, or one that it shares when there are too many.
    fn place<'a>(&self, name: &'a str) -> Cow<'a, str> {
        if self.each.len() < MOST || self.each.contains_key(name) {
            return Cow::Borrowed(name);
        }
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        let kind = name.split_once(' ').map_or("", |(kind, _)| kind);
        Cow::Owned(format!("{kind} shared {}", hasher.finish() % SHARED))
    }

    /// Forgets the buckets that are full again.
    fn prune(&mut self, now: Instant) {
        let is_due = self
            .pruned
            .is_none_or(|pruned| now.saturating_duration_since(pruned) >= PRUNING);
        if is_due && self.each.len() >= MOST / 2 {
            self.pruned = Some(now);
            self.each.retain(|_, bucket| bucket.used_at(now) > 0.0);
        }
    }
}

/// The beginning of a name that is too long to keep.
fn cut(name: &str) -> &str {
    let mut end = name.len().min(MOST_NAME);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    &name[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate {
        burst: 2.0,
        each_second: 0.5,
    };

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let (mut buckets, now) = (Buckets::default(), Instant::now());
        assert_eq!(buckets.take("by ann", RATE, now), Ok(()));
        assert_eq!(buckets.take("by ann", RATE, now), Ok(()));
        let wait = buckets.take("by ann", RATE, now).unwrap_err();
        assert_eq!(wait, Duration::from_secs(2));
        assert_eq!(
            buckets.take("by bob", RATE, now),
            Ok(()),
            "others are not held up"
        );
        assert_eq!(buckets.take("by ann", RATE, now + wait), Ok(()));
    }

    #[test]
    fn many_names_neither_open_the_limiter_nor_fill_the_memory() {
        let (mut buckets, now) = (Buckets::default(), Instant::now());
        for number in 0..MOST + 10_000 {
            buckets.add(&format!("from {number}"), 1.0, RATE, now);
        }
        assert!(
            buckets.each.len() <= MOST + SHARED as usize,
            "{}",
            buckets.each.len()
        );
        let mut taken = 0;
        while buckets.take("from late", RATE, now).is_ok() {
            taken += 1;
        }
        assert!(taken <= 2, "a name that came late is limited, too: {taken}");
        assert_eq!(buckets.take("sign-in ann", RATE, now), Ok(()), "of another kind");
        let later = now + Duration::from_hours(1);
        buckets.add("from somebody", 1.0, RATE, later);
        assert_eq!(buckets.each.len(), 1, "a full bucket is forgotten");
    }

    #[test]
    fn a_long_name_is_cut() {
        let (mut buckets, now) = (Buckets::default(), Instant::now());
        buckets.add(&format!("by {}", "é".repeat(100_000)), 1.0, RATE, now);
        assert!(buckets.each.keys().all(|name| name.len() <= MOST_NAME));
    }
}
