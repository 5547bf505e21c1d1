//! How often something may be tried.

use crate::problem::Problem;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Tries in a window, and how long the window is.
const MOST: u32 = 10;
const WINDOW: Duration = Duration::from_mins(1);
/// Names remembered before old ones are forgotten.
const REMEMBERED: usize = 10_000;

/// Who has tried what lately.
#[derive(Clone, Debug, Default)]
pub(crate) struct Limits(Arc<Mutex<HashMap<String, (Instant, u32)>>>);

impl Limits {
    /// Counts a try; too many are refused until the window is over.
    pub(crate) fn attempt(&self, what: &str) -> Result<(), Problem> {
        self.attempt_at(what, Instant::now()).map_err(Problem::too_fast)
    }

    /// The seconds to wait, if it was too often.
    fn attempt_at(&self, what: &str, now: Instant) -> Result<(), u64> {
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
        if *count <= MOST {
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
        for _ in 0..MOST {
            assert_eq!(limits.attempt_at("ann", now), Ok(()));
        }
        assert_eq!(limits.attempt_at("ann", now + Duration::from_secs(20)), Err(40));
        assert_eq!(limits.attempt_at("bob", now), Ok(()), "others are not held up");
        assert_eq!(limits.attempt_at("ann", now + WINDOW), Ok(()));
    }
}
