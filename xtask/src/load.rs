//! `cargo xtask load [TABLES SECONDS]`: two sockets at each table, a move at each every five seconds, on one server with SQLite and
//! on three with PostgreSQL, with and without NATS. Writes its rows into `docs/load.md`.

use crate::postgres::Postgres;
use crate::shell::{Done, cargo, output, root, step, succeed, target};

const TABLES: &str = "5000";
const SECONDS: &str = "120";

/// Says in `docs/load.md` that the table below is generated.
pub(crate) const MARK: &str = "Written by `cargo xtask load`:";

/// The head of that table.
pub(crate) const HEAD: &str = "\
| servers | games | moves sent | acknowledged | refused | half, ms | p99, ms | p99.9, ms | longest, ms | peak MB | processor, s | load average |
|---|---|---|---|---|---|---|---|---|---|---|---|";

pub(crate) fn run(size: &[&str]) -> Done {
    let [tables, seconds] = *size else {
        return run(&[TABLES, SECONDS]);
    };
    step("build", || {
        succeed(cargo().args([
            "build",
            "--release",
            "--package",
            "tablier",
            "--package",
            "testclient",
        ]))
    })?;
    let folder = tempfile::tempdir().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    let file = format!("sqlite:{}?mode=rwc", folder.path().join("tablier.db").display());
    let postgres = step("PostgreSQL", Postgres::start)?;
    let mut rows = Vec::new();
    for (name, database, flags) in [
        ("one, SQLite", &file, &[][..]),
        (
            "three, PostgreSQL",
            &postgres.fresh("load1")?,
            &["--servers=3"][..],
        ),
        (
            "three, PostgreSQL, NATS",
            &postgres.fresh("load2")?,
            &["--servers=3", "--nats"][..],
        ),
    ] {
        let what = format!("{tables} tables for {seconds} s: {name}");
        let row = step(&what, || drive(database, tables, seconds, flags))?;
        rows.push(format!("| {name} | {tables} {row}"));
    }
    write_document(|document| with_rows(document, MARK, HEAD, &rows.join("\n")))
}

/// Plays, and gives the row that was printed.
fn drive(database: &str, tables: &str, seconds: &str, flags: &[&str]) -> Result<String, String> {
    let release = target().join("release");
    let mut testclient = std::process::Command::new(release.join("testclient"));
    testclient.arg("load").arg(release.join("tablier"));
    let (printed, _) = output(testclient.args([database, tables, seconds]).args(flags))?;
    print!("{printed}");
    let row = printed.lines().find(|line| line.starts_with('|'));
    row.map(ToOwned::to_owned)
        .ok_or_else(|| "the load test printed no row of a table".to_owned())
}

/// Changes `docs/load.md`.
pub(crate) fn write_document(change: impl Fn(&str) -> Result<String, String>) -> Done {
    let path = root().join("docs/load.md");
    let document = std::fs::read_to_string(&path).map_err(|error| format!("docs/load.md: {error}"))?;
    std::fs::write(&path, change(&document)?).map_err(|error| format!("docs/load.md: {error}"))
}

/// The document with these rows in place of those of a generated table.
pub(crate) fn with_rows(document: &str, mark: &str, head: &str, rows: &str) -> Result<String, String> {
    let head = format!("{mark}\n\n{head}\n");
    let (before, after) = document
        .split_once(&head)
        .ok_or_else(|| format!("docs/load.md lacks the line `{mark}` with its table"))?;
    let rest = after.split_once("\n\n").map_or("", |(_, rest)| rest);
    Ok(format!("{before}{head}{rows}\n\n{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_row_replaces_the_old_ones() {
        let document = |rows: &str| format!("# Load\n\n{MARK}\n\n{HEAD}\n{rows}\n\n## Chaos\n\n| a |\n");
        assert_eq!(
            with_rows(&document("| 1 |\n| 2 |"), MARK, HEAD, "| 3 |"),
            Ok(document("| 3 |"))
        );
        assert!(with_rows("# Load\n", MARK, HEAD, "| 3 |").is_err());
    }
}
