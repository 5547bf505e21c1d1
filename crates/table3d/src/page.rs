//! What the page beside the picture shows, as texts and numbers.

mod network;

use crate::app::{App, View};
use crate::clock::Pace;
use crate::picture::Picture;
use crate::session::{How, Status};
use crate::terms::{Terms, With};
use crate::time::clock_text;
use crate::words::Words;
use polarity::{Face, Phase};
use rules::Side;

/// The page, with `{key}` for every text.
pub const PAGE: &str = include_str!("table.html");

/// A player as the page shows one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Who.
    pub name: String,
    /// What is left to play, and the points.
    pub count: String,
    /// The time left, where there is a clock.
    pub clock: String,
    /// Whether it is their turn.
    pub moves: bool,
}

/// Something that can be done in a game over the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deed {
    /// The command.
    pub command: &'static str,
    /// What its button says.
    pub words: &'static str,
    /// Whether it can be done now; otherwise it has been.
    pub can: bool,
}

/// All that the page shows of the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// The name of what is going on.
    pub status: &'static str,
    /// The heading.
    pub state: String,
    /// What can be done.
    pub hint: String,
    /// What the hand feels, and its name: `none`, `pull` or `push`.
    pub feel: (&'static str, &'static str),
    /// What happened, and whether it is a fault.
    pub news: Vec<(String, bool)>,
    /// How many discs are left, in practice.
    pub reserve: String,
    /// White and Black, in a game.
    pub players: Option<[Player; 2]>,
    /// What has to be settled first: the command and the words of each.
    pub owed: Vec<(String, String)>,
    /// Height in centimetres, tilt and heading in degrees, while a hand is steered.
    pub pose: Option<[f32; 3]>,
    /// The commands that can be given now.
    pub enabled: Vec<&'static str>,
    /// The switches that are on.
    pub pressed: Vec<&'static str>,
    /// What is chosen for the next game, where there is a choice.
    pub terms: Vec<(&'static str, String)>,
    /// How the toss went.
    pub toss: String,
    /// How the connection is, when there is anything to say.
    pub link: String,
    /// What can be done in a game over the network.
    pub deeds: Vec<Deed>,
    /// What the players wrote to each other: who, what, and whether it is one's own. Nothing where nobody writes.
    pub chat: Option<Vec<(String, String, bool)>>,
    /// How many lines of it are new.
    pub unread: String,
    /// What the button says that copies the link to the computer's level.
    pub copy_level: &'static str,
}

/// What can be done in a game over the network, by the names of the commands.
pub const DEEDS: [&str; 3] = ["takeback", "draw", "resign"];

/// Commands that are not always possible.
pub const SOMETIMES: [&str; 8] = [
    "white",
    "black",
    "lean",
    "release",
    "back",
    "hurry",
    "replay",
    "chat-sheet",
];
/// Commands that switch something on and off.
pub const SWITCHES: [&str; 11] = [
    "slow",
    "pause",
    "hurry",
    "field",
    "guide",
    "flat",
    "with-practice",
    "with-two",
    "with-computer",
    "with-friend",
    "hush",
];

impl Panel {
    /// The page's texts for a table.
    pub fn of(app: &App, picture: &Picture, words: Words) -> Panel {
        let session = app.session();
        let (state, hint) = state(app);
        let deeds = network::deeds(app, words);
        Panel {
            status: if app.play().is_thinking() {
                "thinking"
            } else {
                session.status().name()
            },
            state: network::ended(app, words).unwrap_or_else(|| words.text(state).to_owned()),
            hint: words.text(hint).to_owned(),
            feel: feel(picture, words),
            news: news(app, words),
            reserve: reserve(app, words),
            players: players(app, words),
            owed: owed(app, words),
            pose: session
                .steering()
                .map(|hand| [hand.height(), hand.tilt(), hand.heading()]),
            enabled: enabled(app),
            pressed: pressed(app),
            terms: terms(app, !deeds.is_empty()),
            toss: toss(app, words),
            link: words.text(network::link(app)).to_owned(),
            deeds,
            chat: network::chat(app, words),
            unread: match app.unread().count() {
                0 => String::new(),
                count => count.to_string(),
            },
            copy_level: words.text(if app.network.copied {
                "copied"
            } else {
                "copy-level"
            }),
        }
    }
}

/// The keys of the heading, and of what can be done.
fn state(app: &App) -> (&'static str, &'static str) {
    let session = app.session();
    let white_up = session.held().is_none_or(|(_, white_up)| white_up);
    let colour = |white: &'static str, black: &'static str| if white_up { white } else { black };
    match session.status() {
        Status::Idle => idle(app),
        Status::Holding if app.touch => (colour("holding-white", "holding-black"), "hint-holding-touch"),
        Status::Holding => (colour("holding-white", "holding-black"), "hint-holding"),
        Status::Settling => ("settling", "hint-settling"),
        Status::Replaying => ("replaying", "hint-replaying"),
        Status::Watching => (colour("watching-white", "watching-black"), "hint-watching"),
    }
}

/// What the side to move has to do, or what one can do in practice.
fn idle(app: &App) -> (&'static str, &'static str) {
    let session = app.session();
    if let Some(state) = network::state(app) {
        return state;
    }
    let Some(game) = session.game() else {
        return ("idle", "hint-idle");
    };
    let position = game.position();
    let white = position.turn() == Side::First;
    let side = |one: &'static str, two: &'static str| if white { one } else { two };
    match session.lost() {
        Some(Side::First) => return ("time-white", "hint-over"),
        Some(Side::Second) => return ("time-black", "hint-over"),
        None => {}
    }
    if let Some(outcome) = position.outcome() {
        let state = match outcome.winner() {
            Some(Side::First) => "news-white-wins",
            Some(Side::Second) => "news-black-wins",
            None => "news-draw",
        };
        return (state, "hint-over");
    }
    if app.play().is_thinking() {
        return (side("thinking-white", "thinking-black"), "hint-thinking");
    }
    let owed = position.captures().next().is_some();
    let flipped = position.turns(position.turn()).next().is_some();
    let (state, hint) = match position.phase() {
        Phase::Opening => (side("white-lays", "black-lays"), "hint-lay"),
        _ if owed => (side("white-captures", "black-captures"), "hint-capture"),
        _ if flipped => (side("white-turns", "black-turns"), "hint-turn"),
        _ => (side("white-leans", "black-leans"), "hint-lean"),
    };
    (state, network::hint(app).unwrap_or(hint))
}

/// What is left in the box.
fn reserve(app: &App, words: Words) -> String {
    let session = app.session();
    if session.game().is_some() {
        return String::new();
    }
    words
        .text("reserve")
        .replace("{n}", &session.reserve().to_string())
}

/// White and Black.
fn players(app: &App, words: Words) -> Option<[Player; 2]> {
    let session = app.session();
    let position = session.game()?.position();
    let ended = app
        .online()
        .is_some_and(|online| online.table().ending().is_some());
    let player = |side: Side| Player {
        name: name(app, side, words),
        count: words
            .text("count")
            .replace("{a}", &position.reserve(side).to_string())
            .replace("{b}", &position.points(side).to_string().replace('-', "−")),
        clock: match app.online() {
            Some(online) => online.left(side).map_or_else(String::new, clock_text),
            None => app.play().time().map_or_else(String::new, |time| time.text(side)),
        },
        moves: position.turn() == side && !session.is_over() && !ended,
    };
    Some(Side::BOTH.map(player))
}

/// Who plays a side.
fn name(app: &App, side: Side, words: Words) -> String {
    let session = app.session();
    let colour = words.text(["white-side", "black-side"][side]);
    if let Some(name) = network::name(app, side, words) {
        return name;
    }
    let seat = session.game().map(|game| game.position().seat(side));
    if app.play().with() == With::Computer && !session.seats().own[side] {
        let level = app.play().level().to_string();
        return words.text("computer-name").replace("{n}", &level);
    }
    match seat.filter(|seat| seat.players() > 1) {
        Some(seat) => words
            .text("of-team")
            .replace("{name}", colour)
            .replace("{n}", &(seat.player() + 1).to_string()),
        None => colour.to_owned(),
    }
}

/// What has to be settled first, as commands.
fn owed(app: &App, words: Words) -> Vec<(String, String)> {
    let session = app.session();
    if session.status() != Status::Idle {
        return Vec::new();
    }
    let acts = network::acts(app).into_iter();
    let acts = acts.map(|(command, key)| (command.to_owned(), words.text(key).to_owned()));
    let entry = |owed: crate::session::Owed| {
        let key = match owed.how {
            How::Capture => "owed-capture",
            How::Declare => "owed-declare",
            How::Turn => "owed-turn",
        };
        let text = words.text(key).replace("{n}", &owed.discs.len().to_string());
        (format!("take-{}", owed.discs[0].0), text)
    };
    acts.chain(session.owed().into_iter().map(entry)).collect()
}

fn feel(picture: &Picture, words: Words) -> (&'static str, &'static str) {
    let name = match picture.gizmo {
        Some(gizmo) if gizmo.feel.tremble() > 0.15 && gizmo.feel.pull > 0.0 => "pull",
        Some(gizmo) if gizmo.feel.tremble() > 0.15 => "push",
        _ => "none",
    };
    let key = match name {
        "pull" => "feel-pull",
        "push" => "feel-push",
        _ => "feel-none",
    };
    (words.text(key), name)
}

/// Each thing once, in the order in which it first happened.
fn news(app: &App, words: Words) -> Vec<(String, bool)> {
    let mut told: Vec<(String, bool)> = Vec::new();
    let judged = app.session().game().is_some();
    for news in app.session().news() {
        let what = words.text(news.key());
        let text = if judged && news.is_fault() {
            words.text("fault").replace("{what}", what)
        } else {
            what.to_owned()
        };
        if !told.iter().any(|(known, _)| *known == text) {
            told.push((text, news.is_fault()));
        }
    }
    told.extend(network::news(app, words).into_iter().map(|text| (text, false)));
    told
}

/// What is chosen, where there is a choice; what else the form shows has no value.
fn terms(app: &App, online: bool) -> Vec<(&'static str, String)> {
    let terms = &app.play().terms;
    let chosen = Terms::names().filter(|name| terms.has(name));
    let mut rows: Vec<(&'static str, String)> = chosen.map(|name| (name, terms.value(name))).collect();
    rows.push((
        if terms.with == With::Practice {
            "layouts"
        } else {
            "toss"
        },
        String::new(),
    ));
    if online {
        rows.push(("online", String::new()));
    }
    rows
}

fn toss(app: &App, words: Words) -> String {
    let Some(toss) = app.play().tossed() else {
        return String::new();
    };
    let face = match toss.face {
        Face::North => "–",
        Face::South => "•",
    };
    let key = if toss.called_right {
        "toss-right"
    } else {
        "toss-wrong"
    };
    words.text(key).replace("{face}", face)
}

fn enabled(app: &App) -> Vec<&'static str> {
    let session = app.session();
    let status = session.status();
    let possible = |name: &&str| match *name {
        "white" => session.may_bring(true),
        "black" => session.may_bring(false),
        "lean" | "release" => status == Status::Holding,
        "back" => session.can_take_back() && !app.play().is_thinking(),
        "hurry" => matches!(status, Status::Watching | Status::Settling | Status::Replaying),
        "replay" => session.can_replay(),
        "chat-sheet" => app.online().is_some_and(|online| online.table().can_chat()),
        _ => true,
    };
    SOMETIMES.into_iter().filter(possible).collect()
}

fn pressed(app: &App) -> Vec<&'static str> {
    let with = app.play().terms.with.name();
    let on = |name: &&str| match *name {
        "slow" => app.pace() == Pace::Slow,
        "pause" => app.pace() == Pace::Paused,
        "hurry" => app.pace() == Pace::Fast,
        "field" => app.wanted().field,
        "guide" => app.wanted().guide,
        "flat" => app.view() == View::Flat,
        "hush" => app.network.silent,
        other => other.strip_prefix("with-") == Some(with),
    };
    SWITCHES.into_iter().filter(on).collect()
}

#[cfg(test)]
mod tests;
