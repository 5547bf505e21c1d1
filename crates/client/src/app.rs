//! The whole client: the head of every page, and the page that the address names.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use crate::browser;
use crate::frame::page::page;
use crate::language::{Language, Messages, Text};
use crate::route::{Mode, Route, Title};
use leptos::prelude::*;

const STORED: &str = "tablier.language";

/// The whole client.
#[component]
pub(crate) fn App() -> impl IntoView {
    let stored = browser::load(STORED).and_then(|code| Language::from_tag(&code));
    let language = RwSignal::new(stored.unwrap_or_else(|| Language::preferred(browser::language_tags())));
    let messages = Memo::new(move |_| Messages::of(language.get()));
    Effect::new(move |_| browser::set_language(language.get(), "Offboard – Tablier"));
    let choose = move |event| {
        if let Some(chosen) = Language::from_tag(&event_target_value(&event)) {
            browser::save(STORED, chosen.code());
            language.set(chosen);
        }
    };
    let options = Language::ALL.map(|option| {
        view! {
            <option value=option.code() lang=option.code() selected=move || language.get() == option>
                {option.name()}
            </option>
        }
    });
    let path = leptos::prelude::window()
        .location()
        .pathname()
        .unwrap_or_default();
    let title = match Route::from_path(&path) {
        Route::Play(title, Mode::SameScreen) => title,
        _ => Title::Offboard,
    };
    view! {
        <a class="skip" href="#board">
            {move || messages.with(|messages| messages.text(Text::SkipToBoard))}
        </a>
        <header class="top">
            <h1>
                <span class="brand">"Tablier"</span>
                <span class="title">{title.name()}</span>
            </h1>
            <label class="language">
                <span class="unseen">{move || messages.with(|messages| messages.text(Text::Language))}</span>
                <select id="language" on:change=choose>{options.to_vec()}</select>
            </label>
        </header>
        {match title {
            Title::Offboard | Title::Polarity => page::<offboard::Position>(messages),
            Title::Polygone => page::<polygone::Position>(messages),
            Title::Isometron => page::<isometron::Position>(messages),
        }}
    }
}
