//! Public games of others: those under way, and the newest that are over.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::{request, words};
use crate::app::App;
use crate::language::{Messages, Text};
use crate::result::side_texts;
use crate::route::Route;
use games::GameId;
use leptos::prelude::*;
use protocol::{ArchivedGame, TableInfo, Tables};
use std::time::Duration;
use web_net::Json;
use web_net::decode::FromJson;

/// Games that are over, at most.
const MOST_OVER: usize = 20;
/// How often the lists are read again.
const BEAT: Duration = Duration::from_secs(15);

/// The lists; nothing as long as they are not there.
#[derive(Clone, Copy)]
struct Lists {
    under_way: RwSignal<Option<Vec<TableInfo>>>,
    over: RwSignal<Option<Vec<TableInfo>>>,
    is_cut: RwSignal<bool>,
}

impl Lists {
    fn read(self) {
        request("GET", "/api/tables".to_owned(), None, move |answer| {
            self.is_cut.try_set(!answer.is_done());
            if let Some(Tables(tables)) = answer.read::<Tables>() {
                self.under_way.try_set(Some(tables));
            }
        });
        let path = format!("/api/games?most={MOST_OVER}&format=table");
        request("GET", path, None, move |answer| {
            if answer.is_done() {
                let table = |line| Some(ArchivedGame::from_json(&Json::read(line)?)?.table);
                self.over
                    .try_set(Some(answer.text.lines().filter_map(table).collect()));
            }
        });
    }
}

/// The page.
#[component]
pub(crate) fn WatchPage(app: App) -> impl IntoView {
    let lists = Lists {
        under_way: RwSignal::new(None),
        over: RwSignal::new(None),
        is_cut: RwSignal::new(false),
    };
    lists.read();
    let again = move || {
        if !document().hidden() {
            lists.read();
        }
    };
    if let Ok(timer) = set_interval_with_handle(again, BEAT) {
        on_cleanup(move || timer.clear());
    }
    let list = move |tables: RwSignal<Option<Vec<TableInfo>>>| {
        move || {
            let tables = tables.get().unwrap_or_default();
            tables.iter().map(|table| row(app, table)).collect::<Vec<_>>()
        }
    };
    let is_empty = move |tables: RwSignal<Option<Vec<TableInfo>>>| {
        move || tables.with(|tables| tables.as_ref().is_none_or(|tables| !tables.is_empty()))
    };
    let lobbies = GameId::ALL.iter().map(|&game| {
        view! { <a class="button" href=Route::Lobby(game).path()>{game.title()}</a> }
    });
    view! {
        <main class="form lobby watch">
            <p role="alert" hidden=move || !lists.is_cut.get()>{app.text(Text::ErrorNetwork)}</p>
            <section class="open-games" id="under-way" aria-busy=move || lists.under_way.with(Option::is_none).to_string()>
                <h2>{app.text(Text::WatchUnderWay)}</h2>
                <ul>{list(lists.under_way)}</ul>
                <p class="small" hidden=is_empty(lists.under_way)>{app.text(Text::WatchNobody)}</p>
            </section>
            <section class="open-games" id="over" aria-busy=move || lists.over.with(Option::is_none).to_string()>
                <h2>{app.text(Text::WatchOver)}</h2>
                <ul>{list(lists.over)}</ul>
                <p class="small" hidden=is_empty(lists.over)>{app.text(Text::WatchNone)}</p>
            </section>
            <section class="setup">
                <h2>{app.text(Text::PlayOnline)}</h2>
                <nav class="choices" aria-label=app.text(Text::PlayOnline)>{lobbies.collect::<Vec<_>>()}</nav>
            </section>
        </main>
    }
}

fn row(app: App, table: &TableInfo) -> AnyView {
    let (who, state) = app
        .messages
        .with(|messages| (players(messages, table), state(messages, table)));
    view! {
        <li>
            <span>
                <strong>{who}</strong>
                <span>{table.settings.game.title()} " · " {state}</span>
            </span>
            <a class="button" href=format!("/table/{}", table.id)>{app.text(Text::WayWatch)}</a>
        </li>
    }
    .into_any()
}

fn players(messages: &Messages, table: &TableInfo) -> String {
    let name = |seat: &Option<protocol::Player>| match seat {
        Some(player) => words::listed(messages, player),
        None => messages.text(Text::SeatFree).to_owned(),
    };
    table.seats.iter().map(name).collect::<Vec<_>>().join(" – ")
}

/// The result of a game that is over; else its clock and the number of its moves.
fn state(messages: &Messages, table: &TableInfo) -> String {
    if let Some(ending) = &table.ending {
        let names = side_texts(table.settings.game).map(|text| messages.text(text));
        words::ending(messages, ending, names)
    } else {
        let moves = messages.count(Text::WatchMoves, table.plies as usize);
        format!("{} · {moves}", words::terms(messages, &table.settings))
    }
}
