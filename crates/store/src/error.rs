//! Errors of the database, in words for the person who runs the server.

use std::fmt;

/// Why the database did not do what was asked.
#[derive(Debug)]
pub enum Error {
    /// The address names no supported kind of database.
    Address,
    /// It cannot be opened.
    Open(sqlx::Error),
    /// Its schema cannot be brought up to date.
    Migrate(sqlx::migrate::MigrateError),
    /// Its schema is older than this program.
    OldSchema,
    /// Its schema is newer than this program, and cannot be used by it.
    TooNew,
    /// A query failed.
    Query(sqlx::Error),
    /// The database does not answer in time.
    Slow,
    /// A setting cannot be read: this one.
    Damaged(&'static str),
    /// The NATS server cannot be used.
    Bus(String),
    /// A SQLite file has one process: there is nobody to send messages to.
    BusOnFile,
    /// A row cannot be read: this kind of row.
    DamagedRow(&'static str),
    /// A PostgreSQL database cannot be copied as a file.
    NoFile,
    /// A file beside the database cannot be written.
    Copy(std::io::Error),
    /// Another server uses this file.
    InUse,
    /// The target of a move is not empty: it has rows in this table.
    NotEmpty(&'static str),
    /// A move lost rows of this table: the numbers in the source and in the target.
    Counts(&'static str, [i64; 2]),
    /// The operating system gives no random bytes.
    Random(getrandom::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Address => f.write_str(
                "the database address must begin with sqlite: or postgres://, for example \
                 sqlite:/var/lib/tablier/tablier.db?mode=rwc",
            ),
            Error::Open(error) => write!(
                f,
                "cannot open the database: {error}; check its address, and that this user may read and write there"
            ),
            Error::Migrate(error) => write!(
                f,
                "cannot bring the database up to date: {error}; see the log, and start again when that is mended"
            ),
            Error::OldSchema => f.write_str(
                "the schema of this database is of an older version: use the program that serves it, or run tablier migrate",
            ),
            Error::TooNew => f.write_str(
                "a newer version of Tablier has changed this database, and this version cannot do this any more: run the newer \
                 version, or restore a backup from before the change",
            ),
            Error::Query(error) => write!(f, "the database failed: {error}; see its log, and try again"),
            Error::Slow => f.write_str("the database did not answer in time; try again"),
            Error::Damaged(name) => write!(
                f,
                "the setting {name} in the database is damaged; delete it and it is made anew"
            ),
            Error::Bus(error) => write!(
                f,
                "cannot use the NATS server: {error}; start it, or leave out --bus to use PostgreSQL's notifications"
            ),
            Error::BusOnFile => f.write_str(
                "a SQLite file has one server only: --bus needs PostgreSQL (--database postgres://…)",
            ),
            Error::DamagedRow(name) => write!(f, "the {name} in the database is damaged; restore a backup"),
            Error::NoFile => f.write_str("this command copies a SQLite file; for PostgreSQL use pg_dump"),
            Error::Copy(error) => write!(f, "cannot write beside the database: {error}"),
            Error::InUse => f.write_str(
                "another server runs on this database file: stop it first, or use PostgreSQL for several",
            ),
            Error::NotEmpty(table) => write!(
                f,
                "the target database is not empty: it has {table}; name an empty one"
            ),
            Error::Counts(table, [from, to]) => {
                write!(f, "only {to} of {from} {table} arrived in the target database; nothing was moved")
            }
            Error::Random(error) => write!(f, "the operating system gives no random bytes: {error}"),
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// Whether the database is away, and the same may succeed when it is back.
    pub fn is_outage(&self) -> bool {
        match self {
            Error::Slow => true,
            Error::Query(error) | Error::Open(error) => is_outage(error),
            _ => false,
        }
    }
}

/// PostgreSQL's code for a statement that took too long.
const STATEMENT_TIMEOUT: &str = "57014";

impl Error {
    /// Whether PostgreSQL ended a statement that took too long: it may have waited for a row that somebody else holds.
    pub fn is_statement_timeout(&self) -> bool {
        match self {
            Error::Query(sqlx::Error::Database(error)) => {
                error.code().is_some_and(|code| code == STATEMENT_TIMEOUT)
            }
            _ => false,
        }
    }
}

fn is_outage(error: &sqlx::Error) -> bool {
    use sqlx::Error::{Database, Io, PoolClosed, PoolTimedOut, Protocol, Tls, WorkerCrashed};
    match error {
        Io(_) | Tls(_) | Protocol(_) | PoolTimedOut | PoolClosed | WorkerCrashed => true,
        // Connection lost, shutdown and recovery, cancelled or timed out, and a standby that cannot be written yet.
        Database(error) => error.code().is_some_and(|code| {
            ["08", "57P", STATEMENT_TIMEOUT, "25P03", "25006", "55P03"]
                .iter()
                .any(|class| code.starts_with(class))
        }),
        _ => false,
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Error {
        Error::Query(error)
    }
}
