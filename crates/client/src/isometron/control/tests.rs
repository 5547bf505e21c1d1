//! Isometron played by pointer and keys.

use super::*;
use crate::frame::Control as _;
use rules::Random;

/// A place on the board as one on the drawing.
fn drawn(place: Point) -> Point {
    place - Point::new(0.0, RACK_HEIGHT / 2.0)
}

fn tap(control: &mut Control, place: Point) -> Option<Move> {
    control.pointer_down(drawn(place));
    control.pointer_up(drawn(place))
}

fn by_taps(control: &mut Control, tile: Tile) -> Option<Move> {
    let rack = control.view().rack(tile.blank);
    assert_eq!(tap(control, rack), None);
    let cell = control.view().cell(tile.cell);
    control.pointer_move(drawn(cell));
    assert_eq!(control.pointed(), Some(tile));
    tap(control, cell)
}

fn by_dragging(control: &mut Control, tile: Tile) -> Option<Move> {
    let (rack, cell) = (control.view().rack(tile.blank), control.view().cell(tile.cell));
    control.pointer_down(drawn(rack));
    let between = Point::new(rack.x, rack.y - 0.6);
    control.pointer_move(drawn(between));
    assert_eq!(control.carried(), Some(between));
    control.pointer_move(drawn(cell));
    control.pointer_up(drawn(cell))
}

#[test]
fn every_tile_of_random_games_is_put_down_by_taps_drags_and_keys() {
    let mut random = Random::new(2);
    for flipped in [false, true] {
        let mut position = Position::start(rules::Variant::ALL[0]);
        let mut control = Control::default();
        if flipped {
            control.flip();
        }
        for _ in 0..24 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            control.show(&position, true);
            let mv = moves[random.below(moves.len() as u64) as usize];
            if let Move::Tile(tile) = mv {
                assert_eq!(by_taps(&mut control, tile), Some(mv));
                assert_eq!(by_dragging(&mut control, tile), Some(mv));
                assert_eq!(by_keys(&mut control, tile), Keyed::Play(mv));
            }
            position.play_unchecked(mv);
        }
    }
}

fn by_keys(control: &mut Control, tile: Tile) -> Keyed<Move> {
    for key in [Key::Left, Key::Down, Key::Right, Key::Up] {
        for _ in 0..8 {
            let right =
                matches!(key, Key::Left | Key::Right) && control.cursor().column() == tile.cell.column();
            let level = matches!(key, Key::Up | Key::Down) && control.cursor().row() == tile.cell.row();
            if !right && !level {
                control.key(key);
            }
        }
    }
    assert_eq!(control.cursor(), tile.cell);
    while control.blank() != tile.blank {
        control.key(Key::Letter('r'));
    }
    control.key(Key::Choose)
}

#[test]
fn the_wheel_turns_the_tile_over_the_board_and_nowhere_else() {
    let mut control = Control::default();
    control.show(&Position::start(rules::Variant::ALL[0]), true);
    assert!(!control.wheel(true));
    let cell = control.view().cell(FIRST);
    control.pointer_move(drawn(cell));
    assert!(control.wheel(true));
    assert_eq!(control.blank(), Corner::ALL[1]);
    assert!(control.wheel(false) && control.wheel(false));
    assert_eq!(control.blank(), Corner::ALL[3]);
    control.show(&Position::start(rules::Variant::ALL[0]), false);
    control.pointer_move(drawn(cell));
    assert!(!control.wheel(true), "it is not the player's turn");
}

#[test]
fn what_a_tile_would_score_is_shown_before_it_is_put_down() {
    let text = "1a1b4/c1c5/1b3d2/1c1bb3/1d1aa3/1a3c2/d1d5/1b1a4 axial b - 0 0-0";
    let position: Position = text.parse().unwrap();
    let mut control = Control::default();
    control.show(&position, true);
    let mut seen = 0;
    for mv in position.legal_moves() {
        if let Move::Tile(tile) = mv {
            control.lay(tile.blank);
            control.focus(tile.cell);
            let mut after = position;
            after.play(mv).unwrap();
            let scored = after.points(position.turn()) - position.points(position.turn());
            assert_eq!(control.line().len(), usize::from(scored));
            seen += scored;
        }
    }
    assert!(seen > 0);
}

#[test]
fn a_tile_is_refused_just_where_it_may_not_be_put_down_and_for_the_reason_of_the_rules() {
    let mut control = Control::default();
    let mut random = Random::new(6);
    let mut position = Position::start(rules::Variant::ALL[0]);
    let mut stopped = 0;
    while position.outcome().is_none() {
        control.show(&position, true);
        for cell in Cell::all() {
            control.focus(cell);
            let refusal = control.refusal();
            if position.legal_moves() == [Move::Pass] {
                assert_eq!(refusal, None);
                continue;
            }
            assert_eq!(
                refusal.is_some(),
                control.pointed().is_none(),
                "{position} {cell}"
            );
            stopped += u32::from(matches!(refusal, Some((_, Forbidden::Stops(_)))));
        }
        let moves = position.legal_moves();
        position.play_unchecked(moves[random.below(moves.len() as u64) as usize]);
    }
    assert!(stopped > 0);
}

#[test]
fn a_wrong_image_can_be_put_down_and_nothing_outside_the_camp() {
    let mut position = Position::start(rules::Variant::ALL[0]);
    position.play(position.parse_move("c4ne").unwrap()).unwrap();
    let mut control = Control::default();
    control.show(&position, true);
    let owed = position.owed().unwrap();
    let wrong = Tile {
        blank: Corner::ALL[(owed.blank.index() + 1) % 4],
        ..owed
    };
    assert_eq!(control.of(owed), Some(Move::Tile(owed)));
    assert_eq!(control.of(wrong), Some(Move::Wrong(wrong)));
    assert!(position.play(Move::Wrong(wrong)).is_ok());
    let outside = Tile {
        cell: FIRST,
        blank: Corner::Ne,
    };
    assert_eq!(control.of(outside), None);
}

#[test]
fn a_pointer_that_stays_after_a_wrong_image_attempts_nothing() {
    let mut position = Position::start(rules::Variant::ALL[0]);
    position.play(position.parse_move("c3ne").unwrap()).unwrap();
    let mut control = Control::default();
    control.show(&position, true);
    let wrong = Cell::all().find(|cell| cell.to_string() == "d5").unwrap();
    let at = control.view().cell(wrong);
    let mv = tap(&mut control, at).unwrap();
    position.play(mv).unwrap();
    control.show(&position, true);
    control.pointer_move(drawn(at));
    control.focus(wrong);
    assert_eq!(control.refusal(), None);
    tap(&mut control, at);
    assert_eq!(
        control.refusal().map(|(_, reason)| reason),
        Some(Forbidden::OtherCamp),
        "a new press is an attempt"
    );
}
