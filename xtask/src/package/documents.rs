//! The documents of a package: links to files that stay behind are plain words in them.

use super::{DOCUMENTS, put, read, write};
use crate::shell::{Done, root};
use std::path::Path;

/// Puts all documents into a folder, each at its place.
pub(super) fn put_all(folder: &Path) -> Done {
    for name in DOCUMENTS {
        let (from, to) = (root().join(name), folder.join(name));
        put(&from, &to, 0o644)?;
        if is_page(name) {
            write(&to, &without_dead_links(&read(&from)?, name))?;
        }
    }
    Ok(())
}

fn is_page(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|kind| kind == "md")
}

/// A document in which every link leads to another document of the package, or to another site.
fn without_dead_links(text: &str, name: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let (target, after) = after.split_once(')').unwrap_or((after, ""));
        match before.rsplit_once('[') {
            Some((prose, words)) if !is_alive(target, name) => kept.extend([prose, words]),
            _ => kept.extend([before, "](", target, ")"]),
        }
        rest = after;
    }
    kept + rest
}

/// Whether a link of a document leads anywhere from within a package.
fn is_alive(target: &str, name: &str) -> bool {
    let file = target.split('#').next().unwrap_or_default();
    let mut path: Vec<&str> = name.split('/').collect();
    path.pop();
    for part in file.split('/') {
        if part == ".." {
            path.pop();
        } else {
            path.push(part);
        }
    }
    file.is_empty() || file.contains("://") || DOCUMENTS.contains(&path.join("/").as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_links_to_files_that_stay_behind_become_words() {
        let text = "See [a [proxy]](../deploy/Caddyfile), [here](#up), [load](load.md#x), [the map](../ARCHITECTURE.md) \
                    and [Rust](https://rustup.rs).";
        let mended = without_dead_links(text, "docs/hosting.md");
        assert_eq!(mended, text.replace("[the map](../ARCHITECTURE.md)", "the map"));
        assert_eq!(without_dead_links("no end [x](y", "README.md"), "no end x");
    }

    #[test]
    fn every_link_of_the_packed_pages_leads_to_a_packed_file() {
        let folder = tempfile::tempdir().unwrap();
        put_all(folder.path()).unwrap();
        let mut links = 0;
        for name in DOCUMENTS.iter().filter(|name| is_page(name)) {
            let page = read(&folder.path().join(name)).unwrap();
            let beside = folder.path().join(name);
            let markdown = page
                .split("](")
                .skip(1)
                .filter_map(|link| link.split([')', '#']).next());
            let pictures = page
                .split("src=\"")
                .skip(1)
                .filter_map(|link| link.split('"').next());
            for link in markdown
                .chain(pictures)
                .filter(|link| !link.is_empty() && !link.contains("://"))
            {
                assert!(beside.parent().unwrap().join(link).is_file(), "{name}: {link}");
                links += 1;
            }
        }
        assert!(links > 20, "{links}");
    }
}
