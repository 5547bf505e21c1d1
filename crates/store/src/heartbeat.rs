//! Heartbeats: every process says once a second that it is alive. Time without a server, without its database, or without
//! one of several processes is an outage, which no clock counts.

use crate::{Error, Store};

/// A time that no clock counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// Begin, in milliseconds since 1970.
    pub since: i64,
    /// End.
    pub until: i64,
}

/// State of the other processes, as a heartbeat learns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The moment until which every process on this database was alive.
    pub all_alive: i64,
    /// The outages of the last minutes, in order.
    pub outages: Vec<Outage>,
}

/// Silence after which a process counts as dead, in milliseconds.
const DEAD_AFTER: i64 = 6000;
/// How long people get to come back after an outage, in milliseconds: it counts as part of it.
pub const GRACE: i64 = 3000;
/// How far back a heartbeat reads outages, in milliseconds.
const READ_BACK: i64 = 10 * 60 * 1000;

impl Store {
    /// Notes that this process is alive now and which outages it has seen, and takes processes that are silent for
    /// dead.
    pub async fn beat(&self, now: i64, seen: &[Outage]) -> Result<Beat, Error> {
        self.promptly(self.beat_slowly(now, seen)).await
    }

    async fn beat_slowly(&self, now: i64, seen: &[Outage]) -> Result<Beat, Error> {
        for outage in seen {
            self.add_outage(*outage).await?;
        }
        let sql = "INSERT INTO processes (mark, seen) VALUES ($1, $2)
                   ON CONFLICT (mark) DO UPDATE SET seen = excluded.seen";
        sqlx::query(sql)
            .bind(self.mark())
            .bind(now)
            .execute(&self.log_pool())
            .await?;
        let processes: Vec<(String, i64)> = sqlx::query_as("SELECT mark, seen FROM processes")
            .fetch_all(&self.log_pool())
            .await?;
        let mut all_alive = now;
        for (mark, seen) in processes {
            if seen >= now - DEAD_AFTER {
                all_alive = all_alive.min(seen);
                continue;
            }
            // First the outage: a process that is killed in between leaves the rest to the next one.
            let until = now + GRACE;
            self.add_outage(Outage { since: seen, until }).await?;
            self.forget_process(&mark, seen).await?;
        }
        // After the processes: an outage that one of them has come out of is among these.
        let outages = self.outages(now - READ_BACK).await?;
        Ok(Beat { all_alive, outages })
    }

    async fn forget_process(&self, mark: &str, seen: i64) -> Result<(), Error> {
        sqlx::query("DELETE FROM processes WHERE mark = $1 AND seen = $2")
            .bind(mark)
            .bind(seen)
            .execute(&self.log_pool())
            .await?;
        Ok(())
    }

    /// Forgets all processes, for the first one on this database.
    pub async fn forget_processes(&self) -> Result<(), Error> {
        sqlx::query("DELETE FROM processes")
            .execute(&self.log_pool())
            .await?;
        Ok(())
    }

    /// Since when a process that was not known to have ended is silent.
    pub async fn silent_since(&self) -> Result<Option<i64>, Error> {
        Ok(sqlx::query_scalar("SELECT MIN(seen) FROM processes")
            .fetch_one(&self.pool())
            .await?)
    }

    /// When a process was last known to run.
    pub async fn last_alive(&self) -> Result<Option<i64>, Error> {
        Ok(sqlx::query_scalar("SELECT MAX(seen) FROM processes")
            .fetch_one(&self.pool())
            .await?)
    }

    /// Notes an outage. Of two that begin together the longer one counts.
    pub async fn add_outage(&self, outage: Outage) -> Result<(), Error> {
        let sql = "INSERT INTO outages (since, until) VALUES ($1, $2) ON CONFLICT (since) DO UPDATE
                   SET until = CASE WHEN excluded.until > outages.until THEN excluded.until ELSE outages.until END";
        sqlx::query(sql)
            .bind(outage.since)
            .bind(outage.until)
            .execute(&self.log_pool())
            .await?;
        Ok(())
    }

    /// The outages that ended after `since`, in order.
    pub async fn outages(&self, since: i64) -> Result<Vec<Outage>, Error> {
        let sql = "SELECT since, until FROM outages WHERE until > $1 ORDER BY since";
        let rows: Vec<(i64, i64)> = sqlx::query_as(sql)
            .bind(since)
            .fetch_all(&self.log_pool())
            .await?;
        Ok(rows
            .into_iter()
            .map(|(since, until)| Outage { since, until })
            .collect())
    }

    /// Milliseconds since 1970 by the database's clock; nothing for a file, which has no clock of its own.
    pub async fn database_time(&self) -> Result<Option<i64>, Error> {
        if self.is_file() {
            return Ok(None);
        }
        // Unqualified: a test puts its own clock before PostgreSQL's.
        let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
        let time = async { Ok(sqlx::query_scalar(sql).fetch_one(&self.log_pool()).await?) };
        self.promptly(time).await.map(Some)
    }
}
