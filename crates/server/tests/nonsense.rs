//! Seeded nonsense on every socket and every address: nothing breaks, and a game beside it goes on.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::Server;
use games::GameId;
use protocol::TableSettings;
use rules::Random;
use serde_json::{Value, json};
use server::Behaviour;
use std::time::Duration;
use testclient::{Database, Http, PlayStyle, TestPlayer, TestSocket};

/// A message with some of its parts replaced, or cut, or not a message at all.
fn damaged(random: &mut Random) -> String {
    let good = [
        r#"{"type":"hello","version":1,"last":0}"#,
        r#"{"type":"sync","last":0}"#,
        r#"{"type":"act","key":"key-00001","ply":0,"action":{"do":"move","text":"a5b5"}}"#,
        r#"{"type":"act","key":"key-00002","ply":0,"action":{"do":"offer","what":"draw"}}"#,
        r#"{"type":"hand","ply":0,"poses":"0,0"}"#,
        r#"{"type":"seek","settings":{"game":"offboard"},"side":"first"}"#,
        r#"{"type":"take","seek":1}"#,
        r#"{"type":"ping"}"#,
    ];
    let parts = [
        "\"",
        "{",
        "}",
        "-1",
        "1e400",
        "null",
        "18446744073709551616",
        "\\ud800",
        "é",
        "\u{0}",
        "[[[[",
        "type",
    ];
    let mut text = good[random.below(good.len() as u64) as usize].to_owned();
    for _ in 0..random.below(4) {
        let at = random.below(text.len() as u64 + 1) as usize;
        if text.is_char_boundary(at) {
            match random.below(3) {
                0 => text.truncate(at),
                _ => text.insert_str(at, parts[random.below(parts.len() as u64) as usize]),
            }
        }
    }
    text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonsense_on_sockets_harms_no_game() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let settings = TableSettings {
        public: true,
        ..TableSettings::new(GameId::Polygone)
    };
    let (one, other, id) = server.table(&settings).await;
    let (address, path) = (server.address, format!("/ws/table/{id}"));
    let noise = |http: Http, seed: u64, path: String| async move {
        let mut random = Random::new(seed);
        for round in 0..25 {
            let mut line = TestSocket::open(&http, &path).await;
            if round % 2 == 0 {
                line.say(&json!({ "type": "hello", "version": 1, "last": 0 }))
                    .await;
            }
            for _ in 0..20 {
                line.say_text(damaged(&mut random)).await;
            }
        }
    };
    let stranger = server.stranger();
    let noises = [
        tokio::spawn(noise(stranger.clone(), 1, path.clone())),
        tokio::spawn(noise(stranger.clone(), 2, path)),
        tokio::spawn(noise(stranger, 3, "/ws/lobby".to_owned())),
    ];
    let mut one = TestPlayer::new(one, id.parse().unwrap(), 0, &settings, 1);
    let mut other = TestPlayer::new(other, id.parse().unwrap(), 1, &settings, 2);
    let pace = PlayStyle {
        think: 20,
        resign_after: 40,
        limit: Duration::from_mins(1),
    };
    let (first, second) = tokio::join!(one.play(address, pace), other.play(address, pace));
    first.unwrap();
    second.unwrap();
    assert_eq!(one.log, other.log);
    for noise in noises {
        noise.await.unwrap();
    }
    assert_eq!(server.get("/healthz").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_request_makes_the_server_fail() {
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let mut http = server.stranger();
    http.post("/api/me", &json!({})).await;
    let mut random = Random::new(9);
    let paths = [
        "/api/me",
        "/api/tables",
        "/api/tables/ID",
        "/api/tables/ID/join",
        "/api/tables/ID/act",
        "/api/tables/ID/record",
        "/api/games",
        "/api/account",
        "/api/account/password",
        "/api/account/data",
        "/api/account/bot",
        "/api/session",
        "/api/tokens",
        "/api/tokens/ID",
        "/api/blocks",
        "/api/blocks/ID",
        "/api/reports",
        "/api/me/tables",
        "/ws/lobby",
        "/ws/table/ID",
        "/healthz",
        "/metrics",
        "/nothing",
    ];
    let ids = [
        "abcdefghij",
        "%00",
        "%F0%9F%92%A3",
        "..",
        "x",
        "a%2Fb",
        "\u{7f}".trim_matches('\u{7f}'),
    ];
    let queries = [
        "",
        "?last=-1",
        "?challenge=%00",
        "?player=%ff",
        "?since=99999999999999999999",
        "?most=-5",
        "?&&==",
    ];
    let bodies = [
        Value::Null,
        json!({}),
        json!({ "name": "\u{0}", "password": "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}" }),
        json!({ "name": "Ann", "password": 5 }),
        json!({ "settings": { "game": "offboard", "variant": "\u{0}" } }),
        json!({ "settings": { "game": "isometron", "clock": "9999999999s+1s" } }),
        json!({ "challenge": "\u{0}" }),
        json!({ "key": "key-00001", "ply": 4_294_967_295_u32, "action": { "do": "move", "text": "\u{0}" } }),
        json!([[[[]]]]),
    ];
    for _ in 0..600 {
        let mut pick = |count: usize| random.below(count as u64) as usize;
        let path = paths[pick(paths.len())].replace("ID", ids[pick(ids.len())]);
        let (query, body) = (
            queries[pick(queries.len())],
            bodies[pick(bodies.len())].to_string(),
        );
        let method = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"][pick(6)];
        let cut = pick(body.len() + 1);
        let body = if pick(4) == 0 && body.is_char_boundary(cut) {
            &body[..cut]
        } else {
            &body
        };
        let answer = http.ask(method, &format!("{path}{query}"), body).await.unwrap();
        assert!(
            answer.status < 500,
            "{method} {path}{query} {body}: {} {}",
            answer.status,
            answer.text()
        );
    }
    assert_eq!(server.get("/healthz").await.status, 200);
}
