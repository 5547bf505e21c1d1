//! A game over the network, without a network: what the server has told, what follows from it for the page, and
//! what is to be said.

use protocol::{
    Action, ClientKey, ClientMessage, Clocks, Ending, Event, EventKind, Follower, Offer, Player, PlayerKind,
    Refusal, ServerMessage, TableId, TableInfo, TableSettings,
};
use rules::Side;

/// Moves before which a game can be aborted.
const ABORT_BEFORE: usize = 2;
/// Milliseconds after which somebody who is away may have lost, as the server has it.
const AWAY: f64 = 60_000.0;
/// Beats after which what is not settled is said again.
const AGAIN: u32 = 3;

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A seat is free.
    Waiting,
    /// It is played.
    Live,
    /// It is over.
    Over,
}

/// A line of the chat: whose seat, and what.
pub type Line = (usize, String);

/// The game as the server tells it.
#[derive(Clone, Debug)]
pub struct Game {
    follower: Follower,
    info: TableInfo,
    seat: Option<usize>,
    players: Vec<Option<Player>>,
    moves: Vec<String>,
    started: bool,
    ending: Option<Ending>,
    rated: Option<([i32; 2], [i32; 2])>,
    rematch: Option<TableId>,
    offers: Vec<(Side, Offer)>,
    chat: Vec<Line>,
    /// The clocks, and when they were told.
    clocks: Option<(Clocks, f64)>,
    here: Vec<bool>,
    /// Since when each side has been away.
    away: [Option<f64>; 2],
    watching: usize,
    /// Own moves that stand on the board and not yet in the log.
    ahead: Vec<String>,
    in_flight: Option<ClientKey>,
    /// A move that was on its way when the page was closed, and its number.
    resumed: Option<(usize, String)>,
    refused: Option<Refusal>,
    beats: u32,
    taken: u64,
}

/// The side that plays from a seat.
pub const fn side_of(seat: usize) -> Side {
    if seat.is_multiple_of(2) {
        Side::First
    } else {
        Side::Second
    }
}

impl Game {
    /// A table that has just been looked at, and what was said there before and is not settled.
    pub fn new(info: TableInfo, seat: Option<usize>, unsettled: &[ClientMessage]) -> Game {
        let mut follower = Follower::new();
        let mut game = Game {
            players: info.seats.clone(),
            ending: info.ending.clone(),
            seat,
            moves: Vec::new(),
            started: info.seats.iter().all(Option::is_some),
            info,
            rated: None,
            rematch: None,
            offers: Vec::new(),
            chat: Vec::new(),
            clocks: None,
            here: Vec::new(),
            away: [None; 2],
            watching: 0,
            ahead: Vec::new(),
            in_flight: None,
            resumed: None,
            refused: None,
            beats: 0,
            taken: 0,
            follower: Follower::new(),
        };
        for message in unsettled {
            if let ClientMessage::Act { key, ply, action } = message {
                follower.resume(message.clone());
                if let Action::Move { text } = action {
                    game.in_flight = Some(key.clone());
                    game.resumed = Some((*ply as usize, text.clone()));
                }
            }
        }
        game.follower = follower;
        game
    }

    /// Takes the log in, as it was looked at.
    pub fn catch_up(&mut self, events: Vec<Event>, now: f64) {
        // A look tells no clocks; the socket does.
        let _ = self.hear(&ServerMessage::Events { events, clocks: None }, now);
        let resumed = self.resumed.take().filter(|(ply, _)| *ply == self.moves.len());
        if let Some((_, text)) = resumed {
            self.ahead = vec![text];
        }
    }

    /// How it is played.
    pub fn settings(&self) -> &TableSettings {
        &self.info.settings
    }

    /// Its address.
    pub fn id(&self) -> &TableId {
        &self.info.id
    }

    /// When it was made, in milliseconds since 1970.
    pub fn created(&self) -> i64 {
        self.info.created
    }

    /// The side of the person at this screen, unless they only watch.
    pub fn side(&self) -> Option<Side> {
        self.seat.map(side_of)
    }

    /// Who plays a side.
    pub fn player(&self, side: Side) -> Option<&Player> {
        self.players.get(side.index())?.as_ref()
    }

    /// Where it stands.
    pub fn stage(&self) -> Stage {
        match (&self.ending, self.started) {
            (Some(_), _) => Stage::Over,
            (None, true) => Stage::Live,
            (None, false) => Stage::Waiting,
        }
    }

    /// How it ended.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The ratings after it, and how they changed.
    pub fn rated(&self) -> Option<([i32; 2], [i32; 2])> {
        self.rated
    }

    /// Where the same players play again.
    pub fn rematch(&self) -> Option<&TableId> {
        self.rematch.as_ref()
    }

    /// What was said.
    pub fn chat(&self) -> &[Line] {
        &self.chat
    }

    /// How many watch.
    pub fn watching(&self) -> usize {
        self.watching
    }

    /// The moves for the board: those of the log, then own ones that are on their way.
    pub fn line(&self) -> Vec<String> {
        self.moves.iter().chain(&self.ahead).cloned().collect()
    }

    /// Whether everything that was done here is settled.
    pub fn is_settled(&self) -> bool {
        self.ahead.is_empty() && self.follower.unsettled().next().is_none()
    }

    /// What to keep in case the page is closed.
    pub fn unsettled(&self) -> Vec<ClientMessage> {
        self.follower.unsettled().collect()
    }

    /// Why the last action was refused, until something is done again.
    pub fn refused(&self) -> Option<Refusal> {
        self.refused
    }

    /// Whether a side offers something.
    pub fn offers(&self, side: Side, what: Offer) -> bool {
        self.offers.contains(&(side, what))
    }

    /// What the other side offers.
    pub fn offered(&self) -> Option<Offer> {
        let other = !self.side()?;
        [Offer::Draw, Offer::Takeback, Offer::Rematch]
            .into_iter()
            .find(|what| self.offers(other, *what))
    }

    fn with_computer(&self) -> bool {
        let computer = |player: &Player| matches!(player.kind, PlayerKind::Computer { .. });
        self.players.iter().flatten().any(computer)
    }

    /// Whether something can be offered now.
    pub fn can_offer(&self, what: Offer) -> bool {
        let Some(side) = self.side() else { return false };
        let fits = match what {
            Offer::Rematch => self.stage() == Stage::Over && self.rematch.is_none(),
            Offer::Draw => {
                self.stage() == Stage::Live && !self.with_computer() && self.moves.len() >= ABORT_BEFORE
            }
            Offer::Takeback => self.stage() == Stage::Live && self.moves.len() > side.index(),
        };
        fits && !self.offers(side, what)
    }

    /// Whether the game has hardly begun and can be aborted.
    pub fn can_abort(&self) -> bool {
        self.seat.is_some() && self.ending.is_none() && self.moves.len() < ABORT_BEFORE
    }

    /// Whether one can give up.
    pub fn can_resign(&self) -> bool {
        self.seat.is_some() && self.stage() == Stage::Live && !self.can_abort()
    }

    /// Whether a side is connected.
    pub fn is_here(&self, side: Side) -> bool {
        let computer = self
            .player(side)
            .is_some_and(|player| matches!(player.kind, PlayerKind::Computer { .. }));
        computer || self.here.get(side.index()).copied().unwrap_or(true)
    }

    /// Whether the other side has been away for so long that the game may be claimed.
    pub fn can_claim(&self, now: f64) -> bool {
        let since = self.side().and_then(|side| self.away[!side]);
        self.stage() == Stage::Live && since.is_some_and(|since| now - since > AWAY)
    }

    /// Milliseconds that a side has left.
    pub fn left(&self, side: Side, now: f64) -> Option<f64> {
        let start = || self.settings().clock.start_millis().map(|millis| millis as f64);
        let Some((clocks, at)) = self.clocks else {
            return start();
        };
        let gone = if clocks.running == Some(side) && self.stage() == Stage::Live {
            now - at
        } else {
            0.0
        };
        Some((clocks.left[side] as f64 - gone).max(0.0))
    }

    /// The side whose time runs.
    pub fn running(&self) -> Option<Side> {
        let live = self.stage() == Stage::Live;
        self.clocks
            .and_then(|(clocks, _)| clocks.running)
            .filter(|_| live)
    }

    /// What to say on a new connection.
    pub fn greet(&mut self) -> Vec<ClientMessage> {
        self.beats = 0;
        self.follower.greet()
    }

    /// Does something.
    pub fn act(&mut self, key: ClientKey, action: Action) -> ClientMessage {
        self.refused = None;
        self.beats = 0;
        self.follower.act(key, action)
    }

    /// The board shows these moves: gives the message with the next own one, if it is time for it.
    pub fn propose(
        &mut self,
        board: &[String],
        key: impl FnOnce() -> Option<ClientKey>,
    ) -> Option<ClientMessage> {
        let ahead = board.strip_prefix(&self.moves[..])?;
        if self.stage() != Stage::Live || self.seat.is_none() {
            return None;
        }
        if self.ahead != ahead {
            self.ahead = ahead.to_vec();
        }
        let text = self.ahead.first()?.clone();
        if self.in_flight.is_some() {
            return None;
        }
        let key = key()?;
        self.in_flight = Some(key.clone());
        Some(self.act(key, Action::Move { text }))
    }

    /// A second has gone by: what has not been answered is said again.
    pub fn beat(&mut self) -> Vec<ClientMessage> {
        self.beats += 1;
        if self.beats.is_multiple_of(AGAIN) {
            self.unsettled()
        } else {
            Vec::new()
        }
    }

    /// Takes in what the server says; gives back what to answer.
    pub fn hear(&mut self, message: &ServerMessage, now: f64) -> Option<ClientMessage> {
        let answer = self.follower.receive(message);
        match message {
            ServerMessage::Welcome { table, seat, .. } => {
                self.seat = *seat;
                self.players.clone_from(&table.seats);
                self.info = table.clone();
            }
            ServerMessage::Events { clocks, .. } => {
                self.clocks = clocks.map(|clocks| (clocks, now)).or(self.clocks);
            }
            ServerMessage::Presence { here, watching } => self.see(here, *watching, now),
            ServerMessage::Ack { key, .. } if self.in_flight.as_ref() == Some(key) => self.in_flight = None,
            ServerMessage::Refused { key, reason, .. } => self.take_refusal(key.as_ref(), *reason),
            _ => {}
        }
        while let Some(event) = self.follower.log().get(self.taken as usize).cloned() {
            self.taken += 1;
            self.take(event.kind);
        }
        answer
    }

    fn see(&mut self, here: &[bool], watching: usize, now: f64) {
        self.here = here.to_vec();
        self.watching = watching;
        for side in Side::BOTH {
            let since = self.away[side].unwrap_or(now);
            self.away[side] = (!self.is_here(side)).then_some(since);
        }
    }

    fn take_refusal(&mut self, key: Option<&ClientKey>, reason: Refusal) {
        let is_move = key.is_some() && self.in_flight.as_ref() == key;
        // What could not be done now is tried again; what cannot be done at all is taken back from the board.
        let for_now = matches!(reason, Refusal::Busy | Refusal::TooFast);
        if is_move {
            self.in_flight = None;
            if !for_now {
                self.ahead.clear();
            }
        }
        if key.is_some() && !(is_move && for_now) {
            self.refused = Some(reason);
        }
    }

    fn take(&mut self, event: EventKind) {
        match event {
            EventKind::Sit { seat, player } => {
                if let Some(place) = self.players.get_mut(seat) {
                    *place = Some(player);
                }
            }
            EventKind::Start {} => self.started = true,
            EventKind::Move { ply, seat, text, .. } => self.take_move(ply as usize, side_of(seat), text),
            EventKind::Offer { side, what } => self.offers.push((side, what)),
            EventKind::Decline { what, .. } => self.offers.retain(|(_, open)| *open != what),
            EventKind::Takeback { ply, .. } => {
                self.moves.truncate(ply as usize);
                self.ahead.clear();
                self.offers.clear();
            }
            EventKind::Chat { seat, text } => self.chat.extend(text.map(|text| (seat, text))),
            EventKind::End(ending) => {
                self.ending = Some(ending);
                self.ahead.clear();
                self.offers.clear();
            }
            EventKind::Rated { after, change } => self.rated = Some((after, change)),
            EventKind::Rematch { table } => self.rematch = Some(table),
        }
    }

    fn take_move(&mut self, ply: usize, side: Side, text: String) {
        self.moves.truncate(ply);
        if self.ahead.first() == Some(&text) {
            self.ahead.remove(0);
        } else {
            self.ahead.clear();
        }
        self.moves.push(text);
        // A draw offer stays open while the one who offers it moves.
        self.offers
            .retain(|(by, what)| *by == side && *what == Offer::Draw);
    }
}

#[cfg(test)]
mod tests;
