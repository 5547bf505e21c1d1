//! The keys, shown by the header's button and on `?`.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use crate::app::App;
use crate::language::Text;
use leptos::html::Dialog;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;

/// The keys of the pages with a board, and what each does.
const KEYS: [(&str, Text); 11] = [
    ("← ↑ → ↓", Text::KeyArrows),
    ("Enter", Text::KeyChoose),
    ("Esc", Text::KeyLetGo),
    ("R", Text::KeyTurn),
    ("1–9", Text::KeyPolygon),
    ("U", Text::Undo),
    (",", Text::KeyBack),
    (".", Text::KeyOn),
    ("F", Text::Flip),
    ("N", Text::NewGame),
    ("?", Text::Help),
];

/// The dialog, closed until it is asked for.
#[component]
pub(crate) fn Help(app: App) -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    let pressed = window_event_listener(leptos::ev::keydown, move |event| {
        if event.key() == "?" && !is_typing(&event) {
            app.help.set(true);
        }
    });
    on_cleanup(move || pressed.remove());
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        if app.help.get() && !dialog.open() {
            // It fails only if the dialog is open already.
            let _ = dialog.show_modal();
        } else if !app.help.get() {
            dialog.close();
        }
    });
    let rows = KEYS.map(|(key, text)| {
        view! {
            <div>
                <dt><kbd>{key}</kbd></dt>
                <dd>{app.text(text)}</dd>
            </div>
        }
    });
    view! {
        <dialog node_ref=dialog class="help" aria-labelledby="help-title" on:close=move |_| app.help.set(false)>
            <h2 id="help-title">{app.text(Text::Help)}</h2>
            <dl>{Vec::from(rows)}</dl>
            <button id="close-help" on:click=move |_| app.help.set(false)>{app.text(Text::Close)}</button>
        </dialog>
    }
}

/// Whether a key belongs to a field that is being filled in.
pub(crate) fn is_typing(event: &leptos::ev::KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA"))
}
