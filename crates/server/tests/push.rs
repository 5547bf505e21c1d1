//! Push messages: who is told of a turn, which push services are refused, and slow ones that hold up nobody.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use common::{Server, act, until};
use games::GameId;
use protocol::{Clock, TableSettings};
use serde_json::{Value, json};
use server::Behaviour;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use testclient::{Database, Http};
use tokio::net::TcpListener;

/// A game of days.
fn of_days() -> TableSettings {
    TableSettings {
        clock: Clock::Days(3),
        ..TableSettings::new(GameId::Offboard)
    }
}

/// A server that sends push messages to this machine, too.
async fn pushing_server() -> Server {
    let behaviour = Behaviour {
        push_to_private: true,
        ..Behaviour::default()
    };
    Server::with(Database::sqlite(), behaviour).await
}

/// Plays a move.
async fn go(http: &mut Http, id: &str, ply: u32, text: &str) {
    let action = json!({ "do": "move", "text": text });
    let status = act(http, id, &format!("move-{ply:04}"), ply, action).await;
    assert_eq!(status, 200, "{text}");
}

/// Messages that a push service has got, and the status that it answers with.
#[derive(Clone, Default)]
struct PushService {
    got: Arc<Mutex<Vec<(HeaderMap, Bytes)>>>,
    answer: Arc<Mutex<StatusCode>>,
}

async fn take(State(service): State<PushService>, headers: HeaderMap, body: Bytes) -> StatusCode {
    service.got.lock().unwrap().push((headers, body));
    *service.answer.lock().unwrap()
}

/// A push service on loopback, and its address.
async fn push_service() -> (PushService, String) {
    let service = PushService::default();
    let router = axum::Router::new()
        .route("/push/{id}", post(take))
        .with_state(service.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    (service, format!("http://{address}/push/abc"))
}

fn subscription(endpoint: &str) -> Value {
    json!({
        "endpoint": endpoint,
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        "language": "fr",
    })
}

async fn subscribe(http: &mut Http, endpoint: &str) -> u16 {
    let body = subscription(endpoint).to_string();
    http.ask("PUT", "/api/push", &body).await.unwrap().status
}

#[tokio::test]
async fn a_browser_is_told_of_its_owners_turn_until_it_is_gone() {
    tell_until(StatusCode::GONE).await;
}

#[tokio::test]
async fn a_browser_that_has_subscribed_with_another_key_is_left() {
    tell_until(StatusCode::FORBIDDEN).await;
}

#[tokio::test]
async fn a_browser_goes_with_its_session() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let mut http = server.stranger();
    let person = async |http: &mut Http| {
        let me = http.get("/api/me").await.json();
        me["person"].as_str().unwrap().to_owned()
    };
    http.post("/api/me", &json!({})).await;
    let ann = person(&mut http).await;
    assert_eq!(subscribe(&mut http, "https://push.example.org/abc").await, 204);
    let count = async |person: &str| server.store.push_subscriptions(person).await.unwrap().len();
    let account = json!({ "name": "Ann", "password": "correct horse" });
    assert_eq!(http.post("/api/account", &account).await.status, 200);
    assert_eq!((person(&mut http).await, count(&ann).await), (ann.clone(), 1));
    let mut elsewhere = common::sign_up(&server, "Bob").await;
    let bob = person(&mut elsewhere).await;
    let account = json!({ "name": "Bob", "password": "correct horse" });
    assert_eq!(http.post("/api/session", &account).await.status, 200);
    assert_eq!(
        (count(&ann).await, count(&bob).await),
        (0, 1),
        "Bob is at this browser"
    );
    assert_eq!(
        http.ask("DELETE", "/api/session", "{}").await.unwrap().status,
        200
    );
    assert_eq!(count(&bob).await, 0);
}

/// Two messages, the second of which the push service answers with that.
async fn tell_until(refusal: StatusCode) {
    let server = pushing_server().await;
    let (service, endpoint) = push_service().await;
    let slow = of_days();
    let (mut one, mut other, id) = server.table(&slow).await;
    go(&mut one, &id, 0, "i5h5").await;
    assert_eq!(subscribe(&mut one, &endpoint).await, 204);
    go(&mut other, &id, 1, "a1b2").await;
    let count = async || service.got.lock().unwrap().len();
    until("the first message", async || count().await == 1).await;
    let (headers, body) = service.got.lock().unwrap()[0].clone();
    assert_eq!(headers["content-encoding"], "aes128gcm");
    assert_eq!(headers["topic"], id.as_str());
    let signed = headers["authorization"].to_str().unwrap();
    let key = server.get("/api/push").await.json()["key"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        signed.starts_with("vapid t=") && signed.ends_with(&format!(", k={key}")),
        "{signed}"
    );
    assert_eq!(BASE64_URL_SAFE_NO_PAD.decode(&key).unwrap().len(), 65);
    // Salt, record size, and a key of 65 bytes stand before the sealed text.
    assert!(body.len() > 16 + 4 + 1 + 65 + 17 && body[20] == 65);

    *service.answer.lock().unwrap() = refusal;
    go(&mut one, &id, 2, "h5g4").await;
    go(&mut other, &id, 3, "b2b3").await;
    until("the second message", async || count().await == 2).await;
    let person = one.get("/api/me").await.json()["person"]
        .as_str()
        .unwrap()
        .to_owned();
    until("the subscription is removed", async || {
        server.store.push_subscriptions(&person).await.unwrap().is_empty()
    })
    .await;
}

#[tokio::test]
async fn inner_networks_and_broken_keys_are_refused() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let mut http = server.stranger();
    assert_eq!(subscribe(&mut http, "https://push.example.org/abc").await, 401);
    http.post("/api/me", &json!({})).await;
    assert_eq!(subscribe(&mut http, "https://push.example.org/abc").await, 204);
    for endpoint in [
        "http://127.0.0.1:9/x",
        "https://127.0.0.1/x",
        "https://10.0.0.1/x",
        "nonsense",
    ] {
        assert_eq!(subscribe(&mut http, endpoint).await, 400, "{endpoint}");
    }
    let mut broken = subscription("https://push.example.org/abc");
    broken["auth"] = json!("x");
    let answer = http.ask("PUT", "/api/push", &broken.to_string()).await.unwrap();
    assert_eq!(answer.status, 400);
    let body = json!({ "endpoint": "https://push.example.org/abc" }).to_string();
    assert_eq!(http.ask("DELETE", "/api/push", &body).await.unwrap().status, 204);
    let person = http.get("/api/me").await.json()["person"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(server.store.push_subscriptions(&person).await.unwrap().is_empty());
}

/// Two turns for ten browsers whose push service takes connections and never answers.
#[tokio::test]
async fn a_push_service_that_never_answers_holds_up_nobody() {
    let server = pushing_server().await;
    let (service, endpoint) = push_service().await;
    let hole = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let slow = of_days();
    let (mut one, mut other, first) = server.table(&slow).await;
    for number in 0..10 {
        let endpoint = format!("http://{}/{number}", hole.local_addr().unwrap());
        assert_eq!(subscribe(&mut one, &endpoint).await, 204);
    }
    let create = json!({ "settings": slow, "side": "first" });
    let made = one.post("/api/tables", &create).await.json();
    let second = made["table"].as_str().unwrap();
    let join = json!({ "challenge": made["challenge"] });
    other.post(&format!("/api/tables/{second}/join"), &join).await;
    for table in [first.as_str(), second] {
        go(&mut one, table, 0, "i5h5").await;
        go(&mut other, table, 1, "a1b2").await;
    }
    let (mut carl, mut dan, third) = server.table(&slow).await;
    assert_eq!(subscribe(&mut carl, &endpoint).await, 204);
    go(&mut carl, &third, 0, "i5h5").await;
    let begun = Instant::now();
    go(&mut dan, &third, 1, "a1b2").await;
    until("the message", async || !service.got.lock().unwrap().is_empty()).await;
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(4), "{took:?}");
}
