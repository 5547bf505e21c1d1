//! Makes the browser's files of `learn/`: rules pages as lines of blocks, figures as SVG, lessons as they are.
//!
//! The client reads them with `crates/client/src/learn/content.rs`; a line is a word and its fields, with tabs between
//! them. `rules-GAME-LANGUAGE.txt` has `html`, `section` and `figure` lines; `figures-GAME.txt` has what all figures
//! refer to, then a figure a line: name, view box, frames; `lessons.txt` is the list of lessons, and
//! `lessons-GAME.txt` their texts; `hands-polarity.txt` has the recorded hands of Polarity's lessons, each a name, the
//! position before it, the move and the position after it; `puzzles-GAME.txt` are the files of `puzzles/` as they are.

mod figures;
mod html;

use games::{BoardId, GameId};
use learn::{
    Board, Lesson, LessonLanguage, Page, Proof, Reaction, Recording, TableLesson, TableTask, Translations,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The file beside Polarity's lessons with what can go wrong in all of them.
const OUTCOMES: &str = "outcomes";

/// The files by name.
pub(crate) fn files(root: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    for &game in GameId::ALL {
        for language in LessonLanguage::ALL {
            let path = format!("learn/rules/{game}/{language}.md");
            let page = Page::parse(&path, &read(root, &path)?).map_err(|error| error.to_string())?;
            let content = html::page(&page).map_err(|error| format!("{path}: {error}"))?;
            files.insert(format!("rules-{game}-{language}.txt"), content.into_bytes());
        }
        let content = figures::figures(root, game)?;
        files.insert(format!("figures-{game}.txt"), content.into_bytes());
    }
    let mut list = String::new();
    for &game in GameId::ALL {
        let content = lessons(root, game, &mut list)?;
        files.insert(format!("lessons-{game}.txt"), content.into_bytes());
    }
    files.insert("lessons.txt".to_owned(), list.into_bytes());
    files.insert("hands-polarity.txt".to_owned(), hands(root)?.into_bytes());
    for board in BoardId::ALL {
        let content = read(root, &format!("puzzles/{board}.txt"))?;
        files.insert(format!("puzzles-{board}.txt"), content.into_bytes());
    }
    Ok(files)
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("cannot read {path}: {error}"))
}

/// The names of a folder's text files without their ends, sorted.
fn names(root: &Path, folder: &str) -> Result<Vec<String>, String> {
    let entries =
        fs::read_dir(root.join(folder)).map_err(|error| format!("cannot read {folder}: {error}"))?;
    let names = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names
        .filter_map(|name| name.strip_suffix(".txt").map(str::to_owned))
        .collect();
    names.sort();
    Ok(names)
}

/// The lessons of a game, each after a line with its name, and a line for each in the list.
fn lessons(root: &Path, game: GameId, list: &mut String) -> Result<String, String> {
    let folder = format!("learn/lessons/{game}");
    let mut content = String::new();
    for file in names(root, &folder)? {
        let path = format!("{folder}/{file}.txt");
        let text = read(root, &path)?;
        let name = file.split_once('-').map_or(file.as_str(), |(_, name)| name);
        if let Some(title) = title(&path, game, name, &text)? {
            let _ = write!(list, "{game}\t{name}");
            title.iter().for_each(|(_, title)| list.extend(["\t", title]));
            list.push('\n');
        }
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let _ = writeln!(content, "= {name}");
        lines.for_each(|line| content.extend([line, "\n"]));
    }
    Ok(content)
}

/// The title of a lesson; none of the file that all of Polarity's lessons share.
fn title(path: &str, game: GameId, name: &str, text: &str) -> Result<Option<Translations>, String> {
    let title = match (game, name) {
        (GameId::Polarity, OUTCOMES) => Reaction::parse_outcomes(path, text).map(|_| None),
        (GameId::Polarity, _) => TableLesson::parse(path, text).map(|lesson| Some(lesson.title)),
        _ => Lesson::parse(path, text).map(|lesson| Some(lesson.title)),
    };
    title.map_err(|error| error.to_string())
}

/// The hand of a name.
fn recording(root: &Path, name: &str) -> Result<Recording, String> {
    let path = format!("lessons/polarity/{name}.txt");
    Recording::parse(&path, &read(root, &path)?).map_err(|error| error.to_string())
}

/// The recorded hands that Polarity's lessons begin with, show or lead to.
fn hands(root: &Path) -> Result<String, String> {
    let folder = "learn/lessons/polarity";
    let mut used = BTreeSet::new();
    for file in names(root, folder)?.iter().filter(|file| *file != OUTCOMES) {
        let path = format!("{folder}/{file}.txt");
        let lesson = TableLesson::parse(&path, &read(root, &path)?).map_err(|error| error.to_string())?;
        used.extend(
            lesson
                .steps
                .iter()
                .flat_map(|step| named(&step.board, &step.task)),
        );
    }
    let mut content = String::new();
    for name in used {
        let hand = recording(root, &name)?;
        let after = hand.play().map_err(|error| format!("{name}: {error}"))?;
        let (before, mv, after) = (hand.position, hand.mv, after.position());
        let _ = write!(content, "= {name}\n{before}\n{mv}\n{after}\n");
    }
    Ok(content)
}

/// The names of the hands that a step shows: its mat, and the right answer to who gives up.
fn named(board: &Board, task: &TableTask) -> Vec<String> {
    let mut names = Vec::new();
    if let Board::Scenario(name) | Board::Before(name) | Board::After(name) = board {
        names.push(name.clone());
    }
    if let TableTask::Hand(reactions) = task {
        let right = reactions.iter().filter(|reaction| reaction.is_right);
        names.extend(right.filter_map(|reaction| match &reaction.proof {
            Some(Proof::Shown(name)) => Some(name.clone()),
            _ => None,
        }));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::root;

    fn all() -> BTreeMap<String, String> {
        let files = files(&root()).unwrap();
        let text = |(name, content)| (name, String::from_utf8(content).unwrap());
        files.into_iter().map(text).collect()
    }

    /// The fields of the lines that begin with a word.
    fn lines<'a>(content: &'a str, word: &str) -> Vec<Vec<&'a str>> {
        let lines = content.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        lines.filter(|fields| fields[0] == word).collect()
    }

    #[test]
    fn every_page_has_its_sections_figures_and_terms() {
        let files = all();
        for game in GameId::ALL {
            let figures = &files[&format!("figures-{game}.txt")];
            for language in LessonLanguage::ALL {
                let page = &files[&format!("rules-{game}-{language}.txt")];
                assert!(lines(page, "section").len() >= 8, "{game} {language}");
                for figure in lines(page, "figure") {
                    assert_eq!(lines(figures, figure[1]).len(), 1, "{game}: {figure:?}");
                }
                for link in page.split("href=\"#").skip(1) {
                    let id = link.split('"').next().unwrap();
                    assert_eq!(
                        page.matches(&format!("id=\"{id}\"")).count(),
                        1,
                        "{game} {language} {id}"
                    );
                }
            }
        }
    }

    #[test]
    fn figures_share_their_board_and_refer_to_nothing_else() {
        let files = all();
        for game in GameId::ALL {
            let figures = &files[&format!("figures-{game}.txt")];
            let defs = lines(figures, "defs")[0][1];
            for figure in figures.lines().skip(1) {
                let fields: Vec<&str> = figure.split('\t').collect();
                assert!(fields.len() >= 3, "{figure}");
                assert_eq!(fields[1].split(' ').count(), 4, "{figure}");
                for before in ["url(#", "href=\"#"] {
                    for rest in figure.split(before).skip(1) {
                        let id = rest.split([')', '"']).next().unwrap();
                        assert!(defs.contains(&format!("id=\"{id}\"")), "{game}: {id}");
                    }
                }
            }
        }
    }

    #[test]
    fn lessons_are_listed_and_read_back() {
        let files = all();
        let list = &files["lessons.txt"];
        assert_eq!(list.lines().count(), 32);
        for line in list.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fields.len(), 2 + LessonLanguage::ALL.len(), "{line}");
            let content = format!("\n{}", files[&format!("lessons-{}.txt", fields[0])]);
            let lesson = content
                .split("\n= ")
                .find_map(|part| part.strip_prefix(&format!("{}\n", fields[1])));
            let game = fields[0].parse().unwrap();
            let title = title(fields[1], game, fields[1], lesson.unwrap())
                .unwrap()
                .unwrap();
            assert_eq!(&title[LessonLanguage::En], fields[2]);
        }
    }

    #[test]
    fn every_hand_that_a_lesson_names_is_there_with_its_positions() {
        let files = all();
        let hands = &files["hands-polarity.txt"];
        let lessons = &files["lessons-polarity.txt"];
        for line in lessons.lines() {
            let (word, name) = line.split_once(' ').unwrap_or((line, ""));
            if ["scenario", "before", "after"].contains(&word) {
                assert_eq!(hands.matches(&format!("= {name}\n")).count(), 1, "{line}");
            }
        }
        let lines: Vec<&str> = hands.lines().collect();
        for hand in lines.chunks(4) {
            assert!(hand[0].starts_with("= ") && hand[2].contains(':'), "{hand:?}");
            for position in [hand[1], hand[3]] {
                let read: polarity::Position = position.parse().unwrap();
                assert_eq!(read.to_string(), position);
            }
        }
    }
}
