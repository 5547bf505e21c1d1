//! Why the server did not start, in words that say what to do.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Why the server did not start or had to stop.
#[derive(Debug)]
pub enum Error {
    /// Something else listens there.
    Taken(SocketAddr),
    /// The address cannot be listened on.
    Listen(SocketAddr, io::Error),
    /// The data folder cannot be made.
    Folder(PathBuf, io::Error),
    /// The user's data folder is unknown.
    NoHome,
    /// The database failed.
    Store(store::Error),
    /// The database's clock is ahead by so many milliseconds, or behind.
    Skew(i64),
    /// A server runs on the database that is to be moved.
    Running,
    /// A host's command cannot be done; the text says why.
    Refused(String),
    /// The key of push messages cannot be made or read.
    PushKey,
    /// The operating system gives no random bytes.
    Random(getrandom::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Taken(address) => write!(
                f,
                "port {} is taken by another program; choose another with --port, for example --port {}",
                address.port(),
                address.port().checked_add(1).unwrap_or(8081),
            ),
            Error::Listen(address, error) => write!(f, "cannot listen on {address}: {error}"),
            Error::Folder(folder, error) => {
                write!(f, "cannot make the data folder {}: {error}", folder.display())
            }
            Error::NoHome => {
                f.write_str("this user has no home folder; say where the data belong with --data FOLDER")
            }
            Error::Store(error) => error.fmt(f),
            Error::Skew(millis) => write!(
                f,
                "the database's clock and this machine's differ by {:.1} s: clocks of games would be wrong; set both by NTP and \
                 start again",
                millis.abs() as f64 / 1000.0
            ),
            Error::Running => f.write_str("a server runs on the database that is to be moved; stop it first"),
            Error::Refused(words) => f.write_str(words),
            Error::PushKey => f.write_str(
                "the key of push messages is damaged; remove the setting push-key from the database to make another",
            ),
            Error::Random(error) => write!(f, "the operating system gives no random bytes: {error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Error {
        Error::Store(error)
    }
}
