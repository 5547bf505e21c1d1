//! HTTP errors: a status, and a sentence that says what to do.

use crate::processors::Denied;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A request that was refused or failed.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    words: String,
    retry_after: Option<u64>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, words: impl Into<String>) -> Problem {
        Problem {
            status,
            words: words.into(),
            retry_after: None,
        }
    }

    pub(crate) fn bad(words: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, words)
    }

    pub(crate) fn not_found() -> Problem {
        Problem::new(
            StatusCode::NOT_FOUND,
            "there is nothing here, or it is not for you",
        )
    }

    pub(crate) fn forbidden(words: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, words)
    }

    pub(crate) fn conflict(words: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, words)
    }

    pub(crate) fn sign_in() -> Problem {
        Problem::new(StatusCode::UNAUTHORIZED, "sign in first")
    }

    /// More than is allowed; after so many seconds there is some left.
    pub(crate) fn too_many(words: impl Into<String>, seconds: u64) -> Problem {
        Problem {
            retry_after: Some(seconds),
            ..Problem::new(StatusCode::TOO_MANY_REQUESTS, words)
        }
    }

    pub(crate) fn too_fast(seconds: u64) -> Problem {
        let words = format!("too many requests; try again in {seconds} s");
        Problem::too_many(words, seconds)
    }

    pub(crate) fn too_many_open() -> Problem {
        let words = "too many connections are open from where you are; close some";
        Problem::too_many(words, 10)
    }

    /// Whether it is over when the server has less to do.
    pub(crate) fn is_busy(&self) -> bool {
        self.status == StatusCode::SERVICE_UNAVAILABLE
    }

    pub(crate) fn busy() -> Problem {
        let words = "the server cannot do this at the moment; try again";
        Problem {
            retry_after: Some(1),
            ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, words)
        }
    }
}

/// The database's words are for the log; they may tell more than a stranger should know.
impl From<store::Error> for Problem {
    fn from(error: store::Error) -> Problem {
        tracing::error!(%error, "database request failed");
        Problem::busy()
    }
}

impl From<Denied> for Problem {
    fn from(denied: Denied) -> Problem {
        match denied {
            Denied::Busy => Problem::busy(),
            Denied::Spent(wait) => Problem::too_fast(wait.as_secs().max(1)),
        }
    }
}

impl From<crate::Error> for Problem {
    fn from(error: crate::Error) -> Problem {
        tracing::error!(%error, "request failed");
        Problem::busy()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = Json(protocol::Problem { error: self.words });
        let mut response = (self.status, body).into_response();
        if let Some(seconds) = self.retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
