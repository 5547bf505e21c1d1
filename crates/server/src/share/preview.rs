//! Title, text and picture in the head of a page, for programs that show links.

use super::subject::Subject;
use super::words::{
    self, CHALLENGE, DRAWN, INVITES, LESSON, ONE_MOVE, OPEN_TO_PLAY, PUZZLE, RULES, RULES_TEXT, UNDER_WAY,
    WATCH, WATCH_TEXT, WON,
};
use crate::App;
use crate::finished;
use crate::limits::Client;
use axum::http::{HeaderMap, Uri};
use games::GameId;
use learn::LessonLanguage;
use protocol::{ChallengeKey, TableId, TableInfo};
use raster::CARD;
use std::fmt::Write as _;

/// The page's title, and all that a link's preview needs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Preview {
    title: String,
    text: String,
    /// The path of the picture.
    picture: String,
}

/// The game whose board stands for all of them.
const FIRST_GAME: GameId = GameId::Offboard;

/// The head of the page at an address, if it is about something that can be shown. Cookies are not looked at: a preview
/// shows what everyone with the link may see.
pub(crate) async fn preview(app: &App, client: &Client, uri: &Uri, headers: &HeaderMap) -> Option<String> {
    let language = words::preferred(headers);
    let origin = app.origin(client, headers)?;
    let parts: Vec<&str> = uri.path().split('/').filter(|part| !part.is_empty()).collect();
    let preview = match parts[..] {
        [] => of_home(language)?,
        ["watch"] => Preview {
            title: WATCH.text(language).to_owned(),
            text: WATCH_TEXT.text(language).to_owned(),
            picture: first_board(FIRST_GAME),
        },
        [game] | [game, "computer"] | ["friend" | "lobby", game] => of_game(game.parse().ok()?, language)?,
        ["polarity", "two" | "friend"] => of_game(GameId::Polarity, language)?,
        ["rules", game] => of_rules(game.parse().ok()?, language),
        ["table" | "polarity", id] => of_table(app, id.parse().ok()?, uri, language).await?,
        ["puzzles", game, id] => of_puzzle(app, game.parse().ok()?, id, language)?,
        ["learn", game, name] => of_lesson(app, game.parse().ok()?, name, language)?,
        _ => return None,
    };
    Some(preview.head(&origin, uri.path()))
}

/// The path of a picture of a game's start.
fn first_board(game: GameId) -> String {
    format!("/pictures/position/{game}.png")
}

fn of_home(language: LessonLanguage) -> Option<Preview> {
    Some(Preview {
        title: "Tablier".to_owned(),
        text: words::of_home(language, "lead")?.to_owned(),
        picture: first_board(FIRST_GAME),
    })
}

fn of_game(game: GameId, language: LessonLanguage) -> Option<Preview> {
    Some(Preview {
        title: format!("{} · Tablier", game.title()),
        text: words::of_home(language, &format!("{game}-blurb"))?.to_owned(),
        picture: first_board(game),
    })
}

fn of_rules(game: GameId, language: LessonLanguage) -> Preview {
    let values = [("game", game.title())];
    Preview {
        title: RULES.fill(language, &values),
        text: RULES_TEXT.fill(language, &values),
        picture: first_board(game),
    }
}

/// A table as its row in the database tells, if everybody with the link may see it: no log is read and no room is woken for
/// a title.
async fn public_info(app: &App, id: &TableId, key: Option<&ChallengeKey>) -> Option<TableInfo> {
    let row = app.store.game(id.as_str()).await.ok()??;
    let may_see = row.public == 1 || key.is_some_and(|key| app.is_challenge(id, key));
    if !may_see {
        return None;
    }
    finished::info(&app.store, &row).await.ok()
}

async fn of_table(app: &App, id: TableId, uri: &Uri, language: LessonLanguage) -> Option<Preview> {
    let key = uri.query().unwrap_or_default().split('&');
    let key: Option<ChallengeKey> = key
        .filter_map(|pair| pair.strip_prefix("key="))
        .find_map(|key| key.parse().ok());
    let info = public_info(app, &id, key.as_ref()).await?;
    let game = info.settings.game.title();
    let mut players = info.seats.iter().flatten();
    if info.seats.iter().any(Option::is_none) {
        let host = players.next()?;
        let key = key.map(|key| format!("?key={key}")).unwrap_or_default();
        return Some(Preview {
            title: INVITES.fill(language, &[("name", &host.name), ("game", game)]),
            text: OPEN_TO_PLAY.text(language).to_owned(),
            picture: format!("/pictures/table/{id}.png{key}"),
        });
    }
    let names: Vec<&str> = players.map(|player| player.name.as_str()).collect();
    let moves = info.plies.to_string();
    let values = [("n", moves.as_str())];
    let text = match &info.ending {
        None => UNDER_WAY.fill(language, &values),
        Some(ending) => match ending.winner {
            None => DRAWN.fill(language, &values),
            Some(winner) => {
                let name = names.get(winner.index()).copied().unwrap_or_default();
                WON.fill(language, &[("name", name), ("n", &moves)])
            }
        },
    };
    Some(Preview {
        title: format!("{} · {game}", names.join(" – ")),
        text,
        picture: format!("/pictures/table/{id}.png"),
    })
}

fn of_puzzle(app: &App, game: GameId, id: &str, language: LessonLanguage) -> Option<Preview> {
    Subject::of_puzzle(app, game, id)?;
    let text = if game == GameId::Polarity {
        CHALLENGE
    } else {
        ONE_MOVE
    };
    Some(Preview {
        title: PUZZLE.fill(language, &[("game", game.title())]),
        text: text.text(language).to_owned(),
        picture: format!("/pictures/puzzles/{game}/{id}.png"),
    })
}

fn of_lesson(app: &App, game: GameId, name: &str, language: LessonLanguage) -> Option<Preview> {
    let (_, title) = Subject::of_lesson(app, game, name, language)?;
    Some(Preview {
        title: format!("{title} · {}", game.title()),
        text: LESSON.fill(language, &[("game", game.title())]),
        picture: format!("/pictures/learn/{game}/{name}.png"),
    })
}

impl Preview {
    /// Elements for the head of the page.
    fn head(&self, origin: &str, path: &str) -> String {
        let mut head = format!("<title>{}</title>\n", escape(&self.title));
        let (width, height) = CARD;
        let properties = [
            ("og:type", "website".to_owned()),
            ("og:site_name", "Tablier".to_owned()),
            ("og:title", self.title.clone()),
            ("og:description", self.text.clone()),
            ("og:url", format!("{origin}{path}")),
            ("og:image", format!("{origin}{}", self.picture)),
            ("og:image:type", "image/png".to_owned()),
            ("og:image:width", width.to_string()),
            ("og:image:height", height.to_string()),
        ];
        for (name, value) in properties {
            // Writing to a text cannot fail.
            let _ = writeln!(head, "<meta property=\"{name}\" content=\"{}\">", escape(&value));
        }
        let named = [
            ("description", self.text.as_str()),
            ("twitter:card", "summary_large_image"),
        ];
        for (name, value) in named {
            let _ = writeln!(head, "<meta name=\"{name}\" content=\"{}\">", escape(value));
        }
        head
    }
}

/// A text for HTML, in quotation marks too.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_attribute() {
        let preview = Preview {
            title: "<b>\"Ann\" & 'Bob'".to_owned(),
            text: String::new(),
            picture: "/p.png".to_owned(),
        };
        let head = preview.head("http://x\"><script>", "/table/abc");
        assert!(head.contains("<title>&lt;b&gt;&quot;Ann&quot; &amp; &#39;Bob&#39;</title>"));
        assert!(!head.contains("<b>") && !head.contains("<script>"), "{head}");
    }
}
