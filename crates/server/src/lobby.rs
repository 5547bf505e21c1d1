//! The lobby: who looks for a game, as long as they are connected.

use crate::App;
use crate::identity::{Maybe, Visitor};
use crate::limits::Client;
use crate::problem::Problem;
use crate::socket::Allowance;
use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use protocol::{LobbyMessage, LobbyRequest, Player, Seek, SideChoice, TableSettings};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{interval, timeout};

/// Messages that wait to be sent at most; a client that reads more slowly is let go.
const OUTBOX: usize = 64;
const MOST_BYTES: usize = 4096;
const SENDING: Duration = Duration::from_secs(10);
const PING: Duration = Duration::from_secs(10);
/// Seeks at once at most.
const MOST_SEEKS: usize = 1000;

pub(crate) fn router() -> Router<App> {
    Router::new().route("/ws/lobby", get(connect))
}

/// Everyone in the lobby.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lobby(Arc<Mutex<People>>);

#[derive(Debug, Default)]
struct People {
    next: u64,
    /// By the number of the connection, which is its seek's number, too.
    listeners: BTreeMap<u64, mpsc::Sender<Utf8Bytes>>,
    seeks: BTreeMap<u64, Seek>,
}

impl People {
    fn tell_seeks(&mut self) {
        let seeks = self.seeks.values().cloned().collect();
        let text = Utf8Bytes::from(LobbyMessage::Seeks { seeks }.write());
        self.listeners
            .retain(|_, outbox| outbox.try_send(text.clone()).is_ok());
    }

    fn tell(&mut self, number: u64, message: &LobbyMessage) {
        if let Some(outbox) = self.listeners.get(&number) {
            // Who does not read is let go with the next list.
            let _ = outbox.try_send(message.write().into());
        }
    }
}

impl Lobby {
    fn people(&self) -> MutexGuard<'_, People> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self, outbox: mpsc::Sender<Utf8Bytes>) -> u64 {
        let mut people = self.people();
        people.next += 1;
        let number = people.next;
        let seeks = people.seeks.values().cloned().collect();
        let _ = outbox.try_send(LobbyMessage::Seeks { seeks }.write().into());
        people.listeners.insert(number, outbox);
        number
    }

    fn leave(&self, number: u64) {
        self.people().listeners.remove(&number);
        self.cancel(number);
    }

    fn cancel(&self, number: u64) {
        let mut people = self.people();
        if people.seeks.remove(&number).is_some() {
            people.tell_seeks();
        }
    }

    /// Adds a seek, or takes the one it fits out of the lobby.
    fn seek(&self, seek: Seek) -> Option<Seek> {
        let mut people = self.people();
        let fitting = people
            .seeks
            .values()
            .find(|other| other.fits(&seek))
            .map(|other| other.seek);
        people.seeks.remove(&seek.seek);
        let found = fitting.and_then(|number| people.seeks.remove(&number));
        if found.is_none() && people.seeks.len() < MOST_SEEKS {
            people.seeks.insert(seek.seek, seek);
        }
        people.tell_seeks();
        found
    }

    fn take(&self, number: u64, by: &Player) -> Option<Seek> {
        let mut people = self.people();
        people
            .seeks
            .get(&number)
            .filter(|seek| seek.player.person != by.person)?;
        let seek = people.seeks.remove(&number);
        people.tell_seeks();
        seek
    }

    fn tell(&self, number: u64, message: &LobbyMessage) {
        self.people().tell(number, message);
    }
}

async fn connect(
    State(app): State<App>,
    client: Client,
    Maybe(visitor): Maybe,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let permit = app.open_socket(&client)?;
    let upgrade = upgrade
        .read_buffer_size(MOST_BYTES)
        .write_buffer_size(MOST_BYTES)
        .max_message_size(MOST_BYTES);
    Ok(upgrade.on_upgrade(move |socket| async move {
        serve(&app, visitor, socket).await;
        drop(permit);
    }))
}

async fn serve(app: &App, visitor: Option<Visitor>, mut socket: WebSocket) -> Option<()> {
    let (outbox, mut letters) = mpsc::channel(OUTBOX);
    let number = app.lobby.enter(outbox);
    let _entered = Entered {
        lobby: app.lobby.clone(),
        number,
    };
    let mut stopping = app.stopping.clone();
    let mut allowance = Allowance::new();
    let mut pings = interval(PING);
    loop {
        let message = tokio::select! {
            letter = letters.recv() => Message::Text(letter?),
            _ = pings.tick() => Message::Ping(Vec::new().into()),
            _ = stopping.changed() => return None,
            // A peer that is gone does not take our pings for long.
            frame = socket.recv() => match frame?.ok()? {
                Message::Text(text) if allowance.take() => {
                    if let Err(words) = request(app, visitor.as_ref(), number, &text).await {
                        app.lobby.tell(number, &LobbyMessage::Refused { words });
                    }
                    continue;
                }
                Message::Text(_) | Message::Binary(_) | Message::Close(_) => return None,
                Message::Ping(_) | Message::Pong(_) => continue,
            },
        };
        timeout(SENDING, socket.send(message)).await.ok()?.ok()?;
    }
}

/// Somebody in the lobby, until this is dropped.
struct Entered {
    lobby: Lobby,
    number: u64,
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.lobby.leave(self.number);
    }
}

async fn request(app: &App, visitor: Option<&Visitor>, number: u64, text: &str) -> Result<(), String> {
    let request = LobbyRequest::read(text).map_err(|error| error.to_string())?;
    let known = || visitor.ok_or("say who you are first (POST /api/me)");
    match request {
        LobbyRequest::Ping {} => app.lobby.tell(number, &LobbyMessage::Pong {}),
        LobbyRequest::Cancel {} => app.lobby.cancel(number),
        LobbyRequest::Seek {
            settings,
            side,
            range,
        } => {
            settings.start().map_err(|error| error.to_string())?;
            let player = player(app, known()?, &settings).await?;
            let seek = Seek {
                seek: number,
                player,
                settings,
                side,
                range,
            };
            if let Some(other) = app.lobby.seek(seek.clone()) {
                pair(app, &seek, &other).await?;
            }
        }
        LobbyRequest::Take { seek } => {
            let visitor = known()?;
            let game = app
                .lobby
                .people()
                .seeks
                .get(&seek)
                .map(|seek| seek.settings.clone());
            let settings = game.ok_or("that seek is gone")?;
            let player = player(app, visitor, &settings).await?;
            let other = app
                .lobby
                .take(seek, &player)
                .ok_or("that seek is gone, or your own")?;
            app.lobby.cancel(number);
            let seek = Seek {
                seek: number,
                player,
                settings,
                side: SideChoice::Random,
                range: None,
            };
            pair(app, &seek, &other).await?;
        }
    }
    Ok(())
}

async fn player(app: &App, visitor: &Visitor, settings: &TableSettings) -> Result<Player, String> {
    if settings.teams {
        return Err("teams find each other by a link".to_owned());
    }
    if settings.rated && visitor.person.kind == "guest" {
        return Err("rated games are for accounts: sign up first".to_owned());
    }
    app.player(visitor, settings.game)
        .await
        .map_err(|_| "the server is busy; try again".to_owned())
}

/// Makes the table of two who found each other, and tells them where it is.
async fn pair(app: &App, one: &Seek, other: &Seek) -> Result<(), String> {
    let seat = match (one.side, other.side) {
        (SideChoice::First, _) | (_, SideChoice::Second) => 0,
        (SideChoice::Second, _) | (_, SideChoice::First) => 1,
        (SideChoice::Random, SideChoice::Random) => usize::from(one.seek.is_multiple_of(2)),
    };
    let players = vec![(seat, one.player.clone()), (seat ^ 1, other.player.clone())];
    let creator = other.player.person.as_str();
    let table = app.rooms.create(&one.settings, creator, players).await;
    let table = table.map_err(|_| "no table can be made now; try again".to_owned())?;
    for seek in [one, other] {
        app.lobby
            .tell(seek.seek, &LobbyMessage::Paired { table: table.clone() });
    }
    Ok(())
}
