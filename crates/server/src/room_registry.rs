//! The tables that are awake, each a task behind a handle. The others are asleep in the database.

use crate::cluster::{Peers, TableNotice};
use crate::commit_queue::Writer;
use crate::finished;
use crate::heartbeat::Heartbeat;
use crate::http_error::Problem;
use crate::ids::{coin, random_text};
use crate::metrics::Metrics;
use crate::notifications::Notifications;
use crate::open::Open;
use crate::outbox::Outbox;
use crate::processors::Processors;
use crate::push::PushQueue;
use crate::room::{self, Command, Connection};
use crate::time::{Outages, now};
use axum::http::StatusCode;
use protocol::{
    Action, CLAIM_AFTER, ClientKey, Event, Player, PlayerKind, Refusal, Refused, TableId, TableInfo,
    TableSettings,
};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::{NewGame, Store};
use tokio::sync::{mpsc, oneshot};

/// Commands that wait for one table at most.
const MAILBOX: usize = 64;
/// How often overdue games are looked for.
const SWEEP: Duration = Duration::from_secs(1);
/// How often the database settles.
const SETTLE: Duration = Duration::from_secs(1);
/// How often logs of finished games are packed, how many at a time, and how long after the end, in milliseconds.
const PACK: Duration = Duration::from_secs(5);
const MOST_PACKED: i64 = 50;
const PACKED_AFTER: i64 = 60 * 60 * 1000;
/// Overdue games that are woken at once.
const MOST_SWEPT: i64 = 200;
/// How often a command is tried when its table falls asleep at that very moment.
const TRIES: usize = 5;

/// How patient tables are.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// How long a side must be away before the other may claim the game.
    pub claim: Duration,
    /// How long a table stays awake when nobody is there.
    pub sleep: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            claim: Duration::from_millis(CLAIM_AFTER as u64),
            sleep: Duration::from_secs(20),
        }
    }
}

impl Patience {
    pub(crate) const fn claim_millis(self) -> i64 {
        self.claim.as_millis() as i64
    }
}

/// State shared by all rooms.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) writer: Writer,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) peers: Peers,
    pub(crate) notifications: Notifications,
    pub(crate) heartbeat: Heartbeat,
    pub(crate) patience: Patience,
    pub(crate) processors: Processors,
    pub(crate) push: PushQueue,
    pub(crate) awake: Mutex<HashMap<TableId, RoomHandle>>,
    /// Memory of the long logs that are awake, by the addresses that have woken them.
    pub(crate) long_logs: Open,
}

/// All tables.
#[derive(Clone, Debug)]
pub(crate) struct Rooms(pub(crate) Arc<Shared>);

/// The way to one table.
#[derive(Clone, Debug)]
pub(crate) struct RoomHandle {
    pub(crate) mailbox: mpsc::Sender<Command>,
    /// Whether there was no memory for its log.
    pub(crate) is_refused: Arc<AtomicBool>,
}

impl RoomHandle {
    fn is_refused(&self) -> bool {
        self.is_refused.load(Ordering::Relaxed)
    }
}

/// A table as one may see it.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) info: TableInfo,
    pub(crate) seat: Option<usize>,
    pub(crate) events: Vec<Event>,
    pub(crate) is_creator: bool,
    /// Whether it was played elsewhere.
    pub(crate) imported: bool,
}

impl Seen {
    /// Whether the one who looks plays against the computer, which thinks only when its table is awake.
    fn waits_for_computer(&self) -> bool {
        let is_computer = |player: &Player| matches!(player.kind, PlayerKind::Computer { .. });
        let has_computer = self.info.seats.iter().flatten().any(is_computer);
        has_computer && self.seat.is_some() && self.info.ending.is_none()
    }
}

/// Context of an action.
#[derive(Clone, Debug)]
pub(crate) struct Act {
    pub(crate) key: ClientKey,
    pub(crate) ply: u32,
    pub(crate) action: Action,
    /// When it arrived, and how slow the connection is, in milliseconds.
    pub(crate) arrived: i64,
    pub(crate) lag: i64,
}

impl Rooms {
    pub(crate) fn new(store: Store, outages: Outages, patience: Patience, processors: Processors) -> Rooms {
        let metrics = Arc::new(Metrics::default());
        let heartbeat = Heartbeat::new(outages, store.has_bus());
        let rooms = Rooms(Arc::new(Shared {
            push: PushQueue::default(),
            writer: Writer::start(store.clone(), metrics.clone(), heartbeat.clone()),
            metrics,
            peers: Peers::new(store.clone()),
            notifications: Notifications::default(),
            store,
            heartbeat,
            patience,
            processors,
            awake: Mutex::default(),
            long_logs: room::long_logs(),
        }));
        tokio::spawn(sweep(Arc::downgrade(&rooms.0)));
        tokio::spawn(settle(Arc::downgrade(&rooms.0)));
        rooms
    }

    /// The way to a table, which is woken for a client if it sleeps.
    fn handle(&self, id: &TableId, client: &str) -> RoomHandle {
        let mut awake = self.0.awake.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(handle) = awake.get(id).filter(|handle| !handle.mailbox.is_closed()) {
            return handle.clone();
        }
        let (mailbox, commands) = mpsc::channel(MAILBOX);
        let handle = RoomHandle {
            mailbox,
            is_refused: Arc::default(),
        };
        awake.insert(id.clone(), handle.clone());
        let waker = room::Waker {
            client: client.to_owned(),
            is_refused: handle.is_refused.clone(),
        };
        tokio::spawn(room::run(self.clone(), id.clone(), waker, commands));
        handle
    }

    fn is_awake(&self, id: &TableId) -> bool {
        let awake = self.0.awake.lock().unwrap_or_else(PoisonError::into_inner);
        awake.get(id).is_some_and(|handle| !handle.mailbox.is_closed())
    }

    pub(crate) fn awake(&self) -> usize {
        self.0.awake.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    pub(crate) fn all_awake(&self) -> Vec<TableId> {
        let awake = self.0.awake.lock().unwrap_or_else(PoisonError::into_inner);
        awake.keys().cloned().collect()
    }

    /// Another process has written to these logs.
    pub(crate) fn logs_have_grown(&self, tables: impl Iterator<Item = TableId>) {
        for table in tables {
            self.knock(&table, Command::LogGrown);
        }
    }

    /// An outage was noted: players see their clocks anew.
    fn show_clocks(&self) {
        for table in self.all_awake() {
            self.knock(&table, Command::ShowClocks);
        }
    }

    pub(crate) fn outages(&self) -> &Outages {
        self.0.heartbeat.outages()
    }

    /// Something happened at a table in another process.
    pub(crate) fn elsewhere(&self, table: &TableId, process: String, what: TableNotice) {
        self.knock(table, Command::Elsewhere { process, what });
    }

    /// Tells a table something, if it is awake.
    fn knock(&self, id: &TableId, command: Command) {
        let awake = self.0.awake.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(mailbox) = awake.get(id).map(|handle| handle.mailbox.clone()) else {
            return;
        };
        if let Err(mpsc::error::TrySendError::Full(command)) = mailbox.try_send(command) {
            tokio::spawn(async move { mailbox.send(command).await });
        }
    }

    /// Tells a room that a connection has room for the next events.
    pub(crate) fn send_rest(&self, table: &TableId, connection: u64) {
        self.knock(table, Command::SendRest { connection });
    }

    /// A table was removed.
    pub(crate) fn removed(&self, table: &TableId) {
        self.knock(table, Command::Removed);
    }

    /// Ends a table that has waited too long for its players.
    pub(crate) async fn expire(&self, table: &TableId) {
        // One that cannot be reached now is found again.
        let _ = self.ask(table, "", |reply| Command::Expire { reply }).await;
    }

    /// Hands the computer's move to its table.
    pub(crate) async fn thought(&self, id: &TableId, position: String, text: String) {
        // A table that is gone wakes again with the computer's turn.
        let _ = self
            .handle(id, "")
            .mailbox
            .send(Command::Thought { position, text })
            .await;
    }

    /// Wakes a table.
    pub(crate) fn wake(&self, id: &TableId) {
        self.handle(id, "");
    }

    /// Asks a table something; one that falls asleep at that moment is woken again.
    async fn ask<T>(
        &self,
        id: &TableId,
        client: &str,
        command: impl Fn(oneshot::Sender<T>) -> Command,
    ) -> Result<T, Problem> {
        for _ in 0..TRIES {
            let (reply, answer) = oneshot::channel();
            let handle = self.handle(id, client);
            if handle.mailbox.send(command(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
            if handle.is_refused() {
                break;
            }
        }
        Err(Problem::busy())
    }

    /// Makes a table with players on some of its seats, after the toss.
    pub(crate) async fn create(
        &self,
        settings: &TableSettings,
        creator: &str,
        players: Vec<(usize, Player)>,
    ) -> Result<TableId, Problem> {
        let id = new_id()?;
        let settings = settings.clone().tossed(coin()?);
        let json = serde_json::to_string(&settings).map_err(|_| Problem::busy())?;
        let game = NewGame {
            id: id.as_str(),
            game: settings.game.name(),
            settings: &json,
            public: settings.public,
            creator,
            created: now(),
        };
        self.0.store.add_game(&game).await?;
        for (seat, player) in players {
            self.sit(&id, &player, &[], Some(seat), true)
                .await?
                .map_err(refused)?;
        }
        Ok(id)
    }

    /// Takes a given seat, or the first free one. A person who already has a seat keeps it.
    pub(crate) async fn sit(
        &self,
        id: &TableId,
        player: &Player,
        ids: &[String],
        seat: Option<usize>,
        invited: bool,
    ) -> Result<Result<usize, Refused>, Problem> {
        let sit = |reply| Command::Sit {
            player: player.clone(),
            ids: ids.to_vec(),
            seat,
            invited,
            reply,
        };
        let client = self.0.processors.client_of(&[player.person.to_string()]);
        self.ask(id, &client, sit).await?.ok_or_else(Problem::not_found)
    }

    /// Looks at a table, if these people may. One that is asleep is read, not woken.
    pub(crate) async fn look(&self, id: &TableId, ids: &[String], invited: bool) -> Result<Seen, Problem> {
        if !self.is_awake(id) {
            let row = self.0.store.game(id.as_str()).await?;
            let row = row.ok_or_else(Problem::not_found)?;
            let seen = finished::seen(&self.0.store, &row, ids, invited).await?;
            let seen = seen.ok_or_else(Problem::not_found)?;
            if seen.waits_for_computer() {
                self.handle(id, &self.0.processors.client_of(ids));
            }
            return Ok(seen);
        }
        let look = |reply| Command::Look {
            ids: ids.to_vec(),
            invited,
            reply,
        };
        let client = self.0.processors.client_of(ids);
        self.ask(id, &client, look).await?.ok_or_else(Problem::not_found)
    }

    /// Connects somebody at an address: they hear what happens from now on, after all that happened since event `last`.
    pub(crate) async fn join(
        &self,
        id: &TableId,
        ids: &[String],
        last: u64,
        outbox: &Outbox,
        client: &str,
    ) -> Result<Connection, Problem> {
        for _ in 0..TRIES {
            let handle = self.handle(id, client);
            let (reply, answer) = oneshot::channel();
            let command = Command::Join {
                ids: ids.to_vec(),
                last,
                outbox: outbox.clone(),
                reply,
            };
            if handle.mailbox.send(command).await.is_ok()
                && let Ok(answer) = answer.await
            {
                let number = answer.ok_or_else(Problem::not_found)?;
                return Ok(Connection::new(handle, number));
            }
            if handle.is_refused() {
                break;
            }
        }
        Err(Problem::busy())
    }

    /// Does something at a table in a player's name.
    pub(crate) async fn act(
        &self,
        id: &TableId,
        ids: &[String],
        act: &Act,
    ) -> Result<Result<u64, Refused>, Problem> {
        let act = |reply| Command::Act {
            ids: ids.to_vec(),
            act: act.clone(),
            reply,
        };
        let client = self.0.processors.client_of(ids);
        self.ask(id, &client, act).await?.ok_or_else(Problem::not_found)
    }
}

/// An address that no other table has.
pub(crate) fn new_id() -> Result<TableId, Problem> {
    random_text(10)?.parse().map_err(|_| Problem::busy())
}

/// A refusal as an answer to a request.
pub(crate) fn refused(refused: Refused) -> Problem {
    match refused.reason {
        Refusal::Busy => Problem::busy(),
        Refusal::TooFast => Problem::new(StatusCode::TOO_MANY_REQUESTS, refused.words),
        Refusal::NotYours => Problem::forbidden(refused.words),
        Refusal::Late | Refusal::NotNow => Problem::conflict(refused.words),
        _ => Problem::bad(refused.words),
    }
}

/// Lets the database settle what it was given, aside from those who give.
async fn settle(shared: std::sync::Weak<Shared>) {
    let mut packed = Instant::now();
    loop {
        tokio::time::sleep(SETTLE).await;
        let Some(store) = shared.upgrade().map(|shared| shared.store.clone()) else {
            return;
        };
        if let Err(error) = store.settle().await {
            tracing::error!(%error, "WAL checkpoint failed");
        }
        if packed.elapsed() > PACK {
            packed = Instant::now();
            pack(&store).await;
        }
    }
}

/// Packs the logs of games that are over for a while, a few at a time.
async fn pack(store: &Store) {
    let done = store::in_time(store.pack_logs(now() - PACKED_AFTER, MOST_PACKED)).await;
    if let Err(error) = done {
        tracing::error!(%error, "cannot pack finished logs");
    }
}

/// Wakes the tables whose clocks have run out while they slept, and shows clocks after an outage.
async fn sweep(shared: std::sync::Weak<Shared>) {
    let mut version = None;
    loop {
        tokio::time::sleep(SWEEP).await;
        let Some(shared) = shared.upgrade() else {
            return;
        };
        let rooms = Rooms(shared);
        let noted = rooms.outages().version();
        if version.replace(noted).is_some_and(|before| before != noted) {
            rooms.show_clocks();
        }
        let due = rooms.0.store.due_games(now(), MOST_SWEPT);
        let due = store::in_time(due).await.unwrap_or_default();
        for id in due.iter().filter_map(|id| id.parse().ok()) {
            rooms.wake(&id);
        }
    }
}
