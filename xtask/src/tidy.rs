//! `cargo xtask tidy`: the invariants of ARCHITECTURE.md, checked by reading the tree.

mod dependencies;
mod docs;
mod layers;
mod old_names;
mod sources;
mod tokens;
mod types;
mod words;

use crate::shell::{Done, names, root};
use std::path::{Path, PathBuf};

pub(crate) fn run() -> Done {
    let root = root();
    let problems = [
        layers::check(&root),
        sources::check(&root),
        docs::check(&root),
        words::check(&root),
        types::check(&root),
        old_names::check(&root),
        dependencies::check(),
    ]
    .concat();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(format!("the tree is not tidy:\n  {}", problems.join("\n  ")))
    }
}

/// The text of a file; one that cannot be read counts as empty and is found missing by the checks.
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

/// All files below a folder that end in `.extension`, build output left out.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for name in names(folder) {
        let path = folder.join(&name);
        if path.is_dir()
            && !matches!(
                name.as_str(),
                "target" | "dist" | "dist-packages" | "corpus" | ".git"
            )
        {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found
}

/// A path as it is written in the tree's own documents.
fn shown(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_tree_is_tidy() {
        assert_eq!(super::run(), Ok(()));
    }
}
