//! Who may depend on whom, and what a pure crate may not touch.

use super::{files, names, read, shown};
use std::path::Path;

/// The pure crates with everything they may depend on. A crate that is not here may depend on anything but
/// what `FORBIDDEN` says.
const PURE: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("offboard", &["rules"]),
    ("isometron", &["rules"]),
    ("drawing", &["isometron", "offboard", "rules"]),
    ("games", &["drawing", "isometron", "offboard", "rules"]),
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

/// What does input or output, reads the clock or the environment, or draws its own seed.
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
const CONFIGURED: &[&str] = &["tablier", "server", "testkit"];

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
        let dependencies = dependencies(&read(&folder.join("Cargo.toml")));
        problems.extend(check_dependencies(name, &dependencies));
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

fn check_dependencies(name: &str, dependencies: &[String]) -> Vec<String> {
    let mut problems = Vec::new();
    for dependency in dependencies {
        let Some(dependency) = dependency.strip_suffix(".workspace") else {
            problems.push(format!(
                "crates/{name}: {dependency} must take its version from the workspace's table"
            ));
            continue;
        };
        let outside = PURE
            .iter()
            .find(|(pure, _)| *pure == name)
            .is_some_and(|(_, allowed)| !allowed.contains(&dependency));
        if outside || FORBIDDEN.contains(&(name, dependency)) {
            problems.push(format!("crates/{name} may not depend on {dependency}"));
        }
    }
    problems
}

/// The keys of a manifest's `[dependencies]`.
fn dependencies(manifest: &str) -> Vec<String> {
    let lines = manifest
        .lines()
        .skip_while(|line| *line != "[dependencies]")
        .skip(1);
    let entries = lines
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    entries
        .map(|line| line.split([' ', '=']).next().unwrap_or_default().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forbidden_dependency_is_found() {
        let manifest = "[package]\n\n[dependencies]\nrules.workspace = true\nsqlx = \"1\"\n\n[lints]\nworkspace = true\n";
        assert_eq!(dependencies(manifest), ["rules.workspace", "sqlx"]);
        assert_eq!(
            check_dependencies("offboard", &["rules.workspace".into()]),
            Vec::<String>::new()
        );
        assert_eq!(check_dependencies("offboard", &["sqlx".into()]).len(), 1);
        assert_eq!(
            check_dependencies("offboard", &["serde.workspace".into()]).len(),
            1
        );
        assert_eq!(check_dependencies("server", &["sqlx.workspace".into()]).len(), 1);
    }
}
