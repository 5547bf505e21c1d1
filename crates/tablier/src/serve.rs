//! `tablier serve`, its `health`, and what is done to its database: `backup`, `migrate`, `move`.

use crate::failure::Failure;
use crate::options::{LogFormat, Place, Serve};
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;
use tokio::runtime::Runtime;
use tracing_subscriber::EnvFilter;

/// Files that are no sockets: the database, the log, connections that have not asked yet.
const OTHER_FILES: usize = 100;

pub(crate) fn run(serve: Serve) -> Result<(), Failure> {
    log_to_stderr(serve.log_format);
    let refused = |error: &dyn std::fmt::Display| Failure::Refused(error.to_string());
    let mut config = serve.config().map_err(|error| refused(&error))?;
    let sockets = open_files().saturating_sub(OTHER_FILES);
    config.behaviour.most_sockets = config.behaviour.most_sockets.min(sockets);
    let runtime = Runtime::new().map_err(|error| refused(&error))?;
    tracing::info!(address = %config.address, version = crate::VERSION, "starting");
    let served = runtime.block_on(server::serve(config));
    match &served {
        Ok(()) => tracing::info!("stopped"),
        Err(error) => tracing::error!(%error, "stopped by an error"),
    }
    served.map_err(|error| refused(&error))
}

/// Logs to standard error; `RUST_LOG` chooses the levels.
fn log_to_stderr(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr);
    // A second log in one process is refused, and the first stays.
    let _ = match format {
        LogFormat::Text => log.try_init(),
        LogFormat::Json => log.json().flatten_event(true).try_init(),
    };
}

pub(crate) fn back_up(file: &Path, place: Place) -> Result<(), Failure> {
    let refused = |error: &dyn std::fmt::Display| Failure::about(file.display(), error);
    let database = place.existing_database().map_err(|error| refused(&error))?;
    let runtime = Runtime::new().map_err(|error| refused(&error))?;
    runtime
        .block_on(server::back_up(&database, file))
        .map_err(|error| refused(&error))
}

pub(crate) fn migrate(place: Place) -> Result<(), Failure> {
    let refused = |error: &dyn std::fmt::Display| Failure::Refused(error.to_string());
    let database = place.database().map_err(|error| refused(&error))?;
    let runtime = Runtime::new().map_err(|error| refused(&error))?;
    let [before, after] = runtime
        .block_on(server::migrate(&database))
        .map_err(|error| refused(&error))?;
    writeln!(io::stdout(), "schema {before} to {after}")?;
    Ok(())
}

pub(crate) fn move_all(from: &str, to: &str) -> Result<(), Failure> {
    let refused = |error: &dyn std::fmt::Display| Failure::Refused(error.to_string());
    let runtime = Runtime::new().map_err(|error| refused(&error))?;
    let moved = runtime
        .block_on(server::move_all(from, to))
        .map_err(|error| refused(&error))?;
    let mut out = io::stdout();
    for (table, rows) in moved {
        writeln!(out, "{table} {rows}")?;
    }
    Ok(())
}

/// How long a server may take to say that it is well.
const PATIENCE: Duration = Duration::from_secs(5);

/// Asks the server that listens at an address, and prints its words.
pub(crate) fn health(listening: SocketAddr) -> Result<(), Failure> {
    let refused = |error: io::Error| {
        let advice = "name the address that it listens on by --address and --port";
        Failure::about(
            listening,
            format!("the server does not answer: {error}; {advice}"),
        )
    };
    let answer = ask_health(reachable(listening)).map_err(refused)?;
    let (head, words) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    if head.split(' ').nth(1) != Some("200") {
        return Err(Failure::Refused(words.trim().replace('\n', ", ")));
    }
    write!(io::stdout(), "{words}")?;
    Ok(())
}

/// The address by which this machine reaches a server: one that listens on all of them is at this machine's own.
fn reachable(listening: SocketAddr) -> SocketAddr {
    let ip = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listening.port())
}

fn ask_health(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// Lets this process open as many files as the system allows it; gives that number.
#[cfg(unix)]
fn open_files() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    // A system that does not allow it leaves what there was.
    let _ = setrlimit(Resource::Nofile, raised);
    let files = getrlimit(Resource::Nofile).current;
    files.map_or(usize::MAX, |files| files as usize)
}

#[cfg(not(unix))]
fn open_files() -> usize {
    usize::MAX
}
