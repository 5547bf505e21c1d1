//! Errors of the formats name file, line and what was expected.

use crate::files;
use games::GameId;
use learn::{Figure, Lesson, Page};

const HEAD: &str = "game offboard\ntitle\n  en a\n  fr b\n  de c\n  nl d\nother\n  en a\n  fr b\n  de c\n  nl d\n\
                    done\n  en a\n  fr b\n  de c\n  nl d\n";
const SAY: &str = "say\n  en a\n  fr b\n  de c\n  nl d\n";

fn lesson_error(text: &str) -> String {
    Lesson::parse("f.txt", text).unwrap_err().to_string()
}

fn step_error(step: &str) -> String {
    lesson_error(&format!("{HEAD}step one\nstart\n{SAY}{step}"))
}

#[test]
fn lesson_errors() {
    let cases = [
        (
            "",
            "f.txt:1: expected game, title, other and done before the first step, found 0 keywords",
        ),
        (
            "  en a\n",
            "f.txt:1: expected a keyword in the first column, found \"  en a\"",
        ),
        (
            "game offboard\n   x\n",
            "f.txt:2: expected a line indented by 0, 2 or 4 blanks, found \"   x\"",
        ),
        (
            "game offboard \n",
            "f.txt:1: expected a line without tabs and without blanks at its end, found \"game offboard \"",
        ),
        (
            "game offboard\n    x\n",
            "f.txt:2: expected a line indented by two before one indented by four, found \"    x\"",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(lesson_error(text), expected);
    }
    let other_game = HEAD.replace("offboard", "chess");
    assert!(
        lesson_error(&other_game)
            .starts_with("f.txt:1: expected a game (game, character 1: expected offboard")
    );
    let no_step = lesson_error(HEAD);
    assert_eq!(no_step, "f.txt:1: expected at least one step, found none");
    let no_dutch = HEAD.replacen("  nl d\n", "", 1);
    assert_eq!(
        lesson_error(&no_dutch),
        "f.txt:2: expected texts below: en, fr, de and nl (nl is missing), found \"title\""
    );
}

#[test]
fn step_errors() {
    let cases = [
        (
            "right a5b5\n  go two\n",
            "f.txt:24: expected the name of a step, or end, instead of \"two\", found \"right a5b5\"",
        ),
        (
            "right a5b5\n  loose 2\n",
            "f.txt:25: expected gains, loses, ends, reaches, reply, go, en, fr, de or nl, found \"loose 2\"",
        ),
        (
            "right a5b5\n  gains x\n",
            "f.txt:25: expected a number of points or segments, found \"gains x\"",
        ),
        (
            "right gains x\n",
            "f.txt:24: expected a number of points or segments, found \"right gains x\"",
        ),
        (
            "refused a5b5\n",
            "f.txt:24: expected because below, found \"refused a5b5\"",
        ),
        (
            "wrong a5b5\n",
            "f.txt:24: expected texts below: en, fr, de and nl, found \"wrong a5b5\"",
        ),
        (
            "choice maybe\n",
            "f.txt:24: expected choice right or choice wrong, found \"choice maybe\"",
        ),
        (
            "start\n",
            "f.txt:24: expected only one start or position, found \"start\"",
        ),
        (
            "light z9\n",
            "f.txt:24: expected cells (e5) or targets (T0 to T11), found \"light z9\"",
        ),
        (
            "ring e5\n",
            "f.txt:24: expected light, cross or label: only Isometron has lines, found \"ring e5\"",
        ),
    ];
    for (step, expected) in cases {
        assert_eq!(step_error(step), expected);
    }
    let unknown = step_error("says\n");
    assert!(
        unknown.starts_with("f.txt:24: expected step, start, position"),
        "{unknown}"
    );
    let alone = step_error("other\n  en a\n  fr b\n  de c\n  nl d\n");
    assert_eq!(
        alone,
        "f.txt:17: expected a right answer beside wrong, refused or other, found \"step one\""
    );
}

#[test]
fn figure_errors() {
    let error = |text: &str| {
        Figure::parse("f.txt", GameId::Polygone, text)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(error(""), "f.txt:1: expected start or position, found neither");
    assert!(error("# a\nposition x w 0-0\n").starts_with("f.txt:2: expected a position of polygone ("));
    assert_eq!(
        error("start\nlight c4 c5\n"),
        "f.txt:2: expected holes (c4) or places of segments (b3c4), found \"light c4 c5\""
    );
    assert_eq!(
        error("start\nlabel c4 long\n"),
        "f.txt:2: expected a thing and one or two characters to write on it, found \"label c4 long\""
    );
    assert_eq!(
        error("start\nsay\n"),
        "f.txt:2: expected start, position, play, light, cross, label, ring, open, found \"say\""
    );
}

#[test]
fn page_errors() {
    let error = |text: &str| Page::parse("f.md", text).unwrap_err().to_string();
    assert_eq!(
        error("text\n"),
        "f.md:1: expected a first-level heading at the top, found \"\""
    );
    assert_eq!(
        error("# G\n\n## Aim\n"),
        "f.md:3: expected an id after the heading: {#id}, found \"## Aim\""
    );
    assert_eq!(
        error("# G\n\n[a](https://b)\n"),
        "f.md:3: expected a link to a term: [word](term:NAME), found \"[a](https://b)\""
    );
    assert_eq!(
        error("# G\n\n![a](b.png)\n"),
        "f.md:3: expected a figure with a caption: ![caption](figure:NAME), found \"![a](b.png)\""
    );
    assert_eq!(
        error("# G\n\n> quoted\n"),
        "f.md:3: expected a heading of the third level, a paragraph, a list or a table, found \"> quoted\""
    );
}

/// A text with one line left out, and cut off in the middle of that line, for every line.
pub(crate) fn damaged(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let without = (0..lines.len()).map(|at| [&lines[..at], &lines[at + 1..]].concat().join("\n"));
    let cut = (0..lines.len()).map(|at| {
        let half: String = lines[at].chars().take(lines[at].chars().count() / 2).collect();
        format!("{}\n{half}", lines[..at].join("\n"))
    });
    without.chain(cut).collect()
}

#[test]
fn damaged_files_are_read_or_refused_without_a_panic() {
    let mut refused = 0;
    for game in files::FLAT {
        for name in files::names(&format!("learn/lessons/{game}")) {
            let text = files::read(&format!("learn/lessons/{game}/{name}"));
            refused += damaged(&text)
                .iter()
                .filter(|text| Lesson::parse(&name, text).is_err())
                .count();
        }
        let page = files::read(&format!("learn/rules/{game}/de.md"));
        refused += damaged(&page)
            .iter()
            .filter(|text| Page::parse("de.md", text).is_err())
            .count();
    }
    assert!(refused > 1000, "{refused}");
}
