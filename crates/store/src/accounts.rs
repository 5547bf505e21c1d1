//! Accounts: a name that nobody else has, and a password. And tokens for programs.

use crate::{Error, PersonRow, Store};

/// A token, without what makes it one.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct TokenRow {
    /// What its owner calls it.
    pub name: String,
    /// When it was made.
    pub created: i64,
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
    /// Makes a guest an account; `false` when the name is taken. The guest's games are the account's.
    pub async fn make_account(&self, guest: &str, name: &str, password: &str) -> Result<bool, Error> {
        let sql = "UPDATE people SET kind = 'account', name = $2, name_key = $3, password = $4
                   WHERE id = $1 AND kind = 'guest' AND NOT EXISTS (SELECT 1 FROM people WHERE name_key = $3)";
        let done = sqlx::query(sql)
            .bind(guest)
            .bind(name)
            .bind(name.to_lowercase())
            .bind(password)
            .execute(&self.pool)
            .await;
        one_has_the_name(done)
    }

    /// An account by its name, with its password as it is kept.
    pub async fn account(&self, name: &str) -> Result<Option<(PersonRow, String)>, Error> {
        let sql = "SELECT id, kind, name, password FROM people WHERE name_key = $1 AND password IS NOT NULL";
        let row: Option<(String, String, String, String)> = sqlx::query_as(sql)
            .bind(name.to_lowercase())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|(id, kind, name, password)| (PersonRow { id, kind, name }, password)))
    }

    /// Keeps another password.
    pub async fn set_password(&self, account: &str, password: &str) -> Result<(), Error> {
        sqlx::query("UPDATE people SET password = $2 WHERE id = $1 AND password IS NOT NULL")
            .bind(account)
            .bind(password)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// A guest has signed in to an account: the guest's games are the account's from now on.
    pub async fn guest_becomes(&self, guest: &str, account: &str) -> Result<(), Error> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query("UPDATE people SET became = $2 WHERE id = $1 AND kind = 'guest'")
            .bind(guest)
            .bind(account)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("UPDATE seats SET person = $2 WHERE person = $1")
            .bind(guest)
            .bind(account)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("UPDATE games SET creator = $2 WHERE creator = $1")
            .bind(guest)
            .bind(account)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("DELETE FROM sessions WHERE person = $1")
            .bind(guest)
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Makes an account a bot's; `false` when it is no account.
    pub async fn make_bot(&self, account: &str) -> Result<bool, Error> {
        let sql = "UPDATE people SET kind = 'bot' WHERE id = $1 AND kind = 'account'";
        Ok(sqlx::query(sql)
            .bind(account)
            .execute(&self.pool)
            .await?
            .rows_affected()
            == 1)
    }

    /// Deletes an account: name, password, sessions, tokens and ratings go; its games stay, played by nobody.
    pub async fn delete_account(&self, account: &str) -> Result<(), Error> {
        let mut transaction = self.pool.begin().await?;
        for sql in [
            "UPDATE people SET kind = 'gone', name = 'gone', name_key = NULL, password = NULL WHERE id = $1",
            "DELETE FROM sessions WHERE person = $1",
            "DELETE FROM tokens WHERE person = $1",
            "DELETE FROM ratings WHERE person = $1",
            "DELETE FROM rating_changes WHERE person = $1",
        ] {
            sqlx::query(sql).bind(account).execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Signs out everywhere but here.
    pub async fn remove_other_sessions(&self, person: &str, token_hash: &str) -> Result<(), Error> {
        sqlx::query("DELETE FROM sessions WHERE person = $1 AND token_hash <> $2")
            .bind(person)
            .bind(token_hash)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// The games in which somebody sits, the newest first.
    pub async fn games_of(&self, person: &str, most: i64) -> Result<Vec<String>, Error> {
        let sql = "SELECT game FROM seats WHERE person = $1 ORDER BY created DESC, game LIMIT $2";
        Ok(sqlx::query_scalar(sql)
            .bind(person)
            .bind(most)
            .fetch_all(&self.pool)
            .await?)
    }

    /// Keeps a token.
    pub async fn add_token(&self, token_hash: &str, person: &str, name: &str, now: i64) -> Result<(), Error> {
        sqlx::query("INSERT INTO tokens (token_hash, person, name, created) VALUES ($1, $2, $3, $4)")
            .bind(token_hash)
            .bind(person)
            .bind(name)
            .bind(now)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Whose token this is.
    pub async fn token(&self, token_hash: &str) -> Result<Option<PersonRow>, Error> {
        let sql = "SELECT people.id, kind, people.name FROM tokens JOIN people ON people.id = person
                   WHERE token_hash = $1";
        Ok(sqlx::query_as(sql)
            .bind(token_hash)
            .fetch_optional(&self.pool)
            .await?)
    }

    /// Somebody's tokens.
    pub async fn tokens(&self, person: &str) -> Result<Vec<TokenRow>, Error> {
        let sql = "SELECT name, created FROM tokens WHERE person = $1 ORDER BY created, name";
        Ok(sqlx::query_as(sql).bind(person).fetch_all(&self.pool).await?)
    }

    /// Takes somebody's tokens of a name back.
    pub async fn remove_token(&self, person: &str, name: &str) -> Result<bool, Error> {
        let sql = "DELETE FROM tokens WHERE person = $1 AND name = $2";
        Ok(sqlx::query(sql)
            .bind(person)
            .bind(name)
            .execute(&self.pool)
            .await?
            .rows_affected()
            > 0)
    }
}
