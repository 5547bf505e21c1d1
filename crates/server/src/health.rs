//! Whether the server can do its work: its database must answer and take what is written, and its messages to other processes
//! must come back. `/livez` tells only that the process answers: a proxy that shut out every server while the database is away
//! would keep people from the pages that tell them to wait.

use crate::App;
use crate::routes::Routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// How long an answer is good: a monitor is never refused, and thousands who ask cost one query a second.
const GOOD: Duration = Duration::from_secs(1);

type Answer = (StatusCode, String);

/// The last answer, which those who ask at the same moment share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Health(Arc<Mutex<Option<(Instant, Answer)>>>);

pub(crate) fn routes() -> Routes {
    Routes::default()
        .on("GET", "/healthz", health)
        .on("GET", "/livez", async || "ok\n")
}

async fn health(State(app): State<App>) -> Response {
    let mut last = app.health.0.lock().await;
    if let Some((at, answer)) = last.as_ref()
        && at.elapsed() < GOOD
    {
        return answer.clone().into_response();
    }
    let answer = look(&app).await;
    *last = Some((Instant::now(), answer.clone()));
    answer.into_response()
}

async fn look(app: &App) -> Answer {
    let heartbeat = &app.rooms.0.heartbeat;
    let echo = heartbeat
        .echo_age()
        .map(|age| format!("last echo {age} ms ago\n"));
    let echo = echo.unwrap_or_default();
    let text = format!("last write {} ms ago\n{echo}", heartbeat.write_age());
    if let Err(error) = store::in_time(app.store.health()).await {
        tracing::error!(%error, "health check failed");
        let text = format!("the database does not answer\n{text}");
        return (StatusCode::SERVICE_UNAVAILABLE, text);
    }
    if !heartbeat.is_well() {
        let text = format!("the database or other processes do not answer in time\n{text}");
        return (StatusCode::SERVICE_UNAVAILABLE, text);
    }
    (StatusCode::OK, format!("ok\n{text}"))
}
