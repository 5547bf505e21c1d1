//! Challenges: games that wait for one named person.

use crate::{Error, Store};

/// Games that one answer names at most.
const MOST: i64 = 200;

impl Store {
    /// Challenges a person to a game.
    pub async fn add_challenge(&self, game: &str, person: &str, now: i64) -> Result<(), Error> {
        sqlx::query("INSERT INTO challenges (game, person, created) VALUES ($1, $2, $3)")
            .bind(game)
            .bind(person)
            .bind(now)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// The games to which a person was challenged after `since` and that still wait, the oldest first.
    pub async fn challenges(&self, person: &str, since: i64) -> Result<Vec<String>, Error> {
        let sql = "SELECT games.id FROM challenges JOIN games ON games.id = challenges.game
                   WHERE person = $1 AND challenges.created > $2 AND started IS NULL AND ended IS NULL
                   ORDER BY challenges.created, games.id LIMIT $3";
        Ok(sqlx::query_scalar(sql)
            .bind(person)
            .bind(since)
            .bind(MOST)
            .fetch_all(&self.pool())
            .await?)
    }

    /// Counts a person's waiting challenges: all, those by guests, and those by `creator`.
    pub async fn waiting_challenges(
        &self,
        person: &str,
        creator: &str,
        since: i64,
    ) -> Result<[i64; 3], Error> {
        let sql = "SELECT games.creator, people.kind FROM challenges JOIN games ON games.id = challenges.game
                   JOIN people ON people.id = games.creator
                   WHERE person = $1 AND challenges.created > $2 AND started IS NULL AND ended IS NULL";
        let rows: Vec<(String, String)> = sqlx::query_as(sql)
            .bind(person)
            .bind(since)
            .fetch_all(&self.pool())
            .await?;
        let guests = rows.iter().filter(|(_, kind)| kind == "guest").count();
        let own = rows.iter().filter(|(other, _)| other == creator).count();
        Ok([rows.len() as i64, guests as i64, own as i64])
    }

    /// Removes a challenge that its person declines; `false` if there is none.
    pub async fn decline_challenge(&self, game: &str, person: &str) -> Result<bool, Error> {
        let done = sqlx::query("DELETE FROM challenges WHERE game = $1 AND person = $2")
            .bind(game)
            .bind(person)
            .execute(&self.pool())
            .await?;
        Ok(done.rows_affected() > 0)
    }

    /// A person's games that are under way, the oldest first, 200 at most.
    pub async fn live_games(&self, person: &str) -> Result<Vec<String>, Error> {
        let sql = "SELECT games.id FROM games JOIN seats ON seats.game = games.id
                   WHERE seats.person = $1 AND seats.ended IS NULL AND started IS NOT NULL AND games.ended IS NULL
                   ORDER BY started, games.id LIMIT $2";
        Ok(sqlx::query_scalar(sql)
            .bind(person)
            .bind(MOST)
            .fetch_all(&self.pool())
            .await?)
    }
}
