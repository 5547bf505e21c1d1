//! People and what makes them known: sessions of browsers, tokens of programs.

use crate::accounts::one_has_the_name;
use crate::{Error, Store};
use sqlx::{AnyConnection, AssertSqlSafe};

/// A person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonRow {
    /// Short random letters.
    pub id: String,
    /// `guest`, `account`, `bot` or `gone`.
    pub kind: String,
    /// Their name.
    pub name: String,
    /// Until when they may not sign in.
    pub banned_until: i64,
}

from_row!(PersonRow {
    id,
    kind,
    name,
    banned_until
});

/// A session or a token that is good now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CredentialRow {
    /// Its owner.
    pub person: PersonRow,
    /// `read`, `play` or `account`; a session may do everything.
    pub scope: Option<String>,
    /// When it was last used, to the day.
    pub used: Option<i64>,
}

/// A token that is to be kept.
#[derive(Clone, Copy, Debug)]
pub struct NewToken<'a> {
    /// The hash of what makes it one.
    pub token_hash: &'a str,
    /// Its owner.
    pub person: &'a str,
    /// The password that its owner has proved, as it is kept.
    pub password: &'a str,
    /// The name that its owner gives it.
    pub name: &'a str,
    /// `read`, `play` or `account`.
    pub scope: &'a str,
    /// Now.
    pub created: i64,
    /// When it ends.
    pub expires: i64,
}

/// A token, without what makes it one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// The name that its owner gave it.
    pub name: String,
    /// `read`, `play` or `account`.
    pub scope: String,
    /// When it was made.
    pub created: i64,
    /// When it ends.
    pub expires: i64,
    /// When it was last used, to the day.
    pub used: Option<i64>,
}

from_row!(TokenRow {
    name,
    scope,
    created,
    expires,
    used
});

type Known = (String, String, String, i64, Option<String>, Option<i64>);

fn credential(row: Known) -> CredentialRow {
    let (id, kind, name, banned_until, scope, used) = row;
    CredentialRow {
        person: PersonRow {
            id,
            kind,
            name,
            banned_until,
        },
        scope,
        used,
    }
}

/// Ends all sessions and tokens of somebody but one session, with the subscriptions of their browsers, and the marks of their
/// devices.
pub(crate) async fn revoke_all(
    connection: &mut AnyConnection,
    person: &str,
    but: Option<&str>,
) -> Result<(), Error> {
    for sql in [
        "DELETE FROM push_subscriptions WHERE person = $1 AND (session IS NULL OR session <> $2)",
        "DELETE FROM sessions WHERE person = $1 AND token_hash <> $2",
    ] {
        sqlx::query(sql)
            .bind(person)
            .bind(but.unwrap_or_default())
            .execute(&mut *connection)
            .await?;
    }
    for sql in [
        "DELETE FROM tokens WHERE person = $1",
        "UPDATE people SET device_epoch = device_epoch + 1 WHERE id = $1",
    ] {
        sqlx::query(sql).bind(person).execute(&mut *connection).await?;
    }
    Ok(())
}

impl Store {
    /// Adds a guest.
    pub async fn add_guest(&self, id: &str, name: &str, now: i64) -> Result<(), Error> {
        sqlx::query("INSERT INTO people (id, kind, name, created) VALUES ($1, 'guest', $2, $3)")
            .bind(id)
            .bind(name)
            .bind(now)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// A person by their id.
    pub async fn person(&self, id: &str) -> Result<Option<PersonRow>, Error> {
        let sql = "SELECT id, kind, name, banned_until FROM people WHERE id = $1";
        Ok(sqlx::query_as(sql).bind(id).fetch_optional(&self.pool()).await?)
    }

    /// Gives somebody another name; `false` when another account has it, or one that looks like it.
    pub async fn rename(&self, id: &str, name: &str, skeleton: &str) -> Result<bool, Error> {
        let sql = "UPDATE people SET name = $2, name_key = CASE WHEN name_key IS NULL THEN NULL ELSE $3 END,
                       skeleton = CASE WHEN name_key IS NULL THEN NULL ELSE $4 END
                   WHERE id = $1 AND NOT EXISTS
                       (SELECT 1 FROM people AS other
                        WHERE (other.name_key = $3 OR other.skeleton = $4) AND other.id <> $1)";
        let done = sqlx::query(sql)
            .bind(id)
            .bind(name)
            .bind(name.to_lowercase())
            .bind(skeleton)
            .execute(&self.pool())
            .await;
        one_has_the_name(done)
    }

    /// The newest guests who have become this account, `most` at most: their seats are the account's.
    pub async fn former_guests(&self, account: &str, most: i64) -> Result<Vec<String>, Error> {
        let sql = "SELECT id FROM people WHERE became = $1 ORDER BY created DESC, id LIMIT $2";
        Ok(sqlx::query_scalar(sql)
            .bind(account)
            .bind(most)
            .fetch_all(&self.pool())
            .await?)
    }

    /// Signs in somebody who has proved a password, as it is kept; `false` when it is not theirs any more, or they are banned.
    pub async fn sign_in(
        &self,
        token_hash: &str,
        person: &str,
        password: &str,
        now: i64,
    ) -> Result<bool, Error> {
        let sql = format!(
            "INSERT INTO sessions (token_hash, person, created, used) SELECT $1, id, $3, $3 FROM people
             WHERE id = $2 AND password = $4 AND banned_until <= $3 {}",
            self.hold_row()
        );
        let done = sqlx::query(AssertSqlSafe(sql))
            .bind(token_hash)
            .bind(person)
            .bind(now)
            .bind(password)
            .execute(&self.pool())
            .await?;
        Ok(done.rows_affected() == 1)
    }

    /// The end of a statement that reads a row and writes by it: the row waits for a change under way, and no change is made
    /// before the end. SQLite has one writer anyway.
    fn hold_row(&self) -> &'static str {
        if self.is_file() { "" } else { "FOR SHARE OF people" }
    }

    /// Begins a session of somebody who has no password, or has just made it.
    pub async fn add_session(&self, token_hash: &str, person: &str, now: i64) -> Result<(), Error> {
        sqlx::query("INSERT INTO sessions (token_hash, person, created, used) VALUES ($1, $2, $3, $3)")
            .bind(token_hash)
            .bind(person)
            .bind(now)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// The session of a token that was used after `since`, of somebody who is not banned at `now`.
    pub async fn session(
        &self,
        token_hash: &str,
        since: i64,
        now: i64,
    ) -> Result<Option<CredentialRow>, Error> {
        let sql = "SELECT people.id, kind, name, banned_until, CAST(NULL AS TEXT), used
                   FROM sessions JOIN people ON people.id = person
                   WHERE token_hash = $1 AND used > $2 AND banned_until <= $3";
        let row: Option<Known> = sqlx::query_as(sql)
            .bind(token_hash)
            .bind(since)
            .bind(now)
            .fetch_optional(&self.pool())
            .await?;
        Ok(row.map(credential))
    }

    /// Notes that a session is used.
    pub async fn use_session(&self, token_hash: &str, now: i64) -> Result<(), Error> {
        sqlx::query("UPDATE sessions SET used = $2 WHERE token_hash = $1")
            .bind(token_hash)
            .bind(now)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// Signs out here. The browser is told of nobody's turn any more; nor is one of which nobody knows the session.
    pub async fn remove_session(&self, token_hash: &str) -> Result<(), Error> {
        let mut transaction = self.pool().begin().await?;
        for sql in [
            "DELETE FROM push_subscriptions WHERE session = $1 OR session IS NULL
                 AND person = (SELECT person FROM sessions WHERE token_hash = $1)",
            "DELETE FROM sessions WHERE token_hash = $1",
        ] {
            sqlx::query(sql)
                .bind(token_hash)
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    /// The number that a mark of one of a person's devices must have to be known.
    pub async fn device_epoch(&self, person: &str) -> Result<i64, Error> {
        let sql = "SELECT device_epoch FROM people WHERE id = $1";
        let epoch: Option<i64> = sqlx::query_scalar(sql)
            .bind(person)
            .fetch_optional(&self.pool())
            .await?;
        Ok(epoch.unwrap_or_default())
    }

    /// Ends all sessions and tokens of somebody, but for one session, and the marks of their devices.
    pub async fn revoke_all(&self, person: &str, but: Option<&str>) -> Result<(), Error> {
        let mut transaction = self.pool().begin().await?;
        revoke_all(&mut transaction, person, but).await?;
        Ok(transaction.commit().await?)
    }

    /// Those of these hashes that are still of a session used after `since`, or of a token, of somebody who is not banned.
    pub async fn good_credentials(
        &self,
        hashes: &[String],
        since: i64,
        now: i64,
    ) -> Result<Vec<String>, Error> {
        let places: Vec<String> = (0..hashes.len()).map(|index| format!("${}", index + 3)).collect();
        let places = places.join(", ");
        let sql = format!(
            "SELECT token_hash FROM sessions JOIN people ON people.id = person
             WHERE used > $1 AND banned_until <= $2 AND token_hash IN ({places})
             UNION ALL SELECT token_hash FROM tokens JOIN people ON people.id = person
             WHERE expires > $2 AND banned_until <= $2 AND token_hash IN ({places})"
        );
        let mut query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(since).bind(now);
        for hash in hashes {
            query = query.bind(hash.clone());
        }
        Ok(query.fetch_all(&self.pool()).await?)
    }

    /// Keeps a token; `false` when its owner has another of that name, or `most` already, or another password by now.
    pub async fn add_token(&self, new: NewToken<'_>, most: i64) -> Result<bool, Error> {
        let sql = format!(
            "INSERT INTO tokens (token_hash, person, name, scope, created, expires)
             SELECT $1, id, $3, $4, $5, $6 FROM people WHERE id = $2 AND password = $8
             AND NOT EXISTS (SELECT 1 FROM tokens WHERE person = $2 AND tokens.name = $3)
             AND (SELECT COUNT(*) FROM tokens WHERE person = $2) < $7 {}",
            self.hold_row()
        );
        let done = sqlx::query(AssertSqlSafe(sql))
            .bind(new.token_hash)
            .bind(new.person)
            .bind(new.name)
            .bind(new.scope)
            .bind(new.created)
            .bind(new.expires)
            .bind(most)
            .bind(new.password)
            .execute(&self.pool())
            .await?;
        Ok(done.rows_affected() == 1)
    }

    /// The token with this hash, if it is good at `now`.
    pub async fn token(&self, token_hash: &str, now: i64) -> Result<Option<CredentialRow>, Error> {
        let sql = "SELECT people.id, kind, people.name, banned_until, scope, used
                   FROM tokens JOIN people ON people.id = person
                   WHERE token_hash = $1 AND expires > $2 AND banned_until <= $2";
        let row: Option<Known> = sqlx::query_as(sql)
            .bind(token_hash)
            .bind(now)
            .fetch_optional(&self.pool())
            .await?;
        Ok(row.map(credential))
    }

    /// Notes that a token is used.
    pub async fn use_token(&self, token_hash: &str, now: i64) -> Result<(), Error> {
        sqlx::query("UPDATE tokens SET used = $2 WHERE token_hash = $1")
            .bind(token_hash)
            .bind(now)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// A person's tokens.
    pub async fn tokens(&self, person: &str) -> Result<Vec<TokenRow>, Error> {
        let sql =
            "SELECT name, scope, created, expires, used FROM tokens WHERE person = $1 ORDER BY created, name";
        Ok(sqlx::query_as(sql).bind(person).fetch_all(&self.pool()).await?)
    }

    /// Revokes somebody's token of a name; gives its hash.
    pub async fn remove_token(&self, person: &str, name: &str) -> Result<Vec<String>, Error> {
        let mut transaction = self.pool().begin().await?;
        let sql = "DELETE FROM tokens WHERE person = $1 AND name = $2 RETURNING token_hash";
        let removed: Vec<String> = sqlx::query_scalar(sql)
            .bind(person)
            .bind(name)
            .fetch_all(&mut *transaction)
            .await?;
        for hash in &removed {
            sqlx::query("DELETE FROM push_subscriptions WHERE session = $1")
                .bind(hash)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(removed)
    }
}
