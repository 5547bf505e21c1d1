//! Effects of the hand on the table: bands around the values that the prototype measured.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use magnets::measures::{Dials, TICKS_PER_SAMPLE, TICKS_PER_SECOND};
use magnets::{Disc, HandError, HandPose, Placed, Scene, Table, TableEventKind, Trace};

const HELD: Disc = Disc(9);

fn table(discs: Vec<Placed>) -> Table {
    Table::new(&Scene::new(discs, true).unwrap())
}

fn flat(disc: u8, x: f32, white_up: bool) -> Placed {
    Placed::flat(Disc(disc), x, 0.0, white_up, 0)
}

fn at(x: i16, height: i16, tilt: i16) -> HandPose {
    HandPose {
        x,
        height,
        tilt,
        ..HandPose::default()
    }
}

/// Poses on the straight way from one to another at about 4 cm/s.
fn slowly(from: HandPose, to: HandPose) -> Vec<HandPose> {
    let steps = ((i32::from(to.x) - i32::from(from.x)).abs())
        .max((i32::from(to.height) - i32::from(from.height)).abs())
        / 7;
    let part = |from: i16, to: i16, step: i32| {
        (i32::from(from) + (i32::from(to) - i32::from(from)) * step / steps) as i16
    };
    (1..=steps)
        .map(|step| {
            at(
                part(from.x, to.x, step),
                part(from.height, to.height, step),
                to.tilt,
            )
        })
        .collect()
}

fn carry(table: &mut Table, from: HandPose, to: HandPose) {
    for pose in slowly(from, to) {
        table.steer(pose);
        for _ in 0..TICKS_PER_SAMPLE {
            table.tick();
        }
    }
}

/// Lowers a white disc beside a disc's axis until that jumps; gives the gap between the lower rim and
/// the face.
fn gap_at_jump(white_up: bool, x: i16, tilt: i16) -> Option<f32> {
    let mut table = table(vec![flat(1, 0.0, white_up)]);
    let high = at(x, 1500, tilt);
    table.bring(&[HELD], true, high).unwrap();
    for pose in slowly(high, at(x, 65, tilt)) {
        table.steer(pose);
        for _ in 0..TICKS_PER_SAMPLE {
            table.tick();
            if table.magnet(Disc(1)).unwrap().centre.z > 0.35 {
                return Some(f32::from(pose.height) / 100.0 - 0.6);
            }
        }
    }
    None
}

#[test]
fn an_own_foundation_jumps_to_a_flat_disc() {
    let gap = gap_at_jump(true, 0, 0).unwrap();
    println!("an own foundation jumps to a flat disc at {gap} cm");
    assert!((1.9..2.9).contains(&gap), "{gap}");
}

#[test]
fn an_opponents_foundation_jumps_to_a_tilted_disc() {
    // Its raised side over the foundation: the pole that looks down there pulls.
    for (x, tilt) in [(-250, 450), (-200, 600)] {
        let gap = gap_at_jump(false, x, tilt).unwrap();
        println!("an opponent's foundation jumps to a disc tilted {tilt} at {gap} cm");
        assert!((0.05..1.0).contains(&gap), "{x} {tilt}: {gap}");
    }
}

/// Lowers a white disc at `x` with a tilt over a leaner at 3.2 radii; gives the height at which it falls.
fn height_of_conversion(x: i16, tilt: i16) -> Option<f32> {
    let mut stood = table(vec![
        flat(1, 0.0, true),
        Placed::leaning(Disc(2), 3.2 * 1.6, 0.0, 28.0, 0.0, true),
    ]);
    stood.settle();
    let mut table = Table::new(&stood.scene().unwrap());
    let high = at(x, 1800, tilt);
    table.bring(&[HELD], true, high).unwrap();
    for pose in slowly(high, at(x, 200, tilt)) {
        table.steer(pose);
        for _ in 0..TICKS_PER_SAMPLE {
            table.tick();
        }
        match table.events().first().map(|event| event.what) {
            Some(TableEventKind::Fell { disc, white_up }) => {
                assert_eq!((disc, white_up), (Disc(2), true));
                return Some(f32::from(pose.height) / 100.0);
            }
            Some(_) => return None,
            None => {}
        }
    }
    None
}

#[test]
fn a_leaner_is_converted_by_a_flat_disc_above_its_foundation() {
    let height = height_of_conversion(0, 0).unwrap();
    println!("converted from {height} cm by a flat disc");
    assert!((3.2..4.6).contains(&height), "{height}");
}

#[test]
fn a_leaner_is_converted_by_an_upright_disc_in_between() {
    for x in [180, 220, 260] {
        let height = height_of_conversion(x, 850).unwrap();
        println!("converted from {height} cm by an upright disc at {x}");
        assert!((2.5..5.5).contains(&height), "{height}");
    }
}

/// How far a black disc slides when a flat white one comes down `x` beside its axis to `height`.
fn slide(x: i16, height: i16) -> f32 {
    let mut table = table(vec![flat(1, 0.0, false)]);
    let (high, low) = (at(x, 1500, 0), at(x, height, 0));
    table.bring(&[HELD], true, high).unwrap();
    carry(&mut table, high, low);
    for _ in 0..TICKS_PER_SECOND {
        table.tick();
    }
    let centre = table.magnet(Disc(1)).unwrap().centre;
    assert!(!table.touching(Disc(1), HELD) && centre.z < 0.35, "{x} {height}");
    centre.x.abs()
}

#[test]
fn an_opponents_foundation_slides_away_under_a_flat_disc() {
    for (x, height) in [(100, 180), (150, 200), (200, 180), (250, 130)] {
        let slid = slide(x, height);
        println!("an opponent's foundation slides {slid} cm under a flat disc {x} beside it, {height} high");
        assert!((0.8..7.0).contains(&slid), "beside {x}, height {height}: {slid}");
    }
}

#[test]
fn like_poles_from_the_side_push() {
    let mut table = table(vec![flat(1, 0.0, true)]);
    let (high, low) = (at(-1000, 1500, 0), at(-1000, 0, 0));
    table.bring(&[HELD], true, high).unwrap();
    carry(&mut table, high, low);
    carry(&mut table, low, at(-480, 0, 0));
    assert!(table.magnet(Disc(1)).unwrap().centre.x.abs() < 0.1);
    carry(&mut table, at(-480, 0, 0), at(-330, 0, 0));
    let pushed = table.magnet(Disc(1)).unwrap().centre.x;
    assert!((0.2..3.0).contains(&pushed), "{pushed}");
}

#[test]
fn what_sticks_leaves_with_the_hand() {
    let mut table = table(vec![flat(1, 0.0, true), flat(2, 10.0, true)]);
    let (high, low) = (at(0, 1500, 0), at(0, 200, 0));
    table.bring(&[HELD], true, high).unwrap();
    carry(&mut table, high, low);
    carry(&mut table, low, high);
    assert_eq!(table.tower(HELD), Some(2));
    assert!(
        table
            .events()
            .iter()
            .any(|event| event.what == TableEventKind::Stuck { disc: Disc(1) })
    );
    table.withdraw();
    table.settle();
    assert_eq!(table.withdrawn(), [Disc(1), HELD]);
    let scene = table.scene().unwrap();
    assert_eq!(scene.discs(), [flat(2, 10.0, true)]);
}

/// Sets a disc on a tower of weak magnets and lifts it; gives how many discs come with it.
fn pull(count: u8) -> usize {
    let dials = Dials {
        remanence: 0.1,
        ..Dials::STANDARD
    };
    let tower = (0..count)
        .map(|level| Placed::flat(Disc(1 + level), 0.0, 0.0, true, level))
        .collect();
    let mut table = Table::with_dials(&Scene::new(tower, true).unwrap(), dials);
    assert_eq!(table.tower(Disc(1)), Some(usize::from(count)));
    let (high, low) = (at(0, 2000, 0), at(0, 60 * i16::from(count), 0));
    table.bring(&[HELD], true, high).unwrap();
    carry(&mut table, high, low);
    for _ in 0..TICKS_PER_SECOND / 4 {
        table.tick();
    }
    assert!(
        table
            .events()
            .iter()
            .any(|event| event.what == TableEventKind::Stuck { disc: Disc(count) }),
        "{count}: {:?} {:?} {:?}",
        table.events(),
        table.magnet(HELD),
        table.magnet(Disc(count))
    );
    carry(&mut table, low, high);
    let lifted = table.tower(HELD).unwrap();
    assert_eq!(table.poses().count(), usize::from(count) + 1);
    assert_eq!(
        table.tower(Disc(1)),
        Some(if lifted == 1 { usize::from(count) } else { lifted })
    );
    lifted
}

#[test]
fn what_is_too_heavy_for_its_magnets_comes_off() {
    assert_eq!(pull(2), 3);
    assert_eq!(pull(8), 1);
}

#[test]
fn a_tower_is_lifted_turned_over_and_set_down() {
    let mut discs: Vec<Placed> = (0..4)
        .map(|level| Placed::flat(Disc(1 + level), 0.0, 0.0, true, level))
        .collect();
    discs.push(flat(8, 12.0, true));
    let mut table = table(discs);
    let start = table.lift(Disc(3)).unwrap();
    assert_eq!(start, HandPose::default());
    carry(&mut table, start, at(0, 500, 1800));
    carry(&mut table, at(0, 500, 1800), at(-500, 500, 1800));
    carry(&mut table, at(-500, 500, 1800), at(-500, 0, 1800));
    table.release();
    table.settle();
    let top = table.magnet(Disc(1)).unwrap();
    assert!(top.axis.z < -0.99 && (top.centre.z - 2.1).abs() < 0.05, "{top:?}");
    assert!((top.centre.x + 5.0).abs() < 0.2, "{top:?}");
    assert_eq!(table.tower(Disc(1)), Some(4));
}

#[test]
fn a_recorded_hand_replays_to_the_same_bits() {
    let discs = vec![flat(1, 0.0, true), flat(2, 4.5, false)];
    let mut live = table(discs.clone());
    let high = at(-300, 1500, 200);
    live.bring(&[HELD], true, high).unwrap();
    for pose in [at(-300, 200, 200), at(300, 150, 500), at(200, 60, 900)] {
        live.steer(pose);
        for _ in 0..317 {
            live.tick();
        }
    }
    let trace = live.trace(true).unwrap();
    live.release();
    live.settle();
    let mut replay = table(discs);
    let trace = Trace::from_text(&trace.to_text()).unwrap();
    replay.bring(&[HELD], true, trace.samples()[0]).unwrap();
    while replay.follow(&trace) {}
    assert_eq!(replay.ticks(), live.ticks());
    assert_eq!(replay.events(), live.events());
    assert!(replay.poses().eq(live.poses()));
}

#[test]
fn a_hand_comes_in_from_afar_with_what_is_off_the_table() {
    let mut table = table(vec![flat(1, 0.0, true)]);
    let high = at(0, 1500, 0);
    assert_eq!(table.bring(&[], true, high), Err(HandError::Empty));
    assert_eq!(table.bring(&[Disc(1)], true, high), Err(HandError::Disc(Disc(1))));
    assert_eq!(table.bring(&[HELD, HELD], true, high), Err(HandError::Disc(HELD)));
    assert_eq!(
        table.bring(&[HELD], true, at(300, 0, 0)),
        Err(HandError::Near(Disc(1)))
    );
    assert_eq!(table.lift(Disc(7)), Err(HandError::Disc(Disc(7))));
    assert_eq!(table.bring(&[HELD], true, high), Ok(()));
    assert_eq!(table.bring(&[Disc(10)], true, high), Err(HandError::Busy));
}
