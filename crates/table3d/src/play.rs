//! A game at this table and what it needs from outside: the computer's thoughts, and a place to be kept.

use crate::session::{Seats, Session, Status};
use crate::terms::{Terms, With};
use crate::time::Time;
use games::GameId;
use polarity::{Face, Match, Move, Position, Toss, toss};
use protocol::{CreateTable, SideChoice, TableSettings};
use rules::Side;

/// Something that only the browser can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Let the computer choose a move: its answer is [`Play::answer`].
    Think {
        /// The position.
        position: String,
        /// How well.
        level: u8,
        /// What its choices depend on.
        seed: u64,
    },
    /// Nobody wants the answer any more.
    StopThinking,
    /// Keep this text until the next visit.
    Keep(String),
    /// Make a table for a friend: the body of the request.
    Invite(String),
}

/// The game, besides what lies on the table.
#[derive(Clone, Debug, Default)]
pub struct Play {
    /// What is chosen for the next game.
    pub terms: Terms,
    /// With whom this one is played.
    with: With,
    level: u8,
    tossed: Option<Toss>,
    time: Option<Time>,
    /// The position that the computer thinks about.
    thinking: Option<Position>,
    seed: u64,
    /// The side to move when time last passed, and how many moves had been played.
    last: Option<(Side, usize)>,
    wishes: Vec<Wish>,
}

impl Play {
    /// What its chances depend on.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// With whom this game is played.
    pub fn with(&self) -> With {
        self.with
    }

    /// The computer's level in this game.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// How the toss went, once there was one.
    pub fn tossed(&self) -> Option<Toss> {
        self.tossed
    }

    /// The players' clocks.
    pub fn time(&self) -> Option<&Time> {
        self.time.as_ref()
    }

    /// Whether the computer is thinking.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// What the browser shall do now.
    pub fn take_wishes(&mut self) -> Vec<Wish> {
        std::mem::take(&mut self.wishes)
    }

    fn next_seed(&mut self) -> u64 {
        self.seed = rules::Random::new(self.seed).bits();
        self.seed
    }

    /// Tosses the red disc for the next game; whose call was wrong has no choice of sides.
    pub fn toss(&mut self, call: Face) {
        let result = toss(self.next_seed(), call);
        self.tossed = Some(result);
        if !result.called_right && self.terms.has("side") {
            self.terms.side = Some(Side::Second);
        }
    }

    /// Whether the player has a choice of sides.
    pub fn may_choose_side(&self) -> bool {
        self.tossed.is_none_or(|toss| toss.called_right)
    }

    /// Begins what has been chosen.
    pub fn start(&mut self, session: &mut Session) {
        let red = match self.tossed {
            Some(toss) => toss.face,
            None => toss(self.next_seed(), Face::North).face,
        };
        self.stop();
        self.tossed = None;
        if self.terms.with == With::Friend {
            self.wishes.push(Wish::Invite(self.invitation(red)));
            return;
        }
        self.begin(session, Match::start(self.terms.variant(red)));
        self.keep(session);
    }

    /// What a server needs to know to make a table for a friend.
    fn invitation(&self, red: Face) -> String {
        let variant = self.terms.variant(red);
        let settings = TableSettings {
            teams: variant.teams,
            variant: Some(variant.to_string()),
            clock: self.terms.server_clock().parse().unwrap_or_default(),
            ..TableSettings::new(GameId::Polarity)
        };
        let side = match self.terms.side {
            None => SideChoice::Random,
            Some(Side::First) => SideChoice::First,
            Some(Side::Second) => SideChoice::Second,
        };
        let table = CreateTable {
            settings,
            side,
            computer: None,
        };
        table.write()
    }

    fn begin(&mut self, session: &mut Session, game: Match) {
        (self.with, self.level) = (self.terms.with, self.terms.level);
        self.time = self.terms.time();
        let person = self.terms.side.unwrap_or_else(|| {
            let first = self.next_seed().is_multiple_of(2);
            if first { Side::First } else { Side::Second }
        });
        let own = match self.with {
            With::Computer => Side::BOTH.map(|side| side == person),
            _ => [true; 2],
        };
        session.take_up(game, Seats { own, shared: false });
        self.last = None;
    }

    /// This is practice, or somebody else's game.
    pub fn leave(&mut self, with: With) {
        self.stop();
        self.with = with;
        self.time = None;
        // A game that is kept waits while one plays elsewhere.
        if with == With::Practice {
            self.wishes.push(Wish::Keep(String::new()));
        }
    }

    /// Whoever was asked is gone: the question is asked again.
    pub fn ask_again(&mut self) {
        self.thinking = None;
    }

    fn stop(&mut self) {
        if self.thinking.take().is_some() {
            self.wishes.push(Wish::StopThinking);
        }
    }

    /// Lets real time pass.
    pub fn advance(&mut self, session: &mut Session, milliseconds: f64) {
        if !matches!(self.with, With::Two | With::Computer) {
            return;
        }
        let Some(game) = session.game() else { return };
        let (turn, plies) = (game.position().turn(), game.played().len());
        let status = session.status();
        if let (Some(time), false) = (&mut self.time, session.is_over()) {
            let runs = matches!(status, Status::Idle | Status::Holding) && plies > 0;
            if runs && time.pass(turn, milliseconds) {
                session.lose(turn);
            }
            if let Some((before, _)) = self.last.filter(|(before, _)| *before != turn) {
                time.turn_over(before);
            }
        }
        if self.last != Some((turn, plies)) {
            self.last = Some((turn, plies));
            self.stop();
            self.keep(session);
        }
        self.think(session);
    }

    /// Asks the computer when it is its turn.
    fn think(&mut self, session: &Session) {
        let Some(game) = session.game() else { return };
        let position = game.position();
        let its_turn = self.with == With::Computer && !session.is_own_turn() && !session.is_over();
        if its_turn && session.status() == Status::Idle && self.thinking.is_none() {
            self.thinking = Some(position.clone());
            let (position, level, seed) = (position.to_string(), self.level, self.next_seed());
            self.wishes.push(Wish::Think {
                position,
                level,
                seed,
            });
        }
    }

    /// The computer has chosen; what does not fit the position is asked for again.
    pub fn answer(&mut self, session: &mut Session, text: &str) {
        let asked = self.thinking.take();
        let now = session.game().map(polarity::Match::position);
        if asked.is_none() || asked.as_ref() != now {
            return;
        }
        if let Ok(mv) = text.parse::<Move>() {
            session.perform(&mv);
        }
    }

    /// Keeps the game: what was chosen, the sides at this screen, the clocks, the position.
    fn keep(&mut self, session: &Session) {
        let Some(game) = session.game() else { return };
        let own = session.seats().own.map(|own| if own { "own" } else { "other" });
        let time = self.time.as_ref().map_or_else(|| "-".to_owned(), Time::to_text);
        let mut terms = self.terms.clone();
        (terms.with, terms.level) = (self.with, self.level.max(1));
        self.wishes.push(Wish::Keep(format!(
            "{}\n{} {}\n{time}\n{}",
            terms.to_text(),
            own[0],
            own[1],
            game.position()
        )));
    }

    /// Takes up what was kept; whether there was a game.
    pub fn restore(&mut self, session: &mut Session, text: &str) -> bool {
        let lines: Vec<&str> = text.split('\n').collect();
        let [terms, own, time, position] = lines[..] else {
            return false;
        };
        let Ok(position) = position.parse::<Position>() else {
            return false;
        };
        self.terms = Terms::from_text(terms);
        (self.with, self.level) = (self.terms.with, self.terms.level);
        self.time = Time::from_text(time);
        let mut words = own.split(' ');
        let own = [(); 2].map(|()| words.next() == Some("own"));
        session.take_up(Match::from_position(position), Seats { own, shared: false });
        self.last = None;
        true
    }
}

#[cfg(test)]
mod tests;
