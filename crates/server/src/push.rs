//! Tells browsers of their owner's turn in games of days, where the owner has asked for it: Web Push.

mod encrypt;
mod send;

use crate::App;
use crate::http_error::Problem;
use crate::identity::Known;
use crate::limits::{Client, PUSHES};
use crate::routes::Routes;
use crate::share::{HAS_PLAYED, YOUR_TURN};
use crate::tables::Body;
use crate::time::now;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use encrypt::{Recipient, SenderKey};
use futures_util::{StreamExt, stream};
use games::GameId;
use learn::LessonLanguage;
use protocol::{PushEndpoint, PushKey, PushSubscription, TableId};
use send::{Delivery, Sender};
use serde_json::json;
use std::collections::{HashSet, VecDeque};
use std::io::ErrorKind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{PushRow, Store};
use tokio::sync::{Notify, Semaphore};

/// Turns that wait to be told at most; more are not told.
const MOST_WAITING: usize = 1000;
/// People who are told at once, and messages under way to one person.
const MOST_TOLD: usize = 16;
const MOST_SENDING: usize = 2;
/// Messages in a row that a push service may take too long for: then the subscription is removed.
const MOST_TIMEOUTS: i64 = 5;
/// Browsers of one person at most.
const MOST_BROWSERS: i64 = 10;
/// Letters of an endpoint's address at most.
const LONGEST: usize = 1000;

pub(crate) fn routes() -> Routes {
    Routes::default()
        .on("GET", "/api/push", key)
        .on("PUT", "/api/push", subscribe)
        .on("DELETE", "/api/push", unsubscribe)
}

/// A person's turn in a game.
#[derive(Clone, Debug)]
pub(crate) struct NextMove {
    pub(crate) person: String,
    pub(crate) table: TableId,
    pub(crate) game: GameId,
    /// The name of the player who has moved.
    pub(crate) mover: String,
}

/// Turns to be told: of one person at one table only the last.
#[derive(Clone, Debug, Default)]
pub(crate) struct PushQueue(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    turns: Mutex<Turns>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Turns {
    waiting: VecDeque<NextMove>,
    /// People who are being told of a turn.
    told: HashSet<String>,
}

impl PushQueue {
    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.0.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a turn, in place of one of the same person at the same table, unless too many wait.
    pub(crate) fn add(&self, turn: NextMove) {
        let mut turns = self.turns();
        let is_same = |other: &NextMove| other.person == turn.person && other.table == turn.table;
        match turns.waiting.iter().position(is_same) {
            Some(place) => turns.waiting[place] = turn,
            None if turns.waiting.len() < MOST_WAITING => turns.waiting.push_back(turn),
            None => tracing::warn!("push queue full, message dropped"),
        }
        drop(turns);
        self.0.changed.notify_one();
    }

    /// Takes the first turn of somebody who is not being told of another.
    fn take(&self) -> Option<Telling> {
        let mut turns = self.turns();
        let Turns { waiting, told } = &mut *turns;
        let first = waiting.iter().position(|turn| !told.contains(&turn.person))?;
        let turn = waiting.remove(first)?;
        told.insert(turn.person.clone());
        drop(turns);
        let queue = self.clone();
        Some(Telling { queue, turn })
    }

    async fn next(&self) -> Telling {
        loop {
            if let Some(telling) = self.take() {
                return telling;
            }
            self.0.changed.notified().await;
        }
    }
}

/// A turn that is being told.
#[derive(Debug)]
struct Telling {
    queue: PushQueue,
    turn: NextMove,
}

impl Drop for Telling {
    fn drop(&mut self) {
        self.queue.turns().told.remove(&self.turn.person);
        self.queue.0.changed.notify_one();
    }
}

/// Our key, and how messages are sent.
#[derive(Clone, Debug)]
pub(crate) struct Push(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    key: SenderKey,
    sender: Sender,
}

impl Push {
    /// The key is made at the first start and kept.
    pub(crate) async fn load(store: &Store, to_private: bool) -> Result<Push, crate::Error> {
        let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
        let hex = |bytes: &[u8]| -> String {
            bytes
                .iter()
                .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
                .collect()
        };
        let bytes = |text: &str| {
            let digits: Option<Vec<u8>> = text
                .chars()
                .map(|digit| Some(digit.to_digit(16)? as u8))
                .collect();
            Some(
                digits?
                    .chunks(2)
                    .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit))
                    .collect::<Vec<u8>>(),
            )
        };
        let proposed = SenderKey::generate().map_err(|_| crate::Error::PushKey)?;
        let kept = store.push_key(hex(&proposed)).await?;
        let key = bytes(&kept).and_then(|kept| SenderKey::read(&kept));
        Ok(Push(Arc::new(Inner {
            key: key.ok_or(crate::Error::PushKey)?,
            sender: Sender::new(to_private),
        })))
    }
}

async fn key(State(app): State<App>) -> Json<PushKey> {
    Json(PushKey {
        key: app.push.0.key.public(),
    })
}

async fn subscribe(
    State(app): State<App>,
    client: Client,
    headers: HeaderMap,
    Known(visitor): Known,
    Body(body): Body<PushSubscription>,
) -> Result<StatusCode, Problem> {
    app.attempts
        .attempt(&format!("push {}", visitor.person.id), PUSHES)?;
    if body.endpoint.len() > LONGEST || !app.push.0.sender.takes(&body.endpoint) {
        return Err(Problem::bad(
            "endpoint: expected the https address of a push service",
        ));
    }
    if Recipient::read(&body.p256dh, &body.auth).is_none() {
        return Err(Problem::bad("p256dh, auth: expected a browser's keys"));
    }
    let language: LessonLanguage = body
        .language
        .parse()
        .map_err(|error: rules::TextError| Problem::bad(error.to_string()))?;
    let row = PushRow {
        endpoint: body.endpoint,
        person: visitor.person.id,
        p256dh: body.p256dh,
        auth: body.auth,
        language: language.code().to_owned(),
        site: app.origin(&client, &headers).unwrap_or_default(),
        created: now(),
        session: Some(visitor.token_hash),
    };
    app.store.subscribe_push(&row, MOST_BROWSERS).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn unsubscribe(
    State(app): State<App>,
    Known(visitor): Known,
    Body(body): Body<PushEndpoint>,
) -> Result<StatusCode, Problem> {
    // PostgreSQL refuses a text with a zero byte, and no endpoint has one.
    if !body.endpoint.contains('\0') {
        let person = Some(visitor.person.id.as_str());
        app.store.unsubscribe_push(&body.endpoint, person).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Sends what is in the queue until the server stops.
pub(crate) async fn work(app: App) {
    let mut stopping = app.stopping.clone();
    let places = Arc::new(Semaphore::new(MOST_TOLD));
    while let Ok(place) = places.clone().acquire_owned().await {
        let telling = tokio::select! {
            telling = app.rooms.0.push.next() => telling,
            _ = stopping.changed() => return,
        };
        let app = app.clone();
        tokio::spawn(async move {
            tell_person(&app, &telling.turn).await;
            drop((telling, place));
        });
    }
}

/// Tells all browsers of one person.
async fn tell_person(app: &App, turn: &NextMove) {
    match store::in_time(app.store.push_subscriptions(&turn.person)).await {
        Ok(rows) => {
            let told =
                stream::iter(rows).for_each_concurrent(MOST_SENDING, async |row| tell(app, &row, turn).await);
            told.await;
        }
        Err(error) => tracing::error!(%error, "cannot read push subscriptions"),
    }
}

/// Tells one browser; one that is gone is forgotten.
async fn tell(app: &App, row: &PushRow, turn: &NextMove) {
    let language: LessonLanguage = row.language.parse().unwrap_or(LessonLanguage::En);
    let text = json!({
        "title": YOUR_TURN.fill(language, &[("game", turn.game.title())]),
        "body": HAS_PLAYED.fill(language, &[("name", &turn.mover)]),
        "path": format!("/table/{}", turn.table),
    });
    let sealed = Recipient::read(&row.p256dh, &row.auth)
        .and_then(|recipient| recipient.seal(text.to_string().as_bytes()).ok());
    let Some(sealed) = sealed else {
        forget(app, row).await;
        return;
    };
    let Inner { key, sender } = &*app.push.0;
    // A later turn at the same table replaces this one while the browser is away.
    let topic = turn.table.as_str();
    let sent = sender.send(key, &row.endpoint, &row.site, topic, sealed).await;
    let noted = match sent {
        Ok(Delivery::Taken) => store::in_time(app.store.push_taken(&row.endpoint)).await,
        Ok(Delivery::Gone) => return forget(app, row).await,
        Err(error) if error.kind() == ErrorKind::TimedOut => {
            store::in_time(app.store.push_failed(&row.endpoint, MOST_TIMEOUTS)).await
        }
        Err(error) => {
            tracing::warn!(%error, "push message not delivered");
            Ok(())
        }
    };
    if let Err(error) = noted {
        tracing::error!(%error, "cannot note the outcome of a push message");
    }
}

async fn forget(app: &App, row: &PushRow) {
    if let Err(error) = store::in_time(app.store.unsubscribe_push(&row.endpoint, None)).await {
        tracing::error!(%error, "cannot remove a push subscription");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(person: &str, table: &str, mover: &str) -> NextMove {
        NextMove {
            person: person.to_owned(),
            table: table.parse().unwrap(),
            game: GameId::Offboard,
            mover: mover.to_owned(),
        }
    }

    #[tokio::test]
    async fn one_person_holds_up_nobody_and_only_the_last_turn_at_a_table_is_told() {
        let queue = PushQueue::default();
        for (person, table, mover) in [
            ("ann", "aaaaaaaaaa", "first"),
            ("ann", "bbbbbbbbbb", "second"),
            ("ann", "aaaaaaaaaa", "third"),
            ("bob", "aaaaaaaaaa", "fourth"),
        ] {
            queue.add(turn(person, table, mover));
        }
        let of_ann = queue.next().await;
        assert_eq!(of_ann.turn.mover, "third", "in place of the first");
        let of_bob = queue.next().await;
        assert_eq!(of_bob.turn.mover, "fourth", "Ann is being told");
        assert!(queue.take().is_none());
        drop(of_ann);
        assert_eq!(queue.next().await.turn.mover, "second");
    }
}
