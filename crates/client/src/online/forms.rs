//! The choices before a game with somebody elsewhere, and other fields that pages share.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::wishes::{Pace, Wishes};
use super::{table, words};
use crate::app::App;
use crate::choice::choice;
use crate::frame::board_game::BoardGame;
use crate::language::Text;
use games::GameId;
use leptos::prelude::*;
use protocol::SideChoice;
use rules::Variant;

/// A box to tick.
pub(super) fn tick(
    app: App,
    wishes: RwSignal<Wishes>,
    id: &'static str,
    text: Text,
    of: fn(&mut Wishes) -> &mut bool,
) -> AnyView {
    let checked = move || *of(&mut wishes.get());
    view! {
        <label class="switch">
            <span>{app.text(text)}</span>
            <input
                id=id
                type="checkbox"
                prop:checked=checked
                on:change=move |event| wishes.update(|wishes| *of(wishes) = event_target_checked(&event))
            />
        </label>
    }
    .into_any()
}

/// The ways a game starts, where it has several: how each is stored, and called. Who finds each other in a lobby has no red
/// disc to toss: it always falls the same way.
pub(super) fn variants(game: GameId) -> Vec<(String, Text)> {
    match game {
        GameId::Isometron => {
            let all = isometron::Symmetry::ALL.iter();
            all.map(|&variant| (variant.to_string(), isometron::Position::variant(variant)))
                .collect()
        }
        GameId::Polarity => [
            ("temple-north", Text::PolarityTemple),
            ("ferti-north", Text::PolarityFerti),
        ]
        .map(|(name, text)| (name.to_owned(), text))
        .into(),
        GameId::Offboard | GameId::Polygone => Vec::new(),
    }
}

/// The choice of a variant, for games that have several.
pub(super) fn variant_choice(app: App, game: GameId, chosen: RwSignal<Option<String>>) -> AnyView {
    let all = variants(game);
    let usual = all.first().map(|(name, _)| name.clone());
    if chosen.with_untracked(|chosen| !all.iter().any(|(name, _)| chosen.as_ref() == Some(name))) {
        chosen.set(usual);
    }
    let choices = all.into_iter().map(|(name, text)| {
        let is = name.clone();
        choice(
            "variant",
            None,
            app.text(text),
            move || chosen.with(|chosen| chosen.as_ref() == Some(&is)),
            move || chosen.set(Some(name.clone())),
        )
    });
    let choices: Vec<_> = choices.collect();
    let heading = if game == GameId::Polarity {
        Text::PolarityRules
    } else {
        Text::Variant
    };
    (!choices.is_empty())
        .then(|| {
            view! {
                <fieldset>
                    <legend>{app.text(heading)}</legend>
                    <div class="choices">{choices}</div>
                </fieldset>
            }
        })
        .into_any()
}

/// Which side one plays.
pub(super) fn side_choice(app: App, game: GameId, wishes: RwSignal<Wishes>) -> AnyView {
    let [first, second] = table::side_names(game);
    let sides = [
        (SideChoice::First, "first", first),
        (SideChoice::Random, "either", Text::Either),
        (SideChoice::Second, "second", second),
    ];
    let sides = sides.map(|(side, name, text)| {
        choice(
            "side",
            Some(format!("side-{name}")),
            app.text(text),
            move || wishes.get().side == side,
            move || wishes.update(|wishes| wishes.side = side),
        )
    });
    view! {
        <fieldset>
            <legend>{app.text(Text::YouPlay)}</legend>
            <div class="choices">{Vec::from(sides)}</div>
        </fieldset>
    }
    .into_any()
}

/// The time to think.
pub(super) fn pace_choice(app: App, wishes: RwSignal<Wishes>) -> AnyView {
    let paces = [
        (Pace::Free, "free", Text::ClockNone),
        (Pace::Minutes, "minutes", Text::PaceMinutes),
        (Pace::Days, "days", Text::PaceDays),
    ];
    let paces = paces.map(|(pace, name, text)| {
        choice(
            "pace",
            Some(format!("pace-{name}")),
            app.text(text),
            move || wishes.get().pace == pace,
            move || wishes.update(|wishes| wishes.pace = pace),
        )
    });
    let is = move |pace| move || wishes.get().pace == pace;
    let told = move || {
        app.messages
            .with(|messages| words::clock(messages, wishes.get().clock()))
    };
    view! {
        <fieldset>
            <legend>{app.text(Text::TimeToThink)} ": " {told}</legend>
            <div class="choices">{Vec::from(paces)}</div>
            <Show when=is(Pace::Minutes)>
                <div class="choices">
                    {number(app, wishes, "minutes", Text::MinutesEach, &Wishes::MINUTES, |wishes| &mut wishes.minutes)}
                    {number(app, wishes, "increment", Text::SecondsEach, &Wishes::INCREMENTS, |wishes| &mut wishes.increment)}
                </div>
            </Show>
            <Show when=is(Pace::Days)>
                <div class="choices">
                    {number(app, wishes, "days", Text::DaysEach, &Wishes::DAYS, |wishes| &mut wishes.days)}
                </div>
            </Show>
        </fieldset>
    }
    .into_any()
}

fn number(
    app: App,
    wishes: RwSignal<Wishes>,
    id: &'static str,
    text: Text,
    all: &'static [u32],
    of: fn(&mut Wishes) -> &mut u32,
) -> AnyView {
    let options = all.iter().map(|&number| {
        view! { <option value=number.to_string() selected=move || *of(&mut wishes.get()) == number>{number}</option> }
    });
    let choose = move |event| {
        if let Ok(number) = event_target_value(&event).parse() {
            wishes.update(|wishes| *of(wishes) = number);
        }
    };
    view! {
        <label class="number-choice">
            <span>{app.text(text)}</span>
            <select id=id on:change=choose>{options.collect::<Vec<_>>()}</select>
        </label>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::TableSettings;

    #[test]
    fn every_variant_can_be_played() {
        for &game in GameId::ALL {
            for (variant, _) in variants(game) {
                let settings = TableSettings {
                    variant: Some(variant),
                    ..TableSettings::new(game)
                };
                assert!(settings.start().is_ok(), "{settings:?}");
            }
        }
    }
}
