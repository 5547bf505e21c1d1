//! Captures: in any order, declared where they stand, failed; and flipped discs that are turned.

use crate::script::{Board, Script, flat, leaner, letters, said, script, stack};
use magnets::{Disc, Placed, TableEventKind};
use polarity::{Forbidden, Match, Misfit, Task};
use rules::Side;

/// Two discs that kiss: 5 white and 6 black.
fn kiss() -> Vec<Placed> {
    let one = Placed::flat(Disc(5), -12.0, 5.0, true, 0);
    let two = Placed::flat(Disc(6), -8.8, 5.0, false, 0);
    vec![one, two]
}

fn owing() -> Board {
    Board::new().group(kiss(), true)
}

fn capture(board: &Board, disc: u8) -> Script {
    script(&board.position(), Task::Capture { disc: Disc(disc) })
}

fn snap(told: Script) -> Script {
    told.hears(TableEventKind::Touched {
        one: Disc(5),
        two: Disc(6),
        by: magnets::Contact::Face,
    })
    .hears(TableEventKind::Stuck { disc: Disc(6) })
}

#[test]
fn a_cluster_set_down_with_the_own_colour_up_is_captured() {
    let told = snap(capture(&owing(), 5));
    assert!(!told.is_fault());
    let (next, verdict) = told.release(stack(&[6, 5], -12.0, true)).end();
    assert_eq!(said(&verdict), ["captured: discs 6, 5"]);
    assert_eq!(next.turn(), Side::First);
    assert_eq!(next.points(Side::First), 2 - 20);
    assert!(next.allow(Task::Lean).is_ok());
}

#[test]
fn a_tower_set_down_with_the_wrong_colour_up_is_still_owed() {
    let (next, verdict) = snap(capture(&owing(), 5))
        .release(stack(&[6, 5], -12.0, false))
        .end();
    assert_eq!(said(&verdict), ["disc 5 shows the wrong colour", "try again"]);
    assert_eq!((next.turn(), next.captures().count()), (Side::First, 1));
    assert!(next.allow(Task::Capture { disc: Disc(6) }).is_ok());
}

#[test]
fn the_action_disc_comes_after_all_captures_in_any_order() {
    let second = vec![
        Placed::flat(Disc(7), 8.0, 8.0, true, 0),
        Placed::flat(Disc(8), 11.2, 8.0, false, 0),
    ];
    let board = owing().group(second, true);
    let position = board.position();
    assert!(position.allow(Task::Lean).is_err());
    for disc in 5..=8 {
        assert!(position.allow(Task::Capture { disc: Disc(disc) }).is_ok());
    }
    let first = capture(&board, 8).release(stack(&[7, 8], 12.0, true)).end().0;
    assert!(first.allow(Task::Lean).is_err());
    assert!(first.allow(Task::Capture { disc: Disc(8) }).is_err());
    let told = script(&first, Task::Capture { disc: Disc(6) });
    let next = told.release(stack(&[5, 6], -12.0, true)).end().0;
    assert!(next.allow(Task::Lean).is_ok());
    assert_eq!(next.points(Side::First), 4 - 20);
}

#[test]
fn a_tower_with_the_own_colour_up_is_declared_where_it_stands() {
    let board = Board::new().group(stack(&[5, 6], -12.0, true), true);
    let position = board.position();
    assert!(position.allow(Task::Capture { disc: Disc(5) }).is_err());
    let mut game = Match::from_position(position.clone());
    let verdict = game.play("declare:6").unwrap();
    assert_eq!(said(verdict), ["captured: discs 5, 6"]);
    assert_eq!(game.position().scene(), position.scene());
    assert_eq!(game.position().captures().count(), 0);
    assert_eq!(game.position().turn(), Side::First);
}

#[test]
fn with_ferti_an_own_tower_is_declared_or_lifted_and_placed() {
    let board = Board {
        rules: "ferti",
        ..Board::new().group(stack(&[5, 6], -12.0, true), true)
    };
    assert!(board.position().allow_declaring(Disc(5)).is_ok());
    let (next, verdict) = capture(&board, 5).release(stack(&[5, 6], 12.0, true)).end();
    assert_eq!(said(&verdict), ["captured: discs 5, 6"]);
    assert_eq!((next.turn(), next.captures().count()), (Side::First, 0));
}

#[test]
fn only_own_towers_are_declared() {
    let black = Board::new().group(stack(&[5, 6], -12.0, false), true).position();
    assert!(black.allow_declaring(Disc(5)).is_err());
    assert!(owing().position().allow_declaring(Disc(5)).is_err());
    let captured = Board::new().group(stack(&[5, 6], -12.0, true), false).position();
    assert!(captured.allow_declaring(Disc(5)).is_err());
    assert!(captured.allow_declaring(Disc(1)).is_err());
    assert!(captured.allow_declaring(Disc(40)).is_err());
}

#[test]
fn a_fault_while_capturing_takes_the_discs_in_the_hand() {
    let board = owing().with([leaner(7, -3.0, true)]);
    let (next, verdict) = capture(&board, 5).fall(7, -4.0, true).leave(&[5, 6]).end();
    assert_eq!(letters(&verdict), "b");
    assert_eq!(said(&verdict), ["to the reserve: 5, 6", "black is to play"]);
    assert_eq!(next.reserve(Side::First), 22);
    assert_eq!(next.captures().count(), 0);
}

#[test]
fn what_is_left_is_for_the_opponent_to_capture() {
    let second = vec![
        Placed::flat(Disc(7), 8.0, 8.0, true, 0),
        Placed::flat(Disc(8), 11.2, 8.0, false, 0),
    ];
    let board = owing().group(second, true);
    let told = capture(&board, 5).hears(TableEventKind::Slid { disc: Disc(3) });
    let (next, verdict) = told.leave(&[5, 6]).end();
    assert_eq!(
        said(&verdict),
        [
            "to the reserve: 5, 6",
            "to be captured: discs 7, 8",
            "black is to play"
        ]
    );
    assert_eq!(next.turn(), Side::Second);
    assert!(next.allow(Task::Capture { disc: Disc(7) }).is_ok());
}

#[test]
fn a_disc_left_behind_is_a_fault() {
    let told = capture(&owing(), 5).release([flat(5, -12.0, true)]).parted(5, 6);
    let (next, verdict) = told.end();
    assert_eq!(verdict.calls[0].fault.to_string(), "fault: disc 6 is left behind");
    // Discs that the hand had set down go to the reserve; those left behind stay.
    assert_eq!(next.reserve(Side::First), 21);
    assert!(next.placed(Disc(6)).is_some());
    assert_eq!(next.turn(), Side::Second);
}

#[test]
fn with_temple_a_tower_let_go_against_another_disc_is_part_of_the_cluster() {
    let told = capture(&owing(), 5)
        .release(stack(&[6, 5], -11.0, true))
        .touch(1, 6);
    let (next, verdict) = told.end();
    assert_eq!(letters(&verdict), "c");
    assert_eq!(next.captures().next().unwrap().discs.len(), 3);
    assert_eq!((next.reserve(Side::First), next.turn()), (20, Side::Second));
}

#[test]
fn with_ferti_a_tower_let_go_against_other_discs_goes_to_the_reserve() {
    let board = Board {
        rules: "ferti",
        ..owing()
    };
    let told = capture(&board, 5).release(stack(&[6, 5], -11.0, true));
    let (next, verdict) = told.touch(1, 6).touch(1, 2).put(flat(2, -11.2, true)).end();
    assert_eq!(said(&verdict)[0], "to the reserve: 5, 6");
    assert_eq!((next.reserve(Side::First), next.turn()), (22, Side::Second));
    // The others stay for the opponent.
    let owed: Vec<_> = next.captures().map(|group| group.discs.clone()).collect();
    assert_eq!(owed, [vec![Disc(1), Disc(2)]]);
}

#[test]
fn a_tower_set_down_at_the_price_of_a_leaner_goes_to_the_reserve() {
    let board = owing().with([leaner(7, -3.0, true)]);
    let told = capture(&board, 5).release(stack(&[6, 5], -12.0, true));
    let (next, verdict) = told.fall(7, -4.0, true).end();
    assert_eq!(said(&verdict)[0], "to the reserve: 5, 6");
    assert_eq!(next.reserve(Side::First), 22);
}

#[test]
fn discs_carried_out_of_the_circle_have_left_it() {
    let (next, verdict) = snap(capture(&owing(), 5)).leave(&[5, 6]).end();
    assert_eq!(letters(&verdict), "dd");
    assert_eq!(next.reserve(Side::First), 22);
    assert_eq!(next.turn(), Side::Second);
}

#[test]
fn a_disc_from_outside_the_cluster_that_sticks_is_a_fault() {
    let (next, verdict) = snap(capture(&owing(), 5)).stick(2).leave(&[2, 5, 6]).end();
    assert_eq!(letters(&verdict), "a");
    assert_eq!(next.reserve(Side::First), 23);
}

/// White leaner 5 lies with its black face up, and is owed to White.
fn flipped() -> Board {
    Board {
        turns: vec![5],
        ..Board::new().with([flat(5, -3.0, false)])
    }
}

fn turn(board: &Board) -> Script {
    script(&board.position(), Task::Turn { disc: Disc(5) })
}

#[test]
fn a_flipped_disc_is_turned_and_laid_anywhere() {
    let board = flipped();
    assert!(board.position().allow(Task::Lean).is_err());
    let (next, verdict) = turn(&board).release([flat(5, -12.0, true)]).end();
    assert_eq!(said(&verdict), ["disc 5 is turned and laid"]);
    assert_eq!((next.turn(), next.turns(Side::First).count()), (Side::First, 0));
    assert!(next.allow(Task::Lean).is_ok());
}

#[test]
fn a_flipped_disc_that_is_not_laid_as_it_must_be_is_refused() {
    for (placed, why) in [
        (flat(5, -12.0, false), Misfit::WrongColour),
        (leaner(5, -12.0, false), Misfit::Tilted),
        (leaner(5, -12.0, true), Misfit::Tilted),
    ] {
        let error = turn(&flipped()).release([placed]).try_end().unwrap_err();
        let disc = Disc(5);
        assert_eq!(error, Forbidden::Misplaced { disc, why });
    }
}

#[test]
fn a_fault_while_laying_a_flipped_disc_sends_it_to_the_reserve() {
    let board = flipped().with([leaner(6, -13.0, true)]);
    let told = turn(&board).fall(6, -12.0, true).leave(&[5]);
    let (next, verdict) = told.end();
    assert_eq!(said(&verdict), ["to the reserve: 5", "black is to play"]);
    assert_eq!(
        (next.reserve(Side::First), next.turns(Side::First).count()),
        (21, 0)
    );
    // Laid against another disc, too.
    let (next, _) = turn(&flipped()).release([flat(5, -11.0, true)]).touch(1, 5).end();
    assert_eq!((next.reserve(Side::First), next.captures().count()), (21, 0));
}

#[test]
fn a_flipped_disc_is_owed_to_its_owner_only() {
    let black = Board {
        turn: "black",
        ..flipped()
    };
    let position = black.position();
    assert!(position.allow(Task::Turn { disc: Disc(5) }).is_err());
    assert!(position.allow(Task::Lean).is_ok());
    // It stays owed through the opponent's turn, unless that turn changes it.
    let (next, _) = script(&position, Task::Lean)
        .release([leaner(6, 3.0, false)])
        .end();
    assert_eq!(next.turns(Side::First).collect::<Vec<_>>(), [Disc(5)]);
    let told = script(&position, Task::Lean).put(flat(5, -3.0, true));
    let (next, _) = told.release([leaner(6, 3.0, false)]).end();
    assert_eq!(next.turns(Side::First).count(), 0);
}
