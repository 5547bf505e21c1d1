//! A game to be shown to others: its link, its animation, and the HTML that puts it on another site.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::live::Live;
use super::panels::other_name;
use super::request;
use crate::app::App;
use crate::browser;
use crate::copy_link::{CopyLink, EmbedCode};
use crate::language::Text;
use crate::notify;
use leptos::prelude::*;
use protocol::{Clock, RemoteTable as Game, Tables};

/// Buttons to share a game that is over. Only what everyone may see can be framed.
#[component]
pub(crate) fn ShareGame(app: App, live: Live) -> impl IntoView {
    let (id, public) = live.game.with_untracked(|game| {
        let info = game.info();
        let id = info.map(|info| info.id.to_string()).unwrap_or_default();
        (id, info.is_some_and(|info| info.settings.public))
    });
    let path = format!("/table/{id}");
    let link = Callback::new(move |()| format!("{}{path}", browser::origin()));
    let gif = format!("/pictures/table/{id}.gif");
    let file = format!("tablier-{id}.gif");
    let frame = Callback::new(move |()| format!("/embed/table/{id}"));
    view! {
        <details class="share">
            <summary>{app.text(Text::Share)}</summary>
            <div class="choices">
                <CopyLink app link class="button" />
                <a id="save-gif" class="button" href=gif download=file>{app.text(Text::SaveAnimation)}</a>
                {public.then(|| view! { <EmbedCode app frame /> })}
            </div>
        </details>
    }
}

/// The way to the next game of days in which it is one's turn.
#[component]
pub(crate) fn NextTurn(app: App, live: Live) -> impl IntoView {
    let none = RwSignal::new(false);
    let is_slow = Memo::new(move |_| {
        let slow = |game: &Game| {
            let clock = game.info().map(|info| info.settings.clock);
            game.seat().is_some() && matches!(clock, Some(Clock::Days(_)))
        };
        live.game.with(slow)
    });
    tell_turns(app, live, is_slow);
    let next = move |_| {
        let here = live
            .game
            .with_untracked(|game| game.info().map(|info| info.id.clone()));
        request("GET", "/api/me/turns".to_owned(), None, move |answer| {
            let tables = answer.read::<Tables>().map(|Tables(tables)| tables);
            let tables = tables.unwrap_or_default();
            match tables.iter().find(|table| Some(&table.id) != here.as_ref()) {
                Some(table) => app.go(&format!("/table/{}", table.id)),
                None => {
                    none.try_set(true);
                }
            }
        });
    };
    view! {
        <Show when=move || is_slow.get()>
            <button id="next-turn" on:click=next on:blur=move |_| none.set(false)>
                {move || app.text(if none.get() { Text::NoNextTurn } else { Text::NextTurn })()}
            </button>
        </Show>
    }
}

/// Tells of one's turn in a game of days when the page is open but hidden.
fn tell_turns(app: App, live: Live, is_slow: Memo<bool>) {
    let is_own = Memo::new(move |_| {
        live.game
            .with(|game| game.side().is_some() && game.running() == game.side())
    });
    Effect::new(move |before: Option<bool>| {
        let is_own = is_own.get();
        if is_own && before == Some(false) && is_slow.get_untracked() {
            let name = other_name(app, live);
            let told = app.messages.with_untracked(|messages| {
                live.game.with_untracked(|game| {
                    let info = game.info()?;
                    let title = info.settings.game.title();
                    let title = messages.fill(Text::YourTurnIn, &[("game", title)]);
                    let body = messages.fill(Text::HasPlayed, &[("name", &name)]);
                    Some((title, body, format!("/table/{}", info.id)))
                })
            });
            if let Some((title, body, path)) = told {
                notify::tell_turn(&title, &body, &path);
            }
        }
        is_own
    });
}
