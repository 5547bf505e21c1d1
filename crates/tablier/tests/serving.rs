//! The program as a service: its log for programs, and its health from outside.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{prints, refuses, text};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

/// A server of its own, with a line of its log for every start, stop and migration.
struct Service {
    child: Child,
    port: String,
    _folder: tempfile::TempDir,
}

impl Service {
    fn start(address: &str) -> Service {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_tablier"))
            .args(["serve", "--port", "0", "--address", address, "--data"])
            .arg(folder.path())
            .args(["--log-format", "json"])
            .env("RUST_LOG", "info")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut said).unwrap();
        let (_, host) = said.split_once("http://").unwrap();
        let (_, port) = host.split('/').next().unwrap().rsplit_once(':').unwrap();
        Service {
            child,
            port: port.to_owned(),
            _folder: folder,
        }
    }

    /// Stops it as systemd does, and gives its log.
    fn stop(mut self) -> String {
        let pid = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &pid]).status().unwrap();
        assert!(asked.success());
        let mut log = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut log).unwrap();
        assert!(self.child.wait().unwrap().success(), "{log}");
        log
    }
}

#[test]
fn a_log_for_programs_is_an_object_a_line() {
    let log = Service::start("127.0.0.1").stop();
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    for line in &lines {
        for field in ["timestamp", "level", "target", "message"] {
            assert!(
                line[field].as_str().is_some_and(|text| !text.is_empty()),
                "{line}"
            );
        }
    }
    let starting = lines.iter().find(|line| line["message"] == "starting").unwrap();
    assert_eq!(starting["level"], "INFO");
    assert!(
        starting["version"]
            .as_str()
            .unwrap()
            .starts_with(env!("CARGO_PKG_VERSION")),
        "fields stand beside the message: {starting}"
    );
    assert!(lines.iter().any(|line| line["message"] == "stopped"), "{log}");
}

#[test]
fn health_is_asked_where_the_server_listens() {
    let service = Service::start("127.0.0.2");
    let port = service.port.clone();
    let well = prints(&["health", "--address", "127.0.0.2", "--port", &port]);
    assert!(well.starts_with("ok\n"), "{well}");
    let elsewhere = refuses(&["health", "--port", &port], "", 1);
    assert!(elsewhere.contains("--address"), "{elsewhere}");
    service.stop();
    let everywhere = Service::start("0.0.0.0");
    let well = prints(&["health", "--address", "0.0.0.0", "--port", &everywhere.port]);
    assert!(well.starts_with("ok\n"), "{well}");
    everywhere.stop();
}

#[test]
fn a_password_need_not_be_a_flag() {
    let folder = tempfile::tempdir().unwrap();
    let url = |name: &str| format!("sqlite:{}?mode=rwc", folder.path().join(name).display());
    prints(&["migrate", "--data", folder.path().to_str().unwrap()]);
    let moved = Command::new(env!("CARGO_BIN_EXE_tablier"))
        .arg("move")
        .env("TABLIER_MOVE_FROM", url("tablier.db"))
        .env("TABLIER_MOVE_TO", url("to.db"))
        .output()
        .unwrap();
    assert!(moved.status.success(), "{moved:?}");
    assert!(text(&moved.stdout).contains("games 0\n"), "{moved:?}");
    let help = Command::new(env!("CARGO_BIN_EXE_tablier"))
        .args(["move", "--help"])
        .env("TABLIER_MOVE_TO", "postgres://secret")
        .output()
        .unwrap();
    assert!(!text(&help.stdout).contains("secret"));
}
