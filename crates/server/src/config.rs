//! Configuration of the server.

use crate::{Behaviour, Error};
use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address to listen on.
    pub address: SocketAddr,
    /// The address of the database.
    pub database: String,
    /// The address of a NATS server for messages between processes; without one, the database carries them.
    pub bus: Option<String>,
    /// How the application behaves.
    pub behaviour: Behaviour,
}

impl Config {
    /// The port, where nothing else is said.
    pub const PORT: u16 = 8080;
}

/// The address of a database file in `folder`, which is made if it does not exist.
pub fn database_in(folder: &Path) -> Result<String, Error> {
    make_private(folder).map_err(|error| Error::Folder(folder.to_owned(), error))?;
    Ok(database_path(folder))
}

/// The same without making the folder.
pub fn database_path(folder: &Path) -> String {
    store::file_url(&folder.join("tablier.db"))
}

/// Data folder of this user's programs.
pub fn data_folder() -> Result<PathBuf, Error> {
    let names = AppStrategyArgs {
        top_level_domain: String::new(),
        author: String::new(),
        app_name: "tablier".to_owned(),
    };
    let strategy = choose_app_strategy(names).map_err(|_| Error::NoHome)?;
    Ok(strategy.data_dir())
}

/// Makes a folder that only its owner can look into: the server's secret key lies in it.
fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_folder_is_made() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("new/folder");
        let database = database_in(&folder).unwrap();
        assert!(folder.is_dir());
        assert!(database.contains("new/folder/tablier.db"), "{database}");
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let parent = tempfile::tempdir().unwrap();
        let file = parent.path().join("file");
        std::fs::write(&file, "").unwrap();
        let error = database_in(&file.join("folder")).unwrap_err();
        assert!(error.to_string().contains("folder"), "{error}");
    }
}
