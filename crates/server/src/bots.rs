//! Tables for programs: act by request, follow by a stream of lines.

use crate::App;
use crate::identity::{Known, Maybe};
use crate::limits::Client;
use crate::problem::Problem;
use crate::rooms::{Act, Connection, refused};
use crate::tables::{Body, table_id};
use crate::time::now;
use axum::body::{Body as Bytes, Bytes as Chunk};
use axum::extract::ws::Utf8Bytes;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use protocol::{ClientKey, ClientMessage, TableInfo};
use serde::Deserialize;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// Lines that wait to be sent at most.
const OUTBOX: usize = 64;
/// An empty line is sent this often, so that both ends know of each other.
const KEEP_ALIVE: Duration = Duration::from_secs(7);
const MOST_TABLES: i64 = 100;

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/api/tables/{id}/act", post(act))
        .route("/api/tables/{id}/stream", get(follow))
        .route("/api/me/tables", get(my_tables))
}

/// The same that goes over a socket as `act`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Acting {
    key: ClientKey,
    ply: u32,
    action: protocol::Action,
}

async fn act(
    State(app): State<App>,
    Path(id): Path<String>,
    Known(visitor): Known,
    Body(body): Body<Acting>,
) -> Result<Json<Value>, Problem> {
    let id = table_id(&id)?;
    let Acting { key, ply, action } = body;
    // The same checks as for a message on a socket.
    let message = ClientMessage::Act {
        key: key.clone(),
        ply,
        action: action.clone(),
    };
    ClientMessage::read(&message.write()).map_err(|error| Problem::bad(error.to_string()))?;
    let act = Act {
        key,
        ply,
        action,
        arrived: now(),
        lag: 0,
    };
    let seq = app.rooms.act(&id, &visitor.names, &act).await?.map_err(refused)?;
    Ok(Json(json!({ "seq": seq })))
}

#[derive(Deserialize)]
struct From {
    #[serde(default)]
    last: u64,
}

/// Server messages, one a line, as they come.
async fn follow(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    Query(from): Query<From>,
    Maybe(visitor): Maybe,
) -> Result<Response, Problem> {
    let id = table_id(&id)?;
    let names = visitor.map(|visitor| visitor.names).unwrap_or_default();
    let permit = app.open_socket(&client)?;
    let (outbox, letters) = mpsc::channel(OUTBOX);
    let connection = app.rooms.join(&id, &names, from.last, &outbox).await?;
    let state = (letters, app.stopping.clone(), connection, permit);
    let lines = stream::unfold(
        state,
        |(mut letters, mut stopping, connection, permit)| async move {
            let next = tokio::select! {
                next = timeout(KEEP_ALIVE, letters.recv()) => next,
                _ = stopping.changed() => return None,
            };
            let line: Utf8Bytes = match next {
                Ok(letter) => letter?,
                Err(_) => Utf8Bytes::from_static(""),
            };
            let line = Chunk::from(format!("{line}\n"));
            let state: (_, _, Connection, _) = (letters, stopping, connection, permit);
            Some((Ok::<Chunk, Infallible>(line), state))
        },
    );
    Ok((
        [(header::CONTENT_TYPE, "application/x-ndjson")],
        Bytes::from_stream(lines),
    )
        .into_response())
}

/// The newest games of whoever asks.
async fn my_tables(State(app): State<App>, Known(visitor): Known) -> Result<Json<Vec<TableInfo>>, Problem> {
    let mut tables = Vec::new();
    for id in app.store.games_of(&visitor.person.id, MOST_TABLES).await? {
        tables.push(app.rooms.look(&table_id(&id)?, &visitor.names, false).await?.info);
    }
    Ok(Json(tables))
}
