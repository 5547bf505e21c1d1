#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(clippy::doc_markdown, reason = "SQLite and PostgreSQL are names, not code")]

mod accounts;
mod alive;
mod analyses;
mod archive;
mod backup;
mod bus;
mod challenges;
mod error;
mod games;
mod imports;
mod log;
mod moving;
mod people;
mod ratings;
#[cfg(feature = "scratch")]
mod scratch;
mod secret;
mod seeks;

pub use accounts::TokenRow;
pub use alive::Outage;
pub use analyses::AnalysisRow;
pub use archive::Search;
pub use backup::back_up;
pub use bus::{Listener, News};
pub use error::Error;
pub use games::{GameRow, NewGame, SeatRow};
pub use imports::Import;
pub use log::{Entry, EventRow, NewEvent, Opening, Summary};
pub use people::PersonRow;
pub use ratings::{NewRating, RatingRow};
#[cfg(feature = "scratch")]
pub use scratch::scratch_schema;
pub use secret::SecretKey;

use bus::Bus;
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyPool, Executor};
use std::path::Path;

/// Connections kept open at most; SQLite writes one at a time anyway, PostgreSQL gives each a process.
const CONNECTIONS: u32 = 8;

/// Readers and the writer of a file do not wait for each other, writers wait their turn, and what is committed
/// is on the disk.
///
/// Moving what is committed from the journal into the file is done aside, by [`Store::settle`]; a commit does it only when
/// the journal has grown to 64 MB all the same.
const FILE_PRAGMAS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000; \
                            PRAGMA wal_autocheckpoint = 16000";

/// The open database.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    /// One connection for the logs alone: who writes a move does not queue behind those who read.
    log: AnyPool,
    bus: Bus,
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
        let is_file = url.starts_with("sqlite:");
        if !is_file && !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err(Error::Address);
        }
        sqlx::any::install_default_drivers();
        let mut options = AnyPoolOptions::new().max_connections(CONNECTIONS);
        if is_file {
            options = options.after_connect(|connection, _| {
                Box::pin(async move { connection.execute(FILE_PRAGMAS).await.map(drop) })
            });
        }
        let pool = options.clone().connect(url).await.map_err(Error::Open)?;
        let before = schema_step(&pool).await;
        sqlx::migrate!().run(&pool).await.map_err(Error::Migrate)?;
        let steps = [before, schema_step(&pool).await];
        let bus = if is_file {
            Bus::on_file()?
        } else {
            let schema: String = sqlx::query_scalar("SELECT current_schema()::TEXT")
                .fetch_one(&pool)
                .await?;
            Bus::on_server(url, &schema)?
        };
        let log = options
            .max_connections(1)
            .connect(url)
            .await
            .map_err(Error::Open)?;
        Ok((Store { pool, log, bus }, steps))
    }

    /// Moves what is committed from a file's journal into the file, so that no commit has to wait for that.
    /// PostgreSQL does so itself.
    pub async fn settle(&self) -> Result<(), Error> {
        if self.is_file() {
            sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")
                .execute(&self.pool)
                .await?;
        }
        Ok(())
    }

    fn is_file(&self) -> bool {
        self.pool.connect_options().database_url.scheme() == "sqlite"
    }

    /// The path of a database file.
    fn file_path(&self) -> Option<String> {
        let options = self.pool.connect_options();
        let path = options.database_url.path().trim_start_matches("//").to_owned();
        let path = percent_decoded(&path);
        self.is_file().then_some(path)
    }

    /// Whether the database answers.
    pub async fn health(&self) -> Result<(), Error> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// The key that the server signs with: made by whoever asks first, the same for all ever after.
    pub async fn secret_key(&self) -> Result<SecretKey, Error> {
        const NAME: &str = "secret-key";
        let fresh = SecretKey::random()?;
        sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
            .bind(NAME)
            .bind(fresh.to_hex())
            .execute(&self.pool)
            .await?;
        let kept: String = sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
            .bind(NAME)
            .fetch_one(&self.pool)
            .await?;
        SecretKey::from_hex(&kept).ok_or(Error::Damaged(NAME))
    }

    /// Closes all connections, so that what was written is in the file.
    pub async fn close(&self) {
        self.log.close().await;
        self.pool.close().await;
    }
}

/// A path without the escapes of an address.
fn percent_decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = (*first == b'%').then(|| after.get(..2)).flatten();
        let escaped = escaped.and_then(|digits| std::str::from_utf8(digits).ok());
        if let Some(byte) = escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            bytes.push(byte);
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The last step of the schema that was taken; 0 in a new database.
async fn schema_step(pool: &AnyPool) -> i64 {
    let step = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations");
    step.fetch_one(pool).await.unwrap_or(0)
}
