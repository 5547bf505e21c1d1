//! Many tables at once, each with two players who move at a steady pace: how long until a move is acknowledged?

use crate::chaos::seated;
use crate::{PlayStyle, Program, TestPlayer};
use games::BoardId;
use protocol::TableSettings;
use rules::Random;
use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Tables that are made at once.
const AT_ONCE: usize = 50;

/// How much.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// Tables, with two sockets each.
    pub tables: u64,
    /// Milliseconds between two moves at a table.
    pub every: u64,
    /// For how long.
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
    /// Milliseconds from sending a move to its acknowledgement: half, 99 of 100, 999 of 1,000, and the longest.
    pub waits: [f64; 4],
    /// Megabytes that the server needed at most.
    pub megabytes: u64,
    /// Seconds of processor time that the server used while games were played.
    pub processor: f64,
    /// Processes that wanted a processor, on average over a minute, before and after.
    pub busy: [f64; 2],
}

impl Load {
    /// Plays, and measures.
    pub async fn run(self, programs: &[Program]) -> Weight {
        let address = |number: u64| programs[number as usize % programs.len()].address;
        let all = |measure: fn(&Program) -> f64| programs.iter().map(measure).sum::<f64>();
        let mut tables = Vec::new();
        for some in (0..self.tables).collect::<Vec<u64>>().chunks(AT_ONCE) {
            let seated = some.iter().map(|&number| table(address(number), number));
            tables.extend(futures_util::future::join_all(seated).await);
        }
        // Everyone is connected before the time begins.
        for some in tables.chunks_mut(AT_ONCE) {
            let connecting = some.iter_mut().flat_map(|(players, _)| players);
            let connecting = connecting.map(|player| player.step(player.http.address, PlayStyle::WATCHING));
            futures_util::future::join_all(connecting).await;
        }
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
        let mut waits: Vec<u64> = players.iter().flat_map(|player| player.waits.clone()).collect();
        waits.sort_unstable();
        Weight {
            sent: players.iter().map(|player| player.sent_moves).sum(),
            acknowledged: waits.len(),
            refused: players.iter().map(|player| player.refused.len()).sum(),
            waits: [0.5, 0.99, 0.999, 1.0].map(|part| percentile(&waits, part)),
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
            "| {} | {} | {} | {half:.1} | {p99:.1} | {p999:.1} | {longest:.1} | {} | {:.1} | {before:.1} to {after:.1} |",
            self.sent, self.acknowledged, self.refused, self.megabytes, self.processor
        )
    }
}

/// Two players at a new table; the board games in turn.
async fn table(address: SocketAddr, number: u64) -> ([TestPlayer; 2], Random) {
    let game = BoardId::ALL[number as usize % BoardId::ALL.len()].into();
    let settings = TableSettings {
        public: true,
        ..TableSettings::new(game)
    };
    (seated(address, &settings, number).await, Random::new(number))
}

/// The wait, in milliseconds, that such a part of all waits does not exceed.
pub(crate) fn percentile(sorted: &[u64], part: f64) -> f64 {
    let index = (sorted.len().max(1) - 1) as f64 * part;
    sorted.get(index as usize).copied().unwrap_or(0) as f64 / 1000.0
}

/// As Linux counts it; 0 elsewhere.
fn load_average() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let first = text.split(' ').next().and_then(|first| first.parse().ok());
    first.unwrap_or(0.0)
}
