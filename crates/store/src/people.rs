//! People and where they are signed in.

use crate::accounts::one_has_the_name;
use crate::{Error, Store};

/// Somebody.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct PersonRow {
    /// Short random letters.
    pub id: String,
    /// `guest`, `account`, `bot` or `gone`.
    pub kind: String,
    /// What they are called.
    pub name: String,
}

impl Store {
    /// Adds a guest.
    pub async fn add_guest(&self, id: &str, name: &str, now: i64) -> Result<(), Error> {
        sqlx::query("INSERT INTO people (id, kind, name, created) VALUES ($1, 'guest', $2, $3)")
            .bind(id)
            .bind(name)
            .bind(now)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// A person by their id.
    pub async fn person(&self, id: &str) -> Result<Option<PersonRow>, Error> {
        let sql = "SELECT id, kind, name FROM people WHERE id = $1";
        Ok(sqlx::query_as(sql).bind(id).fetch_optional(&self.pool).await?)
    }

    /// Gives somebody another name; `false` when it is an account's and taken by another.
    pub async fn rename(&self, id: &str, name: &str) -> Result<bool, Error> {
        let sql = "UPDATE people SET name = $2, name_key = CASE WHEN name_key IS NULL THEN NULL ELSE $3 END
                   WHERE id = $1 AND (name_key IS NULL OR NOT EXISTS
                       (SELECT 1 FROM people AS other WHERE other.name_key = $3 AND other.id <> $1))";
        let done = sqlx::query(sql)
            .bind(id)
            .bind(name)
            .bind(name.to_lowercase())
            .execute(&self.pool)
            .await;
        one_has_the_name(done)
    }

    /// The guests who have become this account: their seats are the account's.
    pub async fn former_guests(&self, account: &str) -> Result<Vec<String>, Error> {
        let sql = "SELECT id FROM people WHERE became = $1";
        Ok(sqlx::query_scalar(sql)
            .bind(account)
            .fetch_all(&self.pool)
            .await?)
    }

    /// Signs a person in.
    pub async fn add_session(&self, token_hash: &str, person: &str, now: i64) -> Result<(), Error> {
        sqlx::query("INSERT INTO sessions (token_hash, person, created) VALUES ($1, $2, $3)")
            .bind(token_hash)
            .bind(person)
            .bind(now)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Who is signed in with this token.
    pub async fn session(&self, token_hash: &str) -> Result<Option<PersonRow>, Error> {
        let sql = "SELECT people.id, kind, name FROM sessions JOIN people ON people.id = person
                   WHERE token_hash = $1";
        Ok(sqlx::query_as(sql)
            .bind(token_hash)
            .fetch_optional(&self.pool)
            .await?)
    }

    /// Signs out here.
    pub async fn remove_session(&self, token_hash: &str) -> Result<(), Error> {
        sqlx::query("DELETE FROM sessions WHERE token_hash = $1")
            .bind(token_hash)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Signs out everywhere.
    pub async fn remove_sessions(&self, person: &str) -> Result<(), Error> {
        sqlx::query("DELETE FROM sessions WHERE person = $1")
            .bind(person)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}
