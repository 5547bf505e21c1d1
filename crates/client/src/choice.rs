//! Radio buttons.

use leptos::prelude::*;

/// A radio button of the group `name`; `id` lets other code find it.
pub(crate) fn choice(
    name: &'static str,
    id: Option<String>,
    text: impl IntoView + 'static,
    is_chosen: impl Fn() -> bool + Send + Sync + 'static,
    choose: impl Fn() + 'static,
) -> AnyView {
    view! {
        <label class="choice">
            <input type="radio" name=name id=id prop:checked=is_chosen on:change=move |_| choose() />
            <span>{text}</span>
        </label>
    }
    .into_any()
}
