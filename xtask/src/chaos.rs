//! `cargo xtask chaos [GAMES KILLS]`: games are played while servers, PostgreSQL and NATS are killed, cut off and hung, so many
//! times in all: a fifth of them on SQLite, half of them with NATS. Writes its rows into `docs/load.md`.

use crate::load::{build_optimised, test_client, with_rows, write_document};
use crate::postgres::Postgres;
use crate::shell::{Done, output, step};

const GAMES: &str = "200";
const KILLS: &str = "1000";

/// Says in `docs/load.md` that the table below is generated.
pub(crate) const MARK: &str = "Written by `cargo xtask chaos`:";

/// The head of that table.
pub(crate) const HEAD: &str = "\
| servers | games that ended | moves | acknowledged | lost | doubled | stuck | lost on time | pairs of the lobby | kills and cuts |
|---|---|---|---|---|---|---|---|---|---|";

pub(crate) fn run(size: &[&str]) -> Done {
    let [games, kills] = *size else {
        return run(&[GAMES, KILLS]);
    };
    build_optimised()?;
    let folder = tempfile::tempdir().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    let file = format!("sqlite:{}?mode=rwc", folder.path().join("tablier.db").display());
    let postgres = step("PostgreSQL", Postgres::start)?;
    let restart = format!("--restart-postgres={}", postgres.restart_command());
    let three = ["--servers=3", "--stall", restart.as_str()];
    let with_nats = ["--servers=3", "--stall", "--nats", restart.as_str()];
    let mut rows = Vec::new();
    let kills: u64 = kills.parse().map_err(|error| format!("{kills}: {error}"))?;
    let (on_file, on_server) = (kills / 5, kills * 3 / 10);
    for (name, database, kills, flags) in [
        ("one, SQLite", &file, on_file, &[][..]),
        (
            "three, PostgreSQL",
            &postgres.fresh("chaos1")?,
            on_server,
            &three[..],
        ),
        (
            "three, PostgreSQL, NATS",
            &postgres.fresh("chaos2")?,
            kills - on_file - on_server,
            &with_nats[..],
        ),
    ] {
        let what = format!("{games} games, {kills} kills and cuts: {name}");
        let row = step(&what, || drive(database, games, &kills.to_string(), flags))?;
        rows.push(format!("| {name} {row}"));
    }
    write_document(|document| with_rows(document, MARK, HEAD, &rows.join("\n")))
}

/// Plays, and gives the row that was printed.
fn drive(database: &str, games: &str, kills: &str, flags: &[&str]) -> Result<String, String> {
    let (printed, _) = output(test_client("chaos").args([database, games, kills]).args(flags))?;
    let row = printed.lines().find(|line| line.starts_with('|'));
    row.map(ToOwned::to_owned)
        .ok_or_else(|| "the chaos test printed no row of a table".to_owned())
}
