//! Accounts under attack: what is revoked ends at once, and nobody is locked out or taken for another. On both databases.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Server, act, closes, id_of, new_token, send, sign_up, socket, until};
use games::GameId;
use protocol::TableSettings;
use serde_json::{Value, json};
use server::Behaviour;
use sha2::Digest;
use testclient::{Database, Http, JsonLines};

testclient::on_both_databases!(
    another_password_revokes_tokens_and_closes_sockets,
    signing_out_closes_open_sockets,
    tokens_have_a_scope_and_an_end,
    a_name_takes_over_nobody_s_page,
    wrong_sign_ins_lock_nobody_out,
    sessions_end_when_they_are_not_used,
    guests_who_played_nothing_leave_nothing,
    an_account_closes_what_its_guest_has_opened,
    marks_of_devices_end_with_the_sessions,
);

async fn server(database: Database) -> Server {
    Server::with(database, Behaviour::default()).await
}

async fn token(owner: &mut Http, name: &str, scope: &str) -> String {
    let made = owner.post("/api/tokens", &new_token(name, scope)).await;
    assert_eq!(made.status, 200, "{}", made.text());
    made.json()["token"].as_str().unwrap().to_owned()
}

fn with_token(server: &Server, token: &str) -> Http {
    Http {
        headers: format!("authorization: Bearer {token}\r\n"),
        ..server.stranger()
    }
}

async fn another_password_revokes_tokens_and_closes_sockets(database: Database) {
    let server = server(database).await;
    let mut ann = sign_up(&server, "Ann").await;
    let mut bot = with_token(&server, &token(&mut ann, "my bot", "play").await);
    assert_eq!(bot.get("/api/me").await.status, 200);
    let mut of_bot = socket(&bot, "/ws/lobby").await;
    let mut stream = JsonLines::open(&bot, "/api/me/events").await;
    let mut own = socket(&ann, "/ws/lobby").await;
    let change = json!({ "old": "correct horse", "new": "battery staple" });
    let changed = send(&mut ann, "PUT", "/api/account/password", &change).await;
    assert_eq!(changed.status, 204, "{}", changed.text());
    assert_eq!(bot.get("/api/me").await.status, 401, "the token still works");
    of_bot.say(&json!({ "type": "ping" })).await;
    closes(&mut of_bot).await;
    assert!(stream.ends().await, "the stream goes on");
    own.say(&json!({ "type": "ping" })).await;
    own.until(|message| message["type"] == "pong").await;
    assert_eq!(ann.get("/api/me").await.json()["name"], "Ann", "here one stays");
}

async fn signing_out_closes_open_sockets(database: Database) {
    let server = server(database).await;
    let (mut ann, mut bob) = (sign_up(&server, "Ann").await, sign_up(&server, "Bob").await);
    let created = ann
        .post("/api/tables", &json!({ "settings": { "game": "offboard" } }))
        .await
        .json();
    let table = created["table"].as_str().unwrap();
    let path = format!("/ws/table/{table}");
    let join = json!({ "challenge": created["challenge"] });
    bob.post(&format!("/api/tables/{table}/join"), &join).await;
    let mut elsewhere = server.stranger();
    let right = json!({ "name": "Ann", "password": "correct horse" });
    assert_eq!(elsewhere.post("/api/session", &right).await.status, 200);
    let mut lines = [socket(&ann, &path).await, socket(&ann, "/ws/lobby").await];
    let mut others = [socket(&elsewhere, "/ws/lobby").await, socket(&bob, &path).await];
    assert_eq!(
        send(&mut ann, "DELETE", "/api/session", &json!({})).await.status,
        200
    );
    // Nothing is said here: an answer to a closed connection could take the last words away.
    assert_eq!(closes(&mut lines[0]).await, "signed_out");
    lines[1].say(&json!({ "type": "ping" })).await;
    closes(&mut lines[1]).await;
    for line in &mut others {
        line.say(&json!({ "type": "ping" })).await;
        line.until(|message| message["type"] == "pong").await;
    }
    let out = send(&mut elsewhere, "DELETE", "/api/sessions", &json!({})).await;
    assert_eq!(out.status, 200);
    closes(&mut others[0]).await;
    others[1].say(&json!({ "type": "ping" })).await;
    others[1].until(|message| message["type"] == "pong").await;
}

async fn tokens_have_a_scope_and_an_end(database: Database) {
    let server = server(database).await;
    let mut ann = sign_up(&server, "Ann").await;
    for (body, status) in [
        (json!({ "name": "my bot" }), 422),
        (
            json!({ "name": "my bot", "password": "wrong horse", "scope": "play", "days": 3 }),
            403,
        ),
        (
            json!({ "name": "my bot", "password": "correct horse", "scope": "all", "days": 3 }),
            422,
        ),
        (
            json!({ "name": "my bot", "password": "correct horse", "scope": "play", "days": 0 }),
            400,
        ),
        (
            json!({ "name": "my bot", "password": "correct horse", "scope": "play", "days": 366 }),
            400,
        ),
    ] {
        assert_eq!(ann.post("/api/tokens", &body).await.status, status, "{body}");
    }
    let mut read = with_token(&server, &token(&mut ann, "reader", "read").await);
    let mut play = with_token(&server, &token(&mut ann, "player", "play").await);
    let mut all = with_token(&server, &token(&mut ann, "all", "account").await);
    let again = ann.post("/api/tokens", &new_token("reader", "play")).await;
    assert_eq!(again.status, 409, "one of a name");

    let create = json!({ "settings": { "game": "offboard" }, "side": "first" });
    assert_eq!(read.get("/api/me/tables").await.status, 200);
    assert_eq!(read.post("/api/tables", &create).await.status, 403);
    assert_eq!(play.get("/api/tokens").await.status, 403);
    let made = play.post("/api/tables", &create).await;
    assert_eq!(made.status, 200);
    let table = made.json()["table"].as_str().unwrap().to_owned();
    keys_are_for_those_who_may_act(&server, &mut read, &mut play, &table).await;
    let mut line = socket(&read, &format!("/ws/table/{table}")).await;
    let abort = json!({ "type": "act", "key": "abort-001", "ply": 0, "action": { "do": "abort" } });
    line.say(&abort).await;
    let refused = line.until(|message| message["type"] == "refused").await;
    assert_eq!(refused["reason"], "not_yours");
    let mut lobby = socket(&read, "/ws/lobby").await;
    let seek = json!({ "type": "seek", "settings": { "game": "offboard" }, "side": "random", "range": null });
    lobby.say(&seek).await;
    lobby.until(|message| message["type"] == "refused").await;

    let list = all.get("/api/tokens").await.json();
    let names: Vec<&str> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|token| token["name"].as_str().unwrap())
        .collect();
    assert_eq!(names.len(), 3, "{list}");
    assert!(list[0]["expires"].as_i64().unwrap() > list[0]["created"].as_i64().unwrap());
    assert_eq!(
        send(&mut all, "DELETE", "/api/tokens/reader", &json!({}))
            .await
            .status,
        204
    );
    assert_eq!(read.get("/api/me").await.status, 401);
    line.say(&json!({ "type": "ping" })).await;
    closes(&mut line).await;
    assert_eq!(play.get("/api/me").await.status, 200, "the others stay");
}

/// A token that may only look gets no key that lets somebody sit down, and changes nothing that its owner has set.
async fn keys_are_for_those_who_may_act(server: &Server, read: &mut Http, play: &mut Http, table: &str) {
    let path = format!("/api/tables/{table}");
    assert!(play.get(&path).await.json()["challenge"].is_string());
    assert_eq!(read.get(&path).await.json()["challenge"], Value::Null);
    let ask = json!({ "settings": { "game": "offboard" } });
    let asked = server.stranger().post("/api/people/Ann/challenge", &ask).await;
    assert_eq!(asked.status, 200, "{}", asked.text());
    assert!(play.get("/api/me/challenges").await.json()[0]["challenge"].is_string());
    let shown = read.get("/api/me/challenges").await.json();
    assert_eq!(
        (&shown[0]["type"], &shown[0]["challenge"]),
        (&json!("challenge"), &Value::Null)
    );
    let mut stream = JsonLines::open(read, "/api/me/events").await;
    assert_eq!(stream.hear().await["challenge"], Value::Null);
    let endpoint = json!({ "endpoint": "https://push.example.org/abc" });
    assert_eq!(send(play, "DELETE", "/api/push", &endpoint).await.status, 403);
}

async fn a_name_takes_over_nobody_s_page(database: Database) {
    let server = server(database).await;
    let mut ann = sign_up(&server, "Ann").await;
    let id = id_of(&mut ann).await;
    for (name, status) in [
        (id.as_str(), 400),
        ("Admin", 400),
        ("Computer 5", 400),
        ("A-n-n", 409),
        ("Änn", 409),
        ("Аnn", 400),
        ("aNN", 409),
        ("Anna", 200),
    ] {
        let body = json!({ "name": name, "password": "correct horse" });
        let answer = server.stranger().post("/api/account", &body).await;
        assert_eq!(answer.status, status, "{name}: {}", answer.text());
    }
    let mut guest = server.stranger();
    guest.post("/api/me", &json!({})).await;
    for (name, status) in [("Ann", 409), ("A.nn", 409), (id.as_str(), 400), ("Ben", 200)] {
        let answer = send(&mut guest, "PUT", "/api/me", &json!({ "name": name })).await;
        assert_eq!(answer.status, status, "{name}");
    }
    // Even an account of before that has somebody's id as its name does not stand in their place.
    server.store.add_guest("person-9", "x", 1).await.unwrap();
    let old = store::NewAccount {
        guest: "person-9",
        name: &id,
        skeleton: "old",
        password: "x",
    };
    assert!(server.store.make_account(old).await.unwrap());
    let page = ann.get(&format!("/api/people/{id}")).await.json();
    assert_eq!(page["name"], "Ann", "{page}");
    let weak = json!({ "name": "Carl", "password": "password123" });
    assert_eq!(server.stranger().post("/api/account", &weak).await.status, 400);
}

async fn wrong_sign_ins_lock_nobody_out(database: Database) {
    let behaviour = Behaviour {
        proxies: 1,
        ..Behaviour::default()
    };
    let server = Server::with(database, behaviour).await;
    let from = |address: &str| Http {
        headers: format!("x-forwarded-for: {address}\r\n"),
        ..server.stranger()
    };
    let mut ann = from("192.0.2.66");
    let right = json!({ "name": "Ann", "password": "correct horse" });
    assert_eq!(ann.post("/api/account", &right).await.status, 200);
    // Eve comes from where Ann is, and knocks at her door.
    let mut eve = from("192.0.2.66");
    let wrong = json!({ "name": "Ann", "password": "wrong horse" });
    for _ in 0..10 {
        eve.post("/api/session", &wrong).await;
    }
    assert_eq!(eve.post("/api/session", &wrong).await.status, 429);
    let elsewhere = from("192.0.2.1").post("/api/session", &right).await;
    assert_eq!(elsewhere.status, 200, "{}", elsewhere.text());
    send(&mut ann, "DELETE", "/api/session", &json!({})).await;
    let again = ann.post("/api/session", &right).await;
    assert_eq!(again.status, 200, "a device that is known: {}", again.text());
    // Many addresses use up what strangers have for the name, and not what the device has.
    let strangers = (0..120).map(async |number| {
        let mut other = from(&format!("198.51.100.{number}"));
        other.post("/api/session", &wrong).await.status
    });
    // All at once, because one attempt a second comes back.
    let statuses = futures_util::future::join_all(strangers).await;
    assert!(statuses.contains(&429), "{statuses:?}");
    assert_eq!(ann.post("/api/session", &right).await.status, 200);
    // The mark of Ann's device is no mark for Bob's account.
    let bob = json!({ "name": "Bob", "password": "correct horse" });
    assert_eq!(from("192.0.2.3").post("/api/account", &bob).await.status, 200);
    let wrong = json!({ "name": "Bob", "password": "wrong horse" });
    let mut statuses = Vec::new();
    for _ in 0..12 {
        statuses.push(ann.post("/api/session", &wrong).await.status);
    }
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 10);
}

/// The mark that a browser was given when somebody signed in.
fn mark(http: &Http) -> String {
    let cookies = http.cookie.as_ref().unwrap().split("; ");
    let mut marks = cookies.filter(|cookie| cookie.starts_with("tablier-device="));
    marks.next().unwrap().to_owned()
}

/// The same browser without its session.
fn signed_out(http: &Http) -> Http {
    Http {
        cookie: Some(mark(http)),
        ..http.clone()
    }
}

async fn guests_who_played_nothing_leave_nothing(database: Database) {
    let server = server(database).await;
    let mut ann = sign_up(&server, "Ann").await;
    let (id, first) = (id_of(&mut ann).await, mark(&ann));
    let right = json!({ "name": "Ann", "password": "correct horse" });
    for _ in 0..3 {
        let mut guest = signed_out(&ann);
        guest.post("/api/me", &json!({})).await;
        let person = id_of(&mut guest).await;
        assert_eq!(guest.post("/api/session", &right).await.status, 200);
        assert_eq!(server.store.person(&person).await.unwrap(), None);
        assert_eq!(mark(&guest), first, "a mark that is valid stays");
    }
    let mut guest = signed_out(&ann);
    let create = json!({ "settings": { "game": "offboard" } });
    let made = guest.post("/api/tables", &create).await.json();
    let person = id_of(&mut guest).await;
    assert_eq!(guest.post("/api/session", &right).await.status, 200);
    assert_eq!(server.store.former_guests(&id, 9).await.unwrap(), [person]);
    let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
    assert_eq!(guest.get(&path).await.json()["challenge"], made["challenge"]);
}

async fn an_account_closes_what_its_guest_has_opened(database: Database) {
    let server = server(database).await;
    let mut guest = server.stranger();
    guest.post("/api/me", &json!({})).await;
    let mut line = socket(&guest, "/ws/lobby").await;
    let new = json!({ "name": "Ann", "password": "correct horse" });
    assert_eq!(guest.post("/api/account", &new).await.status, 200);
    line.say(&json!({ "type": "ping" })).await;
    closes(&mut line).await;
}

async fn marks_of_devices_end_with_the_sessions(database: Database) {
    const CAFE: &str = "198.51.100.9";
    let behaviour = Behaviour {
        proxies: 1,
        ..Behaviour::default()
    };
    let server = Server::with(database, behaviour).await;
    let from = |address: &str| Http {
        headers: format!("x-forwarded-for: {address}\r\n"),
        ..server.stranger()
    };
    let credentials = |password: &str| json!({ "name": "Ann", "password": password });
    let mut ann = from("192.0.2.66");
    ann.post("/api/account", &credentials("correct horse")).await;
    // Everybody at the café, from which Ann's account was not used, has used up what strangers have.
    let wrong = credentials("wrong horse");
    for _ in 0..10 {
        from(CAFE).post("/api/session", &wrong).await;
    }
    let status = async |http: &Http, password: &str| {
        let mut there = Http {
            headers: from(CAFE).headers,
            ..signed_out(http)
        };
        there.post("/api/session", &credentials(password)).await.status
    };
    assert_eq!(status(&ann, "correct horse").await, 200);
    let before = ann.clone();
    let change = json!({ "old": "correct horse", "new": "battery staple" });
    assert_eq!(
        send(&mut ann, "PUT", "/api/account/password", &change)
            .await
            .status,
        204
    );
    assert_eq!(status(&before, "battery staple").await, 429, "a mark of before");
    assert_eq!(
        status(&ann, "battery staple").await,
        200,
        "the browser that changed it"
    );
    assert_eq!(
        send(&mut ann, "DELETE", "/api/sessions", &json!({})).await.status,
        200
    );
    assert_eq!(status(&ann, "battery staple").await, 429);
}

async fn sessions_end_when_they_are_not_used(database: Database) {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let server = server(database).await;
    let mut ann = sign_up(&server, "Ann").await;
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis() as i64;
    let cookie = ann.cookie.clone().unwrap();
    let (_, token) = cookie.split_once("tablier=").unwrap();
    let hash = sha2::Sha256::digest(token.split('.').next().unwrap());
    let digits: Vec<String> = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let hash = digits.concat();
    let used = async |days: i64| server.store.use_session(&hash, now - days * DAY).await.unwrap();
    let fresh = ann.get("/api/me").await;
    assert_eq!(fresh.header("set-cookie"), None, "nothing to renew");
    used(80).await;
    let renewed = ann.get("/api/me").await;
    let cookie = renewed.header("set-cookie").unwrap().to_owned();
    assert!(cookie.contains("max-age=7776000"), "{cookie}");
    used(91).await;
    assert_eq!(ann.get("/api/me").await.json(), Value::Null);
}

#[tokio::test]
async fn cookies_are_bound_to_the_host_where_the_connection_is_secure() {
    let behaviour = Behaviour {
        proxies: 1,
        ..Behaviour::default()
    };
    let server = Server::with(Database::sqlite(), behaviour).await;
    let mut ann = Http {
        headers: "x-forwarded-for: 192.0.2.1\r\nx-forwarded-proto: https\r\n".to_owned(),
        ..server.stranger()
    };
    let body = json!({ "name": "Ann", "password": "correct horse" });
    let answer = ann.post("/api/account", &body).await;
    let cookies: Vec<&str> = answer
        .head
        .lines()
        .filter(|line| line.starts_with("set-cookie"))
        .collect();
    assert_eq!(cookies.len(), 2, "{cookies:?}");
    for cookie in cookies {
        assert!(cookie.starts_with("set-cookie: __host-tablier"), "{cookie}");
        for needed in ["; path=/;", "; secure", "; httponly", "; samesite=lax"] {
            assert!(cookie.contains(needed), "{needed}: {cookie}");
        }
        assert!(!cookie.contains("domain"), "{cookie}");
    }
    assert_eq!(ann.get("/api/me").await.json()["name"], "Ann");
    // A cookie that another host of the domain could have set is not taken.
    let mut tossed = ann.clone();
    tossed.cookie = ann.cookie.as_ref().map(|cookie| cookie.replace("__Host-", ""));
    assert_eq!(tossed.get("/api/me").await.json(), Value::Null);
    let plain = Http {
        headers: "x-forwarded-for: 192.0.2.1\r\n".to_owned(),
        ..server.stranger()
    };
    let answer = plain.clone().post("/api/me", &json!({})).await;
    let cookie = answer.header("set-cookie").unwrap().to_owned();
    assert!(
        cookie.starts_with("tablier=") && !cookie.contains("secure"),
        "{cookie}"
    );
}

/// Plays a game of an honest pair while others attack. `cargo xtask attack` measures how long the moves take.
async fn play_honestly(server: &Server, moves: usize) {
    let settings = TableSettings::new(GameId::Offboard);
    let (one, other, table) = server.table(&settings).await;
    let (mut board, mut players) = (settings.start().unwrap(), [one, other]);
    for ply in 0..moves {
        let text = board.moves().unwrap()[0].clone();
        let action = json!({ "do": "move", "text": text });
        let key = format!("move-{ply:04}");
        assert_eq!(
            act(&mut players[ply % 2], &table, &key, ply as u32, action).await,
            200
        );
        board.play(&text).unwrap();
    }
}

/// Sign-ups that hang up, and wrong sign-ins, beside two who play.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_of_passwords_stop_nobody() {
    use tokio::io::AsyncWriteExt;
    let server = Server::with(Database::sqlite(), Behaviour::default()).await;
    let address = server.address;
    sign_up(&server, "Ann").await;
    let attack = tokio::spawn(async move {
        let mut open = Vec::new();
        for number in 0..720 {
            let (path, name) = if number % 2 == 0 {
                ("/api/account", format!("Mallory {number}"))
            } else {
                ("/api/session", "Ann".to_owned())
            };
            let body = json!({ "name": name, "password": "some long password" }).to_string();
            let length = body.len();
            let request = format!(
                "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
            );
            let Ok(mut stream) = tokio::net::TcpStream::connect(address).await else {
                continue;
            };
            let _ = stream.write_all(request.as_bytes()).await;
            open.push(stream);
            if open.len() > 50 {
                open.clear();
            }
        }
    });
    for _ in 0..10 {
        play_honestly(&server, 10).await;
    }
    attack.await.unwrap();
    let mut ann = server.stranger();
    let right = json!({ "name": "Bob", "password": "correct horse" });
    until("the next who signs up is let in", async || {
        ann.post("/api/account", &right).await.status == 200
    })
    .await;
}
