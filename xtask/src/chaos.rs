//! `cargo xtask chaos`: the kill test at full size, on SQLite and on PostgreSQL.

use crate::postgres::Postgres;
use crate::shell::{Done, cargo, step, succeed, target};

const GAMES: &str = "200";
const KILLS: &str = "20";

pub(crate) fn run() -> Done {
    step("build", || {
        succeed(cargo().args(["build", "--package", "tablier", "--package", "driver"]))
    })?;
    let folder = tempfile::tempdir().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    let file = format!("sqlite:{}?mode=rwc", folder.path().join("tablier.db").display());
    step("200 games, 20 kills, SQLite", || drive(&file))?;
    let postgres = step("PostgreSQL", Postgres::start)?;
    step("200 games, 20 kills, PostgreSQL", || drive(&postgres.url()))
}

fn drive(database: &str) -> Done {
    let program = target().join("debug/tablier");
    let mut driver = std::process::Command::new(target().join("debug/driver"));
    succeed(driver.arg("chaos").arg(program).args([database, GAMES, KILLS]))
}
