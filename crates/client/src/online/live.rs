//! A table followed over a socket: its state, the connection and the time, as signals.

use crate::browser;
use crate::storage::{self, Key};
use leptos::prelude::*;
use protocol::{Action, ClientMessage, RemoteTable, ServerMessage, TableUpdate};
use std::time::Duration;
use web_net::{Heard, Socket, decode, read_action};

/// The interval between two updates of the clocks.
const TICK: Duration = Duration::from_millis(200);
/// A message that the server answers with `pong`.
const PING: &str = r#"{"type":"ping"}"#;

/// A table and its connection to the server.
#[derive(Clone, Copy)]
pub(crate) struct Live {
    pub(crate) game: RwSignal<RemoteTable>,
    /// The time in milliseconds, a few times a second.
    pub(crate) now: RwSignal<f64>,
    id: StoredValue<String>,
    /// The unsettled actions as text, as last written to the browser's storage.
    kept: StoredValue<String>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    /// Called with each message of the server and what it changed.
    heard: StoredValue<Option<Callback<(ServerMessage, TableUpdate)>>>,
}

fn now() -> f64 {
    web_sys::js_sys::Date::now()
}

/// The state of a table before the server has sent any of it, with the unsettled actions that this browser has stored.
pub(crate) fn remote_table(id: &str) -> RemoteTable {
    let kept = storage::load(Key::Table(id)).unwrap_or_default();
    let kept = kept.lines().filter_map(read_action);
    RemoteTable::new(browser::fresh_seed() << 32 | browser::fresh_seed(), kept)
}

impl Live {
    /// Follows a table, until the page is left.
    pub(crate) fn new(id: &str, table: RemoteTable) -> Live {
        let kept: Vec<String> = table.unsettled().map(ClientMessage::write).collect();
        let live = Live {
            game: RwSignal::new(table),
            now: RwSignal::new(now()),
            id: StoredValue::new(id.to_owned()),
            kept: StoredValue::new(kept.join("\n")),
            socket: StoredValue::new_local(None),
            heard: StoredValue::new(None),
        };
        if let Ok(timer) = set_interval_with_handle(move || live.now.set(now()), TICK) {
            on_cleanup(move || timer.clear());
        }
        on_cleanup(move || live.socket.set_value(None));
        live
    }

    /// Opens the socket; `heard` is called after each message that has changed the table.
    pub(crate) fn connect(self, heard: Callback<(ServerMessage, TableUpdate)>) {
        self.heard.set_value(Some(heard));
        let path = format!("/ws/table/{}", self.id.get_value());
        let socket = Socket::open(&path, PING, move |heard| self.hear(heard));
        self.socket.set_value(socket);
    }

    fn hear(self, heard: Heard<'_>) {
        match heard {
            Heard::Opened => self.change(|table| table.opened(now())),
            Heard::Cut => self.change(RemoteTable::cut),
            Heard::Beat => self.change(RemoteTable::beat),
            Heard::Text(text) => match decode::server_message(text) {
                Some(message) => self.take(message),
                None if decode::is_welcome(text) => self.change(RemoteTable::outdate),
                // Messages of an unknown kind are ignored.
                None => {}
            },
        }
    }

    fn take(self, message: ServerMessage) {
        let mut update = TableUpdate::default();
        self.change(|table| update = table.hear(&message, now()));
        if let Some(heard) = self.heard.get_value() {
            heard.try_run((message, update));
        }
    }

    /// Plays a move that was made on the board after `ply` moves. Tells whether the table has taken it.
    #[must_use]
    pub(crate) fn play(self, ply: usize, text: &str) -> bool {
        let mut is_taken = false;
        self.change(|table| is_taken = table.play(ply, text));
        is_taken
    }

    /// Sends poses of the hand at this screen to the others; the hand moves after `ply` moves.
    pub(crate) fn show_hand(self, ply: usize, poses: String) {
        let message = ClientMessage::Hand {
            ply: ply as u32,
            poses,
        };
        self.socket.with_value(|socket| {
            if let Some(socket) = socket {
                socket.say(&message.write());
            }
        });
    }

    /// Sends an action other than a move.
    pub(crate) fn act(self, action: Action) {
        self.change(|table| {
            table.act(action);
        });
    }

    /// Changes the table, sends its outbox, and stores the unsettled actions in case the page is closed.
    fn change(self, change: impl FnOnce(&mut RemoteTable)) {
        let Some((outbox, kept)) = self.game.try_update(|table| {
            change(table);
            let kept: Vec<String> = table.unsettled().map(ClientMessage::write).collect();
            (table.take_outbox(), kept)
        }) else {
            return;
        };
        self.socket.with_value(|socket| {
            for message in &outbox {
                if let Some(socket) = socket {
                    socket.say(&message.write());
                }
            }
        });
        self.keep(kept.join("\n"));
    }

    fn keep(self, unsettled: String) {
        if self.kept.with_value(|kept| *kept == unsettled) {
            return;
        }
        let id = self.id.get_value();
        if unsettled.is_empty() {
            storage::forget(Key::Table(&id));
        } else {
            storage::save(Key::Table(&id), &unsettled);
        }
        self.kept.set_value(unsettled);
    }
}
