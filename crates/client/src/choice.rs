//! One of several to choose from.

use leptos::prelude::*;

/// A choice of the group `name`; `id` is for those that others must find.
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
