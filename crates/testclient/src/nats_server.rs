//! A NATS server for one test.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep};

/// A process on loopback; it is killed when this is dropped.
#[derive(Debug)]
pub struct NatsServer {
    address: SocketAddr,
    child: Child,
}

impl NatsServer {
    /// Starts one, and waits until it answers.
    pub async fn start() -> NatsServer {
        let address = std::net::TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap();
        let mut server = NatsServer {
            address,
            child: spawn(address),
        };
        server.wait_until_ready().await;
        server
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    /// Kills the process.
    pub async fn kill(&mut self) {
        self.child.kill().await.unwrap();
    }

    /// Starts it again after [`NatsServer::kill`], at the same address.
    pub async fn restart(&mut self) {
        self.child = spawn(self.address);
        self.wait_until_ready().await;
    }

    async fn wait_until_ready(&mut self) {
        let begin = Instant::now();
        while TcpStream::connect(self.address).await.is_err() {
            assert!(begin.elapsed() < Duration::from_secs(20), "NATS does not answer");
            assert_eq!(self.child.try_wait().unwrap(), None, "NATS has ended");
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Debian installs the program in /usr/sbin, which is not on every path.
fn spawn(address: SocketAddr) -> Child {
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("nats-server")
        .env("PATH", format!("{path}:/usr/sbin"))
        .args([
            "--addr",
            &address.ip().to_string(),
            "--port",
            &address.port().to_string(),
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("nats-server, a Debian package that `cargo xtask test` installs")
}
