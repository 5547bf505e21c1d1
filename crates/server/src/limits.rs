//! How often something may be tried.

use crate::problem::Problem;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Wrong passwords, or right ones, in a window.
pub(crate) const SIGN_INS: u32 = 10;
/// New games of one person in a window.
pub(crate) const TABLES: u32 = 30;
/// How long a window is.
const WINDOW: Duration = Duration::from_mins(1);
/// Names remembered before old ones are forgotten.
const REMEMBERED: usize = 10_000;

/// Who has tried what lately.
#[derive(Clone, Debug, Default)]
pub(crate) struct Limits(Arc<Mutex<HashMap<String, (Instant, u32)>>>);

impl Limits {
    /// Counts a try; too many are refused until the window is over.
    pub(crate) fn attempt(&self, what: &str, most: u32) -> Result<(), Problem> {
        self.attempt_at(what, most, Instant::now())
            .map_err(Problem::too_fast)
    }

    /// The seconds to wait, if it was too often.
    fn attempt_at(&self, what: &str, most: u32, now: Instant) -> Result<(), u64> {
        let mut tried = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tried.len() >= REMEMBERED {
            tried.retain(|_, (since, _)| now.duration_since(*since) < WINDOW);
        }
        let (since, count) = tried.entry(what.to_owned()).or_insert((now, 0));
        let passed = now.duration_since(*since);
        if passed >= WINDOW {
            (*since, *count) = (now, 0);
        }
        *count += 1;
        if *count <= most {
            return Ok(());
        }
        Err(WINDOW.saturating_sub(passed).as_secs().max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_tries_must_wait() {
        let (limits, now) = (Limits::default(), Instant::now());
        for _ in 0..SIGN_INS {
            assert_eq!(limits.attempt_at("ann", SIGN_INS, now), Ok(()));
        }
        assert_eq!(
            limits.attempt_at("ann", SIGN_INS, now + Duration::from_secs(20)),
            Err(40)
        );
        assert_eq!(
            limits.attempt_at("bob", SIGN_INS, now),
            Ok(()),
            "others are not held up"
        );
        assert_eq!(limits.attempt_at("ann", SIGN_INS, now + WINDOW), Ok(()));
    }
}
