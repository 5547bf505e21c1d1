//! Work that a room does unasked, when its time has come: a clock that runs out, news of presence, the computer's turn.

use super::Room;
use super::commit::Draft;
use crate::time::now;
use protocol::EventKind;
use std::time::Duration;

/// How long to wait before something that happens by itself is tried again.
const AGAIN: Duration = Duration::from_millis(100);

impl Room {
    /// Does what is due by itself: a clock that ran out, a computer's turn.
    pub(super) async fn go_on(&mut self) {
        if let Some(end) = self.overdue()
            && self
                .commit(Draft {
                    events: vec![end],
                    ..Draft::default()
                })
                .await
                .is_err()
        {
            // It is tried again; not at once, for others want the database, too.
            self.conflicted = false;
            tokio::time::sleep(AGAIN).await;
        }
        self.stop_late_simulation();
        self.forget_the_dead();
        self.tell_presence_when_due();
        self.think();
    }

    /// The end that the clock has decided. A move that arrived in time and is being simulated is waited for, and so is the
    /// certainty that there was no outage until then.
    fn overdue(&self) -> Option<EventKind> {
        let (now, well_until) = (now(), self.rooms.outages().well_until());
        let due = self.table.due().filter(|_| self.simulation.is_none());
        if due.is_some_and(|(at, _)| at <= now && at > well_until) {
            self.rooms.outages().ask();
        }
        let overdue = self.table.overdue(now.min(well_until));
        overdue.filter(|_| self.simulation.is_none())
    }

    /// Time until something must be done without anybody asking.
    pub(super) fn next_due(&self) -> Option<Duration> {
        let clock = self.table.due().filter(|_| self.simulation.is_none());
        // A flag that waits for the next heartbeat.
        let unsure = |at: i64| {
            if at <= now() {
                now() + AGAIN.as_millis() as i64
            } else {
                at
            }
        };
        let due = clock
            .map(|(at, _)| unsure(at))
            .into_iter()
            .chain(self.presence.due())
            .min()?;
        Some(Duration::from_millis((due - now()).max(0) as u64))
    }
}
