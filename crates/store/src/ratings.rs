//! Ratings, and how they changed.

use crate::{Error, Store};

/// How strong somebody is at a game.
#[derive(Clone, Copy, Debug, PartialEq, sqlx::FromRow)]
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

/// A rating that a game has changed; written with the game's last events.
#[derive(Clone, Debug, PartialEq)]
pub struct NewRating {
    /// Whose.
    pub person: String,
    /// At which game.
    pub game: String,
    /// What it is now.
    pub rating: RatingRow,
}

impl Store {
    /// Somebody's rating at a game.
    pub async fn rating(&self, person: &str, game: &str) -> Result<Option<RatingRow>, Error> {
        let sql = "SELECT rating, deviation, volatility, games, updated FROM ratings
                   WHERE person = $1 AND game = $2";
        Ok(sqlx::query_as(sql)
            .bind(person)
            .bind(game)
            .fetch_optional(&self.pool)
            .await?)
    }

    /// How somebody's rating at a game went: when, and what it was then.
    pub async fn rating_history(&self, person: &str, game: &str) -> Result<Vec<(i64, f64)>, Error> {
        let sql = "SELECT at, rating FROM rating_changes WHERE person = $1 AND game = $2 ORDER BY at";
        Ok(sqlx::query_as(sql)
            .bind(person)
            .bind(game)
            .fetch_all(&self.pool)
            .await?)
    }
}

pub(crate) async fn write(
    transaction: &mut sqlx::Transaction<'static, sqlx::Any>,
    table: &str,
    new: &NewRating,
) -> Result<(), Error> {
    let rating = &new.rating;
    let sql = "INSERT INTO ratings (person, game, rating, deviation, volatility, games, updated)
               VALUES ($1, $2, $3, $4, $5, $6, $7)
               ON CONFLICT (person, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
               volatility = excluded.volatility, games = excluded.games, updated = excluded.updated";
    sqlx::query(sql)
        .bind(&new.person)
        .bind(&new.game)
        .bind(rating.rating)
        .bind(rating.deviation)
        .bind(rating.volatility)
        .bind(rating.games)
        .bind(rating.updated)
        .execute(&mut **transaction)
        .await?;
    let sql = "INSERT INTO rating_changes (person, table_id, game, at, rating) VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT DO NOTHING";
    sqlx::query(sql)
        .bind(&new.person)
        .bind(table)
        .bind(&new.game)
        .bind(rating.updated)
        .bind(rating.rating)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}
