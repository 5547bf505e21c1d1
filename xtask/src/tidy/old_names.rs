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
    ("room/rate", "room/ratings"),
    ("server/src/listen", "accept"),
    ("server/src/names", "ids"),
    ("server/src/rooms", "room_registry"),
    ("server/src/peers", "cluster"),
    ("server/src/problem", "http_error"),
    ("server/src/streams", "ndjson"),
    ("server/src/writer", "commit_queue"),
    ("store/src/alive", "heartbeat"),
    ("store/src/bus", "notify"),
    ("store/src/moving", "copy"),
    ("store/src/scratch", "test_schema"),
    ("web-net/src/kept", "saved_actions"),
    ("web-net/src/read", "decode"),
    ("web-net/src/told", "remote_table"),
    ("client/src/rival", "opponent"),
    ("client/src/texts", "load_language"),
    ("client/src/wishes", "game_form"),
    ("computer/aim", "computer/target"),
    ("computer/room", "computer/free_space"),
    ("polarity/src/allowed", "legality"),
    ("polarity/src/lying", "disc_pose"),
    ("polarity/src/mat", "rest_snapshot"),
    ("polarity/src/study", "setup_position"),
    ("browser/keep", "storage"),
    ("browser/mounted", "browser/page"),
    ("browser/paper", "browser/canvas2d"),
    ("browser/space", "browser/webgl"),
    ("browser/wire", "network"),
    ("polarity-view/src/clock", "player_clock"),
    ("polarity-view/src/feel", "haptics"),
    ("polarity-view/src/flat", "layout_2d"),
    ("polarity-view/src/free", "practice"),
    ("polarity-view/src/news", "messages"),
    ("polarity-view/src/terms", "game_options"),
    ("polarity-view/src/time", "ticker"),
    ("polarity-view/src/words", "i18n"),
    ("isometron/src/blocks", "biconnected"),
    ("isometron/src/growth", "biconnected_incremental"),
    ("isometron/src/lengths", "length_cache"),
    ("isometron/src/nets", "components"),
    ("isometron/src/outline", "playout"),
    ("isometron/src/outlook", "approx_endgame"),
    ("isometron/src/sketch", "approx_board"),
    ("isometron/src/sweep", "dp_order"),
    ("tablier/src/kept", "engine_cache"),
];

/// Files that may use old names: this list, and the history of the project.
const HISTORY: &[&str] = &["xtask/src/tidy/old_names.rs", "CHANGELOG.md", "docs/lab/"];

pub(super) fn check(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    for extension in ["rs", "toml", "md", "js"] {
        for path in files(root, extension) {
            problems.extend(check_file(&shown(root, &path), &read(&path)));
        }
    }
    problems
}

/// The old names in a file's path and text.
fn check_file(name: &str, text: &str) -> Vec<String> {
    if HISTORY.iter().any(|history| name.starts_with(history)) {
        return Vec::new();
    }
    let old = found(name, REPLACED).chain(found(text, REPLACED));
    old.map(|(old, new)| format!("{name} says {old}: it is {new} now"))
        .collect()
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

    #[test]
    fn old_names_are_found_in_paths_and_texts() {
        let problems = |name, text| check_file(name, text).len();
        assert_eq!(problems("crates/server/src/peers.rs", ""), 1);
        assert_eq!(
            problems("crates/polarity/src/lying/tests.rs", "crates/courier"),
            2
        );
        assert_eq!(problems("crates/server/src/cluster.rs", "mod cluster;"), 0);
        assert_eq!(problems("docs/lab/load.md", "crates/server/src/peers.rs"), 0);
    }
}
