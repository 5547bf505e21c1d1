//! Requests under way: how many there are, and how much memory their bodies and answers take.

use crate::App;
use crate::http_error::Problem;
use crate::limits::{Client, Streamed};
use crate::open::{Entered, Taken};
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{FromRequestParts, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

/// Bytes that a request counts beside its body and answer: its head, its connection, what it reads from the database.
const REQUEST: usize = 64 * 1024;
/// Bytes of all requests: a thousand at once with short bodies and answers.
pub(crate) const MOST_BYTES: usize = 1000 * REQUEST;
/// Bytes of an answer that count as one more request: long answers are long work.
const ANSWER: usize = 32 * 1024;
/// Bytes of an answer that are handed to its connection at once. The others count until it has room for them.
const PART: usize = 16 * 1024;

/// Beginnings of the paths whose answers take work: the interface, and pages whose head tells of a game, puzzle or lesson.
const COUNTED: [&str; 8] = [
    "/api",
    "/ws/",
    "/pictures/",
    "/embed/",
    "/table/",
    "/polarity/",
    "/puzzles/",
    "/learn/",
];

/// Counts the requests that do work, a minute and at once; the client's files are not counted.
pub(crate) async fn count_requests(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if !COUNTED.iter().any(|beginning| path.starts_with(beginning)) {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let Ok(client) = Client::from_request_parts(&mut parts, &app).await;
    match app.begin_request(&client) {
        Ok(counted) => {
            let response = counted.answer(Request::from_parts(parts, body), next).await;
            app.count_answer(&client, length(&response));
            response
        }
        Err(problem) => problem.into_response(),
    }
}

impl App {
    fn begin_request(&self, client: &Client) -> Result<Counted, Problem> {
        let limits = self.behaviour.limits;
        let name = format!("from {}", client.name());
        self.attempts.attempt(&name, limits.requests)?;
        let entered = self.requests.enter_with(client.name(), limits.at_once, REQUEST)?;
        let counting = Counting {
            entered,
            is_refused: AtomicBool::new(false),
        };
        Ok(Counted(Arc::new(counting)))
    }

    /// Counts an answer of so many bytes as so many requests as it is long.
    fn count_answer(&self, client: &Client, bytes: usize) {
        if bytes > ANSWER {
            let (name, more) = (format!("from {}", client.name()), bytes / ANSWER);
            let most = self.behaviour.limits.requests;
            self.attempts.count_more(&name, more as f64, most);
        }
    }
}

/// A request that is counted as long as a part of it is there.
#[derive(Clone, Debug)]
struct Counted(Arc<Counting>);

#[derive(Debug)]
struct Counting {
    entered: Entered,
    /// Whether there was no memory for its body.
    is_refused: AtomicBool,
}

impl Counted {
    /// Answers, unless the place is taken by a client that has fewer.
    async fn answer(self, request: Request, next: Next) -> Response {
        let mut taken = self.0.entered.lend();
        let request = request.map(|body| {
            Body::new(CountedBody {
                body,
                read: 0,
                counted: self.clone(),
            })
        });
        let response = tokio::select! {
            response = next.run(request) => response,
            () = taken.wait() => return Problem::busy().into_response(),
        };
        if self.0.is_refused.load(Ordering::Relaxed) {
            return Problem::busy().into_response();
        }
        if response.extensions().get::<Streamed>().is_some() {
            return response;
        }
        match self.0.entered.resize(REQUEST.saturating_add(length(&response))) {
            Ok(()) => response.map(|body| Body::new(CountedAnswer::new(body, self, taken))),
            Err(problem) => problem.into_response(),
        }
    }
}

/// Bytes of an answer, as far as they are known.
fn length(response: &Response) -> usize {
    usize::try_from(response.body().size_hint().lower()).unwrap_or(usize::MAX)
}

/// A body that is counted while it is read.
#[derive(Debug)]
struct CountedBody {
    body: Body,
    read: usize,
    counted: Counted,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        let data = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref());
        if let Some(data) = data {
            self.read += data.len();
            let counting = &self.counted.0;
            if counting.entered.resize(REQUEST + self.read).is_err() {
                counting.is_refused.store(true, Ordering::Relaxed);
                return Poll::Ready(Some(Err(out_of_memory())));
            }
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

fn out_of_memory() -> axum::Error {
    axum::Error::new(io::Error::from(io::ErrorKind::OutOfMemory))
}

/// The bytes of an answer that wait for its connection; nothing when their memory was taken.
#[derive(Clone, Debug, Default)]
struct Rest(Arc<Mutex<Option<Bytes>>>);

impl Rest {
    fn bytes(&self) -> MutexGuard<'_, Option<Bytes>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An answer that is handed on in small parts, and counted until the last of them.
struct CountedAnswer {
    body: Body,
    rest: Rest,
    _counted: Counted,
}

impl CountedAnswer {
    fn new(body: Body, counted: Counted, mut taken: Taken) -> CountedAnswer {
        let rest = Rest(Arc::new(Mutex::new(Some(Bytes::new()))));
        if body.size_hint().lower() > PART as u64 {
            // A connection whose peer does not read asks for nothing: the memory is taken without it.
            let kept = rest.clone();
            tokio::spawn(async move {
                if taken.wait_or_end().await {
                    *kept.bytes() = None;
                }
            });
        }
        CountedAnswer {
            body,
            rest,
            _counted: counted,
        }
    }

    fn waiting(&self) -> usize {
        self.rest.bytes().as_ref().map_or(0, Bytes::len)
    }
}

impl HttpBody for CountedAnswer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.bytes().is_none() {
            return Poll::Ready(Some(Err(out_of_memory())));
        }
        if self.waiting() == 0 {
            let frame = match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => frame,
                end => return Poll::Ready(end),
            };
            match (frame.into_data(), self.rest.bytes().as_mut()) {
                (Ok(data), Some(rest)) => *rest = data,
                (Err(frame), _) => return Poll::Ready(Some(Ok(frame))),
                (Ok(_), None) => {}
            }
        }
        let part = self.rest.bytes().as_mut().map(|rest| {
            let length = rest.len().min(PART);
            Frame::data(rest.split_to(length))
        });
        Poll::Ready(Some(part.ok_or_else(out_of_memory)))
    }

    fn is_end_stream(&self) -> bool {
        self.waiting() == 0 && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (inner, waiting) = (self.body.size_hint(), self.waiting() as u64);
        let mut hint = SizeHint::new();
        hint.set_lower(inner.lower() + waiting);
        if let Some(upper) = inner.upper() {
            hint.set_upper(upper + waiting);
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open::Open;
    use axum::body::to_bytes;

    fn answer(open: &Open, client: &str, length: usize) -> CountedAnswer {
        let entered = open.enter_with(client, 9, length).unwrap();
        let taken = entered.lend();
        let counting = Counting {
            entered,
            is_refused: AtomicBool::new(false),
        };
        CountedAnswer::new(Body::from(vec![1; length]), Counted(Arc::new(counting)), taken)
    }

    #[tokio::test]
    async fn an_answer_counts_until_all_of_it_is_handed_on() {
        let open = Open::new(1_000_000);
        let mut long = Box::pin(answer(&open, "ann", 3 * PART + 5));
        assert_eq!(long.size_hint().exact(), Some(3 * PART as u64 + 5));
        let mut context = Context::from_waker(std::task::Waker::noop());
        let first = long.as_mut().poll_frame(&mut context);
        assert!(
            matches!(first, Poll::Ready(Some(Ok(frame))) if frame.data_ref().map(Bytes::len) == Some(PART))
        );
        assert_eq!(long.size_hint().exact(), Some(2 * PART as u64 + 5));
        assert!(!long.is_end_stream() && open.count() > 0);
        drop(long);
        assert_eq!(open.count(), 0);
        let whole = to_bytes(Body::new(answer(&open, "ann", 3 * PART + 5)), usize::MAX).await;
        assert_eq!(whole.unwrap().len(), 3 * PART + 5);
        let none = to_bytes(Body::new(answer(&open, "ann", 0)), usize::MAX).await;
        assert!(none.unwrap().is_empty());
    }

    #[tokio::test]
    async fn an_answer_that_nobody_reads_gives_its_memory_to_others() {
        let open = Open::new(100_000);
        let mut unread = Box::pin(answer(&open, "eve", 90_000));
        let mut context = Context::from_waker(std::task::Waker::noop());
        assert!(unread.as_mut().poll_frame(&mut context).is_ready());
        let rest = unread.rest.clone();
        let _honest = answer(&open, "ann", 50_000);
        while rest.bytes().is_some() {
            tokio::task::yield_now().await;
        }
        let broken = unread.as_mut().poll_frame(&mut context);
        assert!(matches!(broken, Poll::Ready(Some(Err(_)))), "it is broken off");
    }
}
