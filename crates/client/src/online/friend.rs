//! A game with a friend: what is chosen before the link is made.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::forms::{pace_choice, side_choice, tick, variant_choice};
use super::wishes::{Pace, Wishes};
use super::{json, note_known, request};
use crate::app::App;
use crate::language::Text;
use crate::route::{Id, Route};
use courier::read;
use games::GameId;
use leptos::prelude::*;

/// The page.
#[component]
pub(crate) fn FriendPage(app: App, game: GameId) -> impl IntoView {
    let wishes = RwSignal::new(Wishes::FRIEND);
    let variant = RwSignal::new(None::<String>);
    let error = RwSignal::new(None::<Text>);
    let busy = RwSignal::new(false);
    let create = move |_| {
        busy.set(true);
        let settings = wishes.get_untracked().settings(game, variant.get_untracked());
        let body = protocol::CreateTable {
            settings,
            side: wishes.get_untracked().side,
            computer: None,
        };
        request(
            "POST",
            "/api/tables".to_owned(),
            Some(body.write()),
            move |answer| {
                busy.try_set(false);
                note_known();
                let made = json(&answer).as_ref().and_then(read::created);
                match made.and_then(|made| Id::new(made.table.as_str())) {
                    Some(id) => app.go(&Route::Table(id).path()),
                    None => {
                        error.try_set(Some(problem(answer.status)));
                    }
                }
            },
        );
    };
    view! {
        <main class="form">
            <p>{app.text(Text::FriendLead)}</p>
            <section class="setup">
                {side_choice(app, game, wishes)}
                {variant_choice(app, game, variant)}
                {pace_choice(app, wishes)}
                <Show when=move || wishes.get().pace != Pace::Free>
                    {tick(app, wishes, "rated", Text::Rated, |wishes| &mut wishes.rated)}
                    <p class="small">{app.text(Text::RatedHint)}</p>
                </Show>
                {tick(app, wishes, "public", Text::Public, |wishes| &mut wishes.public)}
                {tick(app, wishes, "chat", Text::Chat, |wishes| &mut wishes.chat)}
                <button id="create" class="primary" prop:disabled=move || busy.get() on:click=create>
                    {app.text(Text::CreateLink)}
                </button>
                <p role="alert">{move || error.get().map(|text| app.text(text)())}</p>
            </section>
        </main>
    }
}

/// What a status says when a game is made.
pub(super) const fn problem(status: u16) -> Text {
    match status {
        403 => Text::RatedHint,
        429 => Text::ErrorFast,
        0 | 500.. => Text::ErrorNetwork,
        _ => Text::RefusedNow,
    }
}
