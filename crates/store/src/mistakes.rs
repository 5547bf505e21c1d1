//! The mistakes that people keep, to be asked again.

use crate::{Error, Store};

impl Store {
    /// The mistakes of a person, in the format of `protocol::MistakeDeck`; empty when there are none.
    pub async fn mistakes(&self, person: &str) -> Result<String, Error> {
        let sql = "SELECT kept FROM mistakes WHERE person = $1";
        let kept: Option<String> = sqlx::query_scalar(sql)
            .bind(person)
            .fetch_optional(&self.pool())
            .await?;
        Ok(kept.unwrap_or_default())
    }

    /// Replaces the mistakes of a person.
    pub async fn keep_mistakes(&self, person: &str, kept: &str) -> Result<(), Error> {
        let sql = "INSERT INTO mistakes (person, kept) VALUES ($1, $2)
                   ON CONFLICT (person) DO UPDATE SET kept = excluded.kept";
        sqlx::query(sql)
            .bind(person)
            .bind(kept)
            .execute(&self.pool())
            .await?;
        Ok(())
    }
}
