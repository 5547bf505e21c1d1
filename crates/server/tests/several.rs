//! Two servers on one database: what happens at one is seen at the other, and nothing counts twice.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::Server;
use games::GameId;
use protocol::{Action, TableSettings};
use serde_json::{Value, json};
use server::Behaviour;
use std::time::Duration;
use testclient::{Database, Http, PlayStyle, TestPlayer, TestSocket};

const QUICK: PlayStyle = PlayStyle {
    think: 0,
    resign_after: 60,
    limit: Duration::from_mins(4),
};

/// Two servers on one PostgreSQL.
async fn two() -> [Server; 2] {
    let database = Database::postgres().await;
    let beside = Database::again(&database);
    let one = Server::with(database, Behaviour::default()).await;
    [one, Server::with(beside, Behaviour::default()).await]
}

/// The same person at another server.
fn at(http: &Http, server: &Server) -> Http {
    Http {
        address: server.address,
        ..http.clone()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
async fn players_at_different_servers_play_whole_games() {
    let [near, far] = two().await;
    let games = GameId::ALL.iter().enumerate().map(|(seed, &game)| {
        let (near, far) = (&near, &far);
        async move {
            let settings = TableSettings::new(game);
            // Each move of Polarity is a simulation.
            let resign_after = if game.board().is_some() { 60 } else { 12 };
            let pace = PlayStyle {
                resign_after,
                ..QUICK
            };
            let (one, other, id) = near.table(&settings).await;
            let other = at(&other, far);
            let mut one = TestPlayer::new(one, id.parse().unwrap(), 0, &settings, seed as u64);
            let mut other = TestPlayer::new(other, id.parse().unwrap(), 1, &settings, 77 + seed as u64);
            let (first, second) = tokio::join!(one.play(near.address, pace), other.play(far.address, pace));
            first.unwrap();
            second.unwrap();
            assert_eq!(one.log, other.log);
            assert!(one.plies() > 10, "{game}");
            assert!(
                game.name() == "polarity" || one.refused.is_empty() && other.refused.is_empty(),
                "{game}: {:?} {:?}",
                one.refused,
                other.refused
            );
        }
    });
    futures_util::future::join_all(games).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
async fn what_is_sent_to_both_servers_at_once_counts_once() {
    let [near, far] = two().await;
    let settings = TableSettings::new(GameId::Offboard);
    let (one, other, id) = near.table(&settings).await;
    let path = format!("/api/tables/{id}/act");
    for (ply, (mover, text)) in [(&one, "g5h6"), (&other, "b1c1"), (&one, "i5h4"), (&other, "h8h7")]
        .into_iter()
        .enumerate()
    {
        let (mut here, mut there) = (at(mover, &near), at(mover, &far));
        let body =
            json!({ "key": format!("key-{ply:05}"), "ply": ply, "action": { "do": "move", "text": text } });
        // Beside it, both talk: whoever is second reads the log again and says it after all.
        let chat =
            json!({ "key": format!("chat-{ply:05}"), "ply": 0, "action": { "do": "chat", "text": "hm" } });
        let (mut chats, mut others) = (at(&other, &near), at(&one, &far));
        let answers = tokio::join!(
            here.post(&path, &body),
            there.post(&path, &body),
            chats.post(&path, &chat),
            others.post(&path, &chat)
        );
        let statuses = [&answers.0, &answers.1, &answers.2, &answers.3].map(|answer| answer.status);
        assert_eq!(statuses, [200; 4], "{}", answers.0.text());
        assert_eq!(answers.0.json(), answers.1.json(), "one event");
    }
    let logs = [&near, &far].map(|server| at(&one, server));
    let [mut here, mut there] = logs;
    let path = format!("/api/tables/{id}");
    let (here, there) = (here.get(&path).await.json(), there.get(&path).await.json());
    assert_eq!(here["events"], there["events"]);
    let count = |kind: &str| {
        let events = here["events"].as_array().unwrap();
        events.iter().filter(|event| event["type"] == kind).count()
    };
    assert_eq!((count("move"), count("chat")), (4, 8));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
async fn who_is_there_and_moving_hands_are_seen_across() {
    let [near, far] = two().await;
    let settings = TableSettings::new(GameId::Offboard);
    let (one, other, id) = near.table(&settings).await;
    let path = format!("/ws/table/{id}");
    let hello = json!({ "type": "hello", "version": 1, "last": 0 });
    let mut here = TestSocket::open(&one, &path).await;
    here.say(&hello).await;
    let here_are =
        |seats: Value| move |message: &Value| message["type"] == "presence" && message["here"] == seats;
    here.until(here_are(json!([true, false]))).await;
    let mut there = TestSocket::open(&at(&other, &far), &path).await;
    there.say(&hello).await;
    there.until(here_are(json!([true, true]))).await;
    here.until(here_are(json!([true, true]))).await;
    here.say(&json!({ "type": "hand", "ply": 0, "poses": "1,2,3" }))
        .await;
    let hand = there.until(|message| message["type"] == "hand").await;
    assert_eq!(hand["poses"], "1,2,3");
    drop(there);
    here.until(here_are(json!([true, false]))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
async fn two_find_each_other_from_different_servers() {
    let [near, far] = two().await;
    let mut people = Vec::new();
    for server in [&near, &far, &near, &far] {
        let mut http = server.stranger();
        http.post("/api/me", &json!({})).await;
        people.push((TestSocket::open(&http, "/ws/lobby").await, http));
    }
    let seek = |game: &str| json!({ "type": "seek", "settings": { "game": game } });
    let paired = |message: &Value| message["type"] == "paired";
    people[0].0.say(&seek("offboard")).await;
    let one = |message: &Value| message["seeks"].as_array().is_some_and(|seeks| seeks.len() == 1);
    people[1].0.until(one).await;
    people[1].0.say(&seek("offboard")).await;
    let table = people[0].0.until(paired).await["table"].clone();
    assert_eq!(people[1].0.until(paired).await["table"], table);
    // All at the same moment: each of the four gets one game, each game has two.
    for (line, _) in &mut people {
        line.say(&seek("polygone")).await;
    }
    let mut tables = Vec::new();
    for (line, http) in &mut people {
        let table = line.until(paired).await["table"].as_str().unwrap().to_owned();
        assert_eq!(http.get(&format!("/api/tables/{table}")).await.status, 200);
        tables.push(table);
    }
    tables.sort();
    assert!(
        tables[0] == tables[1] && tables[2] == tables[3] && tables[1] != tables[2],
        "{tables:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL: run by `cargo xtask test`"]
async fn a_server_that_comes_to_another_is_no_outage() {
    let [near, far] = two().await;
    assert_eq!(near.store.outages(0).await.unwrap(), []);
    let settings = TableSettings::new(GameId::Offboard);
    let (one, _, id) = near.table(&settings).await;
    let mut player = TestPlayer::new(at(&one, &far), id.parse().unwrap(), 0, &settings, 1);
    player.step(far.address, QUICK).await.unwrap();
    player.act(Action::Resign {}).await.unwrap();
    player.play(far.address, QUICK).await.unwrap();
    assert_eq!((player.remote.refused(), player.is_over()), (None, true));
}
