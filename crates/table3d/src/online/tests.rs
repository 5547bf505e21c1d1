//! Two tables and the server's log between them, without a network.

use super::*;
use crate::layouts;
use crate::news::News;
use games::GameId;
use protocol::sample::{guest, table};
use protocol::{Event, Offer, Refusal, TableSettings, VERSION};

/// A log as the server keeps it.
struct Server {
    settings: TableSettings,
    game: Match,
    events: Vec<Event>,
}

impl Server {
    fn new() -> Server {
        Server::of(false)
    }

    fn of(teams: bool) -> Server {
        let variant = Variant {
            teams,
            ..Variant::default()
        };
        let mut server = Server {
            settings: TableSettings {
                teams,
                variant: Some(variant.to_string()),
                ..TableSettings::new(GameId::Polarity)
            },
            game: Match::start(variant),
            events: Vec::new(),
        };
        for seat in 0..server.settings.seats() {
            let player = guest(["Ann", "Bob", "Cleo", "Dan"][seat]);
            server.log(EventKind::Sit { seat, player });
        }
        server.log(EventKind::Start {});
        server
    }

    fn log(&mut self, kind: EventKind) {
        let seq = self.events.len() as u64 + 1;
        self.events.push(Event { seq, at: 0, kind });
    }

    fn welcome(&self, seat: Option<usize>) -> ServerMessage {
        ServerMessage::Welcome {
            version: VERSION,
            table: table(self.settings.clone(), vec![None; self.settings.seats()]),
            seat,
            last: self.events.len() as u64,
            claim_after: protocol::CLAIM_AFTER,
        }
    }

    fn rest(&self, last: u64) -> ServerMessage {
        ServerMessage::Events {
            events: self.events[last as usize..].to_vec(),
            clocks: None,
        }
    }

    /// Plays what a table sends; the answers to it.
    fn hear(&mut self, message: &ClientMessage, seat: usize) -> Option<ServerMessage> {
        match message {
            ClientMessage::Hello { last, .. } | ClientMessage::Sync { last } => Some(self.rest(*last)),
            ClientMessage::Act {
                key,
                ply,
                action: Action::Move { text },
            } => {
                if *ply as usize != self.game.played().len() || self.game.play(text).is_err() {
                    return Some(ServerMessage::Refused {
                        key: Some(key.clone()),
                        reason: Refusal::Illegal,
                        words: "no".to_owned(),
                        last: self.events.len() as u64,
                        ply: self.game.played().len() as u32,
                    });
                }
                let position = self.game.position().to_string();
                self.log(EventKind::Move {
                    ply: *ply,
                    seat,
                    text: text.clone(),
                    position,
                    left: None,
                });
                let seq = self.events.len() as u64;
                Some(ServerMessage::Ack {
                    key: key.clone(),
                    seq,
                })
            }
            _ => None,
        }
    }
}

struct Table {
    online: Online,
    session: Session,
    seat: Option<usize>,
}

impl Table {
    fn join(server: &Server, seat: Option<usize>) -> Table {
        let mut table = Table {
            online: Online::new(seat.map_or(9, |seat| seat as u64), &[]),
            session: Session::new(&layouts::empty()),
            seat,
        };
        table.online.opened();
        table.online.take_outbox();
        table.hear(&server.welcome(seat));
        table.hear(&server.rest(0));
        table.online.advance(&mut table.session, 16.0);
        table
    }

    fn hear(&mut self, message: &ServerMessage) {
        self.online.hear(message, &mut self.session);
    }

    /// Some milliseconds pass on the table and in the room.
    fn pass(&mut self, milliseconds: u32) {
        for _ in 0..milliseconds / 16 {
            for _ in 0..15 {
                self.session.tick();
            }
            self.online.advance(&mut self.session, 16.0);
        }
    }

    /// What it sends goes to the server, what the server says to everyone.
    fn exchange(&mut self, server: &mut Server, other: &mut Table) {
        for message in self.online.take_outbox() {
            if let ClientMessage::Hand { ply, poses } = &message {
                other.hear(&ServerMessage::Hand {
                    ply: *ply,
                    poses: poses.clone(),
                });
            }
            let known = server.events.len();
            if let Some(answer) = server.hear(&message, self.seat.unwrap_or(0)) {
                self.hear(&answer);
            }
            if server.events.len() > known {
                let news = server.rest(known as u64);
                self.hear(&news);
                other.hear(&news);
            }
        }
    }

    fn position(&self) -> &Position {
        self.session.game().unwrap().position()
    }
}

/// White lays a disc, with both screens awake all the while.
fn lay(white: &mut Table, black: &mut Table, server: &mut Server) {
    assert!(white.session.bring(true, 0.0, -16.0));
    white.session.steer(|hand| hand.move_to(-8.0, -5.0));
    let mut watched = false;
    for step in 0..100 {
        white.pass(100);
        white.exchange(server, black);
        black.pass(100);
        watched |= black.session.status() == Status::Watching;
        match step {
            10 => white.session.steer(|hand| hand.set_height(0.0)),
            20 => white.session.let_go(),
            _ => {}
        }
    }
    assert!(watched, "the hand is seen while it moves");
}

#[test]
fn a_move_is_made_here_seen_there_and_the_server_agrees() {
    let mut server = Server::new();
    let (mut white, mut black) = (Table::join(&server, Some(0)), Table::join(&server, Some(1)));
    assert_eq!(white.online.table().stage(), Stage::Live);
    assert!(white.session.is_own_turn() && !black.session.is_own_turn());
    assert!(!black.session.may_bring(true) && !black.session.may_bring(false));
    lay(&mut white, &mut black, &mut server);
    assert_eq!(server.game.played().len(), 1);
    for table in [&white, &black] {
        assert_eq!(table.position(), server.game.position());
        assert_eq!(table.session.status(), Status::Idle);
        assert_eq!(table.session.news()[0], News::Laid(magnets::Disc(1)));
    }
    assert!(!white.online.table().is_sending() && white.online.table().unsettled().next().is_none());
    let ann = black.online.table().player(Side::First);
    assert_eq!(ann.map(|player| player.name.as_str()), Some("Ann"));
}

#[test]
fn who_comes_late_or_comes_back_finds_the_table_as_it_is() {
    let mut server = Server::new();
    let (mut white, mut black) = (Table::join(&server, Some(0)), Table::join(&server, Some(1)));
    lay(&mut white, &mut black, &mut server);
    let watcher = Table::join(&server, None);
    assert_eq!(watcher.position(), server.game.position());
    assert!(!watcher.session.is_own_turn());
    assert_eq!(watcher.online.table().side(), None);
}

/// White lays a foundation, and its table comes to rest before the server hears of it.
fn lay_alone(white: &mut Table) {
    assert!(white.session.bring(true, 0.0, -16.0));
    white.session.steer(|hand| hand.set_height(0.0));
    white.pass(2000);
    white.session.let_go();
    white.pass(6000);
}

#[test]
fn a_move_that_was_never_answered_is_sent_again_and_counts_once() {
    let mut server = Server::new();
    let (mut white, mut black) = (Table::join(&server, Some(0)), Table::join(&server, Some(1)));
    lay_alone(&mut white);
    assert!(white.online.table().is_sending());
    white.online.take_outbox();
    white.online.cut();
    // The page is closed and opened again.
    let kept: Vec<ClientMessage> = white.online.table().unsettled().cloned().collect();
    assert_eq!(kept.len(), 1);
    let mut again = Table {
        online: Online::new(5, &kept),
        session: Session::new(&layouts::empty()),
        seat: Some(0),
    };
    again.online.opened();
    again.hear(&server.welcome(Some(0)));
    again.exchange(&mut server, &mut black);
    assert_eq!(server.game.played().len(), 1);
    again.pass(9000);
    black.pass(9000);
    assert_eq!(again.position(), server.game.position());
    assert_eq!(black.position(), server.game.position());
    assert!(!again.online.table().is_sending());
}

#[test]
fn what_the_server_refuses_is_undone() {
    let mut server = Server::new();
    let (mut white, mut black) = (Table::join(&server, Some(0)), Table::join(&server, Some(1)));
    server.game = Match::from_position(Position::start(Variant {
        rules: polarity::Rules::Ferti,
        ..Variant::default()
    }));
    let other = server.game.position().clone();
    server.game.undo();
    lay_alone(&mut white);
    // The server has gone on without this move.
    let mv = polarity::computer::choose(&other, 4, 1, &|| false).unwrap();
    server.game.play_move(mv).unwrap();
    white.exchange(&mut server, &mut black);
    white.pass(100);
    assert_eq!(white.online.table().refused(), Some(Refusal::Illegal));
    assert_eq!(white.position(), &Position::start(Variant::default()));
}

#[test]
fn a_busy_server_is_asked_again_and_nothing_is_lost() {
    let mut server = Server::new();
    let (mut white, mut black) = (Table::join(&server, Some(0)), Table::join(&server, Some(1)));
    lay_alone(&mut white);
    let sent = white.online.take_outbox();
    let key = sent.iter().find_map(|message| match message {
        ClientMessage::Act { key, .. } => Some(key.clone()),
        _ => None,
    });
    white.hear(&ServerMessage::Refused {
        key,
        reason: Refusal::Busy,
        words: "try again".to_owned(),
        last: 3,
        ply: 0,
    });
    white.pass(1000);
    white.exchange(&mut server, &mut black);
    assert_eq!(server.game.played().len(), 0, "it is left alone for a while");
    (0..protocol::RESEND_BEATS).for_each(|_| white.online.beat());
    white.exchange(&mut server, &mut black);
    assert_eq!(
        (server.game.played().len(), white.online.table().refused()),
        (1, None)
    );
    assert_eq!(white.position(), server.game.position());
}

#[test]
fn a_hand_that_leaves_without_a_trace_is_no_move() {
    let mut server = Server::new();
    let (mut white, mut black) = (Table::join(&server, Some(0)), Table::join(&server, Some(1)));
    assert!(white.session.bring(true, 0.0, -16.0));
    white.pass(1000);
    white.exchange(&mut server, &mut black);
    black.pass(300);
    assert_eq!(black.session.status(), Status::Watching);
    white.session.take_back();
    white.pass(9000);
    white.exchange(&mut server, &mut black);
    black.pass(100);
    assert_eq!(
        (server.game.played().len(), white.session.is_own_turn()),
        (0, true)
    );
    assert_eq!(black.session.status(), Status::Idle);
}

#[test]
fn nonsense_about_hands_changes_nothing() {
    let server = Server::new();
    let mut black = Table::join(&server, Some(1));
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
        black.hear(&ServerMessage::Hand {
            ply: 0,
            poses: poses.to_owned(),
        });
        black.pass(32);
        assert_eq!(black.session.status(), Status::Idle, "{poses}");
    }
}

#[test]
fn with_teams_each_has_a_turn_and_only_then() {
    let mut server = Server::of(true);
    let [mut ann, mut bob, mut cleo] = [0, 1, 2].map(|seat| Table::join(&server, Some(seat)));
    assert!(ann.session.is_own_turn() && !cleo.session.is_own_turn());
    lay(&mut ann, &mut bob, &mut server);
    cleo.hear(&server.rest(3 + 2));
    cleo.pass(9000);
    assert_eq!(cleo.position(), server.game.position());
    assert!(
        ann.session.is_own_turn() && !cleo.session.is_own_turn(),
        "a turn is several moves"
    );
    // White's turn is over when its five foundations lie.
    for ply in 1..5 {
        let mv = polarity::computer::choose(server.game.position(), 10, ply, &|| false).unwrap();
        server.game.play_move(mv.clone()).unwrap();
        let position = server.game.position().to_string();
        server.log(EventKind::Move {
            ply: ply as u32,
            seat: 0,
            text: mv.to_string(),
            position,
            left: None,
        });
    }
    let rest = server.rest(3 + 2 + 1);
    for (table, turn) in [(&mut ann, false), (&mut bob, true), (&mut cleo, false)] {
        table.hear(&rest);
        table.pass(100);
        assert_eq!(table.position(), server.game.position());
        assert_eq!(table.session.is_own_turn(), turn);
    }
}

#[test]
fn what_is_taken_back_is_gone_from_the_table() {
    let mut server = Server::new();
    let (mut white, mut black) = (Table::join(&server, Some(0)), Table::join(&server, Some(1)));
    lay(&mut white, &mut black, &mut server);
    let known = server.events.len() as u64;
    server.log(EventKind::Offer {
        side: Side::First,
        what: Offer::Takeback,
    });
    black.hear(&server.rest(known));
    assert_eq!(black.online.table().offered(), Some(Offer::Takeback));
    black.online.act(Action::Accept {
        what: Offer::Takeback,
    });
    assert!(matches!(
        black.online.take_outbox()[..],
        [ClientMessage::Act {
            action: Action::Accept { .. },
            ..
        }]
    ));
    server.log(EventKind::Takeback { ply: 0, left: None });
    for table in [&mut white, &mut black] {
        table.hear(&server.rest(known));
        table.pass(100);
        assert_eq!(table.position(), &Position::start(Variant::default()));
        assert_eq!(table.online.table().offered(), None);
    }
    assert!(white.session.is_own_turn());
}

#[test]
fn a_player_goes_on_to_the_next_game_and_who_looks_back_stays() {
    let mut server = Server::new();
    let mut white = Table::join(&server, Some(0));
    let mut watcher = Table::join(&server, None);
    let next: TableId = "table-0002".parse().unwrap();
    let ending = protocol::Ending::win(Side::First, protocol::EndReason::Resignation);
    for event in [EventKind::End(ending), EventKind::Rematch { table: next.clone() }] {
        let known = server.events.len() as u64;
        server.log(event);
        for table in [&mut white, &mut watcher] {
            table.hear(&server.rest(known));
        }
    }
    assert_eq!(white.online.take_next(), Some(next.clone()));
    assert_eq!(white.online.take_next(), None, "once");
    assert_eq!(watcher.online.take_next(), None);
    let mut back = Table::join(&server, Some(0));
    assert_eq!(back.online.take_next(), None);
    back.online.go_on();
    assert_eq!(back.online.take_next(), Some(next));
}
