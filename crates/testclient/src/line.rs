//! A socket with JSON on it, for what has no rules of its own.

use crate::Http;
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

const PATIENCE: Duration = Duration::from_mins(1);

/// An open socket.
#[derive(Debug)]
pub struct TestSocket(WebSocketStream<TcpStream>);

impl TestSocket {
    /// Opens a socket with somebody's cookie and headers.
    pub async fn open(http: &Http, path: &str) -> TestSocket {
        TestSocket::try_open(http, path).await.unwrap()
    }

    /// The same where the server may refuse it; gives the status, or 0 when there is no server.
    pub async fn try_open(http: &Http, path: &str) -> Result<TestSocket, u16> {
        let stream = TcpStream::connect(http.address).await.map_err(|_| 0_u16)?;
        let mut request = format!("ws://{}{path}", http.address)
            .into_client_request()
            .unwrap();
        if let Some(cookie) = &http.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        http.add_headers(request.headers_mut());
        match client_async(request, stream).await {
            Ok((socket, _)) => Ok(TestSocket(socket)),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(_) => Err(0),
        }
    }

    /// Says something.
    pub async fn say(&mut self, message: &Value) {
        self.say_text(message.to_string()).await;
    }

    /// Says something that may be no JSON; a socket that is closed takes it in silence.
    pub async fn say_text(&mut self, text: String) {
        let _ = self.0.send(Message::Text(text.into())).await;
    }

    /// Answers a ping that was never sent.
    pub async fn say_pong(&mut self, payload: &[u8]) {
        let _ = self.0.send(Message::Pong(payload.to_vec().into())).await;
    }

    /// The next message; nothing when the socket is closed.
    pub async fn hear(&mut self) -> Option<Value> {
        let text = async {
            loop {
                match self.0.next().await? {
                    Ok(Message::Text(text)) => return Some(text),
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            }
        };
        let text = timeout(PATIENCE, text).await.unwrap()?;
        serde_json::from_str(&text).ok()
    }

    /// The first message of which `is_it` is true.
    pub async fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.hear().await.unwrap();
            if is_it(&message) {
                return message;
            }
        }
    }
}
