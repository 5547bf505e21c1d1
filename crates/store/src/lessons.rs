//! The lessons that people have finished.

use crate::{Error, Store};

impl Store {
    /// The finished lessons of a person, in the format of `protocol::Learned`; empty when there are none.
    pub async fn lessons(&self, person: &str) -> Result<String, Error> {
        let sql = "SELECT learned FROM lessons WHERE person = $1";
        let learned: Option<String> = sqlx::query_scalar(sql)
            .bind(person)
            .fetch_optional(&self.pool())
            .await?;
        Ok(learned.unwrap_or_default())
    }

    /// Replaces the finished lessons of a person.
    pub async fn keep_lessons(&self, person: &str, learned: &str) -> Result<(), Error> {
        let sql = "INSERT INTO lessons (person, learned) VALUES ($1, $2)
                   ON CONFLICT (person) DO UPDATE SET learned = excluded.learned";
        sqlx::query(sql)
            .bind(person)
            .bind(learned)
            .execute(&self.pool())
            .await?;
        Ok(())
    }
}
