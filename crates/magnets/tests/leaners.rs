//! Leaners on the table: bands around the values that the prototype measured, not exact numbers.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use magnets::measures::{Dials, RADIUS, TICKS_PER_SECOND};
use magnets::{Disc, Lie, Placed, Scene, Table, TableEventKind};

const LEANER: Disc = Disc(20);

/// A tower of `base` discs in the centre and a leaner with its far rim `pivot` radii away.
fn scene(base: u8, pivot: f32, tilt: f32) -> Scene {
    let mut discs: Vec<Placed> = (0..base)
        .map(|level| Placed::flat(Disc(1 + level), 0.0, 0.0, true, level))
        .collect();
    discs.push(Placed::leaning(LEANER, pivot * RADIUS, 0.0, tilt, 0.0, true));
    Scene::new(discs, false).unwrap()
}

fn tilt(table: &Table) -> f32 {
    let upright = table.magnet(LEANER).unwrap().axis.z.abs().min(1.0);
    upright.acos().to_degrees()
}

fn settled(base: u8, pivot: f32, tilt: f32) -> Table {
    let mut table = Table::new(&scene(base, pivot, tilt));
    table.settle();
    table
}

#[test]
fn a_leaner_stands_by_one_foundation() {
    for (pivot, least, most) in [(3.0, 26.0, 33.0), (3.1, 24.0, 31.0), (3.2, 21.0, 29.0)] {
        let table = settled(1, pivot, 30.0);
        assert_eq!(table.lie(LEANER), Some(Lie::Leaner), "{pivot}");
        let tilt = tilt(&table);
        assert!((least..most).contains(&tilt), "{pivot}: {tilt}");
        assert!(!table.touching(Disc(1), LEANER));
    }
}

#[test]
fn a_leaner_stands_steeper_by_a_tower_of_two() {
    for (pivot, least, most) in [(3.3, 40.0, 52.0), (3.5, 32.0, 46.0)] {
        let table = settled(2, pivot, 45.0);
        assert_eq!(table.lie(LEANER), Some(Lie::Leaner), "{pivot}");
        let tilt = tilt(&table);
        assert!((least..most).contains(&tilt), "{pivot}: {tilt}");
    }
}

#[test]
fn a_leaner_is_held_up_by_the_body_that_lifts_it() {
    let mut discs: Vec<Placed> = (0..2)
        .map(|level| Placed::flat(Disc(1 + level), 0.0, 0.0, true, level))
        .collect();
    discs.push(Placed::flat(Disc(5), 11.0, 0.0, true, 0));
    discs.push(Placed::leaning(LEANER, 3.3 * RADIUS, 0.0, 45.0, 0.0, true));
    let mut table = Table::new(&Scene::new(discs, false).unwrap());
    table.settle();
    assert_eq!(table.lie(LEANER), Some(Lie::Leaner));
    assert_eq!(table.support(LEANER), Some(Disc(2)));
    assert_eq!(table.support(Disc(30)), None);
}

#[test]
fn too_near_it_sticks_and_too_far_it_falls() {
    for pivot in [2.6, 2.7, 2.8] {
        let table = settled(1, pivot, 30.0);
        assert_eq!(table.tower(LEANER), Some(2), "{pivot}");
    }
    for pivot in [3.5, 3.7, 4.0] {
        let table = settled(1, pivot, 30.0);
        assert_eq!(table.lie(LEANER), Some(Lie::Flat), "{pivot}");
        assert!(!table.touching(Disc(1), LEANER), "{pivot}");
    }
}

#[test]
fn a_leaner_stands_still_for_a_minute() {
    let mut table = settled(1, 3.1, 31.0);
    let start = tilt(&table);
    for _ in 0..60 * TICKS_PER_SECOND {
        table.tick();
    }
    assert!((tilt(&table) - start).abs() < 2.0, "{start} {}", tilt(&table));
    assert_eq!(table.lie(LEANER), Some(Lie::Leaner));
}

#[test]
fn a_leaner_stands_still_for_a_minute_even_without_sleep() {
    let mut dials = Dials::STANDARD;
    dials.sleeping = false;
    let mut table = Table::with_dials(&scene(1, 3.1, 31.0), dials);
    table.settle();
    let start = tilt(&table);
    for _ in 0..60 * TICKS_PER_SECOND {
        table.tick();
    }
    assert!((tilt(&table) - start).abs() < 2.0, "{start} {}", tilt(&table));
}

#[test]
fn an_undamped_wobble_keeps_its_energy() {
    let dials = Dials {
        rolling: 0.0,
        patch: 0.0,
        tipping: 0.0,
        linear_damping: 0.0,
        angular_damping: 0.0,
        sleeping: false,
        ..Dials::STANDARD
    };
    let mut table = Table::with_dials(&scene(1, 3.1, 36.0), dials);
    // The disc that only rests on the mat takes its place first.
    for _ in 0..TICKS_PER_SECOND / 10 {
        table.tick();
    }
    let rest = settled(1, 3.1, 31.0).energy();
    let start = table.energy() - rest;
    for _ in 0..10 * TICKS_PER_SECOND {
        table.tick();
    }
    let end = table.energy() - rest;
    println!(
        "wobble {start} -> {end} erg; all {} -> {}",
        start + rest,
        end + rest
    );
    assert!(
        ((end - start) / (start + rest)).abs() < 0.05,
        "{start} {end} {rest}"
    );
}

#[test]
fn a_leaner_that_stood_and_falls_is_reported() {
    let stood = settled(1, 3.2, 28.0).scene().unwrap();
    let mut table = Table::new(&stood);
    assert_eq!(table.lie(LEANER), Some(Lie::Leaner));
    let above = |height| magnets::HandPose {
        height,
        ..Default::default()
    };
    table.bring(&[Disc(9)], true, above(1600)).unwrap();
    table.steer(above(250));
    while table.hand_ticks() < Some(5 * TICKS_PER_SECOND) && table.events().is_empty() {
        table.tick();
    }
    let fell = TableEventKind::Fell {
        disc: LEANER,
        white_up: true,
    };
    assert!(
        table.events().iter().any(|event| event.what == fell),
        "{:?}",
        table.events()
    );
}
