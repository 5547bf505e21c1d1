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
mod tests {
    use super::*;
    use games::GameId;
    use protocol::{Clock, EndReason};

    fn player(name: &str) -> Player {
        Player {
            person: format!("person-{name}").parse().unwrap(),
            name: name.to_owned(),
            kind: PlayerKind::Guest,
            rating: None,
            provisional: false,
        }
    }

    fn info(seats: Vec<Option<Player>>) -> TableInfo {
        let clock = Clock::Fischer {
            base: 60,
            increment: 0,
        };
        TableInfo {
            id: "table-0001".parse().unwrap(),
            settings: TableSettings {
                clock,
                ..TableSettings::new(GameId::Offboard)
            },
            created: 0,
            seats,
            plies: 0,
            ending: None,
        }
    }

    /// A game that has begun, with the number of its next event.
    struct Played(Game, u64);

    impl Played {
        fn new(seat: Option<usize>) -> Played {
            let seats = vec![Some(player("Ann")), Some(player("Bob"))];
            let mut played = Played(Game::new(info(seats), seat, &[]), 1);
            played.tell(EventKind::Start {});
            played
        }

        fn tell(&mut self, kind: EventKind) -> Option<ClientMessage> {
            let event = Event {
                seq: self.1,
                at: 0,
                kind,
            };
            self.1 += 1;
            self.0.hear(
                &ServerMessage::Events {
                    events: vec![event],
                    clocks: None,
                },
                0.0,
            )
        }

        fn tell_move(&mut self, text: &str) {
            let ply = self.0.moves.len();
            let (seat, text, position) = (ply % 2, text.to_owned(), String::new());
            self.tell(EventKind::Move {
                ply: ply as u32,
                seat,
                text,
                position,
                left: None,
            });
        }

        fn propose(&mut self, board: &str) -> Option<ClientMessage> {
            let board: Vec<String> = board.split_whitespace().map(str::to_owned).collect();
            let number = self.1;
            self.0.propose(&board, || format!("key-{number:05}").parse().ok())
        }
    }

    fn key_of(message: &ClientMessage) -> ClientKey {
        match message {
            ClientMessage::Act { key, .. } => key.clone(),
            _ => panic!("{message:?} is no action"),
        }
    }

    #[test]
    fn an_own_move_is_sent_once_and_stands_until_it_is_settled() {
        let mut game = Played::new(Some(0));
        let sent = game.propose("i5h5").unwrap();
        assert!(
            matches!(&sent, ClientMessage::Act { ply: 0, action: Action::Move { text }, .. } if text == "i5h5")
        );
        assert_eq!(game.propose("i5h5"), None, "it is on its way");
        assert_eq!(
            (game.0.line(), game.0.is_settled()),
            (vec!["i5h5".to_owned()], false)
        );
        assert_eq!(game.0.unsettled(), std::slice::from_ref(&sent));
        game.tell_move("i5h5");
        let ack = ServerMessage::Ack {
            key: key_of(&sent),
            seq: 2,
        };
        game.0.hear(&ack, 0.0);
        assert_eq!(
            (game.0.line(), game.0.is_settled()),
            (vec!["i5h5".to_owned()], true)
        );
        assert_eq!(game.propose("i5h5"), None);
    }

    #[test]
    fn several_own_moves_go_one_after_the_other() {
        let mut game = Played::new(Some(0));
        let first = game.propose("one").unwrap();
        assert_eq!(game.propose("one two"), None);
        game.tell_move("one");
        game.0.hear(
            &ServerMessage::Ack {
                key: key_of(&first),
                seq: 2,
            },
            0.0,
        );
        let second = game.propose("one two").unwrap();
        assert!(
            matches!(&second, ClientMessage::Act { ply: 1, action: Action::Move { text }, .. } if text == "two")
        );
    }

    #[test]
    fn what_is_refused_is_taken_back_and_what_is_busy_is_tried_again() {
        let mut game = Played::new(Some(0));
        let refuse = |game: &mut Played, message: &ClientMessage, reason| {
            let key = Some(key_of(message));
            game.0.hear(
                &ServerMessage::Refused {
                    key,
                    reason,
                    words: String::new(),
                    last: 1,
                    ply: 0,
                },
                0.0,
            );
        };
        let sent = game.propose("i5h5").unwrap();
        refuse(&mut game, &sent, Refusal::Busy);
        assert_eq!((game.0.line().len(), game.0.refused()), (1, None));
        game.1 += 100;
        let again = game.propose("i5h5").unwrap();
        assert_ne!(key_of(&again), key_of(&sent));
        refuse(&mut game, &again, Refusal::Illegal);
        assert_eq!(
            (game.0.line().len(), game.0.refused()),
            (0, Some(Refusal::Illegal))
        );
    }

    #[test]
    fn what_was_on_its_way_when_the_page_was_closed_goes_on() {
        let mut game = Played::new(Some(0));
        let sent = game.propose("i5h5").unwrap();
        let kept = game.0.unsettled();
        let seats = vec![Some(player("Ann")), Some(player("Bob"))];
        let mut reloaded = Game::new(info(seats), Some(0), &kept);
        assert!(reloaded.greet().contains(&sent));
        reloaded.started = true;
        assert_eq!(
            reloaded.propose(&["i5h5".to_owned()], || None),
            None,
            "not under another key"
        );
        let events = vec![Event {
            seq: 1,
            at: 0,
            kind: EventKind::Start {},
        }];
        reloaded.catch_up(events, 0.0);
        assert_eq!(reloaded.line(), ["i5h5"], "it stands on the board");
        reloaded.hear(
            &ServerMessage::Ack {
                key: key_of(&sent),
                seq: 1,
            },
            0.0,
        );
        assert!(reloaded.unsettled().is_empty());
    }

    #[test]
    fn what_is_not_answered_is_said_again() {
        let mut game = Played::new(Some(0));
        let sent = game.propose("i5h5").unwrap();
        let said: Vec<ClientMessage> = (0..2 * AGAIN).flat_map(|_| game.0.beat()).collect();
        assert_eq!(said, [sent.clone(), sent]);
    }

    #[test]
    fn offers_are_open_until_the_other_moves() {
        let mut game = Played::new(Some(1));
        assert!(!game.0.can_offer(Offer::Takeback) && !game.0.can_offer(Offer::Draw));
        assert!(game.0.can_abort() && !game.0.can_resign());
        game.tell_move("i5h5");
        game.tell_move("a1b2");
        assert!(game.0.can_offer(Offer::Takeback) && game.0.can_offer(Offer::Draw));
        assert!(!game.0.can_abort() && game.0.can_resign());
        game.tell(EventKind::Offer {
            side: Side::First,
            what: Offer::Draw,
        });
        assert_eq!(game.0.offered(), Some(Offer::Draw));
        game.tell_move("h5i5");
        assert_eq!(game.0.offered(), Some(Offer::Draw), "who offers may move");
        game.tell_move("b2a1");
        assert_eq!(game.0.offered(), None);
        game.tell(EventKind::Offer {
            side: Side::Second,
            what: Offer::Takeback,
        });
        assert!(!game.0.can_offer(Offer::Takeback));
        game.tell(EventKind::Takeback { ply: 3, left: None });
        assert_eq!(
            (game.0.line().len(), game.0.can_offer(Offer::Takeback)),
            (3, true)
        );
    }

    #[test]
    fn clocks_run_between_the_server_s_words() {
        let mut game = Played::new(Some(0));
        assert_eq!(
            game.0.left(Side::First, 99.0),
            Some(60_000.0),
            "before anything was told"
        );
        let clocks = Some(Clocks {
            left: [50_000, 60_000],
            running: Some(Side::First),
        });
        game.0.hear(
            &ServerMessage::Events {
                events: Vec::new(),
                clocks,
            },
            1000.0,
        );
        assert_eq!(game.0.left(Side::First, 3000.0), Some(48_000.0));
        assert_eq!(game.0.left(Side::Second, 3000.0), Some(60_000.0));
        assert_eq!(game.0.left(Side::First, 99_000.0), Some(0.0));
        game.tell(EventKind::End(Ending::win(Side::Second, EndReason::Time)));
        assert_eq!((game.0.running(), game.0.stage()), (None, Stage::Over));
        assert!(game.0.can_offer(Offer::Rematch));
    }

    #[test]
    fn who_is_away_for_long_may_lose() {
        let mut game = Played::new(Some(0));
        let presence = |here: [bool; 2]| ServerMessage::Presence {
            here: here.to_vec(),
            watching: 2,
        };
        game.0.hear(&presence([true, false]), 1000.0);
        assert!(!game.0.is_here(Side::Second) && game.0.is_here(Side::First));
        assert!(!game.0.can_claim(60_000.0) && game.0.can_claim(61_001.0));
        game.0.hear(&presence([true, true]), 61_002.0);
        assert!(!game.0.can_claim(99_000.0));
        assert_eq!(game.0.watching(), 2);
    }

    #[test]
    fn a_seat_is_waited_for() {
        let mut game = Game::new(info(vec![Some(player("Ann")), None]), Some(0), &[]);
        assert_eq!(game.stage(), Stage::Waiting);
        let sit = EventKind::Sit {
            seat: 1,
            player: player("Bob"),
        };
        let events = [sit, EventKind::Start {}].into_iter().zip(1..);
        let events = events.map(|(kind, seq)| Event { seq, at: 0, kind }).collect();
        game.catch_up(events, 0.0);
        assert_eq!(
            (
                game.stage(),
                game.player(Side::Second).map(|bob| bob.name.as_str())
            ),
            (Stage::Live, Some("Bob"))
        );
    }

    #[test]
    fn spectators_do_nothing() {
        let mut game = Played::new(None);
        assert_eq!(game.propose("i5h5"), None);
        assert!(!game.0.can_abort() && !game.0.can_offer(Offer::Draw) && game.0.offered().is_none());
    }
}
