//! The command line of Tablier.

mod admin;
mod analyse;
mod bench;
mod clock;
mod engine;
mod engine_cache;
mod failure;
mod lines;
mod matches;
mod options;
mod perft;
mod positions;
mod puzzles;
mod render;
mod serve;

use clap::Parser;
use failure::Failure;
use options::{Command, Options};
use std::net::SocketAddr;
use std::process::ExitCode;

/// The version, with the commit that it was built from.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("TABLIER_COMMIT"), ")");

fn main() -> ExitCode {
    let options = match Options::try_parse_from(options::with_passes(std::env::args_os())) {
        Ok(options) => options,
        Err(error) => return failure::usage(&error),
    };
    match run(options.command()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Serve(serve) => serve::run(serve),
        Command::Backup { file, place } => serve::back_up(&file, place),
        Command::Migrate { place } => serve::migrate(place),
        Command::Health { port, address } => serve::health(SocketAddr::new(address, port)),
        Command::Admin { work, place } => admin::run(work, place),
        Command::Move { from, to } => serve::move_all(&from, &to),
        Command::Perft { start, depth, hash } => perft::run(&start, depth, hash),
        Command::Moves { start, stdin: false } => positions::moves(&start),
        Command::Moves { start, stdin: true } => positions::moves_of_lines(start.game),
        Command::Play { start, moves } => positions::play(&start, &moves),
        Command::Render {
            start,
            moves,
            record,
            output,
        } => render::run(&start, &moves, record.as_deref(), &output),
        Command::Analyse(options) => analyse::run(&options),
        Command::Match(options) => matches::run(&options),
        Command::Puzzles(command) => puzzles::run(&command),
        Command::Engine => engine::run(),
        Command::Bench => bench::run(),
    }
}
