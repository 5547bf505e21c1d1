//! Games that are over: found by what is known of them, and given as records or as JSON, as many as there are.

use crate::App;
use crate::identity::Maybe;
use crate::problem::Problem;
use crate::record;
use crate::rooms::Seen;
use crate::routes::Routes;
use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use protocol::{Event, TableInfo};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use store::Search;

/// Games that are read at once.
const PAGE: i64 = 50;
/// Games of one answer, unless fewer are asked for.
const MOST: u64 = 10_000;

pub(crate) fn routes() -> Routes {
    Routes::default().on("GET", "/api/games", games)
}

/// What is looked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// The name of an account, or the id of a person.
    player: Option<String>,
    game: Option<String>,
    /// `first`, `second` or `draw`.
    result: Option<String>,
    /// Milliseconds since 1970, when the game ended.
    since: Option<i64>,
    until: Option<i64>,
    most: Option<u64>,
    /// `json` (an object a line), `table` (the same without what happened) or `record`.
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
    Query(wanted): Query<Wanted>,
    Maybe(visitor): Maybe,
) -> Result<Response, Problem> {
    let (viewer, names) = match visitor {
        Some(visitor) => (Some(visitor.person.id), visitor.names),
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
        names,
        search,
        format,
        after: None,
        left: wanted.most.unwrap_or(MOST).min(MOST),
        first: true,
    };
    let lines = stream::unfold(pages, |mut pages| async move {
        let page = pages.next().await?;
        Some((Ok::<Bytes, Infallible>(page.into()), pages))
    });
    let kind = if format == Format::Record {
        "text/plain; charset=utf-8"
    } else {
        "application/x-ndjson"
    };
    Ok(([(header::CONTENT_TYPE, kind)], Body::from_stream(lines)).into_response())
}

async fn search(app: &App, wanted: &Wanted, viewer: Option<String>) -> Result<Search, Problem> {
    let game = match &wanted.game {
        Some(name) => Some(
            name.parse::<games::GameId>()
                .map_err(|error| Problem::bad(error.to_string()))?,
        ),
        None => None,
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
        Some(player) => Some(
            app.store
                .account_id(player)
                .await?
                .unwrap_or_else(|| player.clone()),
        ),
        None => None,
    };
    let game = game.map(|game| game.to_string());
    Ok(Search {
        viewer,
        player,
        game,
        winner,
        since: wanted.since,
        until: wanted.until,
    })
}

/// A game, with its log if that is wanted.
#[derive(Serialize)]
struct Shown {
    table: TableInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<Vec<Event>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    imported: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
}

impl Shown {
    fn new(seen: Seen, format: Format) -> Shown {
        Shown {
            table: seen.info,
            events: (format == Format::Json).then_some(seen.events),
            imported: seen.imported,
            position: seen.position,
        }
    }
}

/// The games page by page, so that many of them need no more memory than a few.
struct Pages {
    app: App,
    names: Vec<String>,
    search: Search,
    format: Format,
    after: Option<(i64, String)>,
    left: u64,
    first: bool,
}

impl Pages {
    async fn next(&mut self) -> Option<String> {
        let most = PAGE.min(self.left as i64);
        let found = self
            .app
            .store
            .search(&self.search, self.after.clone(), most)
            .await
            .ok()?;
        self.after = Some(found.last()?.clone());
        self.left -= found.len() as u64;
        let mut text = String::new();
        for (_, id) in found {
            // A game that cannot be read is left out; the others are not.
            let Ok(id) = id.parse() else { continue };
            let Ok(seen) = self.app.rooms.look(&id, &self.names, false).await else {
                continue;
            };
            if self.format != Format::Record {
                text += &serde_json::to_string(&Shown::new(seen, self.format)).unwrap_or_default();
                text.push('\n');
            } else if let Some(record) = record::of(&seen) {
                text += if self.first { "" } else { "\n" };
                text += &record.to_string();
                self.first = false;
            }
        }
        Some(text)
    }
}
