//! A proxy before the server that treats messages badly.

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use rules::Random;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async, client_async};

/// How badly, each in messages of a hundred.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    /// Messages that never arrive.
    pub dropped: u64,
    /// Messages that arrive twice.
    pub doubled: u64,
    /// Messages that arrive after the one that follows them.
    pub reordered: u64,
    /// Messages that are late.
    pub delayed: u64,
    /// Messages at which the connection is cut.
    pub cut: u64,
}

/// Starts a proxy to a server; gives its address.
pub async fn proxy(server: SocketAddr, faults: Faults, seed: u64) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let mut random = Random::new(seed);
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, server, faults, random.bits()));
        }
    });
    address
}

async fn serve(stream: TcpStream, server: SocketAddr, faults: Faults, seed: u64) -> Option<()> {
    let mut asked = (String::new(), None);
    #[allow(clippy::result_large_err, reason = "the type is the library's")]
    let note = |request: &Request, response: Response| {
        asked = (
            request.uri().to_string(),
            request.headers().get("cookie").cloned(),
        );
        Ok(response)
    };
    let client = accept_hdr_async(stream, note).await.ok()?;
    let mut request = format!("ws://{server}{}", asked.0).into_client_request().ok()?;
    if let Some(cookie) = asked.1 {
        request.headers_mut().insert("cookie", cookie);
    }
    let (upstream, _) = client_async(request, TcpStream::connect(server).await.ok()?)
        .await
        .ok()?;
    let (to_client, from_client) = client.split();
    let (to_server, from_server) = upstream.split();
    // When one direction ends, both do: that is a cut.
    tokio::select! {
        _ = relay(from_client, to_server, faults, seed) => {}
        _ = relay(from_server, to_client, faults, seed ^ 1) => {}
    }
    Some(())
}

async fn relay(
    mut from: SplitStream<WebSocketStream<TcpStream>>,
    mut to: SplitSink<WebSocketStream<TcpStream>, Message>,
    faults: Faults,
    seed: u64,
) -> Option<()> {
    let mut random = Random::new(seed);
    let mut held: Option<Message> = None;
    loop {
        // A message is held back for a short while only.
        let message = match timeout(Duration::from_millis(100), from.next()).await {
            Err(_) => {
                if let Some(held) = held.take() {
                    to.send(held).await.ok()?;
                }
                continue;
            }
            Ok(message) => message?.ok()?,
        };
        if !message.is_text() {
            continue;
        }
        let mut happens = |of_a_hundred| random.below(100) < of_a_hundred;
        if happens(faults.cut) {
            return None;
        }
        if happens(faults.dropped) {
            continue;
        }
        if happens(faults.delayed) {
            sleep(Duration::from_millis(50)).await;
        }
        if happens(faults.reordered) && held.is_none() {
            held = Some(message);
            continue;
        }
        if happens(faults.doubled) {
            to.send(message.clone()).await.ok()?;
        }
        to.send(message).await.ok()?;
        if let Some(held) = held.take() {
            to.send(held).await.ok()?;
        }
    }
}
