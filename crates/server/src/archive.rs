//! Games that are over: found by what is known of them, and given as records or as JSON, as many as there are.

use crate::App;
use crate::finished;
use crate::http_error::Problem;
use crate::identity::Maybe;
use crate::limits::{Client, Streamed};
use crate::record;
use crate::room_registry::Seen;
use crate::routes::Routes;
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use protocol::ArchivedGame;
use protocol::schema::GameName;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::VecDeque;
use std::io;
use store::{GameRow, Search};

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
    let search = search(&app, &wanted, viewer).await?;
    let pages = Pages {
        app,
        ids,
        search,
        format,
        after: None,
        left: wanted.most.unwrap_or(MOST).min(MOST),
        found: VecDeque::new(),
        first: true,
    };
    // An error breaks the answer off: whoever reads it sees that it is not whole.
    let lines = stream::try_unfold((pages, permit), |(mut pages, permit)| async move {
        let page = pages.next().await?;
        Ok::<_, io::Error>(page.map(|page| (Bytes::from(page), (pages, permit))))
    });
    let kind = if format == Format::Record {
        "text/plain; charset=utf-8"
    } else {
        "application/x-ndjson"
    };
    let kind = [(header::CONTENT_TYPE, kind)];
    Ok((Extension(Streamed), kind, Body::from_stream(lines)).into_response())
}

async fn search(app: &App, wanted: &ArchiveQuery, viewer: Option<String>) -> Result<Search, Problem> {
    let games = match &wanted.game {
        Some(name) => {
            let game = name.parse::<games::GameId>();
            vec![game.map_err(|error| Problem::bad(error.to_string()))?]
        }
        None => games::GameId::ALL.to_vec(),
    };
    let winner = match wanted.result.as_deref() {
        None => None,
        Some("first") => Some(0),
        Some("second") => Some(1),
        Some("draw") => Some(2),
        Some(_) => return Err(Problem::bad("result: expected first, second or draw")),
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

fn archived(seen: Seen, format: Format) -> ArchivedGame {
    ArchivedGame {
        position: seen.info.position.clone(),
        table: seen.info,
        events: (format == Format::Json).then_some(seen.events),
        imported: seen.imported,
    }
}

/// The games part by part, so that many of them need no more memory than one.
struct Pages {
    app: App,
    ids: Vec<String>,
    search: Search,
    format: Format,
    after: Option<(i64, String)>,
    left: u64,
    /// Games that were found and are not written yet.
    found: VecDeque<GameRow>,
    first: bool,
}

impl Pages {
    /// The next part; nothing when there are no more games.
    async fn next(&mut self) -> io::Result<Option<String>> {
        if self.found.is_empty() && !self.find().await? {
            return Ok(None);
        }
        let mut text = String::new();
        while text.len() < PART
            && let Some(row) = self.found.pop_front()
        {
            let seen = self.read(&row).await;
            let seen = seen.map_err(|problem| io::Error::other(format!("{}: {problem:?}", row.id)))?;
            if self.format != Format::Record {
                text += &serde_json::to_string(&archived(seen, self.format)).unwrap_or_default();
                text.push('\n');
            } else if let Some(record) = record::of(&seen) {
                text += if self.first { "" } else { "\n" };
                text += &record.to_string();
                self.first = false;
            }
        }
        Ok(Some(text))
    }

    /// Finds the next games; `false` when there are no more.
    async fn find(&mut self) -> io::Result<bool> {
        let most = PAGE.min(self.left as i64);
        let found = self
            .app
            .store
            .search(&self.search, self.after.clone(), most)
            .await;
        let found = found.map_err(io::Error::other)?;
        let Some(last) = found.last() else {
            return Ok(false);
        };
        self.after = Some(last.clone());
        self.left -= found.len() as u64;
        let ids: Vec<String> = found.into_iter().map(|(_, id)| id).collect();
        let rows = self.app.store.games(&ids).await.map_err(io::Error::other)?;
        self.found = rows.into();
        Ok(true)
    }

    /// A game that the search has found; a list has no use for its log.
    async fn read(&self, row: &GameRow) -> Result<Seen, Problem> {
        let store = &self.app.store;
        if self.format != Format::Table {
            let seen = finished::seen(store, row, &self.ids, false).await?;
            return seen.ok_or_else(Problem::not_found);
        }
        Ok(Seen {
            info: finished::info(store, row).await?,
            seat: None,
            events: Vec::new(),
            is_creator: false,
            imported: row.imported == 1,
        })
    }
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
        Pages {
            search: search(&app, &wanted, None).await.unwrap(),
            app,
            ids: Vec::new(),
            format: Format::Table,
            after: None,
            left: MOST,
            found: VecDeque::new(),
            first: true,
        }
    }

    #[tokio::test]
    async fn an_export_has_all_games_and_then_ends() {
        let database = Database::sqlite();
        let mut pages = pages(&database, PAGE + 1, 0).await;
        let lines = |page: Option<String>| page.map(|page| page.lines().count());
        assert_eq!(lines(pages.next().await.unwrap()), Some(PAGE as usize));
        assert_eq!(lines(pages.next().await.unwrap()), Some(1));
        assert_eq!(lines(pages.next().await.unwrap()), None);
    }

    #[tokio::test]
    async fn a_part_of_an_export_holds_no_more_than_a_long_game() {
        let database = Database::sqlite();
        let mut pages = pages(&database, 3, 100).await;
        pages.format = Format::Json;
        for _ in 0..3 {
            let part = pages.next().await.unwrap().unwrap();
            assert_eq!(part.lines().count(), 1, "{} bytes", part.len());
            assert!(part.len() > 90_000);
        }
        assert_eq!(pages.next().await.unwrap(), None);
    }

    #[tokio::test]
    async fn an_export_that_fails_half_way_does_not_end_as_success() {
        let database = Database::sqlite();
        let mut pages = pages(&database, PAGE + 1, 0).await;
        assert!(pages.next().await.unwrap().is_some());
        pages.app.store.close().await;
        assert!(pages.next().await.is_err(), "the second page is missing");
    }
}
