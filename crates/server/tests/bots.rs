//! Programs that play: what happens to their account as a stream, challenges by name, teams; on both databases.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Server, act, play, sign_up};
use games::GameId;
use protocol::{Clock, Record, TableSettings};
use serde_json::json;
use server::Behaviour;
use std::time::Duration;
use testclient::{Database, Http, JsonLines, PlayStyle, TestPlayer};

testclient::on_both_databases!(
    a_bot_hears_of_challenges_and_games,
    challenges_are_between_two_who_may,
    teams_of_two_play_whole_games,
    nobody_acts_in_another_s_place,
    turns_are_found_without_the_logs_of_other_games,
);

/// An account with a token, marked as a bot's.
async fn bot(server: &Server, name: &str) -> Http {
    let mut owner = sign_up(server, name).await;
    assert_eq!(owner.post("/api/account/bot", &json!({})).await.status, 204);
    let token = owner
        .post("/api/tokens", &common::new_token("stream", "play"))
        .await
        .json();
    Http {
        headers: format!("authorization: Bearer {}\r\n", token["token"].as_str().unwrap()),
        ..server.stranger()
    }
}

async fn a_bot_hears_of_challenges_and_games(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    let (mut ann, mut robot) = (sign_up(&server, "Ann").await, bot(&server, "Robot").await);
    assert_eq!(server.stranger().get("/api/me/events").await.status, 401);
    let mut heard = JsonLines::open(&robot, "/api/me/events").await;
    let settings =
        json!({ "settings": { "game": "offboard", "clock": "300s+3s", "rated": true }, "side": "first" });
    let made = ann.post("/api/people/robot/challenge", &settings).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let table = made.json()["table"].as_str().unwrap().to_owned();
    let asked = heard.hear().await;
    assert_eq!(
        (&asked["type"], &asked["table"]["id"]),
        (&json!("challenge"), &json!(table))
    );
    assert_eq!(asked["table"]["seats"][0]["name"], "Ann");
    assert_eq!(robot.get("/api/me/challenges").await.json(), json!([asked]));
    let join = json!({ "challenge": asked["challenge"] });
    assert_eq!(
        robot
            .post(&format!("/api/tables/{table}/join"), &join)
            .await
            .status,
        200
    );
    let start = heard.hear().await;
    assert_eq!((&start["type"], &start["seat"]), (&json!("start"), &json!(1)));
    // A later listener first hears the present state.
    let mut later = JsonLines::open(&ann, "/api/me/events").await;
    assert_eq!(later.hear().await["table"]["id"], json!(table));
    let mut game = JsonLines::open(&robot, &format!("/api/tables/{table}/stream")).await;
    assert_eq!(game.hear().await["type"], "welcome");
    play(&mut ann, &table, 0, "a5b5").await;
    while !game.hear().await.to_string().contains("a5b5") {}
    play(&mut robot, &table, 1, "a1b1").await;
    assert_eq!(
        act(&mut ann, &table, "resign-01", 2, json!({ "do": "resign" })).await,
        200
    );
    for stream in [&mut heard, &mut later] {
        let end = stream.hear().await;
        assert_eq!(
            (&end["type"], &end["table"]["ending"]["winner"]),
            (&json!("end"), &json!("second"))
        );
    }
    let profile = server.stranger().get("/api/people/ROBOT").await.json();
    assert_eq!(
        (&profile["name"], &profile["kind"]),
        (&json!("Robot"), &json!("bot"))
    );
    assert_eq!(profile["ratings"][0]["rating"], 1662);
    assert_eq!(profile["ratings"][0]["history"].as_array().map(Vec::len), Some(1));
}

async fn challenges_are_between_two_who_may(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    let (mut ann, mut bob) = (sign_up(&server, "Ann").await, sign_up(&server, "Bob").await);
    let casual = json!({ "settings": { "game": "polygone" } });
    let rated = json!({ "settings": { "game": "polygone", "clock": "300s+0s", "rated": true } });
    for (http, name, body, status) in [
        (&mut ann, "nobody", &casual, 404),
        (&mut bob, "Bob", &casual, 400),
        (&mut server.stranger(), "Bob", &rated, 403),
    ] {
        let answer = http.post(&format!("/api/people/{name}/challenge"), body).await;
        assert_eq!(answer.status, status, "{name}: {}", answer.text());
    }
    let mut heard = JsonLines::open(&ann, "/api/me/events").await;
    let made = ann.post("/api/people/Bob/challenge", &casual).await.json();
    let table = made["table"].as_str().unwrap();
    let decline = format!("/api/tables/{table}/decline");
    let mut eve = sign_up(&server, "Eve").await;
    assert_eq!(
        eve.post(&decline, &json!({})).await.status,
        404,
        "not hers to decline"
    );
    assert_eq!(bob.post(&decline, &json!({})).await.status, 204);
    assert_eq!(heard.hear().await["type"], "declined");
    assert_eq!(bob.get("/api/me/challenges").await.json(), json!([]));
}

async fn teams_of_two_play_whole_games(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    for (name, variant) in [("isometron", None), ("polarity", Some("temple-north-teams"))] {
        let settings = TableSettings {
            teams: true,
            variant: variant.map(ToOwned::to_owned),
            ..TableSettings::new(name.parse().unwrap())
        };
        let mut first = server.stranger();
        let body = json!({ "settings": settings, "side": "first" });
        let made = first.post("/api/tables", &body).await;
        assert_eq!(made.status, 200, "{}", made.text());
        let made = made.json();
        let table = made["table"].as_str().unwrap().to_owned();
        let mut people = vec![first];
        for seat in 1..4 {
            let mut http = server.stranger();
            let join = json!({ "challenge": made["challenge"] });
            let joined = http.post(&format!("/api/tables/{table}/join"), &join).await;
            assert_eq!(joined.json(), json!(seat), "{}", joined.text());
            people.push(http);
        }
        let mut fifth = server.stranger();
        let join = json!({ "challenge": made["challenge"] });
        assert_eq!(
            fifth
                .post(&format!("/api/tables/{table}/join"), &join)
                .await
                .status,
            409,
            "full"
        );
        let pace = PlayStyle {
            think: 0,
            resign_after: if variant.is_none() { 40 } else { 8 },
            limit: Duration::from_mins(3),
        };
        let playing = people.iter().enumerate().map(|(seat, http)| {
            let (table, settings) = (table.parse().unwrap(), settings.clone());
            let mut player = TestPlayer::new(http.clone(), table, seat, &settings, seat as u64);
            let address = server.address;
            async move {
                player.play(address, pace).await.unwrap();
                player
            }
        });
        let players = futures_util::future::join_all(playing).await;
        let log = &players[0].log;
        assert!(players.iter().all(|player| player.log == *log));
        assert!(players[0].plies() >= 8, "{name}");
        let record = people[3].get(&format!("/api/tables/{table}/record")).await;
        let record: Record = record.text().parse().unwrap();
        assert_eq!(record.players.len(), 4);
        record.replay().unwrap();
    }
    let rated =
        json!({ "settings": { "game": "isometron", "teams": true, "rated": true, "clock": "60s+0s" } });
    assert_eq!(server.stranger().post("/api/tables", &rated).await.status, 400);
    let flat = json!({ "settings": { "game": "offboard", "teams": true } });
    assert_eq!(server.stranger().post("/api/tables", &flat).await.status, 400);
}

/// A stranger, and the other player, can do nothing in one's place: by request, each thing for itself.
async fn nobody_acts_in_another_s_place(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    let private = TableSettings::new(GameId::Offboard);
    let public = TableSettings {
        public: true,
        ..private.clone()
    };
    let mut stranger = server.stranger();
    stranger.post("/api/me", &json!({})).await;
    for (settings, status) in [(&private, 404), (&public, 403)] {
        let (mut one, mut other, id) = server.table(settings).await;
        let before = one.get(&format!("/api/tables/{id}")).await.json()["events"].clone();
        for (number, action) in [
            json!({ "do": "move", "text": "a5b5" }),
            json!({ "do": "resign" }),
            json!({ "do": "chat", "text": "hello" }),
            json!({ "do": "abort" }),
            json!({ "do": "claim" }),
            json!({ "do": "offer", "what": "draw" }),
            json!({ "do": "accept", "what": "draw" }),
            json!({ "do": "decline", "what": "draw" }),
        ]
        .into_iter()
        .enumerate()
        {
            let key = format!("stranger-{number}");
            assert_eq!(
                act(&mut stranger, &id, &key, 0, action.clone()).await,
                status,
                "{action}"
            );
            assert_eq!(act(&mut server.stranger(), &id, &key, 0, action).await, 401);
        }
        let own_move = json!({ "do": "move", "text": "a5b5" });
        assert_eq!(
            act(&mut other, &id, "move-0001", 0, own_move).await,
            403,
            "it is the other's turn"
        );
        let after = one.get(&format!("/api/tables/{id}")).await.json()["events"].clone();
        assert_eq!(after, before, "nothing has happened");
    }
    let (mut one, _, id) = server.table(&private).await;
    assert_eq!(
        act(
            &mut one,
            &id,
            "chat-0001",
            0,
            json!({ "do": "chat", "text": "secret" })
        )
        .await,
        200
    );
    for path in [
        format!("/api/tables/{id}"),
        format!("/api/tables/{id}?challenge={}", "0".repeat(32)),
        format!("/api/tables/{id}/record"),
        format!("/api/tables/{id}/stream"),
        format!("/api/games/{id}/analysis"),
    ] {
        let answer = stranger.get(&path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.text().contains("secret"));
    }
}

async fn turns_are_found_without_the_logs_of_other_games(database: Database) {
    let url = database.url.clone();
    let server = Server::with(database, Behaviour::default()).await;
    let settings = TableSettings::new(GameId::Offboard);
    let (mut one, mut other, _) = server.table(&settings).await;
    let of_days = TableSettings {
        clock: Clock::Days(3),
        ..settings
    };
    let made = one
        .post("/api/tables", &json!({ "settings": of_days, "side": "first" }))
        .await
        .json();
    let table = made["table"].as_str().unwrap();
    let join = json!({ "challenge": made["challenge"] });
    other.post(&format!("/api/tables/{table}/join"), &join).await;
    // A log that is read would be found to be damaged.
    let damage = "UPDATE events SET body = 'x' WHERE game = (SELECT id FROM games ORDER BY created LIMIT 1)";
    store::run_sql(&url, damage).await.unwrap();
    let turns = one.get("/api/me/turns").await;
    assert_eq!(turns.status, 200, "{}", turns.text());
    assert_eq!(turns.json()[0]["id"], table);
    assert_eq!(other.get("/api/me/turns").await.json(), json!([]));
}
