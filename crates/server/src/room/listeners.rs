//! Listeners of a room: joining, leaving, and messages to one of them.

use super::Room;
use super::commit::shown;
use crate::log_size::{first_page, page_count};
use crate::outbox::Outbox;
use crate::room_registry::Seen;
use crate::time::now;
use protocol::{ByeReason, Event, Refusal, Refused, ServerMessage, TableInfo, VERSION};
use std::time::Duration;
use store::Silence;
use tokio::time::Instant;

/// The shortest time between two times that a connection is sent events again, for each page of them.
const SYNC: Duration = Duration::from_secs(2);

/// A connected client.
#[derive(Debug)]
pub(super) struct Listener {
    pub(super) ids: Vec<String>,
    pub(super) seat: Option<usize>,
    pub(super) outbox: Outbox,
    /// The last event that was sent, as long as those after it are still to be sent.
    pub(super) rest: Option<u64>,
    /// The event after which all are to be sent again, when that is due.
    pub(super) sync: Option<u64>,
    pub(super) next_sync: Instant,
}

impl Listener {
    pub(super) fn new(ids: Vec<String>, seat: Option<usize>, outbox: Outbox) -> Listener {
        Listener {
            ids,
            seat,
            outbox,
            rest: None,
            sync: None,
            next_sync: Instant::now(),
        }
    }
}

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
        self.listeners.insert(number, Listener::new(ids, seat, outbox));
        self.welcome(number, last);
        self.notice();
        Some(number)
    }

    fn welcome(&mut self, connection: u64, last: u64) {
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
        self.send_after(connection, last);
    }

    /// A connection begins once: everything could be asked for again and again otherwise.
    pub(super) fn refuse_hello(&mut self, connection: u64) {
        let refused = ServerMessage::Refused {
            key: None,
            reason: Refusal::NotNow,
            words: "you have said hello on this connection already".to_owned(),
            last: self.log.len() as u64,
            ply: self.table.state.plies(),
        };
        self.tell_one(connection, &refused);
    }

    /// Sends the events after `last` again; when that was done a moment ago, a little later. The more was sent, the later.
    pub(super) fn sync(&mut self, connection: u64, last: u64) {
        let pages = page_count(self.events_after(last));
        let Some(listener) = self.listeners.get_mut(&connection) else {
            return;
        };
        let now = Instant::now();
        if listener.rest.is_some() {
            // All events are on their way already.
        } else if listener.next_sync <= now {
            listener.next_sync = now + SYNC * pages;
            self.send_after(connection, last);
        } else if let Some(waiting) = &mut listener.sync {
            *waiting = last.min(*waiting);
        } else {
            listener.sync = Some(last);
            let due = listener.next_sync;
            self.send_rest_after(connection, tokio::time::sleep_until(due));
        }
    }

    fn events_after(&self, last: u64) -> &[Event] {
        let from = usize::try_from(last).unwrap_or(usize::MAX);
        self.log.get(from..).unwrap_or_default()
    }

    /// Sends the events after `last`, in pages.
    fn send_after(&mut self, connection: u64, last: u64) {
        if let Some(listener) = self.listeners.get_mut(&connection) {
            listener.rest = Some(last);
        }
        self.send_page(connection);
    }

    /// Sends what a listener waits for.
    pub(super) fn send_rest(&mut self, connection: u64) {
        let listener = self.listeners.get_mut(&connection);
        match listener.and_then(|listener| listener.sync.take()) {
            Some(last) => self.sync(connection, last),
            None => self.send_page(connection),
        }
    }

    /// Sends a page of the events that a listener does not have yet. The next page follows when this one was read: until then
    /// it takes no memory.
    fn send_page(&mut self, connection: u64) {
        let Some(listener) = self.listeners.get(&connection) else {
            return;
        };
        let Some(last) = listener.rest else {
            return;
        };
        let reader = listener.outbox.reader();
        if listener.outbox.is_crowded() {
            return self.send_rest_after(connection, async move { reader.ready().await });
        }
        let rest = self.events_after(last);
        let page = first_page(rest);
        let (sent, is_whole) = (last + page.len() as u64, page.len() == rest.len());
        let events = shown(page, listener.seat);
        let clocks = self.table.clock.show(now());
        self.tell_one(connection, &ServerMessage::Events { events, clocks });
        if let Some(listener) = self.listeners.get_mut(&connection) {
            listener.rest = (!is_whole).then_some(sent);
        }
        if !is_whole {
            self.send_rest_after(connection, async move { reader.ready().await });
        }
    }

    fn send_rest_after(&self, connection: u64, moment: impl Future<Output = ()> + Send + 'static) {
        let (rooms, id) = (self.rooms.clone(), self.id.clone());
        tokio::spawn(async move {
            moment.await;
            rooms.send_rest(&id, connection);
        });
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
        match store::in_time(silence).await {
            Ok(None) => Ok(()),
            Ok(Some(Silence::Muted(_))) => {
                Refused::with(Refusal::NotNow, "the host of this server has muted you")
            }
            Ok(Some(Silence::Blocked)) => Refused::with(
                Refusal::NotNow,
                "a player at this table has blocked your messages",
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
