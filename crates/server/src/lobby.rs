//! The lobby: seeks of the people who are connected to any process.

use crate::App;
use crate::blocks::may_meet;
use crate::cluster::PeerMessage;
use crate::connections::Credentialed;
use crate::http_error::Problem;
use crate::identity::{Maybe, Visitor};
use crate::limits::{Allowance, Client, SEEKS};
use crate::open::Taken;
use crate::outbox::{Letters, outbox};
use crate::routes::Routes;
use crate::time::now;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use protocol::{LobbyMessage, LobbyRequest, Player, Seek, SideChoice, TableSettings};
use serde::Deserialize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, interval, sleep_until, timeout};

mod pairing;
mod people;

use pairing::pair;
use people::{Listener, Own, People};

const MOST_BYTES: usize = 4096;
const SENDING: Duration = Duration::from_secs(10);
const PING: Duration = Duration::from_secs(10);
/// A client that is silent for so long is disconnected, and its seek removed.
const SILENCE: Duration = Duration::from_secs(20);
/// Time between two lists of seeks.
const BETWEEN: Duration = Duration::from_millis(500);
/// The most seeks at once.
const MOST_SEEKS: usize = 1000;
/// Interval at which seeks are read and renewed.
const LOOKING: Duration = Duration::from_secs(2);
/// Lifetime of a seek that is not renewed, in milliseconds.
const KEPT: i64 = 10_000;
/// Bits of a seek's number, few enough for a number of JavaScript.
const SEEK_BITS: u32 = 52;

/// Everyone in the lobby of this process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lobby(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    people: Mutex<People>,
    changed: Notify,
}

impl Lobby {
    fn people(&self) -> MutexGuard<'_, People> {
        self.0.people.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn seeks(&self) -> usize {
        self.people().seeks.len()
    }

    /// Asks the lobby to read the seeks again, because they have changed.
    pub(crate) fn changed(&self) {
        self.0.changed.notify_one();
    }

    fn enter(&self, listener: Listener) -> Option<u64> {
        let number = self.people().enter(listener)?;
        self.changed();
        Some(number)
    }

    fn tell(&self, connection: u64, message: &LobbyMessage) {
        self.people().tell(connection, message);
    }
}

/// Reads, renews and pairs seeks until the server stops.
pub(crate) async fn look_after(app: App) {
    let mut stopping = app.stopping.clone();
    let mut looking = interval(LOOKING);
    let mut looked = Instant::now() - BETWEEN;
    loop {
        let kept = tokio::select! {
            () = app.lobby.0.changed.notified() => false,
            _ = looking.tick() => true,
            _ = stopping.changed() => return,
        };
        // All changes until then are sent together.
        sleep_until(looked + BETWEEN).await;
        looked = Instant::now();
        if app.lobby.people().listeners.is_empty() {
            continue;
        }
        if let Err(error) = store::in_time(look(&app, kept)).await {
            tracing::error!(%error, "cannot update the lobby");
        }
    }
}

async fn look(app: &App, keep: bool) -> Result<(), store::Error> {
    if keep {
        app.store.keep_seeks(now(), now() + KEPT).await?;
    }
    for (seek, table) in app.store.found_seeks().await? {
        let mut people = app.lobby.people();
        if let (Some(own), Ok(table)) = (people.own.remove(&(seek as u64)), table.parse()) {
            people.tell(own.connection, &LobbyMessage::Paired { table });
        }
    }
    let seeks = seeks(app).await?;
    let (mine, others): (Vec<Seek>, Vec<Seek>) = {
        let mut people = app.lobby.people();
        people.show(seeks.clone());
        let mine = seeks.iter().filter(|seek| people.own.contains_key(&seek.seek));
        (mine.cloned().collect(), seeks.clone())
    };
    // Two seeks that were added at the same moment have not seen each other.
    for seek in mine {
        let before = others.iter().take_while(|other| other.seek != seek.seek);
        for other in before.filter(|other| other.fits(&seek)) {
            if may_meet(app, &seek, other).await? {
                let _ = pair(app, &[seek.clone(), other.clone()], 2).await;
                break;
            }
        }
    }
    forget_lost(app).await
}

async fn seeks(app: &App) -> Result<Vec<Seek>, store::Error> {
    let rows = app.store.seeks(now()).await?;
    Ok(rows
        .iter()
        .filter_map(|(_, body)| serde_json::from_str(body).ok())
        .collect())
}

/// Tells owners of seeks that vanished without a game, because a process ended while it paired them.
async fn forget_lost(app: &App) -> Result<(), store::Error> {
    let added = |(seek, own): (&u64, &Own)| own.added.then_some(*seek);
    let expected: Vec<u64> = app.lobby.people().own.iter().filter_map(added).collect();
    if expected.is_empty() {
        return Ok(());
    }
    let there = app.store.own_seeks().await?;
    let mut people = app.lobby.people();
    for seek in expected
        .into_iter()
        .filter(|seek| !there.contains(&(*seek as i64)))
    {
        if let Some(own) = people.own.remove(&seek) {
            let words = "your search was broken off; look again".to_owned();
            people.tell(own.connection, &LobbyMessage::Refused { words });
        }
    }
    Ok(())
}

pub(crate) fn routes() -> Routes {
    Routes::default().on("GET", "/ws/lobby", connect)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct How {
    /// Whether to send changes in place of whole lists.
    #[serde(default)]
    changes: bool,
}

async fn connect(
    State(app): State<App>,
    client: Client,
    Query(how): Query<How>,
    Maybe(visitor): Maybe,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let permit = app.open_socket(&client)?;
    let taken = permit.lend();
    let allowance = Allowance::new(&app, visitor.as_ref(), &client);
    let credentialed = app.connections.enter(visitor.as_ref());
    let upgrade = upgrade
        .read_buffer_size(MOST_BYTES)
        .write_buffer_size(MOST_BYTES)
        .max_message_size(MOST_BYTES);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let (outbox, letters) = outbox();
        let entered = app.lobby.enter(Listener {
            outbox,
            wants_changes: how.changes,
            address: client.name().to_owned(),
        });
        // Without memory for the list the socket is closed: the client comes again.
        let Some(number) = entered else {
            return;
        };
        tracing::debug!("lobby socket opened");
        let rights = (allowance, credentialed, taken);
        serve(&app, visitor, rights, socket, number, letters).await;
        tracing::debug!("lobby socket closed");
        app.lobby.people().listeners.remove(&number);
        // A seek that stays ends by itself.
        let _ = timeout(store::PATIENCE, cancel(&app, number)).await;
        drop(permit);
    }))
}

async fn serve(
    app: &App,
    visitor: Option<Visitor>,
    (mut allowance, mut credentialed, mut taken): (Allowance, Credentialed, Taken),
    mut socket: WebSocket,
    number: u64,
    mut letters: Letters,
) -> Option<()> {
    let mut stopping = app.stopping.clone();
    let mut pings = interval(PING);
    let mut heard = Instant::now();
    loop {
        let message = tokio::select! {
            letter = letters.recv() => Message::Text(letter?),
            _ = pings.tick() => {
                if heard.elapsed() > SILENCE {
                    return None;
                }
                Message::Ping(Vec::new().into())
            }
            _ = stopping.changed() => return None,
            () = credentialed.revoked() => return None,
            () = taken.wait() => return None,
            frame = socket.recv() => match frame?.ok().inspect(|_| heard = Instant::now())? {
                Message::Text(text) if allowance.take() => {
                    let done = timeout(store::PATIENCE, request(app, visitor.as_ref(), number, &text)).await;
                    if let Err(words) = done.unwrap_or_else(|_| Err(busy(store::Error::Slow))) {
                        app.lobby.tell(number, &LobbyMessage::Refused { words });
                    }
                    continue;
                }
                // Frames without a message count as messages do.
                Message::Ping(_) | Message::Pong(_) if allowance.take() => continue,
                _ => return None,
            },
        };
        timeout(SENDING, socket.send(message)).await.ok()?.ok()?;
    }
}

/// Limits how often a person and an address may seek: each seek is written to the database and delays the moves of others.
fn may_seek(app: &App, visitor: &Visitor, number: u64) -> Result<(), String> {
    let too_often = |_| "you change your search too often; wait a moment".to_owned();
    let address = app
        .lobby
        .people()
        .listeners
        .get(&number)
        .map(|listener| listener.address.clone());
    let by = format!("seek-by {}", visitor.person.id);
    app.attempts.attempt(&by, SEEKS).map_err(too_often)?;
    let from = format!("seek-from {}", address.unwrap_or_default());
    app.attempts
        .attempt(&from, app.behaviour.limits.tables)
        .map_err(too_often)
}

async fn request(app: &App, visitor: Option<&Visitor>, number: u64, text: &str) -> Result<(), String> {
    let request = LobbyRequest::read(text).map_err(|error| error.to_string())?;
    let known = || visitor.ok_or("say who you are first (POST /api/me)");
    match request {
        LobbyRequest::Ping {} => app.lobby.tell(number, &LobbyMessage::Pong {}),
        LobbyRequest::Cancel {} => cancel(app, number).await?,
        LobbyRequest::Seek {
            settings,
            side,
            range,
        } => {
            settings.start().map_err(|error| error.to_string())?;
            may_seek(app, known()?, number)?;
            let player = player(app, known()?, &settings).await?;
            let seek = Seek {
                seek: random_number()?,
                player,
                settings,
                side,
                range,
            };
            cancel(app, number).await?;
            look_for(app, number, seek).await?;
        }
        LobbyRequest::Take { seek } => {
            let visitor = known()?;
            let gone = || "that seek is gone, or your own".to_owned();
            let seeks = seeks(app).await.map_err(busy)?;
            let other = seeks
                .into_iter()
                .find(|other| other.seek == seek)
                .ok_or_else(gone)?;
            let player = player(app, visitor, &other.settings).await?;
            if player.person == other.player.person {
                return Err(gone());
            }
            let taking = Seek {
                seek: random_number()?,
                player,
                settings: other.settings.clone(),
                side: SideChoice::Random,
                range: None,
            };
            if !may_meet(app, &taking, &other).await.map_err(busy)? {
                return Err("one of you has blocked the other".to_owned());
            }
            cancel(app, number).await?;
            let table = pair(app, &[taking, other], 1).await?.ok_or_else(gone)?;
            app.lobby.tell(number, &LobbyMessage::Paired { table });
        }
    }
    Ok(())
}

/// Logs an error of the database; the person gets no details.
fn busy(error: impl std::fmt::Display) -> String {
    tracing::error!(%error, "lobby request failed");
    "the server cannot do this now; try again".to_owned()
}

fn random_number() -> Result<u64, String> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(busy)?;
    Ok(u64::from_le_bytes(bytes) >> (u64::BITS - SEEK_BITS))
}

async fn cancel(app: &App, number: u64) -> Result<(), String> {
    let seek = app.lobby.people().forget(number);
    if let Some(seek) = seek {
        app.store.remove_seek(seek as i64).await.map_err(busy)?;
        tell_all(app);
    }
    Ok(())
}

/// Tells this process and the others that the seeks have changed.
pub(crate) fn tell_all(app: &App) {
    app.lobby.changed();
    app.rooms.0.peers.tell(PeerMessage::Lobby {});
}

/// Adds a seek, and pairs it at once if it fits one that waits.
async fn look_for(app: &App, number: u64, seek: Seek) -> Result<(), String> {
    let others = seeks(app).await.map_err(busy)?;
    if others.len() >= MOST_SEEKS {
        return Err("too many people look for a game now; accept one of their games".to_owned());
    }
    let person = seek.player.person.to_string();
    app.lobby.people().make_room(number, &person)?;
    let body = serde_json::to_string(&seek).map_err(busy)?;
    // Kept here before it is in the database, so that whoever pairs it finds its owner.
    let own = |added| Own {
        connection: number,
        person: person.clone(),
        added,
    };
    app.lobby.people().own.insert(seek.seek, own(false));
    app.store
        .add_seek(seek.seek as i64, &person, &body, now(), now() + KEPT)
        .await
        .map_err(busy)?;
    if let Some(kept) = app.lobby.people().own.get_mut(&seek.seek) {
        *kept = own(true);
    }
    for other in others.into_iter().filter(|other| other.fits(&seek)) {
        if !may_meet(app, &seek, &other).await.map_err(busy)? {
            continue;
        }
        if pair(app, &[seek.clone(), other], 2).await?.is_some() {
            return Ok(());
        }
    }
    tell_all(app);
    Ok(())
}

async fn player(app: &App, visitor: &Visitor, settings: &TableSettings) -> Result<Player, String> {
    if !visitor.may_play() {
        return Err("this token may only read".to_owned());
    }
    if settings.teams {
        return Err("games of two a side cannot be sought in the lobby; create a link".to_owned());
    }
    if settings.rated && visitor.person.kind == "guest" {
        return Err("rated games are for accounts: sign up first".to_owned());
    }
    let player = app.player(visitor, settings.game).await;
    player.map_err(|_| "the server is busy; try again".to_owned())
}
