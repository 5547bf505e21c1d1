//! The lock of a database file: one server works on it.

use crate::{Error, is_file_url};
use sqlx::any::AnyConnectOptions;
use std::fs::{File, OpenOptions, TryLockError};

/// Right of one process to a database file. It ends when this is dropped.
#[derive(Debug)]
pub struct DatabaseLock {
    /// Holds the lock as long as it is open; PostgreSQL serves several and needs none.
    _file: Option<File>,
}

impl DatabaseLock {
    /// Takes the lock of the database at an address, before it is opened: a second server would change the schema under
    /// the first.
    pub fn take(url: &str) -> Result<DatabaseLock, Error> {
        if !is_file_url(url) {
            return Ok(DatabaseLock { _file: None });
        }
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(format!("{}.lock", path(url)?))
            .map_err(Error::Copy)?;
        match lock.try_lock() {
            Ok(()) => Ok(DatabaseLock { _file: Some(lock) }),
            Err(TryLockError::WouldBlock) => Err(Error::InUse),
            Err(TryLockError::Error(error)) => Err(Error::Copy(error)),
        }
    }
}

/// The path of the file at an address.
fn path(url: &str) -> Result<String, Error> {
    let options: AnyConnectOptions = url.parse().map_err(Error::Open)?;
    Ok(percent_decoded(
        options.database_url.path().trim_start_matches("//"),
    ))
}

/// A path without the escapes of an address.
fn percent_decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = (*first == b'%').then(|| after.get(..2)).flatten();
        let escaped = escaped.and_then(|digits| std::str::from_utf8(digits).ok());
        if let Some(byte) = escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            bytes.push(byte);
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
