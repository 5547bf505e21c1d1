//! The long forms of the tests, for `cargo xtask`.

use driver::{Chaos, Load, Program, Toll};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

#[tokio::main]
async fn main() -> ExitCode {
    open_many_files();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["chaos", program, database, games, kills] => chaos(program, database, games, kills).await,
        ["load", program, database, tables, seconds] => load(program, database, tables, seconds).await,
        _ => {
            eprintln!(
                "expected: load PROGRAM DATABASE TABLES SECONDS, or chaos PROGRAM DATABASE GAMES KILLS"
            );
            ExitCode::FAILURE
        }
    }
}

async fn chaos(program: &str, database: &str, games: &str, kills: &str) -> ExitCode {
    let (Ok(games), Ok(kills)) = (games.parse(), kills.parse()) else {
        eprintln!("expected numbers of games and kills");
        return ExitCode::FAILURE;
    };
    let chaos = Chaos {
        games,
        kills,
        plies: 150,
        think: 600,
        between: 3000,
        seed: 20,
    };
    let mut program = Program::start(Path::new(program), database).await;
    let toll = chaos.run(&mut program).await;
    println!("{toll:?}");
    program.stop().await;
    let whole = Toll {
        games: games as usize,
        kills,
        lost: 0,
        doubled: 0,
        stuck: 0,
        ..toll
    };
    if toll == whole {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

async fn load(program: &str, database: &str, tables: &str, seconds: &str) -> ExitCode {
    let (Ok(tables), Ok(seconds)) = (tables.parse(), seconds.parse()) else {
        eprintln!("expected numbers of tables and seconds");
        return ExitCode::FAILURE;
    };
    let load = Load {
        tables,
        every: 5000,
        lasting: Duration::from_secs(seconds),
    };
    let program = Program::start(Path::new(program), database).await;
    let weight = load.run(&program).await;
    println!("{weight}");
    let metrics = driver::Http::new(program.address).get("/metrics").await;
    for line in metrics
        .text()
        .lines()
        .filter(|line| line.starts_with("tablier_commit"))
    {
        println!("{line}");
    }
    program.stop().await;
    if weight.acknowledged == weight.sent && weight.sent > 0 {
        ExitCode::SUCCESS
    } else {
        eprintln!("not every move was acknowledged: {weight:?}");
        ExitCode::FAILURE
    }
}

/// Each player has a socket: the system's own limit counts, not the usual lower one.
#[cfg(unix)]
fn open_many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        eprintln!("the limit of open files stays as it is: {error}");
    }
}

#[cfg(not(unix))]
fn open_many_files() {}
