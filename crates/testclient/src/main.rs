//! The long forms of the tests, for `cargo xtask`.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use testclient::{Attack, Chaos, Deployment, Growth, Load, NatsServer, Program, Stall, Toll};

#[tokio::main]
async fn main() -> ExitCode {
    open_many_files();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (flags, words): (Vec<&str>, Vec<&str>) = args.iter().partition(|arg| arg.starts_with("--"));
    match words.as_slice() {
        ["chaos", program, database, games, kills] => {
            let site = Wanted::of(program, database, &flags).start().await;
            chaos(site, games, kills).await
        }
        ["load", program, database, tables, seconds] => {
            let site = Wanted::of(program, database, &flags).start().await;
            load(site, tables, seconds).await
        }
        ["attack", program, names @ ..] => attack(Path::new(program), names).await,
        ["growth", program, database, sizes @ ..] => growth(Path::new(program), database, sizes).await,
        _ => {
            eprintln!(
                "expected: load PROGRAM DATABASE TABLES SECONDS, or chaos PROGRAM DATABASE GAMES KILLS; with \
                 --servers=N --nats --stall --restart-postgres=COMMAND; or attack PROGRAM [NAME…]; \
                 or growth PROGRAM DATABASE SIZE…"
            );
            ExitCode::FAILURE
        }
    }
}

/// The servers that the flags ask for.
struct Wanted<'a> {
    program: &'a Path,
    database: &'a str,
    servers: usize,
    nats: bool,
    stall: bool,
    restart_postgres: Option<String>,
}

impl<'a> Wanted<'a> {
    fn of(program: &'a str, database: &'a str, flags: &[&str]) -> Wanted<'a> {
        let value = |name: &str| flags.iter().find_map(|flag| flag.strip_prefix(name));
        Wanted {
            program: Path::new(program),
            database,
            servers: value("--servers=")
                .and_then(|count| count.parse().ok())
                .unwrap_or(1),
            nats: flags.contains(&"--nats"),
            stall: flags.contains(&"--stall"),
            restart_postgres: value("--restart-postgres=").map(ToOwned::to_owned),
        }
    }

    async fn start(self) -> Deployment {
        let mut stall = None;
        if self.stall {
            stall = Some(Stall::before(self.database).await);
        }
        let database = stall
            .as_ref()
            .map_or(self.database, |stall| &stall.url)
            .to_owned();
        let mut nats = None;
        if self.nats {
            nats = Some(NatsServer::start().await);
        }
        let bus = nats.as_ref().map(NatsServer::url);
        let mut programs = Vec::new();
        for _ in 0..self.servers {
            programs.push(Program::start_with(self.program, &database, bus.as_deref()).await);
        }
        Deployment {
            programs,
            stall,
            nats,
            restart_postgres: self.restart_postgres,
        }
    }
}

async fn chaos(mut site: Deployment, games: &str, kills: &str) -> ExitCode {
    let (Ok(games), Ok(kills)) = (games.parse::<u64>(), kills.parse::<u64>()) else {
        eprintln!("expected numbers of games and kills");
        return ExitCode::FAILURE;
    };
    let chaos = Chaos {
        games,
        kills,
        plies: 60,
        think: 1500,
        between: 1500,
        seed: 20,
    };
    let toll = chaos.run(&mut site).await;
    println!("{toll}");
    eprintln!("{toll:?}");
    site.stop().await;
    let whole = Toll {
        games: toll.games.max(games as usize),
        lost: 0,
        doubled: 0,
        stuck: 0,
        on_time: 0,
        ..toll
    };
    if toll == whole {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Prints a row an attack; fails when one does damage.
async fn attack(program: &Path, names: &[&str]) -> ExitCode {
    let wanted: Vec<Attack> = Attack::ALL
        .into_iter()
        .filter(|attack| names.is_empty() || names.contains(&attack.name()))
        .collect();
    if wanted.len() < names.len() {
        let known = Attack::ALL.map(Attack::name).join(", ");
        eprintln!("expected names of attacks: {known}");
        return ExitCode::FAILURE;
    }
    let mut is_small = true;
    for attack in wanted {
        let damage = attack.run(program).await;
        println!("{damage}");
        is_small &= damage.is_small();
    }
    if is_small {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

async fn growth(program: &Path, database: &str, sizes: &[&str]) -> ExitCode {
    let sizes: Result<Vec<u64>, _> = sizes.iter().map(|size| size.parse()).collect();
    let Ok(sizes) = sizes else {
        eprintln!("expected numbers of games");
        return ExitCode::FAILURE;
    };
    for row in (Growth { sizes }).run(program, database).await {
        println!("{row}");
    }
    ExitCode::SUCCESS
}

async fn load(site: Deployment, tables: &str, seconds: &str) -> ExitCode {
    let (Ok(tables), Ok(seconds)) = (tables.parse(), seconds.parse()) else {
        eprintln!("expected numbers of tables and seconds");
        return ExitCode::FAILURE;
    };
    let load = Load {
        tables,
        every: 5000,
        lasting: Duration::from_secs(seconds),
    };
    let weight = load.run(&site.programs).await;
    println!("{weight}");
    let metrics = testclient::Http::new(site.programs[0].address)
        .get("/metrics")
        .await;
    for line in metrics
        .text()
        .lines()
        .filter(|line| line.starts_with("tablier_commit"))
    {
        println!("{line}");
    }
    site.stop().await;
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
