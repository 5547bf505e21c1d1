//! Writes events to the log, and only then tells them to everyone.

use super::{Listener, Room};
use crate::commit_queue::Written;
use crate::notifications::What;
use crate::push::NextMove;
use crate::table::Table;
use crate::time::now;
use games::AnyGame;
use protocol::{
    Clock, EndReason, Ending, Event, EventKind, Player, PlayerKind, Refusal, Refused, ServerMessage, Stage,
    TableId,
};
use store::{LogWrite, NewEvent, Opening, SeatRow, Summary};

/// Events that are to become true, with all that becomes true with them.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) events: Vec<EventKind>,
    /// Seat and key of the action, if a client did it.
    pub(super) key: Option<String>,
    /// The board after them, if it changes.
    pub(super) board: Option<AnyGame>,
    /// Seats taken with them.
    pub(super) seats: Vec<SeatRow>,
    /// The game that is made with them.
    pub(super) opens: Option<Opening>,
}

impl Draft {
    /// One event that a client's action has become.
    pub(super) fn of(event: EventKind, key: String) -> Draft {
        Draft {
            events: vec![event],
            key: Some(key),
            ..Draft::default()
        }
    }
}

impl Room {
    /// Commits events: persists first, broadcasts after. An event that cannot be persisted does not count.
    pub(super) async fn commit(&mut self, draft: Draft) -> Result<u64, Refused> {
        let Draft {
            events,
            key,
            board,
            seats,
            opens,
        } = draft;
        match events.iter().find(|event| !self.size.has_room(event)) {
            None => {}
            Some(EventKind::Move { .. }) => return Box::pin(self.end_full_log()).await,
            Some(_) => return Refused::with(Refusal::NotNow, "this game is too long for more of that"),
        }
        let (at, first) = (now(), self.log.len() as u64 + 1);
        let (rated, ratings) = match self.rate(&events, at).await {
            Ok(rated) => rated.unzip(),
            Err(error) => {
                tracing::error!(table = %self.id, %error, "cannot read ratings");
                return Refused::with(Refusal::Busy, "the server waits for its database; try again");
            }
        };
        let kinds = events.into_iter().chain(rated);
        let events: Vec<Event> = kinds
            .zip(first..)
            .map(|(kind, seq)| Event { seq, at, kind })
            .collect();
        self.take_in(&events, board.as_ref());
        let entry = LogWrite {
            ratings: ratings.unwrap_or_default(),
            opens: opens.map(Box::new),
            ..entry(&self.id, &self.table, &events, key.clone(), seats)
        };
        match self.rooms.0.writer.write(entry).await {
            Written::Yes => {
                self.keys.extend(key.map(|key| (key, first)));
                self.log.extend_from_slice(&events);
                self.size.add(&events);
                self.count_memory();
                self.rooms.0.metrics.happened(&events);
                self.tell(&events);
                self.publish(&events);
                self.push_turn(&events);
                Ok(first)
            }
            not_written => {
                self.reload().await;
                self.conflicted = not_written == Written::Conflict && !self.broken;
                match key.and_then(|key| self.keys.get(&key).copied()) {
                    Some(seq) => {
                        self.conflicted = false;
                        Ok(seq)
                    }
                    None => Refused::with(Refusal::Busy, "this could not be kept; try again"),
                }
            }
        }
    }

    /// Ends a game whose log has no room for another move. Talk stops long before that.
    async fn end_full_log(&mut self) -> Result<u64, Refused> {
        self.commit(Draft {
            events: vec![EventKind::End(Ending::draw(EndReason::Aborted))],
            ..Draft::default()
        })
        .await?;
        Refused::with(Refusal::NotNow, "this game is too long: it ends without a winner")
    }

    /// Ends a game that nobody came to.
    pub(super) async fn expire(&mut self) {
        if self.table.state.stage() == Stage::Waiting {
            let end = EventKind::End(Ending::draw(EndReason::Aborted));
            // When another process was first, there is nothing to do, or it is tried with the next cleaning.
            let _ = self
                .commit(Draft {
                    events: vec![end],
                    ..Draft::default()
                })
                .await;
            self.conflicted = false;
        }
    }

    /// Lets the players know, wherever they are, that their game begins or is over.
    fn publish(&self, events: &[Event]) {
        let what = events.iter().find_map(|event| match event.kind {
            EventKind::Start {} => Some(What::Start),
            EventKind::End(_) => Some(What::End),
            _ => None,
        });
        if let Some(what) = what {
            let players = self.table.state.seats().iter().flatten();
            let people = players.map(|player| player.person.to_string()).collect();
            self.rooms.publish(people, &self.id, what);
        }
    }

    /// Queues a push message for the player whose turn it is in a game of days, unless they are connected.
    fn push_turn(&self, events: &[Event]) {
        let moved = events.iter().find_map(|event| match event.kind {
            EventKind::Move { seat, .. } => Some(seat),
            _ => None,
        });
        let state = &self.table.state;
        let settings = state.settings();
        let (Some(moved), Clock::Days(_), true) = (moved, settings.clock, state.is_live()) else {
            return;
        };
        let next = self.table.seat_to_move();
        let is_away = self.away_since.get(next).is_none_or(Option::is_some);
        if next == moved || !is_away || state.is_computer(next) {
            return;
        }
        if let (Some(player), Some(mover)) = (state.player(next), state.player(moved)) {
            self.rooms.0.push.add(NextMove {
                person: player.person.to_string(),
                table: self.id.clone(),
                game: settings.game,
                mover: mover.name.clone(),
            });
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
            // Those who are still being sent earlier events get these after them.
            let is_near = |listener: &Listener| listener.rest.is_none();
            self.tell_if(&message, |_, listener| {
                is_near(listener) && listener.seat.is_some() == plays
            });
        }
    }

    pub(super) fn tell_all(&mut self, message: &ServerMessage) {
        self.tell_if(message, |_, _| true);
    }

    pub(super) fn tell_one(&mut self, connection: u64, message: &ServerMessage) {
        self.tell_if(message, |number, _| number == connection);
    }

    /// Sends to some. A listener that does not read is dropped, and can come again for the rest.
    pub(super) fn tell_if(&mut self, message: &ServerMessage, to: impl Fn(u64, &Listener) -> bool) {
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

    fn take_in(&mut self, events: &[Event], board: Option<&AnyGame>) {
        for event in events {
            self.table.apply(event);
            let (EventKind::Move { left, .. } | EventKind::Takeback { left, .. }) = event.kind else {
                continue;
            };
            if let Some(board) = board {
                self.table.set_board(board.clone(), event.at, left);
            }
        }
    }
}

/// Events of a table that is in the state after them, as they are written.
pub(super) fn entry(
    id: &TableId,
    table: &Table,
    events: &[Event],
    key: Option<String>,
    seats: Vec<SeatRow>,
) -> LogWrite {
    let mut key = key;
    let rows = events.iter().map(|event| NewEvent {
        seq: event.seq as i64,
        at: event.at,
        key: key.take(),
        body: serde_json::to_string(&event.kind).unwrap_or_default(),
    });
    let ended = table.state.ended();
    let summary = Summary {
        plies: i64::from(table.state.plies()),
        deadline: table.due().map(|(at, _)| at),
        started: table.state.started(),
        ended: ended.map(|(at, _)| *at),
        winner: ended
            .and_then(|(_, ending)| ending.winner)
            .map(|side| side.index() as i64),
        reason: ended.map(|(_, ending)| ending.reason.to_string()),
        players: events
            .iter()
            .any(|event| matches!(event.kind, EventKind::Sit { .. }))
            .then(|| serde_json::to_string(table.state.seats()).unwrap_or_default()),
    };
    LogWrite {
        game: id.to_string(),
        events: rows.collect(),
        summary,
        seats,
        ratings: Vec::new(),
        opens: None,
    }
}

/// Row of a player on a seat; the engine is no person in the database.
pub(super) fn seat_row(seat: usize, player: &Player) -> Option<SeatRow> {
    let person = player.person.to_string();
    let computer = matches!(player.kind, PlayerKind::Computer { .. });
    (!computer).then_some(SeatRow {
        seat: seat as i64,
        person,
    })
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
