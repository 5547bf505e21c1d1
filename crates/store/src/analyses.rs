//! The queue of whole-game analyses, shared by all processes.

use crate::{Error, Store};

/// How often one is begun at most: what ends its process each time is not tried for ever.
const MOST_TRIES: i64 = 3;

/// How far an analysis is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisRow {
    /// `queued`, `running`, `done` or `failed`.
    pub state: String,
    /// Positions that are done.
    pub done: i64,
    /// Positions in all.
    pub total: i64,
    /// The result, as JSON.
    pub result: Option<String>,
}

from_row!(AnalysisRow {
    state,
    done,
    total,
    result
});

impl Store {
    /// Asks for an analysis; `false` when it is there already and has not failed.
    pub async fn queue_analysis(&self, game: &str, total: i64, now: i64) -> Result<bool, Error> {
        let sql = "INSERT INTO analyses (game, state, created, until, tries, done, total)
                   VALUES ($1, 'queued', $2, 0, 0, 0, $3)
                   ON CONFLICT (game) DO UPDATE SET state = 'queued', tries = 0, done = 0
                   WHERE analyses.state = 'failed'";
        let queued = sqlx::query(sql)
            .bind(game)
            .bind(now)
            .bind(total)
            .execute(&self.pool())
            .await?;
        Ok(queued.rows_affected() == 1)
    }

    /// How many wait.
    pub async fn queued_analyses(&self) -> Result<i64, Error> {
        let sql = "SELECT COUNT(*) FROM analyses WHERE state = 'queued'";
        Ok(sqlx::query_scalar(sql).fetch_one(&self.pool()).await?)
    }

    /// The analysis of a game, if somebody has asked for it.
    pub async fn analysis(&self, game: &str) -> Result<Option<AnalysisRow>, Error> {
        let sql = "SELECT state, done, total, result FROM analyses WHERE game = $1";
        Ok(sqlx::query_as(sql)
            .bind(game)
            .fetch_optional(&self.pool())
            .await?)
    }

    /// Takes the one that waits longest, for this process until `until`; also one whose process has let it lie.
    pub async fn claim_analysis(&self, now: i64, until: i64) -> Result<Option<String>, Error> {
        // Reading first: a file has one writer at a time, and an empty queue must not make moves wait.
        let sql =
            "SELECT COUNT(*) FROM analyses WHERE state = 'queued' OR (state = 'running' AND until < $1)";
        let waiting: i64 = sqlx::query_scalar(sql).bind(now).fetch_one(&self.pool()).await?;
        if waiting == 0 {
            return Ok(None);
        }
        sqlx::query(
            "UPDATE analyses SET state = 'failed' WHERE state = 'running' AND until < $1 AND tries >= $2",
        )
        .bind(now)
        .bind(MOST_TRIES)
        .execute(&self.pool())
        .await?;
        let sql = "UPDATE analyses SET state = 'running', worker = $1, until = $2, tries = tries + 1
                   WHERE (state = 'queued' OR (state = 'running' AND until < $3))
                   AND game = (SELECT game FROM analyses
                               WHERE state = 'queued' OR (state = 'running' AND until < $3)
                               ORDER BY created, game LIMIT 1)
                   RETURNING game";
        Ok(sqlx::query_scalar(sql)
            .bind(self.mark())
            .bind(until)
            .bind(now)
            .fetch_optional(&self.pool())
            .await?)
    }

    /// Notes how far it is and keeps it until `until`; `false` when it is another process's by now.
    pub async fn keep_analysis(&self, game: &str, done: i64, until: i64) -> Result<bool, Error> {
        let sql =
            "UPDATE analyses SET done = $3, until = $4 WHERE game = $1 AND worker = $2 AND state = 'running'";
        let kept = sqlx::query(sql)
            .bind(game)
            .bind(self.mark())
            .bind(done)
            .bind(until)
            .execute(&self.pool())
            .await?;
        Ok(kept.rows_affected() == 1)
    }

    /// Keeps what was found; without anything, says that it failed.
    pub async fn end_analysis(&self, game: &str, result: Option<&str>) -> Result<(), Error> {
        let sql = "UPDATE analyses SET state = $3, result = $4, done = total
                   WHERE game = $1 AND worker = $2 AND state = 'running'";
        sqlx::query(sql)
            .bind(game)
            .bind(self.mark())
            .bind(if result.is_some() { "done" } else { "failed" })
            .bind(result)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// Puts it back into the queue, because this process stops.
    pub async fn give_analysis_back(&self, game: &str) -> Result<(), Error> {
        let sql = "UPDATE analyses SET state = 'queued', tries = tries - 1
                   WHERE game = $1 AND worker = $2 AND state = 'running'";
        sqlx::query(sql)
            .bind(game)
            .bind(self.mark())
            .execute(&self.pool())
            .await?;
        Ok(())
    }
}
