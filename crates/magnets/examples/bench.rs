//! Plays 10 seconds of a speed scene (`board`, `chaos` or `clusters`); time it from outside:
//! `time cargo run --release -p magnets --example bench board`.

use magnets::golden::{Bench, bench};

fn main() {
    let scene = match std::env::args().nth(1).as_deref() {
        Some("board") => Bench::Board,
        Some("chaos") => Bench::Chaos,
        Some("clusters") => Bench::Clusters,
        _ => {
            eprintln!("name a scene: board, chaos or clusters");
            std::process::exit(2);
        }
    };
    println!("{:016x}", bench(scene, 10));
}
