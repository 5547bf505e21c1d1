//! A small HTTP client that keeps its cookie, as a browser does.

use serde_json::Value;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::http::{HeaderMap, HeaderName};

/// Time limit of a request.
const PATIENCE: Duration = Duration::from_secs(20);

/// An HTTP client with its cookies.
#[derive(Clone, Debug)]
pub struct Http {
    /// The server.
    pub address: SocketAddr,
    /// The cookies that the server has set, as they are sent.
    pub cookie: Option<String>,
    /// Header lines that go with every request.
    pub headers: String,
}

/// A server's answer, with the names and values of its headers in small letters.
#[derive(Clone, Debug)]
pub struct HttpReply {
    /// The status.
    pub status: u16,
    /// The lines above the body, in small letters.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

impl HttpReply {
    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(found, _)| *found == name).map(|(_, value)| value)
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// The body of a chunked answer, with its chunks joined.
    pub fn whole(&self) -> String {
        let (mut rest, mut text) = (self.text(), String::new());
        while let Some((length, after)) = rest.split_once("\r\n") {
            let length = usize::from_str_radix(length, 16).unwrap();
            text += &after[..length];
            rest = after[length..].trim_start_matches("\r\n");
        }
        text
    }

    /// The body as JSON; null when it is not JSON.
    pub fn json(&self) -> Value {
        if self.header("transfer-encoding") == Some("chunked") {
            return serde_json::from_str(&self.whole()).unwrap_or(Value::Null);
        }
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }
}

impl Http {
    /// A client without cookies.
    pub const fn new(address: SocketAddr) -> Http {
        Http {
            address,
            cookie: None,
            headers: String::new(),
        }
    }

    /// Adds the header lines to those of a socket's request.
    pub(crate) fn add_headers(&self, headers: &mut HeaderMap) {
        for (name, value) in self.headers.lines().filter_map(|line| line.split_once(": ")) {
            let name: HeaderName = name.parse().unwrap();
            headers.insert(name, value.parse().unwrap());
        }
    }

    /// Sends a GET request.
    pub async fn get(&mut self, path: &str) -> HttpReply {
        self.ask("GET", path, "").await.unwrap()
    }

    /// Sends a POST request with a body of JSON.
    pub async fn post(&mut self, path: &str, body: &Value) -> HttpReply {
        self.ask("POST", path, &body.to_string()).await.unwrap()
    }

    /// Sends a request and reads the answer; fails when there is no server.
    pub async fn ask(&mut self, method: &str, path: &str, body: &str) -> io::Result<HttpReply> {
        let answer = timeout(PATIENCE, self.exchange(method, path, body)).await??;
        let headers = answer.1.lines().filter_map(|line| line.split_once(": "));
        let set = headers.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        for (_, cookie) in set {
            self.keep(cookie.split(';').next().unwrap_or_default());
        }
        Ok(answer.0)
    }

    /// Keeps a cookie, and drops an older one of the same name.
    fn keep(&mut self, cookie: &str) {
        let name = |cookie: &str| cookie.split('=').next().map(ToOwned::to_owned);
        let kept = self.cookie.take().unwrap_or_default();
        let others = kept
            .split("; ")
            .filter(|other| !other.is_empty() && name(other) != name(cookie));
        let all: Vec<&str> = others.chain([cookie]).collect();
        self.cookie = Some(all.join("; "));
    }

    async fn exchange(&self, method: &str, path: &str, body: &str) -> io::Result<(HttpReply, String)> {
        let mut stream = TcpStream::connect(self.address).await?;
        let cookie = self
            .cookie
            .as_ref()
            .map(|cookie| format!("cookie: {cookie}\r\n"))
            .unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n{cookie}{}\r\n{body}",
            self.address,
            body.len(),
            self.headers
        );
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        let cut = || io::Error::from(io::ErrorKind::UnexpectedEof);
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .ok_or_else(cut)?;
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .ok_or_else(cut)?;
        let answer = HttpReply {
            status,
            head: head.to_lowercase(),
            body: bytes[end + 4..].to_vec(),
        };
        let length = answer
            .header("content-length")
            .and_then(|length| length.parse::<usize>().ok());
        if length.is_some_and(|length| length > answer.body.len() && method != "HEAD") {
            return Err(cut());
        }
        Ok((answer, head))
    }
}
