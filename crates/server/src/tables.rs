//! Making games, sitting down, looking; and who one is.

use crate::App;
use crate::accounts::taken;
use crate::http_error::Problem;
use crate::identity::{Known, Maybe, Visitor};
use crate::limits::{Client, RENAMES, TABLES};
use crate::name_rules::read_name;
use crate::room_registry::refused;
use crate::routes::Routes;
use crate::{computer, finished, record};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Path, Query, Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use protocol::{
    ChallengeKey, CreateTable, Created, Join, Looked, Me, Rename, SideChoice, TableId, TableInfo,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

pub(crate) fn routes() -> Routes {
    Routes::default()
        .on("GET", "/api/me", me)
        .on("POST", "/api/me", introduce)
        .on("PUT", "/api/me", rename)
        .on("POST", "/api/tables", create)
        .on("GET", "/api/tables", under_way)
        .on("GET", "/api/tables/{id}", look)
        .on("POST", "/api/tables/{id}/join", join)
        .on("GET", "/api/tables/{id}/record", read_record)
}

/// Public games under way in one answer, at most.
const MOST_UNDER_WAY: i64 = 30;

/// The public games under way, for those who watch.
async fn under_way(State(app): State<App>) -> Result<Json<Vec<TableInfo>>, Problem> {
    let mut tables = Vec::new();
    for id in app.store.public_under_way(MOST_UNDER_WAY).await? {
        if let Some(row) = app.store.game(&id).await? {
            tables.push(finished::info(&app.store, &row).await?);
        }
    }
    Ok(Json(tables))
}

/// A JSON body; what is wrong with it is said as every other problem is.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, Problem> {
        match Json::from_request(request, app).await {
            Ok(Json(body)) => Ok(Body(body)),
            Err(rejection) => Err(rejected(&rejection)),
        }
    }
}

fn rejected(rejection: &JsonRejection) -> Problem {
    Problem::new(rejection.status(), rejection.body_text())
}

/// A table's address in a path; what is no address leads nowhere.
pub(crate) fn table_id(text: &str) -> Result<TableId, Problem> {
    text.parse().map_err(|_| Problem::not_found())
}

async fn me(Maybe(visitor): Maybe) -> Result<Json<Option<Me>>, Problem> {
    let me = visitor.map(|visitor| {
        let (person, kind) = (visitor.id()?, visitor.kind());
        Ok::<Me, Problem>(Me {
            person,
            name: visitor.person.name,
            kind,
        })
    });
    Ok(Json(me.transpose()?))
}

/// Makes one known, as a guest if need be.
async fn introduce(
    State(app): State<App>,
    client: Client,
    Maybe(visitor): Maybe,
) -> Result<Response, Problem> {
    let (visitor, cookie) = app.visitor_or_guest(visitor, &client).await?;
    let me = Me {
        person: visitor.id()?,
        kind: visitor.kind(),
        name: visitor.person.name,
    };
    Ok((cookie, Json(me)).into_response())
}

async fn rename(
    State(app): State<App>,
    Known(visitor): Known,
    Body(body): Body<Rename>,
) -> Result<Json<Me>, Problem> {
    let good = read_name(&body.name).map_err(Problem::bad)?;
    if !visitor.is_guest() {
        app.attempts
            .attempt(&format!("rename {}", visitor.person.id), RENAMES)?;
    }
    let person = &visitor.person.id;
    if !app.store.rename(person, &good.name, &good.skeleton).await? {
        return Err(taken());
    }
    Ok(Json(Me {
        person: visitor.id()?,
        name: good.name,
        kind: visitor.kind(),
    }))
}

async fn create(
    State(app): State<App>,
    client: Client,
    Maybe(visitor): Maybe,
    Body(body): Body<CreateTable>,
) -> Result<(HeaderMap, Json<Created>), Problem> {
    let settings = body.settings;
    settings
        .start()
        .map_err(|error| Problem::bad(error.to_string()))?;
    let computer = body.computer.map(|level| {
        computer::player(level).ok_or_else(|| Problem::bad("computer: expected a level from 1 to 10"))
    });
    let computer = computer.transpose()?;
    if computer.is_some() && (settings.rated || settings.teams) {
        return Err(Problem::bad(
            "a game with the computer is for one, and does not count for the ratings",
        ));
    }
    let (visitor, cookie) = app.visitor_or_guest(visitor, &client).await?;
    if settings.rated && visitor.person.kind == "guest" {
        return Err(Problem::forbidden("rated games are for accounts: sign up first"));
    }
    app.may_make_table(&visitor, &client).await?;
    let seat = seat_of_choice(body.side)?;
    let mut players = vec![(seat, app.player(&visitor, settings.game).await?)];
    players.extend(computer.map(|player| (seat ^ 1, player)));
    let open = players.len() < settings.seats();
    let table = app.rooms.create(&settings, &visitor.person.id, players).await?;
    let challenge = open.then(|| app.challenge(&table)).transpose()?;
    Ok((cookie, Json(Created { table, challenge })))
}

async fn join(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    Maybe(visitor): Maybe,
    Body(body): Body<Join>,
) -> Result<(HeaderMap, Json<usize>), Problem> {
    let id = table_id(&id)?;
    let invited = body.challenge.is_some_and(|key| app.is_challenge(&id, &key));
    let ids = visitor
        .as_ref()
        .map(|visitor| visitor.ids.clone())
        .unwrap_or_default();
    // Looking first: who may not even look is not made a guest.
    let seen = app.rooms.look(&id, &ids, invited).await?;
    if seen.info.settings.rated
        && visitor
            .as_ref()
            .is_none_or(|visitor| visitor.person.kind == "guest")
    {
        return Err(Problem::forbidden("rated games are for accounts: sign up first"));
    }
    let (visitor, cookie) = app.visitor_or_guest(visitor, &client).await?;
    let player = app.player(&visitor, seen.info.settings.game).await?;
    let seat = app.rooms.sit(&id, &player, &visitor.ids, None, invited).await?;
    Ok((cookie, Json(seat.map_err(refused)?)))
}

/// The seat of whoever chooses a side.
pub(crate) fn seat_of_choice(side: SideChoice) -> Result<usize, Problem> {
    Ok(match side {
        SideChoice::First => 0,
        SideChoice::Second => 1,
        SideChoice::Random => usize::from(crate::ids::coin()?),
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LookQuery {
    /// The key of an invitation, for a private table.
    challenge: Option<ChallengeKey>,
}

async fn look(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(with): Query<LookQuery>,
    Maybe(visitor): Maybe,
) -> Result<Json<Looked>, Problem> {
    let id = table_id(&id)?;
    let invited = with.challenge.is_some_and(|key| app.is_challenge(&id, &key));
    // The key lets others act.
    let may_play = visitor.as_ref().is_some_and(Visitor::may_play);
    let ids = visitor.map(|visitor| visitor.ids).unwrap_or_default();
    let seen = app.rooms.look(&id, &ids, invited).await?;
    let open = seen.info.seats.iter().any(Option::is_none) && seen.is_creator && may_play;
    let challenge = open.then(|| app.challenge(&id)).transpose()?;
    Ok(Json(Looked {
        position: seen.info.position.clone(),
        table: seen.info,
        seat: seen.seat,
        challenge,
        events: seen.events,
        imported: seen.imported,
    }))
}

async fn read_record(
    State(app): State<App>,
    Path(id): Path<String>,
    Maybe(visitor): Maybe,
) -> Result<Response, Problem> {
    let id = table_id(&id)?;
    let ids = visitor.map(|visitor| visitor.ids).unwrap_or_default();
    let seen = app.rooms.look(&id, &ids, false).await?;
    let record = record::of(&seen).ok_or_else(|| Problem::conflict("the game has not begun"))?;
    Ok((
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8")],
        record.to_string(),
    )
        .into_response())
}

impl App {
    /// Whether somebody may make another table now.
    pub(crate) async fn may_make_table(&self, visitor: &Visitor, client: &Client) -> Result<(), Problem> {
        let limits = self.behaviour.limits;
        self.attempts
            .attempt(&format!("table {}", visitor.person.id), TABLES.min(limits.tables))?;
        self.attempts
            .new_row("table-from", client.name(), limits.tables)?;
        if self.store.open_games(&visitor.person.id).await? >= i64::from(limits.open_tables) {
            return Err(Problem::conflict(format!(
                "you have made {} games that are not over; end some of them first",
                limits.open_tables
            )));
        }
        Ok(())
    }
}
