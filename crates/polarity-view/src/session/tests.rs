//! The table, practised and played on without a browser.

use super::*;
use crate::layouts::{first_leaner, opening};
use magnets::Lie;
use polarity::StartVariant;

fn run(session: &mut TableSession, ticks: u32) {
    for _ in 0..ticks {
        session.tick();
    }
}

fn settle(session: &mut TableSession) {
    while session.tick() {}
}

/// A leaner by the foundation of `first_leaner`, as a person would place it.
fn lean(session: &mut TableSession) {
    assert!(session.bring(true, 0.0, -20.0));
    session.steer(|hand| hand.move_to(-4.0 + 3.73, -9.0));
    session.steer(|hand| hand.set_tilt(31.0));
    run(session, 960);
    session.steer(|hand| hand.set_height(0.05));
    run(session, 960);
    session.let_go();
    settle(session);
}

#[test]
fn the_opening_stands_as_it_is_meant() {
    let session = TableSession::new(&opening());
    for name in (1..=5).chain(27..=31) {
        assert_eq!(session.table().lie(Disc(name)), Some(Lie::Flat), "{name}");
    }
    for name in [6, 32] {
        assert_eq!(session.table().lie(Disc(name)), Some(Lie::Leaner), "{name}");
    }
    assert_eq!(session.status(), Status::Idle);
    assert_eq!(session.reserve(), 40);
}

#[test]
fn a_leaner_is_placed_told_replayed_and_taken_back() {
    let mut session = TableSession::new(&first_leaner());
    let before = session.scene().clone();
    lean(&mut session);
    assert_eq!(session.news(), [TableMessage::Stands(Disc(2))]);
    assert_eq!((session.status(), session.contacts()), (Status::Idle, 0));
    let after = session.scene().clone();
    assert_ne!(after, before);

    assert!(session.replay());
    assert_eq!(session.status(), Status::Replaying);
    settle(&mut session);
    assert_eq!(session.news(), [TableMessage::Stands(Disc(2))]);
    assert_eq!(session.scene(), &after);

    session.take_back();
    assert_eq!(session.scene(), &before);
    assert!(!session.has_past());
}

#[test]
fn the_record_says_all() {
    let mut session = TableSession::new(&first_leaner());
    lean(&mut session);
    let record: TableRecord = session.last().unwrap().to_string().parse().unwrap();
    let replayed = Motion::replay(&record).unwrap();
    assert_eq!(replayed.table().scene().as_ref(), Some(session.scene()));
}

#[test]
fn a_hand_that_changes_its_mind_leaves_everything_as_it_was() {
    let mut session = TableSession::new(&first_leaner());
    let before = session.scene().clone();
    assert!(session.bring(false, 0.0, -20.0));
    assert!(!session.bring(true, 0.0, 0.0), "one hand at a time");
    run(&mut session, 300);
    session.take_back();
    settle(&mut session);
    assert_eq!(session.news(), [TableMessage::TakenAway]);
    assert_eq!((session.scene(), session.has_past()), (&before, false));
}

#[test]
fn a_disc_is_lifted_from_the_table_and_laid_elsewhere() {
    let mut session = TableSession::new(&first_leaner());
    assert!(session.lift(Disc(1)));
    session.steer(|hand| hand.set_height(6.0));
    run(&mut session, 300);
    session.steer(|hand| hand.move_to(10.0, 5.0));
    run(&mut session, 900);
    session.steer(|hand| hand.set_height(0.0));
    run(&mut session, 900);
    session.let_go();
    settle(&mut session);
    let news = session.news();
    assert_eq!(news.last(), Some(&TableMessage::Lies(Disc(1))), "{news:?}");
    let place = session.table().magnet(Disc(1)).unwrap().centre;
    assert!(
        (place.x - 10.0).abs() < 0.1 && (place.y - 5.0).abs() < 0.1,
        "{place}"
    );
}

#[test]
fn lowering_a_disc_onto_an_own_foundation_is_told_as_a_fault() {
    let mut session = TableSession::new(&first_leaner());
    assert!(session.bring(true, 0.0, -20.0));
    session.steer(|hand| hand.move_to(-4.0, -9.0));
    run(&mut session, 960);
    session.steer(|hand| hand.set_height(1.0));
    run(&mut session, 960);
    assert!(
        session.news().contains(&TableMessage::Stuck(Disc(1))),
        "{:?}",
        session.news()
    );
    assert!(session.news().iter().any(TableMessage::is_fault));
    assert_ne!(session.contacts(), 0);
    session.take_back();
    settle(&mut session);
    assert!(session.table().magnet(Disc(1)).is_none(), "it left with the hand");
}

/// Lays a disc flat in a game.
fn lay(session: &mut TableSession, white_up: bool, x: f32, y: f32) {
    assert!(session.bring(white_up, 0.0, -16.0));
    session.steer(|hand| hand.move_to(x, y));
    run(session, 960);
    session.steer(|hand| hand.set_height(0.0));
    run(session, 500);
    session.let_go();
    settle(session);
}

#[test]
fn a_game_is_opened_judged_replayed_and_taken_back() {
    let mut session = TableSession::new(&opening());
    session.start_game(StartVariant::default());
    assert!(!session.may_bring(false), "White begins");
    lay(&mut session, true, -8.0, -5.0);
    assert_eq!(
        session.news()[0],
        TableMessage::Laid(Disc(1)),
        "{:?}",
        session.news()
    );
    let after = session.game().unwrap().position().clone();

    assert!(session.replay());
    settle(&mut session);
    assert_eq!(session.news()[0], TableMessage::Laid(Disc(1)));
    assert_eq!(
        session.game().unwrap().position(),
        &after,
        "looking again changes nothing"
    );

    // The record gives the same position, as a server would find.
    let text = session.game().unwrap().played()[0].mv.to_string();
    let mut twin = Match::start(StartVariant::default());
    twin.play(&text).unwrap();
    assert_eq!(twin.position(), &after);

    session.take_back();
    assert!(!session.has_past());
    assert_eq!(session.scene().discs().len(), 1);
}

#[test]
fn the_referee_is_heard_while_the_hand_still_holds() {
    let mut session = TableSession::new(&opening());
    session.start_game(StartVariant::default());
    lay(&mut session, true, -8.0, -5.0);
    assert!(session.bring(true, 0.0, -16.0));
    session.steer(|hand| hand.move_to(-8.0, -5.0));
    run(&mut session, 960);
    session.steer(|hand| hand.set_height(1.0));
    let faults = |session: &TableSession| session.news().iter().filter(|news| news.is_fault()).count();
    for _ in 0..960 {
        if faults(&session) > 0 {
            break;
        }
        run(&mut session, 1);
    }
    assert_eq!((faults(&session), session.status()), (1, Status::Holding));
    assert!(!session.lift(Disc(1)), "one hand at a time");
    run(&mut session, 960);
    assert_eq!(session.status(), Status::Settling, "a fault ends the movement");
    session.take_back();
    settle(&mut session);
    assert_eq!(session.status(), Status::Idle);
}
