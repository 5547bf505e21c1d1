//! People keep others away, leave without a trace, and hosts do their work while the server runs. On both databases.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Server, act, closes, id_of, send, short_game, sign_up, socket, until};
use games::GameId;
use protocol::TableSettings;
use serde_json::{Value, json};
use server::{Admin, Behaviour};
use testclient::{Database, Http};

testclient::on_both_databases!(
    blocked_people_keep_away,
    challenges_do_not_pile_up,
    a_deleted_account_leaves_no_name,
    hosts_ban_mute_rename_and_reset,
    hosts_remove_chat_and_games,
    reports_reach_the_host,
    keys_are_changed_without_signing_anybody_out,
    a_report_counts_once_and_nobody_fills_the_list,
    a_damaged_log_keeps_no_name_in_the_others,
);

async fn server(database: Database) -> Server {
    Server::with(database, Behaviour::default()).await
}

async fn hosts_ban_mute_rename_and_reset(database: Database) {
    let url = database.url.clone();
    let server = server(database).await;
    let (mut ann, mut eve) = (sign_up(&server, "Ann").await, sign_up(&server, "Evil").await);
    let table = short_game(&mut eve, &mut ann, json!({ "game": "offboard", "public": true })).await;
    let admin = Admin::open(&url).await.unwrap();
    let chat = |text: &str| json!({ "do": "chat", "text": text });

    admin.mute("evil", Some(1)).await.unwrap();
    assert_eq!(act(&mut eve, &table, "chat-0001", 2, chat("boo")).await, 409);
    admin.mute("Evil", Some(0)).await.unwrap();
    assert_eq!(act(&mut eve, &table, "chat-0002", 2, chat("sorry")).await, 200);

    assert!(admin.rename("Evil", "Ann").await.is_err(), "taken");
    admin.rename("Evil", "Eve").await.unwrap();
    until("the game has the old name", async || {
        let seen = ann.get(&format!("/api/tables/{table}")).await.json();
        let text = seen.to_string();
        text.contains("\"Eve\"") && !text.contains("Evil")
    })
    .await;

    let mut line = socket(&eve, "/ws/lobby").await;
    admin.ban("Eve", None).await.unwrap();
    assert_eq!(eve.get("/api/me").await.json(), Value::Null);
    closes(&mut line).await;
    let right = json!({ "name": "Eve", "password": "correct horse" });
    let banned = eve.post("/api/session", &right).await;
    assert_eq!(banned.status, 403, "{}", banned.text());
    admin.ban("Eve", Some(0)).await.unwrap();
    assert_eq!(eve.post("/api/session", &right).await.status, 200);

    let password = admin.reset_password("Ann").await.unwrap();
    assert_eq!(ann.get("/api/me").await.json(), Value::Null);
    let new = json!({ "name": "Ann", "password": password });
    assert_eq!(ann.post("/api/session", &new).await.status, 200);
    assert!(admin.ban("Nobody at all", None).await.is_err());
    admin.close().await;
}

async fn hosts_remove_chat_and_games(database: Database) {
    let url = database.url.clone();
    let server = server(database).await;
    let (mut one, mut other, table) = server.table(&TableSettings::new(GameId::Offboard)).await;
    let path = format!("/ws/table/{table}");
    let mut line = socket(&other, &path).await;
    let chat = |text: &str| json!({ "do": "chat", "text": text });
    assert_eq!(
        act(&mut one, &table, "chat-0001", 0, chat("kind words")).await,
        200
    );
    assert_eq!(
        act(&mut one, &table, "chat-0002", 0, chat("rude words")).await,
        200
    );
    let seen = other.get(&format!("/api/tables/{table}")).await.json();
    let events = seen["events"].as_array().unwrap();
    let rude = events.iter().find(|event| event["text"] == "rude words").unwrap();
    let rude = rude["seq"].as_u64().unwrap();
    let admin = Admin::open(&url).await.unwrap();
    assert!(admin.remove_chat(&table, 1).await.is_err(), "no line of chat");
    admin.remove_chat(&table, rude).await.unwrap();
    let is_told = |message: &Value| {
        let events = message["events"].as_array().cloned().unwrap_or_default();
        events
            .iter()
            .any(|event| event["type"] == "redacted" && event["events"] == json!([rude]))
    };
    line.until(is_told).await;
    let text = other.get(&format!("/api/tables/{table}")).await.text().to_owned();
    assert!(
        text.contains("kind words") && !text.contains("rude words"),
        "{text}"
    );
    let data = other.get("/api/account/data").await.text().to_owned();
    assert!(
        data.contains("kind words") && !data.contains("rude words"),
        "{data}"
    );
    // The game goes on.
    let play = json!({ "do": "move", "text": "a5b5" });
    assert_eq!(act(&mut one, &table, "move-0001", 0, play).await, 200);

    admin.remove_game(&table).await.unwrap();
    assert!(admin.remove_game(&table).await.is_err());
    assert_eq!(closes(&mut line).await, "removed");
    until("the game is there", async || {
        other.get(&format!("/api/tables/{table}")).await.status == 404
    })
    .await;
    assert_eq!(other.get("/api/me/tables").await.json(), json!([]));
    let play = json!({ "do": "move", "text": "a1b1" });
    assert_eq!(act(&mut other, &table, "move-0002", 1, play).await, 404);
    admin.close().await;
}

async fn reports_reach_the_host(database: Database) {
    let url = database.url.clone();
    let server = server(database).await;
    let (mut ann, mut eve) = (sign_up(&server, "Ann").await, sign_up(&server, "Eve").await);
    let table = short_game(&mut ann, &mut eve, json!({ "game": "offboard", "public": true })).await;
    let rude = json!({ "do": "chat", "text": "rude words" });
    assert_eq!(act(&mut eve, &table, "chat-0001", 2, rude).await, 200);
    let seen = ann.get(&format!("/api/tables/{table}")).await.json();
    let line = seen["events"].as_array().unwrap().last().unwrap()["seq"].clone();
    let report =
        json!({ "person": "Eve", "reason": "chat", "table": table, "event": line, "words": "Not nice." });
    let reported = ann.post("/api/reports", &report).await;
    assert_eq!(reported.status, 204, "{}", reported.text());
    let page = json!({ "person": "Eve", "reason": "name" });
    assert_eq!(ann.post("/api/reports", &page).await.status, 204);
    for bad in [
        json!({ "person": "Eve", "reason": "chat", "table": table, "event": 1 }),
        json!({ "person": "Ann", "reason": "name" }),
        json!({ "person": "Eve", "reason": "name", "words": "x".repeat(501) }),
    ] {
        assert_eq!(ann.post("/api/reports", &bad).await.status, 400, "{bad}");
    }
    let mut carl = sign_up(&server, "Carl").await;
    assert_eq!(
        carl.post("/api/reports", &report).await.status,
        400,
        "not for Carl to read"
    );
    let admin = Admin::open(&url).await.unwrap();
    let reports = admin.reports(false, 1).await.unwrap();
    assert_eq!(reports.len(), 2);
    assert!(admin.reports(false, 2).await.unwrap().is_empty());
    let first = &reports[0];
    assert_eq!((first.reporter.as_str(), first.person.as_str()), ("Ann", "Eve"));
    assert_eq!(first.report.quote.as_deref(), Some("rude words"));
    assert_eq!(first.report.words, "Not nice.");
    admin.close_report(&first.report.id).await.unwrap();
    assert!(admin.close_report(&first.report.id).await.is_err());
    assert_eq!(admin.reports(false, 1).await.unwrap().len(), 1);
    assert_eq!(admin.reports(true, 1).await.unwrap().len(), 2);
    admin.close().await;
}

async fn a_report_counts_once_and_nobody_fills_the_list(database: Database) {
    let server = server(database).await;
    let (mut ann, mut eve) = (sign_up(&server, "Ann").await, sign_up(&server, "Eve").await);
    let mut bob = sign_up(&server, "Bob").await;
    let (ann_id, bob_id) = (id_of(&mut ann).await, id_of(&mut bob).await);
    let report = |person: &str| json!({ "person": person, "reason": "name" });
    for _ in 0..2 {
        assert_eq!(ann.post("/api/reports", &report("Eve")).await.status, 204);
    }
    let count = async || server.store.reports(false, 0, 100).await.unwrap().len();
    assert_eq!(count().await, 1);
    let first = server.store.reports(false, 0, 1).await.unwrap().remove(0);
    for number in 0..19 {
        let other = store::ReportRow {
            id: format!("report-{number}"),
            person: bob_id.clone(),
            seq: Some(number),
            ..first.clone()
        };
        server.store.add_report(&other).await.unwrap();
    }
    let refused = ann.post("/api/reports", &report("Bob")).await;
    assert_eq!(refused.status, 429, "{}", refused.text());
    assert!(
        refused.text().contains("your other reports"),
        "{}",
        refused.text()
    );
    assert_eq!(eve.post("/api/reports", &report(&ann_id)).await.status, 204);
    assert_eq!(count().await, 21);
}

async fn a_damaged_log_keeps_no_name_in_the_others(database: Database) {
    let url = database.url.clone();
    let server = server(database).await;
    let (mut zelda, mut bob) = (sign_up(&server, "Zelda").await, sign_up(&server, "Bob").await);
    let settings = json!({ "game": "offboard", "public": true });
    let older = short_game(&mut zelda, &mut bob, settings.clone()).await;
    short_game(&mut zelda, &mut bob, settings).await;
    assert_eq!(server.store.pack_logs(i64::MAX, 9).await.unwrap(), 2);
    let damage = "UPDATE finished_logs SET log = 'x'
                  WHERE game = (SELECT id FROM games ORDER BY created DESC LIMIT 1)";
    store::run_sql(&url, damage).await.unwrap();
    let right = json!({ "password": "correct horse" });
    let left = send(&mut zelda, "DELETE", "/api/account", &right).await;
    assert_eq!(left.status, 200, "{}", left.text());
    let seen = bob.get(&format!("/api/tables/{older}")).await;
    assert!(!seen.text().contains("Zelda"), "{}", seen.text());
    assert_eq!(server.store.next_name_change(i64::MAX).await.unwrap(), None);
}

async fn blocked_people_keep_away(database: Database) {
    let server = server(database).await;
    let (mut ann, mut eve) = (sign_up(&server, "Ann").await, sign_up(&server, "Eve").await);
    let created = ann
        .post("/api/tables", &json!({ "settings": { "game": "offboard" } }))
        .await
        .json();
    let table = created["table"].as_str().unwrap().to_owned();
    let join = json!({ "challenge": created["challenge"] });
    assert_eq!(
        eve.post(&format!("/api/tables/{table}/join"), &join).await.status,
        200
    );
    let chat = |text: &str| json!({ "do": "chat", "text": text });
    assert_eq!(act(&mut eve, &table, "chat-0001", 0, chat("hello")).await, 200);
    assert_eq!(
        send(&mut ann, "PUT", "/api/blocks/Ann", &json!({})).await.status,
        400
    );
    assert_eq!(
        send(&mut ann, "PUT", "/api/blocks/eve", &json!({})).await.status,
        204
    );
    assert_eq!(ann.get("/api/blocks").await.json()[0]["name"], "Eve");
    assert_eq!(act(&mut eve, &table, "chat-0002", 0, chat("hey")).await, 409);
    assert_eq!(act(&mut ann, &table, "chat-0001", 0, chat("bye")).await, 200);
    let challenge = json!({ "settings": { "game": "offboard" } });
    let asked = eve.post("/api/people/Ann/challenge", &challenge).await;
    assert_eq!(asked.status, 403, "{}", asked.text());
    // Nor does one sit down at the other's table, whoever has made it.
    let create = json!({ "settings": { "game": "offboard", "public": true } });
    for [host, visitor] in [[ann.clone(), eve.clone()], [eve.clone(), ann.clone()]] {
        let (mut host, mut visitor) = (host, visitor);
        let made = host.post("/api/tables", &create).await.json();
        let path = format!("/api/tables/{}/join", made["table"].as_str().unwrap());
        let joined = visitor
            .post(&path, &json!({ "challenge": made["challenge"] }))
            .await;
        assert_eq!(joined.status, 403, "{}", joined.text());
        assert!(joined.text().contains("blocked"), "{}", joined.text());
    }

    // Neither is paired with the other, whoever comes first; a third is.
    let seek = json!({ "type": "seek", "settings": { "game": "polygone" }, "side": "random", "range": null });
    let (mut of_ann, mut of_eve) = (socket(&ann, "/ws/lobby").await, socket(&eve, "/ws/lobby").await);
    of_ann.say(&seek).await;
    let shown = of_eve
        .until(|message| message["seeks"].as_array().is_some_and(|seeks| seeks.len() == 1))
        .await;
    of_eve
        .say(&json!({ "type": "take", "seek": shown["seeks"][0]["seek"] }))
        .await;
    of_eve.until(|message| message["type"] == "refused").await;
    of_eve.say(&seek).await;
    of_eve
        .until(|message| message["seeks"].as_array().is_some_and(|seeks| seeks.len() == 2))
        .await;
    let carl = sign_up(&server, "Carl").await;
    let mut of_carl = socket(&carl, "/ws/lobby").await;
    of_carl.say(&seek).await;
    of_carl.until(|message| message["type"] == "paired").await;
    of_ann.until(|message| message["type"] == "paired").await;

    assert_eq!(
        send(&mut ann, "DELETE", "/api/blocks/Eve", &json!({}))
            .await
            .status,
        204
    );
    assert_eq!(act(&mut eve, &table, "chat-0003", 0, chat("sorry")).await, 200);
}

async fn challenges_do_not_pile_up(database: Database) {
    let server = server(database).await;
    let (mut ann, mut eve) = (sign_up(&server, "Ann").await, sign_up(&server, "Eve").await);
    let person = id_of(&mut ann).await;
    let challenge = json!({ "settings": { "game": "offboard" } });
    for status in [200, 200, 200, 409] {
        let asked = eve.post("/api/people/Ann/challenge", &challenge).await;
        assert_eq!(asked.status, status, "{}", asked.text());
    }
    // As if many others had asked.
    for number in 0..47 {
        let (guest, game) = (format!("guest-{number:03}"), format!("table-{number:03}"));
        server.store.add_guest(&guest, "Teal tile 7", 1).await.unwrap();
        let game = store::NewGame {
            id: &game,
            game: "offboard",
            settings: r#"{"game":"offboard"}"#,
            public: false,
            creator: &guest,
            created: 1,
        };
        server.store.add_game(&game).await.unwrap();
        let now = i64::MAX / 2;
        server.store.add_challenge(game.id, &person, now).await.unwrap();
        if number == 24 {
            let mut guest = server.stranger();
            let asked = guest.post("/api/people/Ann/challenge", &challenge).await;
            assert_eq!(asked.status, 409, "guests have had their share");
            let mut bob = sign_up(&server, "Bob").await;
            let asked = bob.post("/api/people/Ann/challenge", &challenge).await;
            assert_eq!(asked.status, 200, "{}", asked.text());
        }
    }
    let mut carl = sign_up(&server, "Carl").await;
    let asked = carl.post("/api/people/Ann/challenge", &challenge).await;
    assert_eq!(asked.status, 409, "fifty wait");
}

async fn a_deleted_account_leaves_no_name(database: Database) {
    let server = server(database).await;
    let (mut zelda, mut bob) = (sign_up(&server, "Zelda").await, sign_up(&server, "Bob").await);
    let person = id_of(&mut zelda).await;
    let over = short_game(
        &mut zelda,
        &mut bob,
        json!({ "game": "offboard", "public": true }),
    )
    .await;
    let created = zelda
        .post(
            "/api/tables",
            &json!({ "settings": { "game": "offboard", "public": true } }),
        )
        .await
        .json();
    let going = created["table"].as_str().unwrap().to_owned();
    bob.post(&format!("/api/tables/{going}/join"), &json!({})).await;
    let mut line = socket(&bob, &format!("/ws/table/{going}")).await;
    let wrong = json!({ "password": "wrong horse" });
    assert_eq!(
        send(&mut zelda, "DELETE", "/api/account", &wrong).await.status,
        403
    );
    let right = json!({ "password": "correct horse" });
    let left = send(&mut zelda, "DELETE", "/api/account", &right).await;
    assert_eq!(left.status, 200, "{}", left.text());
    let told = |message: &Value| {
        let events = message["events"].as_array().cloned().unwrap_or_default();
        events
            .iter()
            .any(|event| event["type"] == "redacted" && event["name"] == "[deleted]")
    };
    line.until(told).await;
    for path in [
        format!("/api/tables/{over}"),
        format!("/api/tables/{over}/record"),
        format!("/api/tables/{going}"),
        "/api/games".to_owned(),
        "/api/games?format=table".to_owned(),
        format!("/api/games?player={person}&format=record"),
        "/api/me/tables".to_owned(),
        "/api/account/data".to_owned(),
    ] {
        let answer = bob.get(&path).await;
        assert_eq!(answer.status, 200, "{path}");
        let text = answer.text();
        assert!(
            !text.contains("Zelda") && text.contains("[deleted]"),
            "{path}: {text}"
        );
    }
    assert_eq!(bob.get("/api/people/Zelda").await.status, 404);
    sign_up(&server, "Zelda").await;

    // Guests have nothing to prove.
    let mut guest = server.stranger();
    guest.post("/api/me", &json!({})).await;
    assert_eq!(
        send(&mut guest, "DELETE", "/api/account", &json!({}))
            .await
            .status,
        200
    );
    assert_eq!(guest.get("/api/me").await.json(), Value::Null);
}

async fn keys_are_changed_without_signing_anybody_out(database: Database) {
    let url = database.url.clone();
    let server = server(database).await;
    let mut ann = sign_up(&server, "Ann").await;
    let created = ann
        .post("/api/tables", &json!({ "settings": { "game": "offboard" } }))
        .await
        .json();
    let table = created["table"].as_str().unwrap().to_owned();
    let shown = async |http: &mut Http| {
        let seen = http.get(&format!("/api/tables/{table}")).await.json();
        seen["challenge"].as_str().unwrap().to_owned()
    };
    let link = shown(&mut ann).await;
    let admin = Admin::open(&url).await.unwrap();
    admin.rotate_key(7).await.unwrap();
    until("links are signed with the old key", async || {
        shown(&mut ann).await != link
    })
    .await;
    assert_eq!(
        ann.get("/api/me").await.json()["name"],
        "Ann",
        "her cookie is good"
    );
    let mut bob = server.stranger();
    let join = json!({ "challenge": link });
    let joined = bob.post(&format!("/api/tables/{table}/join"), &join).await;
    assert_eq!(joined.status, 200, "the link is good, too");
    // A key that is known to others ends at once: twice, because one key before is remembered.
    admin.rotate_key(0).await.unwrap();
    until("the old key is good", async || {
        ann.get("/api/me").await.json() == Value::Null
    })
    .await;
    admin.close().await;
}
