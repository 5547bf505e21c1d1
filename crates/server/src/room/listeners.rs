//! Listeners of a room: joining, leaving, and messages to one of them.

use super::commit::shown;
use super::{Listener, Room};
use crate::log_size::pages;
use crate::outbox::Outbox;
use crate::room_registry::Seen;
use crate::time::now;
use protocol::{ByeReason, Refusal, Refused, ServerMessage, TableInfo, VERSION};
use store::Silence;

impl Room {
    pub(super) fn info(&self) -> TableInfo {
        let state = &self.table.state;
        TableInfo {
            id: self.id.clone(),
            settings: state.settings().clone(),
            created: self.row.created,
            seats: state.seats().to_vec(),
            plies: state.plies(),
            ending: state.ending().cloned(),
            position: self.row.position.clone(),
        }
    }

    pub(super) fn look(&self, ids: &[String], invited: bool) -> Option<Seen> {
        if !invited && !self.may_see(ids) {
            return None;
        }
        let seat = self.table.state.seat_of(ids);
        let events = if self.may_see(ids) {
            shown(&self.log, seat)
        } else {
            Vec::new()
        };
        Some(Seen {
            info: self.info(),
            seat,
            events,
            is_creator: self.is_creator(ids),
            imported: self.row.imported == 1,
        })
    }

    pub(super) fn join(&mut self, ids: Vec<String>, last: u64, outbox: Outbox) -> Option<u64> {
        if !self.may_see(&ids) {
            return None;
        }
        self.next_listener += 1;
        let number = self.next_listener;
        let seat = self.table.state.seat_of(&ids);
        self.listeners.insert(number, Listener { ids, seat, outbox });
        self.welcome(number, last);
        self.notice();
        Some(number)
    }

    pub(super) fn welcome(&mut self, connection: u64, last: u64) {
        let seat = self.listeners.get(&connection).and_then(|listener| listener.seat);
        let (table, all) = (self.info(), self.log.len() as u64);
        self.tell_one(
            connection,
            &ServerMessage::Welcome {
                version: VERSION,
                table,
                seat,
                last: all,
                claim_after: self.rooms.0.patience.claim_millis(),
            },
        );
        self.tell_rest(connection, last);
    }

    /// Sends the events after `last`, in pages.
    pub(super) fn tell_rest(&mut self, connection: u64, last: u64) {
        let seat = self.listeners.get(&connection).and_then(|listener| listener.seat);
        let from = usize::try_from(last).unwrap_or(usize::MAX).min(self.log.len());
        let events = shown(&self.log[from..], seat);
        let clocks = self.table.clock.show(now());
        for events in pages(events) {
            self.tell_one(connection, &ServerMessage::Events { events, clocks });
        }
    }

    pub(super) fn leave(&mut self, connection: u64) {
        if self.listeners.remove(&connection).is_some() {
            self.notice();
        }
    }

    /// The host has removed the game: tells everyone, who are then disconnected, and stops all writing.
    pub(super) fn say_removed(&mut self) {
        self.tell_all(&ServerMessage::Bye {
            reason: ByeReason::Removed,
            words: "the host of this server has removed this game".to_owned(),
        });
        self.broken = true;
    }

    /// Refuses the chat of a player whom the host has muted or another player has blocked.
    pub(super) async fn may_write(&self, seat: usize) -> Result<(), Refused> {
        let silence = self.rooms.0.store.silence(self.id.as_str(), seat as i64, now());
        match silence.await {
            Ok(None) => Ok(()),
            Ok(Some(Silence::Muted(_))) => {
                Refused::with(Refusal::NotNow, "the host of this server has muted you")
            }
            Ok(Some(Silence::Blocked)) => Refused::with(
                Refusal::NotNow,
                "somebody at this table takes no messages from you",
            ),
            Err(error) => {
                tracing::error!(table = %self.id, %error, "cannot read whether a player may write");
                Refused::with(Refusal::Busy, "this message could not be stored; try again")
            }
        }
    }

    /// Shows the clocks as they are now.
    pub(super) fn show_clocks(&mut self) {
        let clocks = self
            .table
            .clock
            .show(now())
            .filter(|_| self.table.state.is_live());
        if clocks.is_some() {
            let events = Vec::new();
            self.tell_all(&ServerMessage::Events { events, clocks });
        }
    }

    pub(super) fn find_seats(&mut self) {
        for listener in self.listeners.values_mut() {
            listener.seat = self.table.state.seat_of(&listener.ids);
        }
        self.look_around();
    }
}
