//! Answers that go on: one object a line, and an empty line now and then.

use crate::App;
use crate::connections::Credentialed;
use crate::limits::Streamed;
use crate::open::Entered;
use crate::outbox::Letters;
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::ws::Utf8Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use std::convert::Infallible;
use std::time::Duration;
use tokio::time::timeout;

/// An empty line is sent this often, so that both ends know of each other.
const KEEP_ALIVE: Duration = Duration::from_secs(7);

/// The letters as lines, until there are no more, the server stops, the credential is revoked or the place is taken; `held` is
/// dropped with the answer.
pub(crate) fn ndjson(
    app: &App,
    letters: Letters,
    credentialed: Credentialed,
    permit: Entered,
    held: impl Send + 'static,
) -> Response {
    let taken = permit.lend();
    let state = (letters, app.stopping.clone(), credentialed, taken, (permit, held));
    let lines = stream::unfold(
        state,
        |(mut letters, mut stopping, mut credentialed, mut taken, held)| async move {
            let next = tokio::select! {
                next = timeout(KEEP_ALIVE, letters.recv()) => next,
                _ = stopping.changed() => return None,
                () = credentialed.revoked() => return None,
                () = taken.wait() => return None,
            };
            let line = match next {
                Ok(letter) => letter?,
                Err(_) => Utf8Bytes::from_static(""),
            };
            let line = Bytes::from(format!("{line}\n"));
            Some((
                Ok::<Bytes, Infallible>(line),
                (letters, stopping, credentialed, taken, held),
            ))
        },
    );
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    (Extension(Streamed), kind, Body::from_stream(lines)).into_response()
}
