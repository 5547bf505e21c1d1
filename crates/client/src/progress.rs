//! The lessons that a learner has gone through: kept in the browser, and in the account of who is signed in.

use crate::online;
use crate::storage::{self, Key};
use games::GameId;
use protocol::Learned;
pub(crate) use protocol::LessonState as State;

/// The address of what the account keeps.
const PATH: &str = "/api/me/lessons";

/// The lessons that the browser keeps.
pub(crate) fn load() -> Learned {
    Learned {
        lessons: storage::load(Key::Learned).unwrap_or_default(),
    }
}

/// Notes a lesson that is done, and keeps it.
pub(crate) fn note(game: GameId, name: &str, state: State) {
    let mut learned = load();
    learned.add(game, name, state);
    storage::save(Key::Learned, &learned.lessons);
    exchange(|_| ());
}

/// Merges the browser's lessons with the account's, if signed in; calls `then` if the browser has gained any.
pub(crate) fn exchange(then: impl FnOnce(Learned) + 'static) {
    let here = load();
    online::exchange(PATH, serde_json::to_string(&here), move |there: Learned| {
        let mut both = load();
        both.merge(&there);
        if both != here {
            storage::save(Key::Learned, &both.lessons);
            then(both);
        }
    });
}
