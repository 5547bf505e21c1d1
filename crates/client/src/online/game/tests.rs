//! The game without a network.

use super::*;
use courier::AGAIN;
use protocol::sample::{guest, minute_table};
use protocol::{Offer, Refusal};

/// A game that has begun, with the number of its next event.
struct Played(Game, u64);

impl Played {
    fn new(seat: Option<usize>) -> Played {
        let seats = vec![Some(guest("Ann")), Some(guest("Bob"))];
        let mut played = Played(Game::new(minute_table(seats), seat, &[]), 1);
        played.tell(EventKind::Start {});
        played
    }

    fn tell(&mut self, kind: EventKind) -> Option<ClientMessage> {
        let event = Event {
            seq: self.1,
            at: 0,
            kind,
        };
        self.1 += 1;
        self.0.hear(
            &ServerMessage::Events {
                events: vec![event],
                clocks: None,
            },
            0.0,
        )
    }

    fn tell_move(&mut self, text: &str) {
        let ply = self.0.moves().len();
        let (seat, text, position) = (ply % 2, text.to_owned(), String::new());
        self.tell(EventKind::Move {
            ply: ply as u32,
            seat,
            text,
            position,
            left: None,
        });
    }

    fn propose(&mut self, board: &str) -> Option<ClientMessage> {
        let board: Vec<String> = board.split_whitespace().map(str::to_owned).collect();
        let number = self.1;
        self.0.propose(&board, || format!("key-{number:05}").parse().ok())
    }
}

fn key_of(message: &ClientMessage) -> ClientKey {
    match message {
        ClientMessage::Act { key, .. } => key.clone(),
        _ => panic!("{message:?} is no action"),
    }
}

#[test]
fn an_own_move_is_sent_once_and_stands_until_it_is_settled() {
    let mut game = Played::new(Some(0));
    let sent = game.propose("i5h5").unwrap();
    assert!(
        matches!(&sent, ClientMessage::Act { ply: 0, action: Action::Move { text }, .. } if text == "i5h5")
    );
    assert_eq!(game.propose("i5h5"), None, "it is on its way");
    assert_eq!(
        (game.0.line(), game.0.is_settled()),
        (vec!["i5h5".to_owned()], false)
    );
    assert_eq!(game.0.unsettled(), std::slice::from_ref(&sent));
    game.tell_move("i5h5");
    let ack = ServerMessage::Ack {
        key: key_of(&sent),
        seq: 2,
    };
    game.0.hear(&ack, 0.0);
    assert_eq!(
        (game.0.line(), game.0.is_settled()),
        (vec!["i5h5".to_owned()], true)
    );
    assert_eq!(game.propose("i5h5"), None);
}

#[test]
fn several_own_moves_go_one_after_the_other() {
    let mut game = Played::new(Some(0));
    let first = game.propose("one").unwrap();
    assert_eq!(game.propose("one two"), None);
    game.tell_move("one");
    game.0.hear(
        &ServerMessage::Ack {
            key: key_of(&first),
            seq: 2,
        },
        0.0,
    );
    let second = game.propose("one two").unwrap();
    assert!(
        matches!(&second, ClientMessage::Act { ply: 1, action: Action::Move { text }, .. } if text == "two")
    );
}

#[test]
fn what_is_refused_is_taken_back_and_what_is_busy_is_tried_again() {
    let mut game = Played::new(Some(0));
    let refuse = |game: &mut Played, message: &ClientMessage, reason| {
        let key = Some(key_of(message));
        game.0.hear(
            &ServerMessage::Refused {
                key,
                reason,
                words: String::new(),
                last: 1,
                ply: 0,
            },
            0.0,
        );
    };
    let sent = game.propose("i5h5").unwrap();
    refuse(&mut game, &sent, Refusal::Busy);
    assert_eq!((game.0.line().len(), game.0.refused()), (1, None));
    game.1 += 100;
    let again = game.propose("i5h5").unwrap();
    assert_ne!(key_of(&again), key_of(&sent));
    refuse(&mut game, &again, Refusal::Illegal);
    assert_eq!(
        (game.0.line().len(), game.0.refused()),
        (0, Some(Refusal::Illegal))
    );
}

#[test]
fn what_was_on_its_way_when_the_page_was_closed_goes_on() {
    let mut game = Played::new(Some(0));
    let sent = game.propose("i5h5").unwrap();
    let kept = game.0.unsettled();
    let seats = vec![Some(guest("Ann")), Some(guest("Bob"))];
    let mut reloaded = Game::new(minute_table(seats), Some(0), &kept);
    assert!(reloaded.greet().contains(&sent));
    assert_eq!(
        reloaded.propose(&["i5h5".to_owned()], || None),
        None,
        "not under another key"
    );
    let events = vec![Event {
        seq: 1,
        at: 0,
        kind: EventKind::Start {},
    }];
    reloaded.catch_up(events, 0.0);
    assert_eq!(reloaded.line(), ["i5h5"], "it stands on the board");
    reloaded.hear(
        &ServerMessage::Ack {
            key: key_of(&sent),
            seq: 1,
        },
        0.0,
    );
    assert!(reloaded.unsettled().is_empty());
}

#[test]
fn what_is_not_answered_is_said_again() {
    let mut game = Played::new(Some(0));
    let sent = game.propose("i5h5").unwrap();
    let said: Vec<ClientMessage> = (0..2 * AGAIN).flat_map(|_| game.0.beat()).collect();
    assert_eq!(said, [sent.clone(), sent]);
}

#[test]
fn spectators_do_nothing() {
    let mut game = Played::new(None);
    assert_eq!(game.propose("i5h5"), None);
    assert!(!game.0.can_abort() && !game.0.can_offer(Offer::Draw) && game.0.offered().is_none());
}
