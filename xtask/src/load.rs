//! `cargo xtask load [TABLES SECONDS]`: two sockets at each table, a move at each every five seconds, on one server with SQLite and
//! on three with PostgreSQL, with and without NATS. `cargo xtask load --growth [GAMES…]`: requests with archives of that
//! size. Both write their rows into `docs/load.md`.

use crate::postgres::Postgres;
use crate::shell::{Done, cargo, root, step, succeed, target};
use std::process::{Command, Stdio};

const TABLES: &str = "5000";
const SECONDS: &str = "120";

/// Says in `docs/load.md` that the table below is generated.
pub(crate) const MARK: &str = "Written by `cargo xtask load`:";

/// The head of that table.
pub(crate) const HEAD: &str = "\
| servers | games | moves sent | acknowledged | refused | half, ms | p99, ms | p99.9, ms | longest, ms | Polarity half, ms | spectators | pairs of the lobby | peak MB | processor, s | a move, ms | load average |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

/// The same for `--growth`.
pub(crate) const GROWTH_MARK: &str = "Written by `cargo xtask load --growth`:";
pub(crate) const GROWTH_HEAD: &str = "\
| database | request | half, 10,000 games | slowest | half, 100,000 | slowest | half, 1,000,000 | slowest | exponent |
|---|---|---|---|---|---|---|---|---|";
const SIZES: [&str; 3] = ["10000", "100000", "1000000"];

/// Optimised, without the link-time optimisation of a release: its build would take longer than most measurements.
const PROFILE: &str = "light";

/// Builds the server and the test client, optimised.
pub(crate) fn build_optimised() -> Done {
    step("build", || {
        succeed(cargo().args([
            "build",
            "--profile",
            PROFILE,
            "--package",
            "tablier",
            "--package",
            "testclient",
        ]))
    })
}

/// A command of the test client on the server's program.
pub(crate) fn test_client(what: &str) -> Command {
    let programs = target().join(PROFILE);
    let mut testclient = Command::new(programs.join("testclient"));
    testclient.arg(what).arg(programs.join("tablier"));
    testclient
}

/// Runs it, and gives the rows of a table that it prints.
pub(crate) fn rows_of(testclient: &mut Command) -> Result<Vec<String>, String> {
    let output = testclient
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("the test client cannot be started: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    print!("{printed}");
    if !output.status.success() {
        return Err(format!("the test client ended with {}", output.status));
    }
    let rows = printed.lines().filter(|line| line.starts_with('|'));
    let rows: Vec<String> = rows.map(ToOwned::to_owned).collect();
    if rows.is_empty() {
        return Err("the test client printed no row of a table".to_owned());
    }
    Ok(rows)
}

/// Fills databases with games, and measures requests.
fn grow(sizes: &[&str]) -> Done {
    if sizes.is_empty() {
        return grow(&SIZES);
    }
    build_optimised()?;
    let folder = tempfile::tempdir().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    let file = format!("sqlite:{}?mode=rwc", folder.path().join("tablier.db").display());
    let mut rows = Vec::new();
    let mut measure = |name: &str, database: &str| {
        let found = step(name, || rows_of(test_client("growth").arg(database).args(sizes)))?;
        rows.extend(found.iter().map(|row| format!("| {name} {row}")));
        Ok::<(), String>(())
    };
    measure("SQLite", &file)?;
    drop(folder);
    let postgres = step("PostgreSQL", Postgres::start)?;
    measure("PostgreSQL", &postgres.fresh("growth")?)?;
    // Other sizes have another table.
    if sizes != SIZES {
        return Ok(());
    }
    write_document(|document| with_rows(document, GROWTH_MARK, GROWTH_HEAD, &rows.join("\n")))
}

pub(crate) fn run(size: &[&str]) -> Done {
    if let ["--growth", sizes @ ..] = size {
        return grow(sizes);
    }
    let [tables, seconds] = *size else {
        return run(&[TABLES, SECONDS]);
    };
    build_optimised()?;
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
    let rows = rows_of(test_client("load").args([database, tables, seconds]).args(flags))?;
    Ok(rows.join("\n"))
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
