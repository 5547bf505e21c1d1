//! A button that puts a link where it can be pasted from, and says so.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use crate::app::App;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use leptos::prelude::*;

/// The button; `copy` does it.
#[component]
pub(crate) fn CopyLink(app: App, copy: Callback<()>, class: &'static str) -> impl IntoView {
    let copied = RwSignal::new(false);
    let label = move || {
        let text = if copied.get() {
            Text::LinkCopied
        } else {
            Text::CopyLink
        };
        app.text(text)()
    };
    let click = move |_| {
        copy.run(());
        copied.set(true);
    };
    view! {
        <button id="copy-link" class=class on:click=click on:blur=move |_| copied.set(false)>
            <IconView icon=Icon::Share />
            <span>{label}</span>
        </button>
    }
}
