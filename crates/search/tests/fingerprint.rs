//! The search visits the same nodes until someone means to change it, and says with a match what that gained.

use rules::{History, Random};
use search::{EngineGame, Limits, Searcher, Table};
use std::fmt::Write as _;

const POSITIONS: u64 = 20;
const DEPTH: u32 = 5;
const NODES: u64 = 20_000;

/// Nodes over positions of random games, to a fixed depth.
fn nodes<G: EngineGame>() -> u64 {
    (0..POSITIONS).map(nodes_of_seed::<G>).sum()
}

fn nodes_of_seed<G: EngineGame>(seed: u64) -> u64 {
    let mut random = Random::new(seed);
    let mut history = History::new(G::start(G::Variant::default()));
    for _ in 0..seed * 3 {
        if history.outcome().is_some() {
            break;
        }
        let moves = history.position().legal_moves();
        history
            .play(moves[random.below(moves.len() as u64) as usize])
            .expect("a legal move plays");
    }
    let table = Table::new(1);
    let limits = Limits {
        nodes: NODES,
        depth: DEPTH,
    };
    Searcher::new(&history, &table, limits, &|| false)
        .run(history.position(), |_| ())
        .nodes
}

#[test]
fn the_fingerprint_is_the_one_on_file() {
    let mut found = String::new();
    let _ = writeln!(found, "offboard {}", nodes::<offboard::Position>());
    let _ = writeln!(found, "polygone {}", nodes::<polygone::Position>());
    let _ = writeln!(found, "isometron {}", nodes::<isometron::Position>());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fingerprint.txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, found).expect("the file can be written");
    } else {
        assert_eq!(
            found,
            include_str!("fingerprint.txt"),
            "a change here needs a match in the commit's message"
        );
    }
}
