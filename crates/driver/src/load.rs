//! Many tables at once, each with two players who move at a steady pace: how long until a move is acknowledged?

use crate::chaos::seated;
use crate::{Pace, Program};
use games::BoardId;
use protocol::TableSettings;
use rules::Random;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

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

/// What was measured.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// Moves that were acknowledged.
    pub moves: usize,
    /// Moves that were refused.
    pub refused: usize,
    /// Milliseconds from sending a move to its acknowledgement: half, 99 of 100, and the longest.
    pub half: f64,
    /// See `half`.
    pub p99: f64,
    /// See `half`.
    pub longest: f64,
    /// Megabytes that the server needed at most.
    pub megabytes: u64,
}

impl Load {
    /// Plays, and measures.
    pub async fn run(self, program: &Program) -> Weight {
        let address = program.address;
        let numbers: Vec<u64> = (0..self.tables).collect();
        let mut tables = Vec::new();
        for some in numbers.chunks(AT_ONCE) {
            let seated = some.iter().map(|&number| async move {
                let game = BoardId::ALL[number as usize % BoardId::ALL.len()].into();
                let settings = TableSettings {
                    public: true,
                    ..TableSettings::new(game)
                };
                (seated(address, &settings, number).await, Random::new(number))
            });
            tables.extend(futures_util::future::join_all(seated).await);
        }
        let begin = Instant::now();
        let played: Vec<_> = tables
            .into_iter()
            .flat_map(|(players, mut random)| {
                let late = Duration::from_millis(random.below(self.every));
                players.map(|mut player| {
                    tokio::spawn(async move {
                        sleep(late).await;
                        player.slow_down(Duration::from_millis(self.every));
                        let pace = Pace {
                            think: 0,
                            resign_after: u32::MAX,
                            limit: self.lasting,
                        };
                        let rest = self.lasting.saturating_sub(begin.elapsed());
                        let _ = timeout(rest, player.play(address, pace)).await;
                        (player.waits, player.refused.len())
                    })
                })
            })
            .collect();
        let (mut waits, mut refused) = (Vec::new(), 0);
        for player in played {
            let (some, not) = player.await.unwrap();
            waits.extend(some);
            refused += not;
        }
        waits.sort_unstable();
        let at = |part: f64| {
            waits
                .get(((waits.len().max(1) - 1) as f64 * part) as usize)
                .copied()
                .unwrap_or(0) as f64
                / 1000.0
        };
        Weight {
            moves: waits.len(),
            refused,
            half: at(0.5),
            p99: at(0.99),
            longest: at(1.0),
            megabytes: program.most_megabytes(),
        }
    }
}
