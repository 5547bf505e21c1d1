//! Accounts, tokens, ratings, the archive: over HTTP, on both databases.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Server, act, new_token, short_game, sign_up};
use protocol::{Record, split_records};
use serde_json::{Value, json};
use server::Behaviour;
use testclient::{Database, Http};

testclient::on_both_databases!(
    an_account_is_made_used_and_deleted,
    an_account_changes_its_name,
    guest_games_follow_into_the_account,
    a_rated_game_changes_ratings,
    games_that_end_at_once_are_all_rated,
    programs_play_with_tokens,
    the_archive_finds_games,
    offers_are_made_and_taken,
);

async fn an_account_is_made_used_and_deleted(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    let mut ann = sign_up(&server, "Ann").await;
    assert_eq!(ann.get("/api/me").await.json()["name"], "Ann");
    let taken = json!({ "name": "ANN", "password": "another one here" });
    assert_eq!(server.stranger().post("/api/account", &taken).await.status, 409);
    let short = json!({ "name": "Bob", "password": "short" });
    assert_eq!(server.stranger().post("/api/account", &short).await.status, 400);

    let mut elsewhere = server.stranger();
    let wrong = json!({ "name": "Ann", "password": "wrong horse" });
    assert_eq!(elsewhere.post("/api/session", &wrong).await.status, 401);
    let nobody = json!({ "name": "Nobody", "password": "wrong horse" });
    assert_eq!(elsewhere.post("/api/session", &nobody).await.status, 401);
    let right = json!({ "name": "ann", "password": "correct horse" });
    assert_eq!(elsewhere.post("/api/session", &right).await.status, 200);
    assert_eq!(elsewhere.get("/api/me").await.json()["name"], "Ann");

    let change = json!({ "old": "correct horse", "new": "battery staple" }).to_string();
    assert_eq!(
        ann.ask("PUT", "/api/account/password", &change)
            .await
            .unwrap()
            .status,
        204
    );
    assert_eq!(
        elsewhere.get("/api/me").await.json(),
        Value::Null,
        "others are signed out"
    );
    assert_eq!(elsewhere.post("/api/session", &right).await.status, 401);
    let mut third = server.stranger();
    let new = json!({ "name": "Ann", "password": "battery staple" });
    assert_eq!(third.post("/api/session", &new).await.status, 200);
    let cookie = third.cookie.clone();
    assert_eq!(
        third.ask("DELETE", "/api/sessions", "").await.unwrap().status,
        200
    );
    third.cookie = cookie;
    assert_eq!(third.get("/api/me").await.json(), Value::Null);
    assert_eq!(ann.get("/api/me").await.json(), Value::Null, "everywhere");

    third.post("/api/session", &new).await;
    let data = third.get("/api/account/data").await.json();
    assert_eq!(data["me"]["name"], "Ann");
    assert!(!data.to_string().contains("argon2"), "no secret is downloaded");
    let password = json!({ "password": "battery staple" }).to_string();
    assert_eq!(
        third
            .ask("DELETE", "/api/account", &password)
            .await
            .unwrap()
            .status,
        200
    );
    assert_eq!(third.post("/api/session", &new).await.status, 401);
    for _ in 0..10 {
        third.post("/api/session", &new).await;
    }
    let slow = third.post("/api/session", &new).await;
    assert_eq!(slow.status, 429);
    assert!(slow.header("retry-after").is_some());
}

async fn rename(http: &mut Http, name: &str) -> u16 {
    let body = json!({ "name": name }).to_string();
    http.ask("PUT", "/api/me", &body).await.unwrap().status
}

/// Ann is renamed: what was played keeps the old name, what is played has the new one, and nobody else may have it.
async fn an_account_changes_its_name(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    let (mut ann, mut bob) = (sign_up(&server, "Ann").await, sign_up(&server, "Bob").await);
    let played = short_game(&mut ann, &mut bob, json!({ "game": "offboard", "public": true })).await;
    for (name, status) in [("bob", 409), ("x", 400), ("ANN", 200), ("Zoe", 200)] {
        assert_eq!(rename(&mut ann, name).await, status, "{name}");
    }
    let me = ann.get("/api/me").await.json();
    assert_eq!((&me["name"], &me["kind"]), (&json!("Zoe"), &json!("account")));
    assert_eq!(rename(&mut bob, "zoe").await, 409);

    let first = |game: &Value| game["table"]["seats"][0]["name"].clone();
    let old = bob.get(&format!("/api/tables/{played}")).await.json();
    assert_eq!(first(&old), "Ann", "played moves stay as they were");
    let next = short_game(&mut ann, &mut bob, json!({ "game": "offboard", "public": true })).await;
    assert_eq!(
        first(&bob.get(&format!("/api/tables/{next}")).await.json()),
        "Zoe"
    );
    // The profile has the new name and both games, and the old name is nobody's.
    let profile = bob.get("/api/people/zoe").await.json();
    assert_eq!(
        (&profile["name"], &profile["person"]),
        (&json!("Zoe"), &me["person"])
    );
    assert_eq!(bob.get("/api/people/ann").await.status, 404);
    let person = me["person"].as_str().unwrap();
    let games = bob.get(&format!("/api/games?player={person}")).await;
    assert_eq!(games.whole().lines().count(), 2);

    let mut elsewhere = server.stranger();
    for (name, status) in [("Ann", 401), ("Zoe", 200)] {
        let credentials = json!({ "name": name, "password": "correct horse" });
        assert_eq!(
            elsewhere.post("/api/session", &credentials).await.status,
            status,
            "{name}"
        );
    }
}

async fn guest_games_follow_into_the_account(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    let (mut guest, mut other) = (server.stranger(), server.stranger());
    let table = short_game(&mut guest, &mut other, json!({ "game": "offboard" })).await;
    let up = guest
        .post(
            "/api/account",
            &json!({ "name": "Ann", "password": "correct horse" }),
        )
        .await;
    assert_eq!(up.status, 200);
    let mut again = server.stranger();
    let second = short_game(&mut again, &mut other, json!({ "game": "offboard" })).await;
    let new = json!({ "name": "Ann", "password": "correct horse" });
    assert_eq!(again.post("/api/session", &new).await.status, 200);
    let tables = again.get("/api/me/tables").await.json();
    let ids: Vec<&str> = tables
        .as_array()
        .unwrap()
        .iter()
        .map(|table| table["id"].as_str().unwrap())
        .collect();
    assert!(
        ids.contains(&table.as_str()) && ids.contains(&second.as_str()),
        "{ids:?}"
    );
    assert_eq!(again.get(&format!("/api/tables/{second}")).await.status, 200);
}

async fn a_rated_game_changes_ratings(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    let (mut ann, mut bob) = (sign_up(&server, "Ann").await, sign_up(&server, "Bob").await);
    let settings = json!({ "game": "offboard", "clock": "300s+3s", "rated": true });
    let guest = server
        .stranger()
        .post("/api/tables", &json!({ "settings": settings }))
        .await;
    assert_eq!(guest.status, 403);
    let table = short_game(&mut ann, &mut bob, settings.clone()).await;
    let events = ann.get(&format!("/api/tables/{table}")).await.json()["events"].clone();
    let rated = events.as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (rated["type"].as_str(), &rated["after"]),
        (Some("rated"), &json!([1662, 1338])),
        "{rated}"
    );
    let next = ann
        .post("/api/tables", &json!({ "settings": settings, "side": "first" }))
        .await
        .json();
    let seats = ann
        .get(&format!("/api/tables/{}", next["table"].as_str().unwrap()))
        .await
        .json()["table"]["seats"]
        .clone();
    assert_eq!(
        (&seats[0]["rating"], &seats[0]["provisional"]),
        (&json!(1662), &json!(true))
    );
}

async fn games_that_end_at_once_are_all_rated(database: Database) {
    const GAMES: usize = 6;
    let server = Server::with(database, Behaviour::default()).await;
    let (mut ann, mut bob) = (sign_up(&server, "Ann").await, sign_up(&server, "Bob").await);
    let settings = json!({ "game": "offboard", "clock": "300s+3s", "rated": true });
    let mut tables = Vec::new();
    for _ in 0..GAMES {
        let created = ann
            .post("/api/tables", &json!({ "settings": settings }))
            .await
            .json();
        let table = created["table"].as_str().unwrap().to_owned();
        let join = json!({ "challenge": created["challenge"] });
        bob.post(&format!("/api/tables/{table}/join"), &join).await;
        tables.push(table);
    }
    let resigning = tables.iter().map(|table| {
        let mut loser = ann.clone();
        async move { act(&mut loser, table, "resign-01", 0, json!({ "do": "resign" })).await }
    });
    let statuses = futures_util::future::join_all(resigning).await;
    assert_eq!(statuses, [200; GAMES]);
    let me = ann.get("/api/me").await.json();
    let person = me["person"].as_str().unwrap();
    let rating = server.store.rating(person, "offboard").await.unwrap().unwrap();
    assert_eq!(rating.games, GAMES as i64, "each game counts");
    let history = server
        .store
        .rating_history(person, "offboard", 1000)
        .await
        .unwrap();
    assert_eq!(history.len(), GAMES);
    // Each game says what it changed, and goes out from what another has left: a chain without a fork.
    let mut steps = Vec::new();
    for table in &tables {
        let seen = ann.get(&format!("/api/tables/{table}")).await.json();
        let seat = seen["seat"].as_u64().unwrap() as usize;
        let rated = seen["events"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(rated["type"], "rated");
        let (after, change) = (rated["after"][seat].as_i64(), rated["change"][seat].as_i64());
        steps.push((after.unwrap() - change.unwrap(), after.unwrap()));
    }
    let mut now = 1500;
    while let Some(next) = steps.iter().position(|(before, _)| *before == now) {
        now = steps.swap_remove(next).1;
    }
    assert_eq!(steps, [], "{steps:?} do not follow from {now}");
}

async fn programs_play_with_tokens(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    let mut owner = sign_up(&server, "Robot").await;
    assert_eq!(owner.post("/api/account/bot", &json!({})).await.status, 204);
    let token = owner
        .post("/api/tokens", &new_token("my bot", "play"))
        .await
        .json()["token"]
        .clone();
    let headers = format!("authorization: Bearer {}\r\n", token.as_str().unwrap());
    let mut bot = Http {
        headers,
        ..server.stranger()
    };
    assert_eq!(bot.get("/api/me").await.json()["kind"], "bot");
    let table = short_game(&mut bot, &mut server.stranger(), json!({ "game": "offboard" })).await;
    assert_eq!(
        act(
            &mut bot,
            &table,
            "late-0001",
            0,
            json!({ "do": "move", "text": "a5b5" })
        )
        .await,
        409
    );
    assert_eq!(
        act(
            &mut bot,
            &table,
            "move-0001",
            0,
            json!({ "do": "move", "text": "a5b5" })
        )
        .await,
        200,
        "sent again"
    );
    assert_eq!(
        act(
            &mut bot,
            &table,
            "chat-0001",
            0,
            json!({ "do": "chat", "text": "\n" })
        )
        .await,
        400
    );
    assert_eq!(
        act(
            &mut server.stranger(),
            &table,
            "x-0000001",
            0,
            json!({ "do": "resign" })
        )
        .await,
        401
    );
    assert_eq!(
        owner
            .ask("DELETE", "/api/tokens/my%20bot", "")
            .await
            .unwrap()
            .status,
        204
    );
    assert_eq!(bot.get("/api/me").await.status, 401);
}

async fn the_archive_finds_games(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    let (mut ann, mut bob) = (sign_up(&server, "Ann").await, sign_up(&server, "Bob").await);
    for _ in 0..3 {
        short_game(&mut ann, &mut bob, json!({ "game": "offboard", "public": true })).await;
    }
    short_game(&mut ann, &mut bob, json!({ "game": "offboard" })).await;
    let mut stranger = server.stranger();
    let lines =
        async |http: &mut Http, path: &str| http.get(path).await.text().matches("\"type\":\"end\"").count();
    assert_eq!(
        lines(&mut stranger, "/api/games").await,
        3,
        "a private game is not for strangers"
    );
    assert_eq!(lines(&mut ann, "/api/games").await, 4);
    assert_eq!(
        lines(&mut stranger, "/api/games?player=ann&game=offboard&result=first").await,
        3
    );
    assert_eq!(lines(&mut stranger, "/api/games?result=draw").await, 0);
    assert_eq!(lines(&mut stranger, "/api/games?most=2").await, 2);
    for bad in [
        "game=chess",
        "result=x",
        "format=x",
        "since=x",
        "colour=red",
        "player=%00",
    ] {
        assert_eq!(
            stranger.get(&format!("/api/games?{bad}")).await.status,
            400,
            "{bad}"
        );
    }
    let tables = stranger.get("/api/games?format=table").await.whole();
    let tables: Vec<Value> = tables
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(tables.len(), 3);
    assert!(
        tables
            .iter()
            .all(|game| game["table"]["plies"] == 2 && game["events"].is_null()),
        "{tables:?}"
    );
    let text = stranger.get("/api/games?format=record").await;
    let text = text.whole();
    let records: Vec<Record> = split_records(&text)
        .map(|record| record.parse().unwrap())
        .collect();
    assert_eq!(records.len(), 3);
    assert!(
        records
            .iter()
            .all(|record| record.replay().is_ok() && record.players == ["Ann", "Bob"])
    );
}

async fn offers_are_made_and_taken(database: Database) {
    let server = Server::with(database, Behaviour::default()).await;
    let (mut one, mut other) = (server.stranger(), server.stranger());
    let created = one
        .post(
            "/api/tables",
            &json!({ "settings": { "game": "offboard" }, "side": "first" }),
        )
        .await
        .json();
    let table = created["table"].as_str().unwrap().to_owned();
    other
        .post(
            &format!("/api/tables/{table}/join"),
            &json!({ "challenge": created["challenge"] }),
        )
        .await;
    let mv = |text: &str| json!({ "do": "move", "text": text });
    let deal = |what: &str, how: &str| json!({ "do": how, "what": what });
    assert_eq!(act(&mut one, &table, "key-00001", 0, mv("a5b5")).await, 200);
    assert_eq!(
        act(&mut one, &table, "key-00002", 1, mv("b5c5")).await,
        403,
        "not twice in turn"
    );
    assert_eq!(
        act(&mut other, &table, "key-00003", 1, mv("a5b5")).await,
        400,
        "not legal"
    );
    assert_eq!(
        act(&mut one, &table, "key-00004", 1, deal("takeback", "offer")).await,
        200
    );
    assert_eq!(
        act(&mut other, &table, "key-00005", 1, deal("takeback", "accept")).await,
        200
    );
    assert_eq!(
        act(&mut one, &table, "key-00006", 0, mv("i5h5")).await,
        200,
        "another move in its place"
    );
    assert_eq!(
        act(&mut other, &table, "key-00007", 1, deal("draw", "offer")).await,
        200
    );
    assert_eq!(
        act(&mut one, &table, "key-00008", 0, deal("draw", "accept")).await,
        409,
        "about another position"
    );
    assert_eq!(
        act(&mut one, &table, "key-00009", 1, deal("draw", "accept")).await,
        200
    );
    assert_eq!(
        act(&mut one, &table, "key-00010", 1, deal("rematch", "offer")).await,
        200
    );
    assert_eq!(
        act(&mut other, &table, "key-00011", 1, deal("rematch", "accept")).await,
        200
    );
    let log = one.get(&format!("/api/tables/{table}")).await.json();
    assert_eq!(
        log["table"]["ending"],
        json!({ "winner": null, "reason": "agreement" })
    );
    let next = log["events"].as_array().unwrap().last().unwrap()["table"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        one.get(&format!("/api/tables/{next}")).await.json()["seat"],
        1,
        "sides change"
    );
    assert_eq!(act(&mut other, &next, "key-00001", 0, mv("a5b5")).await, 200);
    let record: Record = one
        .get(&format!("/api/tables/{table}/record"))
        .await
        .text()
        .parse()
        .unwrap();
    assert_eq!(record.moves, ["i5h5"], "moves taken back are not in the record");
}
