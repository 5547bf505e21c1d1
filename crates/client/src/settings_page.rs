//! The page of the settings.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use crate::app::App;
use crate::language::{Language, Text};
use crate::notify::NotifySwitch;
use crate::settings::{LOUDEST, Settings, Theme};
use crate::sound::{self, Sound};
use leptos::prelude::*;

/// The page.
#[component]
pub(crate) fn SettingsPage(app: App) -> impl IntoView {
    let languages = Language::ALL.map(|option| {
        view! {
            <option value=option.code() lang=option.code() selected=move || app.language.get() == option>
                {option.name()}
            </option>
        }
    });
    let themes = [Text::ThemeAuto, Text::ThemeLight, Text::ThemeDark];
    let themes = Theme::ALL.into_iter().zip(themes).map(move |(theme, text)| {
        view! {
            <option value=theme.name() selected=move || app.settings.get().theme == theme>
                {app.text(text)}
            </option>
        }
    });
    let choose_language = move |event| {
        if let Some(chosen) = Language::from_tag(&event_target_value(&event)) {
            app.speak(chosen);
        }
    };
    let choose_theme = move |event| {
        let theme = Theme::from_name(&event_target_value(&event)).unwrap_or_default();
        app.settings.update(|settings| settings.theme = theme);
    };
    let choose_volume = move |event| {
        let volume = event_target_value(&event).parse().unwrap_or(0);
        app.settings.update(|settings| settings.volume = volume);
        sound::play(Sound::Place, volume);
    };
    view! {
        <main class="settings">
            <label>
                <span>{app.text(Text::Language)}</span>
                <select id="language" on:change=choose_language>{Vec::from(languages)}</select>
            </label>
            <label>
                <span>{app.text(Text::Theme)}</span>
                <select id="theme" on:change=choose_theme>{themes.collect::<Vec<_>>()}</select>
            </label>
            <label>
                <span>{app.text(Text::Sounds)}</span>
                <input
                    id="volume"
                    type="range"
                    min="0"
                    max=LOUDEST.to_string()
                    prop:value=move || app.settings.get().volume.to_string()
                    on:change=choose_volume
                />
            </label>
            <Switch app id="motion" text=Text::Motion hint=Text::MotionHint of=|settings| &mut settings.motion />
            <Switch
                app
                id="replays"
                text=Text::Replays
                hint=Text::ReplaysHint
                of=|settings| &mut settings.replays
            />
            <Switch
                app
                id="confirm-moves"
                text=Text::ConfirmMoves
                hint=Text::ConfirmMovesHint
                of=|settings| &mut settings.habits.confirm
            />
            <NotifySwitch app />
        </main>
    }
}

/// A setting that is on or off.
#[component]
fn Switch(
    app: App,
    id: &'static str,
    text: Text,
    hint: Text,
    of: fn(&mut Settings) -> &mut bool,
) -> impl IntoView {
    let checked = move || *of(&mut app.settings.get());
    view! {
        <label class="switch">
            <span>
                {app.text(text)}
                <small>{app.text(hint)}</small>
            </span>
            <input
                id=id
                type="checkbox"
                role="switch"
                prop:checked=checked
                on:change=move |event| app.settings.update(|settings| *of(settings) = event_target_checked(&event))
            />
        </label>
    }
}
