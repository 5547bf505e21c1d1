//! The fields of the new-game form, from which each page takes those that it needs.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::{ClockKind, GameForm};
use crate::app::App;
use crate::browser;
use crate::choice::choice;
use crate::copy_link::CopyLink;
use crate::frame::board_game::BoardGame;
use crate::language::{Messages, Text};
use crate::online::words;
use crate::opponent::{ComputerLevel, LEVEL};
use crate::result::side_texts;
use games::GameId;
use leptos::prelude::*;
use protocol::{GuideChoice, SideChoice};
use rules::Variant;

/// A box to tick.
pub(crate) fn tick(
    app: App,
    form: RwSignal<GameForm>,
    id: &'static str,
    text: Text,
    of: fn(&mut GameForm) -> &mut bool,
) -> AnyView {
    let checked = move || *of(&mut form.get());
    view! {
        <label class="switch">
            <span>{app.text(text)}</span>
            <input
                id=id
                type="checkbox"
                prop:checked=checked
                on:change=move |event| form.update(|form| *of(form) = event_target_checked(&event))
            />
        </label>
    }
    .into_any()
}

/// The ways a game starts, where it has several: how each is stored, and called. One of Polarity's stands for its rule set:
/// the server tosses the red disc, whichever was asked for.
pub(crate) fn variants(game: GameId) -> Vec<(String, Text)> {
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

/// The choice of a variant by its name, for games that have several.
pub(crate) fn variant_choice(
    app: App,
    game: GameId,
    chosen: Signal<Option<String>>,
    choose: Callback<String>,
) -> AnyView {
    let choices = variants(game)
        .into_iter()
        .enumerate()
        .map(|(place, (name, text))| {
            let is = name.clone();
            choice(
                "variant",
                None,
                app.text(text),
                move || chosen.with(|chosen| chosen.as_ref().map_or(place == 0, |chosen| *chosen == is)),
                move || choose.run(name.clone()),
            )
        });
    let choices: Vec<_> = choices.collect();
    let heading = if game == GameId::Polarity {
        Text::PolarityRules
    } else {
        Text::Variant
    };
    (!choices.is_empty())
        .then(|| fieldset(app, heading, choices))
        .into_any()
}

fn fieldset(app: App, heading: Text, choices: Vec<AnyView>) -> AnyView {
    view! {
        <fieldset>
            <legend>{app.text(heading)}</legend>
            <div class="choices">{choices}</div>
        </fieldset>
    }
    .into_any()
}

/// The sides to choose from in an online game.
pub(crate) const SIDES: &[SideChoice] = &[SideChoice::First, SideChoice::Random, SideChoice::Second];

/// Choice of the own side.
pub(crate) fn side_choice(
    app: App,
    game: GameId,
    sides: &[SideChoice],
    chosen: Signal<SideChoice>,
    choose: Callback<SideChoice>,
) -> AnyView {
    let [first, second] = side_texts(game);
    let sides = sides.iter().map(|&side| {
        let (name, text) = match side {
            SideChoice::First => ("first", first),
            SideChoice::Random => ("either", Text::Either),
            SideChoice::Second => ("second", second),
        };
        choice(
            "side",
            Some(format!("side-{name}")),
            app.text(text),
            move || chosen.get() == side,
            move || choose.run(side),
        )
    });
    fieldset(app, Text::YouPlay, sides.collect())
}

/// Whether one or two play each side, for games that teams play.
pub(crate) fn teams_choice(app: App, game: GameId, form: RwSignal<GameForm>) -> AnyView {
    let counts = [(false, "one", Text::OneASide), (true, "two", Text::TwoASide)];
    let counts = counts.map(|(teams, name, text)| {
        choice(
            "teams",
            Some(format!("teams-{name}")),
            app.text(text),
            move || form.get().teams == teams,
            move || form.update(|form| form.teams = teams),
        )
    });
    protocol::has_teams(game)
        .then(|| fieldset(app, Text::Teams, counts.into()))
        .into_any()
}

/// Whether images are placed for both players, for games that have images.
pub(crate) fn assist_choice(app: App, game: GameId, chosen: Signal<bool>, choose: Callback<bool>) -> AnyView {
    let switch = move || {
        view! {
            <label class="switch">
                <span>
                    {app.text(Text::Assist)}
                    <small>{app.text(Text::AssistHint)}</small>
                </span>
                <input
                    id="assist"
                    type="checkbox"
                    role="switch"
                    prop:checked=move || chosen.get()
                    on:change=move |event| choose.run(event_target_checked(&event))
                />
            </label>
        }
    };
    protocol::has_assist(game).then(switch).into_any()
}

/// The same as a part of the form.
pub(crate) fn assist_tick(app: App, game: GameId, form: RwSignal<GameForm>) -> AnyView {
    let chosen = Signal::derive(move || form.get().assist);
    let choose = Callback::new(move |assist| form.update(|form| form.assist = assist));
    assist_choice(app, game, chosen, choose)
}

/// How much of its guide the table shows to both players, for games that have one.
pub(crate) fn guide_choice(app: App, game: GameId, form: RwSignal<GameForm>) -> AnyView {
    let choices = GuideChoice::ALL.map(|guide| {
        choice(
            "guide",
            Some(format!("guide-{}", guide.name())),
            app.text(words::guide(guide)),
            move || form.get().guide == guide,
            move || form.update(|form| form.guide = guide),
        )
    });
    protocol::has_guide(game)
        .then(|| fieldset(app, Text::GuideShows, choices.into()))
        .into_any()
}

/// Whether the game counts, where it can.
pub(crate) fn rated_choice(app: App, form: RwSignal<GameForm>) -> AnyView {
    view! {
        <Show when=move || form.get().can_be_rated()>
            {tick(app, form, "rated", Text::Rated, |form| &mut form.rated)}
            <p class="small">{app.text(Text::RatedHint)}</p>
        </Show>
    }
    .into_any()
}

/// The computer's level, in plain words, and the link that names it, to the page at `path`.
pub(crate) fn level_choice(
    app: App,
    path: String,
    level: Signal<ComputerLevel>,
    choose: Callback<ComputerLevel>,
) -> AnyView {
    let choose = move |event| {
        if let Some(level) = event_target_value(&event)
            .parse()
            .ok()
            .and_then(ComputerLevel::new)
        {
            choose.run(level);
        }
    };
    let link = Callback::new(move |()| {
        let (here, level) = (browser::origin(), level.get_untracked().number());
        format!("{here}{path}?{LEVEL}={level}")
    });
    view! {
        <fieldset>
            <legend>{app.text(Text::Level)}</legend>
            <label class="level">
                <output for="level">
                    {move || level.get().number()} " · " {move || app.text(level.get().text())()}
                </output>
                <input
                    id="level"
                    type="range"
                    min="1"
                    max=ComputerLevel::MOST.to_string()
                    aria-label=app.text(Text::Level)
                    aria-valuetext=move || app.text(level.get().text())()
                    prop:value=move || level.get().number().to_string()
                    on:change=choose
                />
            </label>
            <div class="choices"><CopyLink app link class="button" /></div>
        </fieldset>
    }
    .into_any()
}

/// The time to think, of some kinds.
pub(crate) fn pace_choice(app: App, form: RwSignal<GameForm>, paces: &[ClockKind]) -> AnyView {
    let paces = paces.iter().map(|&pace| {
        let (name, text) = match pace {
            ClockKind::Free => ("free", Text::ClockNone),
            ClockKind::Minutes => ("minutes", Text::PaceMinutes),
            ClockKind::Days => ("days", Text::PaceDays),
            ClockKind::Sand => ("sand", Text::PaceSand),
        };
        choice(
            "pace",
            Some(format!("pace-{name}")),
            app.text(text),
            move || form.get().pace == pace,
            move || form.update(|form| form.pace = pace),
        )
    });
    let is = move |pace| move || form.get().pace == pace;
    let told = move || app.messages.with(|messages| time_text(messages, &form.get()));
    view! {
        <fieldset>
            <legend>{app.text(Text::TimeToThink)} ": " {told}</legend>
            <div class="choices">{paces.collect::<Vec<_>>()}</div>
            <Show when=is(ClockKind::Minutes)>
                <div class="choices">
                    {number(app, form, "minutes", Text::MinutesEach, &GameForm::MINUTES, |form| &mut form.minutes)}
                    {number(app, form, "increment", Text::SecondsEach, &GameForm::INCREMENTS, |form| &mut form.increment)}
                </div>
            </Show>
            <Show when=is(ClockKind::Days)>
                <div class="choices">
                    {number(app, form, "days", Text::DaysEach, &GameForm::DAYS, |form| &mut form.days)}
                </div>
            </Show>
            <Show when=is(ClockKind::Sand)>
                <div class="choices">
                    {number(app, form, "sand", Text::SecondsEach, &GameForm::SANDS, |form| &mut form.sand)}
                </div>
            </Show>
        </fieldset>
    }
    .into_any()
}

/// The time to think in words.
fn time_text(messages: &Messages, form: &GameForm) -> String {
    match form.pace {
        ClockKind::Sand => messages.count(Text::ClockSand, form.sand as usize),
        _ => words::clock(messages, form.clock()),
    }
}

fn number(
    app: App,
    form: RwSignal<GameForm>,
    id: &'static str,
    text: Text,
    all: &'static [u32],
    of: fn(&mut GameForm) -> &mut u32,
) -> AnyView {
    let options = all.iter().map(|&number| {
        view! { <option value=number.to_string() selected=move || *of(&mut form.get()) == number>{number}</option> }
    });
    let choose = move |event| {
        if let Ok(number) = event_target_value(&event).parse() {
            form.update(|form| *of(form) = number);
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
