//! The first page: four games as animated pictures, and the games under way.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use crate::app::App;
use crate::browser;
use crate::frame::saved::Saved;
use crate::frame::{BoardGame, view_model};
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::learn_offer::{FirstLesson, LearnLinks, RulesLink, is_new};
use crate::online::lobby::OpenGames;
use crate::online::{is_known, request, words};
use crate::route::{Mode, Route};
use crate::showcase::Showcase;
use crate::storage::{self, Key};
use games::GameId;
use leptos::prelude::*;
use protocol::{TableInfo, Tables};
use std::time::Duration;

/// How long a picture stays before its next move.
const BEAT: Duration = Duration::from_millis(2200);

/// The most online games that are shown.
const MOST_TABLES: usize = 6;

/// The page.
#[component]
pub(crate) fn Home(
    app: App,
    /// Whether the address names no page.
    #[prop(optional)]
    is_lost: bool,
) -> impl IntoView {
    let beat = RwSignal::new(0_usize);
    if let Ok(timer) = set_interval_with_handle(move || step(app, beat), BEAT) {
        on_cleanup(move || timer.clear());
    }
    let cards = GameId::ALL.iter().map(|&game| view! { <Card app game beat /> });
    view! {
        <main class="home">
            {is_lost.then(|| view! { <p class="notice" role="status">{app.text(Text::NoSuchPage)}</p> })}
            <p class="lead">{app.text(Text::Lead)}</p>
            <UnderWay app />
            <OpenGames app />
            <ul class="cards">{cards.collect::<Vec<_>>()}</ul>
            <section class="what">
                <h2>{app.text(Text::WhatIsThis)}</h2>
                <p>{app.text(Text::WhatIsThis1)}</p>
                <p>{app.text(Text::WhatIsThis2)}</p>
            </section>
        </main>
    }
}

/// Moves the pictures on, unless the player wants no motion or the page is hidden.
fn step(app: App, beat: RwSignal<usize>) {
    let wanted = app.settings.get_untracked().motion && !browser::is_still();
    if wanted && !document().hidden() {
        beat.update(|beat| *beat += 1);
    }
}

#[component]
fn Card(app: App, game: GameId, beat: RwSignal<usize>) -> impl IntoView {
    let blurb = match game {
        GameId::Offboard => Text::OffboardBlurb,
        GameId::Polygone => Text::PolygoneBlurb,
        GameId::Isometron => Text::IsometronBlurb,
        GameId::Polarity => Text::PolarityBlurb,
    };
    let showcase = StoredValue::new(Showcase::of(game));
    let picture = move || showcase.with_value(|showcase| showcase.picture(beat.get()));
    let ways = [
        (
            Route::Play(game, Mode::Computer),
            "computer",
            Text::PlayComputer,
            Icon::Computer,
        ),
        (
            Route::Play(game, Mode::SameScreen),
            "same-screen",
            Text::PlaySameScreen,
            Icon::People,
        ),
        (Route::Friend(game), "friend", Text::PlayFriend, Icon::Share),
        (Route::Lobby(game), "online", Text::PlayOnline, Icon::Globe),
    ];
    // The main button is the first lesson for beginners, the computer for all others.
    let is_new = is_new(game);
    let entry = |(place, (route, name, text, icon)): (usize, &(Route, &str, Text, Icon))| {
        let is_main = place == 0 && !is_new;
        let class = if is_main { "button primary" } else { "button" };
        view! {
            <a class=class id=format!("{}-{name}", game.name()) href=route.path()>
                <IconView icon=*icon />
                <span>{app.text(*text)}</span>
                <span class="unseen">{game.title()}</span>
            </a>
        }
    };
    let entries: Vec<_> = ways.iter().enumerate().map(entry).collect();
    view! {
        <li class="card">
            <div class=format!("picture {}", game.name()) aria-hidden="true" inner_html=picture></div>
            <h2>{game.title()}</h2>
            <p>{app.text(blurb)}</p>
            <div class="entries">
                {is_new.then(|| view! { <FirstLesson app game /> })}
                {entries}
            </div>
            {if is_new {
                view! { <div class="learn-links"><RulesLink app game /></div> }.into_any()
            } else {
                view! { <LearnLinks app game /> }.into_any()
            }}
        </li>
    }
}

/// Unfinished games, with links to continue them.
#[component]
fn UnderWay(app: App) -> impl IntoView {
    let games: Vec<_> = [
        under_way::<offboard::Position>(app, GameId::Offboard),
        under_way::<polygone::Position>(app, GameId::Polygone),
        under_way::<isometron::Position>(app, GameId::Isometron),
    ]
    .into_iter()
    .flatten()
    .collect();
    let none_here = games.is_empty();
    let tables = RwSignal::new(Vec::<TableInfo>::new());
    if is_known() {
        request("GET", "/api/me/tables".to_owned(), None, move |answer| {
            let found = answer
                .read::<Tables>()
                .map(|Tables(tables)| tables)
                .unwrap_or_default();
            tables.try_set(
                found
                    .into_iter()
                    .filter(|table| table.ending.is_none())
                    .take(MOST_TABLES)
                    .collect(),
            );
        });
    }
    let elsewhere = move || {
        tables
            .get()
            .iter()
            .map(|table| table_link(app, table))
            .collect::<Vec<_>>()
    };
    view! {
        <section class="under-way" hidden=move || none_here && tables.with(Vec::is_empty)>
            <h2>{app.text(Text::UnderWay)}</h2>
            <ul>{games} {elsewhere}</ul>
        </section>
    }
}

/// A link to an unfinished online game.
fn table_link(app: App, table: &TableInfo) -> AnyView {
    let players = app.messages.with(|messages| {
        let name = |seat: &Option<protocol::Player>| match seat {
            Some(player) => words::listed(messages, player),
            None => messages.text(Text::SeatFree).to_owned(),
        };
        table.seats.iter().map(name).collect::<Vec<_>>().join(" – ")
    });
    view! {
        <li>
            <a class="button" href=format!("/table/{}", table.id)>
                <strong>{table.settings.game.title()}</strong>
                <span>{players}</span>
            </a>
        </li>
    }
    .into_any()
}

fn under_way<G: BoardGame>(app: App, game: GameId) -> Vec<AnyView> {
    let link = |mode: Mode| {
        let saved = Saved::<G>::from_text(&storage::load(Key::Game(G::ID, mode))?)?;
        let session = saved.session;
        let is_over = session.outcome().is_some() || saved.clock.flag(0.0).is_some();
        if session.plies() == 0 || is_over {
            return None;
        }
        let turn = session.position().turn();
        let state = move || {
            app.messages.with(|messages| {
                messages.fill(
                    Text::ToMove,
                    &[("side", view_model::side_name::<G>(messages, turn))],
                )
            })
        };
        let with = match mode {
            Mode::Computer => Text::Computer,
            Mode::SameScreen => Text::PlaySameScreen,
        };
        let link = view! {
            <li>
                <a class="button" href=Route::Play(game, mode).path()>
                    <strong>{game.title()}</strong>
                    <span>{app.text(with)} " · " {state}</span>
                </a>
            </li>
        };
        Some(link.into_any())
    };
    [Mode::Computer, Mode::SameScreen]
        .into_iter()
        .filter_map(link)
        .collect()
}
