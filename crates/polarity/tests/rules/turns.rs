//! Turns: the action disc, attempts, and the conditions for a leaner.

use crate::script::{Board, flat, leaner, letters, said, script};
use magnets::{Disc, Placed, TableEventKind};
use polarity::{Phase, Task};
use rules::Side;

fn lean() -> crate::script::Script {
    script(&Board::new().position(), Task::Lean)
}

#[test]
fn a_leaner_ends_the_turn() {
    let (next, verdict) = lean().release([leaner(5, -3.0, true)]).end();
    assert_eq!(said(&verdict), ["disc 5 leans", "black is to play"]);
    assert!(verdict.calls.is_empty());
    assert_eq!((next.turn(), next.reserve(Side::First)), (Side::Second, 19));
    assert_eq!(next.phase(), Phase::Play);
}

#[test]
fn a_disc_that_is_no_leaner_is_taken_up_again() {
    let steep = Placed::leaning(Disc(5), -3.0, 0.0, 85.0, 0.0, true);
    let nearly_flat = Placed::leaning(Disc(5), -3.0, 0.0, 7.0, 0.0, true);
    let outside = Placed::leaning(Disc(5), 26.0, 0.0, 30.0, 0.0, true);
    for (disc, reason) in [
        (flat(5, -4.0, true), "disc 5 lies flat"),
        (steep, "disc 5 stands on its edge"),
        (nearly_flat, "disc 5 lies flat"),
        (leaner(5, -3.0, false), "disc 5 shows the wrong colour"),
        (outside, "disc 5 is outside the circle"),
    ] {
        let (next, verdict) = lean().release([disc]).end();
        assert_eq!(said(&verdict), [reason, "try again"]);
        assert_eq!((next.turn(), next.reserve(Side::First)), (Side::First, 20));
        assert_eq!(next.placed(Disc(5)), None);
    }
}

#[test]
fn a_leaner_is_held_up_by_an_own_disc_only() {
    let leans = |by: u8| lean().release([leaner(5, -3.0, true)]).held_up(5, by).end();
    assert_eq!(said(&leans(1).1)[0], "disc 5 leans");
    for (by, reason) in [
        (0, "disc 5 is held up by the red disc"),
        (3, "disc 5 is held up by disc 3, which is not its player's"),
    ] {
        let (next, verdict) = leans(by);
        assert_eq!(said(&verdict), [reason, "try again"]);
        assert_eq!((next.turn(), next.reserve(Side::First)), (Side::First, 20));
        assert_eq!(next.placed(Disc(5)), None);
    }
}

#[test]
fn a_disc_that_stands_though_nothing_holds_it_up_is_taken_up_again() {
    let told = lean().release([leaner(5, -3.0, true)]).held_up_by_nothing(5);
    let (next, verdict) = told.end();
    assert_eq!(said(&verdict), ["disc 5 is held up by nothing", "try again"]);
    assert_eq!((next.turn(), next.placed(Disc(5))), (Side::First, None));
}

#[test]
fn a_leaner_on_an_own_leaner_counts() {
    let before = Board::new().with([leaner(5, -3.0, true)]).position();
    let told = script(&before, Task::Lean).release([leaner(6, 1.0, true)]);
    assert_eq!(said(&told.held_up(6, 5).end().1)[0], "disc 6 leans");
}

#[test]
fn a_hand_that_leaves_with_its_disc_has_made_an_attempt() {
    let (next, verdict) = lean().leave(&[5]).end();
    assert_eq!(said(&verdict), ["try again"]);
    assert_eq!(next, Board::new().position());
}

#[test]
fn a_disc_in_the_hand_may_brush_another() {
    let touched = TableEventKind::Touched {
        one: Disc(1),
        two: Disc(5),
        by: magnets::Contact::Rim,
    };
    let told = lean().hears(touched);
    assert!(!told.is_fault());
    let (_, verdict) = told.release([leaner(5, -3.0, true)]).end();
    assert_eq!(said(&verdict)[0], "disc 5 leans");
}

#[test]
fn slides_are_measured_from_where_the_turn_began() {
    let (next, verdict) = lean().put(flat(1, -7.0, true)).leave(&[5]).end();
    assert_eq!(said(&verdict), ["try again"]);
    assert!(next.to_string().contains(r#""moved":[[1,-8000,0]]"#), "{next}");
    // A second attempt keeps the first place; the end of the turn clears it.
    let (next, _) = script(&next, Task::Lean)
        .put(flat(1, -6.0, true))
        .leave(&[5])
        .end();
    assert!(next.to_string().contains(r#""moved":[[1,-8000,0]]"#), "{next}");
    let (next, _) = script(&next, Task::Lean).release([leaner(5, -3.0, true)]).end();
    assert!(next.to_string().contains(r#""moved":[]"#), "{next}");
}

#[test]
fn a_leaner_may_slide_and_so_may_the_action_disc() {
    let before = Board::new().with([leaner(5, -3.0, true)]).position();
    let told = script(&before, Task::Lean).hears(TableEventKind::Slid { disc: Disc(5) });
    assert!(!told.is_fault());
    let told = told
        .hears(TableEventKind::Slid { disc: Disc(6) })
        .hears(TableEventKind::Slid { disc: Disc::RED });
    assert!(!told.is_fault());
    assert_eq!(letters(&told.release([leaner(6, -13.0, true)]).end().1), "");
}

#[test]
fn black_plays_with_black_up() {
    let before = Board {
        turn: "black",
        ..Board::new()
    };
    let before = before.position();
    let (next, verdict) = script(&before, Task::Lean).release([leaner(5, 3.0, false)]).end();
    assert_eq!(said(&verdict)[0], "disc 5 leans");
    assert_eq!(next.reserve(Side::Second), before.reserve(Side::Second) - 1);
}
