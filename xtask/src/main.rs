//! The project's own commands.

mod attack;
mod axe;
mod bench;
mod chaos;
mod fuzz;
mod learn_files;
mod load;
mod magnets;
mod npm;
#[cfg(unix)]
mod package;
mod packages;
mod play;
mod postgres;
mod publish;
mod python;
mod shell;
mod test;
mod tidy;
mod tune;
mod web;

use std::process::ExitCode;

const HELP: &str = "\
cargo play [FLAGS]             builds everything and serves it; the flags are those of `tablier serve`
cargo xtask web                builds what the browser needs, into dist/
cargo xtask test [--deep]      everything, as CI runs it; --deep runs the long form of each check, attacks, and
                               the packages (as root, with the tools that it names)
cargo xtask package [--check]  makes the packages for hosts, into dist-packages/, or checks them (as root)
cargo xtask tidy               the invariants of ARCHITECTURE.md
cargo xtask magnets            compares the table of magnets in the browser with the table here
cargo xtask magnets calibrate [TRIES [SEED [ROLLING PATCH TIPPING REMANENCE]]]
                               prints how leaners, conversions and mats behave, in tables
cargo xtask chaos [GAMES KILLS] kills servers, PostgreSQL and NATS while games are played, and counts what is lost
cargo xtask load [TABLES SECONDS] plays thousands of games at once and tells how long moves took
cargo xtask load --growth [GAMES…] fills archives with games and tells how long requests take
cargo xtask attack [NAME…]     attacks a server while others play, and tells how long their moves took
cargo xtask bench              measures the rules and writes docs/bench.md
cargo xtask bench magnets      measures the table of magnets alone, here and in the browser
cargo xtask publish [FLAGS]    sends the libraries to crates.io; the flags are those of `cargo publish`: --dry-run
cargo xtask npm                packs the engine's worker and the board element for npm
cargo xtask axe                gets axe-core for the browser tests, into target/
cargo xtask python [--deep]    builds the Python package and tests it
cargo xtask tune GAME [GAMES NODES]
                               fits the engine's weights to games it plays against itself
cargo xtask fuzz [--seconds N] [TARGET]
                               fuzzes each parser, or one of them, for N seconds (60)";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        ["test"] => test::run(false),
        ["test", "--deep"] => test::run(true),
        ["play", flags @ ..] => play::run(flags),
        ["web"] => web::build(),
        #[cfg(unix)]
        ["package"] => package::run(false),
        #[cfg(unix)]
        ["package", "--check"] => package::run(true),
        ["tidy"] => tidy::run(),
        ["bench"] => bench::run(),
        ["bench", "magnets"] => magnets::speeds().map(|table| print!("{table}")),
        ["magnets"] => magnets::check(true),
        ["magnets", "calibrate", rest @ ..] => magnets::calibrate(rest),
        ["chaos", size @ ..] => chaos::run(size),
        ["attack", names @ ..] => attack::run(names),
        ["load", size @ ..] => load::run(size),
        ["publish", flags @ ..] => publish::run(flags),
        ["npm"] => npm::pack(),
        ["axe"] => axe::get(),
        ["python"] => python::run(false),
        ["python", "--deep"] => python::run(true),
        ["tune", game, rest @ ..] => tune::run(game, rest),
        ["fuzz", rest @ ..] => fuzz::run(rest),
        _ => Err(format!("expected one of\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
