//! The few things that only a browser has: storage, its languages, focus, places on the screen.

use crate::language::Language;
use drawing::Point;
use leptos::prelude::{document, window};
use web_sys::wasm_bindgen::JsCast;

/// Storage is a courtesy: where the browser refuses it, the page works without.
pub(crate) fn load(key: &str) -> Option<String> {
    window().local_storage().ok()??.get_item(key).ok()?
}

/// Stores a text under a key, if the browser lets us.
pub(crate) fn save(key: &str, text: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        // A full or forbidden storage is no reason to stop the game.
        let _ = storage.set_item(key, text);
    }
}

/// The language tags that the browser's user prefers, the first the most.
pub(crate) fn language_tags() -> Vec<String> {
    let tags = window().navigator().languages();
    tags.iter().filter_map(|tag| tag.as_string()).collect()
}

/// Tells the document its language and title.
pub(crate) fn set_language(language: Language, title: &str) {
    document().set_title(title);
    if let Some(root) = document().document_element() {
        // Fails only for names that are no attribute names.
        let _ = root.set_attribute("lang", language.code());
    }
}

/// Gives the focus to an element.
pub(crate) fn focus(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        let _ = element.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

/// Removes an element that has served its purpose.
pub(crate) fn remove(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        element.remove();
    }
}

/// Scrolls a list, and nothing else, so far that one of its elements is seen.
pub(crate) fn reveal(list: &web_sys::Element, inside: &str) {
    let Ok(Some(element)) = list.query_selector(inside) else {
        return;
    };
    let (outer, inner) = (
        list.get_bounding_client_rect(),
        element.get_bounding_client_rect(),
    );
    let below = inner.bottom() - outer.bottom();
    let above = outer.top() - inner.top();
    let by = below.max(0.0) - above.max(0.0);
    list.set_scroll_top(list.scroll_top() + by.round() as i32);
}

/// Where a pointer is on a drawing of the given size whose middle is the origin.
pub(crate) fn place(event: &web_sys::PointerEvent, drawing: &web_sys::Element, size: Point) -> Point {
    let frame = drawing.get_bounding_client_rect();
    let scale = (frame.width() / size.x).min(frame.height() / size.y);
    let middle = Point::new(
        frame.left() + frame.width() / 2.0,
        frame.top() + frame.height() / 2.0,
    );
    let at = Point::new(f64::from(event.client_x()), f64::from(event.client_y()));
    (at - middle) * (1.0 / scale)
}
