//! Looking for games.

use crate::{Error, Store};

/// Which games; what is left out does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Who looks: they see public games, their own, and those that they have brought.
    pub viewer: Option<String>,
    /// Somebody who played in it, or brought it from elsewhere.
    pub player: Option<String>,
    /// Which game.
    pub game: Option<String>,
    /// 0 or 1, the side that won; 2 for a draw.
    pub winner: Option<i64>,
    /// When it ended at the earliest.
    pub since: Option<i64>,
    /// When it ended at the latest.
    pub until: Option<i64>,
}

impl Store {
    /// The games that are over and fit, the newest first, after the one at `after`: when each ended, and its address.
    pub async fn search(
        &self,
        search: &Search,
        after: Option<(i64, String)>,
        most: i64,
    ) -> Result<Vec<(i64, String)>, Error> {
        let sql = "SELECT ended, id FROM games
                   WHERE ended IS NOT NULL AND (ended < $1 OR (ended = $1 AND id > $2))
                   AND (public = 1 OR creator = $3
                        OR EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND person = $3))
                   AND ($4 = '' OR (imported = 1 AND creator = $4)
                        OR EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND person = $4))
                   AND ($5 = '' OR games.game = $5)
                   AND ($6 = -1 OR ($6 = 2 AND winner IS NULL AND reason <> 'aborted') OR winner = $6)
                   AND ended >= $7 AND ended <= $8
                   ORDER BY ended DESC, id LIMIT $9";
        let (before, id) = after.unwrap_or((i64::MAX, String::new()));
        let rows = sqlx::query_as(sql)
            .bind(before)
            .bind(id)
            .bind(search.viewer.clone().unwrap_or_default())
            .bind(search.player.clone().unwrap_or_default())
            .bind(search.game.clone().unwrap_or_default())
            .bind(search.winner.unwrap_or(-1))
            .bind(search.since.unwrap_or(i64::MIN))
            .bind(search.until.unwrap_or(i64::MAX))
            .bind(most)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows)
    }

    /// The id of whoever has this name as an account.
    pub async fn account_id(&self, name: &str) -> Result<Option<String>, Error> {
        let sql = "SELECT id FROM people WHERE name_key = $1";
        Ok(sqlx::query_scalar(sql)
            .bind(name.to_lowercase())
            .fetch_optional(&self.pool)
            .await?)
    }
}
