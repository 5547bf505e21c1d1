//! Logs of finished games as one compressed row each: a game of 100 moves takes a tenth of the space, and one row
//! instead of hundreds.

use crate::{Error, EventRow, Store};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use sqlx::any::AnyArguments;
use sqlx::query::QueryAs;
use sqlx::{Any, AnyConnection, AssertSqlSafe};
use std::collections::HashMap;
use std::io::{Read, Write};

const NAME: &str = "log of a finished game";
/// Bytes of a log at most, unpacked: a row that claims more is damaged.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// Packs events as deflated lines in base64: number, time, key and body, separated by tabs. JSON has no tab and no
/// line break outside of escapes, and a key has none at all.
fn pack(events: &[EventRow]) -> Result<String, Error> {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::default());
    for event in events {
        let key = event.action_key.as_deref().unwrap_or_default();
        writeln!(deflate, "{}\t{}\t{key}\t{}", event.seq, event.at, event.body).map_err(Error::Copy)?;
    }
    let packed = deflate.finish().map_err(Error::Copy)?;
    Ok(STANDARD_NO_PAD.encode(packed))
}

/// A packed log, for rows that were never played.
#[cfg(feature = "test-schema")]
pub(crate) fn packed(events: &[EventRow]) -> Result<String, Error> {
    pack(events)
}

fn unpack(text: &str) -> Result<Vec<EventRow>, Error> {
    let packed = STANDARD_NO_PAD
        .decode(text)
        .map_err(|_| Error::DamagedRow(NAME))?;
    let mut lines = String::new();
    DeflateDecoder::new(packed.as_slice())
        .take(MOST_BYTES)
        .read_to_string(&mut lines)
        .map_err(|_| Error::DamagedRow(NAME))?;
    lines
        .lines()
        .map(|line| read_line(line).ok_or(Error::DamagedRow(NAME)))
        .collect()
}

fn read_line(line: &str) -> Option<EventRow> {
    let mut fields = line.splitn(4, '\t');
    Some(EventRow {
        seq: fields.next()?.parse().ok()?,
        at: fields.next()?.parse().ok()?,
        action_key: fields.next().map(ToOwned::to_owned).filter(|key| !key.is_empty()),
        body: fields.next()?.to_owned(),
    })
}

/// Whether a body can stand in a line.
fn fits(event: &EventRow) -> bool {
    let has_break = |text: &str| text.contains(['\t', '\n', '\r']);
    !has_break(&event.body) && !event.action_key.as_deref().is_some_and(has_break)
}

/// Puts a packed log back into rows, so that it can be changed; it is packed again later.
pub(crate) async fn unpack_rows(connection: &mut AnyConnection, game: &str) -> Result<(), Error> {
    let text: Option<String> = sqlx::query_scalar("SELECT log FROM finished_logs WHERE game = $1")
        .bind(game)
        .fetch_optional(&mut *connection)
        .await?;
    let Some(text) = text else {
        return Ok(());
    };
    for event in unpack(&text)? {
        sqlx::query("INSERT INTO events (game, seq, at, action_key, body) VALUES ($1, $2, $3, $4, $5)")
            .bind(game)
            .bind(event.seq)
            .bind(event.at)
            .bind(&event.action_key)
            .bind(&event.body)
            .execute(&mut *connection)
            .await?;
    }
    for sql in [
        "DELETE FROM finished_logs WHERE game = $1",
        "UPDATE games SET packed = 0 WHERE id = $1",
    ] {
        sqlx::query(sql).bind(game).execute(&mut *connection).await?;
    }
    Ok(())
}

/// A game's log as it is stored: unpacking it is work for a thread of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredLog {
    packed: Option<String>,
    rows: Vec<EventRow>,
}

impl StoredLog {
    /// Bytes that it takes in memory, about.
    pub fn bytes(&self) -> usize {
        let rows: usize = self.rows.iter().map(|row| row.body.len()).sum();
        rows + self.packed.as_ref().map_or(0, String::len)
    }

    /// The events, in order.
    pub fn events(self) -> Result<Vec<EventRow>, Error> {
        let packed = self.packed.map_or(Ok(Vec::new()), |text| unpack(&text))?;
        Ok(joined(packed, self.rows, 0))
    }
}

/// Packed events and the rows after them; rows that were packed when they had been read are there twice. Nothing before number
/// `after` is among them.
pub(crate) fn joined(mut packed: Vec<EventRow>, rows: Vec<EventRow>, after: i64) -> Vec<EventRow> {
    let last = packed.last().map_or(after, |row| row.seq);
    packed.extend(rows.into_iter().filter(|row| row.seq > last));
    packed
}

type Named<'q, T> = QueryAs<'q, Any, T, AnyArguments>;

fn bound<'q, T>(query: Named<'q, T>, texts: &[String]) -> Named<'q, T> {
    texts.iter().fold(query, |query, text| query.bind(text.clone()))
}

impl Store {
    /// Packs the logs of up to `most` games that ended before `before`; gives the number of games that were packed.
    pub async fn pack_logs(&self, before: i64, most: i64) -> Result<usize, Error> {
        let sql = "SELECT id FROM games WHERE packed = 0 AND ended < $1 ORDER BY ended LIMIT $2";
        let games: Vec<String> = sqlx::query_scalar(sql)
            .bind(before)
            .bind(most)
            .fetch_all(&self.pool())
            .await?;
        for game in &games {
            self.pack_log(game).await?;
        }
        Ok(games.len())
    }

    async fn pack_log(&self, game: &str) -> Result<(), Error> {
        let mut transaction = self.pool().begin().await?;
        // The first statement writes: of two processes that pack the same game the second waits and finds it packed.
        let done = sqlx::query("UPDATE games SET packed = 1 WHERE id = $1 AND packed = 0")
            .bind(game)
            .execute(&mut *transaction)
            .await?;
        if done.rows_affected() == 0 {
            return Ok(());
        }
        let sql = "SELECT seq, at, action_key, body FROM events WHERE game = $1 ORDER BY seq";
        let events: Vec<EventRow> = sqlx::query_as(sql)
            .bind(game)
            .fetch_all(&mut *transaction)
            .await?;
        let Some(last) = events
            .last()
            .map(|event| event.seq)
            .filter(|_| events.iter().all(fits))
        else {
            // Nothing to pack, or not in this form: the rows stay.
            return Ok(transaction.commit().await?);
        };
        sqlx::query("INSERT INTO finished_logs (game, last, log) VALUES ($1, $2, $3)")
            .bind(game)
            .bind(last)
            .bind(pack(&events)?)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("DELETE FROM events WHERE game = $1 AND seq <= $2")
            .bind(game)
            .bind(last)
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// The logs of games, in this order. Packed logs are read after the rows: a log that is packed in between is found.
    pub async fn logs_of(&self, games: &[String]) -> Result<Vec<StoredLog>, Error> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let places: Vec<String> = (1..=games.len()).map(|number| format!("${number}")).collect();
        let places = places.join(", ");
        let sql = format!(
            "SELECT game, seq, at, action_key, body FROM events WHERE game IN ({places}) ORDER BY game, seq"
        );
        let rows: Vec<(String, i64, i64, Option<String>, String)> =
            bound(sqlx::query_as(AssertSqlSafe(sql)), games)
                .fetch_all(&self.pool())
                .await?;
        let sql = format!("SELECT game, log FROM finished_logs WHERE game IN ({places})");
        let packed: Vec<(String, String)> = bound(sqlx::query_as(AssertSqlSafe(sql)), games)
            .fetch_all(&self.pool())
            .await?;
        let mut logs: HashMap<String, StoredLog> = HashMap::new();
        for (game, text) in packed {
            logs.entry(game).or_default().packed = Some(text);
        }
        for (game, seq, at, action_key, body) in rows {
            logs.entry(game).or_default().rows.push(EventRow {
                seq,
                at,
                action_key,
                body,
            });
        }
        Ok(games
            .iter()
            .map(|game| logs.remove(game).unwrap_or_default())
            .collect())
    }

    /// The packed events of a game after number `after`.
    pub(crate) async fn packed_events(&self, game: &str, after: i64) -> Result<Vec<EventRow>, Error> {
        let text: Option<String> =
            sqlx::query_scalar("SELECT log FROM finished_logs WHERE game = $1 AND last > $2")
                .bind(game)
                .bind(after)
                .fetch_optional(&self.pool())
                .await?;
        let mut events = text.map_or(Ok(Vec::new()), |text| unpack(&text))?;
        events.retain(|event| event.seq > after);
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(seq: i64, key: Option<&str>, body: &str) -> EventRow {
        EventRow {
            seq,
            at: 1000 + seq,
            action_key: key.map(ToOwned::to_owned),
            body: body.to_owned(),
        }
    }

    #[test]
    fn a_packed_log_is_read_as_it_was() {
        let events = [
            event(1, None, "{}"),
            event(2, Some("0:key"), "{\"text\":\"a \\t ü\"}"),
        ];
        let text = pack(&events).unwrap();
        assert_eq!(unpack(&text).unwrap(), events);
        assert!(!fits(&event(1, None, "a\tb")) && events.iter().all(fits));
    }

    #[test]
    fn damage_is_an_error_and_no_panic() {
        for text in ["?", "AAAA", "////", &pack(&[event(1, None, "x")]).unwrap()[..4]] {
            assert!(matches!(unpack(text), Err(Error::DamagedRow(_))), "{text}");
        }
        assert!(unpack(&pack(&[]).unwrap()).unwrap().is_empty());
    }

    #[test]
    fn a_long_game_shrinks_to_a_fifth() {
        let body = |seq: i64| {
            format!(
                "{{\"type\":\"move\",\"ply\":{seq},\"seat\":{},\"text\":\"a{}b{}\",\"position\":\"{:040b} w\"}}",
                seq % 2,
                seq % 9,
                seq % 7,
                seq * 7919
            )
        };
        let events: Vec<EventRow> = (0..100)
            .map(|seq| event(seq, Some("0:key"), &body(seq)))
            .collect();
        let plain: usize = events.iter().map(|event| event.body.len() + 24).sum();
        assert!(5 * pack(&events).unwrap().len() < plain);
    }
}
