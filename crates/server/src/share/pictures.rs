//! Boards as SVG, PNG and GIF at addresses of their own. Drawn pictures are kept as long as there is room.

use super::subject::{Subject, Undrawn, look};
use crate::App;
use crate::http_error::Problem;
use crate::identity::Maybe;
use crate::limits::Client;
use crate::processors::{Payer, Priority};
use crate::routes::Routes;
use crate::site::tag;
use crate::tables::table_id;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use games::GameId;
use learn::LessonLanguage;
use protocol::ChallengeKey;
use raster::{Animation, Pixels, RasterError, shown_plies};
use serde::Deserialize;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes of pictures that are kept at most.
const MOST_KEPT: usize = 32 * 1024 * 1024;
/// A game goes on: its picture is asked for again after a minute.
const FOR_ALL: &str = "public, max-age=60";
const FOR_ONE: &str = "private, no-cache";
/// The paper of the boards.
const PAPER: [u8; 3] = [0xf5, 0xf0, 0xe6];

pub(super) fn routes() -> Routes {
    Routes::default()
        .on("GET", "/pictures/table/{file}", of_table)
        .on("GET", "/pictures/position/{file}", of_position)
        .on("GET", "/pictures/puzzles/{game}/{file}", of_puzzle)
        .on("GET", "/pictures/learn/{game}/{file}", of_lesson)
}

/// Formats of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// The board as lines.
    Svg,
    /// The board on a card for previews.
    Png,
    /// All boards one after the other.
    Gif,
}

impl Format {
    /// The name and the format of a file.
    fn split(file: &str) -> Result<(&str, Format), Problem> {
        let (name, ending) = file.rsplit_once('.').ok_or_else(Problem::not_found)?;
        let format = match ending {
            "svg" => Format::Svg,
            "png" => Format::Png,
            "gif" => Format::Gif,
            _ => return Err(Problem::not_found()),
        };
        Ok((name, format))
    }

    const fn content_type(self) -> &'static str {
        match self {
            Format::Svg => "image/svg+xml",
            Format::Png => "image/png",
            Format::Gif => "image/gif",
        }
    }
}

/// Parameters of a table's picture.
#[derive(Debug, Deserialize)]
struct TableQuery {
    ply: Option<usize>,
    key: Option<ChallengeKey>,
}

/// Parameters of a position's picture.
#[derive(Debug, Deserialize)]
pub(super) struct PositionQuery {
    pub(super) start: Option<String>,
    #[serde(default)]
    pub(super) moves: String,
    pub(super) ply: Option<usize>,
}

/// Parameters of a puzzle's picture.
#[derive(Debug, Deserialize)]
struct PuzzleQuery {
    ply: Option<usize>,
}

async fn of_table(
    State(app): State<App>,
    client: Client,
    Path(file): Path<String>,
    Query(query): Query<TableQuery>,
    Maybe(visitor): Maybe,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (id, format) = Format::split(&file)?;
    let ids = visitor.map(|visitor| visitor.ids).unwrap_or_default();
    let seen = look(&app, &table_id(id)?, &ids, query.key.as_ref()).await?;
    let caching = if seen.info.settings.public {
        FOR_ALL
    } else {
        FOR_ONE
    };
    let subject = Subject::of_table(&seen)?;
    let ply = query.ply.unwrap_or(subject.plies());
    respond(&app, &client, subject, ply, format, caching, &headers).await
}

async fn of_position(
    State(app): State<App>,
    client: Client,
    Path(file): Path<String>,
    Query(query): Query<PositionQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (game, format) = Format::split(&file)?;
    let game: GameId = game.parse().map_err(|_| Problem::not_found())?;
    let subject = Subject::of_position(game, query.start.as_deref(), &query.moves)?;
    let ply = query.ply.unwrap_or(subject.plies());
    respond(&app, &client, subject, ply, format, FOR_ALL, &headers).await
}

async fn of_puzzle(
    State(app): State<App>,
    client: Client,
    Path((game, file)): Path<(String, String)>,
    Query(query): Query<PuzzleQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (id, format) = Format::split(&file)?;
    let game: GameId = game.parse().map_err(|_| Problem::not_found())?;
    let subject = Subject::of_puzzle(&app, game, id).ok_or_else(Problem::not_found)?;
    // The solution is shown only to those who ask for it.
    let ply = query.ply.unwrap_or(0);
    respond(&app, &client, subject, ply, format, FOR_ALL, &headers).await
}

async fn of_lesson(
    State(app): State<App>,
    client: Client,
    Path((game, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (name, format) = Format::split(&file)?;
    let game: GameId = game.parse().map_err(|_| Problem::not_found())?;
    let (subject, _) =
        Subject::of_lesson(&app, game, name, LessonLanguage::En).ok_or_else(Problem::not_found)?;
    respond(&app, &client, subject, 0, format, FOR_ALL, &headers).await
}

/// A picture, drawn unless it is kept.
async fn respond(
    app: &App,
    client: &Client,
    subject: Subject,
    ply: usize,
    format: Format,
    caching: &'static str,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let ply = ply.min(subject.plies());
    let name = match format {
        Format::Gif => subject.name_at(subject.plies()),
        _ => subject.name_at(ply),
    };
    let name = format!("{format:?} {name}");
    let tag = tag(name.as_bytes());
    let known = headers.get(header::IF_NONE_MATCH);
    let always = [
        (header::CACHE_CONTROL, HeaderValue::from_static(caching)),
        (header::ETAG, tag.clone()),
    ];
    if known.is_some_and(|known| *known == tag) {
        return Ok((StatusCode::NOT_MODIFIED, always).into_response());
    }
    let picture = if let Some(picture) = app.pictures.get(&name) {
        picture
    } else {
        let payers = [Payer::address(client.name())];
        let processors = &app.rooms.0.processors;
        processors.afford(&payers)?;
        let work = processors.run(Priority::Picture, &payers, move |turn| {
            draw(&subject, ply, format, &|| turn.is_over())
        });
        let picture = Bytes::from(work.await??);
        app.pictures.keep(name, picture.clone());
        picture
    };
    let content_type = [(header::CONTENT_TYPE, format.content_type())];
    Ok((always, content_type, picture).into_response())
}

fn draw(subject: &Subject, ply: usize, format: Format, stop: &dyn Fn() -> bool) -> Result<Vec<u8>, Problem> {
    let mut animation = Animation::new();
    let mut still = Ok(Vec::new());
    let plies = match format {
        Format::Gif => shown_plies(subject.plies()),
        _ => vec![ply],
    };
    let drawn = subject.draw(&plies, |svg| {
        if stop() {
            return Err(None);
        }
        match format {
            Format::Svg => still = Ok(svg.into_bytes()),
            Format::Png => still = Pixels::card(&svg, PAPER).and_then(|card| card.png()),
            Format::Gif => return animation.add(&svg).map_err(Some),
        }
        Ok(())
    });
    match drawn {
        Ok(()) => {}
        Err(Undrawn::Stopped(None)) => return Err(Problem::busy()),
        Err(Undrawn::Stopped(Some(error))) => return Err(undrawn(&error)),
        Err(Undrawn::Illegal(words)) => return Err(Problem::bad(words)),
    }
    let picture = match format {
        Format::Gif => animation.finish(),
        _ => still,
    };
    picture.map_err(|error| undrawn(&error))
}

fn undrawn(error: &RasterError) -> Problem {
    tracing::error!(%error, "cannot draw a picture");
    Problem::busy()
}

/// Pictures that were drawn, the oldest first to go.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pictures(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    pictures: HashMap<String, Bytes>,
    order: VecDeque<String>,
    bytes: usize,
}

impl Pictures {
    fn get(&self, name: &str) -> Option<Bytes> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.pictures.get(name).cloned()
    }

    fn keep(&self, name: String, picture: Bytes) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.keep(name, picture, MOST_KEPT);
    }
}

impl Kept {
    fn keep(&mut self, name: String, picture: Bytes, most: usize) {
        // Names are long, too.
        let size = |name: &str, picture: &Bytes| 2 * name.len() + picture.len();
        let added = size(&name, &picture);
        if added > most || self.pictures.contains_key(&name) {
            return;
        }
        while self.bytes + added > most
            && let Some(oldest) = self.order.pop_front()
        {
            if let Some(gone) = self.pictures.remove(&oldest) {
                self.bytes -= size(&oldest, &gone);
            }
        }
        self.bytes += added;
        self.order.push_back(name.clone());
        self.pictures.insert(name, picture);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_pictures_make_room() {
        let mut kept = Kept::default();
        for name in ["a", "b", "c", "b"] {
            kept.keep(name.to_owned(), Bytes::from(vec![0; 40]), 100);
        }
        let mut names: Vec<&String> = kept.pictures.keys().collect();
        names.sort();
        assert_eq!(names, ["b", "c"]);
        assert_eq!(kept.bytes, 84);
        kept.keep("large".to_owned(), Bytes::from(vec![0; 100]), 100);
        assert!(!kept.pictures.contains_key("large"));
    }

    #[test]
    fn files_have_a_format() {
        assert!(matches!(Format::split("abc.png"), Ok(("abc", Format::Png))));
        assert!(matches!(Format::split("a.b.gif"), Ok(("a.b", Format::Gif))));
        assert!(Format::split("abc").is_err());
        assert!(Format::split("abc.webp").is_err());
    }
}
