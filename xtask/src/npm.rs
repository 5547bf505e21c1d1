//! `cargo xtask npm`: packs the engine's worker and the board element for npm.

use crate::shell::{Done, root, step, succeed, target};
use crate::web;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The module of the package.
const MODULE: &str = "engine-worker";
/// Files from elsewhere: the worker's script, which the site has too, and the licences.
const SHARED: [&str; 3] = ["crates/client/web/worker.js", "LICENSE-APACHE", "LICENSE-MIT"];

/// Compiles the module and makes `target/npm/tablier-VERSION.tgz`.
pub(crate) fn pack() -> Done {
    step("engine worker", || web::compile_module(MODULE))?;
    step("npm package", || {
        let folder = target().join("npm");
        write(&folder.join("package"))
            .map_err(|error| format!("cannot write {}: {error}", folder.display()))?;
        let mut pack = Command::new("npm");
        pack.args(["pack", "--silent", "--pack-destination", ".."]);
        succeed(pack.current_dir(folder.join("package")))
    })
}

/// Puts the package together: our sources, the worker's script, and the module with its glue.
fn write(package: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| error.to_string();
    let _ = fs::remove_dir_all(package);
    fs::create_dir_all(package).map_err(told)?;
    for entry in fs::read_dir(root().join("npm")).map_err(told)? {
        let entry = entry.map_err(told)?;
        fs::copy(entry.path(), package.join(entry.file_name())).map_err(told)?;
    }
    for file in SHARED.map(|file| root().join(file)) {
        fs::copy(&file, package.join(file.file_name().unwrap_or_default())).map_err(told)?;
    }
    for (name, content) in web::bind_module(MODULE)? {
        fs::write(package.join(name), content).map_err(told)?;
    }
    Ok(())
}
