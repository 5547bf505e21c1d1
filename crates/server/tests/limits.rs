//! Limits of one client, which the others do not feel.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Server, closes, socket, until};
use games::GameId;
use protocol::TableSettings;
use serde_json::json;
use server::{Analysing, Behaviour, Limits};
use testclient::{Database, Http, HttpReply, TestSocket};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A server behind a proxy, with these limits.
async fn server(limits: Limits) -> Server {
    let behaviour = Behaviour {
        proxies: 1,
        limits,
        ..Behaviour::default()
    };
    Server::with(Database::sqlite(), behaviour).await
}

/// A client at an address.
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
    // The heads of these pages are read from the database.
    for page in [
        "/table/abcdefghij",
        "/polarity/abcdefghij",
        "/puzzles/offboard/x",
        "/learn/offboard/x",
    ] {
        must_wait(&busy.get(page).await);
    }
    assert_eq!(
        busy.get("/healthz").await.status,
        200,
        "a monitor is not kept out"
    );
    assert_eq!(from(&server, "192.0.2.2").get("/api/me").await.status, 200);
}

#[tokio::test]
async fn long_answers_count_as_several_requests() {
    let limits = Limits {
        requests: 10,
        ..Limits::default()
    };
    let server = server(limits).await;
    let mut busy = from(&server, "192.0.2.1");
    let long = busy.get("/api/openapi.json").await;
    let length = long.text().len();
    assert!(long.status == 200 && length > 64 * 1024, "{length}");
    let mut count = 0;
    while busy.get("/api/me").await.status == 200 {
        count += 1;
    }
    assert!(
        count <= 10 - length / (32 * 1024),
        "{count} more after {length} bytes"
    );
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

#[tokio::test]
async fn when_all_sockets_are_taken_a_newcomer_gets_one_of_the_address_with_most() {
    let behaviour = Behaviour {
        proxies: 1,
        most_sockets: 6,
        ..Behaviour::default()
    };
    let server = Server::with(Database::sqlite(), behaviour).await;
    let (eve, ann) = (from(&server, "192.0.2.1"), from(&server, "192.0.2.2"));
    let (mut one, _, table) = server.table(&TableSettings::new(GameId::Offboard)).await;
    one.headers = eve.headers.clone();
    let mut greedy = Vec::new();
    for path in ["/ws/lobby", &format!("/ws/table/{table}")] {
        for _ in 0..3 {
            greedy.push(socket(&one, path).await);
        }
    }
    let bob = from(&server, "192.0.2.3");
    let _honest = [socket(&ann, "/ws/lobby").await, socket(&bob, "/ws/lobby").await];
    let mut reasons = Vec::new();
    for line in greedy.iter_mut().rev().take(2) {
        reasons.push(closes(line).await);
    }
    assert_eq!(reasons, [json!("trouble"), json!("trouble")]);
    let another = TestSocket::try_open(&eve, "/ws/lobby").await;
    assert_eq!(another.unwrap_err(), 503, "nobody has more than this address");
}

/// A request whose body never comes. The server has counted it: it has asked for the body.
async fn half_asked(server: &Server, address: &str) -> TcpStream {
    const CONTINUE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!(
        "POST /api/session HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {address}\r\ncontent-type: application/json\r\n\
         content-length: 10\r\nexpect: 100-continue\r\n\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = [0; CONTINUE.len()];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, CONTINUE);
    stream
}

#[tokio::test]
async fn requests_at_once_are_counted_by_address_behind_a_proxy() {
    let limits = Limits {
        at_once: 3,
        ..Limits::default()
    };
    let server = server(limits).await;
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(half_asked(&server, "192.0.2.1").await);
    }
    let mut here = from(&server, "192.0.2.1");
    must_wait(&here.get("/api/tables").await);
    must_wait(&here.get("/api/games").await);
    assert_eq!(from(&server, "192.0.2.2").get("/api/tables").await.status, 200);
    drop(open);
    until("requests that are over count no more", async || {
        here.get("/api/tables").await.status == 200
    })
    .await;
}

#[tokio::test]
async fn exports_and_downloads_count_as_streams() {
    let limits = Limits {
        sockets: 1,
        at_once: 1,
        ..Limits::default()
    };
    let server = server(limits).await;
    let mut ann = from(&server, "192.0.2.1");
    ann.post("/api/me", &json!({})).await;
    let lobby = TestSocket::open(&ann, "/ws/lobby").await;
    must_wait(&ann.get("/api/games").await);
    must_wait(&ann.get("/api/account/data").await);
    assert_eq!(
        ann.get("/api/tables").await.status,
        200,
        "other requests are answered"
    );
    drop(lobby);
    until("the stream's place is free again", async || {
        ann.get("/api/games").await.status == 200
    })
    .await;
}

const RECORD: &str = "tablier record 1\ngame: offboard\nfirst: Ann\nsecond: Bob\nclock: none\nrated: no\n\
    result: first wins by resignation\n\n1. a5b5 a1b1\n";

#[tokio::test]
async fn imported_games_are_counted_by_the_day() {
    let limits = Limits {
        imports: 3,
        ..Limits::default()
    };
    let server = server(limits).await;
    let mut ann = from(&server, "192.0.2.1");
    ann.post("/api/me", &json!({})).await;
    let two = format!("{RECORD}\n{RECORD}");
    assert_eq!(ann.ask("POST", "/api/import", &two).await.unwrap().status, 200);
    ann.headers = "x-forwarded-for: 192.0.2.2\r\n".to_owned();
    let refused = ann.ask("POST", "/api/import", &two).await.unwrap();
    assert_eq!(refused.status, 429, "a person elsewhere: {}", refused.text());
    let mut bob = from(&server, "192.0.2.1");
    let refused = bob.ask("POST", "/api/import", &two).await.unwrap();
    assert_eq!(refused.status, 429, "another person here: {}", refused.text());
    assert!(refused.header("retry-after").is_some());
    assert_eq!(ann.ask("POST", "/api/import", RECORD).await.unwrap().status, 200);
}

#[tokio::test]
async fn few_analyses_of_one_client_wait() {
    let behaviour = Behaviour {
        proxies: 1,
        analysing: Analysing {
            workers: 0,
            ..Analysing::default()
        },
        ..Behaviour::default()
    };
    let server = Server::with(Database::sqlite(), behaviour).await;
    let mut ann = from(&server, "192.0.2.1");
    let three = format!("{RECORD}\n{RECORD}\n{RECORD}");
    let kept = ann.ask("POST", "/api/import?public=true", &three).await.unwrap();
    let paths: Vec<String> = kept
        .json()
        .as_array()
        .unwrap()
        .iter()
        .map(|kept| format!("/api/games/{}/analysis", kept["table"].as_str().unwrap()))
        .collect();
    for path in &paths[..2] {
        assert_eq!(ann.post(path, &json!({})).await.status, 202);
    }
    must_wait(&ann.post(&paths[2], &json!({})).await);
    assert_eq!(
        ann.post(&paths[0], &json!({})).await.status,
        202,
        "it waits already"
    );
    ann.headers = "x-forwarded-for: 192.0.2.2\r\n".to_owned();
    must_wait(&ann.post(&paths[2], &json!({})).await);
    let mut here = from(&server, "192.0.2.1");
    must_wait(&here.post(&paths[2], &json!({})).await);
    let mut bob = from(&server, "192.0.2.3");
    assert_eq!(bob.post(&paths[2], &json!({})).await.status, 202);
}
