//! A player that follows the protocol over a real socket, whatever happens to the connection.

use crate::Http;
use games::AnyGame;
use protocol::{
    Action, ClientKey, ClientMessage, Event, EventKind, Follower, ServerMessage, TableId, TableSettings,
};
use rules::Random;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// When nothing comes for so long, what is not settled is sent again.
const RESEND: Duration = Duration::from_millis(400);
/// The same for a player who keeps a steady pace, as a browser does it.
const RESEND_AT_EASE: Duration = Duration::from_millis(2500);
/// How long a player who has stopped waits for the last acknowledgement.
const LAST_ANSWER: Duration = Duration::from_secs(20);

type Socket = WebSocketStream<TcpStream>;

/// How a player plays.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The longest it thinks about a move, in milliseconds.
    pub think: u64,
    /// Moves of the game after which it gives up.
    pub resign_after: u32,
    /// When to fail because the game does not get on.
    pub limit: Duration,
}

/// Somebody at a table.
#[derive(Debug)]
pub struct Player {
    /// How to ask the server, with the cookie.
    pub http: Http,
    /// What is known of the table.
    pub follower: Follower,
    /// Each move that the server has acknowledged: its mark, its event and its text.
    pub acknowledged: Vec<(ClientKey, u64, String)>,
    /// Moves that the server refused.
    pub refused: Vec<String>,
    /// How long each acknowledgement took, in microseconds.
    pub waits: Vec<u64>,
    /// Moves that were sent, however often.
    pub sent_moves: usize,
    table: TableId,
    seat: usize,
    random: Random,
    sent: Option<(ClientKey, String, Instant)>,
    board: AnyGame,
    moves: Vec<String>,
    read: usize,
    start: AnyGame,
    socket: Option<Socket>,
    in_team: bool,
    /// The shortest time between two moves at the table.
    slow: Duration,
    /// When the last move was seen.
    moved: Instant,
}

impl Player {
    /// A player who has sat down at a table.
    pub fn new(http: Http, table: TableId, seat: usize, settings: &TableSettings, seed: u64) -> Player {
        let board = settings.start().unwrap();
        Player {
            http,
            follower: Follower::new(),
            acknowledged: Vec::new(),
            refused: Vec::new(),
            waits: Vec::new(),
            sent_moves: 0,
            table,
            seat,
            random: Random::new(seed),
            sent: None,
            start: board.clone(),
            board,
            moves: Vec::new(),
            read: 0,
            socket: None,
            in_team: false,
            slow: Duration::ZERO,
            moved: Instant::now(),
        }
    }

    /// Plays with so much time before each move until `until`, then waits for what is not acknowledged yet.
    pub async fn keep_pace(&mut self, address: SocketAddr, every: Duration, until: Instant) {
        (self.slow, self.moved) = (every, Instant::now());
        let pace = Pace {
            think: 0,
            resign_after: u32::MAX,
            limit: Duration::MAX,
        };
        while Instant::now() < until + LAST_ANSWER {
            if Instant::now() >= until {
                self.slow = Duration::MAX;
                if self.follower.unsettled().next().is_none() {
                    return;
                }
            }
            if self.step(address, pace).await.is_err() {
                self.socket = None;
                sleep(Duration::from_millis(20 + self.random.below(60))).await;
            }
        }
    }

    /// How long to wait for a message before doing something.
    fn patience(&self) -> Duration {
        if self.slow.is_zero() {
            return RESEND;
        }
        if self.follower.unsettled().next().is_some() || !self.is_my_turn() {
            return RESEND_AT_EASE;
        }
        self.slow
            .saturating_sub(self.moved.elapsed())
            .min(RESEND_AT_EASE)
            .max(Duration::from_millis(1))
    }

    /// How the game ended, as far as this player knows.
    pub fn ending(&self) -> Option<&Event> {
        self.follower
            .log()
            .iter()
            .find(|event| matches!(event.kind, EventKind::End(_)))
    }

    /// Where it is played.
    pub const fn table(&self) -> &TableId {
        &self.table
    }

    /// The board as this player knows it.
    pub const fn board(&self) -> &AnyGame {
        &self.board
    }

    /// Plays until the game is over; `address` is the server, or a proxy before it.
    pub async fn play(&mut self, address: SocketAddr, pace: Pace) -> Result<(), String> {
        let begin = Instant::now();
        while self.ending().is_none() || self.follower.unsettled().next().is_some() {
            if begin.elapsed() > pace.limit {
                return Err(format!(
                    "seat {} stands still after event {}",
                    self.seat,
                    self.follower.last()
                ));
            }
            if self.step(address, pace).await.is_err() {
                self.socket = None;
                sleep(Duration::from_millis(20 + self.random.below(60))).await;
            }
        }
        Ok(())
    }

    /// Hears one message, or waits for none, and does what is to be done then.
    pub async fn step(&mut self, address: SocketAddr, pace: Pace) -> Result<(), tungstenite::Error> {
        if self.socket.is_none() {
            self.socket = Some(self.connect(address).await?);
            for message in self.follower.greet() {
                self.send(&message).await?;
            }
        }
        if let Some(message) = self.hear().await? {
            if let Some(answer) = self.take(&message) {
                self.send(&answer).await?;
            }
        } else {
            let again: Vec<ClientMessage> = self.follower.unsettled().collect();
            for message in again {
                self.send(&message).await?;
            }
            if self.slow.is_zero() {
                let last = self.follower.last();
                self.send(&ClientMessage::Sync { last }).await?;
            }
        }
        self.go_on(pace).await
    }

    /// Moves, if it is time.
    async fn go_on(&mut self, pace: Pace) -> Result<(), tungstenite::Error> {
        let free = self.follower.unsettled().next().is_none() && self.moved.elapsed() >= self.slow;
        if free && self.is_my_turn() {
            sleep(Duration::from_millis(self.random.below(pace.think + 1))).await;
            let message = self.choose(pace);
            self.send(&message).await?;
        }
        Ok(())
    }

    /// Goes away without a word.
    pub fn hang_up(&mut self) {
        self.socket = None;
    }

    async fn connect(&self, address: SocketAddr) -> Result<Socket, tungstenite::Error> {
        let stream = TcpStream::connect(address).await?;
        let mut request = format!("ws://{address}/ws/table/{}", self.table).into_client_request()?;
        if let Some(cookie) = &self.http.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        let connecting = timeout(Duration::from_secs(5), client_async(request, stream)).await;
        let (socket, _) = connecting.map_err(|_| tungstenite::Error::ConnectionClosed)??;
        Ok(socket)
    }

    async fn hear(&mut self) -> Result<Option<ServerMessage>, tungstenite::Error> {
        let patience = self.patience();
        let Some(socket) = &mut self.socket else {
            return Ok(None);
        };
        match timeout(patience, next(socket)).await {
            Err(_) => Ok(None),
            Ok(text) => Ok(Some(ServerMessage::read(&text?).unwrap())),
        }
    }

    /// Sends a message over the socket, if there is one.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), tungstenite::Error> {
        match &mut self.socket {
            Some(socket) => send(socket, message.write()).await,
            None => Ok(()),
        }
    }

    fn take(&mut self, message: &ServerMessage) -> Option<ClientMessage> {
        match message {
            ServerMessage::Ack { key, seq } => {
                if let Some((_, text, when)) = self.sent.take_if(|(sent, ..)| sent == key) {
                    self.waits.push(when.elapsed().as_micros() as u64);
                    self.acknowledged.push((key.clone(), *seq, text));
                }
            }
            ServerMessage::Refused {
                key: Some(key),
                words,
                ..
            } => {
                if let Some((_, text, _)) = self.sent.take_if(|(sent, ..)| sent == key) {
                    self.refused.push(format!("{text}: {words}"));
                }
            }
            ServerMessage::Bye { .. } => self.socket = None,
            _ => {}
        }
        let answer = self.follower.receive(message);
        self.read_log();
        answer
    }

    fn read_log(&mut self) {
        for event in &self.follower.log()[self.read..] {
            match &event.kind {
                EventKind::Move { text, position, .. } => {
                    self.board.play(text).unwrap();
                    assert_eq!(self.board.position(), *position, "the server shows another board");
                    self.moves.push(text.clone());
                    self.moved = Instant::now();
                }
                EventKind::Takeback { ply, .. } => {
                    self.moves.truncate(*ply as usize);
                    self.board = self.start.clone();
                    self.moves.iter().for_each(|text| self.board.play(text).unwrap());
                }
                _ => {}
            }
        }
        self.read = self.follower.log().len();
    }

    /// Plays as one of two on a side: partners take turns.
    pub async fn play_in_team(&mut self, address: SocketAddr, pace: Pace) -> Result<(), String> {
        self.in_team = true;
        self.play(address, pace).await
    }

    /// The seat of each move that stands, as the server tells them.
    fn last_turns(&self) -> (Option<usize>, usize) {
        let mut seats: Vec<usize> = Vec::new();
        for event in self.follower.log() {
            match event.kind {
                EventKind::Move { seat, .. } => seats.push(seat),
                EventKind::Takeback { ply, .. } => seats.truncate(ply as usize),
                _ => {}
            }
        }
        let own_side = |seat: &usize| seat % 2 == self.seat % 2;
        let turns = seats
            .chunk_by(|a, b| a % 2 == b % 2)
            .filter(|turn| own_side(&turn[0]));
        (seats.last().copied(), turns.count())
    }

    /// Whether this partner moves, when it is the side's turn.
    fn is_my_part(&self) -> bool {
        let (last, turns) = self.last_turns();
        match last {
            Some(last) if last % 2 == self.seat % 2 => last == self.seat,
            _ => turns % 2 == self.seat / 2,
        }
    }

    fn is_my_turn(&self) -> bool {
        let began = self
            .follower
            .log()
            .iter()
            .any(|event| event.kind == EventKind::Start {});
        began
            && self.ending().is_none()
            && self.board.outcome().is_none()
            && self.board.turn().index() == self.seat % 2
            && (!self.in_team || self.is_my_part())
    }

    fn choose(&mut self, pace: Pace) -> ClientMessage {
        let key: ClientKey = format!("k{:015x}", self.random.bits() >> 4).parse().unwrap();
        if self.follower.plies() >= pace.resign_after {
            return self.follower.act(key, Action::Resign {});
        }
        // What is played by hand has no list of moves to choose from.
        let text = if let Some(moves) = self.board.moves() {
            moves[self.random.below(moves.len() as u64) as usize].clone()
        } else {
            let clumsy = games::Level::ALL[0];
            self.board.choose(clumsy, self.random.bits(), &|| false).unwrap()
        };
        self.sent = Some((key.clone(), text.clone(), Instant::now()));
        self.sent_moves += 1;
        self.follower.act(key, Action::Move { text })
    }
}

async fn send(socket: &mut Socket, text: String) -> Result<(), tungstenite::Error> {
    use futures_util::SinkExt;
    socket.send(Message::Text(text.into())).await
}

async fn next(socket: &mut Socket) -> Result<String, tungstenite::Error> {
    use futures_util::StreamExt;
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
            None | Some(Ok(Message::Close(_))) => return Err(tungstenite::Error::ConnectionClosed),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(error),
        }
    }
}
