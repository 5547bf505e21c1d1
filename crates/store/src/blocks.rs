//! Blocks between people, and people who may not write.

use crate::{Error, PersonRow, Store};

/// Reason why somebody's words do not reach a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// A host has muted them until then.
    Muted(i64),
    /// A player at the table has blocked them.
    Blocked,
}

impl Store {
    /// Blocks somebody; `false` when `most` are blocked already.
    pub async fn block(&self, person: &str, blocked: &str, now: i64, most: i64) -> Result<bool, Error> {
        let sql = "INSERT INTO blocks (person, blocked, created) SELECT $1, $2, $3
                   WHERE (SELECT COUNT(*) FROM blocks WHERE person = $1 AND blocked <> $2) < $4
                   ON CONFLICT (person, blocked) DO UPDATE SET created = excluded.created";
        let done = sqlx::query(sql)
            .bind(person)
            .bind(blocked)
            .bind(now)
            .bind(most)
            .execute(&self.pool())
            .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Blocks somebody no longer.
    pub async fn unblock(&self, person: &str, blocked: &str) -> Result<(), Error> {
        sqlx::query("DELETE FROM blocks WHERE person = $1 AND blocked = $2")
            .bind(person)
            .bind(blocked)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// The people whom somebody has blocked, the newest block first.
    pub async fn blocked_by(&self, person: &str) -> Result<Vec<PersonRow>, Error> {
        let sql = "SELECT people.id, kind, name, banned_until FROM blocks JOIN people ON people.id = blocked
                   WHERE person = $1 ORDER BY blocks.created DESC, people.id";
        Ok(sqlx::query_as(sql).bind(person).fetch_all(&self.pool()).await?)
    }

    /// Whether one person has blocked another.
    pub async fn has_blocked(&self, person: &str, blocked: &str) -> Result<bool, Error> {
        let sql = "SELECT COUNT(*) FROM blocks WHERE person = $1 AND blocked = $2";
        let count: i64 = sqlx::query_scalar(sql)
            .bind(person)
            .bind(blocked)
            .fetch_one(&self.pool())
            .await?;
        Ok(count > 0)
    }

    /// Whether one of two people has blocked the other.
    pub async fn is_blocked_between(&self, one: &str, other: &str) -> Result<bool, Error> {
        Ok(self.has_blocked(one, other).await? || self.has_blocked(other, one).await?)
    }

    /// Whether a person has blocked somebody who sits at a table, or was blocked by one of them.
    pub async fn is_blocked_at(&self, game: &str, person: &str) -> Result<bool, Error> {
        let sql = "SELECT COUNT(*) FROM seats JOIN blocks
                       ON (blocks.person = seats.person AND blocks.blocked = $2)
                       OR (blocks.person = $2 AND blocks.blocked = seats.person)
                   WHERE seats.game = $1";
        let count: i64 = sqlx::query_scalar(sql)
            .bind(game)
            .bind(person)
            .fetch_one(&self.pool())
            .await?;
        Ok(count > 0)
    }

    /// Whether the words of the player on a seat may not reach the others at a table.
    pub async fn silence(&self, game: &str, seat: i64, now: i64) -> Result<Option<Silence>, Error> {
        let sql = "SELECT muted_until, (SELECT COUNT(*) FROM seats AS other
                       JOIN blocks ON blocks.person = other.person AND blocks.blocked = own.person
                       WHERE other.game = own.game)
                   FROM seats AS own JOIN people ON people.id = own.person
                   WHERE own.game = $1 AND own.seat = $2";
        let row: Option<(i64, i64)> = sqlx::query_as(sql)
            .bind(game)
            .bind(seat)
            .fetch_optional(&self.pool())
            .await?;
        Ok(match row {
            Some((muted_until, _)) if muted_until > now => Some(Silence::Muted(muted_until)),
            Some((_, blocks)) if blocks > 0 => Some(Silence::Blocked),
            _ => None,
        })
    }
}
