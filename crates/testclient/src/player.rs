//! A player that follows the protocol over a real socket, whatever happens to the connection.

use crate::Http;
use games::AnyGame;
use protocol::{
    Action, ClientKey, ClientMessage, Event, Refusal, RemoteTable, ServerMessage, Stage, TableId,
    TableSettings, side_of,
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
pub struct PlayStyle {
    /// The longest it thinks about a move, in milliseconds.
    pub think: u64,
    /// Moves of the game after which it gives up.
    pub resign_after: u32,
    /// When to fail because the game does not get on.
    pub limit: Duration,
}

impl PlayStyle {
    /// In no hurry to move.
    pub const WATCHING: PlayStyle = PlayStyle {
        think: 0,
        resign_after: u32::MAX,
        limit: Duration::MAX,
    };
}

/// A player at a table.
#[derive(Debug)]
pub struct TestPlayer {
    /// How to ask the server, with the cookie.
    pub http: Http,
    /// The table as this player knows it.
    pub remote: RemoteTable,
    /// Its log as it came.
    pub log: Vec<Event>,
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
    start: AnyGame,
    socket: Option<Socket>,
    /// The shortest time between two moves at the table.
    slow: Duration,
    /// When the last move was seen.
    moved: Instant,
}

impl TestPlayer {
    /// A player who has sat down at a table.
    pub fn new(http: Http, table: TableId, seat: usize, settings: &TableSettings, seed: u64) -> TestPlayer {
        let board = settings.start().unwrap();
        TestPlayer {
            http,
            remote: RemoteTable::new(seed, []),
            log: Vec::new(),
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
            socket: None,
            slow: Duration::ZERO,
            moved: Instant::now(),
        }
    }

    /// Plays with so much time before each move until `until`, then waits for what is not acknowledged yet.
    pub async fn keep_pace(&mut self, address: SocketAddr, every: Duration, until: Instant) {
        (self.slow, self.moved) = (every, Instant::now());
        let pace = PlayStyle::WATCHING;
        while Instant::now() < until + LAST_ANSWER {
            if Instant::now() >= until {
                self.slow = Duration::MAX;
                if self.is_settled() {
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
        if !self.is_settled() || !self.is_my_turn() {
            return RESEND_AT_EASE;
        }
        self.slow
            .saturating_sub(self.moved.elapsed())
            .min(RESEND_AT_EASE)
            .max(Duration::from_millis(1))
    }

    /// Number of moves that stand.
    pub fn plies(&self) -> u32 {
        self.remote.moves().len() as u32
    }

    /// Whether the server has answered all that this player did.
    pub fn is_settled(&self) -> bool {
        self.remote.unsettled().next().is_none()
    }

    /// Whether the game is over, as far as this player knows.
    pub fn is_over(&self) -> bool {
        self.remote.stage() == Stage::Over
    }

    /// The table's id.
    pub const fn table(&self) -> &TableId {
        &self.table
    }

    /// The board as this player knows it.
    pub const fn board(&self) -> &AnyGame {
        &self.board
    }

    /// Plays until the game is over; `address` is the server, or a proxy before it.
    pub async fn play(&mut self, address: SocketAddr, pace: PlayStyle) -> Result<(), String> {
        let begin = Instant::now();
        while !self.is_over() || !self.is_settled() {
            if begin.elapsed() > pace.limit {
                return Err(format!(
                    "seat {} stands still after event {}",
                    self.seat,
                    self.remote.last()
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
    pub async fn step(&mut self, address: SocketAddr, pace: PlayStyle) -> Result<(), tungstenite::Error> {
        if self.socket.is_none() {
            self.socket = Some(self.connect(address).await?);
            self.remote.opened(0.0);
            self.flush().await?;
        }
        match self.hear().await? {
            Heard::Message(message) => self.take(&message),
            Heard::Unknown => {}
            Heard::Nothing => {
                self.remote.resend();
                if self.slow.is_zero() {
                    self.remote.sync();
                }
            }
        }
        self.flush().await?;
        self.go_on(pace).await
    }

    /// Sends what is to be sent.
    async fn flush(&mut self) -> Result<(), tungstenite::Error> {
        for message in self.remote.take_outbox() {
            self.send(&message).await?;
        }
        Ok(())
    }

    /// Moves, if it is time.
    async fn go_on(&mut self, pace: PlayStyle) -> Result<(), tungstenite::Error> {
        let free = self.is_settled() && self.moved.elapsed() >= self.slow;
        if free && self.is_my_turn() {
            sleep(Duration::from_millis(self.random.below(pace.think + 1))).await;
            self.choose(pace);
            self.flush().await?;
        }
        Ok(())
    }

    /// Drops the connection without a close frame.
    pub fn hang_up(&mut self) {
        self.socket = None;
    }

    async fn connect(&self, address: SocketAddr) -> Result<Socket, tungstenite::Error> {
        let stream = TcpStream::connect(address).await?;
        let mut request = format!("ws://{address}/ws/table/{}", self.table).into_client_request()?;
        if let Some(cookie) = &self.http.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        self.http.add_headers(request.headers_mut());
        let connecting = timeout(Duration::from_secs(5), client_async(request, stream)).await;
        let (socket, _) = connecting.map_err(|_| tungstenite::Error::ConnectionClosed)??;
        Ok(socket)
    }

    async fn hear(&mut self) -> Result<Heard, tungstenite::Error> {
        let patience = self.patience();
        let Some(socket) = &mut self.socket else {
            return Ok(Heard::Nothing);
        };
        match timeout(patience, next(socket)).await {
            Err(_) => Ok(Heard::Nothing),
            Ok(text) => {
                let message = ServerMessage::read(&text?).map(Box::new);
                Ok(message.map_or(Heard::Unknown, Heard::Message))
            }
        }
    }

    /// Does something, and sends it.
    pub async fn act(&mut self, action: Action) -> Result<ClientKey, tungstenite::Error> {
        let key = self.remote.act(action);
        self.flush().await?;
        Ok(key)
    }

    /// Sends a message over the socket, if there is one.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), tungstenite::Error> {
        match &mut self.socket {
            Some(socket) => send(socket, message.write()).await,
            None => Ok(()),
        }
    }

    fn take(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Ack { key, seq } => {
                if let Some((_, text, when)) = self.sent.take_if(|(sent, ..)| sent == key) {
                    self.waits.push(when.elapsed().as_micros() as u64);
                    self.acknowledged.push((key.clone(), *seq, text));
                }
            }
            ServerMessage::Refused {
                key: Some(key),
                reason,
                words,
                ..
            } if *reason != Refusal::Busy => {
                if let Some((_, text, _)) = self.sent.take_if(|(sent, ..)| sent == key) {
                    self.refused.push(format!("{text}: {words}"));
                }
            }
            ServerMessage::Bye { .. } => self.socket = None,
            _ => {}
        }
        let update = self.remote.hear(message, 0.0);
        self.log.extend(update.events);
        self.follow();
    }

    /// Begins where the server says: it tosses Polarity's red disc.
    fn begin(&mut self) {
        let start = self.remote.info().and_then(|info| info.settings.start().ok());
        if let Some(start) = start.filter(|start| start.position() != self.start.position()) {
            (self.start, self.board) = (start.clone(), start);
        }
    }

    /// Brings the board to where the log is.
    fn follow(&mut self) {
        if self.moves.is_empty() {
            self.begin();
        }
        let moves = self.remote.moves();
        let same = self
            .moves
            .iter()
            .zip(moves)
            .take_while(|(text, played)| **text == played.text);
        if same.count() < self.moves.len() {
            self.moves.clear();
            self.board = self.start.clone();
        }
        for played in &moves[self.moves.len()..] {
            self.board.play(&played.text).unwrap();
            assert_eq!(
                self.board.position(),
                played.position,
                "the server shows another board"
            );
            self.moves.push(played.text.clone());
            self.moved = Instant::now();
        }
    }

    fn is_my_turn(&self) -> bool {
        let turn = self.board.turn();
        self.remote.stage() == Stage::Live
            && self.board.outcome().is_none()
            && side_of(self.seat) == turn
            && self.remote.is_to_move(turn)
    }

    fn choose(&mut self, pace: PlayStyle) {
        if self.plies() >= pace.resign_after {
            self.remote.act(Action::Resign {});
            return;
        }
        // A game that is played by hand has no list of moves to choose from.
        let text = if let Some(moves) = self.board.moves() {
            moves[self.random.below(moves.len() as u64) as usize].clone()
        } else {
            let clumsy = games::Level::ALL[0];
            self.board.choose(clumsy, self.random.bits(), &|| false).unwrap()
        };
        if self.remote.play(self.moves.len(), &text)
            && let Some(key) = self.remote.in_flight().cloned()
        {
            self.sent = Some((key, text, Instant::now()));
            self.sent_moves += 1;
        }
    }
}

/// An event of the socket.
enum Heard {
    Message(Box<ServerMessage>),
    /// A message of a kind that is not known here.
    Unknown,
    /// Nothing for a while.
    Nothing,
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
