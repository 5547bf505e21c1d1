//! Everything that is kept of somebody as one answer, which is written part by part: much of it needs no more memory than
//! little, and the first part is there at once.

use crate::App;
use crate::http_error::Problem;
use crate::identity::{Known, Visitor};
use crate::limits::{Client, Streamed};
use crate::record;
use crate::routes::Routes;
use crate::tables::table_id;
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use games::GameId;
use protocol::Event;
use protocol::schema::GameName;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::json;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;

/// Ratings of one part, and games: a log has at most half a megabyte.
const RATINGS: i64 = 1000;
const GAMES: i64 = 10;

pub(crate) fn routes() -> Routes {
    Routes::default().on("GET", "/api/account/data", download)
}

/// An answer that is being written.
pub(crate) struct Download {
    app: App,
    visitor: Visitor,
    next: Part,
}

/// The person who asks, in the answer.
#[derive(Serialize, JsonSchema)]
struct DownloadedPerson<'a> {
    id: &'a str,
    name: &'a str,
    /// Guest, account or bot.
    kind: &'a str,
}

/// A game of theirs, in the answer.
#[derive(Serialize, JsonSchema)]
struct DownloadedGame<'a> {
    /// The id of its table.
    table: &'a str,
    /// Its record; nothing when it has not begun.
    record: Option<String>,
    /// Its log.
    events: Vec<Event>,
}

/// The parts together are one object.
impl JsonSchema for Download {
    fn schema_name() -> Cow<'static, str> {
        "Data".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "Everything that is kept of a person.",
            "properties": {
                "me": generator.subschema_for::<DownloadedPerson>(),
                "tokens": generator.subschema_for::<Vec<String>>(),
                "blocked": generator.subschema_for::<Vec<String>>(),
                "lessons": generator.subschema_for::<String>(),
                "mistakes": generator.subschema_for::<String>(),
                "ratings": generator.subschema_for::<BTreeMap<GameName, Vec<(i64, f64)>>>(),
                "games": generator.subschema_for::<Vec<DownloadedGame>>(),
            },
            "required": ["me", "tokens", "blocked", "lessons", "mistakes", "ratings", "games"],
        })
    }
}

/// A part of the answer, with the place where the one before it ended.
enum Part {
    Head,
    /// Ratings in the game of that number.
    Ratings(usize, Option<(i64, String)>),
    Games(Option<(i64, String)>),
    End,
}

async fn download(
    State(app): State<App>,
    client: Client,
    Known(visitor): Known,
) -> Result<Response, Problem> {
    let permit = app.open_socket(&client)?;
    let download = Download {
        app,
        visitor,
        next: Part::Head,
    };
    // An error breaks the answer off: whoever reads it sees that it is not whole.
    let parts = stream::try_unfold((download, permit), |(mut download, permit)| async move {
        let part = download.part().await;
        let part = part.map_err(|problem| io::Error::other(format!("{problem:?}")))?;
        Ok::<_, io::Error>(part.map(|part| (Bytes::from(part), (download, permit))))
    });
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((Extension(Streamed), kind, Body::from_stream(parts)).into_response())
}

impl Download {
    /// The next part; nothing when all is written.
    async fn part(&mut self) -> Result<Option<String>, Problem> {
        let (text, next) = match &self.next {
            Part::Head => (self.head().await?, Part::Ratings(0, None)),
            Part::Ratings(number, after) => self.ratings(*number, after.as_ref()).await?,
            Part::Games(after) => self.games(after.as_ref()).await?,
            Part::End => return Ok(None),
        };
        self.next = next;
        Ok(Some(text))
    }

    async fn head(&self) -> Result<String, Problem> {
        let (store, person) = (&self.app.store, &self.visitor.person);
        let tokens = store.tokens(&person.id).await?;
        let tokens: Vec<String> = tokens.into_iter().map(|token| token.name).collect();
        let blocked = store.blocked_by(&person.id).await?;
        let blocked: Vec<String> = blocked.into_iter().map(|person| person.name).collect();
        let lessons = store.lessons(&person.id).await?;
        let mistakes = store.mistakes(&person.id).await?;
        let me = DownloadedPerson {
            id: &person.id,
            name: &person.name,
            kind: &person.kind,
        };
        Ok(format!(
            r#"{{"me":{},"tokens":{},"blocked":{},"lessons":{},"mistakes":{},"ratings":{{"#,
            json!(me),
            json!(tokens),
            json!(blocked),
            json!(lessons),
            json!(mistakes)
        ))
    }

    async fn ratings(&self, number: usize, after: Option<&(i64, String)>) -> Result<(String, Part), Problem> {
        let Some(game) = GameId::ALL.get(number) else {
            return Ok((r#"},"games":["#.to_owned(), Part::Games(None)));
        };
        let mut text = match after {
            None => format!("{}{}:[", if number == 0 { "" } else { "," }, json!(game.name())),
            Some(_) => ",".to_owned(),
        };
        let (store, person) = (&self.app.store, &self.visitor.person);
        let from = after.cloned().unwrap_or((i64::MIN, String::new()));
        let found = store
            .ratings_after(&person.id, game.name(), &from, RATINGS + 1)
            .await?;
        let shown = &found[..found.len().min(RATINGS as usize)];
        let changes: Vec<String> = shown
            .iter()
            .map(|(at, _, rating)| json!([at, rating]).to_string())
            .collect();
        text += &changes.join(",");
        Ok(match shown.last() {
            Some((at, table, _)) if found.len() > shown.len() => {
                (text, Part::Ratings(number, Some((*at, table.clone()))))
            }
            _ => (text + "]", Part::Ratings(number + 1, None)),
        })
    }

    async fn games(&self, after: Option<&(i64, String)>) -> Result<(String, Part), Problem> {
        let from = after.cloned().unwrap_or((i64::MAX, String::new()));
        let person = &self.visitor.person.id;
        let found = self.app.store.games_of_after(person, &from, GAMES).await?;
        let Some(last) = found.last().cloned() else {
            return Ok(("]}".to_owned(), Part::End));
        };
        let mut games = Vec::new();
        for (_, id) in found {
            games.push(self.game(&id).await?);
        }
        let comma = if after.is_some() { "," } else { "" };
        Ok((format!("{comma}{}", games.join(",")), Part::Games(Some(last))))
    }

    async fn game(&self, id: &str) -> Result<String, Problem> {
        let seen = self
            .app
            .rooms
            .look(&table_id(id)?, &self.visitor.ids, false)
            .await?;
        let record = record::of(&seen).map(|record| record.to_string());
        let game = DownloadedGame {
            table: id,
            record,
            events: seen.events,
        };
        Ok(json!(game).to_string())
    }
}
