//! Very many games at once, for measurements: rows that the database itself counts out, as if they had been played.

use crate::finished_logs::packed;
use crate::{Error, EventRow, Store};
use sqlx::AssertSqlSafe;
use std::ops::Range;

/// Games of one statement.
const CHUNK: u64 = 20_000;
/// People who have played them, besides the one who plays so much.
const PEOPLE: u64 = 10_000;
/// Time between the ends of two games, in milliseconds, from a moment in 2020.
const APART: u64 = 60_000;
const BEGIN: u64 = 1_577_836_800_000;

/// Finished games that are to be made.
#[derive(Clone, Debug)]
pub struct SyntheticGames {
    /// Their numbers, from 1.
    pub numbers: Range<u64>,
    /// Every so many-th is of one person.
    pub share: u64,
    /// That person.
    pub player: String,
    /// The log that all of them have, as the bodies of its events.
    pub log: Vec<String>,
}

impl Store {
    /// Adds finished games of Offboard, with seats, ratings and packed logs. Three of four are public, one of a thousand is a
    /// draw, every fiftieth was imported.
    pub async fn fill(&self, games: &SyntheticGames) -> Result<(), Error> {
        let event = |(index, body): (usize, &String)| EventRow {
            seq: index as i64 + 1,
            at: BEGIN as i64,
            action_key: None,
            body: body.clone(),
        };
        let log: Vec<EventRow> = games.log.iter().enumerate().map(event).collect();
        let log = packed(&log)?;
        self.add_crowd().await?;
        for from in games.numbers.clone().step_by(CHUNK as usize) {
            let to = (from + CHUNK).min(games.numbers.end);
            self.fill_chunk(games, from..to, &log).await?;
        }
        if !self.is_file() {
            sqlx::query("ANALYZE").execute(&self.pool()).await?;
        }
        Ok(())
    }

    /// The people who play with the one.
    async fn add_crowd(&self) -> Result<(), Error> {
        let sql = format!(
            "INSERT INTO people (id, kind, name, created)
             WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < {PEOPLE} - 1)
             SELECT 'crowd-' || CAST(n + {PEOPLE} AS TEXT), 'guest', 'Player ' || CAST(n AS TEXT), {BEGIN} FROM n
             WHERE NOT EXISTS (SELECT 1 FROM people WHERE id = 'crowd-{PEOPLE}')"
        );
        sqlx::query(AssertSqlSafe(sql)).execute(&self.pool()).await?;
        Ok(())
    }

    async fn fill_chunk(&self, games: &SyntheticGames, numbers: Range<u64>, log: &str) -> Result<(), Error> {
        let (Range { start, end }, share) = (numbers, games.share);
        let numbers = format!(
            "WITH RECURSIVE n (n) AS (SELECT CAST({start} AS BIGINT) UNION ALL SELECT n + 1 FROM n WHERE n < {end} - 1)"
        );
        // Addresses have one length, so that they sort as their numbers do.
        let id = "'made-' || CAST(n + 100000000 AS TEXT)";
        let ended = format!("n * {APART} + {BEGIN}");
        let created = format!("n * {APART} + {BEGIN} - 30000");
        let first = format!(
            "CASE WHEN n % {share} = 0 THEN $1 ELSE 'crowd-' || CAST(n * 7919 % {PEOPLE} + {PEOPLE} AS TEXT) END"
        );
        let second = format!("'crowd-' || CAST((n * 104729 + 1) % {PEOPLE} + {PEOPLE} AS TEXT)");
        let public = "CASE WHEN n % 4 = 3 THEN 0 ELSE 1 END";
        let result = "CASE WHEN n % 1000 = 0 THEN 2 ELSE n % 2 END";
        let player =
            |person: &str| format!(r#"'{{"person":"' || {person} || '","name":"Somebody","kind":"guest"}}'"#);
        let insert_games = format!(
            r#"INSERT INTO games (id, game, settings, public, creator, created, plies, started, ended, winner, reason,
                                  players, imported, packed, result)
               {numbers}
               SELECT {id}, 'offboard',
                      CASE WHEN n % 4 = 3 THEN '{{"game":"offboard"}}' ELSE '{{"game":"offboard","public":true}}' END,
                      {public}, {first}, {created}, 20, {created}, {ended},
                      CASE WHEN n % 1000 = 0 THEN NULL ELSE n % 2 END,
                      CASE WHEN n % 1000 = 0 THEN 'agreement' ELSE 'resignation' END,
                      '[' || {one} || ',' || {other} || ']', CASE WHEN n % 50 = 0 THEN 1 ELSE 0 END, 1, {result} FROM n"#,
            one = player(&first),
            other = player(&second),
        );
        let insert_seats = |seat: u8, person: &str| {
            format!(
                "INSERT INTO seats (game, seat, person, created, ended, name, public, result) {numbers}
                 SELECT {id}, {seat}, {person}, {created}, {ended}, 'offboard', {public}, {result} FROM n WHERE $1 <> ''"
            )
        };
        let insert_logs = format!(
            "INSERT INTO finished_logs (game, last, log) {numbers} SELECT {id}, {last}, $2 FROM n
             WHERE $1 <> ''",
            last = games.log.len(),
        );
        let insert_ratings = format!(
            "INSERT INTO rating_changes (person, table_id, game, at, rating) {numbers}
             SELECT $1, {id}, 'offboard', {ended}, 1500 + n % 100 FROM n WHERE n % {share} = 0"
        );
        let mut transaction = self.pool().begin().await?;
        for sql in [
            insert_games,
            insert_seats(0, &first),
            insert_seats(1, &second),
            insert_logs,
            insert_ratings,
        ] {
            let names_log = sql.contains("$2");
            let mut query = sqlx::query(AssertSqlSafe(sql)).bind(games.player.clone());
            if names_log {
                query = query.bind(log.to_owned());
            }
            query.execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }
}
