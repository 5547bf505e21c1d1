//! Public types have names that are unique in the workspace.

use super::{files, names, read, shown};
use std::collections::BTreeMap;
use std::path::Path;

/// Names that several types may have, and why.
const SHARED: &[(&str, &str)] = &[
    ("Cell", EACH_GAME),
    ("Control", EACH_GAME),
    ("Error", "each crate has one; it is written with the crate's path"),
    ("Forbidden", EACH_GAME),
    ("Geometry", EACH_GAME),
    ("Held", EACH_GAME),
    ("Motion", EACH_GAME),
    ("Move", EACH_GAME),
    ("Position", EACH_GAME),
    ("Spot", EACH_GAME),
];

const EACH_GAME: &str = "each game has one; it is written with the game's path";

pub(super) fn check(root: &Path) -> Vec<String> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in names(&root.join("crates")) {
        for path in files(&root.join("crates").join(name).join("src"), "rs") {
            for found in public_types(&read(&path)) {
                places
                    .entry(found.to_owned())
                    .or_default()
                    .push(shown(root, &path));
            }
        }
    }
    compare(&places, SHARED)
}

/// Every name with several places must be on the list, and every name on the list must have several places.
fn compare(places: &BTreeMap<String, Vec<String>>, shared: &[(&str, &str)]) -> Vec<String> {
    let several = places.iter().filter(|(_, places)| places.len() > 1);
    let unlisted = several.filter(|(name, _)| !shared.iter().any(|(listed, _)| listed == name));
    let mut problems: Vec<String> = unlisted
        .map(|(name, places)| {
            format!(
                "{name} is the name of several public types: {}; rename all but one",
                places.join(", ")
            )
        })
        .collect();
    for (name, _) in shared {
        if places.get(*name).is_none_or(|places| places.len() < 2) {
            problems.push(format!(
                "{name} is unique now: take it off the list in xtask/src/tidy/types.rs"
            ));
        }
    }
    problems
}

/// The public types that stand at the top level of a source. The lint `unreachable_pub` keeps `pub` to them.
fn public_types(source: &str) -> Vec<&str> {
    let declarations = source.lines().filter_map(|line| line.strip_prefix("pub "));
    let named = declarations.filter_map(|declaration| {
        let declaration = declaration.strip_prefix("unsafe ").unwrap_or(declaration);
        let (keyword, rest) = declaration.split_once(' ')?;
        matches!(keyword, "struct" | "enum" | "trait" | "type" | "union").then_some(rest)
    });
    let ends = |letter: char| !letter.is_alphanumeric() && letter != '_';
    named.filter_map(|rest| rest.split(ends).next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_types_are_found() {
        let source = "pub struct A<'a> {\n    pub enum No\n}\npub(crate) struct No;\npub enum B {}\npub trait C: D {}\n\
                      pub fn no() {}\npub type E = u8;\nstruct No;\n";
        assert_eq!(public_types(source), ["A", "B", "C", "E"]);
    }

    #[test]
    fn a_second_type_of_a_name_needs_a_reason() {
        let places = |name: &str, count| (name.to_owned(), vec!["somewhere".to_owned(); count]);
        let found = BTreeMap::from([places("Once", 1), places("Twice", 2)]);
        assert_eq!(compare(&found, &[]).len(), 1);
        assert_eq!(compare(&found, &[("Twice", "")]).len(), 0);
        assert_eq!(compare(&found, &[("Twice", ""), ("Once", "")]).len(), 1);
        assert_eq!(compare(&found, &[("Twice", ""), ("Gone", "")]).len(), 1);
    }
}
