//! Holds the names in docs/coverage.md against the files: sections, lessons, tests.

use crate::files;
use games::GameId;
use learn::LessonLanguage;

/// The number of statements of each rulebook.
const STATEMENTS: [(GameId, usize); 3] = [
    (GameId::Offboard, 42),
    (GameId::Polygone, 49),
    (GameId::Isometron, 42),
];

/// A row: number, statement, sections, steps, tests.
struct Row {
    number: usize,
    sections: Vec<String>,
    steps: Vec<String>,
    tests: Vec<String>,
}

/// The rows of the table below the heading `## GAME`.
fn rows(game: GameId) -> Vec<Row> {
    let text = files::read("docs/coverage.md");
    let heading = format!("## {game}");
    let lines = text.lines().skip_while(|line| *line != heading).skip(1);
    let table = lines.take_while(|line| !line.starts_with("## "));
    let rows = table.filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [number, _, sections, steps, tests] = cells[..] else {
            return None;
        };
        let list = |cell: &str| {
            let names = cell.split(", ").filter(|name| !matches!(*name, "" | "-"));
            names.map(str::to_owned).collect()
        };
        Some(Row {
            number: number.parse().ok()?,
            sections: list(sections),
            steps: list(steps),
            tests: list(tests),
        })
    });
    rows.collect()
}

#[test]
fn every_statement_is_taught() {
    for (game, count) in STATEMENTS {
        let rows = rows(game);
        let numbers: Vec<usize> = rows.iter().map(|row| row.number).collect();
        assert_eq!(numbers, (1..=count).collect::<Vec<usize>>(), "{game}");
        for row in rows {
            assert!(
                !row.sections.is_empty() || !row.steps.is_empty(),
                "{game} {}: taught nowhere",
                row.number
            );
        }
    }
}

#[test]
fn sections_and_steps_exist() {
    for (game, _) in STATEMENTS {
        let page = files::page(game, LessonLanguage::En);
        let lessons = files::lessons(game);
        let mut steps = Vec::new();
        for (file, lesson) in &lessons {
            let name = file.rsplit('/').next().unwrap().trim_end_matches(".txt");
            let number = name.split('-').next().unwrap();
            steps.extend(lesson.steps.iter().map(|step| format!("{number}/{}", step.name)));
        }
        for row in rows(game) {
            for section in &row.sections {
                assert!(
                    page.section(section).is_some(),
                    "{game} {}: section {section}",
                    row.number
                );
            }
            for step in &row.steps {
                assert!(steps.contains(step), "{game} {}: step {step}", row.number);
            }
        }
    }
}

/// Whether a test exists: `PATH::NAME` in a source file, the path alone of a playthrough.
pub(crate) fn is_test(test: &str) -> bool {
    let Some((path, name)) = test.split_once("::") else {
        let path = files::root().join("crates").join(test);
        return test.contains("/playthroughs/") && path.is_file();
    };
    let source = files::read(&format!("crates/{path}"));
    let function = format!("fn {name}()");
    let is_every_games = || files::read("crates/testkit/src/lib.rs").contains(&function);
    source.contains(&function) || source.contains("testkit::conformance!(") && is_every_games()
}

#[test]
fn tests_exist() {
    for (game, _) in STATEMENTS {
        for Row { number, tests, .. } in rows(game) {
            assert!(!tests.is_empty(), "{game} {number}: no test");
            for test in tests {
                assert!(is_test(&test), "{game} {number}: test {test}");
            }
        }
    }
}

#[test]
fn a_test_is_named_with_its_function() {
    assert!(is_test("learn/tests/learn/coverage.rs::tests_exist"));
    assert!(is_test(
        "offboard/tests/conformance.rs::node_counts_are_those_of_the_file"
    ));
    assert!(is_test("offboard/tests/playthroughs/pushes.txt"));
    for wrong in [
        "learn/tests/learn/coverage.rs",
        "learn/tests/learn/coverage.rs::tests",
        "learn/tests/learn/files.rs::node_counts_are_those_of_the_file",
        "offboard/tests/offboard.perft",
        "offboard/tests/playthroughs/none.txt",
    ] {
        assert!(!is_test(wrong), "{wrong}");
    }
}
