//! Pages that other sites may frame: a board, buttons for its moves, a link to the whole page. They read and set no cookies.

use super::pictures::PositionQuery;
use super::preview::escape;
use super::subject::{Subject, look};
use super::words::{self, BACK, BOARD, FIRST, FORTH, LAST, OPEN, PUZZLE, SOLVE};
use crate::App;
use crate::http_error::Problem;
use crate::routes::Routes;
use crate::tables::table_id;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use games::GameId;
use learn::LessonLanguage;

const SCRIPT: &str = include_str!("frame.js");
const STYLE: &str = include_str!("frame.css");

pub(super) fn routes() -> Routes {
    Routes::default()
        .on("GET", "/embed/table/{id}", of_table)
        .on("GET", "/embed/position/{game}", of_position)
        .on("GET", "/embed/puzzles/{game}/{id}", of_puzzle)
        .on("GET", "/embed/frame.js", script)
        .on("GET", "/embed/frame.css", style)
}

/// Whether a path is that of a page that other sites may frame.
pub(crate) fn is_embed(path: &str) -> bool {
    path.starts_with("/embed/")
}

async fn script() -> Response {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT).into_response()
}

async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE).into_response()
}

async fn of_table(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Html<String>, Problem> {
    let id = table_id(&id)?;
    let seen = look(&app, &id, &[], None).await?;
    let subject = Subject::of_table(&seen)?;
    let names = seen.info.seats.iter().flatten();
    let names: Vec<&str> = names.map(|player| player.name.as_str()).collect();
    let frame = EmbedPage {
        game: subject.game,
        title: names.join(" – "),
        plies: subject.plies(),
        shown: subject.plies(),
        picture: format!("/pictures/table/{id}.svg?"),
        page: format!("/table/{id}"),
        link: OPEN.text(words::preferred(&headers)),
    };
    Ok(frame.html(words::preferred(&headers)))
}

async fn of_position(
    Path(game): Path<String>,
    Query(query): Query<PositionQuery>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Html<String>, Problem> {
    let game: GameId = game.parse().map_err(|_| Problem::not_found())?;
    let subject = Subject::of_position(game, query.start.as_deref(), &query.moves)?;
    // The address as it came, without the move that is shown first: the script adds its own.
    let asked = uri.query().unwrap_or_default().split('&');
    let asked: Vec<&str> = asked.filter(|pair| !pair.starts_with("ply=")).collect();
    let asked = asked.join("&");
    let page = if game.board().is_some() {
        format!("/analysis/{game}?{asked}")
    } else {
        format!("/rules/{game}")
    };
    let frame = EmbedPage {
        game,
        title: String::new(),
        plies: subject.plies(),
        shown: query.ply.unwrap_or(subject.plies()).min(subject.plies()),
        picture: format!("/pictures/position/{game}.svg?{asked}&"),
        page,
        link: OPEN.text(words::preferred(&headers)),
    };
    Ok(frame.html(words::preferred(&headers)))
}

async fn of_puzzle(
    State(app): State<App>,
    Path((game, id)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Html<String>, Problem> {
    let game: GameId = game.parse().map_err(|_| Problem::not_found())?;
    let subject = Subject::of_puzzle(&app, game, &id).ok_or_else(Problem::not_found)?;
    let language = words::preferred(&headers);
    let frame = EmbedPage {
        game: subject.game,
        title: PUZZLE.fill(language, &[("game", subject.game.title())]),
        plies: subject.plies(),
        shown: 0,
        picture: format!("/pictures/puzzles/{game}/{id}.svg?"),
        page: format!("/puzzles/{game}/{id}"),
        link: SOLVE.text(language),
    };
    Ok(frame.html(language))
}

/// The content of a frame.
struct EmbedPage {
    game: GameId,
    /// The players, or nothing.
    title: String,
    plies: usize,
    /// The move after which the board is shown first.
    shown: usize,
    /// The address of the board's picture, to which `ply=N` is added.
    picture: String,
    /// The whole page.
    page: String,
    link: &'static str,
}

impl EmbedPage {
    fn html(&self, language: LessonLanguage) -> Html<String> {
        let game = self.game.title();
        let title = if self.title.is_empty() { game } else { &self.title };
        let alternative = BOARD.fill(language, &[("game", game)]);
        let shown = alternative.replace("{n}", &self.shown.to_string());
        let button = |id: &str, sign: &str, label: &str| {
            format!("<button id=\"{id}\" aria-label=\"{label}\" title=\"{label}\">{sign}</button>\n")
        };
        let buttons = [
            button("first", "«", FIRST.text(language)),
            button("back", "‹", BACK.text(language)),
            format!("<output id=\"ply\">{} / {}</output>\n", self.shown, self.plies),
            button("forth", "›", FORTH.text(language)),
            button("last", "»", LAST.text(language)),
        ];
        let buttons = if self.plies > 0 {
            buttons.concat()
        } else {
            String::new()
        };
        let (picture, page, link) = (escape(&self.picture), escape(&self.page), self.link);
        Html(format!(
            "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<link rel=\"stylesheet\" href=\"/embed/frame.css\">\n\
             <script type=\"module\" src=\"/embed/frame.js\"></script>\n</head>\n<body>\n\
             <img id=\"board\" src=\"{picture}ply={shown_ply}\" alt=\"{shown}\" data-picture=\"{picture}\" \
             data-alternative=\"{alternative}\" data-ply=\"{shown_ply}\" data-plies=\"{plies}\">\n\
             <nav>{buttons}</nav>\n\
             <p><span>{title}</span> <a href=\"{page}\" target=\"_blank\" rel=\"noopener\">{link}</a></p>\n\
             </body>\n</html>\n",
            title = escape(title),
            alternative = escape(&alternative),
            shown = escape(&shown),
            shown_ply = self.shown,
            plies = self.plies,
        ))
    }
}
