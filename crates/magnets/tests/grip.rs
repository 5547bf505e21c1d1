//! The grip of fingers: on the mat the field turns the held disc, elsewhere the disc follows the hand.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use magnets::measures::{RADIUS, THICKNESS, TICKS_PER_SAMPLE, TICKS_PER_SECOND};
use magnets::{Disc, HandGrip, HandPose, Lie, Placed, Scene, Table, Trace};

const HELD: Disc = Disc(9);

/// A hand whose disc has its foot at `foot` centimetres on the x axis, leaning away from the centre.
fn at(foot: f32, height: i16, tilt: i16) -> HandPose {
    let (sine, cosine) = (f32::from(tilt) / 10.0).to_radians().sin_cos();
    let middle = foot - RADIUS * cosine + THICKNESS / 2.0 * sine;
    HandPose {
        x: (middle * 100.0).round() as i16,
        height,
        tilt,
        ..HandPose::default()
    }
}

fn scene(discs: Vec<Placed>) -> Scene {
    Scene::new(discs, true).unwrap()
}

fn foundation(white_up: bool) -> Scene {
    scene(vec![Placed::flat(Disc(1), 0.0, 0.0, white_up, 0)])
}

fn pass(table: &mut Table, seconds: f32) {
    for _ in 0..(seconds * TICKS_PER_SECOND as f32) as u32 {
        table.tick();
    }
}

/// A hand with a disc comes down and waits there for a second.
fn lowered(scene: &Scene, grip: HandGrip, white_up: bool, foot: f32, tilt: i16) -> Table {
    let mut table = Table::new(scene);
    table.set_grip(grip);
    table.bring(&[HELD], white_up, at(foot, 1500, tilt)).unwrap();
    for height in (0..1500).rev().step_by(15) {
        table.steer(at(foot, height, tilt));
        pass(&mut table, TICKS_PER_SAMPLE as f32 / TICKS_PER_SECOND as f32);
    }
    table.steer(at(foot, 0, tilt));
    pass(&mut table, 1.0);
    table
}

/// The tilt of the held disc in degrees, and the place of its foot.
fn stance(table: &Table) -> (f32, f32) {
    let magnet = table.magnet(HELD).unwrap();
    let up = magnet.axis * 1.0_f32.copysign(magnet.axis.z);
    let sine = up.x.hypot(up.y);
    let foot = magnet.centre.x + RADIUS * up.z - THICKNESS / 2.0 * sine;
    (sine.atan2(up.z).to_degrees(), foot)
}

/// Beside a foundation, at a tilt at which the disc does not stand.
const WRONG: [i16; 3] = [150, 480, 600];
const FOOT: f32 = 5.0;

#[test]
fn a_held_disc_turns_to_the_tilt_at_which_it_stands_after_letting_go() {
    for white_up in [true, false] {
        for tilt in WRONG {
            let mut table = lowered(&foundation(white_up), HandGrip::Yielding, white_up, FOOT, tilt);
            let (held, foot) = stance(&table);
            println!("{tilt} white {white_up}: {held} at {foot}");
            assert!(
                (held - f32::from(tilt) / 10.0).abs() > 5.0,
                "it turns from {tilt}: {held}"
            );
            assert!((foot - FOOT).abs() < 0.01, "the foot keeps its place: {foot}");
            assert!(!table.is_hand_turning());
            table.release();
            table.settle();
            let (left, _) = stance(&table);
            assert_eq!(table.lie(HELD), Some(Lie::Leaner));
            assert!((left - held).abs() < 3.0, "{held} in the hand, {left} without");
        }
    }
}

#[test]
fn a_disc_that_is_lifted_again_follows_the_hand() {
    let mut table = lowered(&foundation(true), HandGrip::Yielding, true, FOOT, WRONG[1]);
    table.steer(at(FOOT, 200, WRONG[1]));
    pass(&mut table, 1.0);
    let (held, foot) = stance(&table);
    assert!(
        (held - 48.0).abs() < 0.01 && (foot - FOOT).abs() < 0.01,
        "{held} at {foot}"
    );
    assert!(!table.is_hand_turning());
}

#[test]
fn no_disc_turns_beyond_flat_or_upright_when_the_hand_turns_it_quickly() {
    for (tilt, next) in [(480, 0), (480, 100), (150, 900)] {
        for height in [0, 300] {
            let mut table = lowered(&foundation(true), HandGrip::Yielding, true, FOOT, tilt);
            let (before, _) = stance(&table);
            assert!((before - f32::from(tilt) / 10.0).abs() > 5.0);
            table.steer(at(FOOT, height, next));
            for _ in 0..TICKS_PER_SECOND / 2 {
                table.tick();
                let axis = table.magnet(HELD).unwrap().axis;
                assert!(
                    axis.z >= -1e-3 && axis.x >= -1e-3,
                    "{tilt} {next} {height}: {axis:?}"
                );
            }
        }
    }
}

#[test]
fn a_disc_on_an_empty_mat_follows_the_hand() {
    for tilt in [0, 100, 480, 850, 900, 1400] {
        let yielding = lowered(&scene(vec![]), HandGrip::Yielding, true, FOOT, tilt);
        let rigid = lowered(&scene(vec![]), HandGrip::Rigid, true, FOOT, tilt);
        assert!(yielding.poses().eq(rigid.poses()), "{tilt}");
    }
}

#[test]
fn a_rigid_hand_turns_nothing() {
    let table = lowered(&foundation(true), HandGrip::Rigid, true, FOOT, WRONG[1]);
    let (held, _) = stance(&table);
    assert!((held - 48.0).abs() < 0.01, "{held}");
}

#[test]
fn a_flat_disc_and_a_lifted_tower_are_not_turned() {
    let tower = (0..2).map(|level| Placed::flat(Disc(2 + level), 5.0, 0.0, true, level));
    let discs = [Placed::flat(Disc(1), 0.0, 0.0, true, 0)];
    let mut table = Table::new(&scene(discs.into_iter().chain(tower).collect()));
    table.set_grip(HandGrip::Yielding);
    let start = table.lift(Disc(2)).unwrap();
    let tilted = HandPose { tilt: 400, ..start };
    table.steer(tilted);
    pass(&mut table, 1.0);
    let axis = table.magnet(Disc(2)).unwrap().axis;
    assert!((axis.z.acos().to_degrees() - 40.0).abs() < 0.1, "{axis:?}");
    let table = lowered(&foundation(true), HandGrip::Yielding, true, 6.5, 0);
    assert!(stance(&table).0 < 0.01);
}

#[test]
fn a_recorded_yielding_hand_replays_to_the_same_bits() {
    let mut live = lowered(&foundation(true), HandGrip::Yielding, true, FOOT, WRONG[1]);
    for (foot, tilt) in [(5.3, 480), (5.1, 200), (4.9, 330)] {
        live.steer(at(foot, 0, tilt));
        pass(&mut live, 0.33);
    }
    let trace = live.trace(true).unwrap();
    live.release();
    live.settle();
    let trace = Trace::from_text(&trace.to_text()).unwrap();
    assert_eq!(trace.grip(), HandGrip::Yielding);
    let replayed = |trace: &Trace| {
        let mut table = Table::new(&foundation(true));
        table.set_grip(trace.grip());
        table.bring(&[HELD], true, trace.samples()[0]).unwrap();
        while table.follow(trace) {}
        table
    };
    let replay = replayed(&trace);
    assert_eq!(replay.events(), live.events());
    assert!(replay.poses().eq(live.poses()));
    let rigid = replayed(&trace.held_by(HandGrip::Rigid));
    assert!(
        !rigid.poses().eq(live.poses()),
        "the grip is part of the movement"
    );
}
