//! Leaners on bases of one to four discs, alone and among others, and on leaners.

use crate::random::Random;
use magnets::measures::{CIRCLE, Dials, RADIUS, TICKS_PER_SECOND};
use magnets::{Disc, Lie, Placed, Scene, Table, TableEventKind};

/// The disc that is let go.
pub(crate) const LEANER: Disc = Disc(50);
/// The first disc of the base.
const BASE: u8 = 40;
/// Errors of the hand: in and out, and sideways, in centimetres; yaw and tilt in degrees.
const MISSES: f32 = 0.2;
const YAW: f32 = 15.0;
const TILT: f32 = 10.0;
/// The height from which it is let go, in thousandths of a centimetre.
const DROP: i32 = 50;
/// The least distance between any two discs of a mat, in centimetres.
const APART: f32 = 5.2;
/// A leaner whose foot ends farther away has walked, or walked far.
const WALKED: f32 = 0.6;
const WALKED_FAR: f32 = 2.4;

/// A place where a leaner stands against a base.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// How many discs the base has.
    pub(crate) base: u8,
    /// How far the leaner's foot is from the base's axis, in centimetres.
    pub(crate) foot: f32,
    /// In degrees.
    pub(crate) tilt: f32,
}

/// How one try ended.
struct Try {
    holds: bool,
    /// How far the foot is from where it was put.
    walked: f32,
    /// In degrees.
    tilt: f32,
    seconds: f32,
}

/// A leaner's foot: the lowest point of its rim.
fn foot(table: &Table) -> [f32; 2] {
    let Some(magnet) = table.magnet(LEANER) else {
        return [0.0; 2];
    };
    let (centre, axis) = (magnet.centre, magnet.axis);
    let flat = (axis.x * axis.x + axis.y * axis.y).sqrt().max(1e-6);
    let upright = axis.z.abs();
    [
        centre.x + axis.x / flat * RADIUS * upright * axis.z.signum(),
        centre.y + axis.y / flat * RADIUS * upright * axis.z.signum(),
    ]
}

fn base(count: u8, x: f32, y: f32) -> Vec<Placed> {
    (0..count)
        .map(|level| Placed::flat(Disc(BASE + level), x, y, true, level))
        .collect()
}

/// A leaner beside a base at `(x, y)`, seen from there in the direction `heading`.
fn leaner(place: Place, x: f32, y: f32, heading: f32, misses: [f32; 4]) -> Placed {
    let (sine, cosine) = heading.to_radians().sin_cos();
    let [out, aside, yaw, tilt] = misses;
    let away = place.foot + out;
    let mut placed = Placed::leaning(
        LEANER,
        x + away * cosine - aside * sine,
        y + away * sine + aside * cosine,
        (place.tilt + tilt).clamp(10.0, 85.0),
        heading + yaw,
        true,
    );
    placed.centre[2] += DROP;
    placed
}

/// Lets a leaner go on a mat, and watches.
fn try_out(dials: Dials, mut discs: Vec<Placed>, leaner: Placed) -> Option<Try> {
    discs.push(leaner);
    let mut table = Table::with_dials(&Scene::new(discs, false).ok()?, dials);
    let start = foot(&table);
    table.settle();
    let end = foot(&table);
    let others = |what: &TableEventKind| {
        matches!(
            what,
            TableEventKind::Touched { .. } | TableEventKind::Left { .. } | TableEventKind::Slid { .. }
        )
    };
    let upright = table.magnet(LEANER)?.axis.z;
    Some(Try {
        holds: table.lie(LEANER) == Some(Lie::Leaner)
            && upright > 0.0
            && !table.events().iter().any(|event| others(&event.what)),
        walked: (end[0] - start[0]).hypot(end[1] - start[1]),
        tilt: upright.clamp(-1.0, 1.0).acos().to_degrees(),
        seconds: table.ticks() as f32 / TICKS_PER_SECOND as f32,
    })
}

/// The place against a base from which one may miss farthest: of the feet and tilts of a grid, the one with the most around it
/// that hold.
pub(crate) fn best_place(dials: Dials, count: u8) -> Place {
    let mut best = (
        0,
        Place {
            base: count,
            foot: 5.0,
            tilt: 30.0,
        },
    );
    let tilts: Vec<f32> = (0..11).map(|k| 20.0 + 5.0 * k as f32).collect();
    let feet: Vec<f32> = (0..26).map(|k| 4.4 + 0.1 * k as f32).collect();
    let holds = |foot: f32, tilt: f32| {
        let place = Place {
            base: count,
            foot,
            tilt,
        };
        let tried = try_out(
            dials,
            base(count, 0.0, 0.0),
            leaner(place, 0.0, 0.0, 0.0, [0.0; 4]),
        );
        tried.is_some_and(|tried| tried.holds)
    };
    let grid: Vec<Vec<bool>> = feet
        .iter()
        .map(|&foot| tilts.iter().map(|&tilt| holds(foot, tilt)).collect())
        .collect();
    for (row, &foot) in feet.iter().enumerate() {
        for (column, &tilt) in tilts.iter().enumerate() {
            let weight = |k: usize, l: usize| {
                let near = |one: usize, two: usize| 5_usize.saturating_sub(one.abs_diff(two));
                usize::from(grid[k][l]) * near(row, k) * near(column, l)
            };
            let all = (0..feet.len()).flat_map(|k| (0..tilts.len()).map(move |l| (k, l)));
            let sum = all.map(|(k, l)| weight(k, l)).sum();
            if sum > best.0 {
                best = (
                    sum,
                    Place {
                        base: count,
                        foot,
                        tilt,
                    },
                );
            }
        }
    }
    best.1
}

/// A mat with 20 other discs of both colours, the red one among them, around a base and the place of a leaner.
fn mat(random: &mut Random, place: Place, others: usize) -> (Vec<Placed>, [f32; 2], f32) {
    loop {
        let at = random.place(CIRCLE - RADIUS - 6.0);
        let heading = random.about(180.0);
        let (sine, cosine) = heading.to_radians().sin_cos();
        let reach = place.foot - RADIUS * place.tilt.to_radians().cos();
        let mut taken = vec![at, [at[0] + reach * cosine, at[1] + reach * sine]];
        let mut discs = base(place.base, at[0], at[1]);
        let mut missed = 0;
        while discs.len() < others + usize::from(place.base) && missed < 2000 {
            let next = if taken.len() == 2 {
                [0.0; 2]
            } else {
                random.place(CIRCLE - RADIUS)
            };
            let near = |other: &[f32; 2]| (other[0] - next[0]).hypot(other[1] - next[1]) < APART;
            if taken.iter().any(near) {
                missed += if taken.len() == 2 { 2000 } else { 1 };
                continue;
            }
            let name = (taken.len() - 2) as u8;
            discs.push(Placed::flat(
                Disc(name),
                next[0],
                next[1],
                name.is_multiple_of(2),
                0,
            ));
            taken.push(next);
        }
        if missed < 2000 {
            return (discs, at, heading);
        }
    }
}

/// A leaner that a hand put beside a base in the centre and that stands there, however many tries that takes.
pub(crate) fn stand(dials: Dials, place: Place, random: &mut Random) -> Option<Scene> {
    (0..40).find_map(|_| {
        let misses = [random.about(MISSES), 0.0, random.about(YAW), random.about(TILT)];
        let mut discs = base(place.base, 0.0, 0.0);
        discs.push(leaner(place, 0.0, 0.0, 0.0, misses));
        let mut table = Table::with_dials(&Scene::new(discs, false).ok()?, dials);
        table.settle();
        let stands = table.lie(LEANER) == Some(Lie::Leaner) && table.magnet(LEANER)?.axis.z > 0.0;
        table.scene().filter(|_| stands)
    })
}

fn share(part: usize, all: usize) -> String {
    format!("{:.0}", 100.0 * part as f32 / all.max(1) as f32)
}

fn median(mut numbers: Vec<f32>) -> f32 {
    numbers.sort_by(f32::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f32::NAN)
}

/// Lets leaners go with errors of the hand, alone and among 20 others.
pub(crate) fn print_holds(dials: Dials, places: &[Place], tries: usize, seed: u64) {
    println!(
        "| leaner on | foot cm, tilt | others | holds % | walks > 6 / > 24 mm, % of those | settles, median s | tilt, median |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|");
    for &place in places {
        for others in [0, 20] {
            let mut random = Random(7 + u64::from(place.base) + 1000 * seed);
            let all: Vec<Try> = (0..tries)
                .filter_map(|_| {
                    let (discs, at, heading) = mat(&mut random, place, others);
                    let misses = [
                        random.about(MISSES),
                        random.about(MISSES),
                        random.about(YAW),
                        random.about(TILT),
                    ];
                    try_out(dials, discs, leaner(place, at[0], at[1], heading, misses))
                })
                .collect();
            let held: Vec<&Try> = all.iter().filter(|tried| tried.holds).collect();
            let walked = |most: f32| {
                share(
                    held.iter().filter(|tried| tried.walked > most).count(),
                    held.len(),
                )
            };
            println!(
                "| {} | {:.1}, {:.0} | {others} | {} | {} / {} | {:.2} | {:.0} |",
                place.base,
                place.foot,
                place.tilt,
                share(held.len(), all.len()),
                walked(WALKED),
                walked(WALKED_FAR),
                median(held.iter().map(|tried| tried.seconds).collect()),
                median(held.iter().map(|tried| tried.tilt).collect()),
            );
        }
    }
    println!();
}

/// Stands a leaner against a foundation, and tries another against it all around.
pub(crate) fn print_on_leaners(dials: Dials, place: &Place) {
    let mut first = base(1, 0.0, 0.0);
    first.push(Placed {
        disc: Disc(30),
        ..leaner(*place, 0.0, 0.0, 0.0, [0.0; 4])
    });
    let Ok(scene) = Scene::new(first, false) else {
        return;
    };
    let mut table = Table::with_dials(&scene, dials);
    table.settle();
    let (Some(scene), Some(stands)) = (table.scene(), table.magnet(Disc(30))) else {
        return;
    };
    let [x, y] = [stands.centre.x, stands.centre.y];
    let (mut held, mut all) = (Vec::new(), 0);
    for direction in 0..12 {
        for away in 0..17 {
            for tilt in [25.0, 40.0, 55.0] {
                all += 1;
                let (heading, foot) = (30.0 * direction as f32, 4.2 + 0.15 * away as f32);
                let place = Place { base: 1, foot, tilt };
                let second = leaner(place, x, y, heading, [0.0; 4]);
                let tried = try_out(dials, scene.discs().to_vec(), second);
                let nearer_base =
                    (x + foot * heading.to_radians().cos()).hypot(y + foot * heading.to_radians().sin());
                if tried.is_some_and(|tried| tried.holds) && nearer_base > foot + 0.5 {
                    held.push(format!("{heading:.0}°/{foot:.2} cm/{tilt:.0}°"));
                }
            }
        }
    }
    println!(
        "A leaner on a leaner, nearer to it than to the foundation, holds at {} of {all} places (direction/foot/tilt): {}\n",
        held.len(),
        held.join(", ")
    );
}
