//! The lessons that a learner has gone through, as the browser keeps them.

use crate::storage::{self, Key};
use games::GameId;

/// How a lesson went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Every answer was found.
    Understood,
    /// A solution was shown.
    Helped,
}

/// The lessons, as words: `offboard/first-push`, with `?` where a solution was shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress(String);

impl Progress {
    /// What the browser keeps.
    pub(crate) fn load() -> Progress {
        Progress(storage::load(Key::Learned).unwrap_or_default())
    }

    /// Notes a lesson that is done, and keeps it.
    pub(crate) fn note(game: GameId, name: &str, state: State) {
        let mut progress = Progress::load();
        progress.add(game, name, state);
        storage::save(Key::Learned, &progress.0);
    }

    /// How a lesson went, if it is done.
    pub(crate) fn state(&self, game: GameId, name: &str) -> Option<State> {
        let wanted = format!("{game}/{name}");
        self.0
            .split(' ')
            .find_map(|word| match word.strip_prefix(&wanted) {
                Some("") => Some(State::Understood),
                Some("?") => Some(State::Helped),
                _ => None,
            })
    }

    /// Whether any lesson of a game is done.
    pub(crate) fn has_any(&self, game: GameId) -> bool {
        let beginning = format!("{game}/");
        self.0.split(' ').any(|word| word.starts_with(&beginning))
    }

    /// What was understood once stays understood.
    fn add(&mut self, game: GameId, name: &str, state: State) {
        let known = self.state(game, name);
        if known == Some(State::Understood) || known == Some(state) {
            return;
        }
        let helped = format!("{game}/{name}?");
        let words = self
            .0
            .split(' ')
            .filter(|word| !word.is_empty() && *word != helped);
        let mut words: Vec<String> = words.map(str::to_owned).collect();
        let mark = if state == State::Helped { "?" } else { "" };
        words.push(format!("{game}/{name}{mark}"));
        self.0 = words.join(" ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_is_noted_and_only_gets_better() {
        let mut progress = Progress::default();
        assert!(!progress.has_any(GameId::Offboard));
        progress.add(GameId::Offboard, "first-push", State::Helped);
        assert_eq!(
            progress.state(GameId::Offboard, "first-push"),
            Some(State::Helped)
        );
        progress.add(GameId::Offboard, "first-push", State::Understood);
        progress.add(GameId::Offboard, "first-push", State::Helped);
        progress.add(GameId::Polygone, "traps", State::Understood);
        assert_eq!(progress.0, "offboard/first-push polygone/traps");
        assert_eq!(progress.state(GameId::Offboard, "first"), None);
        assert!(progress.has_any(GameId::Polygone) && !progress.has_any(GameId::Isometron));
    }
}
