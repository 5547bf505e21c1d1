//! Taking something out of logs that were written: a line of chat, a name, a whole game.

use crate::{Error, Store, finished_logs};
use sqlx::AnyConnection;

/// A name that is being replaced in all games of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameChange {
    /// The person's id.
    pub person: String,
    /// The name in place of the old ones.
    pub name: String,
    /// When the last game that is done was made.
    pub created: i64,
    /// Its address.
    pub game: String,
}

from_row!(NameChange {
    person,
    name,
    created,
    game
});

/// Events of a game that are written anew.
#[derive(Clone, Debug)]
pub struct Redaction<'a> {
    /// The game's address.
    pub game: &'a str,
    /// The number of each event, and the event in its place, as JSON.
    pub events: &'a [(i64, String)],
    /// Players by seat as JSON, if they have changed.
    pub players: Option<&'a str>,
    /// The `redacted` event, as JSON.
    pub notice: &'a str,
    /// Now.
    pub at: i64,
}

pub(crate) async fn begin_name_change(
    connection: &mut AnyConnection,
    person: &str,
    name: &str,
) -> Result<(), Error> {
    let sql = "INSERT INTO name_changes (person, name, created, game) VALUES ($1, $2, $3, '')
               ON CONFLICT (person) DO UPDATE
               SET name = excluded.name, created = excluded.created, game = '', tried = 0";
    sqlx::query(sql)
        .bind(person)
        .bind(name)
        .bind(i64::MAX)
        .execute(connection)
        .await?;
    Ok(())
}

impl Store {
    /// Replaces the names of a person in all games that they have played.
    pub async fn change_name_everywhere(&self, person: &str, name: &str) -> Result<(), Error> {
        let mut connection = self.pool().acquire().await?;
        begin_name_change(&mut connection, person, name).await
    }

    /// A change of a name that is not done and has not failed since `tried`; those that failed longest ago come first.
    pub async fn next_name_change(&self, tried: i64) -> Result<Option<NameChange>, Error> {
        let sql = "SELECT person, name, created, game FROM name_changes
                   WHERE tried < $1 ORDER BY tried, person LIMIT 1";
        let row = sqlx::query_as(sql).bind(tried);
        Ok(row.fetch_optional(&self.pool()).await?)
    }

    /// Notes that a change of a name has failed.
    pub async fn name_change_failed(&self, change: &NameChange, now: i64) -> Result<(), Error> {
        sqlx::query("UPDATE name_changes SET tried = $2 WHERE person = $1")
            .bind(&change.person)
            .bind(now)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// The next games in which a name is replaced: when each was made, and its address.
    pub async fn games_of_change(&self, change: &NameChange, most: i64) -> Result<Vec<(i64, String)>, Error> {
        let after = (change.created, change.game.clone());
        self.games_of_after(&change.person, &after, most).await
    }

    /// Notes that a name is replaced in all games down to this one; without one, in all.
    pub async fn go_on_with_change(
        &self,
        change: &NameChange,
        done: Option<&(i64, String)>,
    ) -> Result<(), Error> {
        let query = match done {
            Some((created, game)) => {
                sqlx::query("UPDATE name_changes SET created = $3, game = $4 WHERE person = $1 AND name = $2")
                    .bind(&change.person)
                    .bind(&change.name)
                    .bind(*created)
                    .bind(game.clone())
            }
            None => sqlx::query("DELETE FROM name_changes WHERE person = $1 AND name = $2")
                .bind(&change.person)
                .bind(&change.name),
        };
        query.execute(&self.pool()).await?;
        Ok(())
    }

    /// Rewrites events and appends the `redacted` event; `false` if another event was appended meanwhile.
    pub async fn redact(&self, redaction: &Redaction<'_>) -> Result<bool, Error> {
        let mut transaction = self.pool().begin().await?;
        // A statement that writes comes first: a SQLite transaction that has only read cannot always begin to write.
        sqlx::query("UPDATE games SET players = COALESCE($2, players) WHERE id = $1")
            .bind(redaction.game)
            .bind(redaction.players)
            .execute(&mut *transaction)
            .await?;
        finished_logs::unpack_rows(&mut transaction, redaction.game).await?;
        for (seq, body) in redaction.events {
            sqlx::query("UPDATE events SET body = $3 WHERE game = $1 AND seq = $2")
                .bind(redaction.game)
                .bind(*seq)
                .bind(body)
                .execute(&mut *transaction)
                .await?;
        }
        let last: Option<i64> = sqlx::query_scalar("SELECT MAX(seq) FROM events WHERE game = $1")
            .bind(redaction.game)
            .fetch_one(&mut *transaction)
            .await?;
        let sql = "INSERT INTO events (game, seq, at, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        let done = sqlx::query(sql)
            .bind(redaction.game)
            .bind(last.unwrap_or(0) + 1)
            .bind(redaction.at)
            .bind(redaction.notice)
            .execute(&mut *transaction)
            .await?;
        if done.rows_affected() == 0 {
            transaction.rollback().await?;
            return Ok(false);
        }
        self.bus
            .tell_logs_within(&mut transaction, &[redaction.game])
            .await?;
        transaction.commit().await?;
        self.bus.tell_logs_after(&[redaction.game]).await;
        Ok(true)
    }

    /// Removes a game: its log, seats, analysis and challenges go, and its row is shown nowhere. `false` when there is none.
    pub async fn remove_game(&self, game: &str, now: i64) -> Result<bool, Error> {
        let mut transaction = self.pool().begin().await?;
        let sql = "UPDATE games SET removed = 1, public = 0, deadline = NULL, ended = COALESCE(ended, $2),
                       players = NULL, result = NULL WHERE id = $1 AND removed = 0";
        let done = sqlx::query(sql)
            .bind(game)
            .bind(now)
            .execute(&mut *transaction)
            .await?;
        for sql in [
            "DELETE FROM events WHERE game = $1",
            "DELETE FROM finished_logs WHERE game = $1",
            "DELETE FROM seats WHERE game = $1",
            "DELETE FROM challenges WHERE game = $1",
            "DELETE FROM analyses WHERE game = $1",
        ] {
            sqlx::query(sql).bind(game).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(done.rows_affected() == 1)
    }
}
