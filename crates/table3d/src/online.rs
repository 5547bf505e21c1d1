//! A game over the network, without a network: what the server has told, what the table shows of it, and what is
//! to be said. The mover's browser plays a move at once; what the server's log says is the truth.

mod hand;
#[cfg(test)]
mod tests;

use crate::session::{Seats, Session, Status};
use hand::Shown;
use polarity::{Match, Move, Position, Variant};
use protocol::{Action, ClientMessage, EventKind, Link, RemoteTable, ServerMessage, Stage, TableId};
use rules::Side;

/// Who is farther behind than this many moves is not shown them all.
const BEHIND: usize = 2;

/// What has to do with players elsewhere.
#[derive(Debug, Default)]
pub struct Network {
    /// The game over the network, if this is one.
    pub online: Option<Online>,
    /// What went wrong, as the key of its words.
    pub trouble: Option<&'static str>,
    /// Whether a link has just been copied.
    pub copied: bool,
    /// How many lines of the chat have been seen.
    pub read: usize,
    /// Whether the chat is not wanted.
    pub silent: bool,
    /// Whether giving up has been asked about.
    pub sure: bool,
}

/// A game that a server keeps, on this table.
#[derive(Debug)]
pub struct Online {
    table: RemoteTable,
    /// How many moves had been played when the table was last set up; nothing before it was.
    base: Option<usize>,
    /// Whether the table has to be set up as the log says.
    stale: bool,
    /// Where the player goes on, because the next game has just been agreed on.
    next: Option<TableId>,
    shown: Shown,
    /// The moving hand, to be shown to the others.
    poses: Vec<ClientMessage>,
    now: f64,
}

impl Online {
    /// A table to be followed; `unsettled` was said there before and never answered. The seed makes marks that
    /// nobody else has.
    pub fn new(seed: u64, unsettled: &[ClientMessage]) -> Online {
        Online {
            table: RemoteTable::new(seed, unsettled.iter().cloned()),
            base: None,
            stale: false,
            next: None,
            shown: Shown::default(),
            poses: Vec::new(),
            now: 0.0,
        }
    }

    /// The table as the server tells it.
    pub fn table(&self) -> &RemoteTable {
        &self.table
    }

    /// How the connection is.
    pub fn link(&self) -> Link {
        self.table.link(self.now)
    }

    /// Whether the other side is away.
    pub fn is_alone(&self) -> bool {
        self.table.side().is_some_and(|side| !self.table.is_here(!side))
    }

    /// Whether the other side has been away for so long that the game may be claimed.
    pub fn can_claim(&self) -> bool {
        self.table.can_claim(self.now)
    }

    /// Milliseconds that a side has left, in a game with clocks.
    pub fn left(&self, side: Side) -> Option<f64> {
        self.table.left(side, self.now)
    }

    /// Where to go on now, once.
    pub fn take_next(&mut self) -> Option<TableId> {
        self.next.take()
    }

    /// The player wants to go on to the next game.
    pub fn go_on(&mut self) {
        self.next = self.table.rematch().cloned();
    }

    /// What to say to the server now.
    pub fn take_outbox(&mut self) -> Vec<ClientMessage> {
        let mut messages = self.table.take_outbox();
        messages.append(&mut self.poses);
        messages
    }

    /// The connection is there, for the first time or again.
    pub fn opened(&mut self) {
        self.table.opened(self.now);
    }

    /// The connection is cut.
    pub fn cut(&mut self) {
        self.table.cut();
    }

    /// A second has gone by on an open connection.
    pub fn beat(&mut self) {
        self.table.beat();
    }

    /// Does something.
    pub fn act(&mut self, action: Action) {
        self.table.act(action);
    }

    /// Hears the server.
    pub fn hear(&mut self, message: &ServerMessage, session: &mut Session) {
        let update = self.table.hear(message, self.now);
        let has = |test: fn(&EventKind) -> bool| update.events.iter().any(|event| test(&event.kind));
        // A busy server gets the move again by itself; one that is refused is taken off the table.
        self.stale |= update.withdrawn || has(|event| matches!(event, EventKind::Takeback { .. }));
        // Who looks at an old game again stays there.
        let agreed = has(|event| matches!(event, EventKind::Rematch { .. }))
            && !has(|event| matches!(event, EventKind::End(_)));
        if agreed && self.table.side().is_some() {
            self.go_on();
        }
        if let ServerMessage::Hand { ply, poses } = message
            && self.played(session) == Some(*ply as usize)
        {
            hand::see(session, poses);
        }
    }

    /// The position that the log says.
    fn truth(&self) -> Option<Position> {
        if let Some(last) = self.table.moves().last() {
            return last.position.parse().ok();
        }
        let info = self.table.info()?;
        if let Some(position) = &info.position {
            return position.parse().ok();
        }
        let variant = info.settings.variant.as_deref();
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
        (self.base, self.stale) = (Some(self.table.moves().len()), false);
    }

    /// Lets time pass: shows what the log has, sends what was made here.
    pub fn advance(&mut self, session: &mut Session, milliseconds: f64) {
        self.now += milliseconds;
        if self.table.stage() == Stage::Unknown {
            return;
        }
        if self.stale || self.base.is_none() || session.game().is_none() {
            self.set_up(session);
        }
        let Some(played) = self.played(session) else {
            return;
        };
        let logged = self.table.moves().len();
        match session.status() {
            Status::Idle | Status::Watching if played < logged => self.show_next(session, played),
            Status::Idle if played == logged => self.compare(session),
            Status::Idle if played > self.table.line_len() => self.send_last(session),
            _ => {}
        }
        if self.table.stage() == Stage::Over && session.status() == Status::Holding {
            session.drop_hand();
        }
        let free = self.table.stage() == Stage::Live && !self.table.is_sending() && played == logged;
        session.set_own(Side::BOTH.map(|side| free && self.table.is_to_move(side)));
        let message = self.shown.pass(session, !self.table.is_sending(), milliseconds);
        let ply = logged as u32;
        self.poses
            .extend(message.map(|poses| ClientMessage::Hand { ply, poses }));
    }

    /// Shows the next move of the log; what cannot be shown is set up.
    fn show_next(&mut self, session: &mut Session, played: usize) {
        if session.is_performing() {
            return;
        }
        let mv = self.table.moves()[played].text.parse::<Move>();
        let far = self.table.moves().len() - played > BEHIND;
        let shown = !far && mv.is_ok_and(|mv| session.perform(&mv));
        self.stale = !shown;
    }

    /// The table must stand as the server found it.
    fn compare(&mut self, session: &Session) {
        let Some(last) = self.table.moves().last() else {
            return;
        };
        let fresh = session.game().is_some_and(|game| !game.played().is_empty());
        if fresh && self.shown.is_new(self.table.moves().len()) {
            let here = session.game().map(|game| game.position().to_string());
            self.stale = here.as_ref() != Some(&last.position);
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
        self.table.play(self.table.line_len(), &done.mv.to_string());
    }
}
