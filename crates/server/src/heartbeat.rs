//! The server's heartbeat: once a second it writes that it is alive and learns whether the others are. Until that is known
//! nobody loses on time.

use crate::time::{Outages, SLACK, follow_clock, now};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use store::{GRACE, Outage, Store};

/// Heartbeats between two looks at the database's clock.
const CLOCK_EVERY: u64 = 10;
/// A commit that takes longer than so many milliseconds counts for nobody's clock.
const SLOW: i64 = 1000;
/// Silence after which the server counts as unwell, in milliseconds.
const MOST_WRITE_AGE: i64 = 5000;
const MOST_ECHO_AGE: i64 = 10_000;
/// Silence after which the connection to the other processes is made anew, in milliseconds.
const DEAF_AFTER: i64 = 5000;

/// When the database and the other processes last answered.
#[derive(Clone, Debug)]
pub(crate) struct Heartbeat(Arc<Pulse>);

#[derive(Debug)]
struct Pulse {
    outages: Outages,
    /// When something was last written.
    wrote: AtomicI64,
    /// When a message of our own last came back from the other processes' channel; without one, nothing is expected.
    echoed: Option<AtomicI64>,
    /// When the connection to the other processes was last made anew.
    reconnected: AtomicI64,
    /// Outages that the database does not know yet.
    unsaved: Mutex<Vec<Outage>>,
    beats: AtomicU64,
}

impl Heartbeat {
    pub(crate) fn new(outages: Outages, has_bus: bool) -> Heartbeat {
        let now = now();
        outages.set_well_until(now);
        Heartbeat(Arc::new(Pulse {
            outages,
            wrote: AtomicI64::new(now),
            echoed: has_bus.then(|| AtomicI64::new(now)),
            reconnected: AtomicI64::new(now),
            unsaved: Mutex::default(),
            beats: AtomicU64::new(0),
        }))
    }

    pub(crate) fn outages(&self) -> &Outages {
        &self.0.outages
    }

    /// A commit that began at `begun` is done.
    pub(crate) fn wrote(&self, begun: i64) {
        let now = now();
        self.0.wrote.fetch_max(now, Ordering::Relaxed);
        if now - begun > SLOW {
            let outage = Outage {
                since: begun,
                until: now,
            };
            self.0.outages.note(outage);
            self.unsaved().push(outage);
        }
    }

    pub(crate) fn echoed(&self) {
        if let Some(echoed) = &self.0.echoed {
            echoed.fetch_max(now(), Ordering::Relaxed);
        }
    }

    /// Milliseconds since the last write.
    pub(crate) fn write_age(&self) -> i64 {
        (now() - self.0.wrote.load(Ordering::Relaxed)).max(0)
    }

    /// Milliseconds since the last echo; nothing when there are no other processes.
    pub(crate) fn echo_age(&self) -> Option<i64> {
        let echoed = self.0.echoed.as_ref()?.load(Ordering::Relaxed);
        Some((now() - echoed).max(0))
    }

    /// The connection to the other processes is a new one.
    pub(crate) fn reconnected(&self) {
        self.0.reconnected.store(now(), Ordering::Relaxed);
    }

    /// Whether our own messages have not come back for too long.
    pub(crate) fn is_deaf(&self) -> bool {
        let waited = now() - self.0.reconnected.load(Ordering::Relaxed);
        self.echo_age().is_some_and(|age| age.min(waited) > DEAF_AFTER)
    }

    /// Whether the server can do its work.
    pub(crate) fn is_well(&self) -> bool {
        self.write_age() < MOST_WRITE_AGE && self.echo_age().is_none_or(|age| age < MOST_ECHO_AGE)
    }

    fn unsaved(&self) -> std::sync::MutexGuard<'_, Vec<Outage>> {
        self.0.unsaved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes that the server is alive, and learns of the others.
    pub(crate) async fn beat(&self, store: &Store) {
        let begun = now();
        let outages = &self.0.outages;
        let mut seen = std::mem::take(&mut *self.unsaved());
        let well_until = outages.well_until();
        if begun - well_until > SLACK {
            seen.push(Outage {
                since: well_until,
                until: begun + GRACE,
            });
        }
        match store.beat(begun, &seen).await {
            Ok(beat) => {
                for outage in seen.iter().chain(&beat.outages) {
                    outages.note(*outage);
                }
                let heard = self.echo_age().map_or(begun, |age| now() - age);
                outages.set_well_until(beat.all_alive.min(heard).min(begun));
                self.0.wrote.fetch_max(begun, Ordering::Relaxed);
            }
            Err(error) => {
                tracing::error!(%error, "heartbeat write failed");
                self.unsaved().append(&mut seen);
                return;
            }
        }
        let beats = self.0.beats.fetch_add(1, Ordering::Relaxed);
        if beats.is_multiple_of(CLOCK_EVERY)
            && let Err(error) = follow_clock(store).await
        {
            tracing::error!(%error, "cannot read the database's clock");
        }
    }
}
