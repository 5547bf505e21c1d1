//! A proxy before a database that can stop forwarding, as a network or a machine that hangs does.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// The state that connections follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Flow {
    /// Nothing is forwarded.
    is_stalled: bool,
    /// Connections with a lower number are forwarded no more, and not closed either.
    stranded_below: u64,
    /// Connections with a lower number are closed.
    cut_below: u64,
}

/// A proxy on loopback before a PostgreSQL.
#[derive(Debug)]
pub struct Stall {
    /// The address of the database through the proxy.
    pub url: String,
    flow: watch::Sender<Flow>,
    count: Arc<AtomicU64>,
}

impl Stall {
    /// Starts a proxy before the database of an address.
    pub async fn before(url: &str) -> Stall {
        let (scheme, rest) = url.split_once("://").unwrap();
        let (authority, path) = rest.split_once('/').unwrap();
        let (user, host) = authority.split_once('@').unwrap_or(("postgres", authority));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (flow, follow) = watch::channel(Flow {
            is_stalled: false,
            stranded_below: 0,
            cut_below: 0,
        });
        let count = Arc::new(AtomicU64::new(0));
        let (host, numbers) = (host.replace("%2F", "/"), count.clone());
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let number = numbers.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(forward(client, host.clone(), number, follow.clone()));
            }
        });
        Stall {
            url: format!("{scheme}://{user}@{address}/{path}"),
            flow,
            count,
        }
    }

    /// Stops forwarding; nothing is closed.
    pub fn stop(&self) {
        self.flow.send_modify(|flow| flow.is_stalled = true);
    }

    /// Forwards again, with all that came in between.
    pub fn go_on(&self) {
        self.flow.send_modify(|flow| flow.is_stalled = false);
    }

    /// Leaves the connections of now hanging for ever; new ones work.
    pub fn strand(&self) {
        let below = self.count.load(Ordering::SeqCst);
        self.flow.send_modify(|flow| flow.stranded_below = below);
    }

    /// Closes the connections of now; new ones work.
    pub fn cut(&self) {
        let below = self.count.load(Ordering::SeqCst);
        self.flow.send_modify(|flow| flow.cut_below = below);
    }
}

async fn forward(client: TcpStream, host: String, number: u64, follow: watch::Receiver<Flow>) {
    let (from_client, to_client) = client.into_split();
    if host.starts_with('/') {
        let Ok(server) = UnixStream::connect(format!("{host}/.s.PGSQL.5432")).await else {
            return;
        };
        let (from_server, to_server) = server.into_split();
        relay_both(from_client, to_client, from_server, to_server, number, follow).await;
    } else {
        let address: SocketAddr = host.parse().unwrap();
        let Ok(server) = TcpStream::connect(address).await else {
            return;
        };
        let (from_server, to_server) = server.into_split();
        relay_both(from_client, to_client, from_server, to_server, number, follow).await;
    }
}

async fn relay_both(
    from_client: impl AsyncRead + Unpin,
    to_client: impl AsyncWrite + Unpin,
    from_server: impl AsyncRead + Unpin,
    to_server: impl AsyncWrite + Unpin,
    number: u64,
    follow: watch::Receiver<Flow>,
) {
    let mut cut = follow.clone();
    tokio::select! {
        _ = relay(from_client, to_server, number, follow.clone()) => {}
        _ = relay(from_server, to_client, number, follow) => {}
        _ = cut.wait_for(|flow| number < flow.cut_below) => {}
    }
}

async fn relay(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    number: u64,
    mut follow: watch::Receiver<Flow>,
) -> Option<()> {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let count = from.read(&mut bytes).await.ok().filter(|count| *count > 0)?;
        follow
            .wait_for(|flow| !flow.is_stalled && number >= flow.stranded_below)
            .await
            .ok()?;
        to.write_all(&bytes[..count]).await.ok()?;
    }
}
