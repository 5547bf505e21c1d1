//! Games that are brought from elsewhere, and games that are looked at again: on both databases.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Server, until};
use games::GameId;
use protocol::{Analysis, AnalysisState, Record, TableSettings};
use serde_json::{Value, json};
use server::{Analysing, Behaviour};
use std::time::Duration;
use testclient::{Database, Http, PlayStyle, TestPlayer, TestSocket};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

testclient::on_both_databases!(
    a_record_goes_out_and_comes_back_in_every_game,
    a_record_that_does_not_hold_is_not_kept,
    a_game_is_analysed_on_request,
    an_analysis_that_was_let_lie_is_taken_up,
    an_export_that_fails_half_way_is_seen_to_be_broken,
);

fn behaviour() -> Behaviour {
    Behaviour {
        analysing: Analysing {
            workers: 1,
            nodes: 300,
        },
        ..Behaviour::default()
    }
}

/// A game of so many moves that is then given up.
async fn played(server: &Server, settings: &TableSettings, plies: u32) -> (Http, String) {
    let (one, other, id) = server.table(settings).await;
    let mut one = TestPlayer::new(one, id.parse().unwrap(), 0, settings, 11);
    let mut other = TestPlayer::new(other, id.parse().unwrap(), 1, settings, 12);
    let pace = PlayStyle {
        think: 0,
        resign_after: plies,
        limit: Duration::from_mins(3),
    };
    let (first, second) = tokio::join!(one.play(server.address, pace), other.play(server.address, pace));
    first.unwrap();
    second.unwrap();
    (one.http, id)
}

async fn a_record_goes_out_and_comes_back_in_every_game(database: Database) {
    let server = Server::with(database, behaviour()).await;
    let mut all = Vec::new();
    let mut ann = server.stranger();
    for &game in GameId::ALL {
        let plies = if game.board().is_some() { 30 } else { 5 };
        let (mut player, id) = played(&server, &TableSettings::new(game), plies).await;
        let record = player
            .get(&format!("/api/tables/{id}/record"))
            .await
            .text()
            .to_owned();
        let kept = ann.ask("POST", "/api/import", &record).await.unwrap();
        assert_eq!(kept.status, 200, "{}", kept.text());
        let kept = kept.json()[0]["table"].as_str().unwrap().to_owned();
        let again = ann.get(&format!("/api/tables/{kept}/record")).await;
        assert_eq!(again.text(), record, "{game}");
        let seen = ann.get(&format!("/api/tables/{kept}")).await.json();
        assert_eq!((&seen["imported"], &seen["seat"]), (&json!(true), &Value::Null));
        let path = format!("/api/tables/{kept}");
        assert_eq!(server.stranger().get(&path).await.status, 404, "it is hers");
        let resign = json!({ "key": "resign-01", "ply": 0, "action": { "do": "resign" } });
        assert_eq!(ann.post(&format!("{path}/act"), &resign).await.status, 403);
        all.push(record);
    }
    // Many at once, for everyone to see, out of the archive and in again.
    let mut bob = server.stranger();
    let text = all.join("\n");
    let kept = bob.ask("POST", "/api/import?public=true", &text).await.unwrap();
    assert_eq!(kept.json().as_array().map(Vec::len), Some(4), "{}", kept.text());
    let person = bob.get("/api/me").await.json()["person"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/api/games?player={person}&format=record");
    let found = server.stranger().get(&path).await.whole();
    let mut found: Vec<String> = protocol::split_records(&found).map(ToOwned::to_owned).collect();
    found.sort();
    all.sort();
    assert_eq!(found, all);
}

async fn a_record_that_does_not_hold_is_not_kept(database: Database) {
    let server = Server::with(database, behaviour()).await;
    let (mut player, id) = played(&server, &TableSettings::new(GameId::Offboard), 6).await;
    let good = player
        .get(&format!("/api/tables/{id}/record"))
        .await
        .text()
        .to_owned();
    let record: Record = good.parse().unwrap();
    let mut illegal = record.clone();
    illegal.moves[3] = String::from("a5a9");
    let mut other_result = record.clone();
    other_result.ending = None;
    let mut ann = server.stranger();
    for (text, words) in [
        (String::new(), "expected a record"),
        ("chess".to_owned(), "game 1: line 1"),
        (illegal.to_string(), "game 1: line 11: a5a9"),
        (other_result.to_string(), "not over"),
        (format!("{good}\n{illegal}"), "game 2: line 11"),
        (
            good.replace("by resignation", "by points"),
            "do not end the game by points",
        ),
    ] {
        let answer = ann.ask("POST", "/api/import", &text).await.unwrap();
        assert_eq!(answer.status, 400, "{text}");
        assert!(answer.text().contains(words), "{words}: {}", answer.text());
    }
    assert_eq!(ann.get("/api/games").await.whole(), "", "nothing of it was kept");
    // A position instead of the start is kept, too.
    let text = "tablier record 1\ngame: offboard\nposition: 5/4rr/7/8/9/8/7/6/5 y --y-y------- -\nfirst: A\nsecond: B\n\
                date: 2026-01-02T03:04:05Z\nclock: none\nrated: no\nresult: first wins by points\n\n";
    let kept = ann.ask("POST", "/api/import", text).await.unwrap().json();
    let path = format!("/api/tables/{}/record", kept[0]["table"].as_str().unwrap());
    assert_eq!(ann.get(&path).await.text(), text);
    let path = format!("/api/tables/{}", kept[0]["table"].as_str().unwrap());
    let seen = ann.get(&path).await.json();
    let begins = "5/4rr/7/8/9/8/7/6/5 y --y-y------- -";
    assert_eq!(
        (&seen["position"], &seen["table"]["position"]),
        (&json!(begins), &json!(begins))
    );
}

/// The answer has begun, with the status 200, when a later page cannot be read.
async fn an_export_that_fails_half_way_is_seen_to_be_broken(database: Database) {
    let url = database.url.clone();
    let server = Server::with(database, behaviour()).await;
    for sql in [
        "INSERT INTO people (id, kind, name, created) VALUES ('person-1', 'guest', 'Blue marble 42', 1)",
        "INSERT INTO games (id, game, settings, public, creator, created, plies, ended, reason, players, result)
         WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 30)
         SELECT 'table-0' || CAST(n + 1000 AS TEXT), 'offboard', '{\"game\":\"offboard\",\"public\":true}', 1, 'person-1', n, 0,
                n, 'agreement', '[null,null]', 2 FROM n",
    ] {
        store::run_sql(&url, sql).await.unwrap();
    }
    let formats = ["table", "json"];
    for format in formats {
        let answer = raw(&server, format).await;
        assert_eq!(answer.matches("agreement").count(), 30);
        assert!(answer.ends_with("\r\n0\r\n\r\n"), "{answer}");
    }
    let damage = "UPDATE games SET settings = '?' WHERE id = 'table-01005'";
    store::run_sql(&url, damage).await.unwrap();
    for format in formats {
        let answer = raw(&server, format).await;
        // How much of the first page goes out before the connection ends is the network's affair.
        assert!(answer.matches("agreement").count() <= 20, "{answer}");
        assert!(!answer.ends_with("0\r\n\r\n"), "{answer}");
    }
}

/// All bytes of an answer with games, until the connection ends.
async fn raw(server: &Server, format: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "GET /api/games?format={format} HTTP/1.1\r\nhost: {}\r\n",
        server.address
    );
    let request = head + "connection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    // A connection that is broken off may end with an error.
    let _ = stream.read_to_string(&mut answer).await;
    answer
}

async fn a_game_is_analysed_on_request(database: Database) {
    let server = Server::with(database, behaviour()).await;
    for &game in GameId::ALL {
        let (mut player, id) = played(&server, &TableSettings::new(game), 12).await;
        let path = format!("/api/games/{id}/analysis");
        assert_eq!(server.stranger().get(&path).await.status, 404, "a private game");
        let mut line = TestSocket::open(&player, &format!("/ws/table/{id}")).await;
        line.say(&json!({ "type": "hello", "version": 1, "last": 0 }))
            .await;
        line.until(|message| message["type"] == "welcome").await;
        let asked = player.post(&path, &json!({})).await;
        if game.board().is_none() {
            assert_eq!(asked.status, 409);
            assert!(asked.text().contains("played by hand"), "{}", asked.text());
            continue;
        }
        assert_eq!(asked.status, 202, "{}", asked.text());
        assert_eq!(server.stranger().post(&path, &json!({})).await.status, 404);
        let done = line
            .until(|message| message["type"] == "analysis" && message["state"] == "done")
            .await;
        assert_eq!(done["done"], done["total"]);
        let found: Analysis = serde_json::from_value(player.get(&path).await.json()).unwrap();
        assert_eq!(found.progress.state, AnalysisState::Done);
        let review = found.review.unwrap();
        let record: Record = player
            .get(&format!("/api/tables/{id}/record"))
            .await
            .text()
            .parse()
            .unwrap();
        let texts: Vec<&String> = review.moves.iter().map(|reviewed| &reviewed.text).collect();
        assert_eq!(texts, record.moves.iter().collect::<Vec<_>>());
        assert_eq!(review.curve.len(), record.moves.len() + 1);
        assert!(review.moves.iter().all(|reviewed| !reviewed.best.is_empty()));
        assert_eq!(
            player.post(&path, &json!({})).await.json()["state"],
            "done",
            "once is enough"
        );
    }
    let (mut player, _, id) = server.table(&TableSettings::new(GameId::Offboard)).await;
    let path = format!("/api/games/{id}/analysis");
    assert_eq!(
        player.post(&path, &json!({})).await.status,
        409,
        "not while it is played"
    );
}

async fn an_analysis_that_was_let_lie_is_taken_up(database: Database) {
    let idle = Behaviour {
        analysing: Analysing {
            workers: 0,
            nodes: 300,
        },
        ..Behaviour::default()
    };
    let beside = Database::again(&database);
    let server = Server::with(database, idle).await;
    let (mut player, id) = played(&server, &TableSettings::new(GameId::Polygone), 8).await;
    let path = format!("/api/games/{id}/analysis");
    assert_eq!(player.post(&path, &json!({})).await.status, 202);
    // A worker claims it and dies; two workers claim it after that, and one gets it.
    let claimed = server.store.claim_analysis(1000, 2000).await.unwrap();
    assert_eq!(claimed, Some(id.clone()));
    assert_eq!(
        server.store.claim_analysis(1500, 3000).await.unwrap(),
        None,
        "it is claimed"
    );
    let other = store::Store::open(&beside.url).await.unwrap();
    assert_eq!(other.claim_analysis(2500, 3500).await.unwrap(), Some(id.clone()));
    assert!(
        !server.store.keep_analysis(&id, 3, 9000).await.unwrap(),
        "not his any more"
    );
    server.store.end_analysis(&id, Some("{}")).await.unwrap();
    assert_eq!(
        player.get(&path).await.json()["state"],
        "running",
        "nor his to end"
    );
    let worker = Server::with(beside, behaviour()).await;
    until("the analysis is taken up", async || {
        player.get(&path).await.json()["state"] == "done"
    })
    .await;
    drop(worker);
}
