//! The opening: five foundations each, White first; what goes wrong is refused and laid again.

use crate::script::{flat, leaner, said, script};
use magnets::{Disc, Placed, TableEventKind};
use polarity::{Face, Fault, Forbidden, Misfit, Phase, Position, Rules, StartVariant, Task, toss};
use rules::Side;

fn start() -> Position {
    Position::start(StartVariant::default())
}

/// The position after `count` foundations.
fn laid(variant: StartVariant, count: u8) -> Position {
    let mut position = Position::start(variant);
    for disc in 1..=count {
        let white = position.turn() == Side::First;
        let (x, y) = (
            4.0 * f32::from((disc - 1) % 5) - 8.0,
            if white { 6.0 } else { -6.0 },
        );
        let placed = Placed::flat(Disc(disc), x, y, white, 0);
        position = script(&position, Task::Lay).release([placed]).end().0;
    }
    position
}

#[test]
fn white_lays_five_then_black_five_then_white_plays() {
    let variant = StartVariant::default();
    for count in 0..10 {
        let position = laid(variant, count);
        assert_eq!(position.phase(), Phase::Opening);
        assert_eq!(
            position.turn(),
            if count < 5 { Side::First } else { Side::Second }
        );
    }
    let position = laid(variant, 10);
    assert_eq!((position.phase(), position.turn()), (Phase::Play, Side::First));
    assert_eq!(Side::BOTH.map(|side| position.reserve(side)), [21, 21]);
    assert_eq!(position.points(Side::First), -21);
}

#[test]
fn a_foundation_is_said_to_lie() {
    let (position, verdict) = script(&start(), Task::Lay).release([flat(1, 5.0, true)]).end();
    assert_eq!(said(&verdict), ["disc 1 is a foundation"]);
    assert_eq!(position.reserve(Side::First), 25);
}

#[test]
fn what_touches_tips_slides_or_leaves_is_refused() {
    let before = laid(StartVariant::default(), 2);
    let reasons = [
        TableEventKind::Touched {
            one: Disc(1),
            two: Disc(2),
            by: magnets::Contact::Rim,
        },
        TableEventKind::Stuck { disc: Disc(1) },
        TableEventKind::Slid { disc: Disc(2) },
        TableEventKind::Overturned {
            disc: Disc(1),
            white_up: false,
        },
        TableEventKind::Left { disc: Disc(2) },
        TableEventKind::RedTouched { by: Disc(3) },
        TableEventKind::RedMoved,
    ];
    for what in reasons {
        let told = script(&before, Task::Lay)
            .hears(what)
            .release([flat(3, 5.0, true)]);
        let error = told.try_end().unwrap_err();
        assert!(
            matches!(error, Forbidden::Disturbed { .. }) && error.to_string().ends_with("lay the disc again"),
            "{what:?}: {error}"
        );
    }
}

#[test]
fn a_slide_of_either_colour_is_refused_with_both_rule_sets() {
    for rules in Rules::ALL {
        let variant = StartVariant {
            rules,
            ..StartVariant::default()
        };
        // White has laid one, then all, and Black one.
        for (lying, slid) in [(1, 1), (6, 1), (6, 6)] {
            let told = script(&laid(variant, lying), Task::Lay);
            let told = told.hears(TableEventKind::Slid { disc: Disc(slid) });
            let error = told.release([flat(lying + 1, 12.0, lying < 5)]).try_end();
            let fault = Fault::Slid { disc: Disc(slid) };
            assert_eq!(error.unwrap_err(), Forbidden::Disturbed { fault }, "{rules}");
        }
    }
}

#[test]
fn a_disc_that_is_tipped_is_refused_though_nothing_touches() {
    let before = laid(StartVariant::default(), 2);
    let tilted = |disc: u8, degrees: f32| Placed::leaning(Disc(disc), -9.0, 9.0, degrees, 0.0, true);
    for (disc, degrees) in [(1, 30.0), (1, 85.0), (0, 30.0)] {
        let told = script(&before, Task::Lay).put(tilted(disc, degrees));
        let error = told.release([flat(3, 5.0, true)]).try_end().unwrap_err();
        assert_eq!(error, Forbidden::Tipped { disc: Disc(disc) }, "{degrees}");
    }
    // Within the limit of a flat disc it may rock.
    let told = script(&before, Task::Lay).put(tilted(1, 7.0));
    assert!(told.release([flat(3, 5.0, true)]).try_end().is_ok());
}

#[test]
fn a_foundation_that_does_not_lie_as_it_must_is_refused() {
    let lay = || script(&start(), Task::Lay);
    let wrong = [
        (flat(1, 5.0, false), Misfit::WrongColour),
        (leaner(1, 5.0, true), Misfit::Tilted),
        (flat(1, 24.2, true), Misfit::Outside),
    ];
    for (disc, why) in wrong {
        let error = lay().release([disc]).try_end().unwrap_err();
        assert_eq!(error, Forbidden::Misplaced { disc: Disc(1), why });
        assert_eq!(
            error.to_string(),
            "lay the disc again: flat, own colour up, inside the circle"
        );
    }
    let gone = lay().leave(&[1]).try_end().unwrap_err();
    assert_eq!(gone, Forbidden::Withheld);
    assert!(gone.to_string().ends_with("lay the disc again"));
    // Partly inside is inside.
    assert!(lay().release([flat(1, 24.0, true)]).try_end().is_ok());
    // Released touching the disc laid before it.
    let two = laid(StartVariant::default(), 1);
    let touching = script(&two, Task::Lay)
        .release([flat(2, -5.0, true)])
        .in_contact(1, 2);
    assert!(touching.try_end().is_err());
}

#[test]
fn only_laying_is_allowed_in_the_opening_and_not_after() {
    let position = start();
    for task in [
        Task::Lean,
        Task::Turn { disc: Disc(1) },
        Task::Capture { disc: Disc(1) },
    ] {
        assert!(position.allow(task).is_err());
    }
    assert!(position.allow_declaring(Disc(1)).is_err());
    let position = laid(StartVariant::default(), 10);
    assert!(position.allow(Task::Lay).is_err());
    assert!(position.allow(Task::Lean).is_ok());
}

#[test]
fn the_members_of_a_team_take_turns() {
    let teams = StartVariant {
        teams: true,
        ..StartVariant::default()
    };
    let mut position = laid(teams, 10);
    let player = |position: &Position| position.seat(position.turn()).player();
    let mut order = Vec::new();
    for turn in 0_u8..6 {
        order.push(player(&position));
        let white = turn % 2 == 0;
        let disc = leaner(11 + turn, f32::from(turn) * 3.0 - 9.0, white);
        position = script(&position, Task::Lean).release([disc]).end().0;
    }
    // The opening was the first player's turn.
    assert_eq!(order, [1, 1, 0, 0, 1, 1]);
    let alone = laid(StartVariant::default(), 10);
    assert_eq!(alone.seat(Side::First).players(), 1);
    assert_eq!(player(&alone), 0);
}

#[test]
fn who_calls_the_toss_right_chooses() {
    let faces: Vec<Face> = (0..64).map(|seed| toss(seed, Face::North).face).collect();
    assert!(faces.contains(&Face::North) && faces.contains(&Face::South));
    for seed in 0..64 {
        let call = |face| toss(seed, face);
        assert_eq!(call(Face::North).face, call(Face::South).face);
        assert!(call(Face::North).called_right != call(Face::South).called_right);
    }
}

#[test]
fn the_red_disc_shows_the_face_of_the_toss() {
    for red in Face::ALL {
        let variant = StartVariant {
            rules: Rules::Ferti,
            red,
            teams: false,
        };
        let position = Position::start(variant);
        let disc = position.placed(Disc::RED).unwrap();
        assert_eq!(polarity::disc_pose::white_up(disc), red == Face::North);
        assert_eq!(position.rules(), Rules::Ferti);
    }
}
