//! The logs: appended to by many tables in one transaction, never changed.

use crate::finished_logs::joined;
use crate::{Error, NewGame, NewRating, SeatRow, Store, games, ratings};
use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use std::collections::{BTreeSet, HashSet};

/// An event that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// Its number: the one after the last.
    pub seq: i64,
    /// When.
    pub at: i64,
    /// The seat and the client's mark, if a client did it.
    pub key: Option<String>,
    /// The event, as JSON.
    pub body: String,
}

/// An event that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Its number.
    pub seq: i64,
    /// When.
    pub at: i64,
    /// The seat and the client's mark, if a client did it.
    pub action_key: Option<String>,
    /// The event, as JSON.
    pub body: String,
}

from_row!(EventRow {
    seq,
    at,
    action_key,
    body
});

/// The columns of a game's row after the events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many moves stand.
    pub plies: i64,
    /// When a clock runs out.
    pub deadline: Option<i64>,
    /// When the game began.
    pub started: Option<i64>,
    /// When the game ended.
    pub ended: Option<i64>,
    /// The side that won.
    pub winner: Option<i64>,
    /// Why it ended.
    pub reason: Option<String>,
    /// The players by seat, as JSON, when they have changed.
    pub players: Option<String>,
}

impl Summary {
    /// How the game ended, for searches: 0 or 1 won, 2 for a draw, 3 for a game that was aborted.
    fn result(&self) -> Option<i64> {
        let without_winner = if self.reason.as_deref() == Some("aborted") {
            3
        } else {
            2
        };
        self.ended.map(|_| self.winner.unwrap_or(without_winner))
    }
}

/// One write of a table: all of it or nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct LogWrite {
    /// The game's address.
    pub game: String,
    /// The events, in order.
    pub events: Vec<NewEvent>,
    /// The row after them.
    pub summary: Summary,
    /// Seats taken by these events.
    pub seats: Vec<SeatRow>,
    /// The ratings that its end has changed.
    pub ratings: Vec<NewRating>,
    /// The game that is made with them.
    pub opens: Option<Box<Opening>>,
}

/// A game that is made together with an event of another, with the beginning of its log.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The name of the game.
    pub game: &'static str,
    /// The settings, as JSON.
    pub settings: String,
    /// Whether everyone may see it.
    pub public: bool,
    /// Id of the person who counts as its creator.
    pub creator: String,
    /// Time of creation.
    pub created: i64,
    /// Its first events; the entry names the game's address.
    pub entry: LogWrite,
}

/// Rows of one statement: few different statements, so that the database keeps them prepared.
const TOGETHER: [usize; 4] = [128, 32, 8, 1];

impl Store {
    /// Writes entries of many tables in one transaction; when it comes back they are on the disk.
    /// For each entry: whether it was written, or whether its place in the log or its mark was taken already, or
    /// the ratings it goes out from are not those that are kept any more.
    pub async fn append(&self, entries: &[LogWrite]) -> Result<Vec<bool>, Error> {
        self.promptly(self.append_slowly(entries)).await
    }

    async fn append_slowly(&self, entries: &[LogWrite]) -> Result<Vec<bool>, Error> {
        let mut transaction = self.log_pool().begin().await?;
        let mut written = vec![false; entries.len()];
        let plain = plain_entries(entries);
        write_together(&mut transaction, entries, &plain, &mut written).await?;
        for (index, entry) in entries.iter().enumerate() {
            if !plain.contains(&index) {
                written[index] = write_whole(&mut transaction, entry).await?;
            }
        }
        let changed = entries.iter().zip(&written).filter(|(_, written)| **written);
        let changed: Vec<&str> = changed.map(|(entry, _)| entry.game.as_str()).collect();
        self.bus.tell_logs_within(&mut transaction, &changed).await?;
        transaction.commit().await?;
        self.bus.tell_logs_after(&changed).await;
        Ok(written)
    }

    /// The events of a game after number `after`, in order.
    pub async fn events(&self, game: &str, after: i64) -> Result<Vec<EventRow>, Error> {
        let sql = "SELECT seq, at, action_key, body FROM events WHERE game = $1 AND seq > $2 ORDER BY seq";
        let rows: Vec<EventRow> = sqlx::query_as(sql)
            .bind(game)
            .bind(after)
            .fetch_all(&self.pool())
            .await?;
        if rows.first().is_some_and(|row| row.seq == after + 1) {
            return Ok(rows);
        }
        // Read after the rows: a log that is packed in between is found here.
        let packed = self.packed_events(game, after).await?;
        Ok(joined(packed, rows, after))
    }
}

/// Entries of one event and nothing else, as most are: moves. Of two for one game the second is decided alone.
fn plain_entries(entries: &[LogWrite]) -> BTreeSet<usize> {
    let mut games = HashSet::new();
    let is_plain = |entry: &LogWrite| {
        entry.events.len() == 1
            && entry.seats.is_empty()
            && entry.ratings.is_empty()
            && entry.opens.is_none()
            && entry.summary.ended.is_none()
            && entry.summary.players.is_none()
    };
    let first = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| games.insert(entry.game.as_str()) && is_plain(entry));
    first.map(|(index, _)| index).collect()
}

/// Cuts a list into pieces of the sizes that statements have.
fn pieces<T>(mut list: &[T]) -> Vec<&[T]> {
    let mut pieces = Vec::new();
    for size in TOGETHER {
        while list.len() >= size {
            let (piece, rest) = list.split_at(size);
            pieces.push(piece);
            list = rest;
        }
    }
    pieces
}

/// Writes plain entries, many a statement.
async fn write_together(
    connection: &mut AnyConnection,
    entries: &[LogWrite],
    plain: &BTreeSet<usize>,
    written: &mut [bool],
) -> Result<(), Error> {
    let plain: Vec<usize> = plain.iter().copied().collect();
    let mut accepted = HashSet::new();
    for piece in pieces(&plain) {
        accepted.extend(insert_events(connection, entries, piece).await?);
    }
    for index in &plain {
        written[*index] = accepted.contains(&entries[*index].game);
    }
    let accepted: Vec<usize> = plain.into_iter().filter(|index| written[*index]).collect();
    for piece in pieces(&accepted) {
        update_games(connection, entries, piece).await?;
    }
    Ok(())
}

/// Places of the arguments of so many rows, each with its types.
fn places(rows: usize, types: &[&str]) -> String {
    let row = |row: usize| {
        let place =
            |(column, kind): (usize, &&str)| format!("CAST(${} AS {kind})", row * types.len() + column + 1);
        let places: Vec<String> = types.iter().enumerate().map(place).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    rows.join(", ")
}

/// Gives the games whose event was written; the others' places were taken.
async fn insert_events(
    connection: &mut AnyConnection,
    entries: &[LogWrite],
    piece: &[usize],
) -> Result<Vec<String>, Error> {
    let sql = format!(
        "INSERT INTO events (game, seq, at, action_key, body) VALUES {} ON CONFLICT DO NOTHING RETURNING game",
        places(piece.len(), &["TEXT", "BIGINT", "BIGINT", "TEXT", "TEXT"])
    );
    let mut query = sqlx::query_scalar(AssertSqlSafe(sql));
    for entry in piece.iter().map(|index| &entries[*index]) {
        let event = &entry.events[0];
        query = query
            .bind(&entry.game)
            .bind(event.seq)
            .bind(event.at)
            .bind(&event.key)
            .bind(&event.body);
    }
    Ok(query.fetch_all(connection).await?)
}

/// Updates the rows of games that go on.
async fn update_games(
    connection: &mut AnyConnection,
    entries: &[LogWrite],
    piece: &[usize],
) -> Result<(), Error> {
    let sql = format!(
        "UPDATE games SET plies = fresh.column2, deadline = fresh.column3, started = fresh.column4
         FROM (VALUES {}) AS fresh WHERE games.id = fresh.column1",
        places(piece.len(), &["TEXT", "BIGINT", "BIGINT", "BIGINT"])
    );
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for entry in piece.iter().map(|index| &entries[*index]) {
        query = query
            .bind(&entry.game)
            .bind(entry.summary.plies)
            .bind(entry.summary.deadline)
            .bind(entry.summary.started);
    }
    query.execute(connection).await?;
    Ok(())
}

/// Writes an entry whole, or nothing of it.
async fn write_whole(connection: &mut AnyConnection, entry: &LogWrite) -> Result<bool, Error> {
    if entry.ratings.is_empty() && entry.opens.is_none() {
        return write(connection, entry).await;
    }
    let mut inner = connection.begin().await?;
    let mut written = write(&mut inner, entry).await?;
    if let Some(opening) = entry.opens.as_deref().filter(|_| written) {
        games::insert(&mut inner, &opening.new_game()).await?;
        written = write(&mut inner, &opening.entry).await?;
    }
    if written {
        inner.commit().await?;
    } else {
        inner.rollback().await?;
    }
    Ok(written)
}

impl Opening {
    fn new_game(&self) -> NewGame<'_> {
        NewGame {
            id: &self.entry.game,
            game: self.game,
            settings: &self.settings,
            public: self.public,
            creator: &self.creator,
            created: self.created,
        }
    }
}

pub(crate) async fn write(connection: &mut AnyConnection, entry: &LogWrite) -> Result<bool, Error> {
    for event in &entry.events {
        // An error would end the transaction of all tables; a conflict is this table's own affair, and can only
        // be with its first event: who has written that one has written the others with it.
        let sql = "INSERT INTO events (game, seq, at, action_key, body) VALUES ($1, $2, $3, $4, $5)
                   ON CONFLICT DO NOTHING";
        let done = sqlx::query(sql)
            .bind(&entry.game)
            .bind(event.seq)
            .bind(event.at)
            .bind(&event.key)
            .bind(&event.body)
            .execute(&mut *connection)
            .await?;
        if done.rows_affected() == 0 {
            return Ok(false);
        }
    }
    for seat in &entry.seats {
        let sql = "INSERT INTO seats (game, seat, person, created, ended, name, public, result)
                   SELECT id, $2, $3, created, ended, game, public, result FROM games WHERE id = $1
                   ON CONFLICT DO NOTHING";
        sqlx::query(sql)
            .bind(&entry.game)
            .bind(seat.seat)
            .bind(&seat.person)
            .execute(&mut *connection)
            .await?;
    }
    for rating in &entry.ratings {
        if !ratings::write(connection, &entry.game, rating).await? {
            return Ok(false);
        }
    }
    let summary = &entry.summary;
    let sql =
        "UPDATE games SET plies = $2, deadline = $3, started = $4, ended = $5, winner = $6, reason = $7,
               players = COALESCE($8, players), result = CASE WHEN removed = 1 THEN NULL ELSE CAST($9 AS BIGINT) END
               WHERE id = $1";
    sqlx::query(sql)
        .bind(&entry.game)
        .bind(summary.plies)
        .bind(summary.deadline)
        .bind(summary.started)
        .bind(summary.ended)
        .bind(summary.winner)
        .bind(&summary.reason)
        .bind(&summary.players)
        .bind(summary.result())
        .execute(&mut *connection)
        .await?;
    if summary.ended.is_some() {
        sqlx::query("UPDATE seats SET ended = $2, result = $3 WHERE game = $1 AND ended IS NULL")
            .bind(&entry.game)
            .bind(summary.ended)
            .bind(summary.result())
            .execute(&mut *connection)
            .await?;
    }
    Ok(true)
}
