//! From connections to requests: with a limit on how many there are, how long each may take to ask, and how slowly it may take
//! its answers.

use crate::limits::network;
use crate::open::{Entered, Open, Taken};
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{Sleep, sleep, timeout};

/// How long a client may take to ask, the first time and between two requests.
const ASKING: Duration = Duration::from_secs(30);
/// Bytes of a request's head at most, and of an answer that wait to be sent beside its next part.
const BUFFER: usize = 16 * 1024;
/// How long requests under way get to end when the server stops.
const ENDING: Duration = Duration::from_secs(10);
/// Connections at most, however many files the system allows, and files that are no connections.
const MOST: u64 = 40_000;
const OTHER_FILES: u64 = 1000;
/// Time between two attempts to accept when too many files are open, and between two words about it.
const AGAIN: Duration = Duration::from_millis(50);
const WORDS: Duration = Duration::from_secs(10);
/// Bytes that a client must read of what is sent to it in this time, when more waits: about a kilobyte a second.
const LEAST_READ: usize = 32 * 1024;
const READING: Duration = Duration::from_secs(30);

/// Serves until `stopped`, with so many connections from one address at most; then lets requests under way end. When there are
/// too many connections, the address with most of them loses one.
pub async fn listen(listener: TcpListener, router: Router, each: u32, stopped: impl Future<Output = ()>) {
    let open = Open::new(most_connections());
    let (stop, stopping) = watch::channel(false);
    // Each connection holds an end of it: when all are gone, it says so.
    let (ends, mut all_ended) = mpsc::channel::<()>(1);
    let mut stopped = pin!(stopped);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut stopped => break,
        };
        let Ok(entered) = open.enter(&network(peer.ip()), each) else {
            continue;
        };
        let (router, stopping, end) = (router.clone(), stopping.clone(), ends.clone());
        tokio::spawn(async move {
            serve(Paced::new(stream, READING, entered), peer, router, stopping).await;
            drop(end);
        });
    }
    drop((listener, ends));
    let _ = stop.send(true);
    let _ = timeout(ENDING, all_ended.recv()).await;
}

/// The next connection. When none can be accepted, most likely because too many files are open, it waits for some to close.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    let mut attempts = 0;
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) if attempts % (WORDS.as_millis() / AGAIN.as_millis()) == 0 => {
                tracing::error!(%error, "accept failed");
            }
            Err(_) => {}
        }
        attempts += 1;
        sleep(AGAIN).await;
    }
}

/// Connections at most: as many as the system lets this process have open files, less those that are no connections.
fn most_connections() -> usize {
    let files = open_files().unwrap_or(u64::MAX);
    let others = OTHER_FILES.min(files / 4);
    (files - others).min(MOST) as usize
}

/// How many files may be open at once; the lower, changeable limit is raised to the upper one.
#[cfg(unix)]
fn open_files() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(error) => {
            tracing::warn!(%error, "cannot raise the open-file limit");
            limit.current
        }
    }
}

#[cfg(not(unix))]
fn open_files() -> Option<u64> {
    None
}

async fn serve(
    stream: Paced<TcpStream>,
    peer: SocketAddr,
    router: Router,
    mut stopping: watch::Receiver<bool>,
) {
    // Moves are small: none waits for a full packet.
    let _ = stream.stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(ASKING)
        .max_buf_size(BUFFER);
    let mut connection = pin!(
        http.serve_connection(TokioIo::new(stream), service)
            .with_upgrades()
    );
    // An error of a connection is its peer's affair.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopping.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// A stream whose writing fails when its reader is slower than [`LEAST_READ`] in [`READING`]. A reader who takes a byte now and
/// then would otherwise hold its answer for hours. It counts as a connection, also as a socket, and fails when its place is
/// taken.
#[derive(Debug)]
struct Paced<S> {
    stream: S,
    patience: Duration,
    /// Ends when the reader was too slow; nothing while nothing waits to be written.
    limit: Option<Pin<Box<Sleep>>>,
    /// Bytes written since then.
    written: usize,
    taken: Taken,
    _entered: Entered,
}

impl<S> Paced<S> {
    fn new(stream: S, patience: Duration, entered: Entered) -> Paced<S> {
        Paced {
            stream,
            patience,
            limit: None,
            written: 0,
            taken: entered.lend(),
            _entered: entered,
        }
    }

    /// Fails when the place was taken.
    fn keep(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        match self.taken.poll(context) {
            Poll::Ready(()) => Err(io::ErrorKind::ConnectionAborted.into()),
            Poll::Pending => Ok(()),
        }
    }

    /// Everything was written, or enough: the time begins anew with the next wait.
    fn restart(&mut self) {
        self.limit = None;
        self.written = 0;
    }

    /// Fails when the reader was too slow.
    fn poll_limit(&mut self, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let patience = self.patience;
        let limit = self.limit.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(limit.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    fn count(&mut self, bytes: usize) {
        self.written += bytes;
        if self.written >= LEAST_READ {
            self.restart();
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.keep(context)?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> Paced<S> {
    fn poll_written(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) => self.count(bytes),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => return self.poll_limit(context),
        }
        written
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.poll_written(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.poll_written(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        // Nothing waits any more.
        self.restart();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    const PATIENCE: Duration = Duration::from_millis(400);

    fn paced<S>(stream: S) -> Paced<S> {
        Paced::new(stream, PATIENCE, Open::new(1).enter("ann", 1).unwrap())
    }

    #[tokio::test]
    async fn a_connection_whose_place_is_taken_ends() {
        let open = Open::new(2);
        let [mut first, mut second] = [(); 2].map(|()| {
            let (reader, server) = duplex(64);
            (
                reader,
                Paced::new(server, PATIENCE, open.enter("eve", 9).unwrap()),
            )
        });
        let (_reader, server) = duplex(64);
        let _honest = Paced::new(server, PATIENCE, open.enter("ann", 9).unwrap());
        first.0.write_all(b"x").await.unwrap();
        assert_eq!(first.1.read(&mut [0; 4]).await.unwrap(), 1);
        let ended = second.1.read(&mut [0; 4]).await.unwrap_err();
        assert_eq!(ended.kind(), io::ErrorKind::ConnectionAborted);
    }

    #[tokio::test]
    async fn a_reader_of_one_byte_now_and_then_is_left() {
        let (mut reader, server) = duplex(64);
        let mut stream = paced(server);
        let answer = tokio::spawn(async move { stream.write_all(&vec![0; 100_000]).await });
        for _ in 0..3 {
            sleep(PATIENCE / 4).await;
            assert_eq!(reader.read(&mut [0]).await.unwrap(), 1);
        }
        let left = timeout(Duration::from_mins(1), answer).await;
        let error = left.expect("it is left").unwrap().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_reader_who_is_fast_enough_or_pauses_between_answers_gets_all() {
        let (mut reader, server) = duplex(16 * 1024);
        let answers = tokio::spawn(async move {
            let mut stream = paced(server);
            for _ in 0..2 {
                stream.write_all(&vec![0; 200_000]).await?;
                stream.flush().await?;
                sleep(2 * PATIENCE).await;
            }
            io::Result::Ok(())
        });
        let mut bytes = vec![0; 16 * 1024];
        let mut read = 0;
        while read < 400_000 {
            sleep(PATIENCE / 10).await;
            read += reader.read(&mut bytes).await.unwrap();
        }
        assert!(answers.await.unwrap().is_ok());
    }

    #[test]
    fn connections_leave_files_for_the_rest() {
        let (most, files) = (most_connections() as u64, open_files().unwrap_or(u64::MAX));
        assert!(most <= MOST && most < files, "{most} of {files}");
    }
}
