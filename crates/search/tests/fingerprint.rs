//! The search visits the same nodes until someone means to change it, and says with a match what that gained.

use isometron_engine::Isometron;
use rules::{Game, History, Random};
use search::{AlphaBeta, Engine, Offboard, Polygone, ThinkLimits};
use std::fmt::Write as _;

const POSITIONS: u64 = 20;
const DEPTH: u32 = 5;
const NODES: u64 = 20_000;

/// Nodes over positions of random games, to a fixed depth.
fn nodes<E: Engine>() -> u64 {
    (0..POSITIONS).map(nodes_of_seed::<E>).sum()
}

fn nodes_of_seed<E: Engine>(seed: u64) -> u64 {
    let mut random = Random::new(seed);
    let mut history = History::new(E::Game::start(Default::default()));
    for _ in 0..seed * 3 {
        if history.outcome().is_some() {
            break;
        }
        let moves = history.position().legal_moves();
        history
            .play(moves[random.below(moves.len() as u64) as usize])
            .expect("a legal move plays");
    }
    let limits = ThinkLimits {
        nodes: NODES,
        depth: DEPTH,
        ..ThinkLimits::default()
    };
    let engine = E::new(1 << 20);
    engine.think(&history, &limits, &|| false, &mut |_| ()).nodes
}

#[test]
fn the_fingerprint_is_the_one_on_file() {
    let mut found = String::new();
    let _ = writeln!(found, "offboard {}", nodes::<AlphaBeta<Offboard>>());
    let _ = writeln!(found, "polygone {}", nodes::<AlphaBeta<Polygone>>());
    let _ = writeln!(found, "isometron {}", nodes::<Isometron>());
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
