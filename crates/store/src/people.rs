//! People and where they are signed in.

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

    /// Gives a guest another name.
    pub async fn rename_guest(&self, id: &str, name: &str) -> Result<(), Error> {
        sqlx::query("UPDATE people SET name = $2 WHERE id = $1 AND kind = 'guest'")
            .bind(id)
            .bind(name)
            .execute(&self.pool)
            .await?;
        Ok(())
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
