//! What is kept from one visit to the next. Storage is a courtesy: without it everything works, and is forgotten.

use web_sys::Storage;

const KEY: &str = "tablier.polarity";

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}

/// The game that was kept; nothing without one.
pub(super) fn load() -> String {
    load_from(KEY)
}

/// Keeps a game; an empty text forgets it.
pub(super) fn store(text: &str) {
    store_at(KEY, text);
}

/// What was kept under a name; nothing without it.
pub(super) fn load_from(key: &str) -> String {
    let text = storage().and_then(|storage| storage.get_item(key).ok()?);
    text.unwrap_or_default()
}

/// Keeps a text under a name; an empty one is forgotten.
pub(super) fn store_at(key: &str, text: &str) {
    let Some(storage) = storage() else { return };
    // A full storage forgets it, and nothing else happens.
    let _ = if text.is_empty() {
        storage.remove_item(key)
    } else {
        storage.set_item(key, text)
    };
}

/// A number that nobody foresees, for tosses and the computer's choices.
pub(super) fn seed() -> u64 {
    let bits = || (web_sys::js_sys::Math::random() * f64::from(u32::MAX)) as u64;
    bits() << 32 | bits()
}
