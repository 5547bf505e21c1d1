//! Faults a to f, each with its consequence, alone and together.

use crate::script::{Board, faults, flat, leaner, letters, said, script, stack};
use magnets::{Disc, TableEventKind};
use polarity::{Fault, Task};
use rules::Side;

const LEFT: TableEventKind = TableEventKind::Left { disc: Disc(4) };

fn lean(board: &Board) -> crate::script::Script {
    script(&board.position(), Task::Lean)
}

#[test]
fn a_a_stuck_disc_goes_to_the_reserve_with_the_action_disc() {
    let (next, verdict) = lean(&Board::new()).stick(1).leave(&[1, 5]).end();
    assert_eq!(letters(&verdict), "a");
    assert_eq!(said(&verdict), ["to the reserve: 1, 5", "black is to play"]);
    assert_eq!(next.reserve(Side::First), 21);
    assert_eq!(next.placed(Disc(1)), None);
}

#[test]
fn a_an_opponents_disc_that_sticks_goes_to_the_own_reserve_too() {
    let (next, _) = lean(&Board::new()).stick(3).leave(&[3, 5]).end();
    assert_eq!(next.reserve(Side::First), 21);
}

#[test]
fn a_a_stuck_disc_is_not_called_again_for_leaving_or_sliding() {
    let told = lean(&Board::new()).stick(1);
    let told = told
        .hears(TableEventKind::Slid { disc: Disc(1) })
        .hears(TableEventKind::Left { disc: Disc(1) });
    assert_eq!(letters(&told.leave(&[1, 5]).end().1), "a");
}

#[test]
fn b_an_own_leaner_that_falls_is_a_foundation() {
    let board = Board::new().with([leaner(5, -3.0, true)]);
    let (next, verdict) = lean(&board).fall(5, -4.0, true).leave(&[6]).end();
    assert_eq!(letters(&verdict), "b");
    assert_eq!(said(&verdict), ["to the reserve: 6", "black is to play"]);
    assert_eq!(next.reserve(Side::First), 20);
    assert_eq!(next.captures().count() + next.turns(Side::Second).count(), 0);
}

#[test]
fn b_several_conversions_in_one_movement() {
    let board = Board::new().with([leaner(5, -3.0, true), leaner(6, -13.0, true)]);
    let told = lean(&board).fall(5, -4.0, true).fall(6, -12.0, true);
    let (next, verdict) = told.leave(&[7]).end();
    assert_eq!(letters(&verdict), "bb");
    assert_eq!(next.turn(), Side::Second);
}

#[test]
fn b_an_opponents_leaner_that_falls_on_its_own_colour_stays() {
    let board = Board::new().with([leaner(5, 3.0, false)]);
    let (next, verdict) = lean(&board).fall(5, 4.0, false).leave(&[6]).end();
    assert_eq!(letters(&verdict), "b");
    assert_eq!(next.turns(Side::Second).count(), 0);
}

#[test]
fn b_an_opponents_leaner_that_falls_flipped_is_owed() {
    let board = Board::new().with([leaner(5, 3.0, false)]);
    let (next, verdict) = lean(&board).fall(5, 4.0, true).leave(&[6]).end();
    assert!(said(&verdict).contains(&"disc 5 is owed to black, to be turned".to_owned()));
    assert_eq!(next.turns(Side::Second).collect::<Vec<_>>(), [Disc(5)]);
    assert_eq!(next.turns(Side::First).count(), 0);
    assert!(next.allow(Task::Lean).is_err());
    assert!(next.allow(Task::Turn { disc: Disc(5) }).is_ok());
}

#[test]
fn b_an_own_leaner_that_falls_flipped_belongs_to_the_opponent() {
    let board = Board::new().with([leaner(5, -3.0, true)]);
    let (next, _) = lean(&board).fall(5, -4.0, false).leave(&[6]).end();
    assert_eq!(
        next.turns(Side::First).count() + next.turns(Side::Second).count(),
        0
    );
    let group = next.group(Disc(5)).unwrap();
    assert_eq!(next.shown(group), Some(Side::Second));
}

#[test]
fn b_a_flipped_leaner_in_a_cluster_is_captured_not_turned() {
    let board = Board::new().with([leaner(5, 3.0, false)]);
    let told = lean(&board).fall(5, 5.0, true).touch(3, 5).leave(&[6]);
    let (next, verdict) = told.end();
    assert_eq!(letters(&verdict), "bc");
    assert_eq!(next.turns(Side::Second).count(), 0);
    assert_eq!(next.captures().count(), 1);
}

#[test]
fn c_discs_that_touch_are_to_be_captured() {
    let (next, verdict) = lean(&Board::new())
        .touch(1, 3)
        .put(flat(3, -5.0, false))
        .leave(&[5])
        .end();
    assert_eq!(letters(&verdict), "c");
    assert_eq!(
        said(&verdict),
        [
            "to the reserve: 5",
            "to be captured: discs 1, 3",
            "black is to play"
        ]
    );
    let owed: Vec<_> = next.captures().map(|group| group.discs.clone()).collect();
    assert_eq!(owed, [vec![Disc(1), Disc(3)]]);
    assert!(next.allow(Task::Lean).is_err());
}

#[test]
fn c_a_tower_that_is_touched_becomes_part_of_the_cluster() {
    let board = Board::new().group(stack(&[5, 6], -3.0, true), false);
    let told = lean(&board).touch(3, 5).put(flat(3, 0.0, false));
    let (next, _) = told.leave(&[7]).end();
    let owed: Vec<_> = next.captures().map(|group| group.discs.len()).collect();
    assert_eq!(owed, [3]);
}

#[test]
fn c_a_touch_that_passes_is_a_fault_without_a_cluster() {
    let touched = TableEventKind::Touched {
        one: Disc(1),
        two: Disc(3),
        by: magnets::Contact::Rim,
    };
    let (next, verdict) = lean(&Board::new()).hears(touched).leave(&[5]).end();
    assert_eq!(letters(&verdict), "c");
    assert_eq!(next.captures().count(), 0);
}

#[test]
fn c_the_action_disc_let_go_against_another_is_part_of_the_cluster() {
    let told = lean(&Board::new())
        .release([flat(5, -4.9, true)])
        .in_contact(1, 5);
    let (next, verdict) = told.end();
    assert_eq!(letters(&verdict), "c");
    assert_eq!(next.captures().next().unwrap().discs.len(), 2);
    assert_eq!(next.reserve(Side::First), 19);
    // The same when it snaps on after the release.
    let told = lean(&Board::new()).release([flat(5, -4.9, true)]).touch(1, 5);
    assert_eq!(told.end().0, next);
}

#[test]
fn c_discs_of_a_captured_tower_may_tremble() {
    let board = Board::new().group(stack(&[5, 6], -3.0, true), false);
    let touched = TableEventKind::Touched {
        one: Disc(5),
        two: Disc(6),
        by: magnets::Contact::Face,
    };
    let told = lean(&board)
        .hears(TableEventKind::Parted {
            one: Disc(5),
            two: Disc(6),
        })
        .hears(touched);
    assert!(!told.is_fault());
}

#[test]
fn d_a_disc_that_leaves_goes_to_the_reserve() {
    let (next, verdict) = lean(&Board::new())
        .hears(LEFT)
        .put(flat(4, 25.0, false))
        .leave(&[5])
        .end();
    assert_eq!(letters(&verdict), "d");
    assert_eq!(said(&verdict)[0], "to the reserve: 4, 5");
    assert_eq!((next.reserve(Side::First), next.placed(Disc(4))), (21, None));
    // One that comes back in has left all the same.
    let (again, _) = lean(&Board::new()).hears(LEFT).leave(&[5]).end();
    assert_eq!(again, next);
}

#[test]
fn d_the_action_disc_was_never_inside() {
    let told = lean(&Board::new()).release([flat(5, 26.0, true)]);
    let (next, verdict) = told.hears(TableEventKind::Left { disc: Disc(5) }).end();
    assert_eq!((letters(&verdict).as_str(), next.turn()), ("", Side::First));
}

fn ferti(board: Board) -> Board {
    Board {
        rules: "ferti",
        ..board
    }
}

#[test]
fn e_a_slide_beyond_the_diameter_is_a_fault() {
    let told = lean(&Board::new()).hears(TableEventKind::Slid { disc: Disc(3) });
    let (next, verdict) = told.put(flat(3, 12.0, false)).leave(&[5]).end();
    assert_eq!(letters(&verdict), "e");
    assert_eq!(said(&verdict), ["to the reserve: 5", "black is to play"]);
    assert!(next.placed(Disc(3)).is_some());
    assert!(
        lean(&Board::new())
            .hears(TableEventKind::Slid { disc: Disc(1) })
            .is_fault()
    );
}

#[test]
fn e_with_ferti_one_may_move_the_own_foundations_and_towers_only() {
    let towers = Board::new()
        .group(stack(&[5, 6], -3.0, true), false)
        .group(stack(&[7, 8], 3.0, false), false);
    for (disc, is_fault) in [(1, false), (3, true), (5, false), (7, true)] {
        let told = lean(&ferti(towers.clone())).hears(TableEventKind::Slid { disc: Disc(disc) });
        assert_eq!(told.is_fault(), is_fault, "{disc}");
    }
}

#[test]
fn f_an_opposing_foundation_that_turns_over_is_owed_to_its_owner() {
    for rules in [Board::new(), ferti(Board::new())] {
        let (next, verdict) = lean(&rules).overturn(3, 8.0, true).leave(&[5]).end();
        assert_eq!(letters(&verdict), "f");
        assert!(said(&verdict).contains(&"disc 3 is owed to black, to be turned".to_owned()));
        assert_eq!(next.turns(Side::Second).collect::<Vec<_>>(), [Disc(3)]);
        assert!(next.allow(Task::Turn { disc: Disc(3) }).is_ok());
    }
}

#[test]
fn f_an_own_foundation_that_turns_over_belongs_to_the_opponent() {
    let (next, verdict) = lean(&Board::new()).overturn(1, -8.0, false).leave(&[5]).end();
    assert_eq!(letters(&verdict), "f");
    assert_eq!(
        next.turns(Side::First).count() + next.turns(Side::Second).count(),
        0
    );
    assert_eq!(next.shown(next.group(Disc(1)).unwrap()), Some(Side::Second));
}

#[test]
fn f_is_seen_at_the_end_without_an_event() {
    let (_, verdict) = lean(&Board::new()).put(flat(3, 8.0, true)).leave(&[5]).end();
    assert_eq!(letters(&verdict), "f");
}

#[test]
fn b_is_seen_at_the_end_without_an_event() {
    let board = Board::new().with([leaner(5, 3.0, false), leaner(6, -3.0, true)]);
    let told = lean(&board).put(flat(5, 4.0, true)).put(flat(6, -4.0, true));
    let (next, verdict) = told.leave(&[7]).end();
    assert_eq!(letters(&verdict), "bb");
    assert_eq!(next.turns(Side::Second).collect::<Vec<_>>(), [Disc(5)]);
    // Heard and seen, it is called once.
    let told = lean(&board).fall(5, 4.0, false).leave(&[7]);
    assert_eq!(letters(&told.end().1), "b");
    // The disc in the hand was no leaner.
    let (_, verdict) = lean(&board).release([flat(7, -12.0, true)]).end();
    assert_eq!(letters(&verdict), "");
}

#[test]
fn f_a_foundation_that_turns_over_into_a_cluster_is_captured() {
    let told = lean(&Board::new())
        .overturn(3, -4.8, true)
        .touch(1, 3)
        .leave(&[5]);
    let (next, verdict) = told.end();
    assert_eq!(letters(&verdict), "fc");
    assert_eq!(
        (next.turns(Side::Second).count(), next.captures().count()),
        (0, 1)
    );
}

#[test]
fn e_a_tower_slides_too() {
    let board = Board::new().group(stack(&[5, 6], -3.0, true), false);
    let told = lean(&board).hears(TableEventKind::Slid { disc: Disc(5) });
    assert!(told.is_fault());
}

#[test]
fn several_at_once_are_all_settled() {
    let board = Board::new().with([leaner(5, 3.0, false), leaner(6, -3.0, true)]);
    let told = lean(&board)
        .hears(TableEventKind::Slid { disc: Disc(2) })
        .fall(5, 4.0, true)
        .fall(6, -5.0, true)
        .touch(1, 6)
        .hears(LEFT)
        .stick(3)
        .leave(&[3, 7]);
    let (next, verdict) = told.end();
    assert_eq!(letters(&verdict), "ebbcda");
    assert_eq!(next.reserve(Side::First), 22);
    assert_eq!(next.captures().count(), 1);
    assert_eq!(next.turns(Side::Second).collect::<Vec<_>>(), [Disc(5)]);
}

/// White lets go of a leaner, and then a leaner of Black's falls, or two foundations touch.
fn after_release(board: &Board, fall: bool) -> (polarity::Position, polarity::Verdict) {
    let told = lean(board).release([leaner(6, -3.0, true)]);
    if fall {
        told.fall(5, 4.0, false).end()
    } else {
        told.touch(3, 4).put(flat(4, 11.2, false)).end()
    }
}

#[test]
fn with_temple_the_action_disc_goes_back_after_any_fault() {
    let board = Board::new().with([leaner(5, 3.0, false)]);
    for fall in [true, false] {
        let (next, verdict) = after_release(&board, fall);
        assert_eq!(said(&verdict)[0], "to the reserve: 6");
        assert_eq!((next.reserve(Side::First), next.placed(Disc(6))), (20, None));
    }
}

#[test]
fn with_ferti_the_action_disc_goes_back_after_a_fall_and_stays_after_a_contact() {
    let board = ferti(Board::new().with([leaner(5, 3.0, false)]));
    let (next, verdict) = after_release(&board, true);
    assert_eq!(said(&verdict)[0], "to the reserve: 6");
    assert_eq!(next.reserve(Side::First), 20);
    let (next, verdict) = after_release(&board, false);
    assert_eq!(said(&verdict)[0], "to be captured: discs 3, 4");
    assert_eq!(next.reserve(Side::First), 19);
    // One that lies flat never stays.
    let told = lean(&board).release([flat(6, -3.0, true)]).touch(3, 4);
    let (next, _) = told.put(flat(4, 11.2, false)).end();
    assert_eq!(next.reserve(Side::First), 20);
}

#[test]
fn a_a_stuck_disc_that_comes_off_goes_to_the_reserve_all_the_same() {
    let told = lean(&Board::new()).hears(TableEventKind::Stuck { disc: Disc(3) });
    let (next, verdict) = told.put(flat(3, 9.0, false)).leave(&[5]).end();
    assert_eq!(said(&verdict)[0], "to the reserve: 3, 5");
    assert_eq!((next.reserve(Side::First), next.placed(Disc(3))), (21, None));
}

#[test]
fn a_fault_is_called_once() {
    let told = lean(&Board::new()).touch(1, 3).touch(1, 3);
    let (_, verdict) = told.put(flat(3, -5.0, false)).leave(&[5]).end();
    assert_eq!(faults(&verdict).len(), 1);
    assert!(matches!(faults(&verdict)[0], Fault::Touched { .. }));
}
