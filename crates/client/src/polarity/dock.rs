//! Controls beside the table: sliders, duties, messages, and the row of buttons.

use super::page::Ui;
use super::sheets::Sheet;
use super::words;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::route::Route;
use games::GameId;
use leptos::html::Ul;
use leptos::prelude::*;
use polarity_facts::{Command, GoalKind, How, OwedFact, Switch};
use web_sys::wasm_bindgen::JsCast;

/// Force on the hand, and the sliders of its pose.
pub(super) fn pose(ui: Ui) -> AnyView {
    let (app, facts) = (ui.app, ui.table.facts);
    let feel = move || facts.with(|facts| facts.feel);
    view! {
        <div class="pose">
            <p class="feel" data-feel=move || feel().name()>{move || app.text(words::feel(feel()))()}</p>
            {slider(ui, 0, "height", Text::PolarityHeight, ["12", "0.05"])}
            {slider(ui, 1, "tilt", Text::PolarityTilt, ["180", "1"])}
            {slider(ui, 2, "heading", Text::PolarityHeading, ["359", "1"])}
        </div>
    }
    .into_any()
}

/// The hand's pose and feel, and what is to be answered, settled and known.
pub(super) fn dock(ui: Ui, questions: AnyView, more: Signal<Vec<String>>) -> AnyView {
    let app = ui.app;
    view! {
        <div class="dock">
            {pose(ui)}
            <div class="talk">
                <div class="owed" role="group" aria-label=app.text(Text::PolarityOwed)>
                    {questions}
                    {owed(ui)}
                </div>
                {news(ui, more)}
            </div>
        </div>
    }
    .into_any()
}

fn slider(ui: Ui, part: usize, name: &'static str, text: Text, [max, step]: [&'static str; 2]) -> AnyView {
    let facts = ui.table.facts;
    let value = move || facts.with(|facts| facts.pose.map(|pose| pose[part]));
    let told = move || {
        value().map(|value| match part {
            0 => format!("{value:.1} cm"),
            _ => format!("{value:.0}°"),
        })
    };
    let slide = move |event| {
        if let Ok(value) = event_target_value(&event).parse() {
            ui.table.set(name, value);
        }
    };
    view! {
        <label>
            {ui.app.text(text)}
            <input
                type="range"
                data-set=name
                min="0"
                max=max
                step=step
                prop:disabled=move || value().is_none()
                prop:value=move || value().unwrap_or_default().to_string()
                on:input=slide
            />
            <output>{told}</output>
        </label>
    }
    .into_any()
}

/// Duties that the rules want settled first: a button each, for as long as the duty stands.
pub(super) fn owed(ui: Ui) -> impl IntoView {
    let (app, facts) = (ui.app, ui.table.facts);
    let owed = Memo::new(move |_| {
        app.messages.with(|messages| {
            facts.with(|facts| {
                let told = |owed: &OwedFact| {
                    let does = if owed.how == How::Lift { "lift" } else { "take" };
                    format!("{does}-{} {}", owed.discs[0], words::owed(messages, owed))
                };
                facts.owed.iter().map(told).collect::<Vec<String>>()
            })
        })
    });
    let button = move |owed: String| {
        let (command, text) = owed.split_once(' ').unwrap_or_default();
        let (command, text) = (command.to_owned(), text.to_owned());
        let name = command.clone();
        view! { <button type="button" data-do=name on:click=move |_| ui.command(&command)>{text}</button> }
    };
    move || owed.get().into_iter().map(button).collect::<Vec<_>>()
}

/// Stands before the words of a fault.
const FAULT: char = '!';

/// Messages, the newest in sight.
pub(super) fn news(ui: Ui, more: Signal<Vec<String>>) -> AnyView {
    let (app, facts) = (ui.app, ui.table.facts);
    let list = NodeRef::<Ul>::new();
    let lines = Memo::new(move |_| {
        let told = app
            .messages
            .with(|messages| facts.with(|facts| words::news(messages, facts)));
        let marked = |(words, fault)| if fault { format!("{FAULT}{words}") } else { words };
        let mut lines: Vec<String> = told.into_iter().map(marked).collect();
        lines.extend(more.get());
        lines
    });
    Effect::new(move |_| {
        lines.with(|_| ());
        request_animation_frame(move || {
            if let Some(list) = list.try_get_untracked().flatten() {
                list.set_scroll_top(list.scroll_height());
            }
        });
    });
    let line = |line: String| {
        let (class, words) = match line.strip_prefix(FAULT) {
            Some(words) => ("fault", words.to_owned()),
            None => ("fine", line),
        };
        view! { <li class=class>{words}</li> }.into_any()
    };
    let entries = move || match lines.get() {
        none if none.is_empty() => {
            vec![view! { <li class="none">{app.text(Text::PolarityNothingYet)}</li> }.into_any()]
        }
        lines => lines.into_iter().map(line).collect(),
    };
    view! {
        <div class="news">
            <h2>{app.text(Text::PolarityWhatHappened)}</h2>
            <ul id="news" node_ref=list aria-live="polite" tabindex="0" aria-label=app.text(Text::PolarityWhatHappened)>
                {entries}
            </ul>
        </div>
    }
    .into_any()
}

/// The row of buttons: what can be done now, and the sheets; a lesson has no sheet of a game.
pub(super) fn toolbar(
    ui: Ui,
    is_closed: Signal<bool>,
    game_text: Option<Text>,
    unread: Option<Signal<usize>>,
) -> AnyView {
    let text = move |text: Text| ui.app.text(text);
    let button = move |command: Command, label: AnyView| {
        let can = Memo::new(move |_| {
            let waits = command == Command::Back && is_closed.get();
            !waits && ui.table.facts.with(|facts| facts.can(command))
        });
        let switch = Switch::from_name(command.name());
        let pressed =
            move || switch.map(|switch| ui.table.facts.with(|facts| facts.is_on(switch)).to_string());
        view! {
            <button
                type="button"
                data-do=command.name()
                class:primary=command == Command::Release
                aria-pressed=pressed
                hidden=move || !can.get()
                on:click=move |_| ui.command(command.name())
            >
                {label}
            </button>
        }
    };
    let disc = move |colour: &'static str, label: Text| {
        let chip = format!("chip {colour}");
        view! { <span class=chip aria-hidden="true"></span><span>{text(label)}</span> }.into_any()
    };
    // The same button leads back.
    let converts = move || {
        let goal = ui.table.facts.with(|facts| facts.guide.map(|guide| guide.goal));
        text(match goal {
            Some(GoalKind::Convert) => Text::PolarityLeanInstead,
            _ => Text::PolarityConvert,
        })()
    };
    let sees_again = move || {
        let is_shown = ui.table.facts.with(|facts| facts.is_on(Switch::SeeAgain));
        text(if is_shown {
            Text::PolaritySkip
        } else {
            Text::PolaritySeeAgain
        })()
    };
    let new = move || unread.map(|unread| unread.get()).filter(|count| *count > 0);
    view! {
        <div class="toolbar">
            {button(Command::White, disc("white", Text::PolarityWhiteDisc))}
            {button(Command::Black, disc("black", Text::PolarityBlackDisc))}
            {button(Command::Lean, text(Text::PolarityLean).into_any())}
            {button(Command::Back, text(Text::TakeBack).into_any())}
            {button(Command::Hurry, text(Text::PolarityHurry).into_any())}
            {button(Command::SeeAgain, sees_again.into_any())}
            {button(Command::Convert, converts.into_any())}
            {place_button(ui)}
            {button(Command::Release, text(Text::KeyLetGo).into_any())}
            {opener(ui, Sheet::View, "opens view-opener", text(Text::PolarityLook).into_any())}
            {game_text.map(|_| {
                let path = Route::Rules(GameId::Polarity).path();
                view! {
                    <a class="button rules-button" href=path aria-label=text(Text::Rules)>
                        <IconView icon=Icon::Book />
                        <span>{text(Text::Rules)}</span>
                    </a>
                }
            })}
            {game_text.map(|game_text| opener(ui, Sheet::Game, "opens new", text(game_text).into_any()))}
            {unread.map(|_| {
                let label = view! { {text(Text::Chat)} " " <span class="unread">{new}</span> }.into_any();
                opener(ui, Sheet::Chat, "opens talks", label)
            })}
        </div>
    }
    .into_any()
}

/// A click lets the hand place the disc by itself; held, the button lowers it.
fn place_button(ui: Ui) -> AnyView {
    let can = Memo::new(move |_| ui.table.facts.with(|facts| facts.can(Command::Place)));
    let was_held = StoredValue::new(false);
    let press = move |event: web_sys::PointerEvent| {
        was_held.set_value(false);
        let button = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if let Some(button) = button {
            // Without capture the release is heard all the same, unless the finger slips off.
            let _ = button.set_pointer_capture(event.pointer_id());
        }
        ui.table.hold(true);
    };
    let release = move |_| was_held.set_value(ui.table.hold(false));
    let click = move |_| {
        if !was_held.get_value() {
            ui.command(Command::Place.name());
        }
        was_held.set_value(false);
    };
    view! {
        <button
            type="button"
            class="primary"
            data-do=Command::Place.name()
            hidden=move || !can.get()
            on:pointerdown=press
            on:pointerup=release
            on:pointercancel=release
            on:contextmenu=|event| event.prevent_default()
            on:click=click
        >
            {ui.app.text(Text::PolarityPlace)}
        </button>
    }
    .into_any()
}

fn opener(ui: Ui, sheet: Sheet, class: &'static str, label: AnyView) -> AnyView {
    view! {
        <button
            type="button"
            id=sheet.opener()
            class=class
            data-do=sheet.id()
            aria-expanded=move || (ui.sheet() == Some(sheet)).to_string()
            aria-controls=sheet.id()
            on:click=move |_| ui.toggle(sheet)
        >
            {label}
        </button>
    }
    .into_any()
}
