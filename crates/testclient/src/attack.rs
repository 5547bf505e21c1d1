//! Attacks on a server of its own, each beside people who only want to play: how long do their moves take, and does the
//! server live?
//!
//! Long because every attack stands here, by its name.

use crate::chaos::seated_as;
use crate::load::percentile;
use crate::{Http, Program, TestPlayer, TestSocket};
use games::{AnyGame, GameId, Level};
use magnets::Trace;
use protocol::{Clock, EndReason, Ending, Record, TableSettings};
use rules::Side;
use serde_json::{Value, json};
use std::fmt;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use store::{LogWrite, NewEvent, NewGame, Store, Summary, SyntheticGames};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};

/// Time for which the others play.
const LASTING: Duration = Duration::from_secs(30);
/// Time between two moves at a table of theirs: ten a second, of which each player may send fifteen.
const PACE: Duration = Duration::from_millis(100);
/// Time between two moves of Polarity, which costs the player's machine a simulation, too.
const POLARITY_PACE: Duration = Duration::from_secs(2);
/// Games of the player whose pages are read.
const MANY_GAMES: u64 = 100_000;
/// Spectators who do not read, and how many of them come from one address.
const STALLED: usize = 5300;
const STALLED_EACH: usize = 100;
/// Answers that nobody reads: as many connections as an address may have.
const UNREAD: usize = 300;
/// Samples for which a hand of the import stays where it is: a hand has half a minute.
const QUIET: usize = 1400;
/// The finished game whose log is as long as a log can be.
const LONG_GAME: &str = "longgame01";

/// The player with very many games.
const HEAVY: &str = "heavy-player";

/// An attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// No attack, for comparison.
    Nobody,
    /// People sign up and hang up before the answer.
    SignUps,
    /// Wrong passwords from thousands of networks.
    SignIns,
    /// Imports of long quiet hands, whose senders leave.
    Imports,
    /// Computer games opened and aborted beside an analysis.
    Computers,
    /// Answers of the longest log that nobody reads.
    Unread,
    /// Pages of a player with very many games.
    Pages,
    /// Spectators who do not read.
    Stalled,
    /// Guests who fill the lobby.
    Lobby,
    /// Messages and forged pongs, without end.
    Messages,
    /// Pages whose heads tell of games, and positions after very many moves.
    Heads,
    /// Everything that has happened at a table, asked for again and again.
    Syncs,
}

/// Effects of an attack.
#[derive(Clone, Copy, Debug)]
pub struct Damage {
    /// The attack.
    pub attack: Attack,
    /// Requests and messages of the attackers.
    pub blows: usize,
    /// Moves of the others, and how many of them were acknowledged.
    pub moves: [usize; 2],
    /// Milliseconds until a move was acknowledged: 99 of 100, and the longest.
    pub waits: [f64; 2],
    /// The same for Polarity: half, and the longest. The simulation of the move is a part of it.
    pub polarity: [f64; 2],
    /// Megabytes that the server needed at most.
    pub megabytes: u64,
    /// Whether the server answers afterwards.
    pub is_alive: bool,
}

impl Damage {
    /// Whether the others hardly felt it.
    pub fn is_small(&self) -> bool {
        let [sent, acknowledged] = self.moves;
        let is_played = sent > 100 && acknowledged == sent;
        is_played && self.waits[0] < 500.0 && self.megabytes < 1000 && self.is_alive
    }
}

impl fmt::Display for Damage {
    /// A row of the table in docs/load.md.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([sent, acknowledged], [p99, longest]) = (self.moves, self.waits);
        let [half, slowest] = self.polarity;
        write!(
            f,
            "| {} | {} | {sent} | {acknowledged} | {p99:.1} | {longest:.1} | {half:.0} | {slowest:.0} | {} | {} |",
            self.attack.words(),
            self.blows,
            self.megabytes,
            if self.is_alive { "no" } else { "yes" }
        )
    }
}

impl Attack {
    /// All of them.
    pub const ALL: [Attack; 12] = [
        Attack::Nobody,
        Attack::SignUps,
        Attack::SignIns,
        Attack::Imports,
        Attack::Computers,
        Attack::Unread,
        Attack::Pages,
        Attack::Stalled,
        Attack::Lobby,
        Attack::Messages,
        Attack::Heads,
        Attack::Syncs,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Attack::Nobody => "nobody",
            Attack::SignUps => "sign-ups",
            Attack::SignIns => "sign-ins",
            Attack::Imports => "imports",
            Attack::Computers => "computers",
            Attack::Unread => "unread",
            Attack::Pages => "pages",
            Attack::Stalled => "stalled",
            Attack::Lobby => "lobby",
            Attack::Messages => "messages",
            Attack::Heads => "heads",
            Attack::Syncs => "syncs",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Attack::Nobody => "none",
            Attack::SignUps => "sign-ups that hang up, an address each",
            Attack::SignIns => "wrong passwords, a name and a network each",
            Attack::Imports => "imports of 300 hands of half a minute, whose senders leave",
            Attack::Computers => "computer games opened and aborted beside analyses",
            Attack::Unread => "300 unread answers of the longest log",
            Attack::Pages => "pages of a player with 100,000 games",
            Attack::Stalled => "5,300 spectators at the others' table who do not read",
            Attack::Lobby => "seeks of 400 guests from 10 addresses",
            Attack::Messages => "messages and forged pongs on 100 sockets",
            Attack::Heads => "heads of pages, and positions of 2,000 moves",
            Attack::Syncs => "the whole log asked for again and again on 200 sockets",
        }
    }

    /// Attacks a server of its own while others play.
    pub async fn run(self, binary: &Path) -> Damage {
        let database = crate::Database::sqlite();
        self.prepare(&database.url).await;
        let mut program = Program::start_guarded(binary, &database.url).await;
        let honest = Honest::at(program.address).await;
        let blows = Arc::new(AtomicUsize::new(0));
        let attacker = Attacker {
            address: program.address,
            table: honest.tables[0].clone(),
            blows: blows.clone(),
        };
        let attack = tokio::spawn(self.go(attacker));
        let (flat, polarity) = honest.play().await;
        attack.abort();
        let waits = sorted_waits(&flat);
        let by_hand = sorted_waits(&polarity);
        let everybody = || flat.iter().chain(&polarity);
        let acknowledged = everybody().map(|player| player.acknowledged.len()).sum();
        Damage {
            attack: self,
            blows: blows.load(Ordering::Relaxed),
            moves: [everybody().map(|player| player.sent_moves).sum(), acknowledged],
            waits: [0.99, 1.0].map(|part| percentile(&waits, part)),
            polarity: [0.5, 1.0].map(|part| percentile(&by_hand, part)),
            megabytes: program.most_megabytes(),
            is_alive: program.is_alive().await,
        }
    }

    /// Fills the database with the games that the attack is about.
    async fn prepare(self, database: &str) {
        if !matches!(self, Attack::Unread | Attack::Pages | Attack::Heads) {
            return;
        }
        let store = Store::open(database).await.unwrap();
        if self == Attack::Pages {
            store.add_guest(HEAVY, "Somebody", 1).await.unwrap();
            let games = SyntheticGames {
                numbers: 1..MANY_GAMES + 1,
                share: 1,
                player: HEAVY.to_owned(),
                log: crate::growth::sample_log(),
            };
            store.fill(&games).await.unwrap();
        } else {
            add_long_game(&store).await;
        }
        store.close().await;
    }

    async fn go(self, attacker: Attacker) {
        match self {
            Attack::Nobody => {}
            Attack::SignUps => attacker.sign_up_and_hang_up().await,
            Attack::SignIns => attacker.guess_passwords().await,
            Attack::Imports => attacker.import_and_leave().await,
            Attack::Computers => attacker.open_computer_games().await,
            Attack::Unread => attacker.read_nothing().await,
            Attack::Pages => attacker.read_pages().await,
            Attack::Stalled => attacker.watch_without_reading().await,
            Attack::Lobby => attacker.fill_the_lobby().await,
            Attack::Messages => attacker.send_messages().await,
            Attack::Heads => attacker.read_heads().await,
            Attack::Syncs => attacker.ask_for_everything().await,
        }
    }
}

fn sorted_waits(players: &[TestPlayer]) -> Vec<u64> {
    let mut waits: Vec<u64> = players.iter().flat_map(|player| player.waits.clone()).collect();
    waits.sort_unstable();
    waits
}

/// A client at an address, as a proxy names it.
pub(crate) fn from(server: SocketAddr, address: &str) -> Http {
    Http {
        headers: format!("x-forwarded-for: {address}\r\n"),
        ..Http::new(server)
    }
}

/// The address of an attacker.
fn network(number: usize) -> String {
    format!("2001:db8:{:x}:{:x}::1", number >> 16, number & 0xffff)
}

fn hello() -> Value {
    json!({ "type": "hello", "version": 1, "last": 0 })
}

/// Two tables of Offboard and one of Polarity.
struct Honest {
    flat: Vec<TestPlayer>,
    polarity: Vec<TestPlayer>,
    tables: Vec<String>,
}

impl Honest {
    async fn at(address: SocketAddr) -> Honest {
        let (mut flat, mut polarity, mut tables) = (Vec::new(), Vec::new(), Vec::new());
        for (number, game) in [GameId::Offboard, GameId::Offboard, GameId::Polarity]
            .into_iter()
            .enumerate()
        {
            let settings = TableSettings {
                public: true,
                ..TableSettings::new(game)
            };
            let both = [1, 2].map(|player| from(address, &format!("198.51.100.{}", 10 * number + player)));
            let players = seated_as(both, &settings, number as u64).await;
            tables.push(players[0].table().to_string());
            if game == GameId::Polarity {
                polarity.extend(players);
            } else {
                flat.extend(players);
            }
        }
        Honest {
            flat,
            polarity,
            tables,
        }
    }

    /// Plays for a while, and waits for every acknowledgement.
    async fn play(self) -> (Vec<TestPlayer>, Vec<TestPlayer>) {
        let until = Instant::now() + LASTING;
        let play = |mut player: TestPlayer, pace| {
            tokio::spawn(async move {
                player.keep_pace(player.http.address, pace, until).await;
                player
            })
        };
        let flat: Vec<_> = self.flat.into_iter().map(|player| play(player, PACE)).collect();
        let polarity: Vec<_> = self
            .polarity
            .into_iter()
            .map(|player| play(player, POLARITY_PACE))
            .collect();
        (done(flat).await, done(polarity).await)
    }
}

async fn done(playing: Vec<tokio::task::JoinHandle<TestPlayer>>) -> Vec<TestPlayer> {
    let mut players = Vec::new();
    for player in playing {
        players.push(player.await.unwrap());
    }
    players
}

/// An attacker with many addresses.
#[derive(Clone)]
struct Attacker {
    address: SocketAddr,
    /// A table of the others.
    table: String,
    blows: Arc<AtomicUsize>,
}

impl Attacker {
    fn count(&self) {
        self.blows.fetch_add(1, Ordering::Relaxed);
    }

    /// Sends a request and gives its connection, of which nothing is read.
    async fn unread(&self, network: &str, method: &str, path: &str, body: &str) -> Option<TcpStream> {
        let mut stream = TcpStream::connect(self.address).await.ok()?;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {network}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.ok()?;
        self.count();
        Some(stream)
    }

    /// Asks and reads the answer; its status.
    async fn ask(&self, http: &mut Http, method: &str, path: &str, body: &str) -> Option<(u16, Value)> {
        let answer = http.ask(method, path, body).await.ok()?;
        self.count();
        Some((answer.status, answer.json()))
    }

    async fn sign_up_and_hang_up(self) {
        let mut open = std::collections::VecDeque::new();
        for number in 0.. {
            let body = json!({ "name": format!("Mallory {number}"), "password": "some long password" });
            open.push_back(
                self.unread(&network(number), "POST", "/api/account", &body.to_string())
                    .await,
            );
            if open.len() > 50 {
                open.pop_front();
            }
            sleep(Duration::from_millis(2)).await;
        }
    }

    async fn guess_passwords(self) {
        let guess = async |lane: usize| {
            for number in 0.. {
                let mut http = from(self.address, &network(100 * number + lane));
                let body =
                    json!({ "name": format!("Name {number} {lane}"), "password": "some long password" });
                self.ask(&mut http, "POST", "/api/session", &body.to_string())
                    .await;
            }
        };
        futures_util::future::join_all((0..100).map(guess)).await;
    }

    async fn import_and_leave(self) {
        let body = tokio::task::spawn_blocking(|| quiet_records(100)).await.unwrap();
        for number in 0.. {
            let sent = self.unread(&network(number), "POST", "/api/import", &body).await;
            sleep(Duration::from_millis(700)).await;
            drop(sent);
        }
    }

    async fn open_computer_games(self) {
        let attack = async |lane: usize| {
            let mut http = from(self.address, &network(lane));
            let imported = self
                .ask(&mut http, "POST", "/api/import", &flat_record(lane).to_string())
                .await;
            if let Some((200, kept)) = imported {
                let path = format!("/api/games/{}/analysis", kept[0]["table"].as_str().unwrap());
                self.ask(&mut http, "POST", &path, "").await;
            }
            for number in 0.. {
                let body = json!({ "settings": { "game": "polarity" }, "side": "second", "computer": 10 });
                let made = self
                    .ask(&mut http, "POST", "/api/tables", &body.to_string())
                    .await;
                let Some((200, made)) = made else {
                    sleep(Duration::from_secs(1)).await;
                    continue;
                };
                let path = format!("/api/tables/{}/act", made["table"].as_str().unwrap());
                let abort =
                    json!({ "key": format!("abort-{number:04}"), "ply": 0, "action": { "do": "abort" } });
                self.ask(&mut http, "POST", &path, &abort.to_string()).await;
            }
        };
        futures_util::future::join_all((0..4).map(attack)).await;
    }

    async fn read_nothing(self) {
        let mut open = Vec::new();
        for number in 0..UNREAD {
            let path = format!("/api/tables/{LONG_GAME}");
            open.push(self.unread(&network(number / 100), "GET", &path, "").await);
        }
        // The socket of that table can be opened all the same.
        let mut line = TestSocket::open(
            &from(self.address, &network(9)),
            &format!("/ws/table/{LONG_GAME}"),
        )
        .await;
        line.say(&hello()).await;
        line.until(|message| message["type"] == "welcome").await;
        std::future::pending::<()>().await;
    }

    async fn read_pages(self) {
        let pages = [
            format!("/api/people/{HEAVY}"),
            format!("/api/games?player={HEAVY}&format=table&most=20"),
            format!("/api/games?player={HEAVY}&most=20"),
            format!("/api/games?player={HEAVY}&result=draw&format=table&most=20"),
            format!("/api/games?player={HEAVY}&format=record&most=200"),
            "/api/games?format=table&most=20".to_owned(),
        ];
        self.read_again_and_again(&pages).await;
    }

    /// Reads pages from many addresses, twenty at once.
    async fn read_again_and_again(&self, pages: &[String]) {
        let read = async |lane: usize| {
            for number in lane.. {
                let mut http = from(self.address, &network(number));
                let page = &pages[number % pages.len()];
                self.ask(&mut http, "GET", page, "").await;
            }
        };
        futures_util::future::join_all((0..20).map(read)).await;
    }

    async fn watch_without_reading(self) {
        let path = format!("/ws/table/{}", self.table);
        let mut stalled = Vec::new();
        for number in 0..STALLED {
            let http = from(self.address, &network(number / STALLED_EACH));
            if let Ok(mut line) = TestSocket::try_open(&http, &path).await {
                line.say(&hello()).await;
                stalled.push(line);
                self.count();
            }
        }
        std::future::pending::<()>().await;
    }

    async fn fill_the_lobby(self) {
        let games = ["offboard", "polygone", "isometron", "polarity"];
        let seek = async |lane: usize| {
            let mut http = from(self.address, &network(lane / 40));
            self.ask(&mut http, "POST", "/api/me", "{}").await;
            let Ok(mut line) = TestSocket::try_open(&http, "/ws/lobby").await else {
                return;
            };
            for number in 0.. {
                let settings = json!({ "game": games[number % 4], "rated": false, "clock": format!("{}s+3s", 60 + lane) });
                line.say(&json!({ "type": "seek", "settings": settings })).await;
                self.count();
                sleep(Duration::from_millis(300)).await;
            }
        };
        futures_util::future::join_all((0..400).map(seek)).await;
    }

    async fn read_heads(self) {
        let long = "i5h5+a1b2+".repeat(1000);
        let pages = [
            format!("/table/{LONG_GAME}"),
            format!("/table/{}", self.table),
            format!("/embed/position/offboard?moves={long}"),
            format!("/pictures/position/offboard.png?moves={long}"),
            "/puzzles/offboard/nosuch".to_owned(),
            "/healthz".to_owned(),
        ];
        self.read_again_and_again(&pages).await;
    }

    async fn ask_for_everything(self) {
        let path = format!("/ws/table/{}", self.table);
        let ask = async |lane: usize| {
            for number in lane.. {
                let http = from(self.address, &network(number));
                let Ok(mut line) = TestSocket::try_open(&http, &path).await else {
                    sleep(Duration::from_millis(100)).await;
                    continue;
                };
                for _ in 0..400 {
                    line.say(&hello()).await;
                    line.say(&json!({ "type": "sync", "last": 0 })).await;
                    self.count();
                    sleep(Duration::from_millis(50)).await;
                }
            }
        };
        futures_util::future::join_all((0..200).map(ask)).await;
    }

    async fn send_messages(self) {
        let path = format!("/ws/table/{}", self.table);
        let send = async |lane: usize| {
            for number in lane.. {
                let http = from(self.address, &network(number));
                let Ok(mut line) = TestSocket::try_open(&http, &path).await else {
                    sleep(Duration::from_millis(100)).await;
                    continue;
                };
                // A socket is closed after too many refusals; then comes the next.
                line.say(&hello()).await;
                for _ in 0..400 {
                    line.say_pong(&0_u64.to_be_bytes()).await;
                    line.say(&json!({ "type": "ping" })).await;
                    self.count();
                    sleep(Duration::from_millis(20)).await;
                }
            }
        };
        futures_util::future::join_all((0..100).map(send)).await;
    }
}

/// Records of `count` games of three hands each that stay above the mat for a long time.
#[must_use]
pub fn quiet_records(count: usize) -> String {
    let settings = TableSettings::new(GameId::Polarity);
    let mut board = settings.start().unwrap();
    let mut moves = Vec::new();
    while moves.len() < 3 {
        let text = board.choose(Level::ALL[0], 1, &|| false).unwrap();
        let slow = slowed(&text);
        board.play(&slow).unwrap();
        moves.push(slow);
    }
    let record = record_of(GameId::Polarity, moves).to_string();
    vec![record.trim_end(); count].join("\n\n") + "\n"
}

/// The same hand, which waits before it moves.
fn slowed(text: &str) -> String {
    let (task, trace) = text.rsplit_once(':').unwrap();
    let trace = Trace::from_text(trace).unwrap();
    let mut samples = vec![trace.samples()[0]; QUIET];
    samples.extend(trace.samples());
    let ticks = QUIET as u32 * magnets::measures::TICKS_PER_SAMPLE;
    let slow = Trace::new(samples, trace.release().map(|tick| tick + ticks)).unwrap();
    format!("{task}:{}", slow.held_by(trace.grip()).to_text())
}

/// A game of Offboard that is worth an analysis.
fn flat_record(seed: usize) -> Record {
    let mut board: AnyGame = TableSettings::new(GameId::Offboard).start().unwrap();
    let mut moves = Vec::new();
    while moves.len() < 60 && board.outcome().is_none() {
        let choices = board.moves().unwrap();
        let text = choices[(seed + 7 * moves.len()) % choices.len()].clone();
        board.play(&text).unwrap();
        moves.push(text);
    }
    record_of(GameId::Offboard, moves)
}

fn record_of(game: GameId, moves: Vec<String>) -> Record {
    Record {
        game,
        variant: None,
        position: None,
        players: vec!["Ann".to_owned(), "Bob".to_owned()],
        date: None,
        clock: Clock::None,
        rated: false,
        ending: Some(Ending {
            winner: Some(Side::BOTH[0]),
            reason: EndReason::Resignation,
        }),
        moves,
    }
}

/// A finished game whose log is as long as a log can be.
async fn add_long_game(store: &Store) {
    store.add_guest("long-maker", "Long", 1).await.unwrap();
    let game = NewGame {
        id: LONG_GAME,
        game: "offboard",
        settings: r#"{"game":"offboard","public":true}"#,
        public: true,
        creator: "long-maker",
        created: 1,
    };
    store.add_game(&game).await.unwrap();
    let text = "x".repeat(900);
    let event = |seq| NewEvent {
        seq,
        at: 1,
        key: None,
        body: json!({ "type": "chat", "seat": 0, "text": text }).to_string(),
    };
    let entry = LogWrite {
        game: LONG_GAME.to_owned(),
        events: (1..=540).map(event).collect(),
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
    assert_eq!(store.append(&[entry]).await.unwrap(), [true]);
}
