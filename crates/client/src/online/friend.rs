//! The form for a game with a friend.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::{note_known, request};
use crate::app::App;
use crate::game_form::fields::{
    SIDES, assist_tick, guide_choice, pace_choice, rated_choice, side_choice, teams_choice, tick,
    variant_choice, variants,
};
use crate::game_form::{ClockKind, GameForm};
use crate::language::Text;
use crate::polarity;
use crate::route::{Id, Route};
use games::GameId;
use leptos::prelude::*;
use protocol::Created;

/// The page.
#[component]
pub(crate) fn FriendPage(app: App, game: GameId) -> impl IntoView {
    let form = RwSignal::new(GameForm::FRIEND);
    let variant = RwSignal::new(variants(game).into_iter().next().map(|(name, _)| name));
    let choose_variant = Callback::new(move |name| variant.set(Some(name)));
    let side = Signal::derive(move || form.get().side);
    let choose_side = Callback::new(move |side| form.update(|form| form.side = side));
    let error = RwSignal::new(None::<Text>);
    let busy = RwSignal::new(false);
    let create = move |_| {
        busy.set(true);
        let teams = form.get_untracked().teams;
        let variant = polarity::tossed(game, variant.get_untracked(), teams);
        let settings = form.get_untracked().settings(game, variant);
        let body = protocol::CreateTable {
            settings,
            side: form.get_untracked().side,
            computer: None,
        };
        request(
            "POST",
            "/api/tables".to_owned(),
            Some(body.write()),
            move |answer| {
                busy.try_set(false);
                note_known();
                let made = answer.read::<Created>();
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
                {side_choice(app, game, SIDES, side, choose_side)}
                {variant_choice(app, game, variant.into(), choose_variant)}
                {pace_choice(app, form, ClockKind::ELSEWHERE)}
                {teams_choice(app, game, form)}
                {assist_tick(app, game, form)}
                {guide_choice(app, game, form)}
                {rated_choice(app, form)}
                {tick(app, form, "public", Text::Public, |form| &mut form.public)}
                {tick(app, form, "chat", Text::Chat, |form| &mut form.chat)}
                <button id="create" class="primary" prop:disabled=move || busy.get() on:click=create>
                    {app.text(Text::CreateLink)}
                </button>
                <p role="alert">{move || error.get().map(|text| app.text(text)())}</p>
            </section>
        </main>
    }
}

/// Error text for the status of a request to create a game.
pub(super) const fn problem(status: u16) -> Text {
    match status {
        403 => Text::RatedHint,
        429 => Text::ErrorFast,
        0 | 500.. => Text::ErrorNetwork,
        _ => Text::RefusedNow,
    }
}
