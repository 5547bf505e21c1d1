//! Accounts: a name that nobody else has, and a password.

use crate::{Error, PersonRow, Store, cleaning, people};

/// An account that is to be made.
#[derive(Clone, Copy, Debug)]
pub struct NewAccount<'a> {
    /// The guest who becomes it.
    pub guest: &'a str,
    /// The name.
    pub name: &'a str,
    /// The name with letters that look alike made one.
    pub skeleton: &'a str,
    /// The password as it is kept.
    pub password: &'a str,
}

/// Another password for an account.
#[derive(Clone, Copy, Debug)]
pub struct PasswordChange<'a> {
    /// The account.
    pub account: &'a str,
    /// The password until now, as it is kept; without one it is replaced whatever it is.
    pub old: Option<&'a str>,
    /// The password from now on, as it is kept.
    pub new: &'a str,
    /// The hash of the session that goes on.
    pub but: Option<&'a str>,
}

/// Whether somebody has got the name that they wanted. Two who want the same one at the same moment: the database lets one
/// have it.
pub(crate) fn one_has_the_name(done: Result<sqlx::any::AnyQueryResult, sqlx::Error>) -> Result<bool, Error> {
    match done {
        Ok(done) => Ok(done.rows_affected() == 1),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(false),
        Err(error) => Err(error.into()),
    }
}

impl Store {
    /// Makes a guest an account; `false` when the name is taken, or looks like one that is. The guest's games are the
    /// account's.
    pub async fn make_account(&self, new: NewAccount<'_>) -> Result<bool, Error> {
        let sql = "UPDATE people SET kind = 'account', name = $2, name_key = $3, password = $4, skeleton = $5
                   WHERE id = $1 AND kind = 'guest'
                   AND NOT EXISTS (SELECT 1 FROM people WHERE name_key = $3 OR skeleton = $5)";
        let done = sqlx::query(sql)
            .bind(new.guest)
            .bind(new.name)
            .bind(new.name.to_lowercase())
            .bind(new.password)
            .bind(new.skeleton)
            .execute(&self.pool())
            .await;
        one_has_the_name(done)
    }

    /// An account by its name, with its password as it is kept.
    pub async fn account(&self, name: &str) -> Result<Option<(PersonRow, String)>, Error> {
        let sql = "SELECT id, kind, name, banned_until, password FROM people
                   WHERE name_key = $1 AND password IS NOT NULL";
        let row: Option<(String, String, String, i64, String)> = sqlx::query_as(sql)
            .bind(name.to_lowercase())
            .fetch_optional(&self.pool())
            .await?;
        Ok(row.map(|(id, kind, name, banned_until, password)| {
            let person = PersonRow {
                id,
                kind,
                name,
                banned_until,
            };
            (person, password)
        }))
    }

    /// Accounts whose name has no skeleton yet, the oldest first: id and name.
    pub async fn accounts_without_skeleton(&self) -> Result<Vec<(String, String)>, Error> {
        let sql = "SELECT id, name FROM people WHERE skeleton IS NULL AND name_key IS NOT NULL ORDER BY created, id";
        Ok(sqlx::query_as(sql).fetch_all(&self.pool()).await?)
    }

    /// Keeps the skeleton of an account's name; `false` when another account has the same.
    pub async fn set_skeleton(&self, account: &str, skeleton: &str) -> Result<bool, Error> {
        let sql = "UPDATE people SET skeleton = $2 WHERE id = $1
                   AND NOT EXISTS (SELECT 1 FROM people AS other WHERE other.skeleton = $2)";
        let done = sqlx::query(sql)
            .bind(account)
            .bind(skeleton)
            .execute(&self.pool())
            .await;
        one_has_the_name(done)
    }

    /// Keeps another password, and ends all sessions and tokens but one session; `false` when the account has no password, or
    /// another one than the change replaces.
    pub async fn set_password(&self, change: PasswordChange<'_>) -> Result<bool, Error> {
        let mut transaction = self.pool().begin().await?;
        let sql = "UPDATE people SET password = $2
                   WHERE id = $1 AND password IS NOT NULL AND ($3 = '' OR password = $3)";
        let done = sqlx::query(sql)
            .bind(change.account)
            .bind(change.new)
            .bind(change.old.unwrap_or_default())
            .execute(&mut *transaction)
            .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        people::revoke_all(&mut transaction, change.account, change.but).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// A guest has signed in to an account: the guest's games and blocks are the account's from now on. A guest who has no
    /// game is deleted.
    pub async fn guest_becomes(&self, guest: &str, account: &str) -> Result<(), Error> {
        let mut transaction = self.pool().begin().await?;
        for sql in [
            "UPDATE push_subscriptions SET person = $2 WHERE person = $1",
            "INSERT INTO blocks (person, blocked, created)
                 SELECT $2, blocked, created FROM blocks WHERE person = $1 AND blocked <> $2
                 ON CONFLICT DO NOTHING",
            "INSERT INTO blocks (person, blocked, created)
                 SELECT person, $2, created FROM blocks WHERE blocked = $1 AND person <> $2
                 ON CONFLICT DO NOTHING",
        ] {
            sqlx::query(sql)
                .bind(guest)
                .bind(account)
                .execute(&mut *transaction)
                .await?;
        }
        for sql in [
            "DELETE FROM blocks WHERE person = $1 OR blocked = $1",
            "DELETE FROM sessions WHERE person = $1",
        ] {
            sqlx::query(sql).bind(guest).execute(&mut *transaction).await?;
        }
        if !cleaning::delete_unused_guest(&mut transaction, guest).await? {
            for sql in [
                "UPDATE people SET became = $2 WHERE id = $1 AND kind = 'guest'",
                "UPDATE seats SET person = $2 WHERE person = $1",
                "UPDATE games SET creator = $2 WHERE creator = $1",
            ] {
                sqlx::query(sql)
                    .bind(guest)
                    .bind(account)
                    .execute(&mut *transaction)
                    .await?;
            }
        }
        Ok(transaction.commit().await?)
    }

    /// Makes an account a bot's; `false` when it is no account.
    pub async fn make_bot(&self, account: &str) -> Result<bool, Error> {
        let sql = "UPDATE people SET kind = 'bot' WHERE id = $1 AND kind = 'account'";
        Ok(sqlx::query(sql)
            .bind(account)
            .execute(&self.pool())
            .await?
            .rows_affected()
            == 1)
    }

    /// Deletes an account, or a guest: password, sessions, tokens, ratings, blocks and challenges go; the games stay, and
    /// `gone` stands in place of the name from now on in each of them as [`Store::next_name_change`] comes to it. `false` when
    /// the password is another one by now; a guest has none.
    pub async fn delete_account(
        &self,
        person: &str,
        password: Option<&str>,
        gone: &str,
    ) -> Result<bool, Error> {
        let mut transaction = self.pool().begin().await?;
        let sql = "UPDATE people SET password = NULL WHERE id = $1 AND COALESCE(password, '') = $2";
        let done = sqlx::query(sql)
            .bind(person)
            .bind(password.unwrap_or_default())
            .execute(&mut *transaction)
            .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
        let sql =
            "UPDATE people SET kind = 'gone', name = $2, name_key = NULL, skeleton = NULL, password = NULL
                   WHERE id = $1 OR became = $1";
        sqlx::query(sql)
            .bind(person)
            .bind(gone)
            .execute(&mut *transaction)
            .await?;
        for sql in [
            "DELETE FROM sessions WHERE person = $1",
            "DELETE FROM tokens WHERE person = $1",
            "DELETE FROM ratings WHERE person = $1",
            "DELETE FROM rating_changes WHERE person = $1",
            "DELETE FROM challenges WHERE person = $1",
            "DELETE FROM seeks WHERE person = $1 AND claimed = 0",
            "DELETE FROM blocks WHERE person = $1 OR blocked = $1",
            "DELETE FROM lessons WHERE person = $1",
            "DELETE FROM mistakes WHERE person = $1",
            "DELETE FROM push_subscriptions WHERE person = $1",
        ] {
            sqlx::query(sql).bind(person).execute(&mut *transaction).await?;
        }
        crate::redaction::begin_name_change(&mut transaction, person, gone).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// The games in which somebody sits, the newest first, after the one at `after`: when each was made, and its address.
    pub async fn games_of_after(
        &self,
        person: &str,
        after: &(i64, String),
        most: i64,
    ) -> Result<Vec<(i64, String)>, Error> {
        let sql = "SELECT created, game FROM seats WHERE person = $1 AND created <= $2
                   AND (created < $2 OR game > $3) ORDER BY created DESC, game LIMIT $4";
        Ok(sqlx::query_as(sql)
            .bind(person)
            .bind(after.0)
            .bind(&after.1)
            .bind(most)
            .fetch_all(&self.pool())
            .await?)
    }

    /// The newest games in which somebody sits.
    pub async fn games_of(&self, person: &str, most: i64) -> Result<Vec<String>, Error> {
        let sql = "SELECT game FROM seats WHERE person = $1 ORDER BY created DESC, game LIMIT $2";
        Ok(sqlx::query_scalar(sql)
            .bind(person)
            .bind(most)
            .fetch_all(&self.pool())
            .await?)
    }
}
