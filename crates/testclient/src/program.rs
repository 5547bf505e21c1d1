//! The real server as a process that can be killed.

use crate::Http;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep};

/// The server's program on a database.
#[derive(Debug)]
pub struct Program {
    /// The address that it listens on, across restarts.
    pub address: SocketAddr,
    binary: PathBuf,
    database: String,
    /// Address of a NATS server, if messages go through one.
    bus: Option<String>,
    flags: &'static [&'static str],
    child: Child,
}

impl Program {
    /// Starts it, and waits until it answers.
    pub async fn start(binary: &Path, database: &str) -> Program {
        Program::start_with(binary, database, None).await
    }

    /// The same, with messages to other processes through a NATS server.
    pub async fn start_with(binary: &Path, database: &str, bus: Option<&str>) -> Program {
        Program::start_flagged(binary, database, bus, OPEN).await
    }

    /// The same with the usual limits, behind a proxy that names its clients.
    pub async fn start_guarded(binary: &Path, database: &str) -> Program {
        Program::start_flagged(binary, database, None, &["--proxies=1"]).await
    }

    async fn start_flagged(
        binary: &Path,
        database: &str,
        bus: Option<&str>,
        flags: &'static [&'static str],
    ) -> Program {
        // Another may take the port before the server does; with a free one that hardly ever happens.
        let address = std::net::TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap();
        let child = spawn(binary, address, database, bus, flags);
        let mut program = Program {
            address,
            binary: binary.to_owned(),
            database: database.to_owned(),
            bus: bus.map(ToOwned::to_owned),
            flags,
            child,
        };
        program.answers().await;
        program
    }

    /// Ends it as a loss of power would, and starts it again.
    pub async fn kill_and_restart(&mut self) {
        self.child.kill().await.unwrap();
        let bus = self.bus.as_deref();
        self.child = spawn(&self.binary, self.address, &self.database, bus, self.flags);
        self.answers().await;
    }

    /// Whether it runs, and answers.
    pub async fn is_alive(&mut self) -> bool {
        let asked = Http::new(self.address).ask("GET", "/healthz", "").await;
        asked.is_ok_and(|answer| answer.status == 200) && self.child.try_wait().is_ok_and(|end| end.is_none())
    }

    /// Megabytes of memory that it has needed at most, as Linux counts them; 0 elsewhere.
    pub fn most_megabytes(&self) -> u64 {
        let status = self
            .child
            .id()
            .map(|id| std::fs::read_to_string(format!("/proc/{id}/status")));
        let status = status.and_then(Result::ok).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse::<u64>().ok());
        kilobytes.unwrap_or(0) / 1000
    }

    /// Seconds of processor time that it has used so far, as Linux counts them; 0 elsewhere.
    pub fn processor_seconds(&self) -> f64 {
        const TICKS_A_SECOND: f64 = 100.0;
        let stat = self
            .child
            .id()
            .map(|id| std::fs::read_to_string(format!("/proc/{id}/stat")));
        let stat = stat.and_then(Result::ok).unwrap_or_default();
        // Behind the name, which may hold spaces: user and system time are fields 12 and 13.
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
        let times = fields.split_whitespace().skip(11).take(2);
        times.filter_map(|time| time.parse::<f64>().ok()).sum::<f64>() / TICKS_A_SECOND
    }

    /// Asks it to stop, and waits until it has.
    pub async fn stop(mut self) {
        let id = self.child.id().unwrap().to_string();
        let asked = Command::new("kill").args(["-TERM", &id]).status().await.unwrap();
        assert!(asked.success());
        let status = self.child.wait().await.unwrap();
        assert!(status.success(), "the server ended with {status}");
    }

    async fn answers(&mut self) {
        let begin = Instant::now();
        let mut http = Http::new(self.address);
        while !http
            .ask("GET", "/healthz", "")
            .await
            .is_ok_and(|answer| answer.status == 200)
        {
            assert!(
                begin.elapsed() < Duration::from_secs(30),
                "the server does not answer"
            );
            assert_eq!(self.child.try_wait().unwrap(), None, "the server has ended");
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Limits for players who all come from one address, unless they name their own as a proxy does.
const OPEN: &[&str] = &[
    "--proxies=1",
    "--requests-each=4000000000",
    "--tables-each=4000000000",
    "--sockets-each=4000000000",
    "--at-once-each=4000000000",
];

fn spawn(binary: &Path, address: SocketAddr, database: &str, bus: Option<&str>, flags: &[&str]) -> Child {
    Command::new(binary)
        .args([
            "serve",
            "--port",
            &address.port().to_string(),
            "--database",
            database,
        ])
        .args(bus.map(|bus| format!("--bus={bus}")))
        .args(flags)
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}
