//! The few icons of the buttons, as strokes in a box of 24.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use leptos::prelude::*;

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    /// An arrow back.
    Undo,
    /// An arrow on.
    Redo,
    /// Two arrows round.
    Flip,
    /// A plus.
    New,
}

impl Icon {
    const fn strokes(self) -> &'static str {
        match self {
            Icon::Undo => "M9 6L4 11L9 16M4 11H14A6 6 0 0 1 14 20H11",
            Icon::Redo => "M15 6L20 11L15 16M20 11H10A6 6 0 0 0 10 20H13",
            Icon::Flip => "M4 12A8 8 0 0 1 18 6.8M18 3V7H14M20 12A8 8 0 0 1 6 17.2M6 21V17H10",
            Icon::New => "M12 5V19M5 12H19",
        }
    }
}

/// An icon beside a word that says the same.
#[component]
pub(crate) fn IconView(icon: Icon) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d=icon.strokes() />
        </svg>
    }
}
