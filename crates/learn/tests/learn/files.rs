//! The data files.

use games::GameId;
use learn::{Figure, Lesson, LessonLanguage, Page};
use std::path::{Path, PathBuf};

/// The games with a board. Polarity's figures and lessons name recorded hands.
pub(crate) const FLAT: [GameId; 3] = [GameId::Offboard, GameId::Polygone, GameId::Isometron];

/// The top folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The names in a folder, sorted; none when there is no such folder.
pub(crate) fn names(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder))
        .into_iter()
        .flatten()
        .flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The games that have something in a folder.
pub(crate) fn games(folder: &str) -> Vec<GameId> {
    names(folder).iter().map(|name| name.parse().unwrap()).collect()
}

/// The figures of a game with their names.
pub(crate) fn figures(game: GameId) -> Vec<(String, Figure)> {
    let folder = format!("learn/figures/{game}");
    let figure = |name: String| {
        let path = format!("{folder}/{name}");
        let figure = Figure::parse(&path, game, &read(&path)).unwrap_or_else(|error| panic!("{error}"));
        (name.strip_suffix(".txt").unwrap().to_owned(), figure)
    };
    names(&folder).into_iter().map(figure).collect()
}

/// The lessons of a game with the names of their files.
pub(crate) fn lessons(game: GameId) -> Vec<(String, Lesson)> {
    let folder = format!("learn/lessons/{game}");
    let lesson = |name: String| {
        let path = format!("{folder}/{name}");
        let lesson = Lesson::parse(&path, &read(&path)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(lesson.game, game, "{path}");
        (path, lesson)
    };
    names(&folder).into_iter().map(lesson).collect()
}

/// The rules page of a game in a language.
pub(crate) fn page(game: GameId, language: LessonLanguage) -> Page {
    let path = format!("learn/rules/{game}/{language}.md");
    Page::parse(&path, &read(&path)).unwrap_or_else(|error| panic!("{error}"))
}
