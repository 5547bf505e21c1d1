//! Notifications of one's turn: the switch in the settings, and the page that is open but hidden. `start.js` speaks with the
//! browser and its service worker.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use crate::app::App;
use crate::language::Text;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::Promise;
use web_sys::wasm_bindgen::JsValue;

#[wasm_bindgen]
extern "C" {
    /// `on`, `off`, `denied` by the browser's user, or `none` where the browser has no notifications.
    #[wasm_bindgen(catch, js_name = notifyState)]
    fn notify_state() -> Result<Promise, JsValue>;

    /// Turns them on or off; gives the state afterwards.
    #[wasm_bindgen(catch, js_name = notifySwitch)]
    fn notify_switch(on: bool, language: &str) -> Result<Promise, JsValue>;

    /// Shows one, if they are on and the page is hidden.
    #[wasm_bindgen(catch, js_name = notifyTurn)]
    fn notify_turn(title: &str, body: &str, path: &str) -> Result<(), JsValue>;
}

/// Notifies a player of their turn while the page is hidden.
pub(crate) fn tell_turn(title: &str, body: &str, path: &str) {
    // A page without its script has no notifications.
    let _ = notify_turn(title, body, path);
}

fn load(state: RwSignal<String>, asked: Result<Promise, JsValue>) {
    let Ok(asked) = asked else { return };
    spawn_local(async move {
        let answer = JsFuture::from(asked).await.ok();
        let answer = answer.and_then(|answer| answer.as_string());
        state.try_set(answer.unwrap_or_else(|| "off".to_owned()));
    });
}

/// The switch; nothing is asked before it is turned on.
#[component]
pub(crate) fn NotifySwitch(app: App) -> impl IntoView {
    let state = RwSignal::new("none".to_owned());
    load(state, notify_state());
    let is = move |wanted: &'static str| state.with(|state| state == wanted);
    let hint = move || {
        app.text(if is("denied") {
            Text::NotifyDenied
        } else {
            Text::NotifyHint
        })()
    };
    let switch = move |event| {
        let language = app.language.get_untracked().code();
        load(state, notify_switch(event_target_checked(&event), language));
    };
    view! {
        <Show when=move || !is("none")>
            <label class="switch">
                <span>
                    {app.text(Text::Notify)}
                    <small>{hint}</small>
                </span>
                <input
                    id="notify"
                    type="checkbox"
                    role="switch"
                    prop:checked=move || is("on")
                    prop:disabled=move || is("denied")
                    on:change=switch
                />
            </label>
        </Show>
    }
}
