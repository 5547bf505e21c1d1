//! Rules of a table: what a player may do in a state, and what it leads to.

use super::{Stage, TableState};
use crate::{Action, Clock, EndReason, Ending, EventKind, Offer, Refusal, side_of};
use rules::Side;
use std::borrow::Cow;

/// Lines of chat in one game at most.
const MOST_CHAT_LINES: usize = 500;
/// Number of moves from which on a game can no longer be aborted.
const ABORT_BEFORE: u32 = 2;
/// Milliseconds that a side must be away before the other may claim the game, unless the server says otherwise.
pub const CLAIM_AFTER: i64 = 60_000;

/// Refusal with words for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The reason, for programs.
    pub reason: Refusal,
    /// The reason, for people.
    pub words: Cow<'static, str>,
}

impl Refused {
    /// Refusal for a reason, as an error.
    pub fn with<T>(reason: Refusal, words: impl Into<Cow<'static, str>>) -> Result<T, Refused> {
        let words = words.into();
        Err(Refused { reason, words })
    }
}

fn not_now<T>(words: &'static str) -> Result<T, Refused> {
    Refused::with(Refusal::NotNow, words)
}

/// Consequence of a permitted action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PermittedEffect {
    /// The event is logged.
    Log(EventKind),
    /// The move is tried on the board.
    Play,
    /// Only so many moves stand.
    Takeback(u32),
    /// Another table is made, sides changed.
    Rematch,
}

impl PermittedEffect {
    const fn end(ending: Ending) -> PermittedEffect {
        PermittedEffect::Log(EventKind::End(ending))
    }
}

/// Facts that the log does not tell.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// Number of moves that the acting player believes have been played.
    pub ply: u32,
    /// Side to move on the board.
    pub turn: Side,
    /// Time in milliseconds, by the same clock as `away_since`.
    pub now: i64,
    /// Time since when each seat's player has been disconnected.
    pub away_since: &'a [Option<i64>],
    /// Milliseconds that a side must be away before the other may claim the game.
    pub claim_after: i64,
}

impl TableState {
    /// Decides an action of the player on a seat.
    pub fn may(&self, seat: usize, action: &Action, facts: &Facts<'_>) -> Result<PermittedEffect, Refused> {
        let side = side_of(seat);
        match action {
            Action::Chat { text } => self.may_chat(seat, text),
            Action::Offer { what: Offer::Rematch } | Action::Accept { what: Offer::Rematch } => {
                self.may_rematch(side)
            }
            Action::Decline { what } => self.may_decline(side, *what),
            Action::Abort {} => self.may_abort(),
            _ if self.stage() == Stage::Waiting => not_now("the game has not begun: a seat is free"),
            _ if self.stage() == Stage::Over => not_now("the game is over"),
            Action::Resign {} => Ok(PermittedEffect::end(Ending::win(
                side.other(),
                EndReason::Resignation,
            ))),
            Action::Claim {} => self.may_claim(side, facts),
            _ if facts.ply != self.plies() => Refused::with(Refusal::Late, "the game has gone on since"),
            Action::Move { .. } if seat != self.seat_to_move(facts.turn, []) => {
                Refused::with(Refusal::NotYours, "it is not your turn")
            }
            Action::Move { .. } => Ok(PermittedEffect::Play),
            Action::Offer { what } if self.offers(side.other(), *what) => self.may_accept(side, *what),
            Action::Offer { what } => self.may_offer(side, *what),
            Action::Accept { what } => self.may_accept(side, *what),
        }
    }

    /// Decides which seat a newcomer takes: the wanted one, or the first that is free.
    pub fn may_sit(&self, wanted: Option<usize>) -> Result<usize, Refused> {
        if self.ended.is_some() {
            return not_now("the game is over");
        }
        let free = |seat: &usize| self.seats.get(*seat).is_some_and(Option::is_none);
        match wanted.or_else(|| self.seats.iter().position(Option::is_none)) {
            Some(seat) if free(&seat) => Ok(seat),
            _ => not_now("all seats are taken"),
        }
    }

    fn may_offer(&self, side: Side, what: Offer) -> Result<PermittedEffect, Refused> {
        if self.offers(side, what) {
            return not_now("you have offered that already");
        }
        if self.declined.contains(&(side, what)) {
            return not_now("that was declined; it can be offered again after the next move");
        }
        let with_computer = (0..self.seats.len()).any(|seat| self.is_computer(seat));
        let against_computer = self.seats_of(side.other()).any(|seat| self.is_computer(seat));
        match (what, self.last_move_of(side)) {
            (Offer::Draw, _) if with_computer => not_now("the computer plays to the end"),
            (Offer::Takeback, None) => not_now("you have played no move that could be taken back"),
            // The computer agrees at once.
            (Offer::Takeback, Some(ply)) if against_computer => Ok(PermittedEffect::Takeback(ply)),
            _ => Ok(PermittedEffect::Log(EventKind::Offer { side, what })),
        }
    }

    fn may_accept(&self, side: Side, what: Offer) -> Result<PermittedEffect, Refused> {
        if !self.offers(side.other(), what) {
            return not_now("that is not offered");
        }
        match (what, self.last_move_of(side.other())) {
            (Offer::Draw, _) => Ok(PermittedEffect::end(Ending::draw(EndReason::Agreement))),
            (Offer::Takeback, Some(ply)) => Ok(PermittedEffect::Takeback(ply)),
            _ => not_now("there is nothing to take back"),
        }
    }

    fn last_move_of(&self, side: Side) -> Option<u32> {
        let index = self
            .moves
            .iter()
            .rposition(|played| side_of(played.seat) == side)?;
        Some(index as u32)
    }

    fn may_decline(&self, side: Side, what: Offer) -> Result<PermittedEffect, Refused> {
        if self.offers.iter().any(|(_, open)| *open == what) {
            Ok(PermittedEffect::Log(EventKind::Decline { side, what }))
        } else {
            not_now("that is not offered")
        }
    }

    fn may_rematch(&self, side: Side) -> Result<PermittedEffect, Refused> {
        let what = Offer::Rematch;
        if self.ended.is_none() || self.rematch.is_some() {
            return not_now("a rematch can be agreed once, after the game");
        }
        let against_computers = self.seats_of(side.other()).all(|seat| self.is_computer(seat));
        if self.offers(side.other(), what) || against_computers {
            Ok(PermittedEffect::Rematch)
        } else if self.offers(side, what) {
            not_now("you have offered that already")
        } else {
            Ok(PermittedEffect::Log(EventKind::Offer { side, what }))
        }
    }

    fn may_abort(&self) -> Result<PermittedEffect, Refused> {
        if self.ended.is_some() || self.plies() >= ABORT_BEFORE {
            return not_now("only a game that has hardly begun can be aborted");
        }
        Ok(PermittedEffect::end(Ending::draw(EndReason::Aborted)))
    }

    /// With days a move, nobody has to be there.
    fn may_claim(&self, side: Side, facts: &Facts<'_>) -> Result<PermittedEffect, Refused> {
        let long_ago = facts.now - facts.claim_after;
        let gone = |seat: usize| {
            let since = facts.away_since.get(seat).copied().flatten();
            !self.is_computer(seat) && since.is_some_and(|since| since <= long_ago)
        };
        let days = matches!(self.settings.clock, Clock::Days(_));
        if days || !self.seats_of(side.other()).all(gone) {
            return not_now("the other side has not been away for long enough");
        }
        Ok(PermittedEffect::end(Ending::win(side, EndReason::Absence)))
    }

    fn may_chat(&self, seat: usize, text: &str) -> Result<PermittedEffect, Refused> {
        if !self.settings.chat {
            return not_now("the chat of this game is switched off");
        }
        if self.chat_lines >= MOST_CHAT_LINES {
            return not_now("the chat of this game is full");
        }
        let text = Some(text.to_owned());
        Ok(PermittedEffect::Log(EventKind::Chat { seat, text }))
    }
}
