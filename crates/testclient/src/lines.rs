//! An answer that goes on, one object a line.

use crate::Http;
use serde_json::Value;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(20);

/// The objects of an answer as they come.
#[derive(Debug)]
pub struct JsonLines(BufReader<TcpStream>);

impl JsonLines {
    /// Asks for something that goes on.
    pub async fn open(http: &Http, path: &str) -> JsonLines {
        let mut stream = TcpStream::connect(http.address).await.unwrap();
        let cookie = http.cookie.as_ref().map(|cookie| format!("cookie: {cookie}\r\n"));
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\n{}{}\r\n",
            http.address,
            cookie.unwrap_or_default(),
            http.headers
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        JsonLines(BufReader::new(stream))
    }

    /// Whether the answer ends before the next object.
    pub async fn ends(&mut self) -> bool {
        loop {
            let mut line = String::new();
            let read = timeout(PATIENCE, self.0.read_line(&mut line)).await.unwrap();
            if read.unwrap_or(0) == 0 || line.trim() == "0" {
                return true;
            }
            if line.starts_with('{') {
                return false;
            }
        }
    }

    /// The next object. Other lines belong to the transport: headers, lengths, heartbeats.
    pub async fn hear(&mut self) -> Value {
        loop {
            let mut line = String::new();
            let read = timeout(PATIENCE, self.0.read_line(&mut line))
                .await
                .unwrap()
                .unwrap();
            assert!(read > 0, "the answer is over");
            if let Ok(object) = serde_json::from_str::<Value>(&line)
                && object.is_object()
            {
                return object;
            }
        }
    }
}
