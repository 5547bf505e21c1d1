//! Makes the browser's files of `learn/`: rules pages as lines of blocks, figures as SVG, lessons as they are.
//!
//! The client reads them with `crates/client/src/learn/content.rs`; a line is a word and its fields, with tabs between
//! them. `rules-GAME-LANGUAGE.txt` has `html`, `section` and `figure` lines; `figures-GAME.txt` has what all figures
//! refer to, then a figure a line: name, view box, frames; `lessons.txt` is the list of lessons, and
//! `lessons-GAME.txt` their texts.

mod figures;
mod html;

use games::GameId;
use learn::{Language, Lesson, Page};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Games whose lessons the browser plays. Polarity's need a learner's hand on its table.
const LESSONS: [GameId; 3] = [GameId::Offboard, GameId::Polygone, GameId::Isometron];

/// The files by name.
pub(crate) fn files(root: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    for &game in GameId::ALL {
        for language in Language::ALL {
            let path = format!("learn/rules/{game}/{language}.md");
            let page = Page::parse(&path, &read(root, &path)?).map_err(|error| error.to_string())?;
            let content = html::page(&page).map_err(|error| format!("{path}: {error}"))?;
            files.insert(format!("rules-{game}-{language}.txt"), content.into_bytes());
        }
        let content = figures::figures(root, game)?;
        files.insert(format!("figures-{game}.txt"), content.into_bytes());
    }
    let mut list = String::new();
    for game in LESSONS {
        let content = lessons(root, game, &mut list)?;
        files.insert(format!("lessons-{game}.txt"), content.into_bytes());
    }
    files.insert("lessons.txt".to_owned(), list.into_bytes());
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
        let lesson = Lesson::parse(&path, &text).map_err(|error| error.to_string())?;
        let name = file.split_once('-').map_or(file.as_str(), |(_, name)| name);
        let _ = write!(list, "{game}\t{name}");
        lesson
            .title
            .iter()
            .for_each(|(_, title)| list.extend(["\t", title]));
        list.push('\n');
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let _ = writeln!(content, "= {name}");
        lines.for_each(|line| content.extend([line, "\n"]));
    }
    Ok(content)
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
            for language in Language::ALL {
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
        assert_eq!(list.lines().count(), 14);
        for line in list.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fields.len(), 2 + Language::ALL.len(), "{line}");
            let content = &files[&format!("lessons-{}.txt", fields[0])];
            let lesson = content
                .split("= ")
                .find_map(|part| part.strip_prefix(&format!("{}\n", fields[1])));
            let lesson = Lesson::parse(fields[1], lesson.unwrap()).unwrap();
            assert_eq!(&lesson.title[Language::En], fields[2]);
        }
    }
}
