//! What is chosen before a game: the computer's level, who begins, the variant.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::board_game::BoardGame;
use super::course::{Course, Terms};
use crate::app::App;
use crate::browser;
use crate::choice::choice;
use crate::copy_link::CopyLink;
use crate::language::Text;
use crate::rival::{LEVEL, Level, Rival};
use crate::settings_page::AssistSwitch;
use leptos::prelude::*;
use rules::{Side, Variant};

/// The choices of a game, while they are open.
pub(super) fn setup<G: BoardGame>(app: App, course: Course<G>) -> AnyView {
    let change = move |change: &dyn Fn(&mut Terms<G::Variant>)| {
        let mut terms = course.terms.get_untracked();
        change(&mut terms);
        course.begin(app, terms);
        course.is_open.set(true);
    };
    let rival = Memo::new(move |_| course.terms.get().rival);
    let change_rival = Callback::new(move |chosen: Rival| change(&|terms| terms.rival = Some(chosen)));
    let variants = G::Variant::ALL.iter().map(|&variant| {
        let is_chosen = move || course.terms.get().variant == variant;
        let choose = move || change(&|terms| terms.variant = variant);
        choice("variant", None, app.text(G::variant(variant)), is_chosen, choose)
    });
    let variants = G::has_variants().then(|| {
        view! {
            <fieldset>
                <legend>{app.text(Text::Variant)}</legend>
                <div class="choices">{variants.collect::<Vec<_>>()}</div>
            </fieldset>
        }
    });
    let names = G::SIDES_TEXT;
    view! {
        <section class="setup" hidden=move || !course.is_open.get()>
            {rival.get_untracked().map(|_| view! { <RivalChoice app names rival change=change_rival /> })}
            {variants}
            {G::DEMANDS.then(|| view! { <AssistSwitch app /> })}
            <button id="start" class="primary" on:click=move |_| course.is_open.set(false)>
                {app.text(Text::Start)}
            </button>
        </section>
    }
    .into_any()
}

/// The level, in plain words, and the person's colour.
#[component]
fn RivalChoice(
    app: App,
    names: [Text; 2],
    rival: Memo<Option<Rival>>,
    change: Callback<Rival>,
) -> impl IntoView {
    let level = move || rival.get().map(|rival| rival.level).unwrap_or_default();
    let choose_level = move |event| {
        let level = event_target_value(&event).parse().ok().and_then(Level::new);
        if let (Some(rival), Some(level)) = (rival.get_untracked(), level) {
            change.run(Rival { level, ..rival });
        }
    };
    let sides = Side::BOTH.map(|side| {
        let is_chosen = move || rival.get().is_some_and(|rival| rival.person == side);
        let choose = move || {
            if let Some(rival) = rival.get_untracked() {
                change.run(Rival {
                    person: side,
                    ..rival
                });
            }
        };
        choice("side", None, app.text(names[side]), is_chosen, choose)
    });
    let copy = Callback::new(move |()| {
        let (here, path, level) = (browser::origin(), browser::path(), level().number());
        browser::copy(&format!("{here}{path}?{LEVEL}={level}"));
    });
    view! {
        <fieldset>
            <legend>{app.text(Text::Level)}</legend>
            <label class="level">
                <output for="level">
                    {move || level().number()} " · " {move || app.text(level().text())()}
                </output>
                <input
                    id="level"
                    type="range"
                    min="1"
                    max=Level::MOST.to_string()
                    aria-label=app.text(Text::Level)
                    aria-valuetext=move || app.text(level().text())()
                    prop:value=move || level().number().to_string()
                    on:change=choose_level
                />
            </label>
            <CopyLink app copy class="" />
        </fieldset>
        <fieldset>
            <legend>{app.text(Text::YouPlay)}</legend>
            <div class="choices">{sides.into_iter().collect::<Vec<_>>()}</div>
        </fieldset>
    }
}
