//! Prints how many simulated seconds of each speed scene fit into a second, one scene a line.
//!
//! A scene is played several times, and each short slice of it counts at its fastest: what other programs on the
//! machine take, they rarely take from the same slice every time.

use magnets::golden::{Bench, Run};
use std::hint::black_box;
use std::time::Instant;

const SECONDS: usize = 10;
const ROUNDS: usize = 4;
/// Ticks of a slice: a sixtieth of a second.
const SLICE: u32 = 16;

fn main() {
    for scene in Bench::ALL {
        let mut best = vec![f64::INFINITY; SECONDS * 60];
        for _ in 0..ROUNDS {
            let mut run = Run::new(scene);
            for slice in &mut best {
                let before = Instant::now();
                run.pass(SLICE);
                *slice = slice.min(before.elapsed().as_secs_f64());
            }
            black_box(run.hash());
        }
        let seconds: f64 = best.iter().sum();
        println!("{:.1}", SECONDS as f64 / seconds);
    }
}
