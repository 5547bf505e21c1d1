//! `cargo xtask axe`: gets axe-core, with which the browser tests check that every page can be used by everybody.

use crate::shell::{Done, step, succeed, target};
use std::fs;
use std::process::Command;

/// The npm package; a new version is tried here first.
const PACKAGE: &str = "axe-core@4.14.0";
const ARCHIVE: &str = "axe-core-4.14.0.tgz";

/// Unpacks axe-core into `target/axe/package`, if it is not there.
pub(crate) fn get() -> Done {
    let folder = target().join("axe");
    if folder.join("package/axe.min.js").exists() && folder.join(ARCHIVE).exists() {
        return Ok(());
    }
    step("axe-core", || {
        fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        succeed(
            Command::new("npm")
                .args(["pack", "--silent", PACKAGE])
                .current_dir(&folder),
        )?;
        succeed(Command::new("tar").args(["xf", ARCHIVE]).current_dir(&folder))
    })
}
