//! One visitor attacks, and a player beside them does not feel it.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Server, act, closes, short_game, sign_up, socket, until};
use games::GameId;
use protocol::{Clock, TableSettings};
use serde_json::{Value, json};
use server::{Behaviour, Limits};
use std::time::{Duration, Instant};
use testclient::{Database, TestSocket};

fn hello() -> Value {
    json!({ "type": "hello", "version": 1, "last": 0 })
}

fn play(ply: u32, key: &str, text: &str) -> Value {
    json!({ "type": "act", "key": key, "ply": ply, "action": { "do": "move", "text": text } })
}

/// The clocks after a move, in milliseconds.
async fn left_after(line: &mut TestSocket, ply: u64) -> i64 {
    let is_move = |event: &Value| event["type"] == "move" && event["ply"] == ply;
    let find = |message: &Value| {
        message["events"]
            .as_array()?
            .iter()
            .find(|event| is_move(event))
            .cloned()
    };
    let found = line.until(|message| find(message).is_some()).await;
    find(&found).unwrap()["left"][0].as_i64().unwrap()
}

#[tokio::test]
async fn a_forged_pong_gives_no_time() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let clock = Clock::Fischer {
        base: 60,
        increment: 0,
    };
    let settings = TableSettings {
        clock,
        ..TableSettings::new(GameId::Offboard)
    };
    let (one, other, table) = server.table(&settings).await;
    let path = format!("/ws/table/{table}");
    let (mut one, mut other) = (
        TestSocket::open(&one, &path).await,
        TestSocket::open(&other, &path).await,
    );
    for line in [&mut one, &mut other] {
        line.say(&hello()).await;
    }
    one.say(&play(0, "first-001", "a5b5")).await;
    assert_eq!(left_after(&mut other, 0).await, 60_000);
    other.say(&play(1, "second-01", "a1b1")).await;
    left_after(&mut one, 1).await;
    // As if a ping of long ago had been answered just now, many times.
    for _ in 0..20 {
        one.say_pong(&0_u64.to_be_bytes()).await;
    }
    tokio::time::sleep(Duration::from_millis(390)).await;
    let mut board = settings.start().unwrap();
    for text in ["a5b5", "a1b1"] {
        board.play(text).unwrap();
    }
    let text = board.moves().unwrap()[0].clone();
    one.say(&play(2, "third-001", &text)).await;
    let left = left_after(&mut one, 2).await;
    assert!(left < 60_000 - 200, "390 ms of thought cost {} ms", 60_000 - left);
}

#[tokio::test]
async fn messages_are_counted_by_person_on_all_their_sockets() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let (one, other, table) = server.table(&TableSettings::new(GameId::Offboard)).await;
    let path = format!("/ws/table/{table}");
    let mut refused = 0;
    let mut lines = Vec::new();
    for _ in 0..10 {
        let mut line = TestSocket::open(&one, &path).await;
        line.say(&hello()).await;
        for _ in 0..20 {
            line.say(&json!({ "type": "ping" })).await;
        }
        lines.push(line);
    }
    for line in &mut lines {
        for _ in 0..20 {
            let heard = line
                .until(|message| message["type"] == "pong" || message["type"] == "refused")
                .await;
            refused += u32::from(heard["type"] == "refused");
        }
    }
    assert!(refused > 0, "ten sockets may not say ten times as much");
    let mut honest = other;
    let chat = json!({ "do": "chat", "text": "hello" });
    assert_eq!(act(&mut honest, &table, "chat-0001", 0, chat).await, 200);
}

#[tokio::test]
async fn frames_without_a_message_count_as_messages() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let (one, _, table) = server.table(&TableSettings::new(GameId::Offboard)).await;
    for path in [format!("/ws/table/{table}"), "/ws/lobby".to_owned()] {
        let mut line = socket(&one, &path).await;
        for _ in 0..1000 {
            line.say_pong(&[]).await;
        }
        let closed = tokio::time::timeout(Duration::from_secs(15), closes(&mut line)).await;
        assert!(closed.is_ok(), "{path}: a flood of pongs closes the socket");
    }
}

/// How many tables are awake.
async fn awake(server: &Server) -> String {
    let metrics = server.get("/metrics").await;
    let text = metrics.text();
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("tablier_tables_awake "));
    line.unwrap().to_owned()
}

#[tokio::test]
async fn a_finished_game_falls_asleep_soon_after_its_last_visitor() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let (mut one, mut other) = (sign_up(&server, "Ann").await, sign_up(&server, "Bob").await);
    let settings = json!({ "game": "offboard", "public": true });
    let table = short_game(&mut one, &mut other, settings).await;
    let begun = Instant::now();
    let line = socket(&server.stranger(), &format!("/ws/table/{table}")).await;
    assert_eq!(awake(&server).await, "1");
    drop(line);
    until("the table falls asleep", async || awake(&server).await == "0").await;
    // A game that goes on stays awake for 20 seconds.
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
}

/// A server whose tables fall asleep soon.
async fn sleepy_server() -> Server {
    let behaviour = Behaviour {
        patience: server::Patience {
            sleep: Duration::from_millis(50),
            ..server::Patience::default()
        },
        ..Behaviour::default()
    };
    Server::with(Database::sqlite(), behaviour).await
}

#[tokio::test]
async fn what_happens_to_somebody_wakes_no_table() {
    let server = sleepy_server().await;
    let (mut one, _, table) = server.table(&TableSettings::new(GameId::Offboard)).await;
    until("the table falls asleep", async || awake(&server).await == "0").await;
    let looked = one.get(&format!("/api/tables/{table}")).await.json();
    assert_eq!(
        (&looked["seat"], &looked["table"]["plies"]),
        (&json!(0), &json!(0))
    );
    let mut stream = testclient::JsonLines::open(&one, "/api/me/events").await;
    let begun = stream.hear().await;
    assert_eq!(
        (&begun["type"], &begun["table"]["id"]),
        (&json!("start"), &json!(table))
    );
    assert_eq!(awake(&server).await, "0");
}

#[tokio::test]
async fn simulations_have_a_budget() {
    let limits = Limits {
        work: 0,
        ..Limits::default()
    };
    let behaviour = Behaviour {
        limits,
        ..Behaviour::default()
    };
    let server = Server::with(Database::sqlite(), behaviour).await;
    let (mut one, _, table) = server.table(&TableSettings::new(GameId::Polarity)).await;
    let attempt = json!({ "do": "move", "text": "anything" });
    assert_eq!(act(&mut one, &table, "attempt-1", 0, attempt.clone()).await, 400);
    until("the price of the first attempt is not paid", async || {
        act(&mut one, &table, "attempt-2", 0, attempt.clone()).await == 429
    })
    .await;
}

#[tokio::test]
async fn reading_finished_games_wakes_no_table() {
    let server = sleepy_server().await;
    let (mut one, mut other) = (sign_up(&server, "Ann").await, sign_up(&server, "Bob").await);
    let table = short_game(
        &mut one,
        &mut other,
        json!({ "game": "offboard", "public": true }),
    )
    .await;
    let awake = async || {
        let metrics = server.get("/metrics").await;
        let line = metrics
            .text()
            .lines()
            .find(|line| line.starts_with("tablier_tables_awake "));
        line.unwrap().to_owned()
    };
    until("the table falls asleep", async || awake().await.ends_with(" 0")).await;
    for path in [
        format!("/api/tables/{table}"),
        format!("/api/tables/{table}/record"),
        "/api/me/tables".to_owned(),
        "/api/games".to_owned(),
        "/api/games?format=table&player=Ann".to_owned(),
        "/api/games?format=record&player=Bob".to_owned(),
        "/api/account/data".to_owned(),
    ] {
        let answer = one.get(&path).await;
        assert_eq!(answer.status, 200, "{path}");
        let text = answer.text();
        assert!(text.contains(&table) || text.contains("a5b5"), "{path}: {text}");
        assert_eq!(awake().await, "tablier_tables_awake 0", "{path}");
    }
    let looked = one.get(&format!("/api/tables/{table}")).await.json();
    assert_eq!(
        (&looked["seat"], &looked["table"]["plies"]),
        (&json!(0), &json!(2))
    );
    assert_eq!(looked["table"]["seats"][1]["name"], "Bob");
    assert_eq!(
        looked["table"]["ending"],
        json!({ "winner": "first", "reason": "resignation" })
    );
}
