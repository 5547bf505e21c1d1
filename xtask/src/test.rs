//! `cargo xtask test`: everything, as CI runs it.

#[cfg(unix)]
use crate::package;
use crate::postgres::Postgres;
use crate::shell::{Done, cargo, step, succeed, target};
use crate::{attack, axe, magnets, npm, packages, publish, python, tidy, web};
use std::process::Command;

pub(crate) fn run(deep: bool) -> Done {
    step("format", || succeed(cargo().args(["fmt", "--all", "--check"])))?;
    step("tidy", tidy::run)?;
    step("packages", packages::install)?;
    // The end of each wasm build keeps one core busy; the lints take the other.
    std::thread::scope(|scope| {
        let lints = scope.spawn(lint);
        let client = build_client();
        match lints.join() {
            Ok(linted) => client.and(linted),
            Err(_) => Err("the lints ended in a panic; it stands above".to_owned()),
        }
    })?;
    // Whether each library compiles from its package takes minutes to find out.
    let verify: &[&str] = if deep { &[] } else { &["--no-verify"] };
    publish::run(&[&["--dry-run", "--allow-dirty", "--quiet"], verify].concat())?;
    let postgres = step("PostgreSQL", Postgres::start)?;
    step("tests", || {
        succeed(tests(deep).env("TABLIER_TEST_POSTGRES", postgres.url()).args([
            "--workspace",
            "--",
            "--include-ignored",
        ]))
    })?;
    // The tests have built it.
    let tablier = if deep { "release/tablier" } else { "debug/tablier" };
    python::check(&target().join(tablier), deep)?;
    magnets::check(deep)?;
    if deep {
        attack::check()?;
        #[cfg(unix)]
        package::test()?;
    }
    Ok(())
}

fn build_client() -> Done {
    web::build()?;
    npm::pack()?;
    axe::get()
}

fn lint() -> Done {
    step("lints", || {
        succeed(cargo().args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--quiet",
            "--",
            "--deny",
            "warnings",
        ]))
    })
}

fn tests(deep: bool) -> Command {
    let mut tests = cargo();
    tests.args(["test", "--no-fail-fast"]);
    // Many tests wait for a browser, a socket or a database: one more than there are processors.
    let threads = std::thread::available_parallelism().map_or(1, usize::from) + 1;
    tests.env("RUST_TEST_THREADS", threads.to_string());
    if deep {
        tests.arg("--release").env("TABLIER_DEEP", "1");
    }
    tests
}
