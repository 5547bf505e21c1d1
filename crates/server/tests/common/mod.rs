//! A server on a free port with a database of its own, as a client on the network sees it.
#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a helper of tests")]

use server::{App, Site, app};
use std::net::SocketAddr;
use std::sync::Arc;
use store::Store;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A running server; its data go when it does.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) store: Store,
    serving: tokio::task::JoinHandle<()>,
    _data: TempDir,
}

impl Server {
    pub(crate) async fn start(site: Site) -> Server {
        let data = tempfile::tempdir().unwrap();
        let url = store::file_url(&data.path().join("tablier.db"));
        let store = Store::open(&url).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = app(App {
            site: Arc::new(site),
            store: store.clone(),
        });
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Server {
            address,
            store,
            serving,
            _data: data,
        }
    }

    /// Takes no more connections.
    pub(crate) fn stop(&self) {
        self.serving.abort();
    }

    /// Sends a request with some header lines and reads the answer to its end.
    pub(crate) async fn request(&self, method: &str, path: &str, headers: &str) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let request = format!("{method} {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n{headers}\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_lowercase();
        Answer {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            head,
            body: bytes[end + 4..].to_vec(),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.request("GET", path, "").await
    }
}

/// What a server answers; the names and values of its headers in small letters.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(found, _)| *found == name).map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}
