//! Messages between server processes on one database: new log entries, presence, seeks.
//!
//! Several processes may have a table loaded. Its log decides: a process that writes second finds the sequence number
//! taken, reads the log again and checks the action again.

use crate::App;
use crate::connections::Revocation;
use crate::notifications::What;
use crate::time::now;
use protocol::{AnalysisProgress, TableId};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use store::{Listener, PeerNotice, Store};
use tokio::sync::mpsc;
use tokio::time::{interval, sleep};

/// Interval between heartbeats of a process.
const SIGN: Duration = Duration::from_secs(1);
/// A process counts as gone after so many milliseconds without a message.
const SILENCE: i64 = 8000;
/// Limits of the queue: all messages, and those about moving hands, which may be lost.
const MOST_WAITING: usize = 65_536;
const MOST_HANDS: usize = 1024;

/// Message from one process to the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum PeerMessage {
    /// Heartbeat.
    Alive {},
    /// The list of seeks has changed.
    Lobby {},
    /// A notification for these people.
    Notification {
        people: Vec<String>,
        table: TableId,
        what: What,
    },
    /// Credentials are revoked; connections opened with them are closed.
    Revoked { revocation: Revocation },
    /// Texts in these tables' logs were removed.
    Logs { tables: Vec<TableId> },
    /// A table was removed.
    Removed { table: TableId },
    /// Players' names must be replaced in games.
    Names {},
    /// The signing keys have changed.
    Keys {},
    /// A notice about a table that is not part of its log.
    Table { table: TableId, what: TableNotice },
}

/// Event at a table in another process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub(crate) enum TableNotice {
    /// The process has loaded the table; others that have it loaded answer with [`TableNotice::Here`].
    Awake {},
    /// Presence at the process: for each seat, and the number of spectators.
    Here { seats: Vec<bool>, watching: usize },
    /// The process has unloaded the table.
    Asleep {},
    /// Progress of the game's analysis.
    Analysis { progress: AnalysisProgress },
    /// Poses of the moving hand of a player who is connected to the process.
    Hand { ply: u32, poses: String },
}

/// The other processes: the queue of messages to them, and the time of the last message of each.
#[derive(Clone, Debug)]
pub(crate) struct Peers {
    outbox: mpsc::Sender<PeerMessage>,
    heard: Arc<Mutex<HashMap<String, i64>>>,
}

impl Peers {
    pub(crate) fn new(store: Store) -> Peers {
        let (outbox, letters) = mpsc::channel(MOST_WAITING);
        tokio::spawn(tell(store, letters));
        Peers {
            outbox,
            heard: Arc::default(),
        }
    }

    /// Queues a message to the others. Drops it if the queue is full.
    pub(crate) fn tell(&self, message: PeerMessage) {
        let hand = matches!(
            &message,
            PeerMessage::Table {
                what: TableNotice::Hand { .. },
                ..
            }
        );
        if hand && self.outbox.capacity() < MOST_WAITING - MOST_HANDS {
            return;
        }
        if self.outbox.try_send(message).is_err() {
            tracing::warn!("message to other processes dropped: the queue is full");
        }
    }

    /// Whether a message of the process came within the last seconds.
    pub(crate) fn is_alive(&self, process: &str) -> bool {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.get(process).is_some_and(|at| now() - at < SILENCE)
    }

    fn hear(&self, process: &str) {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.retain(|_, at| now() - *at < SILENCE);
        heard.insert(process.to_owned(), now());
    }
}

/// Sends queued messages, and a heartbeat whenever the queue was empty for a while.
async fn tell(store: Store, mut letters: mpsc::Receiver<PeerMessage>) {
    loop {
        let message = match tokio::time::timeout(SIGN, letters.recv()).await {
            Ok(Some(message)) => message,
            Ok(None) => return,
            Err(_) => PeerMessage::Alive {},
        };
        let text = serde_json::to_string(&message).unwrap_or_default();
        if let Err(error) = store.tell(&text).await {
            tracing::warn!(%error, "cannot send a message to other processes");
        }
    }
}

/// Reconnects to the other processes, trying until it succeeds, and reads the missed changes.
async fn listen_again(app: &App, listener: &mut Listener) {
    while let Err(error) = listener.reconnect().await {
        tracing::error!(%error, "cannot listen to other processes");
        sleep(SIGN).await;
    }
    // The next echo gets as much time as the first one.
    app.rooms.0.heartbeat.reconnected();
    catch_up(app);
}

/// Reads everything that other processes may have written meanwhile.
fn catch_up(app: &App) {
    app.rooms.logs_have_grown(app.rooms.all_awake().into_iter());
    app.lobby.changed();
}

/// Handles messages of the other processes until the server stops.
pub(crate) async fn hear(app: App, mut listener: Listener) {
    let mut stopping = app.stopping.clone();
    let heartbeat = &app.rooms.0.heartbeat;
    let mut checking = interval(SIGN);
    loop {
        let news = tokio::select! {
            news = listener.next() => news,
            // A connection that hangs brings no message, not even the echo of our own.
            _ = checking.tick() => {
                if !heartbeat.is_deaf() {
                    continue;
                }
                PeerNotice::Lost
            }
            _ = stopping.changed() => return,
        };
        match news {
            PeerNotice::Echo => heartbeat.echoed(),
            PeerNotice::Lost => {
                tokio::select! {
                    () = listen_again(&app, &mut listener) => {}
                    _ = stopping.changed() => return,
                }
            }
            PeerNotice::Logs(games) => app
                .rooms
                .logs_have_grown(games.iter().filter_map(|id| id.parse().ok())),
            PeerNotice::Missed => catch_up(&app),
            PeerNotice::Told(process, text) => {
                app.rooms.0.peers.hear(&process);
                if let Ok(message) = serde_json::from_str(&text) {
                    take_in(&app, process, message).await;
                }
            }
        }
    }
}

/// Handles a message of another process, or of a host's command.
pub(crate) async fn take_in(app: &App, process: String, message: PeerMessage) {
    match message {
        PeerMessage::Table { table, what } => app.rooms.elsewhere(&table, process, what),
        PeerMessage::Notification { people, table, what } => {
            app.rooms.0.notifications.publish(&people, &table, what);
        }
        PeerMessage::Lobby {} => app.lobby.changed(),
        PeerMessage::Revoked { revocation } => app.connections.revoke(&revocation),
        PeerMessage::Logs { tables } => app.rooms.logs_have_grown(tables.into_iter()),
        PeerMessage::Removed { table } => app.rooms.removed(&table),
        PeerMessage::Names {} => {
            let app = app.clone();
            tokio::spawn(async move { app.change_names().await });
        }
        PeerMessage::Keys {} => {
            if let Err(error) = store::in_time(app.keys.reload(&app.store)).await {
                tracing::error!(%error, "cannot read signing keys");
            }
        }
        PeerMessage::Alive {} => {}
    }
}
