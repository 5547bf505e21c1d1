//! Licences, sources, duplicate versions and unmaintained crates among all dependencies, by `cargo metadata`.
//!
//! `deny.toml` has the same rules for cargo-deny, which also knows the advisories.

use crate::shell::{cargo, output};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Licences that anything may have.
const LICENCES: &[&str] = &[
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Zlib",
];

/// Licences that one crate may have, and why.
const EXCEPTIONS: &[(&str, &str, &str)] =
    &[("webdriver", "MPL-2.0", "browser tests only; never distributed")];

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Crates that are there in several versions, and why.
const SEVERAL_VERSIONS: &[(&[&str], &str)] = &[
    (&["approx"], "three-d's cgmath has an old one"),
    (&["convert_case"], "leptos's config has an old one"),
    (
        &["cookie", "http", "thiserror", "thiserror-impl"],
        "webdriver (tests) and gloo-net have old ones",
    ),
    (
        &[
            "icu_collections",
            "icu_provider",
            "litemap",
            "synstructure",
            "tinystr",
            "writeable",
            "yoke",
            "yoke-derive",
            "zerovec",
            "zerovec-derive",
        ],
        "webdriver (tests) has an old icu_segmenter",
    ),
    (
        &[
            "block-buffer",
            "cpufeatures",
            "crypto-common",
            "digest",
            "sha1",
            "sha2",
        ],
        "argon2, axum and tungstenite wait for the next RustCrypto",
    ),
    (
        &["getrandom", "r-efi", "rand", "rand_core"],
        "argon2's password-hash and tungstenite have old ones",
    ),
    (
        &["gimli", "wasm-encoder", "wasmparser"],
        "wasm-bindgen's walrus and the splitter differ",
    ),
    (&["hashbrown"], "sqlx's hashlink has an old one"),
    (&["miniz_oxide"], "resvg's png has an old one"),
    (&["windows-sys"], "ring has an old one, on Windows"),
    (&["syn"], "the procedural macros are moving to the third one"),
];

/// Crates that nobody maintains, with those that bring them. Empty: nobody may.
const UNMAINTAINED: &[(&str, &[&str], &str)] = &[
    ("adler", &[], "adler2 replaces it"),
    ("ansi_term", &[], "anstyle replaces it"),
    ("atty", &[], "std::io::IsTerminal replaces it"),
    ("backoff", &[], "backon replaces it"),
    ("derivative", &[], "derive-where replaces it"),
    ("fxhash", &[], "rustc-hash replaces it"),
    (
        "instant",
        &["three-d"],
        "three-d's clock in the browser; a few lines of code",
    ),
    (
        "paste",
        &[
            "either_of",
            "leptos",
            "reactive_graph",
            "reactive_stores",
            "tachys",
        ],
        "Leptos's macros; runs in the compiler only",
    ),
    ("proc-macro-error", &[], "proc-macro-error2 replaces it"),
    ("yaml-rust", &[], "no replacement is needed here"),
];

pub(super) fn check() -> Vec<String> {
    match output(cargo().args(["metadata", "--format-version", "1", "--locked"])) {
        Ok((text, _)) => match serde_json::from_str(&text) {
            Ok(metadata) => problems(&Dependencies::read(&metadata)),
            Err(error) => vec![format!("cargo metadata printed no JSON: {error}")],
        },
        Err(error) => vec![format!("cargo metadata failed: {error}")],
    }
}

struct Package {
    name: String,
    version: String,
    licence: Option<String>,
    /// `None` for the workspace's own crates.
    source: Option<String>,
}

struct Dependencies {
    packages: Vec<Package>,
    /// The names of the crates that depend directly on a name.
    users: BTreeMap<String, BTreeSet<String>>,
}

impl Dependencies {
    fn read(metadata: &Value) -> Self {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let mut names = BTreeMap::new();
        let mut packages = Vec::new();
        for package in list(&metadata["packages"]) {
            let name = text(&package["name"]).unwrap_or_default();
            names.insert(text(&package["id"]), name.clone());
            packages.push(Package {
                name,
                version: text(&package["version"]).unwrap_or_default(),
                licence: text(&package["license"]),
                source: text(&package["source"]),
            });
        }
        let mut users: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        // The resolved graph: optional dependencies that nobody switches on are not in it.
        for node in list(&metadata["resolve"]["nodes"]) {
            let user = names.get(&text(&node["id"])).cloned().unwrap_or_default();
            for id in list(&node["dependencies"]) {
                let name = names.get(&text(&id)).cloned().unwrap_or_default();
                users.entry(name).or_default().insert(user.clone());
            }
        }
        Self { packages, users }
    }
}

fn problems(dependencies: &Dependencies) -> Vec<String> {
    let mut problems = Vec::new();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in &dependencies.packages {
        let (name, version) = (&package.name, &package.version);
        versions.entry(name).or_default().insert(version);
        let Some(source) = &package.source else { continue };
        if source != REGISTRY {
            problems.push(format!(
                "{name} {version} comes from {source}, not from crates.io"
            ));
        }
        let licence = package.licence.as_deref().unwrap_or_default();
        let excepted = EXCEPTIONS
            .iter()
            .any(|(crate_name, found, _)| crate_name == name && *found == licence);
        if !excepted && !allowed(licence) {
            problems.push(format!(
                "{name} {version} has the licence {licence:?}, which is not on the list"
            ));
        }
    }
    let listed: Vec<&str> = SEVERAL_VERSIONS
        .iter()
        .flat_map(|(names, _)| *names)
        .copied()
        .collect();
    for (name, versions) in &versions {
        let several = versions.len() > 1;
        if several != listed.contains(name) {
            problems.push(format!(
                "{name} has {} version(s), and the list of duplicates in xtask/src/tidy/dependencies.rs says otherwise",
                versions.len()
            ));
        }
    }
    for (name, known, advice) in UNMAINTAINED
        .iter()
        .filter(|(name, ..)| versions.contains_key(name))
    {
        let users = dependencies.users.get(*name).into_iter().flatten();
        for user in users.filter(|user| !known.contains(&user.as_str())) {
            problems.push(format!("{user} brings {name}, which nobody maintains: {advice}"));
        }
    }
    problems
}

/// Whether an SPDX expression allows the use under a licence of the list: `AND` binds closer than `OR`.
fn allowed(expression: &str) -> bool {
    let expression = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let mut words = expression.split_whitespace().peekable();
    let result = alternatives(&mut words);
    result && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn alternatives(words: &mut Words) -> bool {
    let mut any = conjunction(words);
    while words.next_if_eq(&"OR").is_some() {
        any |= conjunction(words);
    }
    any
}

fn conjunction(words: &mut Words) -> bool {
    let mut all = licence(words);
    while words.next_if_eq(&"AND").is_some() {
        all &= licence(words);
    }
    all
}

fn licence(words: &mut Words) -> bool {
    match words.next() {
        Some("(") => alternatives(words) & words.next_if_eq(&")").is_some(),
        Some(name) => {
            // An exception only adds permissions.
            if words.next_if_eq(&"WITH").is_some() {
                words.next();
            }
            LICENCES.contains(&name)
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licence_expressions_are_read() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR GPL-3.0) AND Zlib",
            "Apache-2.0 WITH LLVM-exception OR GPL-3.0",
        ] {
            assert!(allowed(good), "{good}");
        }
        for bad in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT",
            "MIT)",
            "(GPL-3.0 OR MPL-2.0) AND MIT",
        ] {
            assert!(!allowed(bad), "{bad}");
        }
    }

    fn found(packages: &[(&str, &str, &str, &str)], users: &[(&str, &str)]) -> Vec<String> {
        let packages = packages.iter().map(|(name, version, licence, source)| Package {
            name: (*name).to_owned(),
            version: (*version).to_owned(),
            licence: Some((*licence).to_owned()),
            source: Some((*source).to_owned()),
        });
        let mut by_name: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (used, user) in users {
            by_name
                .entry((*used).to_owned())
                .or_default()
                .insert((*user).to_owned());
        }
        problems(&Dependencies {
            packages: packages.collect(),
            users: by_name,
        })
    }

    #[test]
    fn each_rule_can_be_broken() {
        let plain = ("a", "1.0.0", "MIT", REGISTRY);
        assert_eq!(found(&[plain], &[]), Vec::<String>::new());
        assert_eq!(
            found(&[("a", "1.0.0", "GPL-3.0", REGISTRY)], &[]).len(),
            1,
            "licence"
        );
        assert_eq!(
            found(&[("a", "1.0.0", "MPL-2.0", REGISTRY)], &[]).len(),
            1,
            "another crate's exception"
        );
        assert_eq!(
            found(&[("webdriver", "1.0.0", "MPL-2.0", REGISTRY)], &[]).len(),
            0
        );
        assert_eq!(
            found(&[("a", "1.0.0", "MIT", "git+https://example.org")], &[]).len(),
            1,
            "source"
        );
        assert_eq!(
            found(&[plain, ("a", "2.0.0", "MIT", REGISTRY)], &[]).len(),
            1,
            "duplicate"
        );
        assert_eq!(
            found(&[("syn", "3.0.0", "MIT", REGISTRY)], &[]).len(),
            1,
            "duplicate that is gone"
        );
        let paste = ("paste", "1.0.0", "MIT", REGISTRY);
        assert_eq!(found(&[paste], &[("paste", "leptos")]), Vec::<String>::new());
        assert_eq!(
            found(&[paste], &[("paste", "a")]).len(),
            1,
            "new user of an unmaintained crate"
        );
    }
}
