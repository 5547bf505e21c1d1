//! What a player may do, and what becomes of it.

use super::Table;
use crate::table::clock::Due;
use protocol::{Action, EndReason, Ending, EventKind, Offer, PlayerKind, Refusal, side_of};
use rules::Side;

/// Lines of chat in one game at most.
const MOST_CHAT_LINES: usize = 500;
/// Moves of each side after which a game can no longer be aborted.
const ABORT_BEFORE: u32 = 2;

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) reason: Refusal,
    pub(crate) words: String,
}

pub(crate) fn refuse<T>(reason: Refusal, words: impl Into<String>) -> Result<T, Refused> {
    Err(Refused {
        reason,
        words: words.into(),
    })
}

/// What an action leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// These are logged.
    Log(Vec<EventKind>),
    /// A move is tried on the board.
    Play(String),
    /// Another table is made, sides changed.
    Rematch,
}

/// What the log does not know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// Now.
    pub(crate) now: i64,
    /// Whether the other side has been away for so long that the game can be claimed.
    pub(crate) opponent_gone: bool,
}

impl Table {
    /// What comes of an action of the player on a seat.
    pub(crate) fn decide(
        &self,
        seat: usize,
        ply: u32,
        action: &Action,
        facts: Facts,
    ) -> Result<Decision, Refused> {
        let side = side_of(seat);
        match action {
            Action::Chat { text } => self.chat(seat, text),
            Action::Offer { what: Offer::Rematch } | Action::Accept { what: Offer::Rematch } => {
                self.rematch(side)
            }
            Action::Decline { what } => self.decline(side, *what),
            Action::Abort {} => self.abort(),
            _ if self.started.is_none() => refuse(Refusal::NotNow, "the game has not begun: a seat is free"),
            _ if self.ended.is_some() => refuse(Refusal::NotNow, "the game is over"),
            Action::Resign {} => Ok(log_end(Ending::win(side.other(), EndReason::Resignation))),
            Action::Claim {} if facts.opponent_gone => Ok(log_end(Ending::win(side, EndReason::Absence))),
            Action::Claim {} => refuse(
                Refusal::NotNow,
                "the other side has not been away for long enough",
            ),
            _ if ply != self.plies() => refuse(Refusal::Late, "the game has gone on since"),
            Action::Move { .. } if seat != self.seat_to_move() => {
                refuse(Refusal::NotYours, "it is not your turn")
            }
            Action::Move { text } => Ok(Decision::Play(text.clone())),
            Action::Offer { what } if self.offers.contains(&(side.other(), *what)) => {
                self.accept(side, *what, facts)
            }
            Action::Offer { what } => self.offer(side, *what),
            Action::Accept { what } => self.accept(side, *what, facts),
        }
    }

    fn offer(&self, side: Side, what: Offer) -> Result<Decision, Refused> {
        let with_computer = self
            .seats
            .iter()
            .flatten()
            .any(|player| matches!(player.kind, PlayerKind::Computer { .. }));
        if self.offers.contains(&(side, what)) {
            return refuse(Refusal::NotNow, "you have offered that already");
        }
        if self.declined.contains(&(side, what)) {
            return refuse(
                Refusal::NotNow,
                "that was declined; it can be offered again after the next move",
            );
        }
        match what {
            Offer::Draw if with_computer => refuse(Refusal::NotNow, "the computer plays to the end"),
            Offer::Takeback if self.last_move_of(side).is_none() => refuse(
                Refusal::NotNow,
                "you have played no move that could be taken back",
            ),
            _ => Ok(Decision::Log(vec![EventKind::Offer { side, what }])),
        }
    }

    fn accept(&self, side: Side, what: Offer, facts: Facts) -> Result<Decision, Refused> {
        if !self.offers.contains(&(side.other(), what)) {
            return refuse(Refusal::NotNow, "that is not offered");
        }
        match (what, self.last_move_of(side.other())) {
            (Offer::Draw, _) => Ok(log_end(Ending::draw(EndReason::Agreement))),
            (Offer::Takeback, Some(ply)) => Ok(Decision::Log(vec![self.takeback(ply, facts.now)])),
            _ => refuse(Refusal::NotNow, "there is nothing to take back"),
        }
    }

    /// Goes back to before a move; the time used until now stays used.
    pub(crate) fn takeback(&self, ply: u32, now: i64) -> EventKind {
        EventKind::Takeback {
            ply,
            left: self.clock.left_at(now),
        }
    }

    pub(crate) fn last_move_of(&self, side: Side) -> Option<u32> {
        self.moves
            .iter()
            .rposition(|played| side_of(played.seat) == side)
            .map(|index| index as u32)
    }

    fn decline(&self, side: Side, what: Offer) -> Result<Decision, Refused> {
        if self.offers.iter().any(|(_, open)| *open == what) {
            Ok(Decision::Log(vec![EventKind::Decline { side, what }]))
        } else {
            refuse(Refusal::NotNow, "that is not offered")
        }
    }

    fn rematch(&self, side: Side) -> Result<Decision, Refused> {
        let what = Offer::Rematch;
        if self.ended.is_none() || self.rematch.is_some() {
            return refuse(Refusal::NotNow, "play again once, when the game is over");
        }
        let others_are_computers = self.seats.iter().enumerate().all(|(seat, player)| {
            let computer = player
                .as_ref()
                .is_some_and(|player| matches!(player.kind, PlayerKind::Computer { .. }));
            side_of(seat) == side || computer
        });
        if self.offers.contains(&(side.other(), what)) || others_are_computers {
            Ok(Decision::Rematch)
        } else if self.offers.contains(&(side, what)) {
            refuse(Refusal::NotNow, "you have offered that already")
        } else {
            Ok(Decision::Log(vec![EventKind::Offer { side, what }]))
        }
    }

    fn abort(&self) -> Result<Decision, Refused> {
        if self.ended.is_some() || self.plies() >= ABORT_BEFORE {
            return refuse(
                Refusal::NotNow,
                "only a game that has hardly begun can be aborted",
            );
        }
        Ok(log_end(Ending::draw(EndReason::Aborted)))
    }

    fn chat(&self, seat: usize, text: &str) -> Result<Decision, Refused> {
        if !self.settings.chat {
            return refuse(Refusal::NotNow, "the chat of this game is switched off");
        }
        if self.chat_lines >= MOST_CHAT_LINES {
            return refuse(Refusal::NotNow, "enough was said in this game");
        }
        Ok(Decision::Log(vec![EventKind::Chat {
            seat,
            text: Some(text.to_owned()),
        }]))
    }

    /// What the clock has decided by now.
    pub(crate) fn overdue(&self, now: i64) -> Option<EventKind> {
        let (at, due) = self.clock.due()?;
        let ending = match due {
            Due::Flag(side) => Ending::win(side.other(), EndReason::Time),
            Due::Abort => Ending::draw(EndReason::Aborted),
        };
        (at <= now && self.is_live()).then_some(EventKind::End(ending))
    }
}

fn log_end(ending: Ending) -> Decision {
    Decision::Log(vec![EventKind::End(ending)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Outages;
    use games::GameId;
    use protocol::{Clock, Event, Player, TableSettings};

    const NOW: Facts = Facts {
        now: 5000,
        opponent_gone: false,
    };

    struct Log(Table, u64);

    impl Log {
        fn new(settings: &TableSettings) -> Log {
            let table = Table::new(settings.clone(), settings.start().unwrap(), Outages::default());
            let mut log = Log(table, 0);
            for seat in 0..settings.seats() {
                let person = format!("person-{seat}").parse().unwrap();
                let (name, kind) = ("Ann".to_owned(), PlayerKind::Guest);
                let player = Player {
                    person,
                    name,
                    kind,
                    rating: None,
                    provisional: false,
                };
                log.add(EventKind::Sit { seat, player });
            }
            log.add(EventKind::Start {});
            log
        }

        fn add(&mut self, kind: EventKind) {
            self.1 += 1;
            self.0.apply(&Event {
                seq: self.1,
                at: 1000,
                kind,
            });
        }

        fn play(&mut self) {
            let mut board = self.0.board().clone();
            let (ply, seat) = (self.0.plies(), self.0.seat_to_move());
            let text = board.moves().unwrap()[0].clone();
            board.play(&text).unwrap();
            self.add(EventKind::Move {
                ply,
                seat,
                text,
                position: board.position(),
                left: None,
            });
            self.0.set_board(board, 1000, None);
        }

        fn decide(&self, seat: usize, action: &Action) -> Result<Decision, Refused> {
            self.0.decide(seat, self.0.plies(), action, NOW)
        }

        /// Does what is decided, where that is a matter of the log alone.
        fn act(&mut self, seat: usize, action: &Action) -> Vec<EventKind> {
            let Decision::Log(events) = self.decide(seat, action).unwrap() else {
                panic!("{action:?} is no matter of the log");
            };
            for event in &events {
                self.add(event.clone());
            }
            events
        }

        fn refusal(&self, seat: usize, action: &Action) -> Refusal {
            self.decide(seat, action).unwrap_err().reason
        }
    }

    fn offboard() -> Log {
        Log::new(&TableSettings::new(GameId::Offboard))
    }

    const DRAW: Offer = Offer::Draw;
    const BACK: Offer = Offer::Takeback;

    #[test]
    fn only_the_one_to_move_moves() {
        let log = offboard();
        let mv = Action::Move {
            text: "a5b5".to_owned(),
        };
        assert_eq!(log.decide(0, &mv), Ok(Decision::Play("a5b5".to_owned())));
        assert_eq!(log.refusal(1, &mv), Refusal::NotYours);
        assert_eq!(log.0.decide(0, 1, &mv, NOW).unwrap_err().reason, Refusal::Late);
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
            [EventKind::End(Ending::draw(EndReason::Agreement))],
            "open while the one who offers moves"
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
        let events = log.act(1, &Action::Accept { what: BACK });
        assert_eq!(events, [EventKind::Takeback { ply: 0, left: None }]);
        assert_eq!(
            (log.0.plies(), log.0.replay_to(9).unwrap().turn()),
            (0, Side::First)
        );
    }

    #[test]
    fn a_game_is_aborted_early_resigned_late_and_claimed_from_who_is_gone() {
        let mut log = offboard();
        assert!(log.decide(1, &Action::Abort {}).is_ok());
        assert_eq!(log.refusal(0, &Action::Claim {}), Refusal::NotNow);
        let gone = Facts {
            opponent_gone: true,
            ..NOW
        };
        let won = Decision::Log(vec![EventKind::End(Ending::win(Side::First, EndReason::Absence))]);
        assert_eq!(log.0.decide(0, 0, &Action::Claim {}, gone), Ok(won));
        log.play();
        log.play();
        assert_eq!(log.refusal(1, &Action::Abort {}), Refusal::NotNow);
        let end = log.act(0, &Action::Resign {});
        assert_eq!(
            end,
            [EventKind::End(Ending::win(Side::Second, EndReason::Resignation))]
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
        assert_eq!(log.decide(1, &again), Ok(Decision::Rematch));
        log.add(EventKind::Rematch {
            table: "table-0002".parse().unwrap(),
        });
        assert_eq!(log.refusal(1, &again), Refusal::NotNow);
    }

    #[test]
    fn chat_can_be_switched_off() {
        let hello = Action::Chat {
            text: "hello".to_owned(),
        };
        assert!(offboard().decide(0, &hello).is_ok());
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
            let seat = log.0.seat_to_move();
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
    fn the_clock_ends_a_game() {
        let clock = Clock::Fischer {
            base: 10,
            increment: 0,
        };
        let mut log = Log::new(&TableSettings {
            clock,
            ..TableSettings::new(GameId::Offboard)
        });
        assert_eq!(
            log.0.overdue(61_000),
            Some(EventKind::End(Ending::draw(EndReason::Aborted)))
        );
        log.play();
        log.play();
        let due = 1000 + 10_000 + log.0.clock.most_credit();
        assert_eq!(log.0.overdue(due - 1), None);
        assert_eq!(
            log.0.overdue(due),
            Some(EventKind::End(Ending::win(Side::Second, EndReason::Time)))
        );
    }
}
