//! Removing what nobody needs any more.

use crate::{Error, Store};
use sqlx::{AnyConnection, AssertSqlSafe};

/// Rows that one statement removes, or looks at, at most: nobody's move waits long for it.
const STEP: i64 = 500;

/// A guest to whom nothing refers.
const UNUSED_GUEST: &str = "kind = 'guest' AND became IS NULL
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.person = people.id)
    AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.person = people.id)
    AND NOT EXISTS (SELECT 1 FROM push_subscriptions WHERE push_subscriptions.person = people.id)
    AND NOT EXISTS (SELECT 1 FROM games WHERE games.creator = people.id)
    AND NOT EXISTS (SELECT 1 FROM challenges WHERE challenges.person = people.id)
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.person = people.id OR blocks.blocked = people.id)
    AND NOT EXISTS (SELECT 1 FROM reports WHERE reports.person = people.id OR reports.reporter = people.id)
    AND NOT EXISTS (SELECT 1 FROM name_changes WHERE name_changes.person = people.id)
    AND NOT EXISTS (SELECT 1 FROM people AS other WHERE other.became = people.id)";

/// Deletes a guest; `false` when something refers to them.
pub(crate) async fn delete_unused_guest(connection: &mut AnyConnection, guest: &str) -> Result<bool, Error> {
    let sql = format!("DELETE FROM people WHERE id = $1 AND {UNUSED_GUEST}");
    let done = sqlx::query(AssertSqlSafe(sql))
        .bind(guest)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// The last guest that a round over old guests has looked at, by creation; nothing between two rounds.
#[derive(Clone, Debug, Default)]
pub struct GuestRound(Option<(i64, String)>);

impl Store {
    /// Removes sessions that were not used after `since`.
    pub async fn forget_sessions(&self, since: i64) -> Result<u64, Error> {
        let sql = "DELETE FROM sessions WHERE token_hash IN
                   (SELECT token_hash FROM sessions WHERE used <= $1 ORDER BY used LIMIT $2)";
        self.forget(sql, since).await
    }

    /// Removes tokens that have expired.
    pub async fn forget_tokens(&self, now: i64) -> Result<u64, Error> {
        let sql = "DELETE FROM tokens WHERE token_hash IN
                   (SELECT token_hash FROM tokens WHERE expires <= $1 ORDER BY expires LIMIT $2)";
        self.forget(sql, now).await
    }

    /// Removes challenges that were made before.
    pub async fn forget_challenges(&self, before: i64) -> Result<u64, Error> {
        let sql = "DELETE FROM challenges WHERE game IN
                   (SELECT game FROM challenges WHERE created <= $1 LIMIT $2)";
        self.forget(sql, before).await
    }

    /// Removes notices that were made before; the last one stays, so that numbers go on.
    pub async fn forget_notices(&self, before: i64) -> Result<u64, Error> {
        let sql = "DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE at <= $1
                   AND id < (SELECT MAX(id) FROM notices) ORDER BY id LIMIT $2)";
        self.forget(sql, before).await
    }

    /// Looks at the next guests of before, and removes those who have no session, have played nothing and made nothing. After
    /// the last one the next call begins again.
    pub async fn forget_guests(&self, before: i64, round: &mut GuestRound) -> Result<u64, Error> {
        // Found first and removed then: looking for them takes longer than a writer may wait.
        let sql = format!(
            "SELECT created, id, CAST(CASE WHEN {UNUSED_GUEST} THEN 1 ELSE 0 END AS BIGINT) FROM
             (SELECT id, kind, became, created FROM people WHERE kind = 'guest' AND created <= $1 AND created >= $2
              AND (created > $2 OR id > $3) ORDER BY created, id LIMIT $4) AS people ORDER BY created, id"
        );
        let (created, id) = round.0.take().unwrap_or((i64::MIN, String::new()));
        let seen: Vec<(i64, String, i64)> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(before)
            .bind(created)
            .bind(id)
            .bind(STEP)
            .fetch_all(&self.pool())
            .await?;
        if seen.len() as i64 == STEP {
            round.0 = seen.last().map(|(created, id, _)| (*created, id.clone()));
        }
        let mut connection = self.pool().acquire().await?;
        let mut removed = 0;
        for (_, id, _) in seen.iter().filter(|(.., unused)| *unused == 1) {
            removed += u64::from(delete_unused_guest(&mut connection, id).await?);
        }
        Ok(removed)
    }

    /// Games that were made before and have not begun: they wait for somebody who does not come.
    pub async fn waiting_games(&self, before: i64) -> Result<Vec<String>, Error> {
        let sql = "SELECT id FROM games WHERE started IS NULL AND ended IS NULL AND created <= $1
                   ORDER BY created LIMIT $2";
        self.found(sql, before).await
    }

    /// Games that ended before without having begun.
    pub async fn games_never_begun(&self, before: i64) -> Result<Vec<String>, Error> {
        let sql =
            "SELECT id FROM games WHERE started IS NULL AND ended IS NOT NULL AND removed = 0 AND ended <= $1
                   ORDER BY ended LIMIT $2";
        self.found(sql, before).await
    }

    async fn found(&self, sql: &'static str, before: i64) -> Result<Vec<String>, Error> {
        Ok(sqlx::query_scalar(sql)
            .bind(before)
            .bind(STEP)
            .fetch_all(&self.pool())
            .await?)
    }

    async fn forget(&self, sql: &'static str, before: i64) -> Result<u64, Error> {
        let done = sqlx::query(sql)
            .bind(before)
            .bind(STEP)
            .execute(&self.pool())
            .await?;
        Ok(done.rows_affected())
    }
}
