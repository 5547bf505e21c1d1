//! The lobby over real sockets, and the clock of the server.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::Server;
use games::GameId;
use protocol::{Clock, EndReason, Ending, TableSettings};
use serde_json::{Value, json};
use server::Behaviour;
use std::time::Duration;
use testclient::{Database, Http, PlayStyle, TestPlayer, TestSocket};

async fn guest(server: &Server) -> Http {
    let mut http = server.stranger();
    http.post("/api/me", &json!({})).await;
    http
}

#[tokio::test]
async fn two_who_look_for_the_same_find_each_other() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let (ann, bob, eve) = (guest(&server).await, guest(&server).await, guest(&server).await);
    let [mut ann_line, mut bob_line, mut eve_line] = [
        TestSocket::open(&ann, "/ws/lobby").await,
        TestSocket::open(&bob, "/ws/lobby").await,
        TestSocket::open(&eve, "/ws/lobby").await,
    ];
    let seek = |game: &str, side: &str| json!({ "type": "seek", "settings": { "game": game }, "side": side });
    eve_line.say(&seek("polygone", "random")).await;
    ann_line.say(&seek("offboard", "second")).await;
    let list = eve_line
        .until(|message| message["seeks"].as_array().is_some_and(|seeks| seeks.len() == 2))
        .await;
    assert!(!list.to_string().contains("challenge"), "{list}");
    bob_line.say(&seek("offboard", "random")).await;
    let paired = |message: &Value| message["type"] == "paired";
    let table = ann_line.until(paired).await["table"].clone();
    assert_eq!(bob_line.until(paired).await["table"], table);
    let path = format!("/api/tables/{}", table.as_str().unwrap());
    assert_eq!(ann.clone().get(&path).await.json()["seat"], 1);
    assert_eq!(bob.clone().get(&path).await.json()["seat"], 0);
    assert_eq!(eve.clone().get(&path).await.status, 404);
    let seeks = list["seeks"].as_array().unwrap();
    let polygone = seeks
        .iter()
        .find(|seek| seek["settings"]["game"] == "polygone")
        .unwrap();
    bob_line
        .say(&json!({ "type": "take", "seek": polygone["seek"] }))
        .await;
    eve_line.until(paired).await;
    drop(ann_line);
}

#[tokio::test]
async fn a_person_has_one_seek_and_changes_are_told_as_such() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let (ann, bob) = (guest(&server).await, guest(&server).await);
    let mut watcher = TestSocket::open(&bob, "/ws/lobby?changes=true").await;
    assert_eq!(
        watcher.hear().await.unwrap()["type"],
        "seeks",
        "the whole list once"
    );
    let mut lines = Vec::new();
    for game in ["offboard", "polygone", "isometron"] {
        let mut line = TestSocket::open(&ann, "/ws/lobby").await;
        line.say(&json!({ "type": "seek", "settings": { "game": game } }))
            .await;
        // Messages of two sockets are read in any order.
        line.until(|message| message["seeks"][0]["settings"]["game"] == game)
            .await;
        lines.push(line);
    }
    let mut list: Vec<Value> = Vec::new();
    while list.iter().all(|seek| seek["settings"]["game"] != "isometron") {
        let changes = watcher.hear().await.unwrap();
        assert_eq!(changes["type"], "changes", "{changes}");
        let removed = changes["removed"].as_array().unwrap();
        list.retain(|seek| !removed.contains(&seek["seek"]));
        list.extend(changes["added"].as_array().unwrap().clone());
        assert!(list.len() <= 1, "{list:?}");
    }
    let refused = |message: &Value| message["type"] == "refused";
    lines[0].until(refused).await;
}

#[tokio::test]
async fn an_address_has_a_limited_number_of_seeks() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let mut lines = Vec::new();
    for number in 0..21 {
        let somebody = guest(&server).await;
        let mut line = TestSocket::open(&somebody, "/ws/lobby").await;
        // No two are paired: each looks for another clock.
        let clock = format!("{}s+0s", 60 + number);
        line.say(&json!({ "type": "seek", "settings": { "game": "offboard", "clock": clock } }))
            .await;
        if number < 20 {
            let own = |message: &Value| {
                message["seeks"]
                    .as_array()
                    .is_some_and(|seeks| seeks.len() > number)
            };
            line.until(own).await;
        } else {
            let refused = line.until(|message| message["type"] == "refused").await;
            assert!(
                refused["words"].as_str().unwrap().contains("at your address"),
                "{refused}"
            );
        }
        lines.push(line);
    }
}

#[tokio::test]
async fn nonsense_in_the_lobby_is_refused_with_words() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let mut nobody = TestSocket::open(&server.stranger(), "/ws/lobby").await;
    for message in [
        json!({ "type": "dance" }),
        json!({ "type": "seek", "settings": { "game": "offboard" } }),
        json!({ "type": "take", "seek": 99 }),
    ] {
        nobody.say(&message).await;
        let refused = nobody.until(|message| message["type"] == "refused").await;
        assert!(
            refused["words"].as_str().is_some_and(|words| !words.is_empty()),
            "{refused}"
        );
    }
}

#[tokio::test]
async fn the_server_lets_the_clock_decide() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let clock = Clock::Fischer {
        base: 1,
        increment: 0,
    };
    let settings = TableSettings {
        clock,
        ..TableSettings::new(GameId::Offboard)
    };
    let (one, other, id) = server.table(&settings).await;
    let pace = PlayStyle {
        think: 0,
        resign_after: 200,
        limit: Duration::from_secs(20),
    };
    let mut one = TestPlayer::new(one, id.parse().unwrap(), 0, &settings, 1);
    let mut other = TestPlayer::new(other, id.parse().unwrap(), 1, &settings, 2);
    while one.plies() < 2 {
        one.step(server.address, pace).await.unwrap();
        other.step(server.address, pace).await.unwrap();
    }
    // The first side stops; only the second listens.
    let stopped = one.plies();
    one.hang_up();
    other.play(server.address, pace).await.unwrap();
    assert!(other.plies() >= stopped);
    let lost = Ending::win(rules::Side::Second, EndReason::Time);
    assert_eq!(other.remote.ending(), Some(&lost));
    let metrics = server.get("/metrics").await;
    assert!(
        metrics.text().contains("tablier_tables_awake 1\n"),
        "{}",
        metrics.text()
    );
}

#[tokio::test]
async fn a_person_changes_their_seek_a_limited_number_of_times() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let mut line = TestSocket::open(&guest(&server).await, "/ws/lobby").await;
    for _ in 0..30 {
        line.say(&json!({ "type": "seek", "settings": { "game": "offboard" } }))
            .await;
    }
    let refused = line.until(|message| message["type"] == "refused").await;
    let words = refused["words"].as_str().unwrap();
    assert!(words.contains("too often"), "{words}");
}
