//! From connections to requests: with a limit on how many there are and how long each may take to ask.

use crate::limits::{Open, network};
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

/// How long a client may take to ask, the first time and between two requests.
const ASKING: Duration = Duration::from_secs(30);
/// How long requests under way get to end when the server stops.
const ENDING: Duration = Duration::from_secs(10);
/// Connections at most; what a system may open is usually less.
const MOST: usize = 100_000;

/// How long a client may read nothing of what is sent to it.
const READING: Duration = Duration::from_secs(30);

/// Serves until `stopped`, with so many connections from one address at most; then lets requests under way end.
pub async fn listen(listener: TcpListener, router: Router, each: u32, stopped: impl Future<Output = ()>) {
    let open = Open::new(MOST);
    let (stop, stopping) = watch::channel(false);
    // Each connection holds an end of it: when all are gone, it says so.
    let (ends, mut all_ended) = mpsc::channel::<()>(1);
    let mut stopped = pin!(stopped);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Too many open files, most likely: some are closed in a moment.
                    tracing::error!(%error, "accept failed");
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stopped => break,
        };
        let Ok(entered) = open.enter(&network(peer.ip()), each) else {
            continue;
        };
        let (router, stopping, end) = (router.clone(), stopping.clone(), ends.clone());
        tokio::spawn(async move {
            serve(stream, peer, router, stopping).await;
            drop((entered, end));
        });
    }
    drop((listener, ends));
    let _ = stop.send(true);
    let _ = timeout(ENDING, all_ended.recv()).await;
}

async fn serve(stream: TcpStream, peer: SocketAddr, router: Router, mut stopping: watch::Receiver<bool>) {
    // Moves are small: none waits for a full packet.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    });
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(READING));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(ASKING);
    let mut connection = pin!(
        http.serve_connection(TokioIo::new(Box::pin(stream)), service)
            .with_upgrades()
    );
    // An error of a connection is its peer's affair.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopping.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
