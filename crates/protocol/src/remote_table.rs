//! A table as a client knows it, without a socket: its state, the connection, and what the server has not settled.
//!
//! Whatever the connection loses, doubles, delays or puts in another order: a client that sends the outbox ends with
//! the server's log, and each of its actions counts once or is refused.

mod queries;
#[cfg(test)]
mod tests;

use crate::{
    Action, ByeReason, CLAIM_AFTER, ClientKey, ClientMessage, Clocks, Event, EventKind, Refusal,
    ServerMessage, Stage, TableInfo, TableState, VERSION,
};
use rules::Random;

/// Beats after which unsettled actions are sent again.
pub const RESEND_BEATS: u32 = 3;
/// Milliseconds for which a connection that was cut counts as just back.
const JUST_BACK: f64 = 4000.0;

/// State of the connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConnectionState {
    /// Not yet connected.
    #[default]
    Connecting,
    /// Connected.
    Open,
    /// Reconnected a moment ago.
    Back,
    /// Cut; it comes back by itself.
    Cut {
        /// Whether the server has said that it restarts.
        restarts: bool,
    },
    /// Of no use: the server is of another version, so the client must be loaded again.
    Outdated,
}

/// Consequences of a server's message for the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableUpdate {
    /// Events that are new, in order.
    pub events: Vec<Event>,
    /// The server has refused the own move that was shown: it is gone.
    pub withdrawn: bool,
}

/// A table as a client knows it. Every call may fill the outbox; times are milliseconds of one clock.
#[derive(Clone, Debug)]
pub struct RemoteTable {
    info: Option<TableInfo>,
    seat: Option<usize>,
    state: Option<TableState>,
    /// Number of the last event that the server has promised in its welcome.
    promised: u64,
    /// Whether that event has come.
    known: bool,
    outbox: Vec<ClientMessage>,
    /// Actions without an answer, oldest first.
    unsettled: Vec<(ClientKey, ClientMessage)>,
    /// Own moves that are not in the log yet, oldest first.
    ahead: Vec<String>,
    /// Key of the first of them, once it is sent.
    in_flight: Option<ClientKey>,
    refused: Option<Refusal>,
    /// Clocks, and the time of the message with them.
    clocks: Option<(Clocks, f64)>,
    here: Vec<bool>,
    away_since: Vec<Option<i64>>,
    claim_after: i64,
    watching: usize,
    link: ConnectionState,
    back_since: f64,
    beats: u32,
    keys: Random,
}

impl RemoteTable {
    /// A table of which nothing is known. The seed makes the keys of actions; `unsettled` actions were sent
    /// earlier and never answered.
    pub fn new(seed: u64, unsettled: impl IntoIterator<Item = ClientMessage>) -> RemoteTable {
        let keyed = |message: ClientMessage| match &message {
            ClientMessage::Act { key, .. } => Some((key.clone(), message)),
            _ => None,
        };
        RemoteTable {
            info: None,
            seat: None,
            state: None,
            promised: 0,
            known: false,
            outbox: Vec::new(),
            unsettled: unsettled.into_iter().filter_map(keyed).collect(),
            ahead: Vec::new(),
            in_flight: None,
            refused: None,
            clocks: None,
            here: Vec::new(),
            away_since: Vec::new(),
            claim_after: CLAIM_AFTER,
            watching: 0,
            link: ConnectionState::default(),
            back_since: f64::NEG_INFINITY,
            beats: 0,
            keys: Random::new(seed),
        }
    }

    /// Takes over the answer to a look at the table.
    pub fn look(&mut self, info: TableInfo, seat: Option<usize>, log: &[Event]) {
        self.welcome(info, seat, log.len() as u64);
        self.take(log);
    }

    fn welcome(&mut self, info: TableInfo, seat: Option<usize>, promised: u64) {
        self.state
            .get_or_insert_with(|| TableState::new(info.settings.clone()));
        self.seat = seat;
        self.info = Some(info);
        self.promised = promised;
    }

    /// Messages to send now, in order.
    pub fn take_outbox(&mut self) -> Vec<ClientMessage> {
        std::mem::take(&mut self.outbox)
    }

    /// The connection is open, for the first time or again: greets, and sends again what is not settled.
    pub fn opened(&mut self, now: f64) {
        if matches!(self.link, ConnectionState::Cut { .. }) {
            self.back_since = now;
        }
        if self.link != ConnectionState::Outdated {
            self.link = ConnectionState::Open;
        }
        self.beats = 0;
        self.outbox = vec![ClientMessage::Hello {
            version: VERSION,
            last: self.last(),
        }];
        self.resend();
    }

    /// The connection is cut.
    pub fn cut(&mut self) {
        let restarts = self.link == (ConnectionState::Cut { restarts: true });
        if self.link != ConnectionState::Outdated {
            self.link = ConnectionState::Cut { restarts };
        }
    }

    /// The server's welcome cannot be read: it is of another version. Only a welcome that can be read changes that.
    pub fn outdate(&mut self) {
        self.link = ConnectionState::Outdated;
    }

    /// A second has gone by on an open connection: now and then, unsettled actions are sent again.
    pub fn beat(&mut self) {
        self.beats += 1;
        if self.beats.is_multiple_of(RESEND_BEATS) {
            self.resend();
        }
    }

    /// Sends all that is not settled again.
    pub fn resend(&mut self) {
        self.outbox
            .extend(self.unsettled.iter().map(|(_, message)| message.clone()));
    }

    /// Asks for the events that are missing.
    pub fn sync(&mut self) {
        self.outbox.push(ClientMessage::Sync { last: self.last() });
    }

    /// Does something other than playing a move. Gives the key of the action.
    pub fn act(&mut self, action: Action) -> ClientKey {
        let key = ClientKey::of(self.keys.bits());
        self.refused = None;
        self.beats = 0;
        let ply = self.state.as_ref().map_or(0, TableState::plies);
        let message = ClientMessage::Act {
            key: key.clone(),
            ply,
            action,
        };
        self.unsettled.push((key.clone(), message.clone()));
        self.outbox.push(message);
        key
    }

    /// Plays an own move, made after `ply` moves on the board: it belongs to the line at once, and is sent as soon
    /// as those before it are in the log. Tells whether it is on its way.
    pub fn play(&mut self, ply: usize, text: &str) -> bool {
        let fits = self.stage() == Stage::Live && self.seat.is_some() && ply == self.line_len();
        if fits {
            self.ahead.push(text.to_owned());
            self.send_next();
        }
        fits
    }

    /// Sends the first own move that is not in the log, unless it is on its way.
    fn send_next(&mut self) {
        if let (None, Some(text)) = (&self.in_flight, self.ahead.first().cloned()) {
            self.in_flight = Some(self.act(Action::Move { text }));
        }
    }

    /// Takes in a message of the server.
    pub fn hear(&mut self, message: &ServerMessage, now: f64) -> TableUpdate {
        let mut update = TableUpdate::default();
        match message {
            ServerMessage::Welcome {
                table,
                seat,
                last,
                claim_after,
                ..
            } => {
                self.claim_after = *claim_after;
                if self.link == ConnectionState::Outdated {
                    self.link = ConnectionState::Open;
                }
                self.welcome(table.clone(), *seat, *last);
                update.events = self.take(&[]);
            }
            ServerMessage::Events { events, clocks } => {
                self.clocks = clocks.map(|clocks| (clocks, now)).or(self.clocks);
                update.events = self.take(events);
                self.ask_if_behind(events.last().map_or(0, |event| event.seq));
            }
            ServerMessage::Ack { key, seq } => {
                self.unsettled.retain(|(kept, _)| kept != key);
                if *seq <= self.last() && self.in_flight.as_ref() == Some(key) {
                    self.drop_ahead();
                }
                self.ask_if_behind(*seq);
            }
            ServerMessage::Refused {
                key, reason, last, ..
            } => {
                update.withdrawn = self.take_refusal(key.as_ref(), *reason);
                self.ask_if_behind(*last);
            }
            ServerMessage::Presence { here, watching } => self.see(here, *watching, now),
            ServerMessage::Bye { reason, .. } => {
                let restarts = *reason == ByeReason::Restart;
                self.link = match reason {
                    ByeReason::Version => ConnectionState::Outdated,
                    _ => ConnectionState::Cut { restarts },
                };
            }
            ServerMessage::Hand { .. } | ServerMessage::Analysis(_) | ServerMessage::Pong {} => {}
        }
        update
    }

    /// Applies the events that are new, and gives them back.
    fn take(&mut self, events: &[Event]) -> Vec<Event> {
        let Some(state) = &mut self.state else {
            return Vec::new();
        };
        let mut news = Vec::new();
        for event in events.iter().filter(|event| state.apply(event)) {
            let own = self.ahead.first().zip(self.seat);
            match &event.kind {
                EventKind::Move { text, seat, .. } if own == Some((text, *seat)) => {
                    self.ahead.remove(0);
                    self.in_flight = None;
                }
                EventKind::Move { .. } | EventKind::Takeback { .. } | EventKind::End(_) => {
                    self.ahead.clear();
                    self.in_flight = None;
                }
                _ => {}
            }
            news.push(event.clone());
        }
        if !self.known && state.last() >= self.promised {
            self.known = true;
            self.resume();
        }
        self.send_next();
        news
    }

    fn drop_ahead(&mut self) {
        self.ahead.clear();
        self.in_flight = None;
    }

    /// Shows the move again that was on its way when the page was closed, once the log is known.
    fn resume(&mut self) {
        let plies = self.state.as_ref().map_or(0, TableState::plies);
        let live = self.stage() == Stage::Live;
        let waiting = self.unsettled.iter().find_map(|(key, message)| match message {
            ClientMessage::Act {
                ply,
                action: Action::Move { text },
                ..
            } if *ply == plies && live => Some((key.clone(), text.clone())),
            _ => None,
        });
        if let Some((key, text)) = waiting {
            self.ahead = vec![text];
            self.in_flight = Some(key);
        }
    }

    fn ask_if_behind(&mut self, last: u64) {
        if self.state.is_some() && last > self.last() {
            self.sync();
        }
    }

    /// A server that is busy is asked again later; any other refusal settles the action. Tells whether it was the
    /// own move on its way, which is then taken off the line with all that follow it.
    fn take_refusal(&mut self, key: Option<&ClientKey>, reason: Refusal) -> bool {
        let for_now = matches!(reason, Refusal::Busy | Refusal::TooFast);
        let Some(key) = key.filter(|_| !for_now) else {
            return false;
        };
        let known = self.unsettled.len();
        self.unsettled.retain(|(kept, _)| kept != key);
        if self.unsettled.len() < known {
            self.refused = Some(reason);
        }
        let withdrawn = self.in_flight.as_ref() == Some(key);
        if withdrawn {
            self.drop_ahead();
        }
        withdrawn
    }

    fn see(&mut self, here: &[bool], watching: usize, now: f64) {
        let away = |(seat, here): (usize, &bool)| {
            let since = self.away_since.get(seat).copied().flatten();
            (!here).then(|| since.unwrap_or(now as i64))
        };
        self.away_since = here.iter().enumerate().map(away).collect();
        self.here = here.to_vec();
        self.watching = watching;
    }
}
