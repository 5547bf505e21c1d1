//! Rules for every source file.

use super::{files, read, shown};
use std::path::Path;

/// Lines of a source file, unless its first lines say `Long because`.
const MOST_LINES: usize = 500;

pub(super) fn check(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    for path in files(root, "rs") {
        let source = read(&path);
        let name = shown(root, &path);
        if !source.starts_with("//!") && !source.starts_with("#![doc = include_str!") {
            problems.push(format!(
                "{name} must begin with a line `//!` that says what it is"
            ));
        }
        if source.lines().count() > MOST_LINES
            && !source.lines().take(10).any(|line| line.contains("Long because"))
        {
            problems.push(format!(
                "{name} has more than {MOST_LINES} lines and no `Long because` at its top"
            ));
        }
    }
    let texts = ["rs", "md", "toml", "css", "html", "js", "sql"]
        .iter()
        .flat_map(|extension| files(root, extension));
    for path in texts {
        let text = read(&path);
        // Written apart, so that this file does not name them.
        for machine in [
            concat!("/ro", "ot/"),
            concat!("/wo", "rk/"),
            concat!("/ho", "me/"),
        ] {
            if text.contains(machine) {
                problems.push(format!(
                    "{} names a path of a machine: {machine}",
                    shown(root, &path)
                ));
            }
        }
    }
    problems
}
