//! Running the application: open, listen, say where, end in one's own time.

use crate::time::now;
use crate::{App, Config, Error, Site, app, listen, welcome};
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;
use store::{DatabaseLock, Store};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How long the sockets get to say goodbye.
const GOODBYE: Duration = Duration::from_millis(300);
/// Connections of an address beside its sockets.
const BESIDE_SOCKETS: u32 = 100;

/// Serves until Ctrl+C or SIGTERM; requests under way are answered before it ends.
pub async fn serve(config: Config) -> Result<(), Error> {
    log_to_stderr();
    // The port first: it is what is most often wrong, and nothing is written before it is ours.
    let listener = TcpListener::bind(config.address).await;
    let listener = listener.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => Error::Taken(config.address),
        _ => Error::Listen(config.address, error),
    })?;
    let _lock = DatabaseLock::take(&config.database)?;
    let mut store = Store::open(&config.database).await?;
    if let Some(bus) = &config.bus {
        store = store.with_bus(bus).await?;
    }
    let (stop, stopping) = watch::channel(false);
    let address = listener.local_addr().unwrap_or(config.address);
    let public = config.behaviour.public_url.clone();
    let opens_browser = config.behaviour.opens_browser;
    // A proxy is one address for all.
    let each = match config.behaviour.proxies {
        0 => config.behaviour.limits.sockets.saturating_add(BESIDE_SOCKETS),
        _ => u32::MAX,
    };
    let router = app(App::new(Site::embedded(), store.clone(), config.behaviour, stopping).await?);
    welcome::print(address, public.as_ref());
    if opens_browser {
        welcome::open(address);
    }
    let stopped = async move {
        asked_to_stop().await;
        // Sockets are told and close; what they have sent is written before the store is.
        let _ = stop.send(true);
    };
    listen(listener, router, each, stopped).await;
    tokio::time::sleep(GOODBYE).await;
    store.close().await;
    Ok(())
}

/// Copies a database into a new file, whether a server runs on it or not.
pub async fn back_up(database: &str, file: &Path) -> Result<(), Error> {
    Ok(store::back_up(database, file).await?)
}

/// Brings a database's schema up to date; gives the step before and after.
pub async fn migrate(database: &str) -> Result<[i64; 2], Error> {
    let _lock = DatabaseLock::take(database)?;
    let (store, steps) = Store::migrate(database).await?;
    store.close().await;
    Ok(steps)
}

/// Milliseconds without a heartbeat after which a server counts as stopped.
const STOPPED: i64 = 3000;

/// Copies everything from one database into another that is empty; gives the rows of each table.
pub async fn move_all(from: &str, to: &str) -> Result<Vec<(&'static str, i64)>, Error> {
    let _locks = [DatabaseLock::take(from)?, DatabaseLock::take(to)?];
    let (source, target) = (Store::open(from).await?, Store::open(to).await?);
    if source
        .last_alive()
        .await?
        .is_some_and(|last| now() - last < STOPPED)
    {
        return Err(Error::Running);
    }
    let copied = source.copy_to(&target).await?;
    source.close().await;
    target.close().await;
    Ok(copied)
}

/// One line an event on stderr; `RUST_LOG` says how much, warnings if it says nothing.
fn log_to_stderr() {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env();
    let filter = filter.unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    // A program that embeds the server may have a log of its own already.
    let _ = log.try_init();
}

async fn asked_to_stop() {
    let interrupted = async {
        // Without a handler nobody can ask; then only the operating system ends the process.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupted => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            terminate.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
