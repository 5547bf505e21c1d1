//! Load test: many tables at once, two players each, moves at a steady pace. It measures the time until a move is
//! acknowledged.

use crate::attack::from;
use crate::chaos::{meet_in_the_lobby, seated_as};
use crate::{Http, PlayStyle, Program, TestPlayer, TestSocket};
use games::{BoardId, GameId};
use protocol::{Clock, TableSettings};
use rules::Random;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Tables that are made at the same time.
const AT_ONCE: usize = 50;
/// Board-game tables for each spectator.
const TABLES_PER_SPECTATOR: u64 = 50;
/// Board-game tables for each additional table of Polarity.
const TABLES_PER_POLARITY: u64 = 500;

/// Size of a load test.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// Number of board-game tables, with two sockets each.
    pub tables: u64,
    /// Milliseconds between two moves at a table.
    pub every: u64,
    /// Duration of play.
    pub lasting: Duration,
}

/// Measurements of a run.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// Moves that were sent.
    pub sent: usize,
    /// Moves that were acknowledged.
    pub acknowledged: usize,
    /// Moves that were refused.
    pub refused: usize,
    /// Milliseconds from sending a move to its acknowledgement: median, 99th percentile, 99.9th percentile, longest.
    /// Moves of Polarity are not counted here, because the simulation is a part of their time.
    pub waits: [f64; 4],
    /// The median for moves of Polarity, in milliseconds.
    pub polarity: f64,
    /// Spectators who were connected to the end.
    pub spectators: usize,
    /// Pairs that the lobby made meanwhile.
    pub paired: usize,
    /// Peak memory of the server, in megabytes.
    pub megabytes: u64,
    /// Seconds of processor time that the server used while games were played.
    pub processor: f64,
    /// Load average of the machine over a minute, before and after.
    pub busy: [f64; 2],
}

impl Load {
    /// Plays and measures.
    pub async fn run(self, programs: &[Program]) -> Weight {
        let address = |number: u64| programs[number as usize % programs.len()].address;
        let all = |measure: fn(&Program) -> f64| programs.iter().map(measure).sum::<f64>();
        let mut tables = Vec::new();
        let by_hand = if self.tables < TABLES_PER_SPECTATOR {
            0
        } else {
            (self.tables / TABLES_PER_POLARITY).max(1)
        };
        for some in (0..self.tables + by_hand).collect::<Vec<u64>>().chunks(AT_ONCE) {
            let seated = some
                .iter()
                .map(|&number| table(address(number), number, self.tables));
            tables.extend(futures_util::future::join_all(seated).await);
        }
        // All players connect before the measurement begins.
        for some in tables.chunks_mut(AT_ONCE) {
            let connecting = some.iter_mut().flat_map(|(players, _)| players);
            let connecting = connecting.map(|player| player.step(player.http.address, PlayStyle::WATCHING));
            futures_util::future::join_all(connecting).await;
        }
        let watched = tables.iter().step_by(TABLES_PER_SPECTATOR as usize).skip(1);
        let watching: Vec<_> = watched
            .map(|(players, _)| tokio::spawn(watch(players[0].http.address, players[0].table().to_string())))
            .collect();
        let paired = Arc::new(AtomicUsize::new(0));
        let addresses = programs.iter().map(|program| program.address).collect();
        let lobby = tokio::spawn(meet_in_the_lobby(addresses, paired.clone()));
        let (before, used) = (load_average(), all(Program::processor_seconds));
        let every = Duration::from_millis(self.every);
        let until = Instant::now() + self.lasting;
        let played: Vec<_> = tables
            .into_iter()
            .flat_map(|(players, mut random)| {
                let late = Duration::from_millis(random.below(self.every));
                players.map(|mut player| {
                    tokio::spawn(async move {
                        sleep(late).await;
                        player.keep_pace(player.http.address, every, until).await;
                        player
                    })
                })
            })
            .collect();
        let mut players = Vec::new();
        for player in played {
            players.push(player.await.unwrap());
        }
        lobby.abort();
        let spectators = watching
            .iter()
            .filter(|spectator| !spectator.is_finished())
            .count();
        watching.iter().for_each(tokio::task::JoinHandle::abort);
        let waits = |is_by_hand: bool| {
            let some = players
                .iter()
                .filter(|player| player.board().moves().is_none() == is_by_hand);
            let mut waits: Vec<u64> = some.flat_map(|player| player.waits.clone()).collect();
            waits.sort_unstable();
            waits
        };
        let (flat, by_hand) = (waits(false), waits(true));
        Weight {
            sent: players.iter().map(|player| player.sent_moves).sum(),
            acknowledged: flat.len() + by_hand.len(),
            refused: players.iter().map(|player| player.refused.len()).sum(),
            waits: [0.5, 0.99, 0.999, 1.0].map(|part| percentile(&flat, part)),
            polarity: percentile(&by_hand, 0.5),
            spectators,
            paired: paired.load(Ordering::SeqCst),
            megabytes: programs.iter().map(Program::most_megabytes).sum(),
            processor: all(Program::processor_seconds) - used,
            busy: [before, load_average()],
        }
    }
}

impl fmt::Display for Weight {
    /// A row of the table in docs/load.md.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [half, p99, p999, longest] = self.waits;
        let [before, after] = self.busy;
        write!(
            f,
            "| {} | {} | {} | {half:.1} | {p99:.1} | {p999:.1} | {longest:.1} | {:.0} | {} | {} | {} | {:.1} | {:.2} | {before:.1} to {after:.1} |",
            self.sent,
            self.acknowledged,
            self.refused,
            self.polarity,
            self.spectators,
            self.paired,
            self.megabytes,
            self.processor,
            1000.0 * self.processor / self.sent.max(1) as f64
        )
    }
}

/// Seats two players at a new table. Tables take the board games in turn, every second one with clocks; from number
/// `flat` on they take Polarity.
async fn table(address: SocketAddr, number: u64, flat: u64) -> ([TestPlayer; 2], Random) {
    let game = if number < flat {
        BoardId::ALL[number as usize % BoardId::ALL.len()].into()
    } else {
        GameId::Polarity
    };
    let clock = if number.is_multiple_of(2) {
        Clock::Fischer {
            base: 3600,
            increment: 5,
        }
    } else {
        Clock::None
    };
    let settings = TableSettings {
        public: true,
        clock,
        ..TableSettings::new(game)
    };
    // Messages are limited by address, too: each player has an own one.
    let both = [0, 1].map(|seat| {
        let [_, a, b, c] = (2 * number as u32 + seat).to_be_bytes();
        from(address, &format!("10.{a}.{b}.{c}"))
    });
    (seated_as(both, &settings, number).await, Random::new(number))
}

/// Watches a table until the socket is closed.
async fn watch(address: SocketAddr, table: String) {
    let http = Http::new(address);
    let Ok(mut line) = TestSocket::try_open(&http, &format!("/ws/table/{table}")).await else {
        return;
    };
    line.say(&serde_json::json!({ "type": "hello", "version": 1, "last": 0 }))
        .await;
    while line.hear().await.is_some() {}
}

/// A percentile of sorted waits: microseconds in, milliseconds out.
pub(crate) fn percentile(sorted: &[u64], part: f64) -> f64 {
    let index = (sorted.len().max(1) - 1) as f64 * part;
    sorted.get(index as usize).copied().unwrap_or(0) as f64 / 1000.0
}

/// The load average over the last minute, from Linux; 0 on other systems.
fn load_average() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let first = text.split(' ').next().and_then(|first| first.parse().ok());
    first.unwrap_or(0.0)
}
