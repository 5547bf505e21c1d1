//! `cargo xtask publish`: the libraries that are on crates.io, in the order of their dependencies.

use crate::shell::{Done, cargo, output, step, succeed};
use serde_json::Value;

/// Packages the libraries, compiles each from its package and sends them to crates.io; the flags are those of `cargo
/// publish`. Cargo orders the packages, and in a dry run lets each find the others as if they were on the registry.
pub(crate) fn run(flags: &[&str]) -> Done {
    let packages = packages()?;
    let mut publish = cargo();
    publish.args(["publish", "--locked"]).args(flags);
    publish.args(packages.iter().flat_map(|name| ["--package", name]));
    step("packages for crates.io", || succeed(&mut publish))
}

/// The workspace's packages that may be published.
fn packages() -> Result<Vec<String>, String> {
    let (text, _) = output(cargo().args(["metadata", "--format-version", "1", "--no-deps", "--locked"]))?;
    let metadata: Value =
        serde_json::from_str(&text).map_err(|error| format!("cargo metadata printed no JSON: {error}"))?;
    Ok(publishable(&metadata))
}

/// Cargo writes `publish = false` as an empty list of registries, and `publish = true` as null.
fn publishable(metadata: &Value) -> Vec<String> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let open = packages.filter(|package| package["publish"].is_null());
    open.filter_map(|package| package["name"].as_str().map(str::to_owned))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_libraries_with_our_prefix_are_published() {
        let packages = packages().unwrap();
        assert!(packages.iter().any(|name| name == "tablier-rules"));
        assert!(
            packages.iter().all(|name| name.starts_with("tablier-")),
            "{packages:?}"
        );
    }

    #[test]
    fn a_package_that_says_no_is_left_out() {
        let metadata = serde_json::json!({ "packages": [
            { "name": "open", "publish": null },
            { "name": "closed", "publish": [] },
        ] });
        assert_eq!(publishable(&metadata), ["open"]);
    }
}
