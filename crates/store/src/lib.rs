#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(clippy::doc_markdown, reason = "SQLite and PostgreSQL are names, not code")]

/// Reads a row by the names of its columns, which are those of the fields.
macro_rules! from_row {
    ($name:ident { $($field:ident),+ }) => {
        impl<'r> sqlx::FromRow<'r, sqlx::any::AnyRow> for $name {
            fn from_row(row: &'r sqlx::any::AnyRow) -> Result<$name, sqlx::Error> {
                use sqlx::Row;
                Ok($name {
                    $($field: row.try_get(stringify!($field))?,)+
                })
            }
        }
    };
}

mod accounts;
mod analyses;
mod archive;
mod backup;
mod blocks;
mod challenges;
mod cleaning;
mod copy;
mod error;
mod existing;
mod finished_logs;
mod games;
mod heartbeat;
mod imports;
mod lessons;
mod lock;
mod log;
mod mistakes;
mod nats;
mod notify;
mod people;
mod push;
mod ratings;
mod redaction;
mod reports;
mod schema;
mod secret;
mod seeks;
#[cfg(feature = "test-schema")]
mod synthetic;
#[cfg(feature = "test-schema")]
mod test_schema;

pub use accounts::{NewAccount, PasswordChange};
pub use analyses::AnalysisRow;
pub use archive::Search;
pub use backup::back_up;
pub use blocks::Silence;
pub use cleaning::GuestRound;
pub use error::Error;
pub use finished_logs::StoredLog;
pub use games::{GameRow, NewGame, SeatRow};
pub use heartbeat::{Beat, GRACE, Outage};
pub use imports::Import;
pub use lock::DatabaseLock;
pub use log::{EventRow, LogWrite, NewEvent, Opening, Summary};
pub use notify::{Listener, PeerNotice};
pub use people::{CredentialRow, NewToken, PersonRow, TokenRow};
pub use push::PushRow;
pub use ratings::{NewRating, RatingRow};
pub use redaction::{NameChange, Redaction};
pub use reports::ReportRow;
pub use secret::SecretKey;
#[cfg(feature = "test-schema")]
pub use synthetic::SyntheticGames;
#[cfg(feature = "test-schema")]
pub use test_schema::{run_sql, scratch_schema};

use notify::Bus;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, Executor};
use std::future::Future;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::time::timeout;

/// Connections kept open at most; SQLite writes one at a time anyway, PostgreSQL gives each a process.
const CONNECTIONS: u32 = 8;

/// Readers and the writer of a file do not wait for each other, writers wait their turn, and what is committed
/// is on the disk.
///
/// Sorting never needs a temporary folder, which a container may lack. Moving what is committed from the journal into the file is done aside, by [`Store::settle`]; a commit does it only when
/// the journal has grown to 64 MB all the same.
const FILE_PRAGMAS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000; \
                            PRAGMA wal_autocheckpoint = 16000; PRAGMA temp_store = MEMORY";

/// PostgreSQL ends a transaction whose client is silent for so long, because a client that hangs must not hold the rows
/// that it has locked, and a statement that takes so long.
const LOG_SETTINGS: &str = "SET idle_in_transaction_session_timeout = '5s'; SET statement_timeout = '3s'";
/// The same for all but the logs. An export is read page by page. A search of 64 parts is neither compiled, which takes
/// seconds, nor planned without its person: a plan for anybody reads all games of somebody who has a hundred thousand.
const GENERAL_SETTINGS: &str = "SET idle_in_transaction_session_timeout = '30s'; SET statement_timeout = '30s'; \
                                SET jit = off; SET plan_cache_mode = force_custom_plan";

/// Settings of work that takes as long as it needs.
const NO_TIMEOUTS: &str = "SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0";

/// A statement that takes longer is logged.
const SLOW_STATEMENT: Duration = Duration::from_millis(500);

/// Time after which a write, or the wait for a connection, is given up.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// The open database.
#[derive(Clone, Debug)]
pub struct Store {
    pools: Arc<RwLock<Pools>>,
    url: Arc<str>,
    bus: Bus,
}

/// Connections to the database.
#[derive(Clone, Debug)]
struct Pools {
    /// For everything but the logs.
    general: AnyPool,
    /// One connection for the logs alone: a move does not queue behind those who read.
    log: AnyPool,
}

impl Pools {
    /// Pools that connect when they are first asked.
    fn lazy(url: &str) -> Result<Pools, Error> {
        let options = connect_options(url)?;
        Ok(Pools {
            general: general_options(url).connect_lazy_with(options.clone()),
            log: log_options(url).connect_lazy_with(options),
        })
    }
}

fn connect_options(url: &str) -> Result<AnyConnectOptions, Error> {
    let mut options: AnyConnectOptions = url.parse().map_err(Error::Open)?;
    options.log_settings.slow_statements_duration = SLOW_STATEMENT;
    Ok(options)
}

fn general_options(url: &str) -> AnyPoolOptions {
    pool_options(url, GENERAL_SETTINGS).max_connections(CONNECTIONS)
}

fn log_options(url: &str) -> AnyPoolOptions {
    pool_options(url, LOG_SETTINGS).max_connections(1)
}

/// Migrations take as long as they need.
fn migration_options(url: &str) -> AnyPoolOptions {
    pool_options(url, NO_TIMEOUTS).max_connections(1)
}

/// Options of connections that begin with these settings on PostgreSQL, and with those of files on a file.
fn pool_options(url: &str, server_settings: &'static str) -> AnyPoolOptions {
    let settings = if is_file_url(url) {
        FILE_PRAGMAS
    } else {
        server_settings
    };
    AnyPoolOptions::new()
        .acquire_timeout(PATIENCE)
        .after_connect(move |connection, _| {
            Box::pin(async move { connection.execute(settings).await.map(drop) })
        })
}

fn is_file_url(url: &str) -> bool {
    url.starts_with("sqlite:")
}

/// Waits for the database, but not for ever: one that hangs is an error.
pub async fn in_time<T>(asked: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    timeout(PATIENCE, asked).await.unwrap_or(Err(Error::Slow))
}

/// The address of a SQLite file that is made if it does not exist.
pub fn file_url(path: &Path) -> String {
    let path = path.to_string_lossy();
    let path = path.replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    format!("sqlite:{path}?mode=rwc")
}

impl Store {
    /// Opens the database at an address and brings its schema up to date.
    pub async fn open(url: &str) -> Result<Store, Error> {
        Store::migrate(url).await.map(|(store, _)| store)
    }

    /// The same; tells, too, from which step of the schema to which it was brought.
    pub async fn migrate(url: &str) -> Result<(Store, [i64; 2]), Error> {
        if !is_file_url(url) && !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err(Error::Address);
        }
        sqlx::any::install_default_drivers();
        let options = connect_options(url)?;
        let migrating = migration_options(url).connect_with(options.clone()).await;
        let migrating = migrating.map_err(Error::Open)?;
        let steps = schema::migrate(&migrating).await?;
        migrating.close().await;
        let general = general_options(url).connect_with(options.clone()).await;
        let general = general.map_err(Error::Open)?;
        let bus = if is_file_url(url) {
            Bus::on_file()?
        } else {
            let schema: String = sqlx::query_scalar("SELECT current_schema()::TEXT")
                .fetch_one(&general)
                .await?;
            Bus::on_server(url, &schema)?
        };
        let log = log_options(url)
            .connect_with(options)
            .await
            .map_err(Error::Open)?;
        let store = Store {
            pools: Arc::new(RwLock::new(Pools { general, log })),
            url: url.into(),
            bus,
        };
        Ok((store, steps))
    }

    fn pools(&self) -> Pools {
        self.pools.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn pool(&self) -> AnyPool {
        self.pools().general
    }

    fn log_pool(&self) -> AnyPool {
        self.pools().log
    }

    /// Connections of each pool that are idle and that are in use.
    pub fn pool_sizes(&self) -> [(&'static str, [usize; 2]); 2] {
        let Pools { general, log } = self.pools();
        let sizes = |pool: &AnyPool| {
            let idle = pool.num_idle();
            [idle, (pool.size() as usize).saturating_sub(idle)]
        };
        [("general", sizes(&general)), ("log", sizes(&log))]
    }

    /// Waits for something that is written, but not for ever; a file has no network that could hang.
    async fn promptly<T>(&self, written: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        if self.is_file() {
            return written.await;
        }
        let written = in_time(written).await;
        // All places of the pool may be taken by connections that hang.
        if matches!(
            written,
            Err(Error::Slow | Error::Query(sqlx::Error::PoolTimedOut))
        ) {
            self.reconnect();
        }
        written
    }

    /// Leaves all connections to themselves and opens new ones. A connection that hangs would keep its place in the
    /// pool for as long as the network lets it hang.
    pub fn reconnect(&self) {
        if self.is_file() {
            return;
        }
        // The address was good when the database was opened.
        let Ok(fresh) = Pools::lazy(&self.url) else {
            return;
        };
        let mut pools = self.pools.write().unwrap_or_else(PoisonError::into_inner);
        let old = std::mem::replace(&mut *pools, fresh);
        drop(pools);
        tokio::spawn(async move { tokio::join!(old.general.close(), old.log.close()) });
    }

    /// Moves what is committed from a file's journal into the file, so that no commit has to wait for that.
    /// PostgreSQL does so itself.
    pub async fn settle(&self) -> Result<(), Error> {
        if self.is_file() {
            sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")
                .execute(&self.pool())
                .await?;
        }
        Ok(())
    }

    /// Lifts the time limits of a transaction that copies everything.
    async fn take_as_long_as_needed(&self, connection: &mut AnyConnection) -> Result<(), Error> {
        if !self.is_file() {
            connection.execute(NO_TIMEOUTS).await?;
        }
        Ok(())
    }

    fn is_file(&self) -> bool {
        is_file_url(&self.url)
    }

    /// Whether the database answers.
    pub async fn health(&self) -> Result<(), Error> {
        sqlx::query("SELECT 1").execute(&self.pool()).await?;
        Ok(())
    }

    /// A setting that is made once: what the first who asks proposes, is the same for all ever after.
    async fn kept_setting(&self, name: &str, proposed: String) -> Result<String, Error> {
        sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
            .bind(name)
            .bind(proposed)
            .execute(&self.pool())
            .await?;
        let kept = sqlx::query_scalar("SELECT value FROM settings WHERE name = $1");
        Ok(kept.bind(name).fetch_one(&self.pool()).await?)
    }

    /// Closes all connections, so that what was written is in the file.
    pub async fn close(&self) {
        self.log_pool().close().await;
        self.pool().close().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn sorting_needs_no_temporary_folder() {
        const IN_MEMORY: i64 = 2;
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&file_url(&folder.path().join("a.db"))).await.unwrap();
        let place: i64 = sqlx::query_scalar("PRAGMA temp_store")
            .fetch_one(&store.pool())
            .await
            .unwrap();
        assert_eq!(place, IN_MEMORY);
    }
}
