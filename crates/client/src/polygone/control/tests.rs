//! Polygone played by pointer and keys.

use super::*;
use crate::frame::Control as _;
use crate::polygone::turn::{room, swing};
use rules::Random;

fn shown(position: &Position) -> Control {
    let mut control = Control::default();
    control.show(position, true);
    control
}

fn held_of(mv: Move) -> Held {
    Held {
        pivot: mv.pivot,
        end: mv.old_end,
    }
}

/// Chooses polygons in the order of the wanted move, as long as the control asks for one.
fn settle(control: &mut Control, wanted: Move, played: Option<Move>) -> Option<Move> {
    let mut played = played;
    for prey in wanted.taken.polygons() {
        let Some(taking) = control.taking().filter(|_| played.is_none()) else {
            break;
        };
        let index = (0..taking.polygons().len()).find(|index| taking.prey(*index) == prey);
        played = control.take(index.unwrap());
    }
    played
}

fn by_keys(position: &Position, wanted: Move) -> Option<Move> {
    let mut control = shown(position);
    for _ in 0..7 {
        if control.held() != Some(held_of(wanted)) {
            control.choose(wanted.old_end);
        }
    }
    assert_eq!(control.held(), Some(held_of(wanted)));
    let played = control.choose(wanted.new_end);
    settle(&mut control, wanted, played)
}

/// A point on the half of the segment that is nearer to its moving end.
fn near_end(control: &Control, mv: Move) -> Point {
    let (end, pivot) = (control.view().hole(mv.old_end), control.view().hole(mv.pivot));
    end + (pivot - end) * 0.35
}

fn by_dragging(position: &Position, wanted: Move) -> Option<Move> {
    let mut control = shown(position);
    let from = near_end(&control, wanted);
    let pivot = control.view().hole(wanted.pivot);
    let whole = swing(position, wanted, control.view(), 0.0);
    control.pointer_down(from);
    for step in 1..=12 {
        let (sin, cos) = (whole * f64::from(step) / 12.0).to_radians().sin_cos();
        let way = from - pivot;
        control.pointer_move(pivot + Point::new(way.x * cos - way.y * sin, way.x * sin + way.y * cos));
    }
    assert_eq!(control.aim(), Some(wanted.new_end), "{position} {wanted}");
    let played = control.pointer_up(pivot);
    settle(&mut control, wanted, played)
}

#[test]
fn every_move_of_random_games_can_be_played_by_keys_and_by_dragging() {
    let mut random = Random::new(5);
    for _ in 0..6 {
        let mut position = Position::start(rules::Standard);
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            for mv in &moves {
                assert_eq!(by_keys(&position, *mv), Some(*mv), "{position}");
                assert_eq!(by_dragging(&position, *mv), Some(*mv), "{position}");
            }
            position.play_unchecked(moves[random.below(moves.len() as u64) as usize]);
        }
    }
}

/// A position with a move after which the player has to choose a polygon.
fn with_a_choice() -> (Position, Move) {
    let mut random = Random::new(9);
    loop {
        let mut position = Position::start(rules::Standard);
        while position.outcome().is_none() {
            let moves = position.legal_moves();
            let same = |a: &Move, b: &Move| held_of(*a) == held_of(*b) && a.new_end == b.new_end;
            for mv in &moves {
                if moves.iter().filter(|other| same(mv, other)).count() > 1 {
                    return (position, *mv);
                }
            }
            position.play_unchecked(moves[random.below(moves.len() as u64) as usize]);
        }
    }
}

#[test]
fn polygons_are_chosen_by_tapping_them() {
    let (position, mv) = with_a_choice();
    let mut control = shown(&position);
    control.held = Some(held_of(mv));
    assert_eq!(control.choose(mv.new_end), None);
    let taking = control.taking().unwrap();
    assert!(taking.polygons().len() > 1);
    assert_eq!(control.begun(), None, "the segment stands there already");
    let first = mv.taken.polygons().next().unwrap();
    let index = (0..taking.polygons().len()).find(|index| taking.prey(*index) == first);
    let polygon = *taking.polygons().nth(index.unwrap()).unwrap();
    let corners = control
        .view()
        .triangle(polygon.inside.into_iter().next().unwrap());
    let middle = (corners[0] + corners[1] + corners[2]) * (1.0 / 3.0);
    control.pointer_down(middle);
    let played = control.pointer_up(middle);
    assert_eq!(settle(&mut control, mv, played), Some(mv));
}

#[test]
fn a_choice_is_given_up_by_a_tap_beside_and_by_escape() {
    let (position, mv) = with_a_choice();
    for by_key in [true, false] {
        let mut control = shown(&position);
        control.held = Some(held_of(mv));
        control.choose(mv.new_end);
        if by_key {
            control.key(Key::LetGo);
        } else {
            control.choose(mv.new_end);
        }
        assert_eq!((control.taking(), control.held()), (None, None));
        let missed = frame::Control::refusal(&control);
        assert_eq!(
            missed,
            (!by_key).then_some(TurnRefusal::NoPolygon),
            "Escape is meant"
        );
        assert_eq!(control.key(Key::Letter('1')), Keyed::Nothing);
    }
}

#[test]
fn a_tap_beside_the_polygons_says_that_the_turn_is_let_go() {
    let (position, mv) = with_a_choice();
    let mut control = shown(&position);
    control.held = Some(held_of(mv));
    control.choose(mv.new_end);
    assert_eq!(tap(&mut control, Point::new(40.0, 40.0)), None);
    assert_eq!(control.taking(), None);
    assert_eq!(frame::Control::refusal(&control), Some(TurnRefusal::NoPolygon));
    control.pointer_down(Point::new(40.0, 40.0));
    assert_eq!(frame::Control::refusal(&control), None);
}

#[test]
fn arrows_reach_every_hole() {
    for flipped in [false, true] {
        let mut control = Control::default();
        if flipped {
            control.flip();
        }
        let mut reached = vec![control.cursor()];
        let mut next = 0;
        while next < reached.len() {
            for key in [Key::Left, Key::Right, Key::Up, Key::Down] {
                control.cursor = reached[next];
                control.key(key);
                if !reached.contains(&control.cursor()) {
                    reached.push(control.cursor());
                }
            }
            next += 1;
        }
        assert_eq!(reached.len(), polygone::board::HOLE_COUNT);
        // Left and right lead to the next row, up and down along it.
        control.cursor = MIDDLE;
        control.key(Key::Left);
        assert_eq!((control.cursor().row() - MIDDLE.row()).abs(), 1);
        control.cursor = MIDDLE;
        control.key(Key::Up);
        assert_eq!(control.cursor().row(), MIDDLE.row());
    }
}

fn tap(control: &mut Control, at: Point) -> Option<Move> {
    control.pointer_down(at);
    control.pointer_up(at)
}

#[test]
fn a_tap_holds_the_nearer_end_and_a_second_tap_lets_go() {
    let mut control = shown(&Position::start(rules::Standard));
    let mv = control.moves[0];
    let at = near_end(&control, mv);
    assert_eq!(tap(&mut control, at), None);
    assert_eq!(control.held(), Some(held_of(mv)));
    assert_eq!(tap(&mut control, at), None);
    assert_eq!(control.held(), None);
    tap(&mut control, at);
    let goal = control.view().hole(mv.new_end);
    assert_eq!(tap(&mut control, goal), Some(mv));
}

#[test]
fn a_tap_on_a_place_turns_there_and_blocked_places_are_listed() {
    let position = Position::start(rules::Standard);
    let mut control = shown(&position);
    let mv = control.moves[0];
    let at = near_end(&control, mv);
    tap(&mut control, at);
    let places = control.places();
    let allowed = places
        .iter()
        .filter(|(_, placement)| *placement == Placement::Allowed);
    let turns = control
        .moves
        .iter()
        .filter(|other| held_of(**other) == held_of(mv));
    assert_eq!(allowed.count(), turns.count());
    assert!(
        places
            .iter()
            .any(|(_, placement)| *placement != Placement::Allowed)
    );
    let middle = control
        .view()
        .middle(Segment::between(mv.pivot, mv.new_end).unwrap());
    assert_eq!(tap(&mut control, middle), Some(mv));
}

#[test]
fn a_dragged_segment_stops_before_one_that_bars_its_way() {
    let position = Position::start(rules::Standard);
    for mv in position.legal_moves() {
        let mut control = shown(&position);
        let [least, most] = room(&position, mv.pivot, mv.old_end, control.view());
        let (from, pivot) = (near_end(&control, mv), control.view().hole(mv.pivot));
        control.pointer_down(from);
        for degrees in 0..720 {
            let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
            let way = from - pivot;
            control.pointer_move(pivot + Point::new(way.x * cos - way.y * sin, way.x * sin + way.y * cos));
            assert!(least < control.swing() && control.swing() < most);
        }
    }
}

#[test]
fn refused_turns_say_why_and_light_the_segments() {
    let position: Position = "c4d5,c6d5,d5e4 a8b9 w 0-0".parse().unwrap();
    let mut control = Control::default();
    control.show(&position, true);
    let hole = |text: &str| Hole::all().find(|hole| hole.to_string() == text).unwrap();
    let mut attempt = |pivot: &str, end: &str, goal: &str| {
        control.held = Some(Held {
            pivot: hole(pivot),
            end: hole(end),
        });
        control.choose(hole(goal));
        let reason = frame::Control::refusal(&control);
        let lit: Vec<String> = control
            .refused_segments()
            .into_iter()
            .map(|segment| segment.to_string())
            .collect();
        (reason, frame::Control::attempted(&control), lit.join(" "))
    };
    let (reason, text, lit) = attempt("c4", "d5", "b3");
    assert!(matches!(
        reason,
        Some(TurnRefusal::Rule(Forbidden::Backward { .. }))
    ));
    assert_eq!((text.as_deref(), lit.as_str()), (Some("c4:d5-b3"), "c4d5"));
    let (reason, text, lit) = attempt("d5", "c4", "d7");
    assert!(matches!(
        reason,
        Some(TurnRefusal::Rule(Forbidden::Barred { .. }))
    ));
    assert_eq!((text.as_deref(), lit.as_str()), (Some("d5:c4-d7"), "c6d5 d5e4"));
    let (reason, text, _) = attempt("c4", "d5", "a8");
    assert!(reason.is_some() && text.is_none(), "{reason:?}");
    control.held = None;
    control.choose(hole("a8"));
    assert!(matches!(
        frame::Control::refusal(&control),
        Some(TurnRefusal::Rule(Forbidden::NotOwn(_)))
    ));
    frame::Control::key(&mut control, Key::Left);
    assert_eq!(frame::Control::refusal(&control), None);
}
