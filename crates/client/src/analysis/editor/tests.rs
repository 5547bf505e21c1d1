//! Positions set up by taps and keys.

use super::*;
use drawing::isometron::geometry::RACK_HEIGHT;
use rules::Variant;

/// Sets a position up on an empty board: each place is tapped so many times.
fn set_up<G: Editable>(wanted: &str, taps: impl Fn(&G) -> Vec<(Point, usize)>, flipped: bool) {
    let wanted: G = wanted.parse().unwrap();
    let mut editor = Editor::new(wanted);
    editor.apply(Edit::Empty, flipped);
    for (place, times) in taps(&wanted) {
        for _ in 0..times {
            editor.apply(Edit::Touch(place), flipped);
        }
    }
    for side in Side::BOTH {
        while G::COUNTS && editor.position().points(side) < wanted.points(side) {
            editor.apply(Edit::Points(side, 1), flipped);
            assert_eq!(editor.refusal(), None);
        }
    }
    editor.apply(Edit::Turn(wanted.turn()), flipped);
    assert_eq!(editor.position().to_string(), wanted.to_string());
}

/// How often a place is tapped for a side's piece.
fn times(side: Side) -> usize {
    side.index() + 1
}

#[test]
fn a_position_of_offboard_is_set_up_by_taps() {
    use drawing::offboard::geometry::{Geometry, TRAY};
    for flipped in [false, true] {
        let view = Geometry { flipped };
        let taps = |wanted: &::offboard::Position| {
            let cells = ::offboard::Cell::all();
            let cells = cells.filter_map(|cell| Some((view.cell(cell), times(wanted.marble(cell)?))));
            let targets =
                (0..12).filter_map(|target| Some((view.target(target).0, times(wanted.target(target)?))));
            cells.chain(targets).chain([(TRAY, 1)]).collect()
        };
        set_up(
            "r3y/rr2yy/rrr1yyy/8/9/8/yy2rrr/yy2rr/y4 r -y---------- *",
            taps,
            flipped,
        );
        set_up("5/6/4rry/8/r3y3r/8/7/6/y4 r -y----r----- *", taps, flipped);
    }
}

#[test]
fn a_position_of_polygone_is_set_up_by_taps() {
    use drawing::polygone::geometry::Geometry;
    for flipped in [false, true] {
        let view = Geometry { flipped };
        let taps = |wanted: &::polygone::Position| {
            let places = ::polygone::Segment::all();
            let places = places.filter_map(|place| Some((view.middle(place), times(wanted.owner(place)?))));
            places.collect()
        };
        set_up(
            "a2b1,c4d3,c4d5,d3e4,e4e6 a8b9,b5c4,b5c6,c6d7,d7e6 b 3-2",
            taps,
            flipped,
        );
    }
}

#[test]
fn a_position_of_isometron_is_set_up_by_taps() {
    use drawing::isometron::geometry::Geometry;
    for flipped in [false, true] {
        let view = Geometry { flipped };
        let taps = |wanted: &::isometron::Position| {
            let lifted = Point::new(0.0, RACK_HEIGHT / 2.0);
            let tap = |tile: ::isometron::Tile| (view.cell(tile.cell) - lifted, tile.blank.index() + 1);
            wanted.tiles().iter().map(tap).collect()
        };
        let text = "1a1b4/c1c5/1bd2d2/1c1bb3/1d1aa3/1ac2c2/d1d5/1b1a4 central b - 0 10-16";
        set_up(text, taps, flipped);
    }
}

#[test]
fn another_symmetry_keeps_the_tiles() {
    let text = "1a6/8/8/8/8/8/8/1b6 axial r - 0 3-0";
    let mut editor = Editor::new(text.parse::<::isometron::Position>().unwrap());
    for &symmetry in ::isometron::Symmetry::ALL {
        editor.apply(Edit::Variant(symmetry), false);
        assert_eq!(
            editor.position().to_string(),
            text.replace("axial", &symmetry.to_string())
        );
    }
}

#[test]
fn too_many_pieces_and_two_winners_are_refused_in_words() {
    use drawing::offboard::geometry::Geometry;
    let view = Geometry::default();
    let mut editor = Editor::new(::offboard::Position::start(rules::Standard));
    let before = *editor.position();
    let middle = ::offboard::Cell::all()
        .find(|cell| cell.to_string() == "e5")
        .unwrap();
    editor.apply(Edit::Touch(view.cell(middle)), false);
    assert_eq!(editor.refusal(), Some(&Refusal::Known(Text::EditTooMany)));
    assert_eq!(editor.position(), &before);
    editor.apply(Edit::Turn(Side::Second), false);
    assert_eq!(editor.refusal(), None);
    editor.apply(Edit::Text("5/6/7/8/9/8/7/6/5 r --r-r----y-y -".to_owned()), false);
    assert!(matches!(editor.refusal(), Some(Refusal::Typed(reason)) if reason.contains("targets")));
    let text = "5/6/7/8/9/8/7/6/5 r --r-r----y-- -";
    editor.apply(Edit::Text(text.to_owned()), false);
    assert_eq!(editor.position().to_string(), text);
    for _ in 0..2 {
        assert_eq!(editor.refusal(), None);
        editor.apply(Edit::Touch(view.target(11).0), false);
    }
    assert_eq!(editor.refusal(), Some(&Refusal::Known(Text::EditBothWon)));
}

#[test]
fn counts_stay_within_the_box() {
    let mut editor = Editor::new(::polygone::Position::start(rules::Standard));
    editor.apply(Edit::Points(Side::First, 1), false);
    assert_eq!(editor.refusal(), Some(&Refusal::Known(Text::EditTooMany)));
    editor.apply(Edit::Points(Side::First, -1), false);
    editor.apply(Edit::Empty, false);
    for side in Side::BOTH {
        for _ in 0..8 {
            editor.apply(Edit::Points(side, 1), false);
        }
    }
    assert_eq!(editor.refusal(), Some(&Refusal::Known(Text::EditBothWon)));
    assert_eq!(editor.position().points(Side::Second), 6);
}

#[test]
fn two_holes_chosen_by_keys_make_a_place() {
    use drawing::polygone::geometry::Geometry;
    let view = Geometry::default();
    let mut editor = Editor::new(::polygone::Position::start(rules::Standard));
    editor.apply(Edit::Empty, false);
    let place = ::polygone::Segment::all().nth(20).unwrap();
    for end in place.ends() {
        editor.apply(Edit::Choose(view.hole(end)), false);
    }
    assert_eq!(editor.position().owner(place), Some(Side::First));
}
