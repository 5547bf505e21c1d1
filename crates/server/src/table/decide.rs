//! What a player may do, and what becomes of it.

use super::{Table, side_of};
use crate::table::clock::Due;
use protocol::{Action, EndReason, Ending, EventKind, Offer, PlayerKind, Refusal};
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
