//! Ratings, and how they changed.

use crate::{Error, Store};
use sqlx::AnyConnection;

/// How strong somebody is at a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingRow {
    /// The number that is shown.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How much it swings.
    pub volatility: f64,
    /// Rated games so far.
    pub games: i64,
    /// When the last of them ended.
    pub updated: i64,
}

from_row!(RatingRow {
    rating,
    deviation,
    volatility,
    games,
    updated
});

/// A rating that a game has changed; written with the game's last events.
#[derive(Clone, Debug, PartialEq)]
pub struct NewRating {
    /// The person's id.
    pub person: String,
    /// The game's name.
    pub game: String,
    /// The rated games that the rating had counted before this one.
    pub before: i64,
    /// The new rating.
    pub rating: RatingRow,
}

impl Store {
    /// A person's rating in a game.
    pub async fn rating(&self, person: &str, game: &str) -> Result<Option<RatingRow>, Error> {
        let sql = "SELECT rating, deviation, volatility, games, updated FROM ratings
                   WHERE person = $1 AND game = $2";
        Ok(sqlx::query_as(sql)
            .bind(person)
            .bind(game)
            .fetch_optional(&self.pool())
            .await?)
    }

    /// The last changes of somebody's rating at a game, in order: when, and what it was then.
    pub async fn rating_history(
        &self,
        person: &str,
        game: &str,
        most: i64,
    ) -> Result<Vec<(i64, f64)>, Error> {
        let sql = "SELECT at, rating FROM rating_changes WHERE person = $1 AND game = $2
                   ORDER BY at DESC LIMIT $3";
        let mut changes: Vec<(i64, f64)> = sqlx::query_as(sql)
            .bind(person)
            .bind(game)
            .bind(most)
            .fetch_all(&self.pool())
            .await?;
        changes.reverse();
        Ok(changes)
    }

    /// A person's ratings in a game over time, the oldest first, after the change at `after`: time, table and rating.
    pub async fn ratings_after(
        &self,
        person: &str,
        game: &str,
        after: &(i64, String),
        most: i64,
    ) -> Result<Vec<(i64, String, f64)>, Error> {
        let sql =
            "SELECT at, table_id, rating FROM rating_changes WHERE person = $1 AND game = $2 AND at >= $3
                   AND (at > $3 OR table_id > $4) ORDER BY at, table_id LIMIT $5";
        Ok(sqlx::query_as(sql)
            .bind(person)
            .bind(game)
            .bind(after.0)
            .bind(&after.1)
            .bind(most)
            .fetch_all(&self.pool())
            .await?)
    }
}

/// Keeps a rating, unless another game has changed it since `before`: then nothing, and `false`.
pub(crate) async fn write(
    connection: &mut AnyConnection,
    table: &str,
    new: &NewRating,
) -> Result<bool, Error> {
    let rating = &new.rating;
    let sql = if new.before == 0 {
        "INSERT INTO ratings (person, game, rating, deviation, volatility, games, updated)
         SELECT $1, $2, $3, $4, $5, $6, $7 WHERE $8 = 0 ON CONFLICT DO NOTHING"
    } else {
        "UPDATE ratings SET rating = $3, deviation = $4, volatility = $5, games = $6, updated = $7
         WHERE person = $1 AND game = $2 AND games = $8"
    };
    let done = sqlx::query(sql)
        .bind(&new.person)
        .bind(&new.game)
        .bind(rating.rating)
        .bind(rating.deviation)
        .bind(rating.volatility)
        .bind(rating.games)
        .bind(rating.updated)
        .bind(new.before)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    let sql = "INSERT INTO rating_changes (person, table_id, game, at, rating) VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT DO NOTHING";
    sqlx::query(sql)
        .bind(&new.person)
        .bind(table)
        .bind(&new.game)
        .bind(rating.updated)
        .bind(rating.rating)
        .execute(connection)
        .await?;
    Ok(true)
}
