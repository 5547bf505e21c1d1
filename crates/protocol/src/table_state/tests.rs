//! Logs without a server: what follows from them, and what may be done.

use super::*;
use crate::sample::guest;
use crate::{Action, Clock, EndReason, Refusal};
use games::{AnyGame, GameId};

const DRAW: Offer = Offer::Draw;
const BACK: Offer = Offer::Takeback;

/// A table of people that has begun, with its board.
struct Log {
    state: TableState,
    board: AnyGame,
    now: i64,
    away_since: Vec<Option<i64>>,
}

impl Log {
    fn new(settings: &TableSettings) -> Log {
        let people = ["Ann", "Bob", "Cleo", "Dan"].map(guest);
        Log::with(settings, &people)
    }

    fn with(settings: &TableSettings, players: &[Player]) -> Log {
        let mut log = Log {
            state: TableState::new(settings.clone()),
            board: settings.start().unwrap(),
            now: 5000,
            away_since: vec![None; settings.seats()],
        };
        for (seat, player) in players.iter().take(settings.seats()).enumerate() {
            let player = player.clone();
            log.add(EventKind::Sit { seat, player });
        }
        log.add(EventKind::Start {});
        log
    }

    fn add(&mut self, kind: EventKind) {
        let seq = self.state.last() + 1;
        assert!(self.state.apply(&Event { seq, at: 1000, kind }));
    }

    fn play(&mut self) {
        let (ply, seat) = (self.state.plies(), self.state.seat_to_move(self.board.turn(), []));
        let text = self.board.moves().unwrap()[0].clone();
        self.board.play(&text).unwrap();
        self.add(EventKind::Move {
            ply,
            seat,
            text,
            position: self.board.position(),
            left: None,
        });
    }

    fn may_after(&self, ply: u32, seat: usize, action: &Action) -> Result<PermittedEffect, Refused> {
        let facts = Facts {
            ply,
            turn: self.board.turn(),
            now: self.now,
            away_since: &self.away_since,
            claim_after: CLAIM_AFTER,
        };
        self.state.may(seat, action, &facts)
    }

    fn may(&self, seat: usize, action: &Action) -> Result<PermittedEffect, Refused> {
        self.may_after(self.state.plies(), seat, action)
    }

    /// Logs what an action leads to, where that is a matter of the log alone.
    fn act(&mut self, seat: usize, action: &Action) -> EventKind {
        let event = match self.may(seat, action).unwrap() {
            PermittedEffect::Log(event) => event,
            PermittedEffect::Takeback(ply) => EventKind::Takeback { ply, left: None },
            other => panic!("{action:?} leads to {other:?}"),
        };
        self.add(event.clone());
        event
    }

    fn refusal(&self, seat: usize, action: &Action) -> Refusal {
        self.may(seat, action).unwrap_err().reason
    }
}

fn offboard() -> Log {
    Log::new(&TableSettings::new(GameId::Offboard))
}

fn computer() -> Player {
    Player {
        kind: PlayerKind::Computer { level: 3 },
        ..guest("Deep")
    }
}

#[test]
fn only_the_next_event_counts() {
    let mut log = offboard();
    let event = |seq| Event {
        seq,
        at: 0,
        kind: EventKind::Unknown {},
    };
    assert_eq!(log.state.last(), 3);
    assert!(!log.state.apply(&event(3)) && !log.state.apply(&event(5)));
    assert!(log.state.apply(&event(4)));
    assert_eq!((log.state.last(), log.state.stage()), (4, Stage::Live));
}

#[test]
fn only_the_player_to_move_moves() {
    let log = offboard();
    let mv = Action::Move {
        text: "a5b5".to_owned(),
    };
    assert_eq!(log.may(0, &mv), Ok(PermittedEffect::Play));
    assert_eq!(log.refusal(1, &mv), Refusal::NotYours);
    assert_eq!(log.may_after(1, 0, &mv).unwrap_err().reason, Refusal::Late);
}

#[test]
fn a_draw_needs_both() {
    let mut log = offboard();
    log.act(0, &Action::Offer { what: DRAW });
    assert_eq!(log.refusal(0, &Action::Offer { what: DRAW }), Refusal::NotNow);
    assert_eq!(log.refusal(0, &Action::Accept { what: DRAW }), Refusal::NotNow);
    log.play();
    let end = log.act(1, &Action::Offer { what: DRAW });
    assert_eq!(
        end,
        EventKind::End(Ending::draw(EndReason::Agreement)),
        "open while the side that offers moves"
    );
    assert_eq!(log.refusal(0, &Action::Resign {}), Refusal::NotNow);
}

#[test]
fn an_offer_lapses_with_the_other_s_move_and_may_be_declined() {
    let mut log = offboard();
    log.act(1, &Action::Offer { what: DRAW });
    log.play();
    assert_eq!(log.refusal(0, &Action::Accept { what: DRAW }), Refusal::NotNow);
    log.act(1, &Action::Offer { what: DRAW });
    log.act(0, &Action::Decline { what: DRAW });
    assert_eq!(
        log.refusal(1, &Action::Offer { what: DRAW }),
        Refusal::NotNow,
        "not again at once"
    );
    log.play();
    log.act(1, &Action::Offer { what: DRAW });
}

#[test]
fn a_takeback_goes_back_to_before_the_asker_s_move() {
    let mut log = offboard();
    assert_eq!(log.refusal(0, &Action::Offer { what: BACK }), Refusal::NotNow);
    log.play();
    log.play();
    log.act(0, &Action::Offer { what: BACK });
    let event = log.act(1, &Action::Accept { what: BACK });
    assert_eq!(event, EventKind::Takeback { ply: 0, left: None });
    assert_eq!(log.state.plies(), 0);
}

#[test]
fn the_computer_takes_back_at_once_draws_never_and_plays_again() {
    let settings = TableSettings::new(GameId::Offboard);
    let mut log = Log::with(&settings, &[guest("Ann"), computer()]);
    log.play();
    log.play();
    assert_eq!(log.refusal(0, &Action::Offer { what: DRAW }), Refusal::NotNow);
    let back = log.may(0, &Action::Offer { what: BACK });
    assert_eq!(back, Ok(PermittedEffect::Takeback(0)));
    log.away_since = vec![None, Some(0)];
    log.now = CLAIM_AFTER;
    assert_eq!(
        log.refusal(0, &Action::Claim {}),
        Refusal::NotNow,
        "it is never away"
    );
    log.act(0, &Action::Resign {});
    let again = Action::Offer { what: Offer::Rematch };
    assert_eq!(log.may(0, &again), Ok(PermittedEffect::Rematch));
}

#[test]
fn a_game_is_aborted_early_and_resigned_late() {
    let mut log = offboard();
    assert!(log.may(1, &Action::Abort {}).is_ok());
    log.play();
    log.play();
    assert_eq!(log.refusal(1, &Action::Abort {}), Refusal::NotNow);
    let end = log.act(0, &Action::Resign {});
    assert_eq!(
        end,
        EventKind::End(Ending::win(Side::Second, EndReason::Resignation))
    );
}

#[test]
fn a_game_is_claimed_from_a_side_that_has_been_away_for_a_minute() {
    let mut log = offboard();
    assert_eq!(log.refusal(0, &Action::Claim {}), Refusal::NotNow);
    log.away_since = vec![None, Some(1000)];
    log.now = 1000 + CLAIM_AFTER - 1;
    assert_eq!(log.refusal(0, &Action::Claim {}), Refusal::NotNow);
    log.now += 1;
    let won = EventKind::End(Ending::win(Side::First, EndReason::Absence));
    assert_eq!(log.may(0, &Action::Claim {}), Ok(PermittedEffect::Log(won)));
    assert_eq!(log.refusal(1, &Action::Claim {}), Refusal::NotNow);
    let mut days = Log::new(&TableSettings {
        clock: Clock::Days(1),
        ..TableSettings::new(GameId::Offboard)
    });
    (days.now, days.away_since) = (log.now, log.away_since);
    assert_eq!(
        days.refusal(0, &Action::Claim {}),
        Refusal::NotNow,
        "with days a move, nobody has to be there"
    );
}

#[test]
fn a_rematch_needs_both_and_the_end() {
    let mut log = offboard();
    let again = Action::Offer { what: Offer::Rematch };
    assert_eq!(log.refusal(0, &again), Refusal::NotNow);
    log.act(0, &Action::Abort {});
    log.act(0, &again);
    assert_eq!(log.refusal(0, &again), Refusal::NotNow);
    assert_eq!(log.may(1, &again), Ok(PermittedEffect::Rematch));
    log.add(EventKind::Rematch {
        table: "table-0002".parse().unwrap(),
    });
    assert_eq!(log.refusal(1, &again), Refusal::NotNow);
    assert!(!log.state.offers(Side::First, Offer::Rematch));
}

#[test]
fn what_is_redacted_is_gone_and_the_rest_stays() {
    let mut log = offboard();
    for text in ["kind", "rude"] {
        log.act(
            0,
            &Action::Chat {
                text: text.to_owned(),
            },
        );
    }
    let rude = log.state.chat()[1].seq;
    log.add(EventKind::Redacted {
        events: vec![rude],
        name: None,
    });
    let lines: Vec<&str> = log.state.chat().iter().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, ["kind"]);
    let other = log.state.player(1).unwrap().clone();
    log.add(EventKind::Redacted {
        events: vec![1],
        name: Some(crate::GONE.to_owned()),
    });
    assert_eq!(log.state.player(0).unwrap().name, crate::GONE);
    assert_eq!(
        log.state.player(1),
        Some(&other),
        "the other player keeps their name"
    );
    assert!(log.state.is_live());
}

#[test]
fn chat_can_be_switched_off_and_has_an_end() {
    let hello = Action::Chat {
        text: "hello".to_owned(),
    };
    let mut log = offboard();
    log.act(0, &hello);
    log.add(EventKind::Chat { seat: 1, text: None });
    assert_eq!(log.state.chat().len(), 1, "the other line is not for the reader");
    for _ in 0..498 {
        log.act(0, &hello);
    }
    assert_eq!(log.refusal(0, &hello), Refusal::NotNow);
    let silent = Log::new(&TableSettings {
        chat: false,
        ..TableSettings::new(GameId::Offboard)
    });
    assert_eq!(silent.refusal(0, &hello), Refusal::NotNow);
}

#[test]
fn partners_take_turns() {
    let settings = TableSettings {
        teams: true,
        ..TableSettings::new(GameId::Isometron)
    };
    let mut log = Log::new(&settings);
    let mut seats = Vec::new();
    while seats.len() < 9 {
        let seat = log.state.seat_to_move(log.board.turn(), []);
        if seats.last() != Some(&seat) {
            seats.push(seat);
        }
        log.play();
    }
    assert_eq!(
        seats,
        [0, 1, 2, 3, 0, 1, 2, 3, 0],
        "each turn is the next one's, however many moves it has"
    );
}

#[test]
fn newcomers_take_free_seats_of_a_game_that_is_not_over() {
    let settings = TableSettings::new(GameId::Offboard);
    let mut state = TableState::new(settings);
    let sit = |seat, seq| Event {
        seq,
        at: 0,
        kind: EventKind::Sit {
            seat,
            player: guest("Ann"),
        },
    };
    state.apply(&sit(0, 1));
    assert_eq!((state.may_sit(None), state.may_sit(Some(1))), (Ok(1), Ok(1)));
    assert!(state.may_sit(Some(0)).is_err() && state.may_sit(Some(7)).is_err());
    let ids = ["nobody".to_owned(), "person-Ann".to_owned()];
    assert_eq!((state.seat_of(&ids), state.seat_of(&[])), (Some(0), None));
    state.apply(&sit(1, 2));
    assert!(state.may_sit(None).is_err());
    assert_eq!(state.stage(), Stage::Waiting);
}
