//! Answers that are written part by part: much needs no more memory than little, and the first part is there at once.

use crate::connections::Credentialed;
use crate::http_error::Problem;
use crate::limits::Streamed;
use crate::open::{Entered, Open};
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use std::io;
use std::sync::Arc;
use store::StoredLog;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

/// Exports of one address at once.
const AT_ONCE: u32 = 4;
/// Parts that are made at once, for everybody together: a long log takes milliseconds of a processor.
const MAKING: usize = 2;
/// Bytes of logs that one export keeps: as much as the longest log has.
const KEPT: usize = 512 * 1024;

/// Exports that are being written.
#[derive(Clone, Debug)]
pub(crate) struct Exports {
    open: Open,
    turns: Arc<Semaphore>,
}

impl Default for Exports {
    fn default() -> Exports {
        Exports {
            open: Open::new(usize::MAX),
            turns: Arc::new(Semaphore::new(MAKING)),
        }
    }
}

impl Exports {
    /// Counts an export of a client's until what is given back is dropped.
    pub(crate) fn enter(&self, client: &str) -> Result<Entered, Problem> {
        self.open.enter(client, AT_ONCE)
    }

    /// Waits for a turn to read logs and to write them as text.
    pub(crate) async fn turn(&self) -> Result<Turn, Problem> {
        let turn = self.turns.clone().acquire_owned().await;
        Ok(Turn(turn.map_err(|_| Problem::busy())?))
    }
}

/// One of the few turns to make a part.
#[derive(Debug)]
pub(crate) struct Turn(OwnedSemaphorePermit);

impl Turn {
    /// Does work in a thread of its own. The turn ends with the work, even when nobody waits for it any more.
    pub(crate) async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let done = spawn_blocking(move || {
            let made = work();
            drop(self.0);
            made
        });
        done.await.map_err(|_| Problem::busy())
    }
}

/// The number of the first logs that an export may keep; one in any case.
pub(crate) fn fitting(logs: &[StoredLog]) -> usize {
    let mut bytes = 0;
    let fits = logs.iter().take_while(|log| {
        bytes += log.bytes();
        bytes <= KEPT
    });
    fits.count().max(1).min(logs.len())
}

/// An answer in parts.
pub(crate) trait Parts: Send + 'static {
    /// The next part; nothing when all is written.
    fn part(&mut self) -> impl Future<Output = Result<Option<String>, Problem>> + Send;
}

/// The answer. An error, or the end of the credential, breaks it off: whoever reads it sees that it is not whole. `held` is
/// dropped with it.
pub(crate) fn in_parts(
    kind: &'static str,
    parts: impl Parts,
    credentialed: Credentialed,
    held: impl Send + 'static,
) -> Response {
    let state = (parts, credentialed, held);
    let texts = stream::try_unfold(state, |(mut parts, mut credentialed, held)| async move {
        let part = tokio::select! {
            biased;
            () = credentialed.revoked() => return Err(io::Error::other("the credential was revoked")),
            part = parts.part() => part.map_err(|problem| io::Error::other(format!("{problem:?}")))?,
        };
        Ok(part.map(|part| (Bytes::from(part), (parts, credentialed, held))))
    });
    let kind = [(header::CONTENT_TYPE, kind)];
    (Extension(Streamed), kind, Body::from_stream(texts)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connections::{Connections, Revocation};
    use crate::identity::Visitor;
    use http_body_util::BodyExt;
    use protocol::TokenScope;
    use store::PersonRow;

    struct Endless;

    impl Parts for Endless {
        async fn part(&mut self) -> Result<Option<String>, Problem> {
            Ok(Some("part".to_owned()))
        }
    }

    #[tokio::test]
    async fn an_export_is_broken_off_with_its_credential() {
        let connections = Connections::default();
        let visitor = Visitor {
            person: PersonRow {
                id: "person-1".to_owned(),
                kind: "account".to_owned(),
                name: "Ann".to_owned(),
                banned_until: 0,
            },
            ids: Vec::new(),
            token_hash: "hash".to_owned(),
            scope: TokenScope::Account,
        };
        let credentialed = connections.enter(Some(&visitor));
        let mut body = in_parts("text/plain", Endless, credentialed, ()).into_body();
        assert!(body.frame().await.unwrap().is_ok());
        let hash = visitor.token_hash;
        connections.revoke(&Revocation::Credential { hash });
        assert!(body.frame().await.unwrap().is_err());
    }

    #[test]
    fn one_address_has_few_exports_at_once() {
        let exports = Exports::default();
        let open: Vec<Entered> = (0..AT_ONCE).map(|_| exports.enter("ann").unwrap()).collect();
        assert!(exports.enter("ann").is_err());
        assert!(exports.enter("bob").is_ok());
        drop(open);
        assert!(exports.enter("ann").is_ok());
    }

    #[tokio::test]
    async fn a_turn_ends_with_its_work() {
        let exports = Exports::default();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let turn = exports.turn().await.unwrap();
        let work = turn.work(move || ended.recv());
        // Whoever waited for it has gone away.
        assert!(futures_util::FutureExt::now_or_never(work).is_none());
        assert_eq!(exports.turns.available_permits(), MAKING - 1);
        end.send(()).unwrap();
        while exports.turns.available_permits() < MAKING {
            tokio::task::yield_now().await;
        }
    }
}
