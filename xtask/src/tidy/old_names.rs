//! Names that were replaced do not come back.

use super::{files, read, shown};
use std::path::Path;

/// Old names, each with the name that replaced it. A name is a whole word; a path may be part of a longer one.
const REPLACED: &[(&str, &str)] = &[
    ("crates/courier", "crates/web-net"),
    ("crates/driver", "crates/testclient"),
    ("crates/table3d", "crates/polarity-view"),
    ("crates/thinker", "crates/engine-worker"),
    ("bells", "notifications"),
    ("bell_rope", "outbox"),
    ("room/talk", "room/listeners"),
    ("room/wake", "room/load"),
    ("computer/resort", "computer/fallback"),
    ("frame/course", "frame/controller"),
    ("frame/scene", "frame/view_model"),
    ("frame/lens", "frame/viewport"),
    ("frame/fingers", "frame/pointers"),
];

/// Files that may use old names: this list, and the history of the project.
const HISTORY: &[&str] = &["xtask/src/tidy/old_names.rs", "CHANGELOG.md", "docs/lab/"];

pub(super) fn check(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    for extension in ["rs", "toml", "md", "js"] {
        for path in files(root, extension) {
            let name = shown(root, &path);
            if !HISTORY.iter().any(|history| name.starts_with(history)) {
                problems.extend(
                    found(&read(&path), REPLACED)
                        .map(|(old, new)| format!("{name} says {old}: it is {new} now")),
                );
            }
        }
    }
    problems
}

fn found<'a>(
    text: &'a str,
    replaced: &'a [(&'a str, &'a str)],
) -> impl Iterator<Item = (&'a str, &'a str)> + 'a {
    replaced
        .iter()
        .copied()
        .filter(|(old, _)| contains_word(text, old))
}

/// Whether a text has a word that no letter, digit, underscore or hyphen makes longer.
fn contains_word(text: &str, word: &str) -> bool {
    let longer = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(longer) && !text[at + word.len()..].starts_with(longer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_are_whole_words() {
        let replaced = [("told", "remote_table"), ("room/talk", "room/listeners")];
        let old = |text| found(text, &replaced).map(|(old, _)| old).collect::<Vec<_>>();
        assert_eq!(old("mod told; // room/talk.rs"), ["told", "room/talk"]);
        assert!(old("untold told_off told-off room/talkative").is_empty());
    }
}
