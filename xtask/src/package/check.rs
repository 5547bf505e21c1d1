//! `cargo xtask package --check`: the packages work on machines that have nothing else. Needs root, bubblewrap, debootstrap.

use super::{Architecture, debian, folder, make_empty, put, read};
use crate::shell::{Done, output, root, step, succeed};
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Time from the start to the first move of a game, at most.
const SOON: Duration = Duration::from_secs(2);
/// Time after which a server is given up.
const PATIENCE: Duration = Duration::from_secs(30);
/// The oldest Debian that the package is for.
const RELEASE: &str = "bookworm";

pub(super) fn run(architecture: Architecture, version: &str) -> Done {
    let unpacked = step("unpack", || unpack(architecture, version))?;
    let binary = unpacked.path().join("tablier");
    step("checksums", || {
        succeed(
            Command::new("sha256sum")
                .current_dir(folder())
                .args(["--check", "--quiet", "SHA256SUMS"]),
        )
    })?;
    step("in an empty root", || empty_root(&binary))?;
    step("Debian package", || {
        debian_package(architecture, version, &binary)
    })
}

/// The archive's content.
fn unpack(architecture: Architecture, version: &str) -> Result<tempfile::TempDir, String> {
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let name = format!("tablier-{version}-{}-linux.tar.gz", architecture.rust);
    let mut tar = Command::new("tar");
    tar.args(["--extract", "--strip-components=1", "--file"])
        .arg(folder().join(name));
    succeed(tar.arg("--directory").arg(place.path()))?;
    Ok(place)
}

/// A server that is stopped when this is dropped.
struct Running(Child);

impl Running {
    fn start(command: &mut Command) -> Result<Running, String> {
        let child = command.stdout(Stdio::null()).spawn();
        child
            .map(Running)
            .map_err(|error| format!("{}: {error}", command.get_program().display()))
    }

    /// Stops it as systemd does.
    fn stop(mut self) -> Done {
        succeed(Command::new("kill").args(["-TERM", &self.0.id().to_string()]))?;
        let ended = self.0.wait().map_err(|error| error.to_string())?;
        if ended.success() {
            Ok(())
        } else {
            Err(format!("the server ended with {ended}"))
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A port that was free a moment ago.
fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| error.to_string())?;
    listener
        .local_addr()
        .map(|address| address.port())
        .map_err(|error| error.to_string())
}

/// Starts the binary in a folder with nothing else in it, and plays.
fn empty_root(binary: &Path) -> Done {
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    put(binary, &place.path().join("tablier"), 0o755)?;
    make_empty(&place.path().join("data"))?;
    let (port, begin) = (free_port()?, Instant::now());
    let mut bwrap = Command::new("bwrap");
    bwrap
        .args([
            "--unshare-all",
            "--share-net",
            "--die-with-parent",
            "--clearenv",
            "--bind",
        ])
        .arg(place.path());
    bwrap.args([
        "/",
        "/tablier",
        "serve",
        "--data",
        "/data",
        "--port",
        &port.to_string(),
    ]);
    let running = Running::start(&mut bwrap)?;
    let mut visitor = Visitor::at(port);
    visitor.play(binary)?;
    let took = begin.elapsed();
    drop(running);
    eprintln!(
        "    page, game and the computer's answer {} ms after the start",
        took.as_millis()
    );
    if took > SOON {
        return Err(format!("that is more than {} ms", SOON.as_millis()));
    }
    Ok(())
}

/// Installs, upgrades, removes and purges the Debian package in a fresh Debian, with a game in between.
fn debian_package(architecture: Architecture, version: &str, binary: &Path) -> Done {
    let place = tempfile::tempdir_in(crate::shell::target()).map_err(|error| error.to_string())?;
    let debian_root = place.path();
    step("debootstrap", || {
        let mut debootstrap = Command::new("debootstrap");
        output(debootstrap.args(["--variant=minbase", RELEASE]).arg(debian_root)).map(drop)
    })?;
    for mounted in ["proc", "sys"] {
        // It leaves them mounted on some systems; elsewhere there is nothing to do.
        let _ = output(Command::new("umount").arg(debian_root.join(mounted)));
    }
    let later = format!("{version}+later");
    debian(architecture, &later, binary)?;
    let package = |version: &str| format!("tablier_{version}_{}.deb", architecture.debian);
    for version in [version, &later] {
        put(
            &folder().join(package(version)),
            &debian_root.join(package(version)),
            0o644,
        )?;
    }
    let remove_later = folder().join(package(&later));
    fs::remove_file(&remove_later).map_err(super::failed(&remove_later))?;

    let inside = |words: &[&str]| {
        let mut chroot = Command::new("chroot");
        chroot
            .arg(debian_root)
            .args(words)
            .env("LC_ALL", "C.UTF-8")
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        output(&mut chroot)
    };
    let data = debian_root.join("var/lib/tablier");
    inside(&["dpkg", "--install", &format!("/{}", package(version))])?;
    let (user, _) = inside(&["stat", "--format=%U %a", "/var/lib/tablier"])?;
    expect("the data folder", user.trim(), "tablier 700")?;
    let unit = debian_root.join("etc/systemd/system/multi-user.target.wants/tablier.service");
    expect("the service is enabled", unit.symlink_metadata().is_ok(), true)?;
    let mut visitor = Visitor::at(free_port()?);
    let table = serve_installed(debian_root, &mut visitor, |visitor| visitor.play(binary))?;
    let game = format!("/api/tables/{table}");
    let before = serve_installed(debian_root, &mut visitor, |visitor| {
        visitor.ask("GET", &game, &Value::Null)
    })?;

    inside(&["dpkg", "--install", &format!("/{}", package(&later))])?;
    expect(
        "a copy of the database",
        data.join("before-upgrade.db").is_file(),
        true,
    )?;
    let after = serve_installed(debian_root, &mut visitor, |visitor| {
        visitor.ask("GET", &game, &Value::Null)
    })?;
    let is_same = after["events"].is_array() && after["events"] == before["events"];
    expect("the game's log after the upgrade is the same", is_same, true)?;
    expect("the moves of the game", &after["table"]["plies"], &json!(2))?;
    inside(&["dpkg", "--remove", "tablier"])?;
    expect(
        "the data after the removal",
        data.join("tablier.db").is_file(),
        true,
    )?;
    expect(
        "the program after the removal",
        debian_root.join("usr/bin/tablier").exists(),
        false,
    )?;
    inside(&["dpkg", "--purge", "tablier"])?;
    expect("the data after the purge", data.exists(), false)?;
    expect(
        "the user after the purge",
        read(&debian_root.join("etc/passwd"))?.contains("tablier"),
        false,
    )
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "calls read better without references"
)]
fn expect<T: PartialEq + std::fmt::Debug>(what: &str, found: T, wanted: T) -> Done {
    if found == wanted {
        eprintln!("    {what}: {found:?}");
        return Ok(());
    }
    Err(format!("{what}: {found:?} in place of {wanted:?}"))
}

/// Runs the installed server as its own user, with the unit's environment.
fn serve_installed<T>(
    debian_root: &Path,
    visitor: &mut Visitor,
    visit: impl FnOnce(&mut Visitor) -> Result<T, String>,
) -> Result<T, String> {
    let unit = read(&root().join(super::SERVICE))?;
    let line = |name: &str| {
        unit.lines()
            .find_map(|line| line.strip_prefix(name))
            .unwrap_or_default()
            .to_owned()
    };
    let (start, environment) = (line("ExecStart="), line("Environment="));
    let (name, value) = environment.split_once('=').ok_or("the unit has no environment")?;
    let mut chroot = Command::new("chroot");
    chroot
        .arg(format!("--userspec={0}:{0}", line("User=")))
        .arg(debian_root);
    chroot.args(start.split(' ')).env_clear().env(name, value);
    chroot.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    chroot.env("TABLIER_PORT", visitor.port.to_string());
    let running = Running::start(&mut chroot)?;
    visitor.wait_for_page()?;
    let seen = visit(visitor)?;
    running.stop()?;
    Ok(seen)
}

/// Somebody with a browser's cookie.
struct Visitor {
    port: u16,
    cookie: String,
}

impl Visitor {
    fn at(port: u16) -> Visitor {
        Visitor {
            port,
            cookie: String::new(),
        }
    }

    /// Loads the first page, begins a game against the computer, moves, and waits for the answer. Gives the table.
    fn play(&mut self, binary: &Path) -> Result<String, String> {
        let page = self.wait_for_page()?;
        if !page.contains("<script") {
            return Err(format!("the page is not the client's: {page}"));
        }
        let wish = json!({ "settings": { "game": "offboard" }, "side": "first", "computer": 1 });
        let made = self.ask("POST", "/api/tables", &wish)?;
        let table = made["table"]
            .as_str()
            .ok_or_else(|| format!("no table: {made}"))?
            .to_owned();
        let (moves, _) = output(Command::new(binary).args(["moves", "offboard"]))?;
        let first = moves.lines().next().unwrap_or_default();
        let action = json!({ "key": "first-move", "ply": 0, "action": { "do": "move", "text": first } });
        self.ask("POST", &format!("/api/tables/{table}/act"), &action)?;
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            let seen = self.ask("GET", &format!("/api/tables/{table}"), &Value::Null)?;
            if seen["table"]["plies"].as_u64() >= Some(2) {
                return Ok(table);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err("the computer does not answer".to_owned())
    }

    /// Asks for the first page until somebody listens.
    fn wait_for_page(&mut self) -> Result<String, String> {
        let begin = Instant::now();
        loop {
            match self.request("GET", "/", "") {
                Ok(answer) => return body(&answer).map(str::to_owned),
                Err(error) if begin.elapsed() > PATIENCE => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }

    fn ask(&mut self, method: &str, path: &str, json: &Value) -> Result<Value, String> {
        let text = if json.is_null() {
            String::new()
        } else {
            json.to_string()
        };
        let answer = self.request(method, path, &text)?;
        if let Some(cookie) = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")) {
            cookie
                .split(';')
                .next()
                .unwrap_or_default()
                .clone_into(&mut self.cookie);
        }
        let body = body(&answer).map_err(|error| format!("{method} {path}: {error}"))?;
        serde_json::from_str(body).map_err(|error| format!("{method} {path}: {error}: {body}"))
    }

    fn request(&self, method: &str, path: &str, body: &str) -> Result<String, String> {
        let ask = || -> std::io::Result<String> {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
            stream.set_read_timeout(Some(PATIENCE))?;
            write!(
                stream,
                "{method} {path} HTTP/1.1\r\nhost: localhost:{}\r\nconnection: close\r\ncookie: {}\r\n\
                 content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                self.port,
                self.cookie,
                body.len()
            )?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer)?;
            Ok(answer)
        };
        ask().map_err(|error| format!("{method} {path}: {error}"))
    }
}

/// The body of an answer that is well.
fn body(answer: &str) -> Result<&str, String> {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
    match head.split(' ').nth(1) {
        Some("200") => Ok(body),
        _ => Err(format!("{} {body}", head.lines().next().unwrap_or_default())),
    }
}
