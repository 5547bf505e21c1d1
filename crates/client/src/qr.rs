//! Draws a QR code, so that a phone at the same table opens a link without typing.

use crate::app::App;
use crate::language::Text;
use drawing::qr::QrPath;
use leptos::prelude::*;

/// The code of a link, or a sentence where the link is too long for one.
pub(crate) fn qr_view(app: App, link: &str) -> AnyView {
    match QrPath::new(link) {
        Some(QrPath { side, dark }) => view! {
            <svg
                class="qr"
                id="qr"
                viewBox=format!("0 0 {side} {side}")
                role="img"
                aria-label=app.text(Text::QrLabel)
                shape-rendering="crispEdges"
            >
                <rect width=side height=side fill="#fff" />
                <path d=dark fill="#000" />
            </svg>
        }
        .into_any(),
        None => view! { <p class="small" id="qr">{app.text(Text::QrTooLong)}</p> }.into_any(),
    }
}
