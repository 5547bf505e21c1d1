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
use games::GameId;
use learn::LessonLanguage;
use protocol::{PushEndpoint, PushKey, PushSubscription, TableId};
use send::{Delivery, Sender};
use serde_json::json;
use std::sync::Arc;
use store::{PushRow, Store};
use tokio::sync::{Semaphore, mpsc};

/// Turns that wait to be told at most; more are not told.
const MOST_WAITING: usize = 1000;
/// Messages under way at once.
const MOST_SENDING: usize = 16;
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

/// Somebody's turn in a game.
#[derive(Clone, Debug)]
pub(crate) struct NextMove {
    pub(crate) person: String,
    pub(crate) table: TableId,
    pub(crate) game: GameId,
    /// The name of the player who has moved.
    pub(crate) mover: String,
}

/// Turns to be told.
#[derive(Clone, Debug)]
pub(crate) struct PushQueue(mpsc::Sender<NextMove>);

impl PushQueue {
    pub(crate) fn new() -> (PushQueue, mpsc::Receiver<NextMove>) {
        let (sender, receiver) = mpsc::channel(MOST_WAITING);
        (PushQueue(sender), receiver)
    }

    /// Adds a turn, unless too many wait.
    pub(crate) fn add(&self, turn: NextMove) {
        if self.0.try_send(turn).is_err() {
            tracing::warn!("too many push messages wait; one is left out");
        }
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

/// Sends what is in the queue, until the server ends.
pub(crate) async fn work(app: App, mut queue: mpsc::Receiver<NextMove>) {
    let places = Arc::new(Semaphore::new(MOST_SENDING));
    while let Some(turn) = queue.recv().await {
        let rows = match app.store.push_subscriptions(&turn.person).await {
            Ok(rows) => rows,
            Err(error) => {
                tracing::error!(%error, "cannot read push subscriptions");
                continue;
            }
        };
        for row in rows {
            let Ok(place) = places.clone().acquire_owned().await else {
                return;
            };
            let (app, turn) = (app.clone(), turn.clone());
            tokio::spawn(async move {
                tell(&app, &row, &turn).await;
                drop(place);
            });
        }
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
    match sender.send(key, &row.endpoint, &row.site, topic, sealed).await {
        Ok(Delivery::Taken) => {}
        Ok(Delivery::Gone) => forget(app, row).await,
        Err(error) => tracing::warn!(%error, "push message not delivered"),
    }
}

async fn forget(app: &App, row: &PushRow) {
    if let Err(error) = app.store.unsubscribe_push(&row.endpoint, None).await {
        tracing::error!(%error, "cannot remove a push subscription");
    }
}
