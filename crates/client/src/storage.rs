//! The browser's storage, and its keys.

use crate::route::Mode;
use games::GameId;
use leptos::prelude::window;

/// Keys of the storage. One more, `tablier.notify` (that notifications are wanted), is kept by `client/web/start.js` alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key<'a> {
    /// The language of the page.
    Language,
    /// The settings.
    Settings,
    /// Marks a browser that has had a session: only then pages ask for its games.
    Known,
    /// That the chat is not wanted.
    ChatOff,
    /// The lessons that are done.
    Learned,
    /// The solver of puzzles.
    Puzzles,
    /// One's own mistakes.
    Mistakes,
    /// The best scores of challenges.
    Challenges,
    /// A game at this screen.
    Game(GameId, Mode),
    /// Actions at a table that are not acknowledged yet.
    Table(&'a str),
}

impl Key<'_> {
    fn name(self) -> String {
        match self {
            Key::Language => "tablier.language".to_owned(),
            Key::Settings => "tablier.settings".to_owned(),
            Key::Known => "tablier.known".to_owned(),
            Key::ChatOff => "tablier.chat".to_owned(),
            Key::Learned => "tablier.learned".to_owned(),
            Key::Puzzles => "tablier.puzzles".to_owned(),
            Key::Mistakes => "tablier.mistakes".to_owned(),
            Key::Challenges => "tablier.challenges".to_owned(),
            Key::Game(game, Mode::SameScreen) => format!("tablier.{game}"),
            Key::Game(game, Mode::Computer) => format!("tablier.{game}.computer"),
            Key::Table(id) => format!("tablier.table.{id}"),
        }
    }
}

/// Storage is a courtesy: where the browser refuses it, the page works without.
pub(crate) fn load(key: Key) -> Option<String> {
    window().local_storage().ok()??.get_item(&key.name()).ok()?
}

/// Keeps a text, if the browser lets us.
pub(crate) fn save(key: Key, text: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        // A full or forbidden storage is no reason to stop the game.
        let _ = storage.set_item(&key.name(), text);
    }
}

/// Forgets what is kept.
pub(crate) fn forget(key: Key) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.remove_item(&key.name());
    }
}
