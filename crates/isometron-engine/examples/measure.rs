//! Measures the time of a level's moves over whole games against itself:
//! `cargo run --release -p tablier-isometron-engine --example measure NODES GAMES`, by default with the nodes of
//! level 10 and three games a symmetry. Times are those of the wall clock: a loaded machine makes them longer.

use isometron::{Position, Symmetry};
use isometron_engine::Isometron;
use rules::{Game, History, Variant};
use search::{Engine, Level, Strength, choose_with};
use std::time::{Duration, Instant};

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let level_10 = Isometron::LEVELS.at(Level::STRONGEST);
    let nodes = numbers.next().unwrap_or(level_10.nodes);
    let games = numbers.next().unwrap_or(3);
    for &symmetry in Symmetry::ALL {
        let mut times = Vec::new();
        let mut plies = 0;
        for seed in 0..games {
            plies += play(symmetry, Strength { nodes, ..level_10 }, seed, &mut times);
        }
        let all: Duration = times.iter().sum();
        println!(
            "{symmetry}, {nodes} nodes: mean {:.0?} a free tile, {:.0?} a move, slowest {:.0?}, of {} free tiles",
            all / times.len().max(1) as u32,
            all / plies.max(1),
            times.iter().max().copied().unwrap_or_default(),
            times.len(),
        );
    }
}

/// Plays a game and adds the time of each move that had an alternative. Gives the number of all moves.
fn play(symmetry: Symmetry, strength: Strength, seed: u64, times: &mut Vec<Duration>) -> u32 {
    let mut history = History::new(Position::start(symmetry));
    let mut plies = 0;
    while history.outcome().is_none() {
        let begun = Instant::now();
        let Some(choice) = choose_with::<Isometron>(&history, strength, seed, &|| false) else {
            break;
        };
        if history.position().count_moves() > 1 {
            times.push(begun.elapsed());
        }
        if history.play(choice.mv).is_err() {
            break;
        }
        plies += 1;
    }
    plies
}
