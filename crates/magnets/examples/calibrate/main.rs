//! Prints how leaners, conversions and mats behave under the dials of the game, in tables: `cargo xtask magnets calibrate`.
//!
//! `calibrate [TRIES [SEED [ROLLING PATCH TIPPING REMANENCE]]]`; without them 60 tries a cell, seed 0 and the dials of every
//! game. Tries under another seed are fresh ones.

mod conversions;
mod leaners;
mod mats;
mod random;

use magnets::measures::Dials;

fn main() {
    let numbers: Vec<f32> = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let tries = numbers.first().map_or(60, |tries| *tries as usize);
    let seed = numbers.get(1).map_or(0, |seed| *seed as u64);
    let mut dials = Dials::STANDARD;
    if let [_, _, rolling, patch, tipping, remanence] = numbers[..] {
        dials = Dials {
            rolling,
            patch,
            tipping,
            remanence,
            ..dials
        };
    }
    println!(
        "{tries} tries a cell, seed {seed}; rolling {}, patch {} cm, tipping {} cm, remanence {} T\n",
        dials.rolling, dials.patch, dials.tipping, dials.remanence
    );
    let places: Vec<leaners::Place> = (1..=4).map(|base| leaners::best_place(dials, base)).collect();
    leaners::print_holds(dials, &places, tries, seed);
    leaners::print_on_leaners(dials, &places[0]);
    conversions::print(dials, &places, tries, seed);
    mats::print(dials);
}
