//! Puzzles, loaded when they are opened: the list of games and themes, and a puzzle on the board that games are played on.

mod overview;
mod record;
mod solving;

use crate::app::App;
use crate::browser;
use crate::language::Text;
use crate::later::not_loaded;
use crate::load_language;
use crate::route::Id;
use ::puzzles::{Motif, Puzzle};
use games::{BoardId, GameId};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;

/// The name of the puzzle of the day, in addresses.
pub(crate) const DAILY: &str = "daily";
/// The parameter of an address that asks for a theme.
const THEME: &str = "theme";
/// Steps between the puzzles of neighbouring days: a prime, so that all grades take turns.
const DAILY_STEP: usize = 7_919;

/// A page of puzzles.
#[derive(Clone, Copy)]
pub(crate) enum PuzzlePage {
    /// The games and their themes.
    Overview,
    /// The next puzzle of a game.
    Next(GameId),
    /// A puzzle by its name, or that of the day.
    One(GameId, Id),
}

/// All puzzles of a game.
type Collection = Arc<Vec<Puzzle>>;

/// The page.
pub(crate) fn page(app: App, page: PuzzlePage) -> AnyView {
    let shown = match page {
        PuzzlePage::Overview => overview::page(app),
        PuzzlePage::Next(game) => of_game(app, game, None),
        PuzzlePage::One(game, name) => of_game(app, game, Some(name)),
    };
    let folder = load_language::folder().unwrap_or_default();
    view! {
        <link rel="stylesheet" href=format!("{folder}learn.css") />
        <link rel="stylesheet" href=format!("{folder}puzzles.css") />
        {shown}
    }
    .into_any()
}

/// The puzzle of a day.
fn daily(puzzles: &[Puzzle], day: u32) -> Option<&Puzzle> {
    puzzles.get((day as usize).wrapping_mul(DAILY_STEP) % puzzles.len().max(1))
}

/// The theme that the address asks for.
fn wanted_motif() -> Option<Motif> {
    browser::parameter(THEME)?.parse().ok()
}

/// The address of the next puzzle of a game, of a theme if one is wanted.
fn next_address(game: GameId, motif: Option<Motif>) -> String {
    let path = crate::route::Route::PuzzlesOf(game).path();
    match motif {
        Some(motif) => format!("{path}?{THEME}={motif}"),
        None => path,
    }
}

/// Shows a puzzle of a game as soon as its file is there.
fn of_game(app: App, game: GameId, name: Option<Id>) -> AnyView {
    fetched(app, vec![game], move |collections| {
        let puzzles = collections.into_iter().next()?;
        match game.board()? {
            BoardId::Offboard => solving::page::<offboard::Position>(app, &puzzles, name),
            BoardId::Polygone => solving::page::<polygone::Position>(app, &puzzles, name),
            BoardId::Isometron => solving::page::<isometron::Position>(app, &puzzles, name),
        }
    })
}

/// Fetches the puzzles of games, then shows a page made of them.
fn fetched(
    app: App,
    games: Vec<GameId>,
    show: impl Fn(Vec<Collection>) -> Option<AnyView> + Send + Sync + 'static,
) -> AnyView {
    let files = RwSignal::new(None::<Option<Vec<Collection>>>);
    spawn_local(async move {
        let mut collections = Vec::new();
        for game in &games {
            let text = load_language::file(&format!("puzzles-{game}.txt")).await;
            collections.extend(text.map(|text| read(&text)));
        }
        let found = (collections.len() == games.len()).then_some(collections);
        // The page may have been left meanwhile.
        files.try_set(Some(found));
    });
    let page = move || match files.get() {
        None => view! { <main class="learn" aria-busy="true"></main> }.into_any(),
        Some(None) => not_loaded(app),
        Some(Some(collections)) => show(collections).unwrap_or_else(|| no_such_puzzle(app)),
    };
    page.into_any()
}

fn read(text: &str) -> Collection {
    Arc::new(text.lines().filter_map(|line| line.parse().ok()).collect())
}

fn no_such_puzzle(app: App) -> AnyView {
    view! {
        <main class="learn">
            <p>{app.text(Text::NoSuchPuzzle)}</p>
            <a class="button" href=crate::route::Route::Puzzles.path()>{app.text(Text::Puzzles)}</a>
        </main>
    }
    .into_any()
}

/// A theme in words.
const fn motif_text(motif: Motif) -> Text {
    match motif {
        Motif::Defend => Text::ThemeDefend,
        Motif::Quiet => Text::ThemeQuiet,
        Motif::PushOff => Text::ThemePushOff,
        Motif::TargetOfThree => Text::ThemeTargetOfThree,
        Motif::OccupiedTarget => Text::ThemeOccupiedTarget,
        Motif::PutBack => Text::ThemePutBack,
        Motif::Apex => Text::ThemeApex,
        Motif::Seven => Text::ThemeSeven,
        Motif::TwoAtOnce => Text::ThemeTwoAtOnce,
        Motif::Trap => Text::ThemeTrap,
        Motif::NoMove => Text::ThemeNoMove,
        Motif::FirstToClose => Text::ThemeFirstToClose,
        Motif::LeaveNothingOpen => Text::ThemeLeaveNothingOpen,
        Motif::ExactEnd => Text::ThemeExactEnd,
        Motif::Web => Text::ThemeWeb,
    }
}
