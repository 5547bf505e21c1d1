//! Other people: what everyone may know of them, asking them to play, and what happens to oneself as a stream.

use crate::App;
use crate::finished::{self, Glance};
use crate::housekeeping::CHALLENGE;
use crate::http_error::Problem;
use crate::identity::{Known, Maybe, Visitor};
use crate::limits::{CHALLENGES, Client};
use crate::ndjson::ndjson;
use crate::notifications::{Notification, What};
use crate::outbox::outbox;
use crate::routes::Routes;
use crate::tables::{Body, seat_of_choice, table_id};
use crate::time::now;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use protocol::{AccountEvent, CreateTable, Created, GameRating, Profile, TableId};
use store::PersonRow;
use tokio::sync::mpsc;

/// Changes of a rating that a profile shows, at most.
const MOST_HISTORY: i64 = 500;
/// Challenges that wait for somebody at most: all, those of guests, and those of one person.
const MOST_WAITING: i64 = 50;
const MOST_OF_GUESTS: i64 = 25;
const MOST_OF_ONE: i64 = 3;
/// Events that wait to be sent at most; who reads more slowly must come again.
const OUTBOX: usize = 64;

pub(crate) fn routes() -> Routes {
    Routes::default()
        .on("GET", "/api/people/{name}", look)
        .on("POST", "/api/people/{name}/challenge", challenge)
        .on("POST", "/api/tables/{id}/decline", decline)
        .on("GET", "/api/me/challenges", challenges)
        .on("GET", "/api/me/events", events)
}

/// Finds a person by their id or by the name of their account.
pub(crate) async fn find(app: &App, name: &str) -> Result<PersonRow, Problem> {
    if name.contains('\0') {
        return Err(Problem::not_found());
    }
    let mut person = app.store.person(name).await?;
    if person.is_none()
        && let Some(id) = app.store.account_id(name).await?
    {
        person = app.store.person(&id).await?;
    }
    let person = person.filter(|person| person.kind != "gone");
    person.ok_or_else(Problem::not_found)
}

async fn look(State(app): State<App>, Path(name): Path<String>) -> Result<Json<Profile>, Problem> {
    let person = find(&app, &name).await?;
    let mut ratings = Vec::new();
    for game in games::GameId::ALL {
        let Some(rating) = app.store.rating(&person.id, game.name()).await? else {
            continue;
        };
        let history = app
            .store
            .rating_history(&person.id, game.name(), MOST_HISTORY)
            .await?;
        ratings.push(GameRating {
            game: *game,
            rating: rating.rating.round() as i32,
            deviation: rating.deviation.round() as i32,
            provisional: crate::glicko::is_provisional(&rating),
            games: rating.games,
            history: history
                .into_iter()
                .map(|(at, rating)| (at, rating.round() as i32))
                .collect(),
        });
    }
    Ok(Json(Profile {
        person: person.id,
        name: person.name,
        kind: person.kind,
        ratings,
    }))
}

/// Makes a table and asks somebody to sit down at it.
async fn challenge(
    State(app): State<App>,
    client: Client,
    Path(name): Path<String>,
    Maybe(visitor): Maybe,
    Body(body): Body<CreateTable>,
) -> Result<(HeaderMap, Json<Created>), Problem> {
    let settings = body.settings;
    settings
        .start()
        .map_err(|error| Problem::bad(error.to_string()))?;
    let person = find(&app, &name).await?;
    if body.computer.is_some() {
        return Err(Problem::bad("computer: leave it out of a challenge by name"));
    }
    if settings.teams {
        return Err(Problem::bad(
            "a challenge by name cannot be a team game; choose one player a side",
        ));
    }
    if visitor
        .as_ref()
        .is_some_and(|visitor| visitor.ids.contains(&person.id))
    {
        return Err(Problem::bad("you cannot challenge yourself; name another person"));
    }
    let (visitor, cookie) = app.visitor_or_guest(visitor, &client).await?;
    if settings.rated
        && [&visitor.person.kind, &person.kind]
            .iter()
            .any(|kind| *kind == "guest")
    {
        return Err(Problem::forbidden("rated games are for accounts: sign up first"));
    }
    app.may_challenge(&visitor, &person.id).await?;
    app.attempts
        .attempt(&format!("challenge {} {}", client.name(), person.id), CHALLENGES)?;
    app.may_make_table(&visitor, &client).await?;
    let player = app.player(&visitor, settings.game).await?;
    let seat = seat_of_choice(body.side)?;
    let table = app
        .rooms
        .create(&settings, &visitor.person.id, vec![(seat, player)])
        .await?;
    app.store.add_challenge(table.as_str(), &person.id, now()).await?;
    app.rooms.publish(vec![person.id], &table, What::Challenge);
    let challenge = Some(app.challenge(&table)?);
    Ok((cookie, Json(Created { table, challenge })))
}

impl App {
    /// Whether somebody may ask a person to play. Guests, who are made in a moment, cannot take the room of accounts.
    async fn may_challenge(&self, visitor: &Visitor, person: &str) -> Result<(), Problem> {
        let own = &visitor.person.id;
        if self.store.has_blocked(person, own).await? {
            return Err(Problem::forbidden("this person has blocked your challenges"));
        }
        let since = now() - CHALLENGE;
        let [all, of_guests, of_visitor] = self.store.waiting_challenges(person, own, since).await?;
        if of_visitor >= MOST_OF_ONE {
            return Err(Problem::conflict(
                "you have asked them already; wait for their answer",
            ));
        }
        let is_full = all >= MOST_WAITING || (visitor.is_guest() && of_guests >= MOST_OF_GUESTS);
        if is_full {
            return Err(Problem::conflict(
                "too many wait for this person's answer; ask later",
            ));
        }
        Ok(())
    }
}

async fn decline(
    State(app): State<App>,
    Path(id): Path<String>,
    Known(visitor): Known,
) -> Result<StatusCode, Problem> {
    let id = table_id(&id)?;
    if !app
        .store
        .decline_challenge(id.as_str(), &visitor.person.id)
        .await?
    {
        return Err(Problem::not_found());
    }
    if let Some(game) = app.store.game(id.as_str()).await? {
        app.rooms.publish(vec![game.creator], &id, What::Declined);
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The challenges that wait for an answer.
async fn challenges(
    State(app): State<App>,
    Known(visitor): Known,
) -> Result<Json<Vec<AccountEvent>>, Problem> {
    let mut found = Vec::new();
    for id in app
        .store
        .challenges(&visitor.person.id, now() - CHALLENGE)
        .await?
    {
        found.extend(told(&app, &visitor, &table_id(&id)?, What::Challenge).await);
    }
    Ok(Json(found))
}

/// Streams the events of the person who asks, one object a line: first the present state, then changes.
async fn events(State(app): State<App>, client: Client, Known(visitor): Known) -> Result<Response, Problem> {
    let permit = app.open_socket(&client)?;
    let (sender, mut inbox) = mpsc::channel(OUTBOX);
    // Subscribes before it reads the present state, so that no event falls between.
    let subscription = app.rooms.0.notifications.subscribe(&visitor.ids, &sender);
    drop(sender);
    let mut first = Vec::new();
    let since = crate::time::now() - CHALLENGE;
    for id in app.store.challenges(&visitor.person.id, since).await? {
        let (table, what) = (table_id(&id)?, What::Challenge);
        first.push(Notification { table, what });
    }
    for id in app.store.live_games(&visitor.person.id).await? {
        let (table, what) = (table_id(&id)?, What::Start);
        first.push(Notification { table, what });
    }
    let (outbox, letters) = outbox();
    let credentialed = app.connections.enter(Some(&visitor));
    let answer = ndjson(&app, letters, credentialed, permit, ());
    tokio::spawn(async move {
        let mut rest = first.iter();
        loop {
            let notice = if let Some(notice) = rest.next() {
                notice.clone()
            } else {
                let next = tokio::select! {
                    notice = inbox.recv() => notice,
                    () = outbox.closed() => None,
                };
                match next {
                    // Skips events that are already in the initial list.
                    Some(notice) if first.contains(&notice) => continue,
                    Some(notice) => notice,
                    None => break,
                }
            };
            let event = told(&app, &visitor, &notice.table, notice.what).await;
            let line = event.and_then(|event| serde_json::to_string(&event).ok());
            if let Some(line) = line
                && !outbox.send(line.into()).await
            {
                break;
            }
        }
        drop(subscription);
    });
    Ok(answer)
}

async fn told(app: &App, visitor: &Visitor, table: &TableId, what: What) -> Option<AccountEvent> {
    let challenged = what == What::Challenge;
    let row = app.store.game(table.as_str()).await.ok()??;
    let glance = finished::glance(&app.store, &row, &visitor.ids, challenged).await;
    let Glance {
        info: table, seat, ..
    } = glance.ok()??;
    Some(match what {
        What::Challenge => AccountEvent::Challenge {
            challenge: visitor
                .may_play()
                .then(|| app.challenge(&table.id))
                .transpose()
                .ok()?,
            table,
        },
        What::Declined => AccountEvent::Declined { table },
        What::Start => AccountEvent::Start { seat: seat?, table },
        What::End => AccountEvent::End { seat: seat?, table },
    })
}
