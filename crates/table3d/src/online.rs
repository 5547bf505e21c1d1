//! A game over the network, without a network: what the server has told, what the table shows of it, and what is
//! to be said. The mover's browser plays a move at once; what the server's log says is the truth.

mod hand;
#[cfg(test)]
mod tests;

use crate::session::{Seats, Session, Status};
use hand::Shown;
use polarity::{Match, Move, Position, Variant};
use protocol::{
    Action, ClientKey, ClientMessage, Clocks, Ending, Event, EventKind, Follower, Offer, Refusal,
    ServerMessage, TableId, TableInfo,
};
use rules::Side;

/// Beats after which what is not settled is said again.
const AGAIN: u32 = 3;
/// Who is farther behind than this many moves is not shown them all.
const BEHIND: usize = 2;
/// How long a busy server is left alone, in milliseconds.
const BUSY: f64 = 2000.0;
/// Moves before which a game can be aborted.
const ABORT_BEFORE: usize = 2;

/// How the connection is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Link {
    /// Not there yet.
    #[default]
    Connecting,
    /// There.
    Open,
    /// Cut; it comes back by itself.
    Cut,
}

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

/// What has to do with players elsewhere.
#[derive(Debug, Default)]
pub struct Network {
    /// The game over the network, if this is one.
    pub online: Option<Online>,
    /// What went wrong, as the key of its words.
    pub trouble: Option<&'static str>,
    /// Whether the link has been copied.
    pub copied: bool,
    /// Whether giving up has been asked about.
    pub sure: bool,
}

/// The game as the server tells it.
#[derive(Debug, Default)]
pub struct Online {
    follower: Follower,
    info: Option<TableInfo>,
    seat: Option<usize>,
    names: [Option<String>; 2],
    /// The moves that stand, each with the position after it.
    moves: Vec<(String, String)>,
    started: bool,
    ending: Option<Ending>,
    rematch: Option<TableId>,
    offers: Vec<(Side, Offer)>,
    /// The clocks, and when they were told.
    clocks: Option<(Clocks, f64)>,
    here: Vec<bool>,
    link: Link,
    /// How many moves had been played when the table was last set up; nothing before it was.
    base: Option<usize>,
    /// The move that was made here and is not in the log yet.
    in_flight: Option<ClientKey>,
    /// What the server did not take, in its words.
    refused: Option<String>,
    /// Whether the table has to be set up as the log says.
    stale: bool,
    shown: Shown,
    outbox: Vec<ClientMessage>,
    keys: u64,
    beats: u32,
    now: f64,
    /// A server that was busy is left alone until then.
    not_before: f64,
}

/// The side that plays from a seat.
fn side_of(seat: usize) -> Side {
    if seat.is_multiple_of(2) {
        Side::First
    } else {
        Side::Second
    }
}

impl Online {
    /// A table to be followed; `unsettled` was said there before and never answered. The seed makes marks that
    /// nobody else has.
    pub fn new(seed: u64, unsettled: &[ClientMessage]) -> Online {
        let mut online = Online {
            keys: seed,
            ..Online::default()
        };
        for message in unsettled {
            online.follower.resume(message.clone());
            if let ClientMessage::Act {
                key,
                action: Action::Move { .. },
                ..
            } = message
            {
                online.in_flight = Some(key.clone());
            }
        }
        online
    }

    /// How the connection is.
    pub fn link(&self) -> Link {
        self.link
    }

    /// Where the game stands.
    pub fn stage(&self) -> Stage {
        match (&self.info, &self.ending, self.started) {
            (None, ..) => Stage::Unknown,
            (_, Some(_), _) => Stage::Over,
            (_, None, true) => Stage::Live,
            (_, None, false) => Stage::Waiting,
        }
    }

    /// The side of the player at this screen, unless they only watch.
    pub fn side(&self) -> Option<Side> {
        self.seat.map(side_of)
    }

    /// What a side's player is called.
    pub fn name(&self, side: Side) -> Option<&str> {
        self.names[side].as_deref()
    }

    /// How it ended.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Where the same players play again.
    pub fn rematch(&self) -> Option<&TableId> {
        self.rematch.as_ref()
    }

    /// What the server did not take last, in its words.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// Whether a side offers something.
    pub fn offers(&self, side: Side, what: Offer) -> bool {
        self.offers.contains(&(side, what))
    }

    /// Whether the other player is away.
    pub fn is_alone(&self) -> bool {
        let there = |seat: usize| self.here.get(seat).copied().unwrap_or(true);
        self.seat.is_some_and(|seat| !there(seat ^ 1))
    }

    /// Whether a move made here is still on its way.
    pub fn is_sending(&self) -> bool {
        self.in_flight.is_some()
    }

    /// Whether the game can still be called off.
    pub fn can_abort(&self) -> bool {
        self.moves.len() < ABORT_BEFORE
    }

    /// Milliseconds that a side has left, in a game with clocks.
    pub fn left(&self, side: Side) -> Option<f64> {
        let (clocks, told) = self.clocks.as_ref()?;
        let runs = clocks.running == Some(side) && self.ending.is_none();
        let passed = if runs { self.now - told } else { 0.0 };
        Some((clocks.left[side] as f64 - passed).max(0.0))
    }

    /// What to say to the server now.
    pub fn take_outbox(&mut self) -> Vec<ClientMessage> {
        std::mem::take(&mut self.outbox)
    }

    /// What to keep in case the page is closed.
    pub fn unsettled(&self) -> Vec<ClientMessage> {
        self.follower.unsettled().collect()
    }

    /// The connection is there, for the first time or again.
    pub fn opened(&mut self) {
        self.link = Link::Open;
        self.outbox = self.follower.greet();
    }

    /// The connection is cut.
    pub fn cut(&mut self) {
        self.link = Link::Cut;
    }

    /// A second has gone by on an open connection.
    pub fn beat(&mut self) {
        self.beats += 1;
        if self.beats.is_multiple_of(AGAIN) {
            self.outbox.extend(self.follower.unsettled());
        }
    }

    fn fresh_key(&mut self) -> Option<ClientKey> {
        self.keys = rules::Random::new(self.keys).bits();
        format!("{:016x}", self.keys).parse().ok()
    }

    /// Does something.
    pub fn act(&mut self, action: Action) -> Option<ClientKey> {
        self.refused = None;
        let key = self.fresh_key()?;
        let message = self.follower.act(key.clone(), action);
        self.outbox.push(message);
        Some(key)
    }

    /// Hears the server.
    pub fn hear(&mut self, message: &ServerMessage, session: &mut Session) {
        let before = self.follower.log().len();
        self.outbox.extend(self.follower.receive(message));
        let news: Vec<Event> = self.follower.log()[before..].to_vec();
        for event in news {
            self.take(event.kind);
        }
        match message {
            ServerMessage::Welcome { table, seat, .. } => {
                for (seat, player) in table.seats.iter().enumerate() {
                    if let Some(player) = player {
                        self.names[side_of(seat)] = Some(player.name.clone());
                    }
                }
                (self.info, self.seat) = (Some(table.clone()), *seat);
            }
            ServerMessage::Events {
                clocks: Some(clocks), ..
            } => self.clocks = Some((*clocks, self.now)),
            ServerMessage::Presence { here, .. } => self.here.clone_from(here),
            ServerMessage::Refused {
                key: Some(key),
                reason,
                words,
                ..
            } => self.refuse(key, *reason, words),
            ServerMessage::Hand { ply, poses } if self.played(session) == Some(*ply as usize) => {
                hand::see(session, poses);
            }
            _ => {}
        }
    }

    /// The server did not take something: a move is undone, or made again when it was only busy.
    fn refuse(&mut self, key: &ClientKey, reason: Refusal, words: &str) {
        let moved = self.in_flight.as_ref() == Some(key);
        if moved {
            self.in_flight = None;
        }
        if moved && matches!(reason, Refusal::Busy | Refusal::TooFast) {
            self.not_before = self.now + BUSY;
            return;
        }
        self.refused = Some(words.to_owned());
        self.stale |= moved;
    }

    fn take(&mut self, event: EventKind) {
        match event {
            EventKind::Sit { seat, player } => self.names[side_of(seat)] = Some(player.name),
            EventKind::Start {} => self.started = true,
            EventKind::Move { text, position, .. } => {
                self.offers.retain(|(_, what)| *what == Offer::Rematch);
                self.moves.push((text, position));
                self.in_flight = None;
            }
            EventKind::Offer { side, what } => self.offers.push((side, what)),
            EventKind::Decline { what, .. } => self.offers.retain(|(_, offered)| *offered != what),
            EventKind::Takeback { ply, .. } => {
                self.moves.truncate(ply as usize);
                self.offers.clear();
                self.stale = true;
            }
            EventKind::End(ending) => self.ending = Some(ending),
            EventKind::Rematch { table } => self.rematch = Some(table),
            EventKind::Chat { .. } | EventKind::Rated { .. } => {}
        }
    }

    /// The position that the log says.
    fn truth(&self) -> Option<Position> {
        if let Some((_, position)) = self.moves.last() {
            return position.parse().ok();
        }
        let variant = self.info.as_ref()?.settings.variant.as_deref();
        let variant: Option<Variant> = variant.map_or(Some(Variant::default()), |text| text.parse().ok());
        variant.map(Position::start)
    }

    /// How many moves the table shows.
    fn played(&self, session: &Session) -> Option<usize> {
        let game = session.game()?;
        Some(self.base? + game.played().len())
    }

    /// Sets the table up as the log says.
    fn set_up(&mut self, session: &mut Session) {
        let Some(truth) = self.truth() else { return };
        let seats = Seats {
            own: [false; 2],
            shared: true,
        };
        session.take_up(Match::from_position(truth), seats);
        (self.base, self.stale) = (Some(self.moves.len()), false);
    }

    /// Lets time pass: shows what the log has, sends what was made here.
    pub fn advance(&mut self, session: &mut Session, milliseconds: f64) {
        self.now += milliseconds;
        if self.info.is_none() {
            return;
        }
        if self.stale || self.base.is_none() || session.game().is_none() {
            self.set_up(session);
        }
        let Some(played) = self.played(session) else {
            return;
        };
        match session.status() {
            Status::Idle | Status::Watching if played < self.moves.len() => self.show_next(session, played),
            Status::Idle if played == self.moves.len() => self.compare(session),
            Status::Idle if self.in_flight.is_none() && self.now >= self.not_before => {
                self.send_last(session);
            }
            _ => {}
        }
        if self.stage() == Stage::Over && session.status() == Status::Holding {
            session.drop_hand();
        }
        let free = self.stage() == Stage::Live && self.in_flight.is_none();
        let own = self.side().filter(|_| free && played == self.moves.len());
        session.set_own(Side::BOTH.map(|side| own == Some(side)));
        let message = self.shown.pass(session, self.in_flight.is_none(), milliseconds);
        let ply = self.moves.len() as u32;
        self.outbox
            .extend(message.map(|poses| ClientMessage::Hand { ply, poses }));
    }

    /// Shows the next move of the log; what cannot be shown is set up.
    fn show_next(&mut self, session: &mut Session, played: usize) {
        if session.is_performing() {
            return;
        }
        let mv = self.moves[played].0.parse::<Move>();
        let far = self.moves.len() - played > BEHIND;
        let shown = !far && mv.is_ok_and(|mv| session.perform(&mv));
        self.stale = !shown;
    }

    /// The table must stand as the server found it.
    fn compare(&mut self, session: &Session) {
        let Some((_, truth)) = self.moves.last() else {
            return;
        };
        let fresh = session.game().is_some_and(|game| !game.played().is_empty());
        if fresh && self.shown.is_new(self.moves.len()) {
            let here = session.game().map(|game| game.position().to_string());
            self.stale = here.as_ref() != Some(truth);
        }
    }

    /// Sends the move that was just made here, unless nothing came of it.
    fn send_last(&mut self, session: &mut Session) {
        let Some(game) = session.game() else { return };
        let Some(done) = game.played().last() else { return };
        let before = game
            .played()
            .iter()
            .rev()
            .nth(1)
            .map_or(game.first(), |done| &done.position);
        if done.position == *before {
            session.forget_last();
            return;
        }
        let text = done.mv.to_string();
        self.in_flight = self.act(Action::Move { text });
    }
}
