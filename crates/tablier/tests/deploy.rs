//! Files for hosts: every setting, flag, path and port in them is one that there is.

// Helpers of tests fail by panicking.
#![allow(clippy::unwrap_used)]

mod common;

use common::{prints, refuses, tablier, text};
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
const FILES: [&str; 8] = [
    "Dockerfile",
    "compose.yaml",
    "deploy/Caddyfile",
    "deploy/nginx.conf",
    "deploy/tablier.env",
    "deploy/tablier.service",
    "docs/hosting.md",
    ".github/workflows/release.yml",
];

fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}{path}")).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Words of a text that begin like this, to the first sign that is none of a name.
fn words<'a>(text: &'a str, begin: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(begin)
        .filter(|(at, _)| !text[..*at].ends_with(|sign: char| sign.is_ascii_alphanumeric() || sign == '-'))
        .map(|(at, _)| {
            let word = &text[at..];
            let end = word.find(|sign: char| !(sign.is_ascii_alphanumeric() || "_-".contains(sign)));
            &word[..end.unwrap_or(word.len())]
        })
}

#[test]
fn every_setting_is_one_of_the_server() {
    let help = ["serve", "move"]
        .map(|command| prints(&[command, "--help"]))
        .concat();
    // The build reads the one, compose.yaml the other.
    let others = ["TABLIER_COMMIT", "TABLIER_VERSION"];
    for file in FILES {
        for name in words(&read(file), "TABLIER_").chain(words(&read(file), "DATABASE_URL")) {
            assert!(
                help.contains(&format!("[env: {name}")) || others.contains(&name),
                "{file}: {name}"
            );
        }
    }
}

#[test]
fn every_command_of_the_page_is_one_of_the_program() {
    let page = read("docs/hosting.md");
    let commands = page
        .split('`')
        .chain(page.lines().filter(|line| line.starts_with("    ")));
    let commands: Vec<&str> = commands
        .filter_map(|line| line.split_once("tablier ").map(|(_, rest)| rest))
        .collect();
    let mut known = 0;
    for command in commands {
        let mut words = command.split_whitespace();
        let Some(name) = words.next().filter(|name| name.chars().all(char::is_alphabetic)) else {
            continue;
        };
        if !["serve", "health", "migrate", "move", "backup"].contains(&name) {
            continue;
        }
        known += 1;
        let help = prints(&[name, "--help"]);
        for flag in words.filter(|word| word.starts_with("--")) {
            assert!(help.contains(flag), "tablier {command}: {flag}");
        }
    }
    assert!(known >= 5, "{known}");
    for flag in ["--public-url", "--proxies"] {
        assert!(prints(&["serve", "--help"]).contains(flag) && page.contains(flag));
    }
}

#[test]
fn containers_use_files_and_ports_that_there_are() {
    let (docker, compose) = (read("Dockerfile"), read("compose.yaml"));
    let mounted = compose
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- ./")?.split(':').next());
    let mounted: Vec<&str> = mounted.collect();
    assert_eq!(mounted, ["deploy/Caddyfile"]);
    assert!(mounted.iter().all(|path| Path::new(ROOT).join(path).exists()));
    let port = server::Config::PORT.to_string();
    assert!(docker.contains(&format!("EXPOSE {port}\n")) && docker.contains(&format!("TABLIER_PORT={port}")));
    assert!(compose.contains(&format!("UPSTREAM: tablier:{port}\n")));
    for file in ["deploy/Caddyfile", "deploy/nginx.conf"] {
        assert!(read(file).contains(&format!("127.0.0.1:{port}")), "{file}");
    }
    assert!(docker.contains("CMD [\"/tablier\", \"health\"]") && docker.contains("USER 10001:10001"));
    assert!(read("Cargo.toml").contains("rust-version = \"1.95\""));
    assert!(docker.contains("FROM rust:1.95"));
    assert!(read(".github/workflows/release.yml").contains("rustup toolchain install 1.95"));
    // A database sorts in files.
    assert!(docker.contains("--mode=1777 /image/tmp") && compose.contains("tmpfs: [/tmp]"));
    assert!(
        docker.contains("cargo xtask package")
            && read(".github/workflows/release.yml").contains("cargo xtask package")
    );
    for service in ["caddy", "tablier", "postgres", "nats"] {
        assert!(compose.contains(&format!("\n  {service}:\n")), "{service}");
    }
}

/// Runs a script of the package with stand-ins for the programs and paths of the machine; gives what they were asked.
#[cfg(unix)]
fn run_script(name: &str, arguments: &[&str], settings: &str, stand_ins: &[(&str, &str)]) -> String {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let script = read(&format!("deploy/debian/{name}"))
        .replace("/etc/default/tablier", &path("settings"))
        .replace("/usr/bin/tablier", &path("tablier"))
        .replace("/run/systemd/system", &path("systemd"))
        .replace("/var/lib/tablier", &path("usual"));
    std::fs::write(path("settings"), settings.replace("FOLDER", &path("games"))).unwrap();
    for name in ["systemd", "usual", "games"] {
        std::fs::create_dir(path(name)).unwrap();
    }
    std::fs::write(path("games/tablier.db"), "").unwrap();
    for (name, answer) in stand_ins {
        let log = path("asked");
        let text = format!("#!/bin/sh\necho \"$(basename $0) $*\" >> {log}\n{answer}\n");
        std::fs::write(path(name), text).unwrap();
        std::fs::set_permissions(path(name), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let search = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", &script, name])
        .args(arguments)
        .env("PATH", search);
    assert!(shell.status().unwrap().success(), "{name}");
    let asked = std::fs::read_to_string(path("asked")).unwrap_or_default();
    asked.replace(&folder.path().display().to_string(), "")
}

#[cfg(unix)]
#[test]
fn an_upgrade_copies_the_games_from_where_they_are() {
    let stand_ins = [("tablier", ""), ("runuser", "touch \"$6\"")];
    let settings = "DATABASE_URL=postgres://a?b&c\nTABLIER_DATA=\"FOLDER\"\n";
    let asked = run_script("preinst", &["upgrade", "0.1.0"], settings, &stand_ins);
    let copied = "runuser -u tablier -- /tablier backup /games/before-upgrade.new --data /games\n";
    assert_eq!(asked, copied);
    assert_eq!(
        run_script("preinst", &["upgrade", "0.1.0"], "", &stand_ins),
        "",
        "no games there"
    );
}

#[cfg(unix)]
#[test]
fn a_service_that_the_host_has_disabled_stays_so() {
    let asked = |answer| {
        let stand_ins = [
            ("getent", ""),
            ("install", ""),
            ("systemctl", ""),
            ("deb-systemd-invoke", ""),
            ("deb-systemd-helper", answer),
        ];
        run_script("postinst", &["configure", "0.1.0"], "", &stand_ins)
    };
    let disabled = asked("[ \"$2\" != was-enabled ]");
    assert!(
        !disabled.contains("helper enable") && disabled.contains("helper update-state"),
        "{disabled}"
    );
    assert!(
        disabled.contains("invoke try-restart tablier.service"),
        "{disabled}"
    );
    assert!(asked("").contains("helper enable tablier.service"));
}

#[test]
fn every_manifest_has_the_same_version() {
    let version = env!("CARGO_PKG_VERSION");
    assert!(read("python/Cargo.toml").contains(&format!("\nversion = \"{version}\"\n")));
    assert!(read("npm/package.json").contains(&format!("\"version\": \"{version}\"")));
}

#[cfg(unix)]
#[test]
fn settings_that_everybody_could_read_are_closed() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("settings");
    std::fs::write(&settings, "DATABASE_URL=postgres://a:secret@b/c\n").unwrap();
    std::fs::set_permissions(&settings, std::fs::Permissions::from_mode(0o644)).unwrap();
    let script = read("deploy/debian/postinst");
    let line = script.lines().find(|line| line.contains("chmod")).unwrap();
    let line = line.replace("/etc/default/tablier", &settings.display().to_string());
    let mut shell = std::process::Command::new("sh");
    assert!(shell.args(["-ec", &line]).status().unwrap().success());
    let mode = std::fs::metadata(&settings).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn the_version_has_a_commit() {
    let version = prints(&["--version"]);
    let commit = version
        .strip_prefix(&format!("tablier {} (", env!("CARGO_PKG_VERSION")))
        .and_then(|rest| rest.strip_suffix(")\n"));
    assert!(commit.is_some_and(|commit| !commit.is_empty()), "{version}");
}

#[test]
fn health_is_refused_where_nobody_listens() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port().to_string();
    drop(free);
    let error = refuses(&["health", "--port", &port], "", 1);
    assert!(error.contains("does not answer"), "{error}");
    let output = tablier(&["serve", "--public-url", "games.example"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("https://games.example"));
}
