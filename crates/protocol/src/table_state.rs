//! The state of a table: the one fold of a log, for the server, the browser, test clients and imports alike.

mod permission;
#[cfg(test)]
mod tests;

pub use permission::{CLAIM_AFTER, Facts, PermittedEffect, Refused};

use crate::{Ending, Event, EventKind, Offer, Player, PlayerKind, TableId, TableSettings};
use crate::{seat_to_move, side_of};
use rules::Side;

/// Stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The log has not been read yet.
    Unknown,
    /// A seat is free.
    Waiting,
    /// It is played.
    Live,
    /// It is over.
    Over,
}

/// A move that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The seat that played it.
    pub seat: usize,
    /// The move in the game's notation.
    pub text: String,
    /// The position after it.
    pub position: String,
}

/// A line of the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// The number of its event.
    pub seq: u64,
    /// The seat that wrote it.
    pub seat: usize,
    /// The text.
    pub text: String,
}

/// Everything that a log says of its table. It knows neither boards nor clocks: moves are texts.
#[derive(Clone, Debug)]
pub struct TableState {
    settings: TableSettings,
    last: u64,
    seats: Vec<Option<Player>>,
    /// The event with which each player sat down.
    sat: Vec<u64>,
    started: Option<i64>,
    ended: Option<(i64, Ending)>,
    rated: Option<([i32; 2], [i32; 2])>,
    rematch: Option<TableId>,
    /// Offers without an answer.
    offers: Vec<(Side, Offer)>,
    /// Offers declined since the last move: not to be made again at once.
    declined: Vec<(Side, Offer)>,
    moves: Vec<PlayedMove>,
    chat: Vec<ChatLine>,
    /// Lines of chat, those that are not for the reader counted.
    chat_lines: usize,
}

impl TableState {
    /// State of a table whose log is empty.
    pub fn new(settings: TableSettings) -> TableState {
        TableState {
            last: 0,
            seats: vec![None; settings.seats()],
            sat: vec![0; settings.seats()],
            settings,
            started: None,
            ended: None,
            rated: None,
            rematch: None,
            offers: Vec::new(),
            declined: Vec::new(),
            moves: Vec::new(),
            chat: Vec::new(),
            chat_lines: 0,
        }
    }

    /// State after a whole log.
    pub fn of<'a>(settings: TableSettings, log: impl IntoIterator<Item = &'a Event>) -> TableState {
        let mut state = TableState::new(settings);
        for event in log {
            state.apply(event);
        }
        state
    }

    /// Applies the next event of the log; returns whether it was the next. Any other changes nothing.
    pub fn apply(&mut self, event: &Event) -> bool {
        if event.seq != self.last + 1 {
            return false;
        }
        self.last = event.seq;
        match &event.kind {
            EventKind::Sit { seat, player } => {
                if let (Some(place), Some(sat)) = (self.seats.get_mut(*seat), self.sat.get_mut(*seat)) {
                    *place = Some(player.clone());
                    *sat = event.seq;
                }
            }
            EventKind::Start {} => self.started = Some(event.at),
            EventKind::Move {
                ply,
                seat,
                text,
                position,
                ..
            } => {
                self.moves.truncate(*ply as usize);
                self.moves.push(PlayedMove {
                    seat: *seat,
                    text: text.clone(),
                    position: position.clone(),
                });
                // A draw offer stays open while the side that made it moves.
                let side = side_of(*seat);
                self.offers
                    .retain(|(by, what)| *by == side && *what == Offer::Draw);
                self.declined.clear();
            }
            EventKind::Offer { side, what } => self.offers.push((*side, *what)),
            EventKind::Decline { what, .. } => {
                let closed = self.offers.extract_if(.., |(_, open)| open == what);
                self.declined.extend(closed);
            }
            EventKind::Takeback { ply, .. } => {
                self.moves.truncate(*ply as usize);
                self.offers.clear();
                self.declined.clear();
            }
            EventKind::Chat { seat, text } => {
                let (seat, text) = (*seat, text.clone());
                self.chat_lines += 1;
                let seq = event.seq;
                self.chat.extend(text.map(|text| ChatLine { seq, seat, text }));
            }
            EventKind::End(ending) => {
                self.ended = Some((event.at, ending.clone()));
                self.offers.clear();
            }
            EventKind::Rated { after, change } => self.rated = Some((*after, *change)),
            EventKind::Rematch { table } => {
                self.rematch = Some(table.clone());
                self.offers.clear();
            }
            EventKind::Redacted { events, name } => self.redact(events, name.as_deref()),
            EventKind::Unknown {} => {}
        }
        true
    }

    fn redact(&mut self, events: &[u64], name: Option<&str>) {
        self.chat.retain(|line| !events.contains(&line.seq));
        let Some(name) = name else {
            return;
        };
        for (player, sat) in self.seats.iter_mut().zip(&self.sat) {
            if let Some(player) = player.as_mut().filter(|_| events.contains(sat)) {
                name.clone_into(&mut player.name);
            }
        }
    }

    /// Settings of the game.
    pub const fn settings(&self) -> &TableSettings {
        &self.settings
    }

    /// Number of the last event; 0 before the first.
    pub const fn last(&self) -> u64 {
        self.last
    }

    /// Players by seat.
    pub fn seats(&self) -> &[Option<Player>] {
        &self.seats
    }

    /// Player on a seat.
    pub fn player(&self, seat: usize) -> Option<&Player> {
        self.seats.get(seat)?.as_ref()
    }

    /// Whether the engine plays from a seat.
    pub fn is_computer(&self, seat: usize) -> bool {
        self.player(seat)
            .is_some_and(|player| matches!(player.kind, PlayerKind::Computer { .. }))
    }

    /// Seats of a side.
    pub fn seats_of(&self, side: Side) -> impl Iterator<Item = usize> + use<> {
        (side.index()..self.seats.len()).step_by(2)
    }

    /// Seat of a person, by any of the ids they have had.
    pub fn seat_of(&self, ids: &[String]) -> Option<usize> {
        let sits = |player: &Player| ids.iter().any(|id| id == player.person.as_str());
        self.seats.iter().position(|seat| seat.as_ref().is_some_and(sits))
    }

    /// Time of the start, in milliseconds since 1970.
    pub const fn started(&self) -> Option<i64> {
        self.started
    }

    /// Time of the end, in milliseconds since 1970, and the result.
    pub const fn ended(&self) -> Option<&(i64, Ending)> {
        self.ended.as_ref()
    }

    /// Result, once the game is over.
    pub fn ending(&self) -> Option<&Ending> {
        self.ended.as_ref().map(|(_, ending)| ending)
    }

    /// Stage of the game; never [`Stage::Unknown`].
    pub const fn stage(&self) -> Stage {
        match (&self.ended, self.started) {
            (Some(_), _) => Stage::Over,
            (None, Some(_)) => Stage::Live,
            (None, None) => Stage::Waiting,
        }
    }

    /// Whether the game goes on.
    pub fn is_live(&self) -> bool {
        self.stage() == Stage::Live
    }

    /// Ratings of the two sides after the game, and their change.
    pub const fn rated(&self) -> Option<([i32; 2], [i32; 2])> {
        self.rated
    }

    /// Table of the rematch.
    pub const fn rematch(&self) -> Option<&TableId> {
        self.rematch.as_ref()
    }

    /// Moves that stand.
    pub fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    /// Number of moves that stand.
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Lines of chat that are for the reader.
    pub fn chat(&self) -> &[ChatLine] {
        &self.chat
    }

    /// Whether a side's offer is open.
    pub fn offers(&self, side: Side, what: Offer) -> bool {
        self.offers.contains(&(side, what))
    }

    /// Seat to move when it is a side's turn, after these further moves. Partners take turns.
    pub fn seat_to_move(&self, turn: Side, ahead: impl IntoIterator<Item = usize>) -> usize {
        let played = self.moves.iter().map(|played| played.seat).chain(ahead);
        seat_to_move(played, turn, self.seats.len() / 2)
    }
}
