//! The list of one's own mistakes, with the days on which they are asked again.

use super::{deck, told};
use crate::app::App;
use crate::browser;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::route::{Id, Route};
use games::GameId;
use leptos::prelude::*;
use protocol::{MistakeCard, MistakeDeck, MistakeMemory};

/// The page.
pub(super) fn page(app: App) -> AnyView {
    let deck = RwSignal::new(deck::load());
    deck::bring_together(move |both| {
        deck.try_set(both);
    });
    let today = browser::today();
    let cards = move || deck.with(MistakeDeck::sorted);
    let due = move || deck.with(|deck| deck.due(today));
    let told_due = move || {
        app.messages
            .with(|messages| messages.count(Text::MistakesDue, due()))
    };
    let first = move || {
        let first = cards().into_iter().find(|card| card.memory.is_due(today));
        first.map(|card| {
            view! {
                <a class="button primary" id="practise" href=address(&card)>
                    <IconView icon=Icon::Lesson />
                    <span>{app.text(Text::MistakesPractise)}</span>
                </a>
            }
        })
    };
    let rows = move || {
        cards()
            .into_iter()
            .map(|card| row(app, deck, &card, today))
            .collect::<Vec<_>>()
    };
    view! {
        <main class="learn mistake-list">
            <p class="lead">{app.text(Text::MistakesLead)}</p>
            <p id="mistakes-due"><strong>{told_due}</strong></p>
            <p class="ways">{first}</p>
            <p hidden=move || !cards().is_empty()>{app.text(Text::MistakesNone)}</p>
            <ul class="mistakes">{rows}</ul>
            <a class="button" href=Route::Puzzles.path()>{app.text(Text::Puzzles)}</a>
        </main>
    }
    .into_any()
}

fn address(card: &MistakeCard) -> String {
    Id::new(&card.id).map_or(Route::Mistakes, Route::Mistake).path()
}

fn row(app: App, shown: RwSignal<MistakeDeck>, card: &MistakeCard, today: u32) -> AnyView {
    let title = GameId::from(card.board).title();
    let when = match card.memory {
        MistakeMemory::Waiting { due, .. } if due <= today => app.text(Text::MistakeToday)().to_owned(),
        MistakeMemory::Waiting { due, .. } => app
            .messages
            .with(|messages| messages.count(Text::MistakeInDays, (due - today) as usize)),
        MistakeMemory::Learned { .. } | MistakeMemory::Forgotten { .. } => {
            app.text(Text::MistakeLearned)().to_owned()
        }
    };
    let id = card.id.clone();
    let forget = move |_| {
        deck::forget(&id);
        shown.set(deck::load());
    };
    let about = format!("{title}, {}", card.played);
    view! {
        <li class="card">
            <p class="small"><strong>{title}</strong> " · " {when}</p>
            <p>{told(app, card)}</p>
            <p class="ways">
                <a class="button" href=address(card)>
                    <span>{app.text(Text::MistakeRetry)}</span>
                    <span class="unseen">{about.clone()}</span>
                </a>
                <button class="quiet forget" on:click=forget>
                    <span>{app.text(Text::MistakeForget)}</span>
                    <span class="unseen">{about}</span>
                </button>
            </p>
        </li>
    }
    .into_any()
}
