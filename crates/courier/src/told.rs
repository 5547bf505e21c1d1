//! A game over the network, without a network: what the server has told of it, what may be done there, and what is
//! not settled yet. The pages of all games stand on it.

use protocol::{
    Action, ClientKey, ClientMessage, Clocks, Ending, Event, EventKind, Follower, Offer, Player, PlayerKind,
    Refusal, ServerMessage, TableId, TableInfo, seat_to_move, side_of,
};
use rules::Side;

/// Moves before which a game can be aborted.
const ABORT_BEFORE: usize = 2;
/// Milliseconds after which somebody who is away may have lost, as the server has it.
const AWAY: f64 = 60_000.0;
/// Beats after which what is not settled is said again.
pub const AGAIN: u32 = 3;

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Nothing is known of it yet.
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
pub struct Played {
    /// Who played it.
    pub seat: usize,
    /// The move.
    pub text: String,
    /// The position after it.
    pub position: String,
}

/// A line of the chat: whose seat, and what.
pub type Line = (usize, String);

/// What a message of the server brings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// What to answer.
    pub answer: Option<ClientMessage>,
    /// What happened, in order.
    pub events: Vec<EventKind>,
    /// The own move that was on its way is not taken; whether it may be tried again.
    pub refused: Option<bool>,
}

/// The game as the server tells it.
#[derive(Clone, Debug, Default)]
pub struct Told {
    follower: Follower,
    info: Option<TableInfo>,
    seat: Option<usize>,
    players: Vec<Option<Player>>,
    moves: Vec<Played>,
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
    /// The own move that is on its way.
    in_flight: Option<ClientKey>,
    /// The event that it has become, while that is not here yet.
    acknowledged: Option<u64>,
    refused: Option<Refusal>,
    beats: u32,
    taken: usize,
}

impl Told {
    /// A table of which nothing is known; these things were said there before and are not settled.
    pub fn new(unsettled: &[ClientMessage]) -> Told {
        let mut told = Told::default();
        for message in unsettled {
            if let ClientMessage::Act { key, action, .. } = message {
                told.follower.resume(message.clone());
                if matches!(action, Action::Move { .. }) {
                    told.in_flight = Some(key.clone());
                }
            }
        }
        told
    }

    /// The table was looked at.
    pub fn look(&mut self, info: TableInfo, seat: Option<usize>) {
        self.seat = seat;
        self.players.clone_from(&info.seats);
        self.ending = self.ending.take().or_else(|| info.ending.clone());
        self.started |= info.seats.iter().all(Option::is_some);
        self.info = Some(info);
    }

    /// The table, once it is known.
    pub fn info(&self) -> Option<&TableInfo> {
        self.info.as_ref()
    }

    /// Where the person at this screen sits, unless they only watch.
    pub fn seat(&self) -> Option<usize> {
        self.seat
    }

    /// The side of the person at this screen, unless they only watch.
    pub fn side(&self) -> Option<Side> {
        self.seat.map(side_of)
    }

    /// Whether the person at this screen is the one to move, when it is a side's turn.
    pub fn is_to_move(&self, turn: Side) -> bool {
        let played = self.moves.iter().map(|played| played.seat);
        let next = seat_to_move(played, turn, (self.players.len() / 2).max(1));
        self.seat == Some(next)
    }

    /// Who sits on a seat.
    pub fn player_at(&self, seat: usize) -> Option<&Player> {
        self.players.get(seat)?.as_ref()
    }

    /// Who plays a side; with teams, the first of them.
    pub fn player(&self, side: Side) -> Option<&Player> {
        self.player_at(side.index())
    }

    /// The seats of a side.
    pub fn seats(&self, side: Side) -> impl Iterator<Item = usize> {
        (side.index()..self.players.len()).step_by(2)
    }

    /// Where it stands.
    pub fn stage(&self) -> Stage {
        match (&self.info, &self.ending, self.started) {
            (None, ..) => Stage::Unknown,
            (_, Some(_), _) => Stage::Over,
            (_, None, true) => Stage::Live,
            (_, None, false) => Stage::Waiting,
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

    /// Whether the person at this screen may write to the others.
    pub fn can_chat(&self) -> bool {
        let wanted = self.info.as_ref().is_some_and(|info| info.settings.chat);
        wanted && self.seat.is_some()
    }

    /// How many watch.
    pub fn watching(&self) -> usize {
        self.watching
    }

    /// The moves that stand.
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// Whether an own move is on its way.
    pub fn is_sending(&self) -> bool {
        self.in_flight.is_some()
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

    /// Whether an own offer has no answer yet.
    pub fn has_offered(&self, what: Offer) -> bool {
        self.side().is_some_and(|side| self.offers(side, what))
    }

    /// What the other side offers.
    pub fn offered(&self) -> Option<Offer> {
        let other = !self.side()?;
        [Offer::Draw, Offer::Takeback, Offer::Rematch]
            .into_iter()
            .find(|what| self.offers(other, *what))
    }

    fn with_computer(&self) -> bool {
        self.players.iter().flatten().any(is_computer)
    }

    /// Whether something can be offered now.
    pub fn can_offer(&self, what: Offer) -> bool {
        let Some(side) = self.side() else { return false };
        let own = |played: &Played| side_of(played.seat) == side;
        let fits = match what {
            Offer::Rematch => self.stage() == Stage::Over && self.rematch.is_none(),
            Offer::Draw => {
                self.stage() == Stage::Live && !self.with_computer() && self.moves.len() >= ABORT_BEFORE
            }
            Offer::Takeback => self.stage() == Stage::Live && self.moves.iter().any(own),
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

    /// Whether somebody of a side is connected.
    pub fn is_here(&self, side: Side) -> bool {
        let is_there = |seat: usize| self.here.get(seat).copied().unwrap_or(true);
        let mut seats = self.seats(side);
        seats.any(|seat| is_there(seat) || self.player_at(seat).is_some_and(is_computer))
    }

    /// Whether the other side has been away for so long that the game may be claimed.
    pub fn can_claim(&self, now: f64) -> bool {
        let since = self.side().and_then(|side| self.away[!side]);
        self.stage() == Stage::Live && since.is_some_and(|since| now - since > AWAY)
    }

    /// Milliseconds that a side has left.
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
        if matches!(action, Action::Move { .. }) {
            self.in_flight = Some(key.clone());
        }
        self.follower.act(key, action)
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

    /// Takes in what the server says.
    pub fn hear(&mut self, message: &ServerMessage, now: f64) -> News {
        let mut news = News {
            answer: self.follower.receive(message),
            ..News::default()
        };
        match message {
            ServerMessage::Welcome { table, seat, .. } => self.look(table.clone(), *seat),
            ServerMessage::Events { clocks, .. } => {
                self.clocks = clocks.map(|clocks| (clocks, now)).or(self.clocks);
            }
            ServerMessage::Presence { here, watching } => self.see(here, *watching, now),
            ServerMessage::Ack { key, seq } if self.in_flight.as_ref() == Some(key) => {
                self.acknowledged = Some(*seq);
            }
            ServerMessage::Refused { key, reason, .. } => {
                news.refused = self.take_refusal(key.as_ref(), *reason);
            }
            _ => {}
        }
        while let Some(Event { kind, .. }) = self.follower.log().get(self.taken).cloned() {
            self.taken += 1;
            self.take(kind.clone());
            news.events.push(kind);
        }
        if self.acknowledged.is_some_and(|seq| seq <= self.follower.last()) {
            (self.in_flight, self.acknowledged) = (None, None);
        }
        news
    }

    fn see(&mut self, here: &[bool], watching: usize, now: f64) {
        self.here = here.to_vec();
        self.watching = watching;
        for side in Side::BOTH {
            let since = self.away[side].unwrap_or(now);
            self.away[side] = (!self.is_here(side)).then_some(since);
        }
    }

    /// What could not be done now is tried again; what cannot be done at all is taken back from the board.
    fn take_refusal(&mut self, key: Option<&ClientKey>, reason: Refusal) -> Option<bool> {
        let is_move = key.is_some() && self.in_flight.as_ref() == key;
        let for_now = matches!(reason, Refusal::Busy | Refusal::TooFast);
        if is_move {
            self.in_flight = None;
        }
        if key.is_some() && !(is_move && for_now) {
            self.refused = Some(reason);
        }
        is_move.then_some(for_now)
    }

    fn take(&mut self, event: EventKind) {
        match event {
            EventKind::Sit { seat, player } => {
                if let Some(place) = self.players.get_mut(seat) {
                    *place = Some(player);
                }
            }
            EventKind::Start {} => self.started = true,
            EventKind::Move {
                ply,
                seat,
                text,
                position,
                ..
            } => {
                self.moves.truncate(ply as usize);
                self.moves.push(Played { seat, text, position });
                // A draw offer stays open while the one who offers it moves.
                self.offers
                    .retain(|(by, what)| *by == side_of(seat) && *what == Offer::Draw);
            }
            EventKind::Offer { side, what } => self.offers.push((side, what)),
            EventKind::Decline { what, .. } => self.offers.retain(|(_, open)| *open != what),
            EventKind::Takeback { ply, .. } => {
                self.moves.truncate(ply as usize);
                self.offers.clear();
            }
            EventKind::Chat { seat, text } => self.chat.extend(text.map(|text| (seat, text))),
            EventKind::End(ending) => {
                self.ending = Some(ending);
                self.offers.clear();
            }
            EventKind::Rated { after, change } => self.rated = Some((after, change)),
            EventKind::Rematch { table } => {
                self.rematch = Some(table);
                self.offers.clear();
            }
        }
    }
}

fn is_computer(player: &Player) -> bool {
    matches!(player.kind, PlayerKind::Computer { .. })
}

#[cfg(test)]
mod tests;
