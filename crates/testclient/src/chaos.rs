//! Many games at once while the server is killed again and again: is anything lost, doubled or stuck?

use crate::{Http, NatsServer, PlayStyle, Program, Stall, TestPlayer, TestSocket};
use games::{BoardId, GameId};
use protocol::{Clock, EndReason, Event, EventKind, TableSettings};
use rules::Random;
use serde_json::json;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::process::Command;
use tokio::time::{sleep, timeout};

/// How much.
#[derive(Clone, Copy, Debug)]
pub struct Chaos {
    /// Games at once; when one ends before all kills are done, another begins.
    pub games: u64,
    /// Times that something is killed or cut.
    pub kills: u64,
    /// Moves of a game after which a player gives up.
    pub plies: u32,
    /// The longest a player thinks about a move, in milliseconds.
    pub think: u64,
    /// The longest time between two kills, in milliseconds.
    pub between: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// Servers with all that can be taken from them.
#[derive(Debug)]
pub struct Deployment {
    /// The processes, at least one.
    pub programs: Vec<Program>,
    /// The proxy before their database.
    pub stall: Option<Stall>,
    /// Their NATS server.
    pub nats: Option<NatsServer>,
    /// The shell command that ends PostgreSQL at once and starts it again.
    pub restart_postgres: Option<String>,
}

/// One thing that goes wrong.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Kill,
    Cut,
    Strand,
    Hang,
    KillNats,
    KillPostgres,
}

impl Deployment {
    /// One process, which can be killed.
    pub fn alone(program: Program) -> Deployment {
        Deployment {
            programs: vec![program],
            stall: None,
            nats: None,
            restart_postgres: None,
        }
    }

    /// Asks all processes to stop, and waits until they have.
    pub async fn stop(self) {
        for program in self.programs {
            program.stop().await;
        }
    }

    fn faults(&self) -> Vec<Fault> {
        let mut faults = vec![Fault::Kill; 6];
        if self.stall.is_some() {
            faults.extend([Fault::Cut, Fault::Cut, Fault::Strand, Fault::Hang]);
        }
        if self.nats.is_some() {
            faults.extend([Fault::KillNats; 2]);
        }
        if self.restart_postgres.is_some() {
            faults.extend([Fault::KillPostgres; 2]);
        }
        faults
    }

    async fn suffer(&mut self, fault: Fault, random: &mut Random) {
        let gone = Duration::from_millis(random.below(7000));
        match (fault, &self.stall, &mut self.nats, &self.restart_postgres) {
            (Fault::Cut, Some(stall), ..) => stall.cut(),
            (Fault::Strand, Some(stall), ..) => stall.strand(),
            (Fault::Hang, Some(stall), ..) => {
                stall.stop();
                sleep(gone).await;
                stall.go_on();
            }
            (Fault::KillNats, _, Some(nats), _) => {
                nats.kill().await;
                sleep(gone / 2).await;
                nats.restart().await;
            }
            (Fault::KillPostgres, _, _, Some(command)) => {
                let done = Command::new("sh").args(["-c", command]).status().await.unwrap();
                assert!(done.success(), "PostgreSQL does not come back");
            }
            _ => {
                let index = random.below(self.programs.len() as u64) as usize;
                self.programs[index].kill_and_restart().await;
            }
        }
    }
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toll {
    /// Games that were played to their end.
    pub games: usize,
    /// Moves in their logs.
    pub moves: usize,
    /// Moves that the server had acknowledged.
    pub acknowledged: usize,
    /// Those of them that are not in the log.
    pub lost: usize,
    /// Moves that are in a log twice.
    pub doubled: usize,
    /// Games that did not go on, or that somebody at the table knows otherwise than the server.
    pub stuck: usize,
    /// Games that somebody lost on time: nobody thinks that long, so an outage was counted.
    pub on_time: usize,
    /// Pairs that the lobby has made meanwhile.
    pub paired: usize,
    /// Times that something was killed or cut while games were played.
    pub kills: u64,
}

impl Toll {
    fn add(&mut self, other: &Toll) {
        self.games += other.games;
        self.moves += other.moves;
        self.acknowledged += other.acknowledged;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.stuck += other.stuck;
        self.on_time += other.on_time;
    }
}

impl fmt::Display for Toll {
    /// A row of the table in docs/load.md.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            self.games,
            self.moves,
            self.acknowledged,
            self.lost,
            self.doubled,
            self.stuck,
            self.on_time,
            self.paired,
            self.kills
        )
    }
}

impl Chaos {
    /// Plays the games while things are killed and cut, and counts.
    pub async fn run(self, site: &mut Deployment) -> Toll {
        let mut random = Random::new(self.seed);
        let addresses: Vec<SocketAddr> = site.programs.iter().map(|program| program.address).collect();
        let is_over = Arc::new(AtomicBool::new(false));
        let games: Vec<_> = (0..self.games)
            .map(|number| tokio::spawn(self.games(addresses.clone(), number, random.bits(), is_over.clone())))
            .collect();
        let paired = Arc::new(AtomicUsize::new(0));
        let lobby = tokio::spawn(meet_in_the_lobby(addresses, paired.clone()));
        let faults = site.faults();
        let mut kills = 0;
        while kills < self.kills {
            sleep(Duration::from_millis(50 + random.below(self.between))).await;
            let fault = faults[random.below(faults.len() as u64) as usize];
            site.suffer(fault, &mut random).await;
            kills += 1;
        }
        is_over.store(true, Ordering::SeqCst);
        let mut toll = Toll {
            kills,
            ..Toll::default()
        };
        for games in games {
            toll.add(&games.await.unwrap());
        }
        lobby.abort();
        toll.paired = paired.load(Ordering::SeqCst);
        toll
    }

    /// Games one after the other, until all kills are done.
    async fn games(
        self,
        addresses: Vec<SocketAddr>,
        number: u64,
        seed: u64,
        is_over: Arc<AtomicBool>,
    ) -> Toll {
        let (mut toll, mut random) = (Toll::default(), Random::new(seed));
        loop {
            let played = self.game(addresses.clone(), number, random.bits()).await;
            played.count(&mut toll);
            if is_over.load(Ordering::SeqCst) {
                return toll;
            }
        }
    }

    /// A game of two, who may sit at different processes; some are watched, some have clocks, few are Polarity's.
    async fn game(self, addresses: Vec<SocketAddr>, number: u64, seed: u64) -> Played {
        let mut random = Random::new(seed);
        let is_polarity = number % 16 == 15;
        let game = if is_polarity {
            GameId::Polarity
        } else {
            BoardId::ALL[random.below(BoardId::ALL.len() as u64) as usize].into()
        };
        let clock = if number.is_multiple_of(2) {
            // Longer than a player here thinks, shorter than all outages together.
            let longest = self.think.div_ceil(1000) as u32;
            Clock::Fischer {
                base: 30 + 3 * longest,
                increment: 5 + longest,
            }
        } else {
            Clock::None
        };
        let settings = TableSettings {
            public: true,
            clock,
            ..TableSettings::new(game)
        };
        let mut somewhere = || addresses[random.below(addresses.len() as u64) as usize];
        let (near, far, third) = (somewhere(), somewhere(), somewhere());
        let [mut one, mut other] = seated(near, &settings, seed).await;
        let watcher = TestPlayer::new(Http::new(third), one.table().clone(), 0, &settings, seed);
        let mut watchers: Vec<TestPlayer> = number.is_multiple_of(4).then_some(watcher).into_iter().collect();
        // No game lasts so long, however often the server is away.
        let limit = Duration::from_mins(20);
        let pace = PlayStyle {
            think: self.think,
            resign_after: if is_polarity { 8 } else { self.plies },
            limit,
        };
        let watching = watchers.iter_mut().map(|watcher| watcher.play(third, pace));
        let (first, second, others) = tokio::join!(
            one.play(near, pace),
            other.play(far, pace),
            futures_util::future::join_all(watching)
        );
        let log = server_log(&mut one).await;
        Played {
            stuck: first.is_err() || second.is_err() || others.iter().any(Result::is_err),
            players: [one, other],
            watchers,
            log,
        }
    }
}

/// Two who look for each other in the lobby, again and again; a lost connection is one attempt less.
pub(crate) async fn meet_in_the_lobby(addresses: Vec<SocketAddr>, paired: Arc<AtomicUsize>) {
    let (near, far) = (addresses[0], addresses[addresses.len() - 1]);
    loop {
        let both = tokio::join!(
            tokio::spawn(find_somebody(near)),
            tokio::spawn(find_somebody(far))
        );
        if let (Ok(Some(one)), Ok(Some(other))) = both {
            paired.fetch_add(usize::from(one == other), Ordering::SeqCst);
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// Looks for a game; gives the table.
async fn find_somebody(address: SocketAddr) -> Option<String> {
    let mut http = Http::new(address);
    http.ask("POST", "/api/me", "{}").await.ok()?;
    let mut line = TestSocket::try_open(&http, "/ws/lobby").await.ok()?;
    line.say(&json!({ "type": "seek", "settings": { "game": "offboard" } }))
        .await;
    let found = async {
        loop {
            let message = line.hear().await?;
            if message["type"] == "paired" {
                return message["table"].as_str().map(ToOwned::to_owned);
            }
        }
    };
    timeout(Duration::from_secs(20), found).await.ok()?
}

/// Two players at a new table; asked for until the server is there to do it.
pub(crate) async fn seated(address: SocketAddr, settings: &TableSettings, seed: u64) -> [TestPlayer; 2] {
    seated_as([Http::new(address), Http::new(address)], settings, seed).await
}

/// The same for two who are somewhere.
pub(crate) async fn seated_as(both: [Http; 2], settings: &TableSettings, seed: u64) -> [TestPlayer; 2] {
    let [mut first, mut second] = both;
    let body = json!({ "settings": settings, "side": "first" });
    let created = until_answered(&mut first, "/api/tables", &body.to_string()).await;
    let table = created["table"].as_str().unwrap().to_owned();
    // A guest first: a join whose answer is lost must not be tried again by another guest.
    until_answered(&mut second, "/api/me", "{}").await;
    let join = json!({ "challenge": created["challenge"] }).to_string();
    until_answered(&mut second, &format!("/api/tables/{table}/join"), &join).await;
    let table: protocol::TableId = table.parse().unwrap();
    let one = TestPlayer::new(first, table.clone(), 0, settings, seed ^ 0x5eed);
    [one, TestPlayer::new(second, table, 1, settings, seed ^ 0xfeed)]
}

async fn until_answered(http: &mut Http, path: &str, body: &str) -> serde_json::Value {
    loop {
        match http.ask("POST", path, body).await {
            Ok(answer) if answer.status == 200 => return answer.json(),
            Ok(answer) if answer.status < 500 => panic!("{path}: {} {}", answer.status, answer.text()),
            _ => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// The log that the server sends.
async fn server_log(player: &mut TestPlayer) -> Vec<Event> {
    let path = format!("/api/tables/{}", player.table());
    loop {
        if let Ok(answer) = player.http.ask("GET", &path, "").await
            && answer.status == 200
        {
            return serde_json::from_value(answer.json()["events"].clone()).unwrap();
        }
        sleep(Duration::from_millis(50)).await;
    }
}

struct Played {
    players: [TestPlayer; 2],
    watchers: Vec<TestPlayer>,
    log: Vec<Event>,
    stuck: bool,
}

impl Played {
    fn count(&self, toll: &mut Toll) {
        let moves: Vec<(u64, u32, &str)> = self.log.iter().filter_map(move_of).collect();
        toll.games += usize::from(!self.stuck);
        let everybody = self.players.iter().chain(&self.watchers);
        let is_known = everybody.map(|player| &player.log).all(|log| *log == self.log);
        toll.stuck += usize::from(self.stuck || !is_known);
        toll.on_time += usize::from(self.log.iter().any(is_loss_on_time));
        toll.moves += moves.len();
        toll.doubled += moves
            .iter()
            .enumerate()
            .filter(|(index, (_, ply, _))| *index as u32 != *ply)
            .count();
        for (_, seq, text) in self.players.iter().flat_map(|player| &player.acknowledged) {
            toll.acknowledged += 1;
            toll.lost += usize::from(!moves.iter().any(|(at, _, kept)| at == seq && kept == text));
        }
    }
}

fn is_loss_on_time(event: &Event) -> bool {
    matches!(&event.kind, EventKind::End(ending) if ending.reason == EndReason::Time)
}

fn move_of(event: &Event) -> Option<(u64, u32, &str)> {
    match &event.kind {
        EventKind::Move { ply, text, .. } => Some((event.seq, *ply, text.as_str())),
        _ => None,
    }
}
