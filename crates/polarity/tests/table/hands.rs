//! Single hands on the real table.

use crate::player::{Player, check, go};
use magnets::{Disc, HandPose, Placed, Table};
use polarity::{Consequence, Done, Live, Match, Misfit, Move, Position, Rules, StartVariant, Task};
use rules::{Random, Side};

/// White foundations 1 and 2, black ones 3 and 4, and what else stands, after White's opening.
fn position(more: &[Placed]) -> Position {
    let mut discs = vec![
        Placed::flat(Disc(1), -9.0, 0.0, true, 0),
        Placed::flat(Disc(2), -9.0, 12.0, true, 0),
        Placed::flat(Disc(3), 9.0, 0.0, false, 0),
        Placed::flat(Disc(4), 9.0, 12.0, false, 0),
    ];
    discs.extend(more);
    Position::study(Rules::Temple, Side::First, 20, discs).unwrap()
}

/// Beside foundation 1, away from the red disc, `away` tenths of a millimetre from its centre.
fn beside(away: i16, height: i16, tilt: i16) -> HandPose {
    HandPose {
        x: -900 - away,
        y: 0,
        height,
        tilt,
        heading: 1800,
    }
}

/// A hand that comes down beside foundation 1 and lets go.
fn lean(away: i16, height: i16, tilt: i16) -> Live {
    let mut live = Live::begin(&position(&[]), Task::Lean, beside(away, 1500, tilt)).unwrap();
    go(
        &mut live,
        &[beside(away, 300, tilt), beside(away, height, tilt)],
        60,
    );
    live.let_go();
    live
}

#[test]
fn a_leaner_is_left_and_its_record_is_short() {
    let done = lean(373, 5, 310).finish().unwrap();
    assert_eq!(done.verdict.calls, []);
    assert_eq!(done.verdict.consequences[0], Consequence::Leans { disc: Disc(5) });
    assert_eq!(done.position.turn(), Side::Second);
    check(&done.position);
    let text = done.mv.to_string();
    assert!(text.len() < 4096, "{} bytes: {text}", text.len());
    println!("a leaner's record has {} bytes", text.len());
}

#[test]
fn a_trembling_hand_of_ten_seconds_is_recorded_in_4_kb() {
    let mut random = Random::new(7);
    let mut live = Live::begin(&position(&[]), Task::Lean, beside(373, 1500, 310)).unwrap();
    for step in 0..600_i16 {
        let tremor = |random: &mut Random| random.below(3) as i16 - 1;
        let height = (1500 - 4 * step).max(5);
        let mut pose = beside(373 + tremor(&mut random), height, 310 + tremor(&mut random));
        pose.y += tremor(&mut random);
        go(&mut live, &[pose], 1);
    }
    live.let_go();
    let done = live.finish().unwrap();
    let text = done.mv.to_string();
    println!("ten seconds of trembling: {} bytes", text.len());
    assert!(text.len() < 4096, "{}", text.len());
}

#[test]
fn a_disc_too_far_off_falls_and_is_taken_up_again() {
    let done = lean(560, 5, 310).finish().unwrap();
    let why = Misfit::Flat;
    let flat = Consequence::Misplaced { disc: Disc(5), why };
    assert_eq!(done.verdict.consequences, [flat, Consequence::Again]);
    assert_eq!(done.position.reserve(Side::First), 20);
    assert_eq!(done.position.placed(Disc(5)), None);
}

#[test]
fn a_foundation_that_jumps_to_the_hand_goes_to_the_reserve() {
    let above = |height| HandPose {
        x: -900,
        height,
        ..HandPose::default()
    };
    let mut live = Live::begin(&position(&[]), Task::Lean, above(1500)).unwrap();
    go(&mut live, &[above(150)], 120);
    assert!(live.calls().iter().any(|call| call.fault.letter() == Some('a')));
    // After the fault the hand cannot let go any more.
    live.let_go();
    let done = live.finish().unwrap();
    let discs = vec![Disc(1), Disc(5)];
    assert_eq!(done.verdict.consequences[0], Consequence::ToReserve { discs });
    assert_eq!(done.position.reserve(Side::First), 21);
}

/// After the first fault the hand has half a second, and then leaves by itself.
#[test]
fn a_hand_withdraws_half_a_second_after_a_fault() {
    let above = |height| HandPose {
        x: -900,
        height,
        ..HandPose::default()
    };
    let mut live = Live::begin(&position(&[]), Task::Lean, above(1500)).unwrap();
    while live.calls().is_empty() {
        live.steer(above(150));
        live.tick();
    }
    let fault = live.ticks();
    while live.holds() {
        live.steer(above(400));
        live.tick();
    }
    assert!(
        (480..=481).contains(&(live.ticks() - fault)),
        "{}",
        live.ticks() - fault
    );
    // Further poses are not obeyed, and the record gives the same.
    go(&mut live, &[above(400)], 30);
    let done = live.finish().unwrap();
    let again = position(&[]).play(done.mv.clone()).unwrap();
    assert_eq!(again, done);
}

#[test]
fn a_conversion_makes_a_foundation() {
    let standing = lean(390, 5, 290).finish().unwrap().position;
    let black = |position: &Position| {
        position
            .to_string()
            .replace(r#""turn":"black""#, r#""turn":"white""#)
    };
    let before: Position = black(&standing).parse().unwrap();
    let above = |height| HandPose {
        x: -900,
        height,
        ..HandPose::default()
    };
    let mut live = Live::begin(&before, Task::Lean, above(1600)).unwrap();
    for height in (250..1600).rev().step_by(7) {
        go(&mut live, &[above(height)], 1);
        if !live.calls().is_empty() {
            break;
        }
    }
    live.leave();
    let done = live.finish().unwrap();
    let letters: String = done
        .verdict
        .calls
        .iter()
        .filter_map(|call| call.fault.letter())
        .collect();
    assert_eq!(letters, "b", "{:?}", done.verdict);
    assert_eq!(done.position.scene().discs().len(), 6);
    assert_eq!(done.position.reserve(Side::First), 19);
}

#[test]
fn a_kiss_is_captured_turned_and_set_down() {
    // A black disc next to foundation 1: they kiss, and hold each other.
    let near = Placed::flat(Disc(5), -12.201, 0.0, false, 0);
    let before = position(&[near]);
    assert_eq!(before.captures().count(), 1);
    let mut live = Live::begin(&before, Task::Capture { disc: Disc(1) }, HandPose::default()).unwrap();
    let start = live.pose().unwrap();
    let high = HandPose { height: 900, ..start };
    let aside = HandPose { y: -1100, ..high };
    go(&mut live, &[high, aside, HandPose { height: 0, ..aside }], 60);
    live.let_go();
    let done = live.finish().unwrap();
    let captured = |consequence: &Consequence| matches!(consequence, Consequence::Captured { discs } if discs.len() == 2);
    assert!(
        captured(&done.verdict.consequences[0]),
        "{:?} {}",
        done.verdict,
        done.position
    );
    assert_eq!(done.position.points(Side::First), 2 - 20);
    assert_eq!(done.position.turn(), Side::First);
}

#[test]
fn a_hand_that_stays_too_long_has_to_leave() {
    let mut live = Live::begin(&position(&[]), Task::Lean, beside(600, 2500, 0)).unwrap();
    let mut ticks = 0_u32;
    while live.tick() {
        ticks += 1;
        assert!(
            ticks < 960 * 55,
            "a hand and its aftermath take at most 55 seconds"
        );
    }
    let done = live.finish().unwrap();
    let Move::Hand { trace, .. } = &done.mv else {
        panic!()
    };
    assert_eq!(trace.samples().len(), polarity::MOST_SAMPLES);
    assert_eq!(done.verdict.consequences, [Consequence::Again]);
}

/// A hand that lays a disc, in tenths of a millimetre from the centre.
fn lay(before: &Position, x: i16, y: i16) -> Live {
    let high = HandPose {
        x,
        y,
        height: 1500,
        ..HandPose::default()
    };
    let mut live = Live::begin(before, Task::Lay, high).unwrap();
    go(&mut live, &[HandPose { height: 0, ..high }], 30);
    live.let_go();
    live
}

/// Black lays next to a white foundation 9 cm right of the centre.
fn opening() -> Position {
    let mut game = Match::start(StartVariant::default());
    for x in [900, -900, -1400, -1900, 1900] {
        game.add(lay(game.position(), x, 0)).unwrap();
    }
    game.position().clone()
}

/// Friction just holds discs of both colours near 3.96 cm apart, and they creep for long: a place a hair nearer is
/// refused although all seems at rest.
#[test]
fn foundations_that_are_accepted_stay_where_they_are() {
    let before = opening();
    let (mut laid, mut refused) = (0, 0);
    let nearly = (0..60).map(|y: i16| {
        let radius = 392.0 + f64::from(y % 8);
        let x = (radius.powi(2) - f64::from(y).powi(2)).sqrt().floor();
        (x as i16, y)
    });
    for (x, y) in nearly.chain([(405, 0), (500, 0)]) {
        let Ok(done) = lay(&before, 900 + x, y).finish() else {
            refused += 1;
            continue;
        };
        laid += 1;
        let mut table = Table::new(done.position.scene());
        (0..960).for_each(|_| table.tick());
        let news = |event: &&magnets::TableEvent| event.what != magnets::TableEventKind::Rested;
        assert_eq!(table.events().iter().find(news), None, "{x} {y}");
    }
    println!("{laid} laid, {refused} refused");
    assert!(laid > 0 && refused > 0, "{laid} {refused}");
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut game = Match::from_position(position(&[]));
    let before = game.position().clone();
    let near = HandPose {
        x: -800,
        height: 200,
        ..HandPose::default()
    };
    let trace = |poses: &[HandPose]| magnets::Trace::new(poses.to_vec(), None).unwrap();
    let upside_down = HandPose {
        tilt: 1200,
        ..beside(400, 1500, 0)
    };
    let hand = |task, poses: &[HandPose]| Move::Hand {
        task,
        trace: trace(poses),
    };
    let refused = [
        hand(Task::Lean, &[near]),
        hand(Task::Lean, &[upside_down]),
        hand(Task::Lay, &[beside(400, 1500, 0)]),
        hand(Task::Capture { disc: Disc(1) }, &[near]),
        hand(Task::Turn { disc: Disc(1) }, &[near]),
        hand(
            Task::Lean,
            &vec![beside(400, 1500, 0); polarity::MOST_SAMPLES + 1],
        ),
        Move::Declare { disc: Disc(1) },
    ];
    for mv in refused {
        assert!(game.play_move(mv.clone()).is_err(), "{mv}");
        assert_eq!(game.position(), &before);
    }
    let elsewhere = Live::begin(
        &Position::start(StartVariant::default()),
        Task::Lay,
        beside(0, 1500, 0),
    )
    .unwrap();
    assert!(game.add(elsewhere).is_err());
}

/// Every movement made live, and the same from its record.
#[test]
fn a_live_hand_and_its_record_agree_to_the_bit() {
    let mut player = Player {
        random: Random::new(3),
        tremor: 60,
    };
    let mut game = Match::start(StartVariant::default());
    while game.played().len() < 18 && game.outcome().is_none() {
        // Refused foundations are laid again.
        let _ = player.play(&mut game);
    }
    let mut again = Match::start(StartVariant::default());
    for Done {
        mv,
        position,
        verdict,
    } in game.played()
    {
        assert_eq!(again.play(&mv.to_string()), Ok(verdict));
        assert_eq!(again.position(), position);
    }
    while again.undo().is_some() {}
    assert_eq!(again.position(), game.first());
}
