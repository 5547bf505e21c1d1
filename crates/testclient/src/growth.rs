//! An archive that grows: how long do requests take with ten thousand games, and how long with a million?

use crate::{Http, Load, Program};
use games::GameId;
use protocol::{EndReason, Ending, EventKind, PersonId, Player, PlayerKind, TableSettings};
use rules::Side;
use serde_json::json;
use std::fmt;
use std::path::Path;
use std::time::Duration;
use store::{Store, SyntheticGames};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;

/// Times that each request is sent.
const TIMES: usize = 25;
/// One of so many games is of the player whose pages are read.
const SHARE: u64 = 10;

/// Sizes of an archive, each larger than the one before.
#[derive(Clone, Debug)]
pub struct Growth {
    /// Finished games.
    pub sizes: Vec<u64>,
}

/// Times of a request, by size of the archive.
#[derive(Clone, Debug)]
pub struct GrowthRow {
    /// The request.
    pub name: &'static str,
    /// Milliseconds: half of the times, and the slowest.
    pub times: Vec<[f64; 2]>,
    /// The power of the archive's size with which the half grows.
    pub exponent: f64,
}

impl fmt::Display for GrowthRow {
    /// A row of the table in docs/load.md.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "| {} |", self.name)?;
        for [half, slowest] in &self.times {
            write!(f, " {half:.1} | {slowest:.1} |")?;
        }
        write!(f, " {:.2} |", self.exponent)
    }
}

impl Growth {
    /// Fills the database, step by step, and measures at each size.
    pub async fn run(&self, binary: &Path, database: &str) -> Vec<GrowthRow> {
        let mut rows: Vec<GrowthRow> = Vec::new();
        let mut from = 1;
        let (ann, person) = sign_up(binary, database).await;
        for &size in &self.sizes {
            let store = Store::open(database).await.unwrap();
            let games = SyntheticGames {
                numbers: from..size + 1,
                share: SHARE,
                player: person.clone(),
                log: sample_log(),
            };
            let begun = Instant::now();
            store.fill(&games).await.unwrap();
            store.close().await;
            eprintln!("    {size} games after {:.0} s", begun.elapsed().as_secs_f64());
            from = size + 1;
            let program = Program::start(binary, database).await;
            let ann = Http {
                address: program.address,
                ..ann.clone()
            };
            for (number, (name, times)) in measured(&ann, &program).await.into_iter().enumerate() {
                if rows.len() <= number {
                    rows.push(GrowthRow {
                        name,
                        times: Vec::new(),
                        exponent: 0.0,
                    });
                }
                rows[number].times.push(times);
            }
            program.stop().await;
        }
        for row in &mut rows {
            row.exponent = exponent(&self.sizes, &row.times);
        }
        rows
    }
}

/// The power with which the half grows from the first size to the last.
pub(crate) fn exponent(sizes: &[u64], times: &[[f64; 2]]) -> f64 {
    let (Some([first, _]), Some([last, _])) = (times.first(), times.last()) else {
        return 0.0;
    };
    let ratio = |last: f64, first: f64| (last / first).ln();
    let grown = ratio(sizes[sizes.len() - 1] as f64, sizes[0] as f64);
    if grown > 0.0 {
        ratio(*last, *first) / grown
    } else {
        0.0
    }
}

/// The player whose pages are read; gives their cookie and id.
async fn sign_up(binary: &Path, database: &str) -> (Http, String) {
    let program = Program::start(binary, database).await;
    let mut ann = Http::new(program.address);
    let body = json!({ "name": "Ann", "password": "correct horse" });
    assert_eq!(ann.post("/api/account", &body).await.status, 200);
    let me = ann.get("/api/me").await.json();
    program.stop().await;
    (ann, me["person"].as_str().unwrap().to_owned())
}

/// Each kind of request with its times.
async fn measured(ann: &Http, program: &Program) -> Vec<(&'static str, [f64; 2])> {
    let nobody = Http::new(ann.address);
    let middle = 1_577_836_800_000_u64 + 5000 * 60_000;
    let table = "/api/tables/made-100000001";
    let mut found = Vec::new();
    for (name, http, path) in [
        ("own tables", ann, "/api/me/tables".to_owned()),
        (
            "archive, newest 20",
            &nobody,
            "/api/games?format=table&most=20".to_owned(),
        ),
        ("archive, with logs", &nobody, "/api/games?most=20".to_owned()),
        (
            "archive, from the middle",
            &nobody,
            format!("/api/games?format=table&most=20&until={middle}"),
        ),
        (
            "archive, draws (1 of 1,000)",
            &nobody,
            "/api/games?format=table&most=20&result=draw".to_owned(),
        ),
        (
            "archive, a game nobody plays",
            &nobody,
            "/api/games?format=table&most=20&game=polygone".to_owned(),
        ),
        (
            "games of a player, seen by others",
            &nobody,
            "/api/games?format=table&most=20&player=Ann".to_owned(),
        ),
        (
            "games of a player, seen by themselves",
            ann,
            "/api/games?format=table&most=20&player=Ann".to_owned(),
        ),
        (
            "draws of a player",
            &nobody,
            "/api/games?format=table&most=20&player=Ann&result=draw".to_owned(),
        ),
        ("profile", &nobody, "/api/people/Ann".to_owned()),
        ("a finished game", &nobody, table.to_owned()),
        ("its record", &nobody, format!("{table}/record")),
        ("export, first page", ann, "/api/games?format=record".to_owned()),
        (
            "export of a player, first page",
            ann,
            "/api/games?format=record&player=Ann".to_owned(),
        ),
        (
            "download of one's data, first page",
            ann,
            "/api/account/data".to_owned(),
        ),
    ] {
        found.push((name, first_bytes(http, &path).await));
    }
    found.push(("a new table", new_tables(ann).await));
    let load = Load {
        tables: 20,
        every: 200,
        lasting: Duration::from_secs(8),
    };
    let weight = load.run(std::slice::from_ref(program)).await;
    assert_eq!(weight.sent, weight.acknowledged);
    found.push(("a move (half, 99 of 100)", [weight.waits[0], weight.waits[1]]));
    found
}

/// Milliseconds until an answer is there, or its first part if it comes in parts.
async fn first_bytes(http: &Http, path: &str) -> [f64; 2] {
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let begun = Instant::now();
        let mut stream = TcpStream::connect(http.address).await.unwrap();
        let cookie = http.cookie.as_deref().unwrap_or_default();
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncookie: {cookie}\r\n\r\n",
            http.address
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        while !has_body(&bytes) {
            let count = stream.read_buf(&mut bytes).await.unwrap();
            if count == 0 {
                break;
            }
        }
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
        assert!(
            bytes.starts_with(b"HTTP/1.1 200"),
            "{path}: {}",
            String::from_utf8_lossy(&bytes)
        );
    }
    half_and_slowest(times)
}

/// Whether more than a head has come.
fn has_body(bytes: &[u8]) -> bool {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    end.is_some_and(|end| bytes.len() > end + 4)
}

async fn new_tables(ann: &Http) -> [f64; 2] {
    let mut ann = ann.clone();
    let body = json!({ "settings": { "game": "offboard" }, "side": "first" });
    let mut times = Vec::new();
    for number in 0..TIMES {
        let begun = Instant::now();
        let made = ann.post("/api/tables", &body).await;
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
        assert_eq!(made.status, 200, "{}", made.text());
        let path = format!("/api/tables/{}/act", made.json()["table"].as_str().unwrap());
        let abort = json!({ "key": format!("abort-{number:03}"), "ply": 0, "action": { "do": "abort" } });
        assert_eq!(ann.post(&path, &abort).await.status, 200);
    }
    half_and_slowest(times)
}

fn half_and_slowest(mut times: Vec<f64>) -> [f64; 2] {
    times.sort_by(f64::total_cmp);
    [times[times.len() / 2], times[times.len() - 1]]
}

/// The log of a short game, as it is stored.
pub(crate) fn sample_log() -> Vec<String> {
    let sit = |seat: usize| EventKind::Sit {
        seat,
        player: Player {
            person: format!("crowd-1000{seat}").parse::<PersonId>().unwrap(),
            name: "Somebody".to_owned(),
            kind: PlayerKind::Guest,
            rating: None,
            provisional: false,
        },
    };
    let mut log = vec![sit(0), sit(1), EventKind::Start {}];
    let mut board = TableSettings::new(GameId::Offboard).start().unwrap();
    for ply in 0..20 {
        let choices = board.moves().unwrap();
        let text = choices[7 * ply % choices.len()].clone();
        board.play(&text).unwrap();
        log.push(EventKind::Move {
            ply: ply as u32,
            seat: ply % 2,
            text,
            position: board.position(),
            left: None,
        });
    }
    log.push(EventKind::End(Ending {
        winner: Some(Side::BOTH[0]),
        reason: EndReason::Resignation,
    }));
    let write = |kind: &EventKind| serde_json::to_string(kind).unwrap();
    log.iter().map(write).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_grows_as_the_archive_has_the_exponent_one() {
        let times = [[1.0, 9.0], [10.0, 9.0], [100.0, 9.0]];
        assert!((exponent(&[10, 100, 1000], &times) - 1.0).abs() < 1e-9);
        assert!(exponent(&[10, 1000], &[[3.0, 0.0], [3.0, 0.0]]).abs() < 1e-9);
    }
}
