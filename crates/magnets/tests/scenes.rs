//! Scenes and events: what a referee builds a table from, and what it hears of.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use magnets::measures::TICKS_PER_SECOND;
use magnets::{Contact, Disc, HandPose, Placed, Scene, SceneError, Table, TableEventKind};

fn flat(disc: u8, x: f32, white_up: bool) -> Placed {
    Placed::flat(Disc(disc), x, 0.0, white_up, 0)
}

fn whats(table: &Table) -> Vec<TableEventKind> {
    table.events().iter().map(|event| event.what).collect()
}

#[test]
fn a_settled_table_gives_back_the_scene_it_was_built_from() {
    let mut discs = vec![
        flat(1, 0.0, true),
        Placed::leaning(Disc(2), 5.0, 0.0, 30.0, 0.0, true),
        flat(3, -9.0, true),
        flat(4, -12.5, false),
        flat(0, 12.0, true),
    ];
    discs.extend((0..3).map(|level| Placed::flat(Disc(10 + level), 0.0, 12.0, false, level)));
    let mut table = Table::new(&Scene::new(discs, false).unwrap());
    table.settle();
    let scene = table.scene().unwrap();
    assert!(scene.at_rest());
    assert_eq!(scene.discs().len(), 8);
    let mut again = Table::new(&scene);
    assert!(again.scene().is_none());
    again.settle();
    for (before, after) in scene.discs().iter().zip(again.scene().unwrap().discs()) {
        if before.disc == Disc(2) {
            // A leaner rests while it still swings by a hair.
            let moved = (0..3)
                .map(|k| (before.centre[k] - after.centre[k]).abs())
                .max()
                .unwrap();
            assert!(moved < 20, "{moved}");
        } else {
            assert_eq!(before, after);
        }
    }
    assert_eq!(whats(&again), [TableEventKind::Rested]);
    assert!(again.touching(Disc(3), Disc(4)) && again.touching(Disc(10), Disc(11)));
    assert_eq!(again.tower(Disc(12)), Some(3));
}

#[test]
fn scenes_that_cannot_be_are_refused() {
    let good = flat(1, 0.0, true);
    let refused = |placed: Placed| Scene::new(vec![placed], true).unwrap_err();
    assert_eq!(
        Scene::new(vec![good, good], true),
        Err(SceneError::Twice(Disc(1)))
    );
    assert_eq!(
        refused(Placed {
            disc: Disc(53),
            ..good
        }),
        SceneError::Unknown(Disc(53))
    );
    assert_eq!(
        refused(Placed { turn: [0; 4], ..good }),
        SceneError::Turn(Disc(1))
    );
    assert_eq!(
        refused(Placed {
            turn: [i32::MIN; 4],
            ..good
        }),
        SceneError::Turn(Disc(1))
    );
    assert_eq!(
        refused(Placed {
            centre: [0, 0, 150],
            ..good
        }),
        SceneError::Place(Disc(1))
    );
    assert_eq!(
        refused(Placed {
            centre: [i32::MAX, 0, 300],
            ..good
        }),
        SceneError::Place(Disc(1))
    );
}

#[test]
fn opposite_neighbours_kiss_and_the_red_disc_is_touched() {
    let mut table = Table::new(&Scene::new(vec![flat(0, 0.0, true), flat(1, 3.8, false)], false).unwrap());
    table.settle();
    let touched = TableEventKind::Touched {
        one: Disc::RED,
        two: Disc(1),
        by: Contact::Rim,
    };
    assert_eq!(
        whats(&table),
        [
            touched,
            TableEventKind::RedTouched { by: Disc(1) },
            TableEventKind::Rested
        ]
    );
    assert_eq!(table.tower(Disc(1)), Some(1));
}

/// A black disc that is let go over a white one turns over and lands on it.
#[test]
fn a_flat_disc_that_turns_over_is_reported() {
    let overturned = TableEventKind::Overturned {
        disc: Disc(2),
        white_up: true,
    };
    let found = (0..8).any(|k| {
        let above = Placed::flat(Disc(2), 0.2 * k as f32, 0.0, false, 3);
        let mut table = Table::new(&Scene::new(vec![flat(1, 0.0, true), above], true).unwrap());
        for _ in 0..960 {
            table.tick();
        }
        whats(&table).contains(&overturned)
    });
    assert!(found);
}

#[test]
fn a_disc_pushed_away_slides_and_leaves() {
    let scene = Scene::new(vec![flat(0, 0.0, true), flat(1, 20.0, true)], true).unwrap();
    let mut table = Table::new(&scene);
    let at = |x, height| HandPose {
        x,
        height,
        ..HandPose::default()
    };
    table.bring(&[Disc(9)], true, at(1000, 1500)).unwrap();
    for pose in [at(1000, 0), at(2600, 0), at(2600, 1500)] {
        table.steer(pose);
        for _ in 0..2 * TICKS_PER_SECOND {
            table.tick();
        }
    }
    let whats = whats(&table);
    for what in [
        TableEventKind::Slid { disc: Disc(1) },
        TableEventKind::Left { disc: Disc(1) },
    ] {
        assert!(whats.contains(&what), "{what:?} {whats:?}");
    }
    assert!(!whats.contains(&TableEventKind::RedMoved));
}

#[test]
fn the_red_disc_leaves_its_spot() {
    let mut table = Table::new(&Scene::new(vec![flat(0, 0.0, true)], true).unwrap());
    let at = |x, height| HandPose {
        x,
        height,
        ..HandPose::default()
    };
    table.bring(&[Disc(9)], true, at(-1000, 1500)).unwrap();
    let mut is_off = false;
    for pose in [at(-1000, 0), at(0, 0)] {
        table.steer(pose);
        for _ in 0..2 * TICKS_PER_SECOND {
            table.tick();
            let centre = table.magnet(Disc::RED).unwrap().centre;
            // As soon as the dot under it is wholly uncovered, and not before.
            is_off |= centre.x.hypot(centre.y) > 1.88;
            let told = whats(&table).contains(&TableEventKind::RedMoved);
            assert_eq!(told, is_off, "{centre:?}");
        }
    }
    assert!(is_off);
}
