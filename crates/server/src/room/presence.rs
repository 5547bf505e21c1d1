//! People present: in this process and in others.

use super::Room;
use crate::cluster::TableNotice;
use crate::time::now;
use protocol::ServerMessage;

/// Milliseconds between two messages about it.
const BETWEEN: i64 = 1000;

/// When presence was told, and is to be told again.
#[derive(Debug, Default)]
pub(super) struct Presence {
    told: i64,
    due: Option<i64>,
}

impl Presence {
    /// Schedules a broadcast of the presence.
    pub(super) fn changed(&mut self, now: i64) {
        self.due = self.due.or(Some(now.max(self.told + BETWEEN)));
    }

    pub(super) const fn due(&self) -> Option<i64> {
        self.due
    }

    /// Whether it is to be told now.
    fn take(&mut self, now: i64) -> bool {
        let is_due = self.due.is_some_and(|due| due <= now);
        if is_due {
            *self = Presence { told: now, due: None };
        }
        is_due
    }
}

impl Room {
    /// Updates the presence after a connection of this process opened or closed.
    pub(super) fn notice(&mut self) {
        self.look_around();
        self.presence.changed(now());
        if !self.elsewhere.is_empty() {
            self.tell_who_is_here();
        }
    }

    fn tell_who_is_here(&self) {
        let seats = (0..self.table.state.seats().len()).map(|seat| self.is_connected_here(seat));
        self.tell_peers(TableNotice::Here {
            seats: seats.collect(),
            watching: self.watching_here(),
        });
    }

    fn is_connected_here(&self, seat: usize) -> bool {
        self.listeners
            .values()
            .any(|listener| listener.seat == Some(seat))
    }

    fn watching_here(&self) -> usize {
        let watchers = self.listeners.values().filter(|listener| listener.seat.is_none());
        watchers.count()
    }

    pub(super) fn hear_from_elsewhere(&mut self, process: String, what: TableNotice) {
        match what {
            TableNotice::Awake {} => {
                self.elsewhere.insert(process, (Vec::new(), 0));
                self.tell_who_is_here();
            }
            TableNotice::Here { seats, watching } => {
                if self.elsewhere.insert(process, (seats, watching)).is_none() {
                    self.tell_who_is_here();
                }
            }
            TableNotice::Asleep {} => {
                self.elsewhere.remove(&process);
            }
            TableNotice::Analysis { progress } => return self.tell_all(&ServerMessage::Analysis(progress)),
            TableNotice::Hand { ply, poses } => return self.tell_all(&ServerMessage::Hand { ply, poses }),
        }
        self.look_around();
        self.presence.changed(now());
    }

    /// A process that is not heard of any more has nobody connected.
    pub(super) fn forget_the_dead(&mut self) {
        let (peers, known) = (self.rooms.0.peers.clone(), self.elsewhere.len());
        self.elsewhere.retain(|process, _| peers.is_alive(process));
        if self.elsewhere.len() < known {
            self.look_around();
            self.presence.changed(now());
        }
    }

    /// Since when each seat's player is away: connected neither here nor in another process.
    pub(super) fn look_around(&mut self) {
        for seat in 0..self.table.state.seats().len() {
            let elsewhere = |(seats, _): &(Vec<bool>, usize)| seats.get(seat) == Some(&true);
            let here = self.is_connected_here(seat) || self.elsewhere.values().any(elsewhere);
            self.away_since[seat] = if here {
                None
            } else {
                self.away_since[seat].or_else(|| Some(now()))
            };
        }
    }

    /// Tells who is here, when that has changed, at most once a second.
    pub(super) fn tell_presence_when_due(&mut self) {
        if !self.presence.take(now()) {
            return;
        }
        let here = (0..self.table.state.seats().len())
            .map(|seat| self.table.state.is_computer(seat) || self.away_since[seat].is_none());
        let here = here.collect();
        let elsewhere: usize = self.elsewhere.values().map(|(_, watching)| watching).sum();
        let watching = self.watching_here() + elsewhere;
        self.tell_all(&ServerMessage::Presence { here, watching });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presence_is_told_at_once_and_then_once_a_second() {
        let mut presence = Presence::default();
        presence.changed(5000);
        assert!(presence.take(5000) && !presence.take(5000));
        for at in 5001..5100 {
            presence.changed(at);
            assert!(!presence.take(at));
        }
        assert_eq!(presence.due(), Some(6000));
        assert!(presence.take(6000), "the changes since then, together");
        assert_eq!(presence.due(), None);
    }
}
