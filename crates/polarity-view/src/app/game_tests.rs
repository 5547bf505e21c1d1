//! Games on the table as the page starts, follows and shows them.

use super::*;
use crate::facts;
use crate::messages::TableMessage;
use polarity_facts::{Command, Duty, NewsKind, Switch, TableFacts};
use rules::Side;

const SHARED: Seats = Seats {
    own: [true, false],
    shared: true,
};

fn app(seats: Seats) -> TableApp {
    let mut app = TableApp::default();
    app.set_size(800.0, 600.0);
    app.set_up("temple-north", seats).unwrap();
    app.command("free");
    app
}

fn facts(app: &TableApp) -> TableFacts {
    facts::of(app, &app.picture())
}

/// Lets time pass; the events of it.
fn pass(app: &mut TableApp, milliseconds: u32) -> Vec<PageEvent> {
    let frames = 0..milliseconds / 16;
    let mut events = Vec::new();
    for _ in frames {
        app.advance(16.0);
        events.extend(app.take_events());
    }
    events
}

/// White lays a foundation; the events of it.
fn lay(app: &mut TableApp) -> Vec<PageEvent> {
    assert!(app.command("white"));
    app.session_mut().steer(|hand| hand.move_to(-8.0, -5.0));
    let mut events = pass(app, 2000);
    app.set("height", 0.0);
    events.extend(pass(app, 2000));
    app.command("release");
    events.extend(pass(app, 6000));
    events
}

#[test]
fn only_what_is_possible_can_be_done() {
    let mut app = TableApp::default();
    app.command("free");
    assert_eq!(facts(&app).can, [Command::White, Command::Black]);
    assert_eq!(facts(&app).reserve, 40);
    app.command("black");
    let held = facts(&app);
    assert_eq!(held.can, [Command::Lean, Command::Release, Command::Back]);
    assert_eq!((held.held, held.status), (Some(Side::Second), Status::Holding));
    assert_eq!(held.pose.map(|pose| pose[0]), Some(crate::steering::CARRY));
    assert_eq!(held.on, [Switch::Guide, Switch::Free]);
    for command in Command::ALL {
        assert!(app.command(command.name()), "{command:?}");
    }
}

#[test]
fn a_game_is_told_in_numbers_and_only_the_side_to_move_takes_a_disc() {
    let mut app = TableApp::default();
    app.set_up("ferti-south-teams", Seats::HERE).unwrap();
    let found = facts(&app);
    let game = found.game.unwrap();
    assert_eq!((game.turn, game.duty, game.plies), (Side::First, Duty::Lay, 0));
    let white = game.sides[0];
    assert_eq!(
        (white.reserve, white.points, white.player, white.players),
        (26, -26, 0, 2)
    );
    assert_eq!(found.can, [Command::White]);
    app.set_own([false; 2]);
    assert_eq!(facts(&app).can, []);
    assert!(app.set_up("no game", Seats::HERE).is_err());
}

#[test]
fn a_hand_and_its_move_are_told_and_another_table_shows_the_same() {
    let mut white = app(SHARED);
    let mut black = app(Seats {
        own: [false, true],
        shared: true,
    });
    let mut watched = false;
    let mut moves = Vec::new();
    for event in lay(&mut white) {
        match event {
            PageEvent::Hand(poses) => {
                black.see(&poses);
                pass(&mut black, 100);
                watched |= black.session().status() == Status::Watching;
            }
            PageEvent::Moved(text) => moves.push(text),
        }
    }
    assert!(watched, "the hand is seen while it moves");
    let [text] = &moves[..] else { panic!("{moves:?}") };
    assert!(black.perform(text));
    assert!(black.perform("anything"), "one move at a time");
    let echoes = pass(&mut black, 9000);
    assert_eq!(echoes, [], "somebody else's move is no own one");
    let position = |app: &TableApp| app.session().game().unwrap().position().clone();
    assert_eq!(position(&white), position(&black));
    assert_eq!(black.session().news()[0], TableMessage::Laid(Disc(1)));
    assert_eq!(facts(&white).news[0].kind, NewsKind::Laid);
    assert!(!facts(&white).can(Command::Back), "a server keeps this game");
}

#[test]
fn a_hand_that_leaves_without_a_trace_is_no_move() {
    let mut app = app(SHARED);
    app.command("white");
    pass(&mut app, 1000);
    app.command("back");
    let events = pass(&mut app, 9000);
    assert_eq!(events.last(), Some(&PageEvent::Hand("gone".to_owned())));
    assert!(
        !events.iter().any(|event| matches!(event, PageEvent::Moved(_))),
        "{events:?}"
    );
    assert_eq!(facts(&app).game.map(|game| game.plies), Some(0));
    assert_eq!(facts(&app).can, [Command::White]);
}

#[test]
fn a_hand_whose_turn_is_over_is_gone() {
    let mut app = app(SHARED);
    app.command("white");
    pass(&mut app, 500);
    app.set_own([false; 2]);
    assert_eq!(app.session().status(), Status::Idle);
    assert_eq!(facts(&app).can, []);
}

#[test]
fn nonsense_about_hands_and_moves_changes_nothing() {
    let mut app = app(Seats {
        own: [false, true],
        shared: true,
    });
    for poses in [
        "",
        "x",
        "0",
        "0 lean:",
        "0 declare:1",
        "7 lay:AQ",
        "-1 lay:AQ",
        "0 lay:!!",
    ] {
        app.see(poses);
        assert!(!app.perform(poses), "{poses}");
        pass(&mut app, 32);
        assert_eq!(app.session().status(), Status::Idle, "{poses}");
    }
}

#[test]
fn a_game_at_one_screen_is_taken_back() {
    let mut app = app(Seats::HERE);
    assert!(matches!(lay(&mut app)[..], [PageEvent::Moved(_)]));
    assert_eq!(facts(&app).game.map(|game| game.plies), Some(1));
    app.command("back");
    assert_eq!(facts(&app).game.map(|game| game.plies), Some(0));
}
