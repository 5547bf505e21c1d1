//! `cargo xtask package`: a static binary as an archive and as a Debian package, with checksums and a list of parts.

mod check;
mod configs;
mod documents;
mod parts;
mod visitor;

use crate::shell::{Done, cargo, output, root, step, succeed, target};
use crate::web;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROFILE: &str = "dist";
/// Files beside the binary in the archive, and in the Debian package's documents, at the places that they have here.
const DOCUMENTS: [&str; 25] = [
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "compose.yaml",
    "deploy/Caddyfile",
    "deploy/nginx.conf",
    "deploy/tablier.env",
    SERVICE,
    "deploy/prometheus/alerts.yml",
    "deploy/grafana/tablier.json",
    "docs/command-line.md",
    "docs/engine.md",
    "docs/hosting.md",
    "docs/load.md",
    "docs/polarity.md",
    "docs/protocol.md",
    "docs/record.md",
    "docs/security.md",
    "docs/strength.md",
    "docs/pictures/isometron.webp",
    "docs/pictures/offboard.webp",
    "docs/pictures/polarity.webp",
    "docs/pictures/polygone.webp",
];
const SERVICE: &str = "deploy/tablier.service";
const THIRD_PARTY: &str = "THIRD-PARTY-LICENSES.txt";
/// Programs that make and check the packages, with the Debian packages that have them.
const TOOLS: [(&str, &str); 9] = [
    ("musl-gcc", "musl-tools"),
    ("bwrap", "bubblewrap"),
    ("debootstrap", "debootstrap"),
    ("caddy", "caddy"),
    ("nginx", "nginx-light"),
    ("promtool", "prometheus"),
    ("curl", "curl"),
    ("openssl", "openssl"),
    ("python3", "python3"),
];

/// A processor, by its names in Rust and in Debian.
#[derive(Clone, Copy, Debug)]
struct Architecture {
    rust: &'static str,
    debian: &'static str,
}

impl Architecture {
    /// That of this machine: musl's C compiler makes code for no other one.
    fn own() -> Result<Architecture, String> {
        match std::env::consts::ARCH {
            "x86_64" => Ok(Architecture {
                rust: "x86_64",
                debian: "amd64",
            }),
            "aarch64" => Ok(Architecture {
                rust: "aarch64",
                debian: "arm64",
            }),
            other => Err(format!("there are no packages for {other}")),
        }
    }

    fn target(self) -> String {
        format!("{}-unknown-linux-musl", self.rust)
    }
}

/// The folder of the packages.
fn folder() -> PathBuf {
    root().join("dist-packages")
}

/// The version in the root manifest.
fn version() -> Result<String, String> {
    let manifest = read(&root().join("Cargo.toml"))?;
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version
        .map(str::to_owned)
        .ok_or_else(|| "Cargo.toml has no version".to_owned())
}

/// Makes all packages and checks them.
pub(crate) fn test() -> Done {
    run(false)?;
    run(true)
}

/// Refuses a machine that cannot check packages: a check that is left out would look like one that was passed.
fn must_be_able() -> Done {
    let (user, _) = output(Command::new("id").arg("-u"))?;
    if user.trim() != "0" {
        return Err("only root can check the packages: users, chroots and mounts are made".to_owned());
    }
    let can = |program: &str, words: &[&str]| {
        let output = Command::new(program).args(words).output();
        output.is_ok_and(|output| output.status.success())
    };
    // Not every program knows `--version`.
    let is_there = |tool: &str| can("sh", &["-c", &format!("command -v {tool}")]);
    let missing = TOOLS.iter().filter(|(tool, _)| !is_there(tool));
    let mut missing: Vec<&str> = missing.map(|(_, package)| *package).collect();
    if !can("python3", &["-c", "import yaml"]) {
        missing.push("python3-yaml");
    }
    if missing.is_empty() {
        return Ok(());
    }
    let missing = missing.join(" ");
    Err(format!(
        "the packages cannot be checked; install first: apt-get install {missing}"
    ))
}

/// Makes all packages, or checks those that are made.
pub(crate) fn run(checks: bool) -> Done {
    let (architecture, version) = (Architecture::own()?, version()?);
    if checks {
        must_be_able()?;
        return check::run(architecture, &version);
    }
    web::build()?;
    let binary = step("static binary", || compile(architecture))?;
    make_empty(&folder())?;
    step("parts", || parts::write_all(&folder(), architecture, &version))?;
    step("archive", || archive(architecture, &version, &binary))?;
    step("Debian package", || debian(architecture, &version, &binary))?;
    step("checksums", checksums)
}

fn compile(architecture: Architecture) -> Result<PathBuf, String> {
    let target_name = architecture.target();
    web::add_target(&target_name)?;
    succeed(cargo().args([
        "build",
        "--package",
        "tablier",
        "--profile",
        PROFILE,
        "--target",
        &target_name,
    ]))
    .map_err(|error| format!("{error}; the C code needs musl's compiler (apt-get install musl-tools)"))?;
    Ok(target().join(target_name).join(PROFILE).join("tablier"))
}

fn archive(architecture: Architecture, version: &str, binary: &Path) -> Done {
    let name = format!("tablier-{version}-{}-linux", architecture.rust);
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    let inside = work.path().join(&name);
    put(binary, &inside.join("tablier"), 0o755)?;
    documents::put_all(&inside)?;
    put(&third_party(architecture), &inside.join(THIRD_PARTY), 0o644)?;
    let mut tar = Command::new("tar");
    // The same files make the same archive, whoever packs them and when.
    tar.args([
        "--create",
        "--use-compress-program=gzip -9 --no-name",
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
    ]);
    tar.arg(format!("--mtime=@{}", commit_time()));
    tar.arg("--file").arg(folder().join(format!("{name}.tar.gz")));
    succeed(tar.arg("--directory").arg(work.path()).arg(&name))
}

/// Makes the Debian package; `version` may be a later one, to check an upgrade.
fn debian(architecture: Architecture, version: &str, binary: &Path) -> Done {
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    let place = |path: &str| work.path().join(path);
    put(binary, &place("usr/bin/tablier"), 0o755)?;
    put(
        &root().join(SERVICE),
        &place("lib/systemd/system/tablier.service"),
        0o644,
    )?;
    // The host may write the database's password into it.
    put(
        &root().join("deploy/tablier.env"),
        &place("etc/default/tablier"),
        0o600,
    )?;
    let documents = place("usr/share/doc/tablier");
    documents::put_all(&documents)?;
    put(&third_party(architecture), &documents.join(THIRD_PARTY), 0o644)?;
    put(&root().join("LICENSE-MIT"), &documents.join("copyright"), 0o644)?;
    for script in ["preinst", "postinst", "prerm", "postrm"] {
        let from = root().join("deploy/debian").join(script);
        put(&from, &place("DEBIAN").join(script), 0o755)?;
    }
    let size = size_of(work.path())?.div_ceil(1024);
    let control = read(&root().join("deploy/debian/control"))?
        .replace("@VERSION@", version)
        .replace("@ARCHITECTURE@", architecture.debian)
        .replace("@SIZE@", &size.to_string());
    write(&place("DEBIAN/control"), &control)?;
    write(&place("DEBIAN/conffiles"), "/etc/default/tablier\n")?;
    let mut build = Command::new("dpkg-deb");
    build.env("SOURCE_DATE_EPOCH", commit_time());
    // Older systems do not read zstd, which Ubuntu's dpkg writes.
    build.args(["--root-owner-group", "-Zxz", "--build"]);
    build.arg(work.path());
    let name = format!("tablier_{version}_{}.deb", architecture.debian);
    output(build.arg(folder().join(name))).map(drop)
}

fn checksums() -> Done {
    let names = crate::shell::names(&folder());
    let (sums, _) = output(Command::new("sha256sum").current_dir(folder()).args(&names))?;
    write(&folder().join("SHA256SUMS"), &sums)?;
    for name in names {
        let bytes = fs::metadata(folder().join(&name)).map_or(0, |file| file.len());
        eprintln!("    {name}: {:.1} MB", bytes as f64 / 1e6);
    }
    Ok(())
}

/// When the commit was made, in seconds since 1970; without git, nothing is known.
fn commit_time() -> String {
    let mut git = Command::new("git");
    git.current_dir(root()).args(["log", "-1", "--format=%ct"]);
    output(&mut git).map_or_else(|_| "0".to_owned(), |(time, _)| time.trim().to_owned())
}

/// The licences of all that is in the binary of a processor: a release has those of several beside each other.
fn third_party(architecture: Architecture) -> PathBuf {
    folder().join(format!("THIRD-PARTY-LICENSES-{}.txt", architecture.rust))
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(failed(path))
}

fn write(path: &Path, text: &str) -> Done {
    fs::write(path, text).map_err(failed(path))
}

fn make_empty(folder: &Path) -> Done {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed(folder))?;
    }
    fs::create_dir_all(folder).map_err(failed(folder))
}

/// Copies a file, with the folders above it.
fn put(from: &Path, to: &Path, mode: u32) -> Done {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(failed(folder))?;
    }
    fs::copy(from, to).map_err(failed(from))?;
    fs::set_permissions(to, fs::Permissions::from_mode(mode)).map_err(failed(to))
}

/// Bytes of all files below a folder.
fn size_of(folder: &Path) -> Result<u64, String> {
    let entries = fs::read_dir(folder).map_err(failed(folder))?;
    entries
        .map(|entry| {
            let entry = entry.map_err(failed(folder))?;
            let about = entry.metadata().map_err(failed(folder))?;
            if about.is_dir() {
                size_of(&entry.path())
            } else {
                Ok(about.len())
            }
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_has_every_tool() {
        let workflow = read(&root().join(".github/workflows/release.yml")).unwrap();
        for (_, package) in TOOLS {
            assert!(workflow.contains(&format!(" {package} ")), "{package}");
        }
    }
}
