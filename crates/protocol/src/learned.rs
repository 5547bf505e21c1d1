//! A person's finished lessons, as the browser and the account keep them.

use games::GameId;
use serde::{Deserialize, Serialize};

/// Letters of the text at most.
pub const MOST_LEARNED: usize = 4096;

/// How a lesson went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonState {
    /// Every answer was found.
    Understood,
    /// A solution was shown.
    Helped,
}

/// The lessons, as words: `offboard/first-push`, with `?` where a solution was shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Learned {
    /// The words, with blanks between them.
    #[cfg_attr(feature = "schema", schemars(example = &"offboard/first-push polarity/lean?"))]
    pub lessons: String,
}

impl Learned {
    /// Whether every word names a lesson that a game could have, and the text is no longer than it may be.
    pub fn is_valid(&self) -> bool {
        let is_name = |name: &str| {
            let name = name.strip_suffix('?').unwrap_or(name);
            let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            !name.is_empty() && name.bytes().all(is_plain)
        };
        let is_lesson = |word: &str| {
            let parts = word.split_once('/');
            parts.is_some_and(|(game, name)| game.parse::<GameId>().is_ok() && is_name(name))
        };
        self.lessons.len() <= MOST_LEARNED && self.words().all(is_lesson)
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.lessons.split(' ').filter(|word| !word.is_empty())
    }

    /// How a lesson went, if it is done.
    pub fn state(&self, game: GameId, name: &str) -> Option<LessonState> {
        let wanted = format!("{game}/{name}");
        self.words().find_map(|word| match word.strip_prefix(&wanted) {
            Some("") => Some(LessonState::Understood),
            Some("?") => Some(LessonState::Helped),
            _ => None,
        })
    }

    /// Notes a lesson that is done.
    pub fn add(&mut self, game: GameId, name: &str, state: LessonState) {
        let mark = if state == LessonState::Helped { "?" } else { "" };
        self.add_word(&format!("{game}/{name}{mark}"));
    }

    /// Takes in what is kept elsewhere.
    pub fn merge(&mut self, other: &Learned) {
        other.words().for_each(|word| self.add_word(word));
    }

    /// Adds a word; a lesson that was understood once stays understood.
    fn add_word(&mut self, word: &str) {
        let name = word.trim_end_matches('?');
        let is_known = |known: &str| known == name || known == word;
        if self.words().any(is_known) {
            return;
        }
        let others = self.words().filter(|known| known.trim_end_matches('?') != name);
        self.lessons = others.chain([word]).collect::<Vec<&str>>().join(" ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(lessons: &str) -> Learned {
        Learned {
            lessons: lessons.to_owned(),
        }
    }

    #[test]
    fn a_lesson_is_noted_and_only_gets_better() {
        let mut progress = Learned::default();
        progress.add(GameId::Offboard, "first-push", LessonState::Helped);
        assert_eq!(
            progress.state(GameId::Offboard, "first-push"),
            Some(LessonState::Helped)
        );
        progress.add(GameId::Offboard, "first-push", LessonState::Understood);
        progress.add(GameId::Offboard, "first-push", LessonState::Helped);
        progress.add(GameId::Polygone, "traps", LessonState::Understood);
        assert_eq!(progress, learned("offboard/first-push polygone/traps"));
        assert_eq!(progress.state(GameId::Offboard, "first"), None);
    }

    #[test]
    fn two_places_come_to_the_same_whichever_is_first() {
        let here = learned("offboard/a? polarity/lean");
        let there = learned("offboard/a polygone/b?");
        let mut one = here.clone();
        one.merge(&there);
        let mut two = there.clone();
        two.merge(&here);
        for merged in [one, two] {
            let mut words: Vec<&str> = merged.words().collect();
            words.sort_unstable();
            assert_eq!(words, ["offboard/a", "polarity/lean", "polygone/b?"]);
        }
    }

    #[test]
    fn nonsense_is_not_valid() {
        assert!(learned("").is_valid() && learned("polarity/convert-two? offboard/targets").is_valid());
        for text in [
            "chess/a",
            "offboard",
            "offboard/",
            "offboard/?",
            "offboard/a/b",
            "offboard/<b>",
        ] {
            assert!(!learned(text).is_valid(), "{text}");
        }
        assert!(!learned(&"offboard/abcdefgh ".repeat(300)).is_valid());
    }
}
