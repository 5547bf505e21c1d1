//! One visitor attacks while two others play: every move of theirs is acknowledged. `cargo xtask attack` measures how long it
//! takes, and how much memory the server needs.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Server, act};
use games::{AnyGame, GameId};
use protocol::TableSettings;
use serde_json::{Value, json};
use server::{Behaviour, Limits};
use std::time::{Duration, Instant};
use store::{LogWrite, NewEvent, NewGame, Summary};
use testclient::{Database, TestSocket, quiet_records};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// Moves that the two play: fewer than a person may send at once.
const MOVES: u32 = 60;

/// Time within which moves are acknowledged. It is ten times that of `cargo xtask attack`, and the attackers are fewer: here
/// the server is not optimised, other tests run beside it, and a machine for tests may be slow. These tests find what stops the
/// players; `cargo xtask attack` measures.
const SOON: Duration = Duration::from_secs(5);

/// Memory that this program may have taken when all is over, in kB: the server and all attackers of all these tests.
const MOST_MEMORY: u64 = 1_000_000;

/// The most memory that this program has had, in kB, where the system tells it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// Two who only want to play.
struct Honest {
    table: String,
    lines: [TestSocket; 2],
    board: AnyGame,
    ply: u32,
    /// Time until each acknowledgement.
    waits: Vec<Duration>,
}

impl Honest {
    async fn at(server: &Server) -> Honest {
        let settings = TableSettings {
            public: true,
            ..TableSettings::new(GameId::Offboard)
        };
        let (one, other, table) = server.table(&settings).await;
        let path = format!("/ws/table/{table}");
        let mut lines = [
            TestSocket::open(&one, &path).await,
            TestSocket::open(&other, &path).await,
        ];
        for line in &mut lines {
            line.say(&hello()).await;
        }
        Honest {
            table,
            lines,
            board: settings.start().unwrap(),
            ply: 0,
            waits: Vec::new(),
        }
    }

    /// Plays, and waits for every acknowledgement.
    async fn play(&mut self) {
        while self.ply < MOVES && self.board.outcome().is_none() {
            let moves = self.board.moves().unwrap();
            let text = moves[self.ply as usize * 7 % moves.len()].clone();
            let key = format!("move-{:04}", self.ply);
            let action = json!({ "do": "move", "text": text });
            let message = json!({ "type": "act", "key": key, "ply": self.ply, "action": action });
            let line = &mut self.lines[self.ply as usize % 2];
            let begin = Instant::now();
            line.say(&message).await;
            let answer = line
                .until(|message| message["key"] == key && message["type"] != "events")
                .await;
            assert_eq!(answer["type"], "ack", "{answer}");
            self.waits.push(begin.elapsed());
            self.board.play(&text).unwrap();
            self.ply += 1;
        }
    }

    /// Many moves were played, and 99 of 100 acknowledged soon, by the measure of a machine with other tests on it.
    fn has_played(mut self) {
        assert!(self.ply > 20, "{} moves", self.ply);
        self.waits.sort_unstable();
        let late = self.waits[(self.waits.len() - 1) * 99 / 100];
        assert!(late < SOON, "a move waited for {late:?}");
        let memory = peak_memory().unwrap_or(0);
        assert!(memory < MOST_MEMORY, "{memory} kB");
    }
}

fn hello() -> Value {
    json!({ "type": "hello", "version": 1, "last": 0 })
}

/// A server that lets one address have many sockets.
async fn open_server() -> Server {
    let limits = Limits {
        sockets: 10_000,
        ..Limits::default()
    };
    let behaviour = Behaviour {
        limits,
        ..Behaviour::default()
    };
    Server::with(Database::sqlite(), behaviour).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_who_do_not_read_hold_up_nobody() {
    let server = open_server().await;
    let mut honest = Honest::at(&server).await;
    let mut stalled = Vec::new();
    for _ in 0..300 {
        let mut line = TestSocket::open(&server.stranger(), &format!("/ws/table/{}", honest.table)).await;
        line.say(&hello()).await;
        stalled.push(line);
    }
    honest.play().await;
    honest.has_played();
}

/// A finished game whose log is as long as a log can be.
async fn long_game(server: &Server) -> &'static str {
    server.store.add_guest("long-maker", "Long", 1).await.unwrap();
    let game = NewGame {
        id: "longgame01",
        game: "offboard",
        settings: r#"{"game":"offboard","public":true}"#,
        public: true,
        creator: "long-maker",
        created: 1,
    };
    server.store.add_game(&game).await.unwrap();
    let text = "x".repeat(900);
    let event = |seq| NewEvent {
        seq,
        at: 1,
        key: None,
        body: json!({ "type": "chat", "seat": 0, "text": text }).to_string(),
    };
    let entry = LogWrite {
        game: game.id.to_owned(),
        events: (1..=500).map(event).collect(),
        summary: Summary {
            ended: Some(2),
            reason: Some("aborted".to_owned()),
            players: Some("[null,null]".to_owned()),
            ..Summary::default()
        },
        seats: Vec::new(),
        ratings: Vec::new(),
        opens: None,
    };
    assert_eq!(server.store.append(&[entry]).await.unwrap(), [true]);
    game.id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_that_nobody_reads_hold_up_nobody() {
    let server = open_server().await;
    let mut honest = Honest::at(&server).await;
    let id = long_game(&server).await;
    let mut unread = Vec::new();
    for _ in 0..150 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let request = format!(
            "GET /api/tables/{id} HTTP/1.1\r\nhost: {}\r\n\r\n",
            server.address
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        unread.push(stream);
    }
    honest.play().await;
    // The table itself is still open to everybody.
    let mut line = TestSocket::open(&server.stranger(), &format!("/ws/table/{id}")).await;
    line.say(&hello()).await;
    line.until(|message| message["type"] == "welcome").await;
    honest.has_played();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computer_games_opened_and_aborted_hold_up_nobody() {
    let server = open_server().await;
    let mut honest = Honest::at(&server).await;
    let (mut mover, _, polarity) = server.table(&TableSettings::new(GameId::Polarity)).await;
    let mut attacker = server.stranger();
    for number in 0..28 {
        let body = json!({ "settings": { "game": "polarity" }, "side": "second", "computer": 10 });
        let made = attacker.post("/api/tables", &body).await;
        if made.status != 200 {
            assert_eq!(made.status, 429, "{}", made.text());
            break;
        }
        let table = made.json()["table"].as_str().unwrap().to_owned();
        let key = format!("abort-{number:03}");
        act(&mut attacker, &table, &key, 0, json!({ "do": "abort" })).await;
    }
    honest.play().await;
    // A person's simulation comes before the computers'.
    let attempt = json!({ "do": "move", "text": "anything" });
    assert_eq!(act(&mut mover, &polarity, "attempt-1", 0, attempt).await, 400);
    honest.has_played();
}

/// Sends requests one after the other until it is dropped; how often each was answered in which way.
fn ask_again_and_again(server: &Server, paths: Vec<String>) -> tokio::task::JoinHandle<()> {
    let mut http = server.stranger();
    tokio::spawn(async move {
        for path in paths.iter().cycle() {
            let answer = http.ask("GET", path, "").await.unwrap();
            assert!(
                [200, 400, 404, 429, 431, 503].contains(&answer.status),
                "{path}: {}",
                answer.status
            );
        }
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heads_of_pages_and_long_positions_hold_up_nobody() {
    let server = open_server().await;
    let mut honest = Honest::at(&server).await;
    let id = long_game(&server).await;
    let long = "i5h5+".repeat(5000);
    let paths = vec![
        format!("/table/{id}"),
        format!("/table/{}", honest.table),
        format!("/embed/position/offboard?moves={long}"),
        format!("/pictures/position/offboard.svg?moves={long}"),
        "/healthz".to_owned(),
    ];
    let attackers = [0; 4].map(|_| ask_again_and_again(&server, paths.clone()));
    honest.play().await;
    for attacker in attackers {
        assert!(!attacker.is_finished(), "every request is answered");
        attacker.abort();
    }
    honest.has_played();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_asks_for_a_long_log_again_and_again_holds_up_nobody() {
    let server = open_server().await;
    let mut honest = Honest::at(&server).await;
    let mut lines = Vec::new();
    for _ in 0..20 {
        let mut line = TestSocket::open(&server.stranger(), &format!("/ws/table/{}", honest.table)).await;
        line.say(&hello()).await;
        for _ in 0..20 {
            line.say(&json!({ "type": "sync", "last": 0 })).await;
        }
        lines.push(line);
    }
    honest.play().await;
    honest.has_played();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn imports_hold_up_nobody() {
    let server = open_server().await;
    let mut honest = Honest::at(&server).await;
    let body = tokio::task::spawn_blocking(|| quiet_records(1)).await.unwrap();
    let address = server.address;
    let attackers: Vec<_> = (0..8)
        .map(|_| {
            let body = body.clone();
            tokio::spawn(async move {
                testclient::Http::new(address)
                    .ask("POST", "/api/import", &body)
                    .await
            })
        })
        .collect();
    honest.play().await;
    let mut kept = 0;
    for attacker in attackers {
        // One that waits for longer than its sender has been left.
        let Ok(answer) = attacker.await.unwrap() else {
            continue;
        };
        assert!([200, 413, 429, 503].contains(&answer.status), "{}", answer.text());
        kept += usize::from(answer.status == 200);
    }
    assert!(kept > 0, "the imports are good ones, and cost what imports cost");
    honest.has_played();
}
