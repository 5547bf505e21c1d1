//! Buttons that copy a link and show its QR code.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use crate::app::App;
use crate::browser;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::later::{self, later};
use leptos::prelude::*;

/// The buttons. `link` makes the link when one is pressed; with `shown` the QR code is open from the start.
#[component]
pub(crate) fn CopyLink(
    app: App,
    link: Callback<(), String>,
    class: &'static str,
    #[prop(optional)] shown: bool,
) -> impl IntoView {
    let copied = RwSignal::new(false);
    // The open code keeps its link when the game goes on, because a phone may be reading it.
    let coded = RwSignal::new(shown.then(|| link.run(())));
    let label = move || {
        let text = if copied.get() {
            Text::LinkCopied
        } else {
            Text::CopyLink
        };
        app.text(text)()
    };
    let click = move |_| {
        browser::copy(&link.run(()));
        copied.set(true);
    };
    let switch = move |_| coded.update(|coded| *coded = coded.is_none().then(|| link.run(())));
    let code = move || coded.get().map(|link| later(app, later::qr(app, link)));
    view! {
        <button id="copy-link" class=class on:click=click on:blur=move |_| copied.set(false)>
            <IconView icon=Icon::Share />
            <span>{label}</span>
        </button>
        <button id="qr-code" aria-expanded=move || coded.with(Option::is_some).to_string() on:click=switch>
            {app.text(Text::QrCode)}
        </button>
        {code}
    }
}

/// A button that shows the HTML to put a board on another site; `frame` gives the path of the embedded page.
#[component]
pub(crate) fn EmbedCode(app: App, frame: Callback<(), String>) -> impl IntoView {
    let code = RwSignal::new(None::<String>);
    let html = move || {
        let source = format!("{}{}", browser::origin(), frame.run(())).replace('&', "&amp;");
        format!(
            "<iframe src=\"{source}\" width=\"480\" height=\"560\" title=\"Tablier\" loading=\"lazy\" style=\"border:0\"></iframe>"
        )
    };
    let switch = move |_| code.update(|code| *code = code.is_none().then(html));
    let select = |event: leptos::ev::FocusEvent| {
        event_target::<web_sys::HtmlTextAreaElement>(&event).select();
    };
    view! {
        <button id="embed" aria-expanded=move || code.with(Option::is_some).to_string() on:click=switch>
            {app.text(Text::Embed)}
        </button>
        {move || code.get().map(|html| view! {
            <textarea
                id="embed-html"
                class="embed"
                rows="4"
                readonly
                aria-label=app.text(Text::EmbedLabel)
                on:focus=select
                prop:value=html
            ></textarea>
        })}
    }
}
