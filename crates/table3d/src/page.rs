//! What the page beside the picture shows, as texts and numbers.

use crate::app::{App, View};
use crate::clock::Pace;
use crate::picture::Picture;
use crate::session::Status;
use crate::words::Words;
use polarity::Phase;
use rules::Side;

/// The page, with `{key}` for every text.
pub const PAGE: &str = include_str!("table.html");

/// All that the page shows of the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// The heading.
    pub state: &'static str,
    /// What can be done.
    pub hint: &'static str,
    /// What the hand feels, and its name: `none`, `pull` or `push`.
    pub feel: (&'static str, &'static str),
    /// What happened, and whether it is a fault.
    pub news: Vec<(&'static str, bool)>,
    /// How many discs are left.
    pub reserve: String,
    /// Height in centimetres, tilt and heading in degrees, while a hand is steered.
    pub pose: Option<[f32; 3]>,
    /// The commands that can be given now.
    pub enabled: Vec<&'static str>,
    /// The switches that are on.
    pub pressed: Vec<&'static str>,
}

/// Commands that are not always possible.
pub const SOMETIMES: [&str; 6] = ["white", "black", "lean", "release", "back", "replay"];
/// Commands that switch something on and off.
pub const SWITCHES: [&str; 5] = ["slow", "pause", "field", "guide", "flat"];

impl Panel {
    /// The page's texts for a table.
    pub fn of(app: &App, picture: &Picture, words: Words) -> Panel {
        let session = app.session();
        let status = session.status();
        let white_up = session.held().is_none_or(|(_, white_up)| white_up);
        let (state, hint) = match (status, white_up) {
            (Status::Idle, _) => idle(app),
            (Status::Holding, true) => ("holding-white", "hint-holding"),
            (Status::Holding, false) => ("holding-black", "hint-holding"),
            (Status::Settling, _) => ("settling", "hint-settling"),
            (Status::Replaying, _) => ("replaying", "hint-replaying"),
        };
        Panel {
            state: words.text(state),
            hint: words.text(hint),
            feel: feel(picture, words),
            news: news(app, words),
            reserve: reserve(app, words),
            pose: session
                .steering()
                .map(|hand| [hand.height(), hand.tilt(), hand.heading()]),
            enabled: enabled(app),
            pressed: pressed(app),
        }
    }
}

/// What the side to move has to do, or what one can do in practice.
fn idle(app: &App) -> (&'static str, &'static str) {
    let Some(game) = app.session().game() else {
        return ("idle", "hint-idle");
    };
    let position = game.position();
    let white = position.turn() == Side::First;
    let side = |one: &'static str, two: &'static str| if white { one } else { two };
    if let Some(outcome) = position.outcome() {
        let state = match outcome.winner() {
            Some(Side::First) => "news-white-wins",
            Some(Side::Second) => "news-black-wins",
            None => "news-draw",
        };
        return (state, "hint-over");
    }
    let owed = position.captures().next().is_some();
    let flipped = position.turns(position.turn()).next().is_some();
    match position.phase() {
        Phase::Opening => (side("white-lays", "black-lays"), "hint-lay"),
        _ if owed => (side("white-captures", "black-captures"), "hint-capture"),
        _ if flipped => (side("white-turns", "black-turns"), "hint-turn"),
        _ => (side("white-leans", "black-leans"), "hint-lean"),
    }
}

/// What is left in the box, or in the game the reserves and points.
fn reserve(app: &App, words: Words) -> String {
    let session = app.session();
    let Some(game) = session.game() else {
        return words
            .text("reserve")
            .replace("{n}", &session.reserve().to_string());
    };
    let position = game.position();
    let [white, black] = Side::BOTH.map(|side| (position.reserve(side), position.points(side)));
    words
        .text("score")
        .replace("{a}", &white.0.to_string())
        .replace("{b}", &white.1.to_string())
        .replace("{c}", &black.0.to_string())
        .replace("{d}", &black.1.to_string())
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
fn news(app: &App, words: Words) -> Vec<(&'static str, bool)> {
    let mut told: Vec<(&'static str, bool)> = Vec::new();
    for news in app.session().news() {
        let line = (words.text(news.key()), news.is_fault());
        if !told.contains(&line) {
            told.push(line);
        }
    }
    told
}

fn enabled(app: &App) -> Vec<&'static str> {
    let session = app.session();
    let status = session.status();
    let idle = status == Status::Idle;
    let possible = |name: &&str| match *name {
        "white" => session.may_bring(true),
        "black" => session.may_bring(false),
        "lean" | "release" => status == Status::Holding,
        "back" => !idle || session.has_past(),
        "replay" => session.can_replay(),
        _ => true,
    };
    SOMETIMES.into_iter().filter(possible).collect()
}

fn pressed(app: &App) -> Vec<&'static str> {
    let on = |name: &&str| match *name {
        "slow" => app.pace() == Pace::Slow,
        "pause" => app.pace() == Pace::Paused,
        "field" => app.wanted().field,
        "guide" => app.wanted().guide,
        "flat" => app.view() == View::Flat,
        _ => false,
    };
    SWITCHES.into_iter().filter(on).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_possible_can_be_done() {
        let mut app = App::default();
        let panel = |app: &App| Panel::of(app, &app.picture(), Words::of("en"));
        assert_eq!(panel(&app).enabled, ["white", "black"]);
        app.command("black");
        let held = panel(&app);
        assert_eq!(held.enabled, ["lean", "release", "back"]);
        assert_eq!(held.state, "Black up, in your hand");
        assert_eq!(held.pose.map(|pose| pose[0]), Some(crate::steering::CARRY));
        assert_eq!(held.pressed, ["guide"]);
    }

    #[test]
    fn every_button_of_the_page_is_a_command() {
        for part in PAGE.split("data-do=\"").skip(1) {
            let name = part.split('"').next().unwrap_or_default();
            let mut app = App::default();
            assert!(name == "flat" || app.command(name), "{name}");
        }
        for name in SOMETIMES.iter().chain(&SWITCHES) {
            assert!(PAGE.contains(&format!("data-do=\"{name}\"")), "{name}");
        }
    }
}
