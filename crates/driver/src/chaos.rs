//! Many games at once while the server is killed again and again: is anything lost, doubled or stuck?

use crate::{Http, Pace, Player, Program};
use games::BoardId;
use protocol::{Event, EventKind, TableSettings};
use rules::Random;
use serde_json::json;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::sleep;

/// How much.
#[derive(Clone, Copy, Debug)]
pub struct Chaos {
    /// Games at once.
    pub games: u64,
    /// Times the server is killed.
    pub kills: u64,
    /// Moves of a game after which a player gives up.
    pub plies: u32,
    /// The longest a player thinks about a move, in milliseconds.
    pub think: u64,
    /// The longest time between two kills, in milliseconds.
    pub between: u64,
    /// Where randomness begins.
    pub seed: u64,
}

/// What was counted.
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
    /// Games that did not go on.
    pub stuck: usize,
    /// Times the server was killed while games were played.
    pub kills: u64,
}

impl Chaos {
    /// Plays the games against the program, killing it, and counts.
    pub async fn run(self, program: &mut Program) -> Toll {
        let mut random = Random::new(self.seed);
        let address = program.address;
        let games: Vec<_> = (0..self.games)
            .map(|_| tokio::spawn(self.game(address, random.bits())))
            .collect();
        let mut kills = 0;
        while kills < self.kills && games.iter().any(|game| !game.is_finished()) {
            sleep(Duration::from_millis(50 + random.below(self.between))).await;
            program.kill_and_restart().await;
            kills += 1;
        }
        let mut toll = Toll {
            kills,
            ..Toll::default()
        };
        for game in games {
            game.await.unwrap().count(&mut toll);
        }
        toll
    }

    async fn game(self, address: SocketAddr, seed: u64) -> Played {
        let mut random = Random::new(seed);
        let game = BoardId::ALL[random.below(BoardId::ALL.len() as u64) as usize].into();
        let settings = TableSettings {
            public: true,
            ..TableSettings::new(game)
        };
        let [mut one, mut other] = seated(address, &settings, seed).await;
        let limit = Duration::from_mins(2) + Duration::from_millis(self.kills * (self.between + 1000));
        let pace = Pace {
            think: self.think,
            resign_after: self.plies,
            limit,
        };
        let done = tokio::join!(one.play(address, pace), other.play(address, pace));
        let log = server_log(&mut one).await;
        Played {
            stuck: done.0.is_err() || done.1.is_err(),
            players: [one, other],
            log,
        }
    }
}

/// Two players at a new table; asked for until the server is there to do it.
pub(crate) async fn seated(address: SocketAddr, settings: &TableSettings, seed: u64) -> [Player; 2] {
    let mut first = Http::new(address);
    let body = json!({ "settings": settings, "side": "first" });
    let created = until_answered(&mut first, "/api/tables", &body.to_string()).await;
    let table = created["table"].as_str().unwrap().to_owned();
    let mut second = Http::new(address);
    // A guest first: a join whose answer is lost must not be tried again by another guest.
    until_answered(&mut second, "/api/me", "{}").await;
    let join = json!({ "challenge": created["challenge"] }).to_string();
    until_answered(&mut second, &format!("/api/tables/{table}/join"), &join).await;
    let table: protocol::TableId = table.parse().unwrap();
    let one = Player::new(first, table.clone(), 0, settings, seed ^ 0x5eed);
    [one, Player::new(second, table, 1, settings, seed ^ 0xfeed)]
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

/// The log as the server tells it.
async fn server_log(player: &mut Player) -> Vec<Event> {
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
    players: [Player; 2],
    log: Vec<Event>,
    stuck: bool,
}

impl Played {
    fn count(&self, toll: &mut Toll) {
        let moves: Vec<(u64, u32, &str)> = self.log.iter().filter_map(move_of).collect();
        toll.games += usize::from(!self.stuck);
        toll.stuck += usize::from(self.stuck || self.players.iter().any(|player| player.log != self.log));
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

fn move_of(event: &Event) -> Option<(u64, u32, &str)> {
    match &event.kind {
        EventKind::Move { ply, text, .. } => Some((event.seq, *ply, text.as_str())),
        _ => None,
    }
}
