//! Mats that nobody touches: foundations side by side, and many of them.

use crate::random::Random;
use magnets::measures::{CIRCLE, Dials, RADIUS, TICKS_PER_SECOND};
use magnets::{Disc, Placed, Scene, Table};

/// Seconds for which a mat is watched.
const SECONDS: u32 = 60;

/// How far the disc that moves most goes, in centimetres.
fn creep(dials: Dials, discs: &[Placed]) -> f32 {
    let Ok(scene) = Scene::new(discs.to_vec(), true) else {
        return f32::NAN;
    };
    let mut table = Table::with_dials(&scene, dials);
    let start: Vec<[f32; 3]> = table.poses().map(|(_, centre, _)| centre).collect();
    for _ in 0..SECONDS * TICKS_PER_SECOND {
        table.tick();
    }
    let moved = table.poses().zip(&start).map(|((_, end, _), start)| {
        let way: f32 = (0..2).map(|k| (end[k] - start[k]).powi(2)).sum();
        way.sqrt()
    });
    moved.fold(0.0, f32::max)
}

/// The least distance in steps of a millimetre from which on two foundations stay put.
fn stay_put(dials: Dials, alike: bool) -> f32 {
    let moves = |millimetres: &i16| {
        let x = f32::from(*millimetres) / 10.0;
        let pair = [
            Placed::flat(Disc(1), 0.0, 0.0, true, 0),
            Placed::flat(Disc(2), x, 0.0, alike, 0),
        ];
        creep(dials, &pair) > 0.05
    };
    let nearest = (34..=60).rev().find(moves).unwrap_or(33);
    f32::from(nearest + 1) / 10.0
}

/// How far discs of both colours, at least 4.5 cm apart, creep.
fn crowd(dials: Dials, count: u8) -> f32 {
    let mut random = Random(u64::from(count));
    let mut places: Vec<[f32; 2]> = vec![[0.0; 2]];
    while places.len() < usize::from(count) {
        let next = random.place(CIRCLE - RADIUS);
        let near = |other: &[f32; 2]| (other[0] - next[0]).hypot(other[1] - next[1]) < 4.5;
        if !places.iter().any(near) {
            places.push(next);
        }
    }
    let discs: Vec<Placed> = (0..count)
        .zip(&places)
        .map(|(disc, [x, y])| Placed::flat(Disc(disc), *x, *y, disc.is_multiple_of(2), 0))
        .collect();
    creep(dials, &discs)
}

pub(crate) fn print(dials: Dials) {
    println!(
        "Like foundations stay put for {SECONDS} s from {:.1} cm apart, opposing ones from {:.1} cm.",
        stay_put(dials, true),
        stay_put(dials, false)
    );
    for count in [10, 20, 30] {
        println!(
            "The disc of a mat of {count} that moves most goes {:.3} mm in {SECONDS} s.",
            10.0 * crowd(dials, count)
        );
    }
}
