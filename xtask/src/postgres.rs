//! A PostgreSQL for the tests: started on a socket of its own in a temporary folder, stopped when they are done.

use crate::shell::{Done, output, succeed};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A running PostgreSQL; it is stopped and its data go when this is dropped.
#[derive(Debug)]
pub(crate) struct Postgres {
    programs: PathBuf,
    folder: TempDir,
}

impl Postgres {
    /// Starts one. Nothing but this machine can reach it: it listens on a socket file only.
    pub(crate) fn start() -> Result<Postgres, String> {
        let programs = programs().ok_or("there is no PostgreSQL; install it (apt-get install postgresql)")?;
        let folder =
            tempfile::tempdir().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
        let postgres = Postgres { programs, folder };
        postgres.give_folder_away()?;
        let data = postgres.data();
        quietly(
            postgres
                .command("initdb")
                .args(["--auth=trust", "--username=postgres", "--encoding=UTF8"])
                .arg(&data),
        )?;
        quietly(
            postgres
                .command("pg_ctl")
                .arg("start")
                .arg("--wait")
                .arg("--pgdata")
                .arg(&data)
                .arg("--log")
                .arg(data.join("log"))
                .arg("--options")
                .arg(postgres.options()),
        )?;
        Ok(postgres)
    }

    /// The address of the database, for tests.
    pub(crate) fn url(&self) -> String {
        let socket = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{socket}/postgres")
    }

    /// An empty database of this server, by name; gives its address.
    pub(crate) fn fresh(&self, name: &str) -> Result<String, String> {
        quietly(
            self.command("createdb")
                .args(["--username=postgres", "--host"])
                .arg(self.folder.path())
                .arg(name),
        )?;
        let url = self.url();
        let (server, _) = url.rsplit_once('/').unwrap_or((&url, ""));
        Ok(format!("{server}/{name}"))
    }

    /// The shell command that ends it at once, as a crash does, and starts it again.
    pub(crate) fn restart_command(&self) -> String {
        let mut restart = self.command("pg_ctl");
        restart
            .args(["restart", "--wait", "--mode=immediate", "--pgdata"])
            .arg(self.data())
            .arg("--log")
            .arg(self.data().join("log"));
        let words = std::iter::once(restart.get_program()).chain(restart.get_args());
        let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
        format!("{} > /dev/null", words.join(" "))
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Data of tests need not survive a loss of power; many tests connect at once.
    fn options(&self) -> String {
        let socket = self.folder.path().display();
        format!(
            "-c listen_addresses='' -c unix_socket_directories={socket} -c fsync=off -c max_connections=300"
        )
    }

    /// A program of PostgreSQL, by a user that it accepts: it refuses to run as root.
    fn command(&self, program: &str) -> Command {
        let path = self.programs.join(program);
        if is_root() {
            let mut command = Command::new("setpriv");
            command
                .args(["--reuid=postgres", "--regid=postgres", "--clear-groups"])
                .arg(path);
            command.current_dir(self.folder.path());
            command
        } else {
            Command::new(path)
        }
    }

    fn give_folder_away(&self) -> Done {
        if is_root() {
            succeed(
                Command::new("chown")
                    .arg("postgres:postgres")
                    .arg(self.folder.path()),
            )?;
        }
        Ok(())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut stop = self.command("pg_ctl");
        stop.args(["stop", "--mode=immediate", "--pgdata"])
            .arg(self.data());
        if let Err(error) = quietly(&mut stop) {
            eprintln!("    PostgreSQL was not stopped: {error}");
        }
    }
}

/// Whether there is one to start.
pub(crate) fn is_installed() -> bool {
    programs().is_some()
}

fn quietly(command: &mut Command) -> Done {
    output(command).map(drop)
}

fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|(out, _)| out.trim() == "0")
}

/// Debian keeps the programs of the server in a folder by version, off the path.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let mut folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    folders.sort();
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    folders
        .into_iter()
        .rev()
        .chain(std::env::split_paths(&on_path))
        .find(|folder| has_all(folder))
}

fn has_all(folder: &Path) -> bool {
    ["initdb", "pg_ctl", "postgres"]
        .iter()
        .all(|program| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_started_and_stopped() {
        if !is_installed() {
            eprintln!("not run: there is no PostgreSQL");
            return;
        }
        let postgres = Postgres::start().unwrap();
        assert!(postgres.url().starts_with("postgres://postgres@%2F"));
        let socket = postgres.folder.path().join(".s.PGSQL.5432");
        assert!(socket.exists());
        drop(postgres);
        assert!(!socket.exists());
    }
}
