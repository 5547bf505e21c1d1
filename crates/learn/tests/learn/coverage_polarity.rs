//! Holds the names of Polarity's rulebooks in docs/coverage.md against the files: sections, lesson steps, tests.

use crate::coverage::is_test;
use crate::{files, table};
use games::GameId;
use learn::LessonLanguage;

/// The rulebooks with the number of their statements, and the statements about the box, the table or the booklet.
const BOOKS: [(&str, usize, &[usize]); 2] = [
    ("Temple", 130, &[5, 6, 18, 76, 77, 89, 90, 92, 94]),
    ("Ferti", 58, &[4, 6]),
];

/// Incidents out of turn, which cannot happen on a screen, have no test.
const UNTESTED: [&str; 1] = ["Temple 130"];

/// A row: number, statement, sections, steps, tests.
struct Row {
    place: String,
    number: usize,
    cells: [Vec<String>; 3],
}

fn rows(book: &str) -> Vec<Row> {
    let text = files::read("docs/coverage.md");
    let heading = format!("## {book}");
    let lines = text.lines().skip_while(|line| *line != heading).skip(1);
    let table = lines.take_while(|line| !line.starts_with("## "));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [number, _, sections, steps, tests] = cells[..] else {
            return None;
        };
        let list = |cell: &str| {
            let names = cell.split(", ").filter(|name| *name != "-");
            names.map(str::to_owned).collect()
        };
        Some(Row {
            place: format!("{book} {number}"),
            number: number.parse().ok()?,
            cells: [sections, steps, tests].map(list),
        })
    };
    table.filter_map(row).collect()
}

#[test]
fn every_statement_is_taught_or_physical() {
    for (book, count, physical) in BOOKS {
        let rows = rows(book);
        let is_physical = |row: &&Row| row.cells[0] == ["physical"];
        let marked: Vec<usize> = rows.iter().filter(is_physical).map(|row| row.number).collect();
        assert_eq!(marked, physical, "{book}");
        let numbers: Vec<usize> = rows.iter().map(|row| row.number).collect();
        assert_eq!(numbers, (1..=count).collect::<Vec<usize>>(), "{book}");
        for row in rows {
            let [sections, steps, _] = &row.cells;
            assert!(
                !sections.is_empty() || !steps.is_empty(),
                "{}: taught nowhere",
                row.place
            );
        }
    }
}

#[test]
fn sections_steps_and_tests_exist() {
    let page = files::page(GameId::Polarity, LessonLanguage::En);
    let mut ids = vec!["physical"];
    for section in &page.sections {
        ids.push(&section.id);
        ids.extend(section.headings());
    }
    let lessons = table::lessons();
    let steps: Vec<String> = lessons
        .iter()
        .flat_map(|(file, lesson)| {
            let name = file.rsplit('/').next().unwrap();
            let steps = lesson.steps.iter();
            steps.map(move |step| format!("{}/{}", &name[..2], step.name))
        })
        .collect();
    for (book, ..) in BOOKS {
        for Row { place, cells, .. } in rows(book) {
            let [sections, on_table, tests] = &cells;
            let stranger = sections.iter().find(|id| !ids.contains(&id.as_str()));
            assert_eq!(stranger, None, "{place}: section");
            let stranger = on_table.iter().find(|step| !steps.contains(step));
            assert_eq!(stranger, None, "{place}: step");
            let needs_test = sections != &["physical"] && !UNTESTED.contains(&place.as_str());
            assert_eq!(tests.is_empty(), !needs_test, "{place}: tests");
            for test in tests {
                assert!(is_test(test), "{place}: test {test}");
            }
        }
    }
}
