//! Listeners of a room: presence, broadcasts, and their messages.

use super::simulate::Asker;
use super::{Command, Listener, Room};
use crate::cluster::TableNotice;
use crate::log_size::pages;
use crate::outbox::Outbox;
use crate::room_registry::{Act, RoomHandle, Seen};
use crate::time::now;
use protocol::{
    Action, ByeReason, ClientMessage, Event, EventKind, PlayerKind, Refusal, Refused, ServerMessage,
    TableInfo, VERSION,
};
use store::Silence;
use tokio::sync::mpsc;

/// Somebody who is connected to a table.
#[derive(Debug)]
pub(crate) struct Connection {
    handle: RoomHandle,
    number: u64,
}

impl Connection {
    pub(crate) const fn new(handle: RoomHandle, number: u64) -> Connection {
        Connection { handle, number }
    }

    /// Says something; `false` when the table is not there any more.
    pub(crate) async fn say(&self, message: ClientMessage, arrived: i64, lag: i64) -> bool {
        let command = Command::Say {
            connection: self.number,
            message,
            arrived,
            lag,
        };
        self.handle.mailbox.send(command).await.is_ok()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let leave = Command::Leave {
            connection: self.number,
        };
        if let Err(mpsc::error::TrySendError::Full(leave)) = self.handle.mailbox.try_send(leave) {
            let mailbox = self.handle.mailbox.clone();
            tokio::spawn(async move { mailbox.send(leave).await });
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
        self.listeners.insert(number, Listener { ids, seat, outbox });
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
        self.tell_rest(connection, last);
    }

    /// Exactly the events after `last`, in pages.
    fn tell_rest(&mut self, connection: u64, last: u64) {
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

    pub(super) async fn hear(&mut self, connection: u64, message: ClientMessage, arrived: i64, lag: i64) {
        let Some(listener) = self.listeners.get(&connection) else {
            return;
        };
        let seat = listener.seat;
        match message {
            ClientMessage::Hello { last, .. } => self.welcome(connection, last),
            ClientMessage::Sync { last } => self.tell_rest(connection, last),
            ClientMessage::Act { key, ply, action } => {
                let act = Act {
                    key: key.clone(),
                    ply,
                    action,
                    arrived,
                    lag,
                };
                self.act(seat, act, Asker::Listener { connection, key }).await;
            }
            ClientMessage::Hand { ply, poses } => {
                let moving = self.table.state.is_live() && seat == Some(self.table.seat_to_move());
                if moving && ply == self.table.state.plies() {
                    if !self.elsewhere.is_empty() {
                        let poses = poses.clone();
                        self.tell_peers(TableNotice::Hand { ply, poses });
                    }
                    let message = ServerMessage::Hand { ply, poses };
                    self.tell_if(&message, |number, _| number != connection);
                }
            }
            ClientMessage::Ping {} => self.tell_one(connection, &ServerMessage::Pong {}),
        }
    }

    /// A host has removed the game: everyone is told and let go, and nothing is written any more.
    pub(super) fn say_removed(&mut self) {
        self.tell_all(&ServerMessage::Bye {
            reason: ByeReason::Removed,
            words: "the host of this server has removed this game".to_owned(),
        });
        self.broken = true;
    }

    /// Whether the words of a player reach the others: a host may have muted them, a player blocked them.
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
                tracing::error!(table = %self.id, %error, "cannot read who may write");
                Refused::with(Refusal::Busy, "this could not be kept; try again")
            }
        }
    }

    /// Tells everyone what was written; a seat that was just taken may be a listener's.
    pub(super) fn tell(&mut self, events: &[Event]) {
        if events.is_empty() {
            return;
        }
        if events
            .iter()
            .any(|event| matches!(event.kind, EventKind::Sit { .. }))
        {
            self.find_seats();
        }
        let clocks = self.table.clock.show(now());
        for plays in [true, false] {
            let seat = plays.then_some(0);
            let message = ServerMessage::Events {
                events: shown(events, seat),
                clocks,
            };
            self.tell_if(&message, |_, listener| listener.seat.is_some() == plays);
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

    fn find_seats(&mut self) {
        for listener in self.listeners.values_mut() {
            listener.seat = self.table.state.seat_of(&listener.ids);
        }
        self.look_around();
    }

    pub(super) fn tell_all(&mut self, message: &ServerMessage) {
        self.tell_if(message, |_, _| true);
    }

    pub(super) fn tell_one(&mut self, connection: u64, message: &ServerMessage) {
        self.tell_if(message, |number, _| number == connection);
    }

    /// Sends to some. A listener that does not read is dropped, and can come again for the rest.
    fn tell_if(&mut self, message: &ServerMessage, to: impl Fn(u64, &Listener) -> bool) {
        let mut text = None;
        let mut lost = Vec::new();
        for (number, listener) in self
            .listeners
            .iter()
            .filter(|(number, listener)| to(**number, listener))
        {
            let text = text.get_or_insert_with(|| axum::extract::ws::Utf8Bytes::from(message.write()));
            if !listener.outbox.try_send(text.clone()) {
                lost.push(*number);
            }
        }
        // Others hear of it with the next message about presence: telling them here could lose more of them.
        for number in &lost {
            self.listeners.remove(number);
        }
        if !lost.is_empty() {
            self.notice();
        }
    }

    /// Lets the computer think, if it is its turn and it does not think yet; after the game it stops.
    pub(super) fn think(&mut self) {
        if !self.table.state.is_live() {
            self.thinking = None;
            return;
        }
        let player = self.table.state.player(self.table.seat_to_move());
        let Some(PlayerKind::Computer { level }) = player.map(|player| player.kind) else {
            return;
        };
        let position = self.table.board().position();
        if self.simulation.is_some()
            || self
                .thinking
                .as_ref()
                .is_some_and(|(about, _)| *about == position)
        {
            return;
        }
        let players = self.table.state.seats().iter().flatten();
        let people = players.filter(|player| !matches!(player.kind, PlayerKind::Computer { .. }));
        let people: Vec<String> = people.map(|player| player.person.to_string()).collect();
        let board = self.table.board().clone();
        let thinking = crate::computer::think(&self.rooms, &self.id, board, level, &people);
        self.thinking = Some((position, thinking));
    }

    pub(super) async fn thought(&mut self, position: &str, text: String) {
        self.thinking = None;
        let seat = self.table.seat_to_move();
        if !self.table.state.is_live()
            || self.table.board().position() != position
            || !self.table.state.is_computer(seat)
        {
            return;
        }
        let Ok(key) = format!("computer-{}", self.log.len()).parse() else {
            return;
        };
        let ply = self.table.state.plies();
        let act = Act {
            key,
            ply,
            action: Action::Move { text },
            arrived: now(),
            lag: 0,
        };
        self.act(Some(seat), act, Asker::Computer).await;
    }
}

/// The events as one may see them: what the players write is for them alone.
pub(crate) fn shown(events: &[Event], seat: Option<usize>) -> Vec<Event> {
    let show = |event: &Event| match &event.kind {
        EventKind::Chat { seat: by, .. } if seat.is_none() => Event {
            kind: EventKind::Chat {
                seat: *by,
                text: None,
            },
            ..event.clone()
        },
        _ => event.clone(),
    };
    events.iter().map(show).collect()
}
