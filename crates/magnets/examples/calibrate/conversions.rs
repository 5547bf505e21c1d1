//! Conversions of own leaners by technique and speed of the hand.

use crate::leaners::{LEANER, Place, stand};
use crate::random::Random;
use magnets::measures::{Dials, RADIUS, THICKNESS, TICKS_PER_SAMPLE, TICKS_PER_SECOND};
use magnets::{Disc, HandPose, Lie, Table, TableEventKind};

/// The disc in the hand.
const HELD: Disc = Disc(51);
/// The hand comes down this much further after the leaner is half down, in ticks.
const STOPS_AFTER: u32 = TICKS_PER_SECOND * 15 / 100;
/// Speeds of the hand in centimetres a second.
const SPEEDS: [f32; 3] = [2.0, 5.0, 12.0];

/// A way to hold the disc over a base: its distance from the base's axis towards the leaner as a share of the foot's and in
/// centimetres more, its tilt in tenths of a degree, and how low it goes above the base, in centimetres.
struct Technique {
    name: &'static str,
    share: f32,
    more: f32,
    tilt: i16,
    lowest: f32,
}

const TECHNIQUES: [Technique; 4] = [
    Technique {
        name: "flat over the base",
        share: 0.0,
        more: 0.0,
        tilt: 0,
        lowest: 2.4,
    },
    Technique {
        name: "flat, 1 cm towards the leaner",
        share: 0.0,
        more: 1.0,
        tilt: 0,
        lowest: 2.4,
    },
    Technique {
        name: "upright, 0.42 of the way to the foot",
        share: 0.42,
        more: 0.0,
        tilt: 900,
        lowest: 0.5,
    },
    Technique {
        name: "nearly upright (85 degrees), half way to the foot",
        share: 0.5,
        more: 0.0,
        tilt: 850,
        lowest: 1.0,
    },
];

/// The leaner's tilt in degrees.
fn tilt(table: &Table) -> Option<f32> {
    Some(table.magnet(LEANER)?.axis.z.clamp(-1.0, 1.0).acos().to_degrees())
}

/// Whether a hand that comes down converts a leaner, and nothing else happens.
fn converts(
    dials: Dials,
    place: Place,
    technique: &Technique,
    speed: f32,
    random: &mut Random,
) -> Option<bool> {
    let scene = stand(dials, place, random)?;
    let mut table = Table::with_dials(&scene, dials);
    let start = tilt(&table)?;
    let x = ((technique.share * place.foot + technique.more + random.about(0.1)) * 100.0) as i16;
    let y = (random.about(0.1) * 100.0) as i16;
    let lowest = ((technique.lowest + THICKNESS * f32::from(place.base)) * 100.0) as i16;
    let at = |height: i16| HandPose {
        x,
        y,
        height,
        tilt: technique.tilt,
        heading: 0,
    };
    let mut height = 1800.0;
    table.bring(&[HELD], true, at(1800)).ok()?;
    let mut half_down = None;
    while half_down.is_none_or(|tick| table.ticks() < tick + STOPS_AFTER) {
        height -= speed * 100.0 * TICKS_PER_SAMPLE as f32 / TICKS_PER_SECOND as f32;
        if height < f32::from(lowest) {
            break;
        }
        table.steer(at(height as i16));
        for _ in 0..TICKS_PER_SAMPLE {
            table.tick();
        }
        if half_down.is_none() && tilt(&table)? < start / 2.0 {
            half_down = Some(table.ticks());
        }
    }
    table.steer(at(3000));
    for _ in 0..TICKS_PER_SECOND {
        table.tick();
    }
    table.withdraw();
    table.settle();
    let wrong = |what: TableEventKind| match what {
        TableEventKind::Touched { one, two, .. } => one != HELD && two != HELD,
        TableEventKind::Stuck { .. } | TableEventKind::Left { .. } | TableEventKind::Turned { .. } => true,
        _ => false,
    };
    let fine = table.lie(LEANER) == Some(Lie::Flat) && table.events().iter().all(|event| !wrong(event.what));
    Some(fine && (table.magnet(LEANER)?.centre.z - THICKNESS / 2.0).abs() < RADIUS / 8.0)
}

/// Converts leaners on bases of one to three discs.
pub(crate) fn print(dials: Dials, places: &[Place], tries: usize, seed: u64) {
    println!("Conversions in %, at 2 / 5 / 12 cm/s; the hand stops 0.15 s after the leaner is half down.\n");
    println!("| technique | on 1 | on 2 | on 3 |\n|---|--:|--:|--:|");
    for technique in &TECHNIQUES {
        print!("| {} |", technique.name);
        for &place in &places[..3] {
            let shares: Vec<String> = SPEEDS
                .iter()
                .map(|&speed| {
                    let mut random = Random(31 + 1000 * seed);
                    let results: Vec<bool> = (0..tries)
                        .filter_map(|_| converts(dials, place, technique, speed, &mut random))
                        .collect();
                    let done = results.iter().filter(|done| **done).count();
                    format!("{:.0}", 100.0 * done as f32 / results.len().max(1) as f32)
                })
                .collect();
            print!(" {} |", shares.join(" / "));
        }
        println!();
    }
    println!();
}
