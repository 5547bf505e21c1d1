//! Everything that is in the binary, by `cargo metadata`: a bill of materials (`CycloneDX`) and the licences' texts.

use super::{Architecture, read, third_party, write};
use crate::shell::{Done, cargo, names, output, root};
use crate::web;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// The browser's modules, which are in the server's binary.
const MODULES: [&str; 3] = ["client", "engine-worker", "polarity-view"];
/// Beginnings of the names of files with licences.
const LICENCE_FILES: [&str; 6] = [
    "license",
    "licence",
    "copying",
    "copyright",
    "notice",
    "unlicense",
];

/// A crate that is compiled in.
#[derive(Debug)]
struct Part {
    name: String,
    version: String,
    licence: String,
    manifest: String,
    /// Ours are no third party's.
    is_ours: bool,
    uses: BTreeSet<String>,
}

impl Part {
    fn purl(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }
}

/// Parts by cargo's ids.
type Parts = BTreeMap<String, Part>;

/// Writes both lists into a folder.
pub(super) fn write_all(folder: &Path, architecture: Architecture, version: &str) -> Done {
    let parts = all(architecture)?;
    let bill = serde_json::to_string_pretty(&bill(&parts, version)?).map_err(|error| error.to_string())?;
    let name = format!("tablier-{version}-{}.cdx.json", architecture.rust);
    write(&folder.join(name), &bill)?;
    write(&third_party(architecture), &licences(&parts))?;
    let others = parts.values().filter(|part| !part.is_ours).count();
    eprintln!("    {others} crates of others, {} of ours", parts.len() - others);
    Ok(())
}

/// The parts of the server and of the browser's modules, each for its own target.
fn all(architecture: Architecture) -> Result<Parts, String> {
    let mut parts = Parts::new();
    let own = architecture.target();
    let modules = MODULES.map(|module| (module, web::TARGET));
    for (name, target) in [("tablier", own.as_str())].into_iter().chain(modules) {
        let mut metadata = cargo();
        metadata.args([
            "metadata",
            "--format-version=1",
            "--locked",
            "--filter-platform",
            target,
        ]);
        let (text, _) = output(&mut metadata)?;
        let metadata = serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
        collect(&metadata, name, &mut parts);
    }
    Ok(parts)
}

fn texts<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Adds a program and everything that it uses, tests and build scripts left out.
fn collect(metadata: &Value, root: &str, parts: &mut Parts) {
    let packages: BTreeMap<&str, &Value> = list(&metadata["packages"])
        .iter()
        .map(|package| (texts(package, "id"), package))
        .collect();
    let nodes: BTreeMap<&str, &Value> = list(&metadata["resolve"]["nodes"])
        .iter()
        .map(|node| (texts(node, "id"), node))
        .collect();
    let is_root = |package: &&Value| texts(package, "name") == root && package["source"].is_null();
    let mut open: Vec<&str> = packages
        .values()
        .copied()
        .filter(is_root)
        .map(|package| texts(package, "id"))
        .collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let (Some(package), Some(node)) = (packages.get(id), nodes.get(id)) else {
            continue;
        };
        let is_normal = |dep: &&Value| list(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let uses: Vec<&str> = list(&node["deps"])
            .iter()
            .filter(is_normal)
            .map(|dep| texts(dep, "pkg"))
            .collect();
        open.extend(&uses);
        let part = parts.entry(id.to_owned()).or_insert_with(|| Part {
            name: texts(package, "name").to_owned(),
            version: texts(package, "version").to_owned(),
            licence: texts(package, "license").replace('/', " OR "),
            manifest: texts(package, "manifest_path").to_owned(),
            is_ours: package["source"].is_null(),
            uses: BTreeSet::new(),
        });
        part.uses.extend(uses.into_iter().map(str::to_owned));
    }
}

/// The checksums of the registry's archives, by name and version.
fn checksums() -> Result<BTreeMap<(String, String), String>, String> {
    let lock = read(&root().join("Cargo.lock"))?;
    let field = |block: &str, name: &str| {
        let begin = format!("{name} = \"");
        block
            .lines()
            .find_map(|line| Some(line.strip_prefix(&begin)?.strip_suffix('"')?.to_owned()))
    };
    let blocks = lock.split("[[package]]");
    Ok(blocks
        .filter_map(|block| {
            Some((
                (field(block, "name")?, field(block, "version")?),
                field(block, "checksum")?,
            ))
        })
        .collect())
}

/// A `CycloneDX` document.
fn bill(parts: &Parts, version: &str) -> Result<Value, String> {
    let sums = checksums()?;
    let components = parts.values().map(|part| {
        let mut component = json!({
            "type": "library",
            "bom-ref": part.purl(),
            "name": part.name,
            "version": part.version,
            "purl": part.purl(),
            "licenses": [{ "expression": part.licence }],
        });
        if let Some(sum) = sums.get(&(part.name.clone(), part.version.clone())) {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
        }
        component
    });
    let purl = |id: &String| parts.get(id).map(Part::purl);
    let dependencies = parts.values().map(|part| {
        let uses: Vec<String> = part.uses.iter().filter_map(purl).collect();
        json!({ "ref": part.purl(), "dependsOn": uses })
    });
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "bom-ref": "tablier",
            "name": "tablier",
            "version": version,
        } },
        "components": components.collect::<Vec<_>>(),
        "dependencies": dependencies.collect::<Vec<_>>(),
    }))
}

/// Every text of a licence once, with the crates that come with it.
fn licences(parts: &Parts) -> String {
    let mut text = String::from("Tablier contains these crates. The texts of their licences follow.\n\n");
    let others: Vec<&Part> = parts.values().filter(|part| !part.is_ours).collect();
    let mut holders: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in &others {
        // Writing to a text cannot fail, here and below.
        let _ = writeln!(text, "{} {}: {}", part.name, part.version, part.licence);
        let folder = Path::new(&part.manifest).parent().unwrap_or(Path::new("."));
        for name in names(folder) {
            let lower = name.to_lowercase();
            if LICENCE_FILES.iter().any(|begin| lower.starts_with(begin))
                && let Ok(licence) = read(&folder.join(&name))
            {
                holders
                    .entry(licence.trim().to_owned())
                    .or_default()
                    .push(part.name.clone());
            }
        }
    }
    for (licence, names) in holders {
        let _ = writeln!(text, "\n{}\n{}\n\n{licence}", "=".repeat(78), names.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bill_names_every_part_with_its_licence_and_nothing_of_the_tests() {
        let parts = all(Architecture::own().unwrap()).unwrap();
        let bill = bill(&parts, "1.2.3").unwrap();
        let refs: BTreeSet<&str> = list(&bill["components"])
            .iter()
            .map(|part| texts(part, "bom-ref"))
            .collect();
        for component in list(&bill["components"]) {
            assert_ne!(texts(&component["licenses"][0], "expression"), "", "{component}");
            let part = parts
                .values()
                .find(|part| part.purl() == texts(component, "purl"));
            let sum = texts(&component["hashes"][0], "content");
            let is_sum = sum.len() == 64 && sum.bytes().all(|sign| sign.is_ascii_hexdigit());
            assert_eq!(
                is_sum,
                !part.unwrap().is_ours,
                "ours come from no registry: {component}"
            );
        }
        for dependency in list(&bill["dependencies"]) {
            let uses = list(&dependency["dependsOn"]).iter().filter_map(Value::as_str);
            assert!(uses.clone().all(|part| refs.contains(part)), "{dependency}");
        }
        let has = |name: &str| parts.values().any(|part| part.name == name);
        assert!(has("sqlx-sqlite") && has("leptos") && has("rapier3d") && has("server"));
        assert!(!has("fantoccini") && !has("testkit") && !has("proptest"));
        assert!(licences(&parts).contains("Permission is hereby granted"));
    }
}
