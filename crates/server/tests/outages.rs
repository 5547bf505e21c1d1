//! A database or a NATS server that goes away or hangs: nothing is lost, nobody loses time, nobody stays deaf.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Server, until};
use games::GameId;
use protocol::{Clock, TableSettings};
use serde_json::{Value, json};
use server::Behaviour;
use std::time::Duration;
use testclient::{Database, Http, NatsServer, Stall, TestSocket};
use tokio::time::{Instant, sleep};

/// A server whose database is reached through a proxy.
async fn behind_proxy() -> (Server, Stall, Database) {
    let database = Database::postgres().await;
    let stall = Stall::before(&database.url).await;
    let server = Server::with(Database::at(stall.url.clone()), Behaviour::default()).await;
    (server, stall, database)
}

/// The same person at another server.
fn at(http: &Http, server: &Server) -> Http {
    Http {
        address: server.address,
        ..http.clone()
    }
}

fn hello() -> Value {
    json!({ "type": "hello", "version": 1, "last": 0 })
}

fn play(ply: u32, text: &str) -> Value {
    let key = format!("move-{ply:04}");
    json!({ "type": "act", "key": key, "ply": ply, "action": { "do": "move", "text": text } })
}

async fn at_table(http: &Http, table: &str) -> TestSocket {
    let mut line = TestSocket::open(http, &format!("/ws/table/{table}")).await;
    line.say(&hello()).await;
    line
}

/// The move of this number in a message.
fn find_move(message: &Value, ply: u32) -> Option<Value> {
    let events = message["events"].as_array()?;
    let is_it = |event: &&Value| event["type"] == "move" && event["ply"] == ply;
    events.iter().find(is_it).cloned()
}

/// Plays a move, however often the connection is lost, until it stands in the log; gives the event.
async fn insist(http: &Http, table: &str, ply: u32, text: &str) -> Value {
    let begin = Instant::now();
    loop {
        assert!(begin.elapsed() < Duration::from_mins(1), "the move never arrives");
        if let Ok(mut line) = TestSocket::try_open(http, &format!("/ws/table/{table}")).await {
            line.say(&hello()).await;
            line.say(&play(ply, text)).await;
            while let Ok(Some(message)) = tokio::time::timeout(Duration::from_secs(2), line.hear()).await {
                if let Some(event) = find_move(&message, ply) {
                    return event;
                }
                let over = |event: &Value| event["type"] == "end";
                let over = message["events"]
                    .as_array()
                    .is_some_and(|events| events.iter().any(over));
                assert!(!over, "the game was lost: {message}");
            }
        }
        sleep(Duration::from_millis(100)).await;
    }
}

/// A game of three seconds each, after the first move of both: the first has to move.
async fn blitz(server: &Server) -> (Http, Http, String, String) {
    let clock = Clock::Fischer {
        base: 3,
        increment: 0,
    };
    let settings = TableSettings {
        clock,
        ..TableSettings::new(GameId::Offboard)
    };
    let (one, other, table) = server.table(&settings).await;
    let mut board = settings.start().unwrap();
    for (ply, http) in [&one, &other].into_iter().enumerate() {
        let text = board.moves().unwrap()[0].clone();
        insist(http, &table, ply as u32, &text).await;
        board.play(&text).unwrap();
    }
    let next = board.moves().unwrap()[0].clone();
    (one, other, table, next)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
async fn a_database_that_hangs_costs_nobody_time() {
    let (server, stall, _database) = behind_proxy().await;
    let (one, _other, table, next) = blitz(&server).await;
    stall.stop();
    // Longer than both the clock and a write's time limit.
    sleep(Duration::from_secs(9)).await;
    let unwell = server.get("/healthz").await;
    assert_eq!(unwell.status, 503, "{}", unwell.text());
    assert!(unwell.text().contains("last write "), "{}", unwell.text());
    assert!(unwell.text().contains("last echo "), "{}", unwell.text());
    stall.go_on();
    let event = insist(&one, &table, 2, &next).await;
    let left = event["left"][0].as_i64().unwrap();
    assert!(left > 0 && left <= 3000, "{left} ms left");
    until("the server is well again", async || {
        server.get("/healthz").await.status == 200
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
async fn connections_that_hang_for_ever_are_left() {
    let (server, stall, database) = behind_proxy().await;
    let beside = Server::with(Database::again(&database), Behaviour::default()).await;
    let (one, other, table, next) = blitz(&server).await;
    let mut hears = at_table(&one, &table).await;
    hears.until(|message| find_move(message, 1).is_some()).await;
    // As when the database moves to another machine and the old one does not say so.
    stall.strand();
    let event = insist(&one, &table, 2, &next).await;
    assert!(event["left"][0].as_i64().unwrap() > 0);
    // The other process was never cut off; what is written there is heard here.
    let mut board = TableSettings::new(GameId::Offboard).start().unwrap();
    for _ in 0..3 {
        let text = board.moves().unwrap()[0].clone();
        board.play(&text).unwrap();
    }
    let mut hears = at_table(&one, &table).await;
    let reply = board.moves().unwrap()[0].clone();
    insist(&at(&other, &beside), &table, 3, &reply).await;
    hears.until(|message| find_move(message, 3).is_some()).await;
    until("the server is well again", async || {
        server.get("/healthz").await.status == 200
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
async fn connections_that_are_cut_are_hardly_felt() {
    let (server, stall, _database) = behind_proxy().await;
    let (one, _other, table, next) = blitz(&server).await;
    stall.cut();
    let begin = Instant::now();
    insist(&one, &table, 2, &next).await;
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
async fn chat_while_connections_hang_leaves_no_room_deaf() {
    let (server, stall, _database) = behind_proxy().await;
    let (one, other, table, next) = blitz(&server).await;
    let mut writes = at_table(&other, &table).await;
    writes.until(|message| find_move(message, 1).is_some()).await;
    stall.strand();
    // The room asks the database whether the player may write, and gets no answer.
    for number in 0..3 {
        let action = json!({ "do": "chat", "text": "are you there?" });
        let key = format!("chat-{number:04}");
        writes
            .say(&json!({ "type": "act", "key": key, "ply": 2, "action": action }))
            .await;
    }
    let event = insist(&one, &table, 2, &next).await;
    assert!(event["left"][0].as_i64().unwrap() > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
async fn a_database_with_another_time_is_refused() {
    let database = Database::postgres().await;
    let sql = "CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
               $$ SELECT pg_catalog.clock_timestamp() + interval '1 minute' $$";
    store::run_sql(&database.url, sql).await.unwrap();
    // Before PostgreSQL's own functions, this schema's.
    let url = format!("{},pg_catalog", database.url);
    let config = server::Config {
        address: ([127, 0, 0, 1], 0).into(),
        database: url,
        bus: None,
        behaviour: Behaviour::default(),
    };
    let error = server::serve(config).await.unwrap_err().to_string();
    assert!(
        error.contains("differ by 60.0 s") || error.contains("differ by 59.9 s"),
        "{error}"
    );
    assert!(error.contains("NTP"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
async fn players_at_different_servers_meet_through_nats() {
    let mut nats = NatsServer::start().await;
    let database = Database::postgres().await;
    let beside = Database::again(&database);
    let near = Server::with_bus(database, &nats.url()).await;
    let far = Server::with_bus(beside, &nats.url()).await;
    let settings = TableSettings::new(GameId::Offboard);
    let (one, other, table) = near.table(&settings).await;
    let (mut here, mut there) = (
        at_table(&one, &table).await,
        at_table(&at(&other, &far), &table).await,
    );
    let mut board = settings.start().unwrap();
    let mut ply = 0;
    let mut next = || {
        let text = board.moves().unwrap()[0].clone();
        board.play(&text).unwrap();
        ply += 1;
        (ply - 1, text)
    };
    for _ in 0..4 {
        let (ply, text) = next();
        let mover = if ply % 2 == 0 { &mut here } else { &mut there };
        mover.say(&play(ply, &text)).await;
        for line in [&mut here, &mut there] {
            line.until(|message| find_move(message, ply).is_some()).await;
        }
    }
    // A move while NATS is away stands in the log, and is heard when it is back.
    nats.kill().await;
    let (number, text) = next();
    here.say(&play(number, &text)).await;
    here.until(|message| find_move(message, number).is_some()).await;
    nats.restart().await;
    there.until(|message| find_move(message, number).is_some()).await;
    until("both are well again", async || {
        near.get("/healthz").await.status == 200 && far.get("/healthz").await.status == 200
    })
    .await;
}

#[tokio::test]
async fn a_bus_on_a_file_and_a_bus_that_is_away_are_refused_with_a_way_out() {
    let database = Database::sqlite();
    let config = |bus: &str| server::Config {
        address: ([127, 0, 0, 1], 0).into(),
        database: database.url.clone(),
        bus: Some(bus.to_owned()),
        behaviour: Behaviour::default(),
    };
    let error = server::serve(config("nats://127.0.0.1:1"))
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("--bus needs PostgreSQL"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
async fn the_lobby_answers_while_the_database_does_not() {
    let database = Database::postgres().await;
    let url = database.url.clone();
    let server = Server::with(database, Behaviour::default()).await;
    let mut http = server.stranger();
    http.post("/api/me", &json!({})).await;
    let mut line = TestSocket::open(&http, "/ws/lobby").await;
    line.until(|message| message["type"] == "seeks").await;
    let lock = "BEGIN; LOCK TABLE seeks IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(25); COMMIT";
    let locking = url.clone();
    let locked = tokio::spawn(async move { store::run_sql(&locking, lock).await });
    // Without a lock this divides by zero, which is an error.
    let held = "SELECT 1 / COUNT(*) FROM pg_locks JOIN pg_class ON pg_class.oid = relation
                WHERE relname = 'seeks' AND relnamespace = CAST(CAST(current_schema() AS TEXT) AS regnamespace)
                AND mode = 'AccessExclusiveLock' AND granted";
    until("the table is locked", async || {
        store::run_sql(&url, held).await.is_ok()
    })
    .await;
    let begun = Instant::now();
    let seek = json!({ "type": "seek", "settings": { "game": "offboard" }, "side": "random", "range": null });
    line.say(&seek).await;
    line.say(&json!({ "type": "ping" })).await;
    line.until(|message| message["type"] == "refused").await;
    line.until(|message| message["type"] == "pong").await;
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    locked.abort();
}
