//! Documents that must stay in step with the tree.

use super::{files, names, read, shown};
use std::path::Path;

pub(super) fn check(root: &Path) -> Vec<String> {
    let architecture = read(&root.join("ARCHITECTURE.md"));
    let mut problems = Vec::new();
    for path in quoted_paths(&architecture).filter(|path| !root.join(path).exists()) {
        problems.push(format!("ARCHITECTURE.md names {path}, which is not there"));
    }
    for name in names(&root.join("crates")) {
        if !architecture.contains(&format!("`crates/{name}/`")) {
            problems.push(format!("ARCHITECTURE.md does not say what crates/{name}/ is for"));
        }
        if !root.join("crates").join(&name).join("README.md").exists() {
            problems.push(format!("crates/{name} has no README.md"));
        }
    }
    let readme = read(&root.join("README.md"));
    let first_screen: String = readme.lines().take(40).collect::<Vec<_>>().join("\n");
    for needed in ["cargo play", "cargo xtask test", "<img "] {
        if !first_screen.contains(needed) {
            problems.push(format!("README.md's first 40 lines lack `{needed}`"));
        }
    }
    if !read(&root.join(".ci/run")).contains("cargo xtask test") {
        problems.push(".ci/run does not call `cargo xtask test`".to_owned());
    }
    for path in ["md", "txt", "css"].iter().flat_map(|kind| files(root, kind)) {
        if read(&path).lines().any(|line| line.starts_with(MERGE_LEFTOVER)) {
            problems.push(format!(
                "{} still holds both sides of a merge",
                shown(root, &path)
            ));
        }
    }
    for path in files(root, "md") {
        let name = shown(root, &path);
        if name.starts_with(TAUGHT) {
            continue;
        }
        let long = long_lines(&read(&path));
        problems.extend(long.iter().map(|line| {
            format!("{name}:{line} has more than {WIDTH} letters: break the line, as the others are broken")
        }));
    }
    problems.extend(SHORT.into_iter().filter_map(|(name, limit)| {
        let words = read(&root.join(name)).split_whitespace().count();
        (words >= limit).then(|| format!("{name} has {words} words: keep it under {limit}"))
    }));
    for (name, parts) in generated() {
        let text = read(&root.join(name));
        if let Some(part) = missing(&text, &parts) {
            problems.push(format!(
                "{name} is not as its command writes it: it lacks {part:?}"
            ));
        }
    }
    for path in files(&root.join("docs"), "md") {
        let name = shown(root, &path);
        if read(&path).contains(GENERATED) && !generated().iter().any(|(known, _)| *known == name) {
            problems.push(format!("{name} says `{GENERATED}`, and no command writes it"));
        }
    }
    problems
}

/// Documents that stay short, with the number of words that they stay below.
const SHORT: [(&str, usize); 2] = [("docs/design.md", 1400), ("docs/strength.md", 700)];

/// Begins the sentence by which a document says that a command writes it.
const GENERATED: &str = "Written by `cargo";

/// Documents that commands write, with the parts that do not depend on what is measured.
fn generated() -> Vec<(&'static str, Vec<String>)> {
    let table = |mark: &str, head: &str| format!("{mark}\n\n{head}\n| ");
    let load = table(crate::load::MARK, crate::load::HEAD);
    let growth = table(crate::load::GROWTH_MARK, crate::load::GROWTH_HEAD);
    let attack = table(crate::attack::MARK, crate::attack::HEAD);
    let chaos = table(crate::chaos::MARK, crate::chaos::HEAD);
    vec![
        ("docs/bench.md", crate::bench::fixed_parts()),
        ("docs/load.md", vec![load, growth, attack, chaos]),
    ]
}

/// Rules pages have a format of their own.
const TAUGHT: &str = "learn/";

/// Letters of a line of prose at most, so that a change shows in a narrow window.
const WIDTH: usize = 120;

/// Numbers of the lines that are too long. Tables, code, headings and HTML cannot be broken.
fn long_lines(text: &str) -> Vec<usize> {
    let mut is_code = false;
    let mut long = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let start = line.trim_start();
        if start.starts_with("```") {
            is_code = !is_code;
        }
        let is_one_command = start.starts_with("- `") && start.ends_with('`');
        if !is_code
            && !is_one_command
            && !start.starts_with(['|', '#', '<', '['])
            && line.chars().count() > WIDTH
        {
            long.push(index + 1);
        }
    }
    long
}

/// The first part that does not follow those before it in a text.
fn missing<'a>(text: &str, parts: &'a [String]) -> Option<&'a String> {
    let mut rest = text;
    parts.iter().find(|part| match rest.split_once(part.as_str()) {
        Some((_, after)) => {
            rest = after;
            false
        }
        None => true,
    })
}

/// The compiler finds these in code; in a document nobody does.
const MERGE_LEFTOVER: &str = "<<<<<<< ";

/// Paths of the tree between backquotes.
fn quoted_paths(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2).filter(|quoted| {
        let plain = !quoted.contains([' ', ':', '<', '*', '(']);
        plain && (quoted.contains('/') || [".md", ".toml", ".rs"].iter().any(|end| quoted.ends_with(end)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_prose_must_be_broken() {
        let long = "word ".repeat(30);
        let text = format!("{long}\n| {long}\n```sh\n{long}\n```\n# {long}\nshort\n  {long}\n");
        assert_eq!(long_lines(&text), [1, 8]);
    }

    #[test]
    fn a_generated_document_keeps_its_sentences_in_order() {
        let parts = ["one ", " two"].map(str::to_owned);
        assert_eq!(missing("one 1 two", &parts), None);
        assert_eq!(missing(" two one ", &parts), Some(&parts[1]));
        assert_eq!(missing("", &parts), Some(&parts[0]));
    }

    #[test]
    fn paths_are_told_from_other_quotes() {
        let text = "`crates/rules/` does no IO; `cargo play` runs `xtask`; see `README.md` and `a::b/c`.";
        assert_eq!(
            quoted_paths(text).collect::<Vec<_>>(),
            ["crates/rules/", "README.md"]
        );
    }
}
