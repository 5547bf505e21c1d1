//! One's own mistakes: named after a game, kept in the browser, and asked again after some days. Loaded with the analysis.

pub(crate) mod deck;
mod list;
mod retry;
pub(crate) mod words;

use crate::app::App;
use crate::frame::BoardGame;
use crate::load_language;
use crate::route::Id;
use ::puzzles::Tally;
use games::BoardId;
use leptos::prelude::*;
use protocol::MistakeCard;

/// The parameter of an analysis' address that names the sides that one played oneself.
pub(crate) const OWN: &str = "own";

/// A page of mistakes.
#[derive(Clone, Copy)]
pub(crate) enum MistakesPage {
    /// All of them.
    List,
    /// One of them on the board.
    One(Id),
}

/// The page.
pub(crate) fn page(app: App, page: MistakesPage) -> AnyView {
    let shown = match page {
        MistakesPage::List => list::page(app),
        MistakesPage::One(id) => match deck::load().find(id.as_str()) {
            Some(card) => one(app, card),
            None => list::page(app),
        },
    };
    let folder = load_language::folder().unwrap_or_default();
    view! {
        <link rel="stylesheet" href=format!("{folder}learn.css") />
        <link rel="stylesheet" href=format!("{folder}puzzles.css") />
        {shown}
    }
    .into_any()
}

fn one(app: App, card: &MistakeCard) -> AnyView {
    let shown = match card.board {
        BoardId::Offboard => retry::page::<offboard::Position>(app, card),
        BoardId::Polygone => retry::page::<polygone::Position>(app, card),
        BoardId::Isometron => retry::page::<isometron::Position>(app, card),
    };
    shown.unwrap_or_else(|| list::page(app))
}

/// The sentence about a kept mistake.
fn told(app: App, card: &MistakeCard) -> Option<String> {
    match card.board {
        BoardId::Offboard => told_of::<offboard::Position>(app, card),
        BoardId::Polygone => told_of::<polygone::Position>(app, card),
        BoardId::Isometron => told_of::<isometron::Position>(app, card),
    }
}

fn told_of<G: BoardGame + Tally>(app: App, card: &MistakeCard) -> Option<String> {
    let position: G = card.position.parse().ok()?;
    app.messages
        .with(|messages| words::sentence(messages, &position, &card.played, &card.answer, &card.best))
}
