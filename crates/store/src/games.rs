//! Games as rows: made once, then kept in step with their logs.

use crate::{Error, Store};
use sqlx::{AnyConnection, AssertSqlSafe};

/// A game that is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame<'a> {
    /// Its address.
    pub id: &'a str,
    /// The game's name.
    pub game: &'a str,
    /// How it is played, as JSON.
    pub settings: &'a str,
    /// Whether everyone may see it.
    pub public: bool,
    /// The person who creates it.
    pub creator: &'a str,
    /// Now.
    pub created: i64,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its address.
    pub id: String,
    /// How it is played, as JSON.
    pub settings: String,
    /// The person who created it.
    pub creator: String,
    /// When.
    pub created: i64,
    /// 1 for a game that everyone may see.
    pub public: i64,
    /// How many moves stand.
    pub plies: i64,
    /// When it ended.
    pub ended: Option<i64>,
    /// The side that won.
    pub winner: Option<i64>,
    /// Why it ended.
    pub reason: Option<String>,
    /// The players by seat, as JSON; nothing in an old game that nobody has opened since.
    pub players: Option<String>,
    /// 1 for a game that was played elsewhere.
    pub imported: i64,
    /// Its first position, when it is not the usual one of its settings.
    pub position: Option<String>,
}

from_row!(GameRow {
    id,
    settings,
    creator,
    created,
    public,
    plies,
    ended,
    winner,
    reason,
    players,
    imported,
    position
});

/// The columns of a [`GameRow`].
const COLUMNS: &str =
    "id, settings, creator, created, public, plies, ended, winner, reason, players, imported, position";

/// A taken seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// The seat's number.
    pub seat: i64,
    /// The person's id.
    pub person: String,
}

impl Store {
    /// Makes a game.
    pub async fn add_game(&self, game: &NewGame<'_>) -> Result<(), Error> {
        let mut connection = self.pool().acquire().await?;
        insert(&mut connection, game).await
    }

    /// A game by its address; one that was removed is not there.
    pub async fn game(&self, id: &str) -> Result<Option<GameRow>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM games WHERE id = $1 AND removed = 0");
        let row = sqlx::query_as(AssertSqlSafe(sql)).bind(id);
        Ok(row.fetch_optional(&self.pool()).await?)
    }

    /// Games by their addresses, in this order; those that were removed are not among them.
    pub async fn games(&self, ids: &[String]) -> Result<Vec<GameRow>, Error> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let places: Vec<String> = (1..=ids.len()).map(|number| format!("${number}")).collect();
        let sql = format!(
            "SELECT {COLUMNS} FROM games WHERE id IN ({}) AND removed = 0",
            places.join(", ")
        );
        let mut query = sqlx::query_as(AssertSqlSafe(sql));
        for id in ids {
            query = query.bind(id.clone());
        }
        let mut rows: Vec<GameRow> = query.fetch_all(&self.pool()).await?;
        rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
        Ok(rows)
    }

    /// Keeps who sits where, for a game of before that was not kept.
    pub async fn set_players(&self, id: &str, players: &str) -> Result<(), Error> {
        sqlx::query("UPDATE games SET players = $2 WHERE id = $1 AND players IS NULL")
            .bind(id)
            .bind(players)
            .execute(&self.pool())
            .await?;
        Ok(())
    }

    /// How many games somebody has made that are not over.
    pub async fn open_games(&self, creator: &str) -> Result<i64, Error> {
        let sql = "SELECT COUNT(*) FROM games WHERE creator = $1 AND ended IS NULL";
        Ok(sqlx::query_scalar(sql)
            .bind(creator)
            .fetch_one(&self.pool())
            .await?)
    }

    /// The games in which a clock has run out by `now`, the longest overdue first.
    pub async fn due_games(&self, now: i64, most: i64) -> Result<Vec<String>, Error> {
        let sql = "SELECT id FROM games WHERE deadline <= $1 AND removed = 0 ORDER BY deadline LIMIT $2";
        Ok(sqlx::query_scalar(sql)
            .bind(now)
            .bind(most)
            .fetch_all(&self.pool())
            .await?)
    }
}

pub(crate) async fn insert(connection: &mut AnyConnection, game: &NewGame<'_>) -> Result<(), Error> {
    let sql = "INSERT INTO games (id, game, settings, public, creator, created, plies)
               VALUES ($1, $2, $3, $4, $5, $6, 0)";
    sqlx::query(sql)
        .bind(game.id)
        .bind(game.game)
        .bind(game.settings)
        .bind(i64::from(game.public))
        .bind(game.creator)
        .bind(game.created)
        .execute(connection)
        .await?;
    Ok(())
}
