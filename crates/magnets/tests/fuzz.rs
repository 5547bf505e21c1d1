//! Whatever a hand does, no disc is lost or doubled, none goes through the mat, nothing becomes NaN.
//!
//! A few hundred traces by default; 10,000 with `TABLIER_DEEP=1`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod numbers;

use magnets::measures::{DEEPEST, SEATED_OVERLAP, TICKS_PER_SAMPLE};
use magnets::{Disc, HandGrip, HandPose, Placed, Scene, Table, Trace};
use numbers::Numbers;

impl Numbers {
    fn coordinate(&mut self) -> f32 {
        self.below(1200) as f32 / 100.0 - 6.0
    }
}

/// A few discs near the centre: flat, leaning, in towers; some overlap.
fn scene(numbers: &mut Numbers) -> Scene {
    let mut discs = Vec::new();
    for disc in 0..2 + numbers.below(5) as u8 {
        let (x, y) = (numbers.coordinate(), numbers.coordinate());
        let (tilt, heading) = (numbers.below(90) as f32, numbers.below(360) as f32);
        let up = numbers.below(2) == 0;
        match numbers.below(4) {
            0 => discs.push(Placed::leaning(Disc(disc), x, y, tilt, heading, up)),
            1 => discs.extend((0..3).map(|level| Placed::flat(Disc(disc + 10 * level), x, y, up, level))),
            _ => discs.push(Placed::flat(Disc(disc), x, y, up, 0)),
        }
    }
    Scene::new(discs, numbers.below(2) == 0).unwrap()
}

/// Poses from slow to absurd: mostly low over the discs, sometimes anywhere at once.
fn trace(numbers: &mut Numbers) -> Trace {
    let mut pose = HandPose {
        x: 0,
        y: 0,
        height: 2000,
        tilt: numbers.below(1801) as i16,
        heading: numbers.below(3600) as i16,
    };
    let mut samples = vec![pose];
    let wild = numbers.below(3) == 0;
    for _ in 0..6 {
        let spread = if wild { 4000 } else { 600 };
        pose = HandPose {
            x: numbers.below(2 * spread) as i16 - spread as i16,
            y: numbers.below(2 * spread) as i16 - spread as i16,
            height: numbers.below(if wild { 3000 } else { 200 }) as i16,
            tilt: numbers.below(1801) as i16,
            heading: numbers.below(3600) as i16,
        };
        samples.extend(vec![pose; 1 + numbers.below(16) as usize]);
    }
    let most = samples.len() as u64 * u64::from(TICKS_PER_SAMPLE);
    let release = (numbers.below(2) == 0).then(|| numbers.below(most + 1) as u32);
    let grip = match numbers.below(2) {
        0 => HandGrip::Rigid,
        _ => HandGrip::Yielding,
    };
    Trace::new(samples, release).unwrap().held_by(grip)
}

/// The mat gives way by [`DEEPEST`], and a face laid flat on another may move a disc by
/// [`SEATED_OVERLAP`] for one tick: together less than half a disc.
const SUNK: f32 = DEEPEST + SEATED_OVERLAP;

fn check(table: &Table, all: &[Disc], case: u64) {
    let mut seen: Vec<Disc> = table.withdrawn().to_vec();
    for (disc, centre, turn) in table.poses() {
        seen.push(disc);
        assert!(
            centre.iter().chain(&turn).all(|part| part.is_finite()),
            "case {case}: {disc:?}"
        );
        let axis = table.magnet(disc).unwrap().axis;
        let reach = 1.6 * (1.0 - axis.z * axis.z).max(0.0).sqrt() + 0.3 * axis.z.abs();
        assert!(
            centre[2] - reach > -SUNK,
            "case {case}: {disc:?} {}",
            centre[2] - reach
        );
    }
    seen.sort_unstable();
    assert_eq!(seen, all, "case {case}");
}

fn play(case: u64) {
    let mut numbers = Numbers(case.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let scene = scene(&mut numbers);
    let trace = trace(&mut numbers);
    let mut all: Vec<Disc> = scene.discs().iter().map(|placed| placed.disc).collect();
    let mut table = Table::new(&scene);
    table.set_grip(trace.grip());
    if numbers.below(3) == 0 {
        table.lift(all[numbers.below(all.len() as u64) as usize]).unwrap();
    } else {
        let held: Vec<Disc> = (50..51 + numbers.below(3) as u8).map(Disc).collect();
        table
            .bring(&held, numbers.below(2) == 0, trace.samples()[0])
            .unwrap();
        all.extend(held);
    }
    all.sort_unstable();
    let mut ticks = 0;
    while table.follow(&trace) && ticks < 1920 {
        ticks += 1;
        if ticks % 16 == 0 {
            check(&table, &all, case);
        }
    }
    check(&table, &all, case);
    if let Some(scene) = table.scene() {
        let again = Scene::new(scene.discs().to_vec(), true);
        assert_eq!(again.as_ref(), Ok(&scene), "case {case}");
        Table::new(&scene);
    }
}

#[test]
fn absurd_hands_break_nothing() {
    let deep = std::env::var_os("TABLIER_DEEP").is_some();
    for case in 0..if deep { 10_000 } else { 150 } {
        play(case);
        if case % 1000 == 999 {
            println!("{} traces", case + 1);
        }
    }
}
