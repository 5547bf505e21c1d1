//! Whole games over real sockets, on both databases, and what strangers cannot do.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Server, until};
use games::GameId;
use protocol::{Action, EventKind, Record, TableSettings};
use serde_json::{Value, json};
use server::Behaviour;
use std::collections::BTreeSet;
use std::time::Duration;
use testclient::{Database, Faults, Http, PlayStyle, TestPlayer, TestSocket, proxy};

testclient::on_both_databases!(
    whole_games_of_every_game,
    a_bad_network_changes_nothing,
    a_sleeping_table_wakes_from_its_log,
    strangers_are_kept_out,
);

const QUICK: PlayStyle = PlayStyle {
    think: 0,
    resign_after: 200,
    limit: Duration::from_mins(1),
};

fn players(one: Http, other: Http, id: &str, settings: &TableSettings, seed: u64) -> [TestPlayer; 2] {
    let id: protocol::TableId = id.parse().unwrap();
    let one = TestPlayer::new(one, id.clone(), 0, settings, seed);
    [one, TestPlayer::new(other, id, 1, settings, seed + 1)]
}

async fn whole_games_of_every_game(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    for (seed, &game) in GameId::ALL.iter().enumerate() {
        let settings = TableSettings::new(game);
        let (one, other, id) = server.table(&settings).await;
        let [mut one, mut other] = players(one, other, &id, &settings, seed as u64);
        // Each move of Polarity is a simulation, and a whole game has a hundred.
        let resign_after = if game.board().is_some() { 200 } else { 30 };
        let pace = PlayStyle {
            resign_after,
            ..QUICK
        };
        let (first, second) = tokio::join!(one.play(server.address, pace), other.play(server.address, pace));
        first.unwrap();
        second.unwrap();
        assert_eq!(one.log, other.log);
        assert!(one.plies() > 10, "{game}");
        // A clumsy hand may lay a disc where it may not lie, and lays it again.
        let refused = [&one.refused[..], &other.refused[..]].concat();
        assert!(
            refused.is_empty() || game.name() == "polarity",
            "{game}: {refused:?}"
        );
        assert!(one.is_over());
        let record = one.http.get(&format!("/api/tables/{id}/record")).await;
        let record: Record = record.text().parse().unwrap();
        assert_eq!(record.moves.len() as u32, one.plies());
        assert_eq!(record.replay().unwrap().position(), one.board().position());
    }
}

async fn a_bad_network_changes_nothing(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    let faults = Faults {
        dropped: 8,
        doubled: 8,
        reordered: 8,
        delayed: 8,
        cut: 3,
    };
    let games = (0..6).map(|seed| {
        let server = &server;
        async move {
            let settings = TableSettings::new(GameId::ALL[seed as usize % GameId::ALL.len()]);
            let (one, other, id) = server.table(&settings).await;
            let [mut one, mut other] = players(one, other, &id, &settings, 10 * seed);
            let (near, far) = (
                proxy(server.address, faults, seed).await,
                proxy(server.address, faults, !seed).await,
            );
            let pace = PlayStyle {
                resign_after: 24,
                ..QUICK
            };
            let (first, second) = tokio::join!(one.play(near, pace), other.play(far, pace));
            first.unwrap();
            second.unwrap();
            assert_eq!(one.log, other.log);
            let log: Value = one.http.get(&format!("/api/tables/{id}")).await.json()["events"].clone();
            assert_eq!(serde_json::to_value(&one.log).unwrap(), log);
            for (_, seq, text) in one.acknowledged.iter().chain(&other.acknowledged) {
                let kept = &one.log[*seq as usize - 1].kind;
                assert!(
                    matches!(kept, EventKind::Move { text: kept, .. } if kept == text),
                    "{seq} {text}"
                );
            }
        }
    });
    futures_util::future::join_all(games).await;
}

async fn a_sleeping_table_wakes_from_its_log(database: Database) {
    let behaviour = Behaviour {
        patience: server::Patience {
            sleep: Duration::from_millis(50),
            ..server::Patience::default()
        },
        ..Behaviour::default()
    };
    let server = Server::with(database, behaviour).await;
    let settings = TableSettings::new(GameId::Offboard);
    let (one, other, id) = server.table(&settings).await;
    let [mut one, mut other] = players(one, other, &id, &settings, 7);
    for plies in [4, 8, 12] {
        let pace = PlayStyle {
            limit: Duration::from_millis(1),
            ..QUICK
        };
        while one.plies() < plies || other.plies() < plies {
            one.step(server.address, pace).await.unwrap();
            other.step(server.address, pace).await.unwrap();
        }
        one.hang_up();
        other.hang_up();
        until("the table sleeps", async || {
            let metrics = server.get("/metrics").await;
            metrics.text().contains("tablier_tables_awake 0\n")
        })
        .await;
    }
    let pace = PlayStyle {
        resign_after: 20,
        ..QUICK
    };
    let (first, second) = tokio::join!(one.play(server.address, pace), other.play(server.address, pace));
    first.unwrap();
    second.unwrap();
    assert_eq!(one.log, other.log);
}

async fn strangers_are_kept_out(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    let settings = TableSettings::new(GameId::Offboard);
    let (one, other, id) = server.table(&settings).await;
    let mut stranger = server.stranger();
    stranger.post("/api/me", &json!({})).await;
    for path in [format!("/api/tables/{id}"), format!("/api/tables/{id}/record")] {
        assert_eq!(
            stranger.get(&path).await.status,
            404,
            "a private game is not there for strangers"
        );
        assert_eq!(one.clone().get(&path).await.status, 200);
    }
    let wrong = json!({ "challenge": "0".repeat(32) });
    assert_eq!(
        stranger
            .post(&format!("/api/tables/{id}/join"), &wrong)
            .await
            .status,
        404
    );
    let mut spy = TestPlayer::new(stranger.clone(), id.parse().unwrap(), 0, &settings, 1);
    for _ in 0..3 {
        let _ = spy.step(server.address, QUICK).await;
    }
    assert_eq!(spy.log, [], "nothing of a private game is told");

    let public = TableSettings {
        public: true,
        ..settings.clone()
    };
    let (mut first, second, id) = server.table(&public).await;
    let [mut player, _] = players(first.clone(), second, &id, &public, 3);
    player.step(server.address, QUICK).await.unwrap();
    let chat = Action::Chat {
        text: "between us".to_owned(),
    };
    player.act(chat).await.unwrap();
    let mut watcher = TestPlayer::new(stranger, id.parse().unwrap(), 5, &public, 1);
    let actions = [
        Action::Move {
            text: "a5b5".to_owned(),
        },
        Action::Resign {},
        Action::Abort {},
        Action::Chat {
            text: "hello".to_owned(),
        },
        Action::Claim {},
    ];
    watcher.step(server.address, QUICK).await.unwrap();
    for action in actions {
        watcher.act(action).await.unwrap();
    }
    while !watcher.is_settled() {
        watcher.step(server.address, QUICK).await.unwrap();
    }
    let seen = watcher.http.get(&format!("/api/tables/{id}")).await.json();
    let events = seen["events"].as_array().unwrap();
    assert!(
        !seen.to_string().contains("between us"),
        "players' chat is for them"
    );
    assert!(
        events
            .iter()
            .all(|event| event["type"] != "end" && event["text"] != "hello"),
        "{seen}"
    );
    let told = first.get(&format!("/api/tables/{id}")).await;
    assert!(told.text().contains("between us"));
    drop((one, other));
}

#[tokio::test]
async fn other_origins_are_refused() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let mut evil = Http {
        headers: "origin: http://evil.example\r\n".to_owned(),
        ..server.stranger()
    };
    assert_eq!(evil.post("/api/me", &json!({})).await.status, 403);
    evil.headers.push_str(
        "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
    );
    let answer = evil.ask("GET", "/ws/table/abcdefgh", "").await.unwrap();
    assert_eq!(answer.status, 403, "{}", answer.text());
}

#[tokio::test]
async fn nonsense_is_refused_with_words() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let mut http = server.stranger();
    for (body, status) in [
        ("", 400),
        ("{", 400),
        ("{}", 422),
        (r#"{"settings":{"game":"chess"}}"#, 422),
        (r#"{"settings":{"game":"offboard","rated":true}}"#, 400),
        (r#"{"settings":{"game":"offboard"},"computer":0}"#, 400),
        (r#"{"settings":{"game":"offboard"},"computer":99}"#, 400),
    ] {
        let answer = http.ask("POST", "/api/tables", body).await.unwrap();
        assert_eq!(answer.status, status, "{body}: {}", answer.text());
        assert!(answer.json()["error"].is_string(), "{body}: {}", answer.text());
    }
    assert_eq!(http.cookie, None, "nobody becomes a guest by nonsense");
    assert_eq!(http.get("/api/tables/nowhere000").await.status, 404);
    assert_eq!(http.get("/api/tables/%00").await.status, 404);
    let long = format!("\"{}\"", "x".repeat(300_000));
    assert_eq!(http.ask("POST", "/api/tables", &long).await.unwrap().status, 413);
}

#[tokio::test]
async fn the_computer_answers() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let settings = TableSettings::new(GameId::Offboard);
    let mut http = server.stranger();
    let body = json!({ "settings": settings, "side": "second", "computer": 1 });
    let created = http.post("/api/tables", &body).await.json();
    assert_eq!(created["challenge"], Value::Null);
    let mut player = TestPlayer::new(
        http,
        created["table"].as_str().unwrap().parse().unwrap(),
        1,
        &settings,
        5,
    );
    let pace = PlayStyle {
        resign_after: 6,
        ..QUICK
    };
    player.play(server.address, pace).await.unwrap();
    assert!(player.plies() >= 6);
    let rematch = Action::Offer {
        what: protocol::Offer::Rematch,
    };
    player.act(rematch).await.unwrap();
    while !player.is_settled() {
        player.step(server.address, pace).await.unwrap();
    }
    assert!(player.remote.rematch().is_some());
}

#[tokio::test]
async fn a_rematch_that_conflicts_leaves_no_orphan() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let settings = TableSettings::new(GameId::Offboard);
    let (mut one, mut other, id) = server.table(&settings).await;
    let act = async |http: &mut testclient::Http, key: &str, action: Value| {
        let body = json!({ "key": key, "ply": 0, "action": action });
        http.post(&format!("/api/tables/{id}/act"), &body).await.status
    };
    assert_eq!(act(&mut one, "abort-001", json!({ "do": "abort" })).await, 200);
    let again = json!({ "do": "offer", "what": "rematch" });
    assert_eq!(act(&mut one, "again-001", again.clone()).await, 200);
    // Another process writes first; this one does not know it yet.
    let last = server.store.events(&id, 0).await.unwrap().len() as i64;
    let event = store::NewEvent {
        seq: last + 1,
        at: 1,
        key: None,
        body: json!({ "type": "chat", "seat": 0, "text": "hello" }).to_string(),
    };
    let summary = store::Summary {
        started: Some(1),
        ended: Some(2),
        reason: Some("aborted".to_owned()),
        ..store::Summary::default()
    };
    let entry = store::LogWrite {
        game: id.clone(),
        events: vec![event],
        summary,
        seats: Vec::new(),
        ratings: Vec::new(),
        opens: None,
    };
    assert_eq!(server.store.append(&[entry]).await.unwrap(), [true]);
    assert_eq!(act(&mut other, "again-002", again).await, 200);
    let seen = one.get(&format!("/api/tables/{id}")).await.json();
    let next = seen["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(next["type"], "rematch", "{next}");
    for player in [&mut one, &mut other] {
        let tables = player.get("/api/me/tables").await.json();
        let mut ids: Vec<&str> = tables
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|table| table["id"].as_str())
            .collect();
        let mut both = vec![id.as_str(), next["table"].as_str().unwrap()];
        ids.sort_unstable();
        both.sort_unstable();
        assert_eq!(ids, both, "the game and its rematch, and no other");
    }
    let seats = one
        .get(&format!("/api/tables/{}", next["table"].as_str().unwrap()))
        .await
        .json();
    assert_eq!(
        (&seats["seat"], &seats["table"]["plies"]),
        (&json!(1), &json!(0)),
        "sides are changed"
    );
}

/// The variants of tables that were made for two players who all asked for the same one.
#[derive(Default)]
struct Tosses(BTreeSet<String>);

impl Tosses {
    /// Twenty tosses show the same face all the time once in a million.
    const MOST: usize = 20;

    fn asked() -> TableSettings {
        TableSettings {
            variant: Some("ferti-north".to_owned()),
            ..TableSettings::new(GameId::Polarity)
        }
    }

    /// Notes the face of a table; whether both faces have been seen.
    async fn see(&mut self, player: &mut Http, id: &str) -> bool {
        let seen = player.get(&format!("/api/tables/{id}")).await.json();
        let variant = &seen["table"]["settings"]["variant"];
        self.0.insert(variant.as_str().unwrap().to_owned());
        self.0.len() == 2
    }

    fn check(self) {
        let both = ["ferti-north", "ferti-south"].map(ToOwned::to_owned);
        assert_eq!(self.0, both.into());
    }
}

#[tokio::test]
async fn the_server_tosses_the_red_disc() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let mut tosses = Tosses::default();
    for _ in 0..Tosses::MOST {
        let (mut one, _, id) = server.table(&Tosses::asked()).await;
        if tosses.see(&mut one, &id).await {
            break;
        }
    }
    tosses.check();
}

#[tokio::test]
async fn the_server_tosses_the_red_disc_for_two_who_find_each_other_in_the_lobby() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let mut players = [server.stranger(), server.stranger()];
    for player in &mut players {
        player.post("/api/me", &json!({})).await;
    }
    let [one, other] = &mut players;
    let mut lines = [
        TestSocket::open(one, "/ws/lobby").await,
        TestSocket::open(other, "/ws/lobby").await,
    ];
    let seek = json!({ "type": "seek", "settings": Tosses::asked(), "side": "random" });
    let mut tosses = Tosses::default();
    for _ in 0..Tosses::MOST {
        let mut table = Value::Null;
        for line in &mut lines {
            line.say(&seek).await;
        }
        for line in &mut lines {
            table = line.until(|message| message["type"] == "paired").await["table"].clone();
        }
        if tosses.see(one, table.as_str().unwrap()).await {
            break;
        }
    }
    tosses.check();
}

#[tokio::test]
async fn the_server_tosses_the_red_disc_for_a_rematch() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let (mut one, mut other, mut id) = server.table(&Tosses::asked()).await;
    let mut tosses = Tosses::default();
    for _ in 0..Tosses::MOST {
        if tosses.see(&mut one, &id).await {
            break;
        }
        let act = async |http: &mut Http, key: &str, action: Value| {
            let body = json!({ "key": key, "ply": 0, "action": action });
            let answer = http.post(&format!("/api/tables/{id}/act"), &body).await;
            assert_eq!(answer.status, 200, "{}", answer.text());
        };
        let again = json!({ "do": "offer", "what": "rematch" });
        act(&mut one, "abort-001", json!({ "do": "abort" })).await;
        act(&mut one, "again-001", again.clone()).await;
        act(&mut other, "again-002", again).await;
        let seen = one.get(&format!("/api/tables/{id}")).await.json();
        let last = seen["events"].as_array().unwrap().last().unwrap().clone();
        last["table"].as_str().unwrap().clone_into(&mut id);
    }
    tosses.check();
}
