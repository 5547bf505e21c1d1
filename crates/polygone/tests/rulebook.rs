//! The rulebook's figures 2 to 10, as its text describes them.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

use polygone::{Hole, Placement, Polygon, Position, Segment, Segments};
use rules::{Game, Side};

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

fn hole(text: &str) -> Hole {
    Hole::all().find(|hole| hole.to_string() == text).unwrap()
}

fn segment(text: &str) -> Segment {
    Segment::all()
        .find(|segment| segment.to_string() == text)
        .unwrap()
}

/// The places round both ends of a segment whose placement is the wanted one.
fn places(position: &Position, of: &str, wanted: Placement) -> Vec<String> {
    let of = segment(of);
    let places = of
        .ends()
        .into_iter()
        .flat_map(|pivot| position.placements(of, pivot));
    let mut texts: Vec<String> = places
        .filter(|&(_, placement)| placement == wanted)
        .map(|(place, _)| place.to_string())
        .collect();
    texts.sort();
    texts
}

/// The position after a move; printing the move must give the same text.
fn after(text: &str, mv: &str) -> String {
    let mut position = position(text);
    let read = position.parse_move(mv).unwrap();
    assert_eq!(position.move_text(read), mv);
    position.play(read).unwrap();
    position.to_string()
}

fn has_ring(polygons: &[Polygon], border: &str) -> bool {
    polygons
        .iter()
        .any(|polygon| polygon.border.to_string() == border)
}

#[test]
fn figure_2_a_segment_turns_round_either_end_but_never_backward() {
    let position = position("a2b1 c6d5 b 0-0");
    let allowed = places(&position, "c6d5", Placement::Allowed);
    assert_eq!(allowed, ["b5c6", "c4c6", "c4d5", "d3d5", "d5e4", "d5e6"]);
    let backward = places(&position, "c6d5", Placement::Backward);
    assert_eq!(backward, ["b7c6", "c6c8", "c6d7", "d5d7"]);
}

#[test]
fn figure_3_only_segments_in_the_pivot_hole_hinder() {
    let position = position("a2b1 c4d5,c6d5,d5e6 b 0-0");
    // c4d5 crosses the way to c4c6 but does not stand in c6.
    assert_eq!(places(&position, "c6d5", Placement::Allowed), ["b5c6", "c4c6"]);
    // c4d5 and d5e6 shut the way to the places between them.
    assert_eq!(places(&position, "c6d5", Placement::Barred), ["d3d5", "d5e4"]);
    assert_eq!(places(&position, "c6d5", Placement::Occupied), ["c4d5", "d5e6"]);
}

#[test]
fn figure_4_another_segment_in_the_pivot_leaves_four_places() {
    let position = position("a2b1 c4c6,c4d3 b 0-0");
    let allowed = places(&position, "c4c6", Placement::Allowed);
    assert_eq!(allowed, ["b3c4", "b5c4", "c2c4", "c4d5"]);
    assert!(places(&position, "c4c6", Placement::Barred).is_empty());
    let backward = places(&position, "c4c6", Placement::Backward);
    assert_eq!(backward, ["b5c6", "b7c6", "c6c8", "c6d5", "c6d7"]);
}

#[test]
fn figure_5_a_segment_turns_through_the_outside_of_the_board() {
    let position = position("a2b1 d5e4,e4e6 b 0-0");
    assert_eq!(places(&position, "e4e6", Placement::Allowed), ["d3e4", "e2e4"]);
    let backward = places(&position, "e4e6", Placement::Backward);
    assert_eq!(backward, ["d5e6", "d7e6", "e6e8"]);
    // With a third segment in the hole the outside is shut too.
    let position: Position = "a2b1 d5e4,e2e4,e4e6 b 0-0".parse().unwrap();
    assert_eq!(places(&position, "e4e6", Placement::Barred), ["d3e4"]);
}

#[test]
fn figure_6_a_triangle_takes_the_black_segment() {
    assert_eq!(
        after("a4b3,b3c4 a8b9,b5c4 w 0-0", "b3:a4-b5xb5c4"),
        "b3b5,b3c4 a8b9 b 1-0"
    );
}

#[test]
fn figure_7_a_polygon_of_nine_sides_takes_three() {
    let before = "a2b1,a2b3,a4a6,a6a8,b3c4,c4d5 a8b7,b7c6,c6d5,d9e8 w 0-0";
    let mv = "a2:b1-a4xa8b7,b7c6,c6d5";
    assert_eq!(after(before, mv), "a2a4,a2b3,a4a6,a6a8,b3c4,c4d5 d9e8 b 3-0");
    let closed = position("a2a4,a2b3,a4a6,a6a8,b3c4,c4d5 a8b7,b7c6,c6d5,d9e8 b 0-0");
    let [polygon] = closed.polygons()[..] else {
        panic!("one polygon")
    };
    assert_eq!((polygon.border.len(), polygon.inside.len()), (9, 9));
    let segments = Side::BOTH.map(|side| closed.segments(side));
    assert_eq!(polygon.prey(segments).to_string(), "a8b7,b7c6,c6d5");
}

#[test]
fn figure_8_nothing_is_taken_while_a_segment_stands_inside() {
    let ring = "a2a4,a2b3,a4a6,a6a8,a8b7,b3c4,b7b9,b9c8,c4d5,c6c8,c6d5";
    let before = "a2b1,a2b3,a4a6,a6a8,b3c4,b5c4,c4d5,c6d5 a8b7,b7b9,b9c8,c6c8,d9e8 w 0-0";
    let inside = "a2a4,a2b3,a4a6,a6a8,b3c4,b5c4,c4d5,c6d5 a8b7,b7b9,b9c8,c6c8,d9e8 b 0-0";
    assert_eq!(after(before, "a2:b1-a4"), inside);
    assert!(!has_ring(&position(inside).polygons(), ring));
    let empty = before.replace("b5c4,", "");
    assert_eq!(
        after(&empty, "a2:b1-a4xa8b7,b7b9,b9c8,c6c8"),
        "a2a4,a2b3,a4a6,a6a8,b3c4,c4d5,c6d5 d9e8 b 4-0"
    );
    let closed = position(&inside.replace("b5c4,", ""));
    assert!(
        has_ring(&closed.polygons(), ring),
        "eleven sides, once it is empty"
    );
}

#[test]
fn figure_9_a_polygon_hides_another_that_takes_the_mover() {
    // The triangle takes one; the ring of five that is left has two white segments.
    assert_eq!(
        after(
            "a4b3,b3c4,d9e8 b5c4,b5c6,c4d5,c6d5 w 0-0",
            "b3:a4-b5xb5c4xb3b5,b3c4"
        ),
        "d9e8 b5c6,c4d5,c6d5 b 1-2"
    );
}

#[test]
fn figure_10_the_mover_chooses_which_of_two_polygons_is_taken_first() {
    let before = "a2b1,c4d3,c4d5,d3e4,e4e6 b5c4,b5c6,c6d7,d7e6 w 0-0";
    assert_eq!(
        after(before, "c4:d5-c6xc6d7,d7e6xc4c6"),
        "a2b1,c4d3,d3e4,e4e6 b5c4,b5c6 b 2-1",
        "the upper polygon takes two, then the other, still closed, takes one white segment"
    );
    assert_eq!(
        after(before, "c4:d5-c6xc4c6xc4d3,d3e4,e4e6"),
        "a2b1 b5c4,b5c6,c6d7,d7e6 b 0-4",
        "in the other order the two become one polygon, which takes three more"
    );
    let mv = position(before).parse_move("c4:d5-c6xc6d7,d7e6xc4c6").unwrap();
    let [pivot, old_end, new_end] = ["c4", "d5", "c6"].map(hole);
    assert_eq!((mv.pivot, mv.old_end, mv.new_end), (pivot, old_end, new_end));
    let taken: Vec<Segments> = mv.taken.polygons().collect();
    let upper = ["c6d7", "d7e6"].map(segment).into_iter().collect();
    assert_eq!(taken, [upper, Segments::of(segment("c4c6"))]);
    assert_eq!(mv.taken.segments().len(), 3);
}
