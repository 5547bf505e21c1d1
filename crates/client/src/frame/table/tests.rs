//! The table without a browser.

use super::*;
use crate::frame::board_game::tap;
use drawing::offboard::geometry::Geometry;
use offboard::{Cell, Position};
use rules::Game;

fn seated(seats: [SidePlayer; 2]) -> BoardTable<Position> {
    BoardTable::new(MoveCursor::new(Position::start(rules::Standard)), seats)
}

fn tap_cell(table: &mut BoardTable<Position>, text: &str) {
    let cell = Cell::all().find(|cell| cell.to_string() == text).unwrap();
    let view = Geometry {
        flipped: table.control().is_flipped(),
    };
    tap(table, view.cell(cell));
}

#[test]
fn a_move_to_be_confirmed_is_shown_but_not_played() {
    let mut table = seated([SidePlayer::Person; 2]);
    table.set_habits(Habits { confirm: true });
    tap_cell(&mut table, "i5");
    tap_cell(&mut table, "f5");
    assert!(table.is_proposed());
    assert_eq!((table.session().plies(), table.turn()), (0, Side::First));
    assert_ne!(table.position(), table.session().position());
    tap_cell(&mut table, "a1");
    tap_cell(&mut table, "b2");
    assert_eq!(table.session().plies(), 0, "nothing else is played meanwhile");
    table.withdraw();
    assert_eq!(table.position(), table.session().position());
    tap_cell(&mut table, "i5");
    tap_cell(&mut table, "f5");
    table.confirm();
    assert_eq!(table.session().texts(), ["i5h5"]);
}

#[test]
fn only_the_own_side_is_moved_against_the_computer() {
    let mut table = seated([SidePlayer::Person, SidePlayer::Computer]);
    assert_eq!(table.next(), Awaited::Person);
    tap_cell(&mut table, "i5");
    tap_cell(&mut table, "f5");
    assert_eq!(table.next(), Awaited::Computer(1));
    tap_cell(&mut table, "a1");
    tap_cell(&mut table, "b2");
    assert_eq!(table.session().plies(), 1);
    table.play_text("nonsense");
    table.play_text("a1b2");
    assert_eq!(table.session().texts(), ["i5h5", "a1b2"]);
    table.undo();
    assert_eq!(table.session().shown(), 0, "back to the person's own move");
    assert_eq!(table.next(), Awaited::Person);
    table.jump(1);
    assert_eq!(
        table.next(),
        Awaited::Person,
        "the computer does not move while one looks back"
    );
}

#[test]
fn an_attempt_out_of_turn_is_noted_until_the_next_move() {
    let attempt = |table: &mut BoardTable<Position>| {
        table.try_out();
        tap_cell(table, "a1");
        table.is_out_of_turn()
    };
    let mut table = seated([SidePlayer::Person, SidePlayer::Computer]);
    assert!(!attempt(&mut table), "it is the player's turn");
    table.play_text("i5h5");
    assert!(attempt(&mut table));
    table.play_text("a1b2");
    assert!(!table.is_out_of_turn());
    assert!(!attempt(&mut seated([SidePlayer::Person; 2])));
    let mut advanced = seated([SidePlayer::Remote, SidePlayer::Person]);
    assert!(!attempt(&mut advanced), "a move is chosen in advance");
    assert!(
        !attempt(&mut seated([SidePlayer::Remote; 2])),
        "a spectator has no turn"
    );
    table.play_text("i4h4");
    table.set_closed(true);
    assert!(!attempt(&mut table), "nobody may move");
}

fn moves(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn moves_from_elsewhere_are_followed_and_the_past_stays() {
    let mut table = seated([SidePlayer::Remote, SidePlayer::Person]);
    assert!(table.control().is_flipped(), "on the own side");
    tap_cell(&mut table, "i5");
    tap_cell(&mut table, "f5");
    assert_eq!(table.session().plies(), 0, "not the own turn");
    table.follow(&moves("i5h5"));
    assert_eq!((table.session().shown(), table.next()), (1, Awaited::Person));
    assert!(!table.travel().motions.is_empty(), "it is seen on its way");
    tap_cell(&mut table, "a1");
    tap_cell(&mut table, "d4");
    assert_eq!(table.session().texts(), ["i5h5", "a1b2"]);
    table.jump(1);
    assert!(!table.may_move(), "past moves stay");
    table.follow(&moves("i5h5 a1b2 h5i5"));
    assert_eq!((table.session().shown(), table.may_move()), (3, true));
    table.follow(&moves("i5h5"));
    assert_eq!(
        (table.session().plies(), table.may_move()),
        (1, true),
        "taken back"
    );
    table.follow(&moves("i5h5 b1c1"));
    assert_eq!(table.session().texts(), ["i5h5", "b1c1"]);
    table.set_closed(true);
    assert!(!table.may_move());
}

#[test]
fn a_move_in_advance_is_played_when_it_can_be_and_can_be_dropped() {
    let mut table = seated([SidePlayer::Remote, SidePlayer::Person]);
    tap_cell(&mut table, "a1");
    tap_cell(&mut table, "d4");
    assert_eq!(table.premove(), Some("a1b2"));
    assert_eq!(table.session().plies(), 0);
    assert!(table.drop_premove() && !table.drop_premove());
    tap_cell(&mut table, "a1");
    tap_cell(&mut table, "d4");
    table.follow(&moves("i5h5"));
    assert_eq!(
        (table.session().texts(), table.premove()),
        (moves("i5h5 a1b2"), None)
    );

    let mut table = seated([SidePlayer::Remote, SidePlayer::Person]);
    tap_cell(&mut table, "a1");
    tap_cell(&mut table, "d4");
    let other = moves("i5h5 a1b2 h5i5");
    table.follow(&other);
    assert_eq!(
        (table.session().texts(), table.premove()),
        (other, None),
        "not possible any more"
    );
}

#[test]
fn a_move_in_advance_is_chosen_in_every_game_that_allows_it() {
    let start = polygone::Position::start(rules::Standard);
    assert_eq!(
        start.as_if(Side::Second).map(|position| position.turn()),
        Some(Side::Second)
    );
    let start = isometron::Position::start(isometron::Symmetry::Axial);
    assert_eq!(
        start.as_if(Side::Second).map(|position| position.turn()),
        Some(Side::Second)
    );
    let mut after = start;
    after.play(start.legal_moves()[3]).unwrap();
    let own = after.as_if(Side::First).unwrap();
    assert_eq!(
        (own.turn(), own.demanded()),
        (Side::First, None),
        "a duty of the opponent is theirs"
    );
}

#[test]
fn another_line_is_shown_step_by_step_where_it_can_be() {
    let line = |text: &str| MoveCursor::from_text(Position::start(rules::Standard), text).unwrap();
    let mut table = BoardTable::new(line("2 i5h5 a1b2 b5b4"), [SidePlayer::Person; 2]);
    let mut shown = |text: &str, ply: usize| {
        table.show_line(line(text), ply);
        (table.session().to_text(), table.travel().motions.len())
    };
    assert_eq!(shown("0 i5h5 a1b2 b5b4", 3), ("3 i5h5 a1b2 b5b4".to_owned(), 1));
    assert_eq!(
        shown("0 i5h5 a1b2", 2),
        ("2 i5h5 a1b2".to_owned(), 1),
        "one move back"
    );
    assert_eq!(
        shown("0 i5h5 a1b1", 2),
        ("2 i5h5 a1b1".to_owned(), 0),
        "another move instead"
    );
    assert_eq!(shown("0 i5h5 a1b1 b5b4", 3), ("3 i5h5 a1b1 b5b4".to_owned(), 1));
    assert_eq!(shown("0", 0), ("0".to_owned(), 0));
}

#[test]
fn who_plays_second_sits_on_that_side() {
    let table = seated([SidePlayer::Computer, SidePlayer::Person]);
    assert!(table.control().is_flipped());
    assert_eq!(table.next(), Awaited::Computer(0));
    assert_eq!(table.last_choice(), None);
}

#[test]
fn moves_made_here_are_handed_over_once_and_moves_of_the_log_never() {
    let mut table = seated([SidePlayer::Person, SidePlayer::Remote]);
    let text = |table: &BoardTable<Position>| {
        let position = table.session().position();
        position.move_text(position.legal_moves()[0])
    };
    let own = text(&table);
    table.play_text(&own);
    assert_eq!(table.take_made(), [(0, own.clone())]);
    assert_eq!(table.take_made(), []);
    let theirs = text(&table);
    table.follow(&[own.clone(), theirs.clone()]);
    assert_eq!(table.take_made(), []);
    table.set_habits(Habits { confirm: true });
    let next = table.session().position().legal_moves()[0];
    table.choose(next);
    assert_eq!(table.take_made(), [], "it is to be confirmed");
    table.confirm();
    assert_eq!(table.take_made().len(), 1);
    let mut here = seated([SidePlayer::Person; 2]);
    here.play_text(&own);
    assert_eq!(here.take_made(), [], "at one screen nothing is sent");
}
