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
    /// Sliders.
    Settings,
    /// Two heads.
    People,
    /// A chip.
    Computer,
    /// A curve.
    Curve,
    /// An arrow out of a box.
    Share,
    /// A globe.
    Globe,
    /// A head.
    Person,
    /// A glass with a plus.
    Magnify,
    /// A question mark.
    Help,
    /// An open book.
    Book,
    /// A graduate's hat.
    Lesson,
}

impl Icon {
    const fn strokes(self) -> &'static str {
        match self {
            Icon::Undo => "M9 6L4 11L9 16M4 11H14A6 6 0 0 1 14 20H11",
            Icon::Redo => "M15 6L20 11L15 16M20 11H10A6 6 0 0 0 10 20H13",
            Icon::Flip => "M4 12A8 8 0 0 1 18 6.8M18 3V7H14M20 12A8 8 0 0 1 6 17.2M6 21V17H10",
            Icon::New => "M12 5V19M5 12H19",
            Icon::Settings => {
                "M3 7H13M19 7H21M16 10A3 3 0 1 0 16 4A3 3 0 0 0 16 10M3 17H5M11 17H21M8 20A3 3 0 1 0 8 14A3 3 0 0 0 8 20"
            }
            Icon::People => {
                "M9 11A3.5 3.5 0 1 0 9 4A3.5 3.5 0 0 0 9 11M3 20V18A4 4 0 0 1 7 14H11A4 4 0 0 1 15 18V20M16 4.3A3.5 3.5 0 0 1 16 10.7M18 14.3A4 4 0 0 1 21 18V20"
            }
            Icon::Computer => "M7 7H17V17H7ZM10 3V7M14 3V7M10 17V21M14 17V21M3 10H7M3 14H7M17 10H21M17 14H21",
            Icon::Curve => "M3 20H21M4 15L9 9L13 13L20 5",
            Icon::Globe => {
                "M12 21A9 9 0 1 0 12 3A9 9 0 0 0 12 21M3 12H21M12 3C8 8 8 16 12 21M12 3C16 8 16 16 12 21"
            }
            Icon::Person => {
                "M12 12A4 4 0 1 0 12 4A4 4 0 0 0 12 12M4 21V20A6 6 0 0 1 10 15H14A6 6 0 0 1 20 20V21"
            }
            Icon::Magnify => {
                "M10.5 4A6.5 6.5 0 1 0 10.5 17A6.5 6.5 0 0 0 10.5 4M15.5 15.5L20.5 20.5M10.5 7.5V13.5M7.5 10.5H13.5"
            }
            Icon::Help => "M8 8.5A4 4 0 1 1 13.5 12.2C12.4 12.7 12 13.4 12 15M12 19V19.2",
            Icon::Book => {
                "M12 6C10 4.5 7 4 3 4V18C7 18 10 18.5 12 20C14 18.5 17 18 21 18V4C17 4 14 4.5 12 6ZM12 6V20"
            }
            Icon::Lesson => {
                "M12 4L2 9L12 14L22 9ZM6 11.5V16.5C8 18.5 10 19 12 19S16 18.5 18 16.5V11.5M22 9V15"
            }
            Icon::Share => "M12 15V4M8 7.5L12 3.5L16 7.5M5 12V20H19V12",
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
