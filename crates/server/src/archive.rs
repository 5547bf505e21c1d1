//! Games that are over: found by what is known of them, and given as records or as JSON, as many as there are.

use crate::App;
use crate::export::{Parts, fitting, in_parts};
use crate::finished;
use crate::http_error::Problem;
use crate::identity::Maybe;
use crate::limits::Client;
use crate::record;
use crate::routes::Routes;
use axum::extract::{Query, State};
use axum::response::Response;
use protocol::schema::GameName;
use protocol::{ArchivedGame, Event, TableInfo};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::VecDeque;
use std::mem;
use store::{GameRow, Search, StoredLog};

/// Games that are found by one search.
const PAGE: i64 = 20;
/// Bytes of a part of the answer, after which it is sent: a log has up to half a megabyte, and who does not read keeps no more
/// than one of them in memory.
const PART: usize = 64 * 1024;
/// Games of one answer, unless fewer are asked for.
const MOST: u64 = 10_000;

pub(crate) fn routes() -> Routes {
    Routes::default().on("GET", "/api/games", games)
}

/// Filter of the archive.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArchiveQuery {
    /// The name of an account, or the id of a person.
    #[schemars(example = &"Ann", example = &"person-0001")]
    player: Option<String>,
    /// The game that was played.
    #[schemars(with = "Option<GameName>")]
    game: Option<String>,
    /// The side that won, or `draw`.
    #[schemars(extend("enum" = ["first", "second", "draw"]))]
    result: Option<String>,
    /// Milliseconds since 1970: games that ended then or later.
    since: Option<i64>,
    /// Milliseconds since 1970: games that ended then or earlier.
    until: Option<i64>,
    /// Games at most.
    most: Option<u64>,
    /// `json` (an object a line), `table` (the same without the log) or `record`.
    #[schemars(extend("enum" = ["json", "table", "record"]))]
    format: Option<String>,
}

/// How games are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Json,
    Table,
    Record,
}

async fn games(
    State(app): State<App>,
    client: Client,
    Query(wanted): Query<ArchiveQuery>,
    Maybe(visitor): Maybe,
) -> Result<Response, Problem> {
    let permit = app.open_socket(&client)?;
    let credentialed = app.connections.enter(visitor.as_ref());
    let (viewer, ids) = match visitor {
        Some(visitor) => (Some(visitor.person.id), visitor.ids),
        None => (None, Vec::new()),
    };
    let format = match wanted.format.as_deref() {
        None | Some("json") => Format::Json,
        Some("table") => Format::Table,
        Some("record") => Format::Record,
        Some(_) => return Err(Problem::bad("format: expected json, table or record")),
    };
    // A list reads no logs.
    let export = (format != Format::Table).then(|| app.exports.enter(client.name()));
    let export = export.transpose()?;
    let search = search(&app, &wanted, viewer).await?;
    let most = wanted.most.unwrap_or(MOST).min(MOST);
    let pages = Pages::new(app, search, format, ids, most);
    let kind = if format == Format::Record {
        "text/plain; charset=utf-8"
    } else {
        "application/x-ndjson"
    };
    Ok(in_parts(kind, pages, credentialed, (permit, export)))
}

async fn search(app: &App, wanted: &ArchiveQuery, viewer: Option<String>) -> Result<Search, Problem> {
    let winner = match wanted.result.as_deref() {
        None => None,
        Some("first") => Some(0),
        Some("second") => Some(1),
        Some("draw") => Some(2),
        Some(_) => return Err(Problem::bad("result: expected first, second or draw")),
    };
    let games = match &wanted.game {
        Some(name) => {
            let game = name.parse::<games::GameId>();
            vec![game.map_err(|error| Problem::bad(error.to_string()))?]
        }
        None if winner.is_some() => games::GameId::ALL.to_vec(),
        None => Vec::new(),
    };
    let player = match &wanted.player {
        Some(player) if player.contains('\0') => return Err(Problem::bad("player: expected a name")),
        // An id is nobody's name; the games of somebody who is gone are found by it, too.
        Some(player) => match app.store.person(player).await? {
            Some(person) => Some(person.id),
            None => Some(
                app.store
                    .account_id(player)
                    .await?
                    .unwrap_or_else(|| player.clone()),
            ),
        },
        None => None,
    };
    Ok(Search {
        viewer,
        player,
        games: games.iter().map(ToString::to_string).collect(),
        winner,
        since: wanted.since,
        until: wanted.until,
    })
}

/// The games part by part, so that many of them need no more memory than one.
struct Pages {
    app: App,
    search: Search,
    format: Format,
    after: Option<(i64, String)>,
    left: u64,
    /// Games that were found, and whose logs are not read yet.
    found: VecDeque<GameRow>,
    /// Logs that are read at once: fewer after long ones.
    together: usize,
    writer: Writer,
}

impl Parts for Pages {
    async fn part(&mut self) -> Result<Option<String>, Problem> {
        if self.format == Format::Table {
            return self.list().await;
        }
        let turn = self.app.exports.turn().await?;
        if self.writer.games.is_empty() && !self.read_logs().await? {
            return Ok(None);
        }
        let mut writer = mem::take(&mut self.writer);
        let (writer, text) = turn
            .work(move || {
                let text = writer.write();
                (writer, text)
            })
            .await?;
        self.writer = writer;
        text.map(Some)
    }
}

impl Pages {
    fn new(app: App, search: Search, format: Format, ids: Vec<String>, most: u64) -> Pages {
        Pages {
            app,
            search,
            format,
            after: None,
            left: most,
            found: VecDeque::new(),
            together: PAGE as usize,
            writer: Writer {
                ids,
                is_record: format == Format::Record,
                ..Writer::default()
            },
        }
    }

    /// The next part of a list, which has no use for logs.
    async fn list(&mut self) -> Result<Option<String>, Problem> {
        if self.found.is_empty() && !self.find().await? {
            return Ok(None);
        }
        let mut text = String::new();
        while text.len() < PART
            && let Some(row) = self.found.pop_front()
        {
            let table = finished::info(&self.app.store, &row).await?;
            text += &line(table, None, row.imported == 1)?;
        }
        Ok(Some(text))
    }

    /// Finds the next games; `false` when there are no more.
    async fn find(&mut self) -> Result<bool, Problem> {
        let most = PAGE.min(self.left as i64);
        let store = &self.app.store;
        let found = store.search(&self.search, self.after.clone(), most).await?;
        let Some(last) = found.last() else {
            return Ok(false);
        };
        self.after = Some(last.clone());
        self.left -= found.len() as u64;
        let ids: Vec<String> = found.into_iter().map(|(_, id)| id).collect();
        self.found = store.games(&ids).await?.into();
        Ok(true)
    }

    /// Reads the next logs, as many as may be kept; `false` when there are no more.
    async fn read_logs(&mut self) -> Result<bool, Problem> {
        if self.found.is_empty() && !self.find().await? {
            return Ok(false);
        }
        let next = self.found.iter().take(self.together);
        let ids: Vec<String> = next.map(|row| row.id.clone()).collect();
        let logs = self.app.store.logs_of(&ids).await?;
        let fitting = fitting(&logs);
        self.together = if fitting < logs.len() {
            fitting
        } else {
            (2 * self.together).min(PAGE as usize)
        };
        self.writer.games = self.found.drain(..fitting).zip(logs).collect();
        Ok(true)
    }
}

/// Games with their logs, which wait to be written.
#[derive(Default)]
struct Writer {
    /// The ids of the person who reads.
    ids: Vec<String>,
    is_record: bool,
    games: VecDeque<(GameRow, StoredLog)>,
    has_written: bool,
}

impl Writer {
    /// The text of the next games.
    fn write(&mut self) -> Result<String, Problem> {
        let mut text = String::new();
        while text.len() < PART
            && let Some((row, log)) = self.games.pop_front()
        {
            let seen = finished::seen_in(log, &row, &self.ids)?;
            let seen = seen.ok_or_else(Problem::not_found)?;
            if !self.is_record {
                text += &line(seen.info, Some(seen.events), seen.imported)?;
            } else if let Some(record) = record::of(&seen) {
                text += if self.has_written { "\n" } else { "" };
                text += &record.to_string();
                self.has_written = true;
            }
        }
        Ok(text)
    }
}

/// A game as a line of JSON.
fn line(table: TableInfo, events: Option<Vec<Event>>, imported: bool) -> Result<String, Problem> {
    let game = ArchivedGame {
        position: table.position.clone(),
        table,
        events,
        imported,
    };
    let line = serde_json::to_string(&game).map_err(|_| Problem::busy())?;
    Ok(line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Behaviour, Site};
    use store::{NewGame, Store};
    use testclient::Database;
    use tokio::sync::watch;

    /// Games with so many long events each.
    async fn pages(database: &Database, ended: i64, events: i64) -> Pages {
        let store = Store::open(&database.url).await.unwrap();
        store.add_guest("person-1", "Blue marble 42", 1).await.unwrap();
        for number in 0..ended {
            let id = format!("table-{number:03}");
            let game = NewGame {
                id: &id,
                game: "offboard",
                settings: r#"{"game":"offboard","public":true}"#,
                public: true,
                creator: "person-1",
                created: 2,
            };
            store.add_game(&game).await.unwrap();
            let summary = store::Summary {
                ended: Some(number),
                ..store::Summary::default()
            };
            let position = "x".repeat(900);
            let event = |seq| store::NewEvent {
                seq,
                at: 1,
                key: None,
                body: format!(r#"{{"type":"move","ply":{seq},"seat":0,"text":"","position":"{position}"}}"#),
            };
            let entry = store::LogWrite {
                game: id,
                events: (1..=events).map(event).collect(),
                summary,
                seats: Vec::new(),
                ratings: Vec::new(),
                opens: None,
            };
            assert_eq!(store.append(&[entry]).await.unwrap(), [true]);
        }
        let (_stop, stopping) = watch::channel(false);
        let app = App::new(Site::default(), store, Behaviour::default(), stopping).await;
        let wanted = ArchiveQuery::default();
        let app = app.unwrap();
        let search = search(&app, &wanted, None).await.unwrap();
        Pages::new(app, search, Format::Table, Vec::new(), MOST)
    }

    #[tokio::test]
    async fn an_export_has_all_games_and_then_ends() {
        let database = Database::sqlite();
        let mut pages = pages(&database, PAGE + 1, 0).await;
        let lines = |page: Option<String>| page.map(|page| page.lines().count());
        assert_eq!(lines(pages.part().await.unwrap()), Some(PAGE as usize));
        assert_eq!(lines(pages.part().await.unwrap()), Some(1));
        assert_eq!(lines(pages.part().await.unwrap()), None);
    }

    #[tokio::test]
    async fn a_part_of_an_export_holds_no_more_than_a_long_game() {
        let database = Database::sqlite();
        let mut pages = pages(&database, 3, 100).await;
        pages.format = Format::Json;
        for _ in 0..3 {
            let part = pages.part().await.unwrap().unwrap();
            assert_eq!(part.lines().count(), 1, "{} bytes", part.len());
            assert!(part.len() > 90_000);
        }
        assert!(pages.part().await.unwrap().is_none());
    }

    #[tokio::test]
    async fn an_export_that_fails_half_way_does_not_end_as_success() {
        let database = Database::sqlite();
        let mut pages = pages(&database, PAGE + 1, 0).await;
        assert!(pages.part().await.unwrap().is_some());
        pages.app.store.close().await;
        assert!(pages.part().await.is_err(), "the second page is missing");
    }
}
