//! Everything that is kept of somebody as one answer.

use crate::App;
use crate::export::{Parts, fitting, in_parts};
use crate::finished;
use crate::http_error::Problem;
use crate::identity::{Known, Visitor};
use crate::limits::Client;
use crate::record;
use crate::routes::Routes;
use axum::extract::State;
use axum::response::Response;
use games::GameId;
use protocol::Event;
use protocol::schema::GameName;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::mem;
use store::{GameRow, StoredLog};

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

/// All of the answer but ratings and games.
#[derive(Serialize)]
struct DownloadHead<'a> {
    me: DownloadedPerson<'a>,
    tokens: Vec<String>,
    blocked: Vec<String>,
    lessons: String,
    mistakes: String,
}

/// A game of theirs, in the answer.
#[derive(Serialize, JsonSchema)]
struct DownloadedGame {
    /// The id of its table.
    table: String,
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
    /// The games after that one, and whether there are some already.
    Games(Option<(i64, String)>, bool),
    End,
}

async fn download(
    State(app): State<App>,
    client: Client,
    Known(visitor): Known,
) -> Result<Response, Problem> {
    let held = (app.open_socket(&client)?, app.exports.enter(client.name())?);
    let credentialed = app.connections.enter(Some(&visitor));
    let download = Download {
        app,
        visitor,
        next: Part::Head,
    };
    Ok(in_parts("application/json", download, credentialed, held))
}

impl Parts for Download {
    async fn part(&mut self) -> Result<Option<String>, Problem> {
        let (text, next) = match &self.next {
            Part::Head => (self.head().await?, Part::Ratings(0, None)),
            Part::Ratings(number, after) => self.ratings(*number, after.as_ref()).await?,
            Part::Games(after, has_some) => self.games(after.as_ref(), *has_some).await?,
            Part::End => return Ok(None),
        };
        self.next = next;
        Ok(Some(text))
    }
}

impl Download {
    async fn head(&self) -> Result<String, Problem> {
        let (store, person) = (&self.app.store, &self.visitor.person);
        let tokens = store.tokens(&person.id).await?;
        let tokens: Vec<String> = tokens.into_iter().map(|token| token.name).collect();
        let blocked = store.blocked_by(&person.id).await?;
        let blocked: Vec<String> = blocked.into_iter().map(|person| person.name).collect();
        let lessons = store.lessons(&person.id).await?;
        let mistakes = store.mistakes(&person.id).await?;
        let head = DownloadHead {
            me: DownloadedPerson {
                id: &person.id,
                name: &person.name,
                kind: &person.kind,
            },
            tokens,
            blocked,
            lessons,
            mistakes,
        };
        // The object goes on with the other parts.
        let head = to_json(&head)?;
        let open = head.strip_suffix('}').unwrap_or(&head);
        Ok(format!(r#"{open},"ratings":{{"#))
    }

    async fn ratings(&self, number: usize, after: Option<&(i64, String)>) -> Result<(String, Part), Problem> {
        let Some(game) = GameId::ALL.get(number) else {
            return Ok((r#"},"games":["#.to_owned(), Part::Games(None, false)));
        };
        let mut text = match after {
            None => format!(
                "{}{}:[",
                if number == 0 { "" } else { "," },
                to_json(game.name())?
            ),
            Some(_) => ",".to_owned(),
        };
        let (store, person) = (&self.app.store, &self.visitor.person);
        let from = after.cloned().unwrap_or((i64::MIN, String::new()));
        let found = store
            .ratings_after(&person.id, game.name(), &from, RATINGS + 1)
            .await?;
        let shown = &found[..found.len().min(RATINGS as usize)];
        let changes: Vec<(i64, f64)> = shown.iter().map(|(at, _, rating)| (*at, *rating)).collect();
        text += items(&to_json(&changes)?);
        Ok(match shown.last() {
            Some((at, table, _)) if found.len() > shown.len() => {
                (text, Part::Ratings(number, Some((*at, table.clone()))))
            }
            _ => (text + "]", Part::Ratings(number + 1, None)),
        })
    }

    async fn games(&self, after: Option<&(i64, String)>, has_some: bool) -> Result<(String, Part), Problem> {
        let turn = self.app.exports.turn().await?;
        let from = after.cloned().unwrap_or((i64::MAX, String::new()));
        let (store, person) = (&self.app.store, &self.visitor.person.id);
        let mut found = store.games_of_after(person, &from, GAMES).await?;
        let ids: Vec<String> = found.iter().map(|(_, id)| id.clone()).collect();
        let mut logs = store.logs_of(&ids).await?;
        logs.truncate(fitting(&logs));
        found.truncate(logs.len());
        let Some(last) = found.pop() else {
            return Ok(("]}".to_owned(), Part::End));
        };
        let rows = store.games(&ids[..logs.len()]).await?;
        let games = rows.into_iter().filter_map(|row| {
            let place = ids.iter().position(|id| *id == row.id)?;
            Some((row, mem::take(&mut logs[place])))
        });
        let (games, ids) = (games.collect(), self.visitor.ids.clone());
        let games = turn.work(move || games_json(games, &ids)).await??;
        let games = items(&games);
        let comma = if has_some && !games.is_empty() { "," } else { "" };
        let next = Part::Games(Some(last), has_some || !games.is_empty());
        Ok((format!("{comma}{games}"), next))
    }
}

/// Games as a list of JSON.
fn games_json(games: Vec<(GameRow, StoredLog)>, ids: &[String]) -> Result<String, Problem> {
    let mut written = Vec::new();
    for (row, log) in games {
        let seen = finished::seen_in(log, &row, ids)?;
        let seen = seen.ok_or_else(Problem::not_found)?;
        written.push(DownloadedGame {
            table: row.id,
            record: record::of(&seen).map(|record| record.to_string()),
            events: seen.events,
        });
    }
    to_json(&written)
}

fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|_| Problem::busy())
}

/// The items of a list without its brackets: the list goes on in the next part.
fn items(list: &str) -> &str {
    let items = list.strip_prefix('[').unwrap_or(list);
    items.strip_suffix(']').unwrap_or(items)
}
