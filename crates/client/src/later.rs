//! Pages whose code is loaded when they are first opened, so that the first page stays small. `cargo xtask web` cuts the
//! module at these functions.

#![allow(unsafe_code, reason = "the macro declares functions of another module")]
#![allow(
    clippy::unnecessary_wraps,
    reason = "the macro puts the failure of loading into the result"
)]

use crate::app::App;
use crate::browser;
use crate::language::Text;
use crate::learn::{self, LearnPage};
use crate::mistakes::{self, MistakesPage};
use crate::online::account::AccountPage;
use crate::online::friend::FriendPage;
use crate::online::lobby::LobbyPage;
use crate::online::people::PersonPage;
use crate::online::play;
use crate::online::table::TablePage;
use crate::online::watch::WatchPage;
use crate::puzzles::{self, PuzzlePage};
use crate::route::{Id, Mode};
use crate::{analysis, polarity, qr};
use ::learn::Challenge;
use games::{BoardId, GameId};
use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use protocol::Looked;

type Loaded = Result<AnyView, SplitLoaderError>;

/// A page on which others are met.
#[derive(Clone, Copy)]
pub(crate) enum Online {
    Friend(GameId),
    Lobby(GameId),
    /// A table, until its game is shown: an invitation is all that a guest has to load.
    Table(Id),
    Watch,
}

/// A page about a person.
#[derive(Clone, Copy)]
pub(crate) enum People {
    Person(Id),
    Account,
}

#[wasm_split(online, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn online(app: App, page: Online) -> Loaded {
    Ok(match page {
        Online::Friend(game) => view! { <FriendPage app game /> }.into_any(),
        Online::Lobby(game) => view! { <LobbyPage app game /> }.into_any(),
        Online::Table(id) => view! { <TablePage app id /> }.into_any(),
        Online::Watch => view! { <WatchPage app /> }.into_any(),
    })
}

/// An online game on a board.
#[wasm_split(table, wasm_split_path = leptos::wasm_split, preload(load_board_online), fallible)]
pub(crate) fn board_online(app: App, board: BoardId, looked: Looked) -> Loaded {
    Ok(match board {
        BoardId::Offboard => play::page::<offboard::Position>(app, looked),
        BoardId::Polygone => play::page::<polygone::Position>(app, looked),
        BoardId::Isometron => play::page::<isometron::Position>(app, looked),
    })
}

#[wasm_split(people, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn people(app: App, page: People) -> Loaded {
    Ok(match page {
        People::Person(id) => view! { <PersonPage app id /> }.into_any(),
        People::Account => view! { <AccountPage app /> }.into_any(),
    })
}

#[wasm_split(analysis, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn analysis(app: App, board: BoardId) -> Loaded {
    Ok(match board {
        BoardId::Offboard => analysis::analysis::<offboard::Position>(app),
        BoardId::Polygone => analysis::analysis::<polygone::Position>(app),
        BoardId::Isometron => analysis::analysis::<isometron::Position>(app),
    })
}

/// One's own mistakes: loaded with the analysis, which names them in the same words.
#[wasm_split(analysis, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn own_mistakes(app: App, page: MistakesPage) -> Loaded {
    Ok(mistakes::page(app, page))
}

/// Rules and lessons.
#[wasm_split(learn, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn learn(app: App, page: LearnPage) -> Loaded {
    Ok(learn::page(app, page))
}

/// The QR code of a link.
#[wasm_split(qr, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn qr(app: App, link: String) -> Loaded {
    Ok(qr::qr_view(app, &link))
}

/// Puzzles.
#[wasm_split(puzzles, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn puzzles(app: App, page: PuzzlePage) -> Loaded {
    Ok(puzzles::page(app, page))
}

/// The table of magnets: with nobody to play against, it is for practice.
#[wasm_split(polarity, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn magnets(app: App, mode: Option<Mode>) -> Loaded {
    Ok(polarity::page(app, mode))
}

/// The table of magnets in an online game.
#[wasm_split(polarity, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn magnets_online(app: App, looked: Looked) -> Loaded {
    Ok(polarity::table_page(app, looked))
}

/// A lesson on the table of magnets.
#[wasm_split(polarity, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn magnets_lesson(app: App, name: Id) -> Loaded {
    Ok(polarity::lesson_page(app, name))
}

/// A challenge on the table of magnets.
#[wasm_split(polarity, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn magnets_challenge(app: App, challenge: Challenge) -> Loaded {
    Ok(polarity::challenge_page(app, challenge))
}

/// Shows a page as soon as its code is there.
pub(crate) fn later<F>(app: App, page: F) -> AnyView
where
    F: Future<Output = Loaded> + Send + 'static,
{
    Suspend::new(async move { page.await.unwrap_or_else(|_| not_loaded(app)) }).into_any()
}

/// Says that a page could not be loaded.
pub(crate) fn not_loaded(app: App) -> AnyView {
    view! {
        <main class="account" role="alert">
            <p>{app.text(Text::PageNotLoaded)}</p>
            {load_again(app)}
        </main>
    }
    .into_any()
}

/// A button that loads the page again.
pub(crate) fn load_again(app: App) -> AnyView {
    view! {
        <button class="button" id="load-again" on:click=move |_| browser::load_anew()>
            {app.text(Text::TryAgain)}
        </button>
    }
    .into_any()
}
