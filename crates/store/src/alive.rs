//! When a server was running: time without one is nobody's to lose.

use crate::{Error, Store};

const NAME: &str = "alive";

/// A time in which no server was running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// From when, in milliseconds since 1970.
    pub since: i64,
    /// To when.
    pub until: i64,
}

impl Store {
    /// Notes that a server is running now.
    pub async fn mark_alive(&self, now: i64) -> Result<(), Error> {
        let sql = "INSERT INTO settings (name, value) VALUES ($1, $2)
                   ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        sqlx::query(sql)
            .bind(NAME)
            .bind(now.to_string())
            .execute(&self.log)
            .await?;
        Ok(())
    }

    /// When a server was last known to run.
    pub async fn last_alive(&self) -> Result<Option<i64>, Error> {
        let value: Option<String> = sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
            .bind(NAME)
            .fetch_optional(&self.pool)
            .await?;
        value
            .map(|value| value.parse().map_err(|_| Error::Damaged(NAME)))
            .transpose()
    }

    /// Notes an outage.
    pub async fn add_outage(&self, outage: Outage) -> Result<(), Error> {
        sqlx::query("INSERT INTO outages (since, until) VALUES ($1, $2) ON CONFLICT (since) DO NOTHING")
            .bind(outage.since)
            .bind(outage.until)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// The outages that ended after `since`, in order.
    pub async fn outages(&self, since: i64) -> Result<Vec<Outage>, Error> {
        let sql = "SELECT since, until FROM outages WHERE until > $1 ORDER BY since";
        let rows: Vec<(i64, i64)> = sqlx::query_as(sql).bind(since).fetch_all(&self.pool).await?;
        Ok(rows
            .into_iter()
            .map(|(since, until)| Outage { since, until })
            .collect())
    }
}
