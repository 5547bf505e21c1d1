//! Functions of the browser: address, focus, files, clipboard, positions on the screen.

use crate::language::Language;
use drawing::Point;
use leptos::prelude::{document, window};
use web_sys::wasm_bindgen::closure::Closure;
use web_sys::wasm_bindgen::{JsCast, JsValue};

/// The language tags that the browser's user prefers, the first the most.
pub(crate) fn language_tags() -> Vec<String> {
    let tags = window().navigator().languages();
    tags.iter().filter_map(|tag| tag.as_string()).collect()
}

/// Sets the document's language and title.
pub(crate) fn set_language(language: Language, title: &str) {
    document().set_title(title);
    if let Some(root) = document().document_element() {
        // Fails only for names that are no attribute names.
        let _ = root.set_attribute("lang", language.code());
    }
}

/// The path of the address.
pub(crate) fn path() -> String {
    window().location().pathname().unwrap_or_default()
}

/// A parameter after the `?` of the address.
pub(crate) fn parameter(name: &str) -> Option<String> {
    let search = window().location().search().ok()?;
    let entries = search.trim_start_matches('?').split('&');
    let mut entries = entries.filter_map(|entry| entry.split_once('='));
    let (_, value) = entries.find(|(found, _)| *found == name)?;
    let value = web_sys::js_sys::decode_uri_component(&value.replace('+', " ")).ok()?;
    value.as_string()
}

/// Returns the part of the address after `#`.
pub(crate) fn hash() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.trim_start_matches('#').to_owned()
}

/// Returns the page's origin: `https://example.org`.
pub(crate) fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// Goes to another address without loading it.
pub(crate) fn push_path(path: &str) {
    if let Ok(history) = window().history() {
        // Refused only for other origins, which our own paths never are.
        let _ = history.push_state_with_url(&web_sys::wasm_bindgen::JsValue::NULL, "", Some(path));
    }
}

/// Changes the address without loading it or adding to the history.
pub(crate) fn replace_path(path: &str) {
    if let Ok(history) = window().history() {
        // Refused only for other origins, which our own paths never are.
        let _ = history.replace_state_with_url(&web_sys::wasm_bindgen::JsValue::NULL, "", Some(path));
    }
}

/// Reloads the page.
pub(crate) fn load_anew() {
    // Fails only while the page is being left.
    let _ = window().location().reload();
}

/// Scrolls to the top of the page.
pub(crate) fn scroll_to_top() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// Scrolls the page until an element stands at its top.
pub(crate) fn scroll_to(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        element.scroll_into_view();
    }
}

/// Sets an attribute of the document's root, for the style sheets.
pub(crate) fn set_root(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        // Fails only for names that are no attribute names.
        let _ = root.set_attribute(name, value);
    }
}

/// Whether the player's system asks for no motion.
pub(crate) fn is_still() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}

/// Whether the main pointer is a finger rather than a mouse.
pub(crate) fn is_touch() -> bool {
    let query = window().match_media("(pointer: coarse)");
    query.ok().flatten().is_some_and(|query| query.matches())
}

/// Milliseconds since 1970.
pub(crate) fn now() -> f64 {
    web_sys::js_sys::Date::now()
}

/// The number of today's day in local time, counted from 1970.
pub(crate) fn today() -> u32 {
    const DAY: f64 = 86_400_000.0;
    let now = web_sys::js_sys::Date::new_0();
    let local = now.get_time() - now.get_timezone_offset() * 60_000.0;
    (local / DAY) as u32
}

/// A number that is new each time.
pub(crate) fn fresh_seed() -> u64 {
    (web_sys::js_sys::Math::random() * 1e9) as u64
}

/// Offers a text as a download.
pub(crate) fn download(name: &str, kind: &str, text: &str) {
    // Fails only in a browser without downloads.
    let _ = address_of(kind, text).and_then(|address| {
        offer(name, &address)?;
        web_sys::Url::revoke_object_url(&address).ok()
    });
}

/// Offers a file of the server as a download.
pub(crate) fn download_from(name: &str, address: &str) {
    // Fails only in a browser without downloads.
    let _ = offer(name, address);
}

/// The address of a text as long as the page is there, or until it is revoked.
fn address_of(kind: &str, text: &str) -> Option<String> {
    let parts = web_sys::js_sys::Array::of1(&text.into());
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    web_sys::Url::create_object_url_with_blob(&blob).ok()
}

fn offer(name: &str, address: &str) -> Option<()> {
    let link = document().create_element("a").ok()?;
    link.set_attribute("href", address).ok()?;
    link.set_attribute("download", name).ok()?;
    link.unchecked_ref::<web_sys::HtmlElement>().click();
    Some(())
}

/// Offers a drawing as a PNG download.
pub(crate) fn download_png(name: &str, svg: &str) {
    let (Ok(image), Some(address)) = (web_sys::HtmlImageElement::new(), address_of("image/svg+xml", svg))
    else {
        return;
    };
    let (name, drawn, from) = (name.to_owned(), image.clone(), address.clone());
    let draw = move || {
        let canvas = document().create_element("canvas").ok()?;
        let canvas: web_sys::HtmlCanvasElement = canvas.unchecked_into();
        canvas.set_width(drawn.natural_width());
        canvas.set_height(drawn.natural_height());
        let context = canvas.get_context("2d").ok()??;
        let context: web_sys::CanvasRenderingContext2d = context.unchecked_into();
        context
            .draw_image_with_html_image_element(&drawn, 0.0, 0.0)
            .ok()?;
        offer(&name, &canvas.to_data_url().ok()?)?;
        web_sys::Url::revoke_object_url(&from).ok()
    };
    let loaded = Closure::once_into_js(move || {
        // Fails only in a browser without a canvas; it offers no file.
        let _ = draw();
    });
    image.set_onload(Some(loaded.unchecked_ref()));
    image.set_src(&address);
}

/// Reads the file that was chosen in a field, as text.
pub(crate) fn read_file(event: &web_sys::Event, read: impl FnOnce(String) + 'static) {
    let field = event
        .target()
        .and_then(|field| field.dyn_into::<web_sys::HtmlInputElement>().ok());
    if let Some(file) = field.and_then(|field| field.files()?.get(0)) {
        let read = Closure::once(move |text: JsValue| read(text.as_string().unwrap_or_default()));
        let _ = file.text().then(&read);
        // The browser now owns the closure, which frees itself when it is called.
        read.forget();
    }
}

/// Copies a text to the clipboard, if the browser allows it.
pub(crate) fn copy(text: &str) {
    let _ = window().navigator().clipboard().write_text(text);
}

/// Whether the browser can hand a link to other programs.
pub(crate) fn can_share() -> bool {
    web_sys::js_sys::Reflect::has(&window().navigator(), &"share".into()).unwrap_or(false)
}

/// Hands a link to other programs.
pub(crate) fn share(link: &str) {
    let data = web_sys::ShareData::new();
    data.set_url(link);
    let _ = window().navigator().share_with_data(&data);
}

/// Gives the focus to an element.
pub(crate) fn focus(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        let _ = element.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

/// Gives the focus to the chosen control inside an element, or to its first control.
pub(crate) fn focus_inside(id: &str) {
    const CONTROLS: [&str; 3] = [
        "input:not([type])",
        "input[type=radio]:checked, [aria-pressed=true]",
        "input, select, button:not(.closes)",
    ];
    let Some(element) = document().get_element_by_id(id) else {
        return;
    };
    let found = CONTROLS
        .iter()
        .find_map(|controls| element.query_selector(controls).ok().flatten());
    if let Some(control) = found {
        let _ = control.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

/// Returns the value of a field.
pub(crate) fn value(id: &str) -> String {
    let element = document().get_element_by_id(id);
    let field = element.and_then(|element| element.dyn_into::<web_sys::HtmlInputElement>().ok());
    field.map(|field| field.value()).unwrap_or_default()
}

/// A text as a part of an address.
pub(crate) fn encode(text: &str) -> String {
    web_sys::js_sys::encode_uri_component(text).into()
}

/// A day, given in milliseconds since 1970, as people of a language write it.
pub(crate) fn date(millis: i64, language: Language) -> String {
    let date = web_sys::js_sys::Date::new(&web_sys::wasm_bindgen::JsValue::from_f64(millis as f64));
    let options = web_sys::js_sys::Object::new();
    date.to_locale_date_string(language.code(), &options).into()
}

/// Opens the browser's print dialog.
pub(crate) fn print() {
    // Refused only where nothing can be printed.
    let _ = window().print();
}

/// The id that a plain click on a link within the page leads to.
pub(crate) fn link_inside(event: &web_sys::MouseEvent) -> Option<String> {
    let is_plain = event.button() == 0 && !event.ctrl_key() && !event.meta_key() && !event.shift_key();
    let target = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    let link = target.closest("a[href^='#']").ok()??;
    let id = link.get_attribute("href")?.trim_start_matches('#').to_owned();
    is_plain.then_some(id)
}

/// Presses a button.
pub(crate) fn click(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        element.unchecked_into::<web_sys::HtmlElement>().click();
    }
}

/// Removes an element.
pub(crate) fn remove(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        element.remove();
    }
}

/// Scrolls a list, and not the page, until one of its elements is in sight.
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

/// Position of a pointer on a drawing of the given size whose middle is the origin.
pub(crate) fn place(event: &web_sys::PointerEvent, drawing: &web_sys::Element, size: Point) -> Point {
    let at = Point::new(f64::from(event.client_x()), f64::from(event.client_y()));
    place_of(at, drawing, size)
}

/// Position of the middle of the focused element on such a drawing.
pub(crate) fn focused_place(
    event: &web_sys::FocusEvent,
    drawing: &web_sys::Element,
    size: Point,
) -> Option<Point> {
    let element = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    Some(place_of(middle(&element), drawing, size))
}

/// Middle of an element in the window.
fn middle(element: &web_sys::Element) -> Point {
    let frame = element.get_bounding_client_rect();
    Point::new(
        frame.left() + frame.width() / 2.0,
        frame.top() + frame.height() / 2.0,
    )
}

fn place_of(at: Point, drawing: &web_sys::Element, size: Point) -> Point {
    let frame = drawing.get_bounding_client_rect();
    let scale = (frame.width() / size.x).min(frame.height() / size.y);
    (at - middle(drawing)) * (1.0 / scale)
}

/// Vibrates a phone for some milliseconds, if it can.
pub(crate) fn vibrate(milliseconds: u32) {
    window().navigator().vibrate_with_duration(milliseconds);
}
