//! Questions that a page or a test client asks of a table.

use super::{ConnectionState, JUST_BACK, RemoteTable};
use crate::{
    Action, ChatLine, ClientKey, ClientMessage, Ending, Facts, Offer, PlayedMove, Player, Refusal, Stage,
    TableId, TableInfo, TableState, side_of,
};
use rules::Side;

impl RemoteTable {
    /// The table at a glance, once it is known.
    pub fn info(&self) -> Option<&TableInfo> {
        self.info.as_ref()
    }

    /// State of the table as far as its log is known; nothing before the first word of the server.
    pub fn state(&self) -> Option<&TableState> {
        self.state.as_ref()
    }

    /// Number of the last event that is known.
    pub fn last(&self) -> u64 {
        self.state.as_ref().map_or(0, TableState::last)
    }

    /// State of the connection.
    pub fn link(&self, now: f64) -> ConnectionState {
        match self.link {
            ConnectionState::Open if now - self.back_since < JUST_BACK => ConnectionState::Back,
            link => link,
        }
    }

    /// Own seat, unless one only watches.
    pub fn seat(&self) -> Option<usize> {
        self.seat
    }

    /// Own side, unless one only watches.
    pub fn side(&self) -> Option<Side> {
        self.seat.map(side_of)
    }

    /// Stage of the game; unknown until the log has come.
    pub fn stage(&self) -> Stage {
        match &self.state {
            Some(state) if self.known => state.stage(),
            _ => Stage::Unknown,
        }
    }

    /// Whether the player is to move when it is a side's turn, own unconfirmed moves counted.
    pub fn is_to_move(&self, turn: Side) -> bool {
        let (Some(state), Some(seat)) = (&self.state, self.seat) else {
            return false;
        };
        state.seat_to_move(turn, self.ahead.iter().map(|_| seat)) == seat
    }

    /// Whether one plays the own side's next turn, when it is now a side's turn; with partners, it may be theirs.
    pub fn is_next(&self, turn: Side) -> bool {
        let (Some(state), Some(seat)) = (&self.state, self.seat) else {
            return false;
        };
        let ahead = || self.ahead.iter().map(|_| seat);
        let others = (turn != side_of(seat)).then(|| state.seat_to_move(turn, ahead()));
        state.seat_to_move(side_of(seat), ahead().chain(others)) == seat
    }

    /// Whether each side has two players.
    pub fn has_teams(&self) -> bool {
        self.info.as_ref().is_some_and(|info| info.settings.teams)
    }

    /// Player on a seat.
    pub fn player_at(&self, seat: usize) -> Option<&Player> {
        self.state.as_ref()?.player(seat)
    }

    /// Player of a side; with teams, the first of them.
    pub fn player(&self, side: Side) -> Option<&Player> {
        self.player_at(side.index())
    }

    /// Seats of a side.
    pub fn seats(&self, side: Side) -> impl Iterator<Item = usize> + use<> {
        let seats = self.state.as_ref().map_or(0, |state| state.seats().len());
        (side.index()..seats).step_by(2)
    }

    /// Result, once the game is over.
    pub fn ending(&self) -> Option<&Ending> {
        self.state.as_ref()?.ending()
    }

    /// Ratings of the two sides after the game, and their change.
    pub fn rated(&self) -> Option<([i32; 2], [i32; 2])> {
        self.state.as_ref()?.rated()
    }

    /// Table of the rematch.
    pub fn rematch(&self) -> Option<&TableId> {
        self.state.as_ref()?.rematch()
    }

    /// Lines of chat.
    pub fn chat(&self) -> &[ChatLine] {
        self.state.as_ref().map_or(&[], TableState::chat)
    }

    /// Whether the player may write to the others.
    pub fn can_chat(&self) -> bool {
        let text = String::new();
        self.may(&Action::Chat { text }, 0.0)
    }

    /// Number of people who watch.
    pub fn watching(&self) -> usize {
        self.watching
    }

    /// Moves of the log that stand.
    pub fn moves(&self) -> &[PlayedMove] {
        self.state.as_ref().map_or(&[], TableState::moves)
    }

    /// Moves for the board: those of the log, then own ones on their way.
    pub fn line(&self) -> Vec<String> {
        let played = self.moves().iter().map(|played| &played.text);
        played.chain(&self.ahead).cloned().collect()
    }

    /// Number of moves for the board.
    pub fn line_len(&self) -> usize {
        self.moves().len() + self.ahead.len()
    }

    /// Key of the own move that is on its way.
    pub fn in_flight(&self) -> Option<&ClientKey> {
        self.in_flight.as_ref()
    }

    /// Whether an own move is on its way.
    pub fn is_sending(&self) -> bool {
        self.in_flight.is_some()
    }

    /// Actions without an answer, to be kept in case the page is closed.
    pub fn unsettled(&self) -> impl Iterator<Item = &ClientMessage> {
        self.unsettled.iter().map(|(_, message)| message)
    }

    /// Reason of the last refusal, until something else is done.
    pub fn refused(&self) -> Option<Refusal> {
        self.refused
    }

    /// Whether an own offer has no answer yet.
    pub fn has_offered(&self, what: Offer) -> bool {
        let own = self.state.as_ref().zip(self.side());
        own.is_some_and(|(state, side)| state.offers(side, what))
    }

    /// Offer of the other side.
    pub fn offered(&self) -> Option<Offer> {
        let (state, side) = self.state.as_ref().zip(self.side())?;
        [Offer::Draw, Offer::Takeback, Offer::Rematch]
            .into_iter()
            .find(|what| state.offers(!side, *what))
    }

    /// Whether the server will permit an action other than a move, as far as one can know here.
    fn may(&self, action: &Action, now: f64) -> bool {
        let (Some(state), Some(seat)) = (&self.state, self.seat) else {
            return false;
        };
        let facts = Facts {
            ply: state.plies(),
            turn: side_of(seat),
            now: now as i64,
            away_since: &self.away_since,
            claim_after: self.claim_after,
        };
        state.may(seat, action, &facts).is_ok()
    }

    /// Whether something can be offered now. A draw is for games that can no longer be aborted.
    pub fn can_offer(&self, what: Offer) -> bool {
        let early = what == Offer::Draw && self.can_abort();
        self.may(&Action::Offer { what }, 0.0) && !early
    }

    /// Whether the game has hardly begun and can be aborted.
    pub fn can_abort(&self) -> bool {
        self.may(&Action::Abort {}, 0.0)
    }

    /// Whether one can give up, in a game that can no longer be aborted.
    pub fn can_resign(&self) -> bool {
        self.may(&Action::Resign {}, 0.0) && !self.can_abort()
    }

    /// Whether the other side has been away for so long that the game may be claimed.
    pub fn can_claim(&self, now: f64) -> bool {
        self.may(&Action::Claim {}, now)
    }

    /// Whether a player of a side is connected.
    pub fn is_here(&self, side: Side) -> bool {
        let Some(state) = &self.state else { return true };
        let here = |seat: usize| self.here.get(seat).copied().unwrap_or(true);
        state
            .seats_of(side)
            .any(|seat| here(seat) || state.is_computer(seat))
    }

    /// Milliseconds that a side has left, in a game with clocks.
    pub fn left(&self, side: Side, now: f64) -> Option<f64> {
        let Some((clocks, at)) = self.clocks else {
            let start = self.info.as_ref()?.settings.clock.start_millis();
            return start.map(|millis| millis as f64);
        };
        let gone = if self.running() == Some(side) {
            now - at
        } else {
            0.0
        };
        Some((clocks.left[side] as f64 - gone).max(0.0))
    }

    /// Side whose time runs.
    pub fn running(&self) -> Option<Side> {
        let live = self.stage() == Stage::Live;
        self.clocks
            .and_then(|(clocks, _)| clocks.running)
            .filter(|_| live)
    }
}
