//! The first page: four games as living pictures, and the games under way.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use crate::app::App;
use crate::browser;
use crate::frame::course::slot;
use crate::frame::saved::Saved;
use crate::frame::{BoardGame, scene};
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::online::lobby::OpenGames;
use crate::online::{is_known, json, request, title_of, words};
use crate::route::{Mode, Route, Title};
use crate::showcase::Showcase;
use courier::read;
use leptos::prelude::*;
use protocol::TableInfo;
use std::time::Duration;

/// How long a picture stays before its next move.
const BEAT: Duration = Duration::from_millis(2200);

/// Games with somebody elsewhere that are shown at most.
const MOST_TABLES: usize = 6;

/// The page.
#[component]
pub(crate) fn Home(app: App) -> impl IntoView {
    let beat = RwSignal::new(0_usize);
    if let Ok(timer) = set_interval_with_handle(move || step(app, beat), BEAT) {
        on_cleanup(move || timer.clear());
    }
    let cards = Title::ALL
        .into_iter()
        .map(|title| view! { <Card app title beat /> });
    view! {
        <main class="home">
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

/// The pictures rest where motion is not wanted, and while nobody sees them.
fn step(app: App, beat: RwSignal<usize>) {
    let wanted = app.settings.get_untracked().motion && !browser::is_still();
    if wanted && !document().hidden() {
        beat.update(|beat| *beat += 1);
    }
}

#[component]
fn Card(app: App, title: Title, beat: RwSignal<usize>) -> impl IntoView {
    let blurb = match title {
        Title::Offboard => Text::OffboardBlurb,
        Title::Polygone => Text::PolygoneBlurb,
        Title::Isometron => Text::IsometronBlurb,
        Title::Polarity => Text::PolarityBlurb,
    };
    let showcase = StoredValue::new(Showcase::of(title));
    let picture = move || showcase.with_value(|showcase| showcase.picture(beat.get()));
    let ways = [
        (
            Route::Play(title, Mode::Computer),
            "computer",
            Text::PlayComputer,
            Icon::Computer,
        ),
        (
            Route::Play(title, Mode::SameScreen),
            "same-screen",
            Text::PlaySameScreen,
            Icon::People,
        ),
        (Route::Friend(title), "friend", Text::PlayFriend, Icon::Share),
        (Route::Lobby(title), "online", Text::PlayOnline, Icon::Globe),
    ];
    let entry = |(place, (route, name, text, icon)): (usize, &(Route, &str, Text, Icon))| {
        let class = if place == 0 { "button primary" } else { "button" };
        view! {
            <a class=class id=format!("{}-{name}", title.slug()) href=route.path()>
                <IconView icon=*icon />
                <span>{app.text(*text)}</span>
                <span class="unseen">{title.name()}</span>
            </a>
        }
    };
    let entries: Vec<_> = ways.iter().enumerate().map(entry).collect();
    view! {
        <li class="card">
            <div class=format!("picture {}", title.slug()) aria-hidden="true" inner_html=picture></div>
            <h2>{title.name()}</h2>
            <p>{app.text(blurb)}</p>
            <div class="entries">{entries}</div>
        </li>
    }
}

/// The games that wait to be played on.
#[component]
fn UnderWay(app: App) -> impl IntoView {
    let games: Vec<_> = [
        under_way::<offboard::Position>(app, Title::Offboard),
        under_way::<polygone::Position>(app, Title::Polygone),
        under_way::<isometron::Position>(app, Title::Isometron),
    ]
    .into_iter()
    .flatten()
    .collect();
    let none_here = games.is_empty();
    let tables = RwSignal::new(Vec::<TableInfo>::new());
    if is_known() {
        request("GET", "/api/me/tables".to_owned(), None, move |answer| {
            let found = json(&answer).unwrap_or_default();
            let found = found.list().iter().filter_map(read::table);
            tables.try_set(
                found
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

/// A game with somebody elsewhere that is not over.
fn table_link(app: App, table: &TableInfo) -> AnyView {
    let players = app.messages.with(|messages| {
        let name = |seat: &Option<protocol::Player>| match seat {
            Some(player) => words::player(messages, player),
            None => messages.text(Text::SeatFree).to_owned(),
        };
        table.seats.iter().map(name).collect::<Vec<_>>().join(" – ")
    });
    view! {
        <li>
            <a class="button" href=format!("/table/{}", table.id)>
                <strong>{title_of(table.settings.game).name()}</strong>
                <span>{players}</span>
            </a>
        </li>
    }
    .into_any()
}

fn under_way<G: BoardGame>(app: App, title: Title) -> Vec<AnyView> {
    let game = |mode: Mode| {
        let saved = Saved::<G>::from_text(&browser::load(&slot(G::NAME, mode))?)?;
        let session = saved.session;
        if session.plies() == 0 || session.outcome().is_some() {
            return None;
        }
        let turn = session.position().turn();
        let state = move || {
            app.messages.with(|messages| {
                messages.fill(Text::ToMove, &[("side", scene::side_name::<G>(messages, turn))])
            })
        };
        let with = match mode {
            Mode::Computer => Text::PlayComputer,
            Mode::SameScreen => Text::PlaySameScreen,
        };
        let link = view! {
            <li>
                <a class="button" href=Route::Play(title, mode).path()>
                    <strong>{title.name()}</strong>
                    <span>{app.text(with)} " · " {state}</span>
                </a>
            </li>
        };
        Some(link.into_any())
    };
    [Mode::Computer, Mode::SameScreen]
        .into_iter()
        .filter_map(game)
        .collect()
}
