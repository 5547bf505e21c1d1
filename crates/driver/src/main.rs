//! The long forms of the tests, for `cargo xtask`.

use driver::{Chaos, Load, Program, Toll};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

#[tokio::main]
async fn main() -> ExitCode {
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
    println!("{:?}", load.run(&program).await);
    program.stop().await;
    ExitCode::SUCCESS
}
