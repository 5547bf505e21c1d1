//! Prints how many simulated seconds of each speed scene fit into a second, one scene a line.

use magnets::golden::{Bench, bench};
use std::hint::black_box;
use std::time::Instant;

const SECONDS: u32 = 10;

fn main() {
    for scene in Bench::ALL {
        let before = Instant::now();
        black_box(bench(scene, SECONDS));
        println!("{:.1}", f64::from(SECONDS) / before.elapsed().as_secs_f64());
    }
}
