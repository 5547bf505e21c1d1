#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![allow(clippy::doc_markdown, reason = "SQLite and PostgreSQL are names, not code")]

mod error;
mod secret;

pub use error::Error;
pub use secret::SecretKey;

use sqlx::AnyPool;
use sqlx::any::AnyPoolOptions;
use std::path::Path;

/// Connections kept open at most; SQLite writes one at a time anyway, PostgreSQL gives each a process.
const CONNECTIONS: u32 = 8;

/// The open database.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
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
        let is_file = url.starts_with("sqlite:");
        if !is_file && !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err(Error::Address);
        }
        sqlx::any::install_default_drivers();
        let pool = AnyPoolOptions::new()
            .max_connections(CONNECTIONS)
            .connect(url)
            .await
            .map_err(Error::Open)?;
        if is_file {
            // Readers and the writer do not wait for each other; the file remembers this.
            sqlx::query("PRAGMA journal_mode = WAL")
                .execute(&pool)
                .await
                .map_err(Error::Open)?;
        }
        sqlx::migrate!().run(&pool).await.map_err(Error::Migrate)?;
        Ok(Store { pool })
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
        self.pool.close().await;
    }
}
