//! Dependencies between crates, and calls that a pure crate may not make.

use super::{files, names, read, shown};
use std::path::Path;

/// The pure crates with everything they may depend on. A crate that is not here may depend on anything but
/// what `FORBIDDEN` says.
const PURE: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("offboard", &["rules"]),
    ("polygone", &["rules"]),
    ("isometron", &["rules"]),
    ("magnets", &["libm", "rapier3d"]),
    ("polarity", &["magnets", "rules"]),
    ("polarity-facts", &["rules"]),
    (
        "drawing",
        &[
            "isometron",
            "magnets",
            "offboard",
            "polarity",
            "polygone",
            "qrcode",
            "rules",
        ],
    ),
    ("raster", &["gif", "resvg"]),
    ("search", &["offboard", "polygone", "rules"]),
    ("isometron-engine", &["isometron", "rules", "search"]),
    (
        "games",
        &[
            "drawing",
            "isometron",
            "isometron-engine",
            "offboard",
            "polarity",
            "polygone",
            "rules",
            "search",
        ],
    ),
    (
        "learn",
        &[
            "drawing",
            "games",
            "isometron",
            "offboard",
            "polarity",
            "polarity-facts",
            "polygone",
            "pulldown-cmark",
            "rules",
        ],
    ),
    (
        "puzzles",
        &[
            "games",
            "isometron",
            "isometron-engine",
            "offboard",
            "polygone",
            "rules",
            "search",
        ],
    ),
    ("protocol", &["games", "rules", "schemars", "serde", "serde_json"]),
];

/// Pairs that must never meet: the first may not depend on the second.
const FORBIDDEN: &[(&str, &str)] = &[
    ("client", "server"),
    ("client", "store"),
    ("server", "client"),
    ("server", "sqlx"),
    ("tablier", "sqlx"),
    ("client", "sqlx"),
];

/// Calls that do input or output, read the clock or the environment, or draw a seed.
const IMPURE: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "std::io",
    "Instant",
    "SystemTime",
    "println!",
    "eprintln!",
    "print!",
    "thread_rng",
    "getrandom",
];

/// The crates that may read the environment: they read the configuration, or belong to tests and tools.
const CONFIGURED: &[&str] = &["tablier", "server", "testkit", "testclient"];

pub(super) fn check(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let crates = names(&root.join("crates"));
    for (name, _) in PURE
        .iter()
        .filter(|(name, _)| !crates.iter().any(|found| found == name))
    {
        problems.push(format!(
            "xtask/src/tidy/layers.rs names the crate {name}, which is gone"
        ));
    }
    for name in &crates {
        let folder = root.join("crates").join(name);
        let manifest = read(&folder.join("Cargo.toml"));
        problems.extend(check_dependencies(name, &dependencies(&manifest)));
        let pure = PURE.iter().any(|(pure, _)| pure == name);
        for path in files(&folder.join("src"), "rs") {
            let source = read(&path);
            let words = IMPURE
                .iter()
                .filter(|word| pure || (**word == "std::env" && !CONFIGURED.contains(&name.as_str())));
            for word in words.filter(|word| source.contains(**word)) {
                problems.push(format!("{} uses {word}", shown(root, &path)));
            }
        }
    }
    problems
}

fn check_dependencies(name: &str, dependencies: &[(&str, bool)]) -> Vec<String> {
    let mut problems = Vec::new();
    for &(dependency, shared) in dependencies {
        if !shared {
            problems.push(format!(
                "crates/{name}: {dependency} must take its version from the workspace's table"
            ));
        }
        let allowed = PURE
            .iter()
            .find(|(pure, _)| *pure == name)
            .map(|(_, allowed)| *allowed);
        let outside = allowed.is_some_and(|allowed| !allowed.contains(&dependency));
        if outside || FORBIDDEN.contains(&(name, dependency)) {
            problems.push(format!("crates/{name} may not depend on {dependency}"));
        }
    }
    problems
}

/// The names in a manifest's `[dependencies]`, each with whether its version comes from the workspace.
fn dependencies(manifest: &str) -> Vec<(&str, bool)> {
    let lines = manifest
        .lines()
        .skip_while(|line| *line != "[dependencies]")
        .skip(1);
    let entries = lines.take_while(|line| !line.starts_with('['));
    let named = entries.filter_map(|line| {
        line.split_once('=')
            .filter(|(key, _)| !key.starts_with([' ', '#']))
    });
    named
        .map(|(key, value)| {
            let key = key.trim();
            let shared = key.ends_with(".workspace") || value.contains("workspace = true");
            (key.trim_end_matches(".workspace"), shared)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forbidden_dependency_is_found() {
        let manifest = "[dependencies]\nrules.workspace = true\nweb-sys = { workspace = true, features = [\n    \"a\",\n] }\n\
                        sqlx = \"1\"\n\n[lints]\nworkspace = true\n";
        assert_eq!(
            dependencies(manifest),
            [("rules", true), ("web-sys", true), ("sqlx", false)]
        );
        assert_eq!(
            check_dependencies("offboard", &[("rules", true)]),
            Vec::<String>::new()
        );
        assert_eq!(check_dependencies("offboard", &[("rules", false)]).len(), 1);
        assert_eq!(check_dependencies("offboard", &[("serde", true)]).len(), 1);
        assert_eq!(check_dependencies("server", &[("sqlx", true)]).len(), 1);
    }
}
