//! What follows from what the server tells.

use super::*;
use protocol::EndReason;
use protocol::sample::{guest, minute_table};

/// A game that has begun, with the number of its next event.
struct Log(Told, u64);

impl Log {
    fn new(seat: Option<usize>) -> Log {
        Log::of(&["Ann", "Bob"], seat)
    }

    fn of(names: &[&str], seat: Option<usize>) -> Log {
        let seats = names.iter().map(|name| Some(guest(name))).collect();
        let mut log = Log(Told::new(&[]), 1);
        assert_eq!(log.0.stage(), Stage::Unknown);
        log.0.look(minute_table(seats), seat);
        log.tell(EventKind::Start {});
        log
    }

    fn tell(&mut self, kind: EventKind) -> News {
        let event = Event {
            seq: self.1,
            at: 0,
            kind,
        };
        self.1 += 1;
        let events = vec![event];
        self.0.hear(&ServerMessage::Events { events, clocks: None }, 0.0)
    }

    fn tell_move(&mut self, seat: usize, text: &str) {
        let (ply, text, position) = (self.0.moves().len() as u32, text.to_owned(), String::new());
        self.tell(EventKind::Move {
            ply,
            seat,
            text,
            position,
            left: None,
        });
    }
}

#[test]
fn offers_are_open_until_the_other_moves() {
    let mut game = Log::new(Some(1));
    assert!(!game.0.can_offer(Offer::Takeback) && !game.0.can_offer(Offer::Draw));
    assert!(game.0.can_abort() && !game.0.can_resign());
    game.tell_move(0, "i5h5");
    game.tell_move(1, "a1b2");
    assert!(game.0.can_offer(Offer::Takeback) && game.0.can_offer(Offer::Draw));
    assert!(!game.0.can_abort() && game.0.can_resign());
    game.tell(EventKind::Offer {
        side: Side::First,
        what: Offer::Draw,
    });
    assert_eq!(game.0.offered(), Some(Offer::Draw));
    game.tell_move(0, "h5i5");
    assert_eq!(game.0.offered(), Some(Offer::Draw), "who offers may move");
    game.tell_move(1, "b2a1");
    assert_eq!(game.0.offered(), None);
    game.tell(EventKind::Offer {
        side: Side::Second,
        what: Offer::Takeback,
    });
    assert!(!game.0.can_offer(Offer::Takeback));
    game.tell(EventKind::Takeback { ply: 3, left: None });
    assert_eq!(
        (game.0.moves().len(), game.0.can_offer(Offer::Takeback)),
        (3, true)
    );
}

#[test]
fn clocks_run_between_the_server_s_words() {
    let mut game = Log::new(Some(0));
    assert_eq!(
        game.0.left(Side::First, 99.0),
        Some(60_000.0),
        "before anything was told"
    );
    let clocks = Some(Clocks {
        left: [50_000, 60_000],
        running: Some(Side::First),
    });
    game.0.hear(
        &ServerMessage::Events {
            events: Vec::new(),
            clocks,
        },
        1000.0,
    );
    assert_eq!(game.0.left(Side::First, 3000.0), Some(48_000.0));
    assert_eq!(game.0.left(Side::Second, 3000.0), Some(60_000.0));
    assert_eq!(game.0.left(Side::First, 99_000.0), Some(0.0));
    game.tell(EventKind::End(Ending::win(Side::Second, EndReason::Time)));
    assert_eq!((game.0.running(), game.0.stage()), (None, Stage::Over));
    assert!(game.0.can_offer(Offer::Rematch));
}

#[test]
fn who_is_away_for_long_may_lose() {
    let mut game = Log::new(Some(0));
    let presence = |here: [bool; 2]| ServerMessage::Presence {
        here: here.to_vec(),
        watching: 2,
    };
    game.0.hear(&presence([true, false]), 1000.0);
    assert!(!game.0.is_here(Side::Second) && game.0.is_here(Side::First));
    assert!(!game.0.can_claim(60_000.0) && game.0.can_claim(61_001.0));
    game.0.hear(&presence([true, true]), 61_002.0);
    assert!(!game.0.can_claim(99_000.0));
    assert_eq!(game.0.watching(), 2);
}

#[test]
fn a_seat_is_waited_for() {
    let mut game = Told::new(&[]);
    game.look(minute_table(vec![Some(guest("Ann")), None]), Some(0));
    assert_eq!(game.stage(), Stage::Waiting);
    let sit = EventKind::Sit {
        seat: 1,
        player: guest("Bob"),
    };
    let events = [sit, EventKind::Start {}].into_iter().zip(1..);
    let events = events.map(|(kind, seq)| Event { seq, at: 0, kind }).collect();
    game.hear(&ServerMessage::Events { events, clocks: None }, 0.0);
    assert_eq!(
        (
            game.stage(),
            game.player(Side::Second).map(|bob| bob.name.as_str())
        ),
        (Stage::Live, Some("Bob"))
    );
}

#[test]
fn what_was_agreed_is_no_offer_any_more() {
    let mut game = Log::new(Some(0));
    game.tell(EventKind::End(Ending::win(Side::First, EndReason::Time)));
    let (side, what) = (Side::Second, Offer::Rematch);
    game.tell(EventKind::Offer { side, what });
    assert_eq!(game.0.offered(), Some(what));
    let table: TableId = "table-0002".parse().unwrap();
    game.tell(EventKind::Rematch { table: table.clone() });
    assert_eq!((game.0.offered(), game.0.rematch()), (None, Some(&table)));
    assert!(!game.0.can_offer(what));
}

#[test]
fn partners_take_turns_and_one_of_them_is_enough() {
    let mut game = Log::of(&["Ann", "Bob", "Cleo", "Dan"], Some(2));
    assert!(!game.0.is_to_move(Side::First) && !game.0.can_offer(Offer::Takeback));
    for seat in [0, 0, 1] {
        game.tell_move(seat, "move");
    }
    assert!(game.0.is_to_move(Side::First) && !game.0.is_to_move(Side::Second));
    assert!(game.0.can_offer(Offer::Takeback), "what the partner did, too");
    let presence = |here: [bool; 4]| ServerMessage::Presence {
        here: here.to_vec(),
        watching: 0,
    };
    game.0.hear(&presence([true, false, true, true]), 0.0);
    assert!(game.0.is_here(Side::Second));
    game.0.hear(&presence([true, false, true, false]), 0.0);
    assert!(!game.0.is_here(Side::Second));
    let names = game
        .0
        .seats(Side::First)
        .filter_map(|seat| game.0.player_at(seat));
    let names: Vec<&str> = names.map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Ann", "Cleo"]);
}

#[test]
fn what_is_refused_is_told_and_what_is_busy_may_be_tried_again() {
    let mut game = Log::new(Some(0));
    for (reason, again) in [(Refusal::Busy, true), (Refusal::Illegal, false)] {
        let key: ClientKey = "key-00001".parse().unwrap();
        let text = "i5h5".to_owned();
        game.0.act(key.clone(), Action::Move { text });
        assert!(game.0.is_sending());
        let refused = ServerMessage::Refused {
            key: Some(key),
            reason,
            words: String::new(),
            last: 1,
            ply: 0,
        };
        assert_eq!(game.0.hear(&refused, 0.0).refused, Some(again));
        assert!(!game.0.is_sending());
        assert_eq!(game.0.refused(), (!again).then_some(reason));
        assert_eq!(game.0.hear(&refused, 0.0).refused, None, "once");
    }
}
