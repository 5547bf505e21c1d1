//! `cargo xtask attack [NAME…]`: attacks a server of its own while others play, and tells how long their moves took. Without
//! names, it makes all attacks and writes its rows into `docs/load.md`.

use crate::load::{build_optimised, rows_of, test_client, with_rows, write_document};
use crate::shell::{Done, step};

/// Says in `docs/load.md` that the table below is generated.
pub(crate) const MARK: &str = "Written by `cargo xtask attack`:";

/// The head of that table.
pub(crate) const HEAD: &str = "\
| attack | requests and messages | moves of the others | acknowledged | p99, ms | longest, ms | Polarity half, ms | longest, ms | peak MB | crashed |
|---|---|---|---|---|---|---|---|---|---|";

pub(crate) fn run(names: &[&str]) -> Done {
    let rows = attack(names)?;
    if !names.is_empty() {
        return Ok(());
    }
    write_document(|document| with_rows(document, MARK, HEAD, &rows.join("\n")))
}

/// Makes all attacks; fails when one of them does harm.
pub(crate) fn check() -> Done {
    attack(&[]).map(drop)
}

fn attack(names: &[&str]) -> Result<Vec<String>, String> {
    build_optimised()?;
    step("attacks", || rows_of(test_client("attack").args(names)))
}
