//! A game that is followed over a socket: the plain state, the connection, and the time.

use super::game::Game;
use crate::storage::{self, Key};
use courier::{Heard, Socket, read, read_action};
use leptos::prelude::*;
use protocol::{Action, ClientKey, ClientMessage, ServerMessage};
use std::time::Duration;

/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(200);
/// How long it is said that the connection is back, in milliseconds.
const BACK: f64 = 4000.0;

/// How the connection is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Link {
    Connecting,
    Open,
    /// It is cut; whether the server has said that it restarts.
    Cut {
        restarts: bool,
    },
    /// It is open again since then.
    Back(f64),
}

/// A game that is followed.
#[derive(Clone, Copy)]
pub(crate) struct Live {
    pub(crate) game: RwSignal<Game>,
    pub(crate) link: RwSignal<Link>,
    /// The time in milliseconds, a few times a second.
    pub(crate) now: RwSignal<f64>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    /// Shows these moves on the board.
    follow: StoredValue<Option<Callback<Vec<String>, Vec<String>>>>,
}

fn now() -> f64 {
    web_sys::js_sys::Date::now()
}

/// A mark that no other action has.
fn fresh_key() -> Option<ClientKey> {
    let part = || (web_sys::js_sys::Math::random() * 1e9) as u64;
    format!("{:09}{:09}", part(), part()).parse().ok()
}

/// What was said at a table and not settled when the page was closed.
pub(crate) fn kept(id: &str) -> Vec<ClientMessage> {
    let text = storage::load(Key::Table(id)).unwrap_or_default();
    text.lines().filter_map(read_action).collect()
}

impl Live {
    /// Follows a game, until the page is left.
    pub(crate) fn new(game: Game) -> Live {
        let live = Live {
            game: RwSignal::new(game),
            link: RwSignal::new(Link::Connecting),
            now: RwSignal::new(now()),
            socket: StoredValue::new_local(None),
            follow: StoredValue::new(None),
        };
        if let Ok(timer) = set_interval_with_handle(move || live.now.set(now()), TICK) {
            on_cleanup(move || timer.clear());
        }
        on_cleanup(move || live.socket.set_value(None));
        live
    }

    /// Opens the socket; `follow` shows moves on the board and gives back those it shows then.
    pub(crate) fn connect(self, follow: Callback<Vec<String>, Vec<String>>) {
        self.follow.set_value(Some(follow));
        self.show();
        let path = self
            .game
            .with_untracked(|game| format!("/ws/table/{}", game.id()));
        let socket = Socket::open(&path, r#"{"type":"ping"}"#, move |heard| self.hear(heard));
        self.socket.set_value(socket);
    }

    fn hear(self, heard: Heard<'_>) {
        match heard {
            Heard::Opened => {
                let back = matches!(self.link.get_untracked(), Link::Cut { .. });
                self.link.set(if back { Link::Back(now()) } else { Link::Open });
                let greetings = self.update(Game::greet);
                self.say(&greetings);
            }
            Heard::Cut => {
                let restarts = matches!(self.link.get_untracked(), Link::Cut { restarts: true });
                self.link.set(Link::Cut { restarts });
            }
            Heard::Beat => {
                if matches!(self.link.get_untracked(), Link::Back(since) if now() - since > BACK) {
                    self.link.set(Link::Open);
                }
                let again = self.update(Game::beat);
                self.say(&again);
                self.show();
            }
            Heard::Text(text) => {
                if let Some(message) = read::server_message(text) {
                    self.take(&message);
                }
            }
        }
    }

    fn take(self, message: &ServerMessage) {
        if let ServerMessage::Bye { words } = message {
            self.link.set(Link::Cut {
                restarts: words.contains("restarts"),
            });
        }
        let answer = self.update(|game| game.hear(message, now()));
        self.say(answer.as_slice());
        self.show();
        self.keep();
    }

    fn update<T>(self, change: impl FnOnce(&mut Game) -> T) -> T
    where
        T: Default,
    {
        self.game.try_update(change).unwrap_or_default()
    }

    /// Shows the moves on the board, and sends the next own one that is not in the log.
    fn show(self) {
        let line = self.game.with_untracked(Game::line);
        let follow = self.follow.get_value();
        if let Some(board) = follow.and_then(|follow| follow.try_run(line)) {
            self.propose(&board);
        }
    }

    /// The board shows these moves: an own one that is new is sent.
    pub(crate) fn propose(self, board: &[String]) {
        let before = self.game.with_untracked(Game::line);
        if let Some(message) = self.game.try_maybe_update(|game| {
            let message = game.propose(board, fresh_key);
            (message.is_some() || game.line() != before, message)
        }) {
            self.say(message.as_slice());
            self.keep();
        }
    }

    /// Does something.
    pub(crate) fn act(self, action: Action) {
        let Some(key) = fresh_key() else { return };
        if let Some(message) = self.game.try_update(|game| game.act(key, action)) {
            self.say(&[message]);
            self.keep();
        }
    }

    fn say(self, messages: &[ClientMessage]) {
        self.socket.with_value(|socket| {
            for message in messages {
                if let Some(socket) = socket {
                    socket.say(&message.write());
                }
            }
        });
    }

    /// Keeps what is not settled, in case the page is closed.
    fn keep(self) {
        self.game.with_untracked(|game| {
            let lines: Vec<String> = game.unsettled().iter().map(ClientMessage::write).collect();
            let key = Key::Table(game.id().as_str());
            if lines.is_empty() {
                storage::forget(key);
            } else {
                storage::save(key, &lines.join("\n"));
            }
        });
    }
}
