//! Limits of one client, which the others do not feel.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Server, until};
use games::GameId;
use protocol::TableSettings;
use serde_json::json;
use server::{Behaviour, Limits};
use testclient::{Database, Http, HttpReply, TestSocket};

/// A server behind a proxy, with these limits.
async fn server(limits: Limits) -> Server {
    let behaviour = Behaviour {
        proxies: 1,
        limits,
        ..Behaviour::default()
    };
    Server::with(Database::sqlite(), behaviour).await
}

/// Somebody at an address.
fn from(server: &Server, address: &str) -> Http {
    Http {
        headers: format!("x-forwarded-for: {address}\r\n"),
        ..server.stranger()
    }
}

fn must_wait(answer: &HttpReply) {
    assert_eq!(answer.status, 429, "{}", answer.text());
    let seconds: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
    assert!(answer.json()["error"].is_string(), "{}", answer.text());
}

#[tokio::test]
async fn requests_are_counted_by_address() {
    let limits = Limits {
        requests: 5,
        ..Limits::default()
    };
    let server = server(limits).await;
    let mut busy = from(&server, "192.0.2.1");
    for _ in 0..5 {
        assert_eq!(busy.get("/api/me").await.status, 200);
    }
    must_wait(&busy.get("/api/me").await);
    must_wait(&busy.get("/ws/lobby").await);
    must_wait(&busy.get("/api/nothing").await);
    assert_eq!(
        busy.get("/healthz").await.status,
        200,
        "a monitor is not kept out"
    );
    assert_eq!(from(&server, "192.0.2.2").get("/api/me").await.status, 200);
}

#[tokio::test]
async fn requests_are_counted_by_person_wherever_they_come_from() {
    let limits = Limits {
        requests: 5,
        ..Limits::default()
    };
    let server = server(limits).await;
    let mut ann = from(&server, "192.0.2.1");
    ann.post("/api/me", &json!({})).await;
    for number in 2..7 {
        ann.headers = format!("x-forwarded-for: 192.0.2.{number}\r\n");
        assert_eq!(ann.get("/api/me").await.status, 200, "{number}");
    }
    ann.headers = "x-forwarded-for: 192.0.2.7\r\n".to_owned();
    must_wait(&ann.get("/api/me").await);
}

#[tokio::test]
async fn new_games_and_guests_are_counted() {
    let limits = Limits {
        tables: 3,
        ..Limits::default()
    };
    let server = server(limits).await;
    let create = json!({ "settings": TableSettings::new(GameId::Offboard) });
    let mut ann = from(&server, "192.0.2.1");
    for _ in 0..3 {
        assert_eq!(ann.post("/api/tables", &create).await.status, 200);
    }
    must_wait(&ann.post("/api/tables", &create).await);
    let mut again = from(&server, "192.0.2.1");
    assert_eq!(again.post("/api/me", &json!({})).await.status, 200);
    must_wait(&again.post("/api/tables", &create).await);
    for _ in 0..5 {
        let address = "2001:db8::1";
        from(&server, address).post("/api/me", &json!({})).await;
    }
    must_wait(&from(&server, "2001:db8::2").post("/api/me", &json!({})).await);
    assert_eq!(
        from(&server, "192.0.2.2")
            .post("/api/tables", &create)
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn nobody_leaves_too_many_games_open() {
    let limits = Limits {
        open_tables: 2,
        ..Limits::default()
    };
    let server = server(limits).await;
    let create = json!({ "settings": TableSettings::new(GameId::Offboard) });
    let mut ann = server.stranger();
    let first = ann.post("/api/tables", &create).await.json();
    assert_eq!(ann.post("/api/tables", &create).await.status, 200);
    let refused = ann.post("/api/tables", &create).await;
    assert_eq!(refused.status, 409, "{}", refused.text());
    let abort = json!({ "key": "abort-001", "ply": 0, "action": { "do": "abort" } });
    let path = format!("/api/tables/{}/act", first["table"].as_str().unwrap());
    assert_eq!(ann.post(&path, &abort).await.status, 200);
    assert_eq!(ann.post("/api/tables", &create).await.status, 200);
}

#[tokio::test]
async fn sockets_are_counted_while_they_are_open() {
    let limits = Limits {
        sockets: 2,
        ..Limits::default()
    };
    let server = server(limits).await;
    let here = from(&server, "192.0.2.1");
    let lines = [
        TestSocket::open(&here, "/ws/lobby").await,
        TestSocket::open(&here, "/ws/lobby").await,
    ];
    for path in ["/ws/lobby", "/ws/table/abcdefghij"] {
        assert_eq!(
            TestSocket::try_open(&here, path).await.unwrap_err(),
            429,
            "{path}"
        );
    }
    must_wait(&here.clone().get("/api/tables/abcdefghij/stream").await);
    let other = from(&server, "192.0.2.2");
    drop(TestSocket::open(&other, "/ws/lobby").await);
    drop(lines);
    until("sockets that are closed count no more", async || {
        TestSocket::try_open(&here, "/ws/lobby").await.is_ok()
    })
    .await;
}
