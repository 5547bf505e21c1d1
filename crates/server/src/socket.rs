//! A table's socket: between a client and its table, with limits on what may come in and how long nothing may.

use crate::App;
use crate::connections::Credentialed;
use crate::http_error::Problem;
use crate::identity::{Maybe, Visitor};
use crate::limits::{Allowance, Client};
use crate::open::Taken;
use crate::outbox::outbox;
use crate::room::Connection;
use crate::routes::Routes;
use crate::time::now;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use protocol::{ByeReason, ClientMessage, MOST_BYTES, Refusal, ServerMessage, TableId, VERSION};
use std::time::Duration;
use tokio::time::{Instant, interval, timeout};

/// How long a client may take to greet, and the connection to take a message.
const GREETING: Duration = Duration::from_secs(10);
const SENDING: Duration = Duration::from_secs(10);
/// How often the connection is measured, and how long it may be silent.
const PING: Duration = Duration::from_secs(5);
const SILENCE: Duration = Duration::from_secs(20);
/// Bytes that a connection keeps for reading and writing; larger messages grow it for their time.
const BUFFER: usize = 4096;

pub(crate) fn routes() -> Routes {
    Routes::default().on("GET", "/ws/table/{id}", connect)
}

async fn connect(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
    Maybe(visitor): Maybe,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let id: TableId = id.parse().map_err(|_| Problem::not_found())?;
    let allowance = Allowance::new(&app, visitor.as_ref(), &client);
    let credentialed = app.connections.enter(visitor.as_ref());
    let may_play = visitor.as_ref().is_none_or(Visitor::may_play);
    let ids = visitor.map(|visitor| visitor.ids).unwrap_or_default();
    let permit = app.open_socket(&client)?;
    let taken = permit.lend();
    let upgrade = upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(64 * MOST_BYTES)
        .max_message_size(MOST_BYTES)
        .max_frame_size(MOST_BYTES);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let mut peer = Peer {
            socket,
            lag: 0,
            heard: Instant::now(),
            ping: None,
            allowance,
            credentialed,
            taken,
            may_play,
        };
        tracing::debug!(table = %id, "table socket opened");
        if let Some(Bye(reason, words)) = peer.serve(&app, &id, &ids, &client).await {
            let bye = ServerMessage::Bye { reason, words };
            peer.send(bye.write().into()).await;
        }
        let _ = timeout(SENDING, peer.socket.send(Message::Close(None))).await;
        tracing::debug!(table = %id, "table socket closed");
        drop(permit);
    }))
}

struct Peer {
    socket: WebSocket,
    /// How slow the connection is, in milliseconds, there and back.
    lag: i64,
    heard: Instant,
    /// The ping that waits for its answer: nobody can answer it who has not received it.
    ping: Option<([u8; 8], Instant)>,
    allowance: Allowance,
    credentialed: Credentialed,
    /// Told when a client with fewer sockets takes the place of this one.
    taken: Taken,
    /// Whether the client may do more than look.
    may_play: bool,
}

/// Last words to a client: the reason, and the sentence for people.
struct Bye(ByeReason, String);

impl Bye {
    fn new(reason: ByeReason, words: &str) -> Bye {
        Bye(reason, words.to_owned())
    }
}

/// The last words to somebody who cannot join a table.
fn not_joined(problem: &Problem) -> Bye {
    if problem.is_busy() {
        Bye::new(
            ByeReason::Trouble,
            "the server has no room for this game now; come again",
        )
    } else {
        Bye::new(ByeReason::NoTable, "there is no such game, or it is not for you")
    }
}

/// Next message of a client.
enum Heard {
    Message(ClientMessage),
    /// It cannot be read; the words say why.
    Nonsense(String),
    /// A frame of the protocol below.
    Nothing,
    Gone,
}

impl Peer {
    /// Serves a client until one side goes; gives the last words if they are ours.
    async fn serve(&mut self, app: &App, id: &TableId, ids: &[String], client: &Client) -> Option<Bye> {
        let last = match self.greeting().await {
            Ok(last) => last,
            Err(bye) => return bye,
        };
        let (outbox, mut letters) = outbox();
        let connection = match app.rooms.join(id, ids, last, &outbox, client.name()).await {
            Ok(connection) => connection,
            Err(problem) => return Some(not_joined(&problem)),
        };
        drop(outbox);
        let mut stopping = app.stopping.clone();
        let mut pings = interval(PING);
        loop {
            tokio::select! {
                letter = letters.recv() => {
                    // The table lets a client go by not writing to it any more.
                    let letter = letter?;
                    if !self.send(letter).await {
                        return None;
                    }
                }
                frame = self.socket.recv() => match self.read(frame) {
                    Heard::Gone => return None,
                    Heard::Nothing => {}
                    heard => {
                        if !self.pass_on(heard, &connection).await {
                            return None;
                        }
                    }
                },
                _ = pings.tick() => {
                    if self.heard.elapsed() > SILENCE {
                        return Some(Bye::new(ByeReason::Silence, "nothing was heard from you"));
                    }
                    if !self.send_ping().await {
                        return None;
                    }
                }
                () = self.credentialed.revoked() => {
                    let words = "you have signed out, or your token was revoked";
                    return Some(Bye::new(ByeReason::SignedOut, words));
                }
                () = self.taken.wait() => {
                    let words = "too many sockets are open from where you are; close some";
                    return Some(Bye::new(ByeReason::Trouble, words));
                }
                _ = stopping.changed() => {
                    let words = "the server restarts; it is back in a moment";
                    return Some(Bye::new(ByeReason::Restart, words));
                }
            }
        }
    }

    /// The number of the last event that the client has.
    async fn greeting(&mut self) -> Result<u64, Option<Bye>> {
        let greeting = async {
            loop {
                let frame = self.socket.recv().await;
                match self.read(frame) {
                    Heard::Nothing => {}
                    heard => return heard,
                }
            }
        };
        match timeout(GREETING, greeting).await {
            Ok(Heard::Message(ClientMessage::Hello {
                version: VERSION,
                last,
            })) => Ok(last),
            Ok(Heard::Message(ClientMessage::Hello { .. })) => {
                let words = format!("this page is of another version than {VERSION}: load it again");
                Err(Some(Bye(ByeReason::Version, words)))
            }
            Ok(Heard::Nonsense(words)) => Err(Some(Bye(ByeReason::Greeting, words))),
            Ok(Heard::Gone) => Err(None),
            Ok(_) | Err(_) => Err(Some(Bye::new(ByeReason::Greeting, "expected a hello first"))),
        }
    }

    fn read(&mut self, frame: Option<Result<Message, axum::Error>>) -> Heard {
        self.heard = Instant::now();
        match frame {
            None | Some(Err(_) | Ok(Message::Close(_))) => Heard::Gone,
            Some(Ok(Message::Text(text))) => match ClientMessage::read(&text) {
                Ok(message) => Heard::Message(message),
                Err(error) => Heard::Nonsense(error.to_string()),
            },
            Some(Ok(Message::Binary(_))) => Heard::Nonsense("expected text".to_owned()),
            Some(Ok(Message::Pong(sent))) => {
                let Some((_, at)) = self.ping.take_if(|(text, _)| text[..] == sent[..]) else {
                    return self.count_frame();
                };
                self.measure(at.elapsed().as_millis() as i64);
                Heard::Nothing
            }
            // Frames without a message count as messages do.
            Some(Ok(Message::Ping(_))) => self.count_frame(),
        }
    }

    fn count_frame(&mut self) -> Heard {
        if self.allowance.take() || !self.allowance.is_abused() {
            Heard::Nothing
        } else {
            Heard::Gone
        }
    }

    async fn send_ping(&mut self) -> bool {
        let mut text = [0; 8];
        // Without random bytes nothing is measured.
        self.ping = getrandom::fill(&mut text).is_ok().then(|| (text, Instant::now()));
        let ping = Message::Ping(text.to_vec().into());
        matches!(timeout(SENDING, self.socket.send(ping)).await, Ok(Ok(())))
    }

    fn measure(&mut self, millis: i64) {
        let seen = millis.clamp(0, SILENCE.as_millis() as i64);
        self.lag = if self.lag == 0 {
            seen
        } else {
            (3 * self.lag + seen) / 4
        };
    }

    /// Hands a message to the table; `false` when it is time to go.
    async fn pass_on(&mut self, heard: Heard, connection: &Connection) -> bool {
        let (reason, words) = match heard {
            _ if !self.allowance.take() => (Refusal::TooFast, "too many messages: slow down".to_owned()),
            Heard::Message(ClientMessage::Ping {}) => {
                return self.send(ServerMessage::Pong {}.write().into()).await;
            }
            Heard::Message(ClientMessage::Act { .. } | ClientMessage::Hand { .. }) if !self.may_play => {
                (Refusal::NotYours, "this token may only read".to_owned())
            }
            Heard::Message(message) => return connection.say(message, now(), self.lag).await,
            Heard::Nonsense(words) => (Refusal::Malformed, words),
            Heard::Nothing | Heard::Gone => return true,
        };
        let refused = ServerMessage::Refused {
            key: None,
            reason,
            words,
            last: 0,
            ply: 0,
        };
        self.send(refused.write().into()).await && !self.allowance.is_abused()
    }

    async fn send(&mut self, text: Utf8Bytes) -> bool {
        matches!(
            timeout(SENDING, self.socket.send(Message::Text(text))).await,
            Ok(Ok(()))
        )
    }
}
