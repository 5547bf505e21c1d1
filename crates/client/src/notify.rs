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
    /// `on`; `open` when one is told only while a page is open; `off`; `failed` when the server has not taken them; `denied` by
    /// the browser's user; or `none` where the browser has no notifications.
    #[wasm_bindgen(catch, js_name = notifyState)]
    fn notify_state() -> Result<Promise, JsValue>;

    /// Turns them on or off; gives the state afterwards.
    #[wasm_bindgen(catch, js_name = notifySwitch)]
    fn notify_switch(on: bool, language: &str) -> Result<Promise, JsValue>;

    /// Ends them in this browser; `is_forgotten` when the server has ended them itself.
    #[wasm_bindgen(catch, js_name = notifyEnd)]
    fn notify_end(is_forgotten: bool) -> Result<Promise, JsValue>;

    /// Shows one, if they are on and the page is hidden.
    #[wasm_bindgen(catch, js_name = notifyTurn)]
    fn notify_turn(title: &str, body: &str, path: &str) -> Result<(), JsValue>;
}

/// Notifies a player of their turn while the page is hidden.
pub(crate) fn tell_turn(title: &str, body: &str, path: &str) {
    // A page without its script has no notifications.
    let _ = notify_turn(title, body, path);
}

/// Ends them with the session: the next person at this browser must not hear of this one's games.
pub(crate) fn end_with_session() {
    let Ok(ended) = notify_end(true) else { return };
    spawn_local(async move {
        // A subscription that stays here is of no use without the server's.
        let _ = JsFuture::from(ended).await;
    });
}

fn load(state: RwSignal<String>, asked: Result<Promise, JsValue>) {
    let Ok(asked) = asked else { return };
    spawn_local(async move {
        let answer = JsFuture::from(asked).await.ok();
        let answer = answer.and_then(|answer| answer.as_string());
        state.try_set(answer.unwrap_or_else(|| "failed".to_owned()));
    });
}

/// The switch; nothing is asked before it is turned on.
#[component]
pub(crate) fn NotifySwitch(app: App) -> impl IntoView {
    let state = RwSignal::new("none".to_owned());
    load(state, notify_state());
    let is = move |wanted: &'static str| state.with(|state| state == wanted);
    let hint = move || {
        let text = state.with(|state| match state.as_str() {
            "denied" => Text::NotifyDenied,
            "failed" => Text::NotifyFailed,
            "open" => Text::NotifyOpen,
            _ => Text::NotifyHint,
        });
        app.text(text)()
    };
    let switch = move |event| {
        let (is_on, language) = (event_target_checked(&event), app.language.get_untracked().code());
        // The switch has moved already: if that fails, the state changes, and moves it back.
        state.set(if is_on { "on" } else { "off" }.to_owned());
        load(state, notify_switch(is_on, language));
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
                    prop:checked=move || is("on") || is("open")
                    prop:disabled=move || is("denied")
                    on:change=switch
                />
            </label>
        </Show>
    }
}
