//! Messages between server processes on one database: logs that have grown, presence, seeks.
//!
//! A table may be awake in several processes. Its log decides: whoever writes second finds the place taken, reads
//! the log again and decides anew.

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

/// How often a process says that it is there, and how long it may be silent until it counts as gone.
const SIGN: Duration = Duration::from_secs(1);
const SILENCE: i64 = 8000;
/// Limits of the queue: all messages, and those about moving hands, which may be lost.
const MOST_WAITING: usize = 65_536;
const MOST_HANDS: usize = 1024;

/// Message from one process to the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum PeerMessage {
    /// It is there.
    Alive {},
    /// The list of seeks has changed.
    Lobby {},
    /// Something concerns these people.
    Notification {
        people: Vec<String>,
        table: TableId,
        what: What,
    },
    /// Credentials end: what was opened with them is closed.
    Revoked { revocation: Revocation },
    /// Something was taken out of these tables' logs.
    Logs { tables: Vec<TableId> },
    /// A table was removed.
    Removed { table: TableId },
    /// Names are to be replaced in games.
    Names {},
    /// The keys to sign with have changed.
    Keys {},
    /// A table: something that is not in its log.
    Table { table: TableId, what: TableNotice },
}

/// Event at a table in another process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub(crate) enum TableNotice {
    /// It has woken there; whoever has it awake, too, says who is there.
    Awake {},
    /// Presence: for each seat, and the number of spectators.
    Here { seats: Vec<bool>, watching: usize },
    /// It fell asleep there.
    Asleep {},
    /// How far the game's analysis is.
    Analysis { progress: AnalysisProgress },
    /// The moving hand of a player who is connected there.
    Hand { ply: u32, poses: String },
}

/// The other processes.
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

    /// Tells the others, in one's own time.
    pub(crate) fn tell(&self, told: PeerMessage) {
        let hand = matches!(
            &told,
            PeerMessage::Table {
                what: TableNotice::Hand { .. },
                ..
            }
        );
        if hand && self.outbox.capacity() < MOST_WAITING - MOST_HANDS {
            return;
        }
        if self.outbox.try_send(told).is_err() {
            tracing::warn!("other processes cannot be told anything");
        }
    }

    /// Whether a process has been heard of lately.
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

/// Tells what is to be told, and every while that we are there.
async fn tell(store: Store, mut letters: mpsc::Receiver<PeerMessage>) {
    loop {
        let told = match tokio::time::timeout(SIGN, letters.recv()).await {
            Ok(Some(told)) => told,
            Ok(None) => return,
            Err(_) => PeerMessage::Alive {},
        };
        let text = serde_json::to_string(&told).unwrap_or_default();
        if let Err(error) = store.tell(&text).await {
            tracing::warn!(%error, "other processes were not told");
        }
    }
}

/// Makes a new connection to the others, however long it takes, and reads what was missed.
async fn listen_again(app: &App, listener: &mut Listener) {
    while let Err(error) = listener.reconnect().await {
        tracing::error!(%error, "cannot listen to other processes");
        sleep(SIGN).await;
    }
    // The next echo is waited for as long as the first one.
    app.rooms.0.heartbeat.reconnected();
    catch_up(app);
}

/// Reads whatever other processes may have written.
fn catch_up(app: &App) {
    app.rooms.logs_have_grown(app.rooms.all_awake().into_iter());
    app.lobby.changed();
}

/// Hears what the others tell, as long as the application is there.
pub(crate) async fn hear(app: App, mut listener: Listener) {
    let mut stopping = app.stopping.clone();
    let heartbeat = &app.rooms.0.heartbeat;
    let mut checking = interval(SIGN);
    loop {
        let news = tokio::select! {
            news = listener.next() => news,
            // Nothing comes over a connection that hangs, not even our own messages.
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
                if let Ok(told) = serde_json::from_str(&text) {
                    take_in(&app, process, told).await;
                }
            }
        }
    }
}

/// Does what another process, or the host, has told.
pub(crate) async fn take_in(app: &App, process: String, told: PeerMessage) {
    match told {
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
            if let Err(error) = app.keys.reload(&app.store).await {
                tracing::error!(%error, "cannot read the keys");
            }
        }
        PeerMessage::Alive {} => {}
    }
}
