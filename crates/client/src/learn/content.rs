//! Reads the files that `cargo xtask web` makes of the folder `learn/`.

use games::GameId;
use learn::{Lesson, LessonLanguage};

/// A rules page, in the order in which it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RulesPage {
    pub(super) blocks: Vec<Block>,
    /// Definitions that all figures refer to.
    pub(super) shared: String,
}

/// A piece of a rules page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// Text as HTML.
    Html(String),
    /// The heading of a section.
    Section { id: String, title: String },
    /// A figure with its caption.
    Figure { figure: Figure, caption: String },
}

/// A live picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Figure {
    pub(super) view_box: String,
    /// The contents of its frames, one after the other.
    pub(super) frames: Vec<String>,
}

impl RulesPage {
    /// Reads the page from its own file and the file of its figures.
    pub(super) fn read(files: &[String]) -> Option<RulesPage> {
        let [page, figures] = files else { return None };
        let shared = figures.lines().next()?.strip_prefix("defs\t")?.to_owned();
        let block = |line: &str| {
            let mut fields = line.split('\t');
            let (word, first, second) = (fields.next()?, fields.next()?, fields.next());
            Some(match (word, second) {
                ("html", _) => Block::Html(first.to_owned()),
                ("section", Some(title)) => Block::Section {
                    id: first.to_owned(),
                    title: title.to_owned(),
                },
                ("figure", Some(caption)) => Block::Figure {
                    figure: Figure::find(figures, first)?,
                    caption: caption.to_owned(),
                },
                _ => return None,
            })
        };
        let blocks: Vec<Block> = page.lines().filter_map(block).collect();
        (!blocks.is_empty()).then_some(RulesPage { blocks, shared })
    }
}

impl Figure {
    fn find(figures: &str, name: &str) -> Option<Figure> {
        let mut lines = figures.lines().skip(1).map(|line| line.split('\t'));
        let mut fields = lines.find_map(|mut fields| (fields.next() == Some(name)).then_some(fields))?;
        Some(Figure {
            view_box: fields.next()?.to_owned(),
            frames: fields.map(str::to_owned).collect(),
        })
    }
}

/// An entry of the list of lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) game: GameId,
    pub(super) name: String,
    /// In the order of [`Language::ALL`].
    titles: Vec<String>,
}

impl Listed {
    /// The title in a language.
    pub(super) fn title(&self, language: LessonLanguage) -> &str {
        self.titles.get(language as usize).map_or("", String::as_str)
    }
}

/// Reads the list of lessons.
pub(super) fn list(files: &[String]) -> Option<Vec<Listed>> {
    let entry = |line: &str| {
        let mut fields = line.split('\t');
        Some(Listed {
            game: fields.next()?.parse().ok()?,
            name: fields.next()?.to_owned(),
            titles: fields.map(str::to_owned).collect(),
        })
    };
    let list: Vec<Listed> = files.first()?.lines().filter_map(entry).collect();
    (!list.is_empty()).then_some(list)
}

/// The lessons of a game with their names.
pub(super) fn lessons(files: &[String]) -> Option<Vec<(String, Lesson)>> {
    let mut lessons = Vec::new();
    for part in format!("\n{}", files.first()?).split("\n= ").skip(1) {
        let (name, text) = part.split_once('\n')?;
        lessons.push((name.to_owned(), Lesson::parse(name, text).ok()?));
    }
    (!lessons.is_empty()).then_some(lessons)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_its_blocks_in_order_and_its_figures() {
        let page = "html\t<p>One</p>\nsection\trule-aim\tAim\nfigure\tpush\tSee.\nfigure\tgone\tNot there.\n";
        let figures = "defs\t<defs/>\npush\t0 0 1 1\tfirst\tsecond\n";
        let read = RulesPage::read(&[page.to_owned(), figures.to_owned()]).unwrap();
        assert_eq!(read.shared, "<defs/>");
        let figure = Figure {
            view_box: "0 0 1 1".to_owned(),
            frames: vec!["first".to_owned(), "second".to_owned()],
        };
        let caption = "See.".to_owned();
        let section = Block::Section {
            id: "rule-aim".to_owned(),
            title: "Aim".to_owned(),
        };
        let html = Block::Html("<p>One</p>".to_owned());
        assert_eq!(read.blocks, [html, section, Block::Figure { figure, caption }]);
    }

    #[test]
    fn a_file_that_is_missing_makes_no_page() {
        assert_eq!(RulesPage::read(&["html\tx\n".to_owned()]), None);
        assert_eq!(RulesPage::read(&["<html>".to_owned(), "<html>".to_owned()]), None);
        assert_eq!(list(&[]), None);
        assert_eq!(lessons(&["= x\nnonsense\n".to_owned()]), None);
    }

    #[test]
    fn the_list_names_games_and_titles() {
        let list = list(&["offboard\tfirst\tA\tB\tC\tD\nchess\tx\tA\n".to_owned()]).unwrap();
        assert_eq!(list.len(), 1);
        assert_eq!(
            (list[0].game, list[0].title(LessonLanguage::De)),
            (GameId::Offboard, "C")
        );
    }
}
