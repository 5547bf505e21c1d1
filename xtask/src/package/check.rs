//! `cargo xtask package --check`: the packages work on machines that have nothing else. Needs root, bubblewrap, debootstrap.

use super::visitor::{Running, Visitor, free_port};
use super::{Architecture, configs, debian, folder, make_empty, put, read};
use crate::shell::{Done, output, root, step, succeed};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Time from the start to the first move of a game, at most.
const SOON: Duration = Duration::from_secs(2);
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
    step("configurations", || configs::run(&binary))?;
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
    let owned = |path: &str| {
        let (owner, _) = inside(&["stat", "--format=%U %a", path])?;
        Ok::<_, String>(owner.trim().to_owned())
    };
    let settings = "/etc/default/tablier";
    expect(
        "the data folder",
        owned("/var/lib/tablier")?,
        "tablier 700".to_owned(),
    )?;
    expect("the settings", owned(settings)?, "root 600".to_owned())?;
    // As an older package left them.
    inside(&["chmod", "644", settings])?;
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
        "the settings after the upgrade",
        owned(settings)?,
        "root 640".to_owned(),
    )?;
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
