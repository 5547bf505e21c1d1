//! `cargo xtask load`: 5,000 sockets at 2,500 tables, a move at each every five seconds, for two minutes.

use crate::shell::{Done, cargo, step, succeed, target};

const TABLES: &str = "2500";
const SECONDS: &str = "120";

pub(crate) fn run() -> Done {
    step("build", || {
        succeed(cargo().args([
            "build",
            "--release",
            "--package",
            "tablier",
            "--package",
            "driver",
        ]))
    })?;
    let folder = tempfile::tempdir().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    let file = format!("sqlite:{}?mode=rwc", folder.path().join("tablier.db").display());
    let release = target().join("release");
    step("2,500 tables for 120 s", || {
        let mut driver = std::process::Command::new(release.join("driver"));
        succeed(
            driver
                .arg("load")
                .arg(release.join("tablier"))
                .args([&file, TABLES, SECONDS]),
        )
    })
}
