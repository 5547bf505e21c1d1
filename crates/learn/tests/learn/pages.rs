//! The rules pages are complete and alike in every language.

use crate::files;
use games::GameId;
use learn::{Block, Inline, LessonLanguage, Page, Section};

/// The first and the last sections of every page.
const FIRST: [&str; 4] = ["aim", "material", "setup", "turn"];
const LAST: [&str; 4] = ["end", "tips", "glossary", "house"];

/// The terms that the rulebooks use, as ids of the glossaries.
const RULEBOOK_TERMS: [(GameId, &[&str]); 4] = [
    (
        GameId::Offboard,
        &[
            "alive", "assault", "cell", "dead", "line", "marble", "points", "push", "target", "touch",
        ],
    ),
    (
        GameId::Polygone,
        &["apex", "axis", "balance", "capture", "polygon", "segment", "side"],
    ),
    (
        GameId::Isometron,
        &[
            "axial",
            "camp",
            "central",
            "closed-line",
            "error",
            "forced-tile",
            "free-tile",
            "line",
            "median",
            "one-piece",
            "tile",
            "web",
        ],
    ),
    (
        GameId::Polarity,
        &[
            "action-disc",
            "capture",
            "conversion",
            "fault",
            "foundation",
            "fundamental-polarity",
            "gordon-shot",
            "kiss",
            "leaner",
            "mixture",
            "red-disc",
            "reserve",
            "tower",
            "turn-of-play",
        ],
    ),
];

fn ids(page: &Page) -> Vec<&str> {
    page.sections.iter().map(|section| section.id.as_str()).collect()
}

/// Lists and tables of blocks: how many items, how many cells in each row.
fn shape(blocks: &[Block]) -> Vec<Vec<usize>> {
    let mut shape = Vec::new();
    for block in blocks {
        match block {
            Block::List { items, .. } => {
                shape.push(vec![items.len()]);
                for item in items {
                    shape.extend(self::shape(item));
                }
            }
            Block::Table { head, rows } => {
                shape.push(vec![head.len()]);
                shape.push(rows.iter().map(Vec::len).collect());
            }
            Block::Heading { .. } | Block::Paragraph(_) | Block::Figure { .. } => {}
        }
    }
    shape
}

fn sorted(mut ids: Vec<&str>) -> Vec<&str> {
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn assert_alike(place: &str, one: &Section, other: &Section) {
    let place = format!("{place} {}", one.id);
    assert_eq!(one.figures(), other.figures(), "{place}: figures");
    assert_eq!(one.headings(), other.headings(), "{place}: headings");
    assert_eq!(sorted(one.terms()), sorted(other.terms()), "{place}: terms");
    assert_eq!(
        shape(&one.blocks),
        shape(&other.blocks),
        "{place}: lists and tables"
    );
}

#[test]
fn the_flat_games_have_pages() {
    let games = files::games("learn/rules");
    for game in files::FLAT {
        assert!(games.contains(&game), "{game}");
    }
}

#[test]
fn sections_stand_in_order() {
    for game in files::games("learn/rules") {
        for language in LessonLanguage::ALL {
            let page = files::page(game, language);
            let ids = ids(&page);
            assert!(ids.starts_with(&FIRST), "{game} {language}: {ids:?}");
            assert!(ids.ends_with(&LAST), "{game} {language}: {ids:?}");
            assert_eq!(
                sorted(ids.clone()).len(),
                ids.len(),
                "{game} {language}: an id twice"
            );
        }
    }
}

#[test]
fn languages_are_alike() {
    for game in files::games("learn/rules") {
        let english = files::page(game, LessonLanguage::En);
        for language in LessonLanguage::ALL {
            let page = files::page(game, language);
            let place = format!("{game} {language}");
            assert_eq!(ids(&page), ids(&english), "{place}");
            for (one, other) in page.sections.iter().zip(&english.sections) {
                assert_alike(&place, one, other);
            }
        }
    }
}

#[test]
fn every_term_is_explained() {
    for game in files::games("learn/rules") {
        let page = files::page(game, LessonLanguage::En);
        let terms = page.section("glossary").unwrap().headings();
        let linked = page.terms().into_iter();
        let missing: Vec<&str> = linked.filter(|id| !terms.contains(id)).collect();
        assert!(missing.is_empty(), "{game}: not in the glossary: {missing:?}");
    }
    for (game, rulebook) in RULEBOOK_TERMS {
        let page = files::page(game, LessonLanguage::En);
        let terms = page.section("glossary").unwrap().headings();
        let linked = page.terms();
        let unlinked: Vec<&&str> = terms.iter().filter(|id| !linked.contains(id)).collect();
        assert!(unlinked.is_empty(), "{game}: linked nowhere: {unlinked:?}");
        let missing: Vec<&&str> = rulebook.iter().filter(|id| !terms.contains(id)).collect();
        assert!(missing.is_empty(), "{game}: terms of the rulebook: {missing:?}");
    }
}

#[test]
fn every_term_of_a_glossary_has_a_text() {
    for game in files::games("learn/rules") {
        for language in LessonLanguage::ALL {
            let page = files::page(game, language);
            let blocks = &page.section("glossary").unwrap().blocks;
            for (at, block) in blocks.iter().enumerate() {
                if let Block::Heading { title, .. } = block {
                    let text = blocks.get(at + 1);
                    assert!(
                        matches!(text, Some(Block::Paragraph(text)) if !text.is_empty()),
                        "{game} {language}: {title}"
                    );
                }
            }
        }
    }
}

#[test]
fn house_rules_are_one_list_with_reasons() {
    for game in files::games("learn/rules") {
        let page = files::page(game, LessonLanguage::En);
        let house = &page.section("house").unwrap().blocks;
        let lists = house.iter().filter(|block| matches!(block, Block::List { .. }));
        assert_eq!(lists.count(), 1, "{game}");
    }
}

#[test]
fn a_page_is_read_piece_by_piece() {
    let text = "# G\n\nIntro.\n\n## Aim {#aim}\n\nSix **[points](term:points)** win. ![Two.](figure:two)\n\n\
                - one\n- two `e2e3`\n\n| a | b |\n|---|---|\n| c | *d* |\n\n### Term {#term}\n\nText.\n";
    let page = Page::parse("g.md", text).unwrap();
    let plain = |text: &str| Inline::Text(text.to_owned());
    assert_eq!(page.title, "G");
    assert_eq!(page.intro, [Block::Paragraph(vec![plain("Intro.")])]);
    let aim = page.section("aim").unwrap();
    let points = Inline::Term {
        id: "points".into(),
        word: "points".into(),
    };
    let blocks = [
        Block::Paragraph(vec![plain("Six "), Inline::Strong(vec![points]), plain(" win. ")]),
        Block::Figure {
            name: "two".into(),
            caption: "Two.".into(),
        },
        Block::List {
            is_ordered: false,
            items: vec![
                vec![Block::Paragraph(vec![plain("one")])],
                vec![Block::Paragraph(vec![plain("two "), Inline::Code("e2e3".into())])],
            ],
        },
        Block::Table {
            head: vec![vec![plain("a")], vec![plain("b")]],
            rows: vec![vec![vec![plain("c")], vec![Inline::Emphasis(vec![plain("d")])]]],
        },
        Block::Heading {
            id: "term".into(),
            title: "Term".into(),
        },
        Block::Paragraph(vec![plain("Text.")]),
    ];
    assert_eq!(aim.blocks, blocks);
    assert_eq!((aim.figures(), aim.terms()), (vec!["two"], vec!["points"]));
}
