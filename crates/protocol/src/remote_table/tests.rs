//! A client and the server's words, without a network.

use super::*;
use crate::sample::{guest, minute_table};
use crate::{EndReason, Ending, Offer, TableId};
use rules::Side;

/// A client at a game that has begun, with the number of the next event.
struct Client {
    table: RemoteTable,
    next: u64,
}

impl Client {
    fn new(seat: Option<usize>) -> Client {
        Client::of(&["Ann", "Bob"], seat)
    }

    fn of(names: &[&str], seat: Option<usize>) -> Client {
        let mut client = Client::before_the_log(names, seat, &[]);
        client.hear_log(names);
        client
    }

    /// A client that has been welcomed and waits for the log.
    fn before_the_log(names: &[&str], seat: Option<usize>, unsettled: &[ClientMessage]) -> Client {
        let mut client = Client {
            table: RemoteTable::new(7, unsettled.to_vec()),
            next: 1,
        };
        assert_eq!(client.table.stage(), Stage::Unknown);
        let mut info = minute_table(vec![None; names.len()]);
        info.settings.teams = names.len() == 4;
        client.hear(&ServerMessage::Welcome {
            version: VERSION,
            table: info,
            seat,
            last: names.len() as u64 + 1,
            claim_after: CLAIM_AFTER,
        });
        assert_eq!(client.table.stage(), Stage::Unknown, "the log has not come");
        client
    }

    fn hear_log(&mut self, names: &[&str]) {
        for (seat, name) in names.iter().enumerate() {
            let player = guest(name);
            self.tell(EventKind::Sit { seat, player });
        }
        self.tell(EventKind::Start {});
        assert_eq!(self.table.stage(), Stage::Live);
    }

    fn hear(&mut self, message: &ServerMessage) -> TableUpdate {
        self.table.hear(message, 0.0)
    }

    fn tell(&mut self, kind: EventKind) -> TableUpdate {
        let event = Event {
            seq: self.next,
            at: 0,
            kind,
        };
        self.next += 1;
        self.hear(&ServerMessage::Events {
            events: vec![event],
            clocks: None,
        })
    }

    fn tell_move(&mut self, seat: usize, text: &str) -> TableUpdate {
        let (ply, text, position) = (self.table.moves().len() as u32, text.to_owned(), String::new());
        self.tell(EventKind::Move {
            ply,
            seat,
            text,
            position,
            left: None,
        })
    }

    fn play(&mut self, text: &str) -> bool {
        self.table.play(self.table.line_len(), text)
    }

    /// The only message to send.
    fn sent(&mut self) -> ClientMessage {
        match &self.table.take_outbox()[..] {
            [message] => message.clone(),
            other => panic!("{other:?} is not one message"),
        }
    }

    fn refuse(&mut self, message: &ClientMessage, reason: Refusal) -> TableUpdate {
        self.hear(&ServerMessage::Refused {
            key: Some(key_of(message)),
            reason,
            words: String::new(),
            last: self.table.last(),
            ply: 0,
        })
    }

    fn ack(&mut self, message: &ClientMessage, seq: u64) {
        let key = key_of(message);
        self.hear(&ServerMessage::Ack { key, seq });
    }
}

fn key_of(message: &ClientMessage) -> ClientKey {
    match message {
        ClientMessage::Act { key, .. } => key.clone(),
        _ => panic!("{message:?} is no action"),
    }
}

fn is_move(message: &ClientMessage, at: u32, wanted: &str) -> bool {
    matches!(message, ClientMessage::Act { ply, action: Action::Move { text }, .. } if *ply == at && text == wanted)
}

#[test]
fn a_gap_is_asked_for_and_a_double_ignored() {
    let mut client = Client::new(Some(0));
    let event = |seq| Event {
        seq,
        at: 0,
        kind: EventKind::Chat { seat: 1, text: None },
    };
    let events = |seqs: &[u64]| ServerMessage::Events {
        events: seqs.iter().copied().map(event).collect(),
        clocks: None,
    };
    assert_eq!(client.hear(&events(&[4, 5])).events.len(), 2);
    assert_eq!(client.table.take_outbox(), []);
    assert_eq!(client.hear(&events(&[7])).events, []);
    assert_eq!(client.sent(), ClientMessage::Sync { last: 5 });
    assert_eq!(client.hear(&events(&[5])).events, []);
    assert_eq!(client.hear(&events(&[6, 7])).events.len(), 2);
    assert_eq!((client.table.last(), client.table.take_outbox()), (7, vec![]));
}

#[test]
fn an_unknown_event_is_stepped_over() {
    let mut client = Client::new(Some(0));
    let text = r#"{"type":"events","clocks":null,"events":[
        {"seq":4,"at":0,"type":"fanfare","loud":[1,{"very":true}]},
        {"seq":5,"at":0,"type":"offer","side":"second","what":"lunch"},
        {"seq":6,"at":0,"type":"chat","seat":1,"text":"hi"}]}"#;
    let update = client.hear(&ServerMessage::read(text).unwrap());
    let unknown = EventKind::Unknown {};
    assert_eq!(
        (&update.events[0].kind, &update.events[1].kind),
        (&unknown, &unknown)
    );
    assert_eq!((client.table.last(), client.table.chat().len()), (6, 1));
    assert_eq!(client.table.take_outbox(), [], "nothing is asked for again");
}

#[test]
fn an_own_move_is_sent_once_and_belongs_to_the_line_at_once() {
    let mut client = Client::new(Some(0));
    assert!(client.play("i5h5"));
    let sent = client.sent();
    assert!(is_move(&sent, 0, "i5h5"), "{sent:?}");
    assert!(
        !client.table.play(0, "i5h5"),
        "it was made on a board without the first"
    );
    assert_eq!(client.table.line(), ["i5h5"]);
    assert!(client.table.is_sending() && client.table.unsettled().eq([&sent]));
    client.tell_move(0, "i5h5");
    assert!(!client.table.is_sending(), "it is in the log");
    client.ack(&sent, 4);
    assert_eq!(
        (client.table.line(), client.table.unsettled().count()),
        (vec!["i5h5".to_owned()], 0)
    );
    assert_eq!(client.table.take_outbox(), []);
}

#[test]
fn several_own_moves_go_one_after_the_other() {
    let mut client = Client::new(Some(0));
    assert!(client.play("one") && client.play("two"));
    let first = client.sent();
    assert_eq!(client.table.line(), ["one", "two"]);
    client.ack(&first, 4);
    assert_eq!(
        client.sent(),
        ClientMessage::Sync { last: 3 },
        "the event of the first is awaited"
    );
    client.tell_move(0, "one");
    let second = client.sent();
    assert!(is_move(&second, 1, "two"), "{second:?}");
    assert_eq!(client.table.line(), ["one", "two"]);
}

#[test]
fn a_refused_move_is_taken_off_and_a_busy_server_is_asked_again() {
    let mut client = Client::new(Some(0));
    client.play("i5h5");
    let sent = client.sent();
    assert_eq!(client.refuse(&sent, Refusal::Busy), TableUpdate::default());
    assert_eq!(
        (client.table.line_len(), client.table.refused()),
        (1, None),
        "it is kept"
    );
    (0..RESEND_BEATS).for_each(|_| client.table.beat());
    assert_eq!(client.sent(), sent, "under the same key: it counts once");
    assert!(client.refuse(&sent, Refusal::Illegal).withdrawn);
    assert_eq!(
        (client.table.line_len(), client.table.refused()),
        (0, Some(Refusal::Illegal))
    );
    assert_eq!(client.table.unsettled().count(), 0);
    assert!(!client.refuse(&sent, Refusal::Illegal).withdrawn, "once");
    client.play("h5i5");
    assert_eq!(client.table.refused(), None, "until something else is done");
}

#[test]
fn what_others_do_takes_own_moves_off_the_line() {
    let mut client = Client::new(Some(0));
    client.play("one");
    client.play("two");
    client.tell_move(0, "other");
    assert_eq!(client.table.line(), ["other"]);
    client.play("three");
    client.tell(EventKind::Takeback { ply: 0, left: None });
    assert_eq!(client.table.line_len(), 0);
    client.play("four");
    client.tell(EventKind::End(Ending::win(Side::Second, EndReason::Time)));
    assert_eq!(client.table.line_len(), 0);
    assert!(!client.play("five"), "the game is over");
}

#[test]
fn a_move_on_its_way_when_the_page_was_closed_goes_on() {
    let names = ["Ann", "Bob"];
    let mut client = Client::new(Some(0));
    client.play("i5h5");
    let sent = client.sent();
    let kept: Vec<ClientMessage> = client.table.unsettled().cloned().collect();
    let mut reloaded = Client::before_the_log(&names, Some(0), &kept);
    reloaded.table.opened(0.0);
    assert!(reloaded.table.take_outbox().contains(&sent));
    reloaded.hear_log(&names);
    assert_eq!(reloaded.table.line(), ["i5h5"], "it stands on the board");
    assert_eq!(
        reloaded.table.take_outbox(),
        [],
        "and is not sent under another key"
    );
    reloaded.tell_move(0, "i5h5");
    reloaded.ack(&sent, 4);
    assert_eq!(reloaded.table.unsettled().count(), 0);
    assert!(!reloaded.table.is_sending());
}

#[test]
fn a_kept_move_that_was_in_the_log_and_taken_back_is_not_shown_again() {
    let names = ["Ann", "Bob"];
    let mut client = Client::new(Some(0));
    client.play("i5h5");
    let sent = client.sent();
    let mut reloaded = Client::before_the_log(&names, Some(0), std::slice::from_ref(&sent));
    reloaded.hear_log(&names);
    reloaded.tell_move(0, "i5h5");
    reloaded.tell(EventKind::Takeback { ply: 0, left: None });
    reloaded.ack(&sent, 4);
    assert_eq!(
        (reloaded.table.line_len(), reloaded.table.is_sending()),
        (0, false)
    );
}

#[test]
fn an_action_is_sent_until_it_is_settled() {
    let mut client = Client::new(Some(0));
    client.table.act(Action::Resign {});
    let sent = client.sent();
    (0..2 * RESEND_BEATS).for_each(|_| client.table.beat());
    assert_eq!(client.table.take_outbox(), [sent.clone(), sent.clone()]);
    client.table.cut();
    client.table.opened(0.0);
    let hello = ClientMessage::Hello {
        version: VERSION,
        last: 3,
    };
    assert_eq!(client.table.take_outbox(), [hello, sent.clone()]);
    client.ack(&sent, 4);
    assert_eq!(
        client.sent(),
        ClientMessage::Sync { last: 3 },
        "its event was lost"
    );
    assert_eq!(client.table.unsettled().count(), 0);
}

#[test]
fn the_connection_is_cut_and_comes_back() {
    let mut client = Client::new(Some(0));
    client.table.opened(0.0);
    assert_eq!(client.table.link(0.0), ConnectionState::Open);
    for (reason, restarts) in [(ByeReason::Restart, true), (ByeReason::Unknown, false)] {
        let words = "the server restarts".to_owned();
        client.hear(&ServerMessage::Bye { reason, words });
        client.table.cut();
        assert_eq!(client.table.link(0.0), ConnectionState::Cut { restarts });
        client.table.opened(1000.0);
        assert_eq!(
            (client.table.link(1000.0), client.table.link(9000.0)),
            (ConnectionState::Back, ConnectionState::Open)
        );
        assert_eq!(client.table.stage(), Stage::Live, "the state is kept");
    }
}

#[test]
fn a_server_of_another_version_is_told_from_one_that_is_gone() {
    let mut client = Client::new(Some(0));
    client.table.opened(0.0);
    client.table.outdate();
    client.table.cut();
    client.table.opened(0.0);
    assert_eq!(client.table.link(0.0), ConnectionState::Outdated);
    client.hear(&ServerMessage::Welcome {
        version: VERSION,
        table: minute_table(vec![None; 2]),
        seat: Some(0),
        last: 3,
        claim_after: 1000,
    });
    assert_eq!(client.table.link(0.0), ConnectionState::Open, "it went back");
    let words = "another version".to_owned();
    client.hear(&ServerMessage::Bye {
        reason: ByeReason::Version,
        words,
    });
    assert_eq!(client.table.link(0.0), ConnectionState::Outdated);
}

#[test]
fn buttons_follow_the_rules_of_the_server() {
    let mut client = Client::new(Some(1));
    assert!(!client.table.can_offer(Offer::Takeback) && !client.table.can_offer(Offer::Draw));
    assert!(client.table.can_abort() && !client.table.can_resign());
    client.tell_move(0, "i5h5");
    client.tell_move(1, "a1b2");
    assert!(client.table.can_offer(Offer::Takeback) && client.table.can_offer(Offer::Draw));
    assert!(!client.table.can_abort() && client.table.can_resign());
    let (side, what) = (Side::First, Offer::Draw);
    client.tell(EventKind::Offer { side, what });
    assert_eq!(client.table.offered(), Some(Offer::Draw));
    client.tell_move(0, "h5i5");
    assert_eq!(
        client.table.offered(),
        Some(Offer::Draw),
        "the side that offers may move"
    );
    client.tell_move(1, "b2a1");
    assert_eq!(client.table.offered(), None);
    let (side, what) = (Side::Second, Offer::Takeback);
    client.tell(EventKind::Offer { side, what });
    assert!(client.table.has_offered(what) && !client.table.can_offer(what));
    client.tell(EventKind::Takeback { ply: 3, left: None });
    assert_eq!(
        (client.table.moves().len(), client.table.can_offer(what)),
        (3, true)
    );
}

#[test]
fn an_agreed_rematch_is_no_offer_any_more() {
    let mut client = Client::new(Some(0));
    client.tell(EventKind::End(Ending::win(Side::First, EndReason::Time)));
    let (side, what) = (Side::Second, Offer::Rematch);
    assert!(client.table.can_offer(what));
    client.tell(EventKind::Offer { side, what });
    assert_eq!(client.table.offered(), Some(what));
    let table: TableId = "table-0002".parse().unwrap();
    client.tell(EventKind::Rematch { table: table.clone() });
    assert_eq!(
        (client.table.offered(), client.table.rematch()),
        (None, Some(&table))
    );
    assert!(!client.table.can_offer(what));
}

#[test]
fn clocks_run_between_the_server_s_words() {
    let mut client = Client::new(Some(0));
    assert_eq!(
        client.table.left(Side::First, 99.0),
        Some(60_000.0),
        "before anything was told"
    );
    let clocks = Some(Clocks {
        left: [50_000, 60_000],
        running: Some(Side::First),
    });
    let events = Vec::new();
    client
        .table
        .hear(&ServerMessage::Events { events, clocks }, 1000.0);
    assert_eq!(client.table.left(Side::First, 3000.0), Some(48_000.0));
    assert_eq!(client.table.left(Side::Second, 3000.0), Some(60_000.0));
    assert_eq!(client.table.left(Side::First, 99_000.0), Some(0.0));
    client.tell(EventKind::End(Ending::win(Side::Second, EndReason::Time)));
    assert_eq!(
        (client.table.running(), client.table.stage()),
        (None, Stage::Over)
    );
}

#[test]
fn a_side_that_is_away_for_long_may_lose() {
    let mut client = Client::new(Some(0));
    let presence = |here: [bool; 2]| ServerMessage::Presence {
        here: here.to_vec(),
        watching: 2,
    };
    client.table.hear(&presence([true, false]), 1000.0);
    assert!(!client.table.is_here(Side::Second) && client.table.is_here(Side::First));
    assert!(!client.table.can_claim(60_999.0) && client.table.can_claim(61_000.0));
    client.table.hear(&presence([true, true]), 61_002.0);
    assert!(!client.table.can_claim(199_000.0));
    assert_eq!(client.table.watching(), 2);
}

#[test]
fn partners_take_turns_and_one_of_them_is_enough() {
    let mut client = Client::of(&["Ann", "Bob", "Cleo", "Dan"], Some(2));
    assert!(!client.table.is_to_move(Side::First) && !client.table.can_offer(Offer::Takeback));
    for seat in [0, 0, 1] {
        client.tell_move(seat, "move");
    }
    assert!(client.table.is_to_move(Side::First) && !client.table.is_to_move(Side::Second));
    assert!(client.table.is_next(Side::First));
    assert!(client.table.can_offer(Offer::Takeback), "a partner's move, too");
    let presence = |here: [bool; 4]| ServerMessage::Presence {
        here: here.to_vec(),
        watching: 0,
    };
    client.hear(&presence([true, false, true, true]));
    assert!(client.table.is_here(Side::Second));
    client.hear(&presence([true, false, true, false]));
    assert!(!client.table.is_here(Side::Second));
    let seats = client.table.seats(Side::First);
    let names: Vec<&str> = seats
        .filter_map(|seat| Some(client.table.player_at(seat)?.name.as_str()))
        .collect();
    assert_eq!(names, ["Ann", "Cleo"]);
}

#[test]
fn spectators_do_nothing() {
    let mut client = Client::new(None);
    assert!(!client.play("i5h5"));
    assert_eq!(client.table.take_outbox(), []);
    let table = &client.table;
    assert!(!table.can_abort() && !table.can_offer(Offer::Draw) && !table.can_chat());
    assert!(table.offered().is_none() && !table.is_to_move(Side::First));
}
