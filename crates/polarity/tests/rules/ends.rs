//! How games end: the red disc, an empty mat, one colour, the last disc; and points.

use crate::script::{Board, flat, leaner, letters, said, script, stack};
use magnets::{Disc, TableEventKind};
use polarity::{Phase, Position, Task};
use rules::{Outcome, Reason, Side};

fn won(side: Side, by: Reason) -> Outcome {
    Outcome::Win { side, by }
}

fn over(position: &Position, outcome: Outcome) {
    assert_eq!(position.outcome(), Some(outcome));
    assert!(position.allow(Task::Lean).is_err());
    assert!(position.allow(Task::Lay).is_err());
    assert!(position.allow_declaring(Disc(1)).is_err());
}

#[test]
fn who_lets_a_disc_touch_the_red_one_loses_at_once() {
    for rules in ["temple", "ferti"] {
        let board = Board {
            rules,
            ..Board::new()
        };
        let told = script(&board.position(), Task::Lean).hears(TableEventKind::RedTouched { by: Disc(1) });
        let (next, verdict) = told.leave(&[5]).end();
        assert_eq!(letters(&verdict), "!");
        over(&next, won(Side::Second, Reason::RedDisc));
        assert_eq!(next.turn(), Side::Second);
        assert_eq!(said(&verdict).last().unwrap(), "black wins by red disc");
    }
}

#[test]
fn who_moves_the_red_disc_off_its_spot_loses_at_once() {
    let told = script(&Board::new().position(), Task::Lean).hears(TableEventKind::RedMoved);
    let (next, _) = told.put(flat(0, 2.0, true)).leave(&[5]).end();
    over(&next, won(Side::Second, Reason::RedDisc));
}

#[test]
fn the_red_disc_in_the_hand_is_not_lost() {
    let told = script(&Board::new().position(), Task::Lean);
    let told = told.hears(TableEventKind::RedTouched { by: Disc(5) }).stick(0);
    let (next, _) = told.leave(&[0, 5]).end();
    over(&next, won(Side::Second, Reason::RedDisc));
    assert_eq!(next.reserve(Side::First), 20);
}

#[test]
fn what_touches_the_red_disc_in_the_end_is_nobodys_to_capture() {
    let told = script(&Board::new().position(), Task::Lean);
    let told = told.put(flat(1, -3.2, true)).in_contact(0, 1);
    let (next, verdict) = told.leave(&[5]).end();
    assert_eq!(letters(&verdict), "!");
    over(&next, won(Side::Second, Reason::RedDisc));
    assert_eq!(next.captures().count(), 0);
}

#[test]
fn the_red_disc_counts_while_capturing_too() {
    let board = Board::new().group(stack(&[5, 6], -12.0, false), true);
    let told = script(&board.position(), Task::Capture { disc: Disc(5) });
    let told = told.hears(TableEventKind::RedTouched { by: Disc(5) });
    let (next, _) = told.leave(&[5, 6]).end();
    over(&next, won(Side::Second, Reason::RedDisc));
}

#[test]
fn temple_who_has_no_disc_of_their_colour_up_loses() {
    let mut board = Board::new();
    board.discs.retain(|placed| placed.disc != Disc(4));
    let told = script(&board.position(), Task::Lean).stick(3);
    let (next, _) = told.leave(&[3, 4]).end();
    over(&next, won(Side::First, Reason::EmptyMat));
    // One's own last disc, too.
    let mut board = Board::new();
    board.discs.retain(|placed| placed.disc != Disc(2));
    let told = script(&board.position(), Task::Lean).stick(1);
    let (next, _) = told.leave(&[1, 2]).end();
    over(&next, won(Side::Second, Reason::EmptyMat));
}

#[test]
fn temple_a_flipped_disc_does_not_save_its_owner() {
    let mut board = Board::new().with([leaner(5, 3.0, false)]);
    board.discs.retain(|placed| ![3, 4].contains(&placed.disc.0));
    let told = script(&board.position(), Task::Lean).fall(5, 4.0, true);
    let (next, verdict) = told.leave(&[3]).end();
    assert_eq!(said(&verdict)[1], "disc 5 is owed to black, to be turned");
    over(&next, won(Side::First, Reason::EmptyMat));
    // With another disc that shows Black it is turned.
    let told = script(&Board::new().with([leaner(5, 3.0, false)]).position(), Task::Lean);
    let (next, _) = told.fall(5, 4.0, true).leave(&[6]).end();
    assert_eq!((next.outcome(), next.turns(Side::Second).count()), (None, 1));
}

#[test]
fn ferti_a_flipped_foundation_shows_the_colour_that_is_up() {
    let mut board = ferti(Board::new().with([leaner(5, 3.0, false)]));
    board.discs.retain(|placed| placed.disc != Disc(4));
    let told = script(&board.position(), Task::Lean).overturn(3, 8.0, true);
    let (next, _) = told.leave(&[4]).end();
    over(&next, won(Side::First, Reason::OneColour));
}

#[test]
fn temple_a_leaner_is_enough() {
    let mut board = Board::new().with([leaner(5, 3.0, false)]);
    board.discs.retain(|placed| placed.disc != Disc(4));
    let told = script(&board.position(), Task::Lean).stick(3);
    assert_eq!(told.leave(&[3, 4]).end().0.outcome(), None);
}

#[test]
fn ferti_who_owns_all_foundations_and_towers_wins() {
    let mut board = Board {
        rules: "ferti",
        ..Board::new().with([leaner(5, 3.0, false)])
    };
    board.discs.retain(|placed| placed.disc != Disc(4));
    let told = script(&board.position(), Task::Lean).stick(3);
    let (next, verdict) = told.leave(&[3, 4]).end();
    over(&next, won(Side::First, Reason::OneColour));
    assert_eq!(said(&verdict).last().unwrap(), "white wins by one colour");
}

#[test]
fn ferti_an_empty_mat_is_nobodys() {
    let mut board = Board {
        rules: "ferti",
        ..Board::new().with([leaner(5, 3.0, false)])
    };
    board.discs.retain(|placed| [0, 1, 5].contains(&placed.disc.0));
    let told = script(&board.position(), Task::Lean).stick(1);
    assert_eq!(told.leave(&[1, 2]).end().0.outcome(), None);
}

/// White has one disc left in the reserve, and towers of `white` and `black` discs stand.
fn last_disc(white: u8, black: u8) -> Board {
    let names = |from: u8, count: u8| (from..from + count).collect::<Vec<u8>>();
    let board = Board::new()
        .group(stack(&names(10, white), -3.0, true), false)
        .group(stack(&names(30, black), 3.0, false), false);
    Board {
        white_reserve: 1,
        ..board
    }
}

#[test]
fn the_last_disc_ends_the_game_by_points() {
    // Black's reserve is what is left: 52 - 1 - 4 - 4 - 20 discs.
    let (next, _) = script(&last_disc(4, 20).position(), Task::Lean)
        .release([leaner(5, -13.0, true)])
        .end();
    assert_eq!(Side::BOTH.map(|side| next.points(side)), [4, 20 - 23]);
    over(&next, won(Side::First, Reason::Points));
    assert_eq!(next.turn(), Side::Second);
}

#[test]
fn equal_points_are_a_draw() {
    let board = last_disc(4, 23).with([leaner(6, 12.0, false)]);
    // Black's reserve is 52 - 4 - 1 - 4 - 23 - 1 = 19, and 23 - 19 = 4.
    let (next, _) = script(&board.position(), Task::Lean)
        .release([leaner(5, -13.0, true)])
        .end();
    assert_eq!(Side::BOTH.map(|side| next.points(side)), [4, 4]);
    over(&next, Outcome::Draw { by: Reason::Points });
}

fn ferti(board: Board) -> Board {
    Board {
        rules: "ferti",
        ..board
    }
}

#[test]
fn temple_a_last_disc_that_went_back_is_played_again() {
    let slid = TableEventKind::Slid { disc: Disc(3) };
    let told = script(&last_disc(4, 20).position(), Task::Lean).hears(slid);
    let (next, _) = told.leave(&[5]).end();
    assert_eq!((next.phase(), next.reserve(Side::First)), (Phase::Play, 1));
    // A leaner that was let go before the fault goes back, too.
    let told = script(&last_disc(4, 20).position(), Task::Lean).release([leaner(5, -13.0, true)]);
    let (next, _) = told.hears(slid).end();
    assert_eq!((next.phase(), next.reserve(Side::First)), (Phase::Play, 1));
}

#[test]
fn temple_a_last_disc_in_a_cluster_is_captured_and_ends_the_game() {
    let told = script(&last_disc(4, 20).position(), Task::Lean).release([flat(5, -11.2, true)]);
    let (next, _) = told.touch(1, 5).end();
    assert_eq!((next.phase(), next.turn()), (Phase::Last, Side::Second));
    let told = script(&next, Task::Capture { disc: Disc(1) });
    let (end, _) = told.release(stack(&[1, 5], -12.0, false)).end();
    over(&end, won(Side::First, Reason::Points));
}

#[test]
fn ferti_the_turn_of_the_last_disc_ends_the_game_even_if_it_went_back() {
    let board = ferti(last_disc(4, 20));
    let slid = TableEventKind::Slid { disc: Disc(3) };
    let (next, _) = script(&board.position(), Task::Lean)
        .hears(slid)
        .leave(&[5])
        .end();
    assert_eq!((next.reserve(Side::First), next.points(Side::First)), (1, 3));
    over(&next, won(Side::First, Reason::Points));
    // A disc that only fell flat has not been played yet.
    let (next, _) = script(&board.position(), Task::Lean)
        .release([flat(5, -13.0, true)])
        .end();
    assert_eq!((next.phase(), next.turn()), (Phase::Play, Side::First));
    // The opponent makes the captures owed, and plays no more discs.
    let told = script(&board.position(), Task::Lean).touch(3, 4);
    let (next, _) = told.put(flat(4, 11.2, false)).leave(&[5]).end();
    assert_eq!((next.phase(), next.reserve(Side::First)), (Phase::Last, 1));
    assert!(next.allow(Task::Lean).is_err());
    let told = script(&next, Task::Capture { disc: Disc(3) });
    let (end, _) = told.release(stack(&[4, 3], 12.0, false)).end();
    over(&end, won(Side::First, Reason::Points));
}

#[test]
fn ferti_after_a_last_disc_that_stays_only_captures_are_made() {
    let told = script(&ferti(last_disc(4, 20)).position(), Task::Lean).release([leaner(5, -13.0, true)]);
    let told = told.touch(3, 4).put(flat(4, 11.2, false));
    let (next, _) = told.end();
    assert_eq!((next.phase(), next.turn()), (Phase::Last, Side::Second));
    assert!(next.allow(Task::Lean).is_err());
    // Black captures, and it ends.
    let told = script(&next, Task::Capture { disc: Disc(3) });
    let (end, verdict) = told.release(stack(&[4, 3], 12.0, false)).end();
    assert_eq!(end.points(Side::Second), 22 - 23);
    over(&end, won(Side::First, Reason::Points));
    assert_eq!(said(&verdict)[0], "captured: discs 4, 3");
    // Black fails, and nothing is left to capture: it ends as well.
    let told = script(&next, Task::Capture { disc: Disc(3) }).hears(TableEventKind::Slid { disc: Disc(1) });
    let (end, _) = told.leave(&[3, 4]).end();
    assert_eq!(end.reserve(Side::Second), 25);
    over(&end, won(Side::First, Reason::Points));
    // Black fails and makes a new cluster: White captures it, and plays no more discs.
    let told = script(&next, Task::Capture { disc: Disc(3) })
        .touch(1, 2)
        .put(flat(2, -11.2, true));
    let (white, _) = told.leave(&[3, 4]).end();
    assert_eq!((white.phase(), white.turn()), (Phase::Last, Side::First));
    assert!(white.allow(Task::Lean).is_err());
    let told = script(&white, Task::Capture { disc: Disc(1) });
    let (end, _) = told.release(stack(&[1, 2], -12.0, true)).end();
    assert_eq!(end.points(Side::First), 6);
    over(&end, won(Side::First, Reason::Points));
}

#[test]
fn ferti_a_last_disc_with_a_fault_that_owes_nothing_ends_the_game() {
    let board = ferti(last_disc(4, 20)).with([leaner(6, 13.0, false)]);
    let told = script(&board.position(), Task::Lean).release([leaner(5, -13.0, true)]);
    let (next, verdict) = told.fall(6, 12.0, false).end();
    assert_eq!(letters(&verdict), "b");
    over(&next, won(Side::First, Reason::Points));
}

#[test]
fn the_immediate_loss_comes_before_the_points() {
    let told = script(&last_disc(4, 20).position(), Task::Lean).release([leaner(5, -13.0, true)]);
    let (next, _) = told.hears(TableEventKind::RedMoved).end();
    over(&next, won(Side::Second, Reason::RedDisc));
}

#[test]
fn leaners_and_foundations_count_nothing_and_reserves_count_against() {
    let board = Board::new()
        .with([leaner(5, -3.0, true), leaner(6, 3.0, false)])
        .group(stack(&[7, 8, 9], -12.0, true), false)
        .group(stack(&[10, 11], 12.0, false), true);
    let position = board.position();
    assert_eq!(position.points(Side::First), 3 - 20);
    // A cluster is nobody's tower yet.
    assert_eq!(
        position.points(Side::Second),
        -i32::from(position.reserve(Side::Second))
    );
}
