//! Tables for programs: act by request, follow by a stream of lines.

use crate::App;
use crate::finished;
use crate::http_error::Problem;
use crate::identity::{Known, Maybe};
use crate::limits::{Client, TURNS};
use crate::ndjson::ndjson;
use crate::outbox::outbox;
use crate::room_registry::{Act, refused};
use crate::routes::Routes;
use crate::tables::{Body, table_id};
use crate::time::now;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use protocol::{ClientKey, ClientMessage, Clock, TableInfo, TableSettings};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::GameRow;

const MOST_TABLES: i64 = 100;

pub(crate) fn routes() -> Routes {
    Routes::default()
        .on("POST", "/api/tables/{id}/act", act)
        .on("GET", "/api/tables/{id}/stream", follow)
        .on("GET", "/api/me/tables", my_tables)
        .on("GET", "/api/me/turns", my_turns)
}

/// The same that goes over a socket as `act`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Act")]
pub(crate) struct Acting {
    /// The client's key of this action; sent again under the same key, the action counts once.
    key: ClientKey,
    /// How many moves have been played, as far as the client knows.
    ply: u32,
    /// The action.
    action: protocol::Action,
}

/// The answer to an action that was done.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Acted {
    /// The number of the event that it became.
    #[schemars(range(min = 1))]
    seq: u64,
}

async fn act(
    State(app): State<App>,
    Path(id): Path<String>,
    Known(visitor): Known,
    Body(body): Body<Acting>,
) -> Result<Json<Acted>, Problem> {
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
    let seq = app.rooms.act(&id, &visitor.ids, &act).await?.map_err(refused)?;
    Ok(Json(Acted { seq }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StreamQuery {
    /// The number of the last event that the client has; 0 for none.
    #[serde(default)]
    last: u64,
}

/// Server messages, one a line, as they come.
async fn follow(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    Query(from): Query<StreamQuery>,
    Maybe(visitor): Maybe,
) -> Result<Response, Problem> {
    let id = table_id(&id)?;
    let credentialed = app.connections.enter(visitor.as_ref());
    let ids = visitor.map(|visitor| visitor.ids).unwrap_or_default();
    let permit = app.open_socket(&client)?;
    let (outbox, letters) = outbox();
    let connection = app
        .rooms
        .join(&id, &ids, from.last, &outbox, client.name())
        .await?;
    drop(outbox);
    Ok(ndjson(&app, letters, credentialed, permit, connection))
}

/// The games of days in which it is the turn of whoever asks, the one that has waited longest first.
async fn my_turns(
    State(app): State<App>,
    client: Client,
    Known(visitor): Known,
) -> Result<Json<Vec<TableInfo>>, Problem> {
    app.attempts
        .attempt(&format!("turns-by {}", visitor.person.id), TURNS)?;
    app.attempts
        .attempt(&format!("turns-from {}", client.name()), 10 * TURNS)?;
    let newest = app.store.games_of(&visitor.person.id, MOST_TABLES).await?;
    let rows = app.store.games(&newest).await?;
    let mut tables = Vec::new();
    for row in rows
        .into_iter()
        .filter(|row| row.ended.is_none() && is_of_days(row))
    {
        let Some(glance) = finished::glance(&app.store, &row, &visitor.ids, false).await? else {
            continue;
        };
        if let Some(seat) = glance.seat
            && let Some(since) = finished::waits_since(&app.store, &row, &glance.info, seat).await?
        {
            tables.push((since, glance.info));
        }
    }
    tables.sort_by_key(|(since, _)| *since);
    Ok(Json(tables.into_iter().map(|(_, table)| table).collect()))
}

/// Whether a game's clock is one of days; the row tells without the log.
fn is_of_days(row: &GameRow) -> bool {
    serde_json::from_str::<TableSettings>(&row.settings)
        .is_ok_and(|settings| matches!(settings.clock, Clock::Days(_)))
}

/// The newest games of whoever asks.
async fn my_tables(State(app): State<App>, Known(visitor): Known) -> Result<Json<Vec<TableInfo>>, Problem> {
    let newest = app.store.games_of(&visitor.person.id, MOST_TABLES).await?;
    let mut tables = Vec::new();
    for row in app.store.games(&newest).await? {
        tables.push(finished::info(&app.store, &row).await?);
    }
    Ok(Json(tables))
}
