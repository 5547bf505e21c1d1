//! A copy of the whole database while it is in use.

use crate::{Error, Store};
use std::path::Path;

impl Store {
    /// Writes a copy as of one moment into a new file. Only for SQLite: PostgreSQL has pg_dump.
    pub async fn back_up(&self, file: &Path) -> Result<(), Error> {
        if !self.is_file() {
            return Err(Error::NoFile);
        }
        sqlx::query("VACUUM INTO $1")
            .bind(file.to_string_lossy().into_owned())
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}
