//! Games that were played elsewhere.

use crate::{Error, LogWrite, NewGame, Store, games, log};

/// A game that is to be kept with its whole log.
#[derive(Clone, Debug)]
pub struct Import<'a> {
    /// The game.
    pub game: NewGame<'a>,
    /// Its first position, when it is not the usual one.
    pub position: Option<&'a str>,
    /// All that happened.
    pub entry: &'a LogWrite,
}

impl Store {
    /// Keeps a game that is over, whole or not at all.
    pub async fn import(&self, import: &Import<'_>) -> Result<(), Error> {
        let mut transaction = self.pool().begin().await?;
        games::insert(&mut transaction, &import.game).await?;
        sqlx::query("UPDATE games SET imported = 1, position = $2 WHERE id = $1")
            .bind(import.game.id)
            .bind(import.position)
            .execute(&mut *transaction)
            .await?;
        log::write(&mut transaction, import.entry).await?;
        Ok(transaction.commit().await?)
    }
}
