//! A copy of the whole database while it is in use.

use crate::Error;
use sqlx::any::AnyPoolOptions;
use std::fs::{File, OpenOptions};
use std::path::Path;

/// Writes a copy of the SQLite database at `url`, as of one moment, into a new file that only its owner can read. The database
/// must exist, and is not changed. PostgreSQL has pg_dump.
pub async fn back_up(url: &str, file: &Path) -> Result<(), Error> {
    if !url.starts_with("sqlite:") {
        return Err(Error::NoFile);
    }
    sqlx::any::install_default_drivers();
    let existing = url.replace("mode=rwc", "mode=rw");
    let pool = AnyPoolOptions::new().max_connections(1).connect(&existing).await;
    let pool = pool.map_err(Error::Open)?;
    // An empty file is taken for a database, too; ours has people in it.
    sqlx::query("SELECT COUNT(*) FROM people").execute(&pool).await?;
    let copy = create_private(file).map_err(Error::Copy)?;
    let copied = sqlx::query("VACUUM INTO $1")
        .bind(file.to_string_lossy().into_owned())
        .execute(&pool)
        .await;
    pool.close().await;
    let written = match copied {
        Ok(_) => sync(&copy, file).map_err(Error::Copy),
        Err(error) => Err(error.into()),
    };
    if written.is_err() {
        // An incomplete file is not left behind.
        let _ = std::fs::remove_file(file);
    }
    written
}

fn create_private(file: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(file)
}

/// Waits until a file and its name are on the disk.
fn sync(copy: &File, file: &Path) -> std::io::Result<()> {
    copy.sync_all()?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}
