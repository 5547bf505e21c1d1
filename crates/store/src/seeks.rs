//! Seeks of all processes.

use crate::games::insert;
use crate::{Error, NewGame, Store};

/// Seeks that are shown at most.
const MOST: i64 = 1000;

impl Store {
    /// Adds a seek of this process; its body is JSON. It is there until `until` unless it is kept.
    /// A person has one seek: any other of theirs goes.
    pub async fn add_seek(
        &self,
        id: i64,
        person: &str,
        body: &str,
        now: i64,
        until: i64,
    ) -> Result<(), Error> {
        let mut transaction = self.pool().begin().await?;
        sqlx::query("DELETE FROM seeks WHERE person = $1 AND claimed = 0")
            .bind(person)
            .execute(&mut *transaction)
            .await?;
        let sql = "INSERT INTO seeks (id, process, body, created, until, claimed, person)
                   VALUES ($1, $2, $3, $4, $5, 0, $6)";
        sqlx::query(sql)
            .bind(id)
            .bind(self.mark())
            .bind(body)
            .bind(now)
            .bind(until)
            .bind(person)
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Everyone who looks, the longest first: each seek's number and body.
    pub async fn seeks(&self, now: i64) -> Result<Vec<(i64, String)>, Error> {
        let sql = "SELECT id, body FROM seeks WHERE claimed = 0 AND until > $1 ORDER BY created, id LIMIT $2";
        Ok(sqlx::query_as(sql)
            .bind(now)
            .bind(MOST)
            .fetch_all(&self.pool())
            .await?)
    }

    /// Claims seeks for a game, which is made with it: all of them, or none if one is gone.
    pub async fn pair(&self, seeks: &[i64], game: &NewGame<'_>) -> Result<bool, Error> {
        let mut transaction = self.pool().begin().await?;
        // Two who claim the same wait for each other instead of both being sent away.
        let mut sorted = seeks.to_vec();
        sorted.sort_unstable();
        for seek in sorted {
            let sql = "UPDATE seeks SET claimed = 1 WHERE id = $1 AND claimed = 0 AND until > $2";
            let done = sqlx::query(sql)
                .bind(seek)
                .bind(game.created)
                .execute(&mut *transaction)
                .await?;
            if done.rows_affected() == 0 {
                return Ok(false);
            }
        }
        insert(&mut transaction, game).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Says where the game of claimed seeks is played: their processes tell their owners.
    pub async fn seat_seeks(&self, seeks: &[i64], table: &str) -> Result<(), Error> {
        for seek in seeks {
            sqlx::query("UPDATE seeks SET table_id = $2 WHERE id = $1")
                .bind(seek)
                .bind(table)
                .execute(&self.pool())
                .await?;
        }
        Ok(())
    }

    /// Takes the seeks of this process that have found a game: each with its table.
    pub async fn found_seeks(&self) -> Result<Vec<(i64, String)>, Error> {
        let sql = "DELETE FROM seeks WHERE process = $1 AND table_id IS NOT NULL RETURNING id, table_id";
        Ok(sqlx::query_as(sql)
            .bind(self.mark())
            .fetch_all(&self.pool())
            .await?)
    }

    /// Does not look any more; a seek that is claimed has its game already.
    pub async fn remove_seek(&self, id: i64) -> Result<(), Error> {
        sqlx::query("DELETE FROM seeks WHERE id = $1 AND claimed = 0")
            .bind(id)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// Keeps the seeks of this process until `until`, and forgets those that nobody has kept.
    pub async fn keep_seeks(&self, now: i64, until: i64) -> Result<(), Error> {
        sqlx::query("UPDATE seeks SET until = $2 WHERE process = $1 AND claimed = 0")
            .bind(self.mark())
            .bind(until)
            .execute(&self.pool())
            .await?;
        sqlx::query("DELETE FROM seeks WHERE until <= $1")
            .bind(now)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// The numbers of this process's seeks that are still there.
    pub async fn own_seeks(&self) -> Result<Vec<i64>, Error> {
        let sql = "SELECT id FROM seeks WHERE process = $1";
        Ok(sqlx::query_scalar(sql)
            .bind(self.mark())
            .fetch_all(&self.pool())
            .await?)
    }
}
