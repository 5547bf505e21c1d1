//! Group commit: writes of many tables are joined into one transaction, so that the disk is synced once.

use crate::heartbeat::Heartbeat;
use crate::metrics::Metrics;
use crate::time::now;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{LogWrite, Store};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval};

/// Most entries in the queue; further senders wait for room.
const MOST_WAITING: usize = 4096;
/// Entries of one transaction at most.
const MOST_TOGETHER: usize = 512;
/// Interval between heartbeats.
const ALIVE: Duration = Duration::from_secs(1);
/// The shortest time between two heartbeats that were asked for.
const ASKED: Duration = Duration::from_millis(100);
/// How long to wait before a transaction is tried again.
const AGAIN: Duration = Duration::from_millis(100);
/// Time after which the rest of a transaction that failed is not tried entry by entry any more.
const SINGLY: Duration = Duration::from_secs(10);

/// Outcome of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// It is on the disk.
    Yes,
    /// Another process has written these event numbers first; the log must be read again.
    Conflict,
    /// The database failed; whether it was written is not known.
    Failed,
}

/// Handle of the commit queue.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    queue: mpsc::Sender<(LogWrite, oneshot::Sender<Written>)>,
    metrics: Arc<Metrics>,
}

impl Writer {
    /// Starts the writer; it ends when the last way to it is gone.
    pub(crate) fn start(store: Store, metrics: Arc<Metrics>, heartbeat: Heartbeat) -> Writer {
        let (queue, waiting) = mpsc::channel(MOST_WAITING);
        tokio::spawn(write_all(store, metrics.clone(), heartbeat, waiting));
        Writer { queue, metrics }
    }

    /// Writes an entry; returns after the commit or its failure.
    pub(crate) async fn write(&self, entry: LogWrite) -> Written {
        let (reply, written) = oneshot::channel();
        let _waits = Waits::new(&self.metrics);
        if self.queue.send((entry, reply)).await.is_err() {
            return Written::Failed;
        }
        written.await.unwrap_or(Written::Failed)
    }
}

/// An entry that is counted as waiting, until it is written or given up.
struct Waits<'a>(&'a Metrics);

impl Waits<'_> {
    fn new(metrics: &Metrics) -> Waits<'_> {
        metrics.wait_to_commit(1);
        Waits(metrics)
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.wait_to_commit(-1);
    }
}

async fn write_all(
    store: Store,
    metrics: Arc<Metrics>,
    heartbeat: Heartbeat,
    mut waiting: mpsc::Receiver<(LogWrite, oneshot::Sender<Written>)>,
) {
    let mut alive = interval(ALIVE);
    alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut asked = Instant::now();
    let mut batch = Vec::new();
    loop {
        tokio::select! {
            biased;
            _ = alive.tick() => heartbeat.beat(&store).await,
            // A clock has run out: whether that counts is to be known soon.
            () = heartbeat.outages().asked(), if asked.elapsed() > ASKED => {
                heartbeat.beat(&store).await;
                asked = Instant::now();
            }
            count = waiting.recv_many(&mut batch, MOST_TOGETHER) => {
                if count == 0 {
                    return;
                }
                // In one order for all processes: none waits for another that waits for it.
                batch.sort_by(|(one, _), (other, _)| one.game.cmp(&other.game));
                let (entries, replies): (Vec<LogWrite>, Vec<_>) = batch.drain(..).unzip();
                let (begin, since) = (Instant::now(), now());
                let results = write(&store, &entries).await;
                let well = !results.contains(&Written::Failed);
                metrics.committed(entries.len(), begin.elapsed(), well);
                tracing::debug!(entries = entries.len(), elapsed = ?begin.elapsed(), well, "committed");
                if well {
                    heartbeat.wrote(since);
                }
                for (reply, written) in replies.into_iter().zip(results) {
                    // The receiver may have stopped waiting.
                    let _ = reply.send(written);
                }
            }
        }
    }
}

/// Writes entries. While the database is away they are tried again for a while: a place in the log that the lost attempt
/// has taken after all is a conflict, and its room finds its own event there.
async fn write(store: &Store, entries: &[LogWrite]) -> Vec<Written> {
    let begin = Instant::now();
    loop {
        let error = match store.append(entries).await {
            Ok(written) => return written.into_iter().map(written_or_not).collect(),
            Err(error) => error,
        };
        tracing::error!(%error, entries = entries.len(), "commit failed");
        let may_wait_for_a_row = error.is_statement_timeout() && entries.len() > 1;
        if !error.is_outage() || may_wait_for_a_row {
            break;
        }
        if begin.elapsed() > store::PATIENCE {
            return vec![Written::Failed; entries.len()];
        }
        tokio::time::sleep(AGAIN).await;
    }
    if entries.len() == 1 {
        return vec![Written::Failed];
    }
    // One entry must not take the others down with it.
    let mut results = Vec::with_capacity(entries.len());
    for entry in entries {
        if begin.elapsed() > SINGLY {
            results.push(Written::Failed);
            continue;
        }
        let written = store.append(std::slice::from_ref(entry)).await;
        results.push(written.map_or(Written::Failed, |written| written_or_not(written == [true])));
    }
    results
}

const fn written_or_not(written: bool) -> Written {
    if written { Written::Yes } else { Written::Conflict }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{NewEvent, NewGame, Summary};
    use testclient::Database;

    fn entry(game: &str) -> LogWrite {
        let event = NewEvent {
            seq: 1,
            at: 1,
            key: None,
            body: "{}".to_owned(),
        };
        LogWrite {
            game: game.to_owned(),
            events: vec![event],
            summary: Summary::default(),
            seats: Vec::new(),
            ratings: Vec::new(),
            opens: None,
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
    async fn a_row_that_somebody_holds_keeps_no_other_entry_from_being_written() {
        let database = Database::postgres().await;
        let store = Store::open(&database.url).await.unwrap();
        store.add_guest("person-1", "Blue marble 42", 1).await.unwrap();
        for id in ["table-01", "table-02"] {
            let game = NewGame {
                id,
                game: "offboard",
                settings: "{}",
                public: true,
                creator: "person-1",
                created: 2,
            };
            store.add_game(&game).await.unwrap();
        }
        let hold = "BEGIN; SELECT 1 FROM games WHERE id = 'table-01' FOR UPDATE; SELECT pg_sleep(20); COMMIT";
        let holds = tokio::spawn(async move { store::run_sql(&database.url, hold).await });
        tokio::time::sleep(Duration::from_secs(1)).await;
        let written = write(&store, &[entry("table-01"), entry("table-02")]).await;
        assert_eq!(written, [Written::Failed, Written::Yes]);
        holds.abort();
    }
}
