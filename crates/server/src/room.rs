//! One table that is awake: a task that wakes from the log, does one thing after the other, writes before it
//! tells, and sleeps when nobody is there.

mod commit;
mod rate;
mod rematch;
mod talk;
mod wake;

pub(crate) use talk::Connection;

use crate::peers::{Elsewhere, Told};
use crate::rooms::{Act, Outbox, Rooms, Seen};
use crate::table::{Table, is_heavy};
use crate::time::now;
use commit::{Draft, seat_row};
use games::AnyGame;
use protocol::{
    Action, ClientMessage, Consequence, Ending, Event, EventKind, Facts, Player, Refusal, Refused, TableId,
    side_of,
};
use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::PoisonError;
use std::time::Duration;
use store::GameRow;
use tokio::sync::{mpsc, oneshot};

/// How often something is decided when others write at the same moment.
const TRIES: usize = 8;
/// How long to wait before something that happens by itself is tried again.
const AGAIN: Duration = Duration::from_millis(100);

/// What a table can be asked. An answer of nothing means that there is no such table for the one who asks.
#[derive(Debug)]
pub(crate) enum Command {
    Sit {
        player: Player,
        names: Vec<String>,
        seat: Option<usize>,
        invited: bool,
        reply: oneshot::Sender<Option<Result<usize, Refused>>>,
    },
    Look {
        names: Vec<String>,
        invited: bool,
        reply: oneshot::Sender<Option<Seen>>,
    },
    Join {
        names: Vec<String>,
        last: u64,
        outbox: Outbox,
        reply: oneshot::Sender<Option<u64>>,
    },
    Act {
        names: Vec<String>,
        act: Act,
        reply: oneshot::Sender<Option<Result<u64, Refused>>>,
    },
    Say {
        connection: u64,
        message: ClientMessage,
        arrived: i64,
        lag: i64,
    },
    Leave {
        connection: u64,
    },
    /// The computer has found its move for a position.
    Thought {
        position: String,
        text: String,
    },
    /// Another process has written to the log.
    LogGrown,
    /// Something that is not in the log happened at this table in another process.
    Elsewhere {
        process: String,
        what: Elsewhere,
    },
}

/// Somebody who is connected.
#[derive(Debug)]
struct Listener {
    names: Vec<String>,
    seat: Option<usize>,
    outbox: Outbox,
}

/// A table that is awake.
#[derive(Debug)]
pub(crate) struct Room {
    rooms: Rooms,
    id: TableId,
    row: GameRow,
    table: Table,
    log: Vec<Event>,
    /// The event that each marked action became.
    keys: HashMap<String, u64>,
    listeners: HashMap<u64, Listener>,
    next_listener: u64,
    /// Since when nobody is connected for a seat.
    away_since: Vec<Option<i64>>,
    /// Other processes in which this table is awake: who is connected there for which seat, and how many watch.
    elsewhere: HashMap<String, (Vec<bool>, usize)>,
    /// Another has written, or changed a rating, first: what was decided must be decided anew.
    conflicted: bool,
    /// For which position the computer is thinking.
    thinking: Option<String>,
    /// The database does not give the log any more: everybody must come again later.
    broken: bool,
}

/// Runs a table until it falls asleep. Boxed, because a table can make another one.
pub(crate) fn run(
    rooms: Rooms,
    id: TableId,
    mut commands: mpsc::Receiver<Command>,
) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async move {
        match Room::wake(rooms.clone(), id.clone()).await {
            Ok(Some(mut room)) => {
                room.tell_peers(Elsewhere::Awake {});
                room.live(&mut commands).await;
                room.tell_peers(Elsewhere::Asleep {});
            }
            Ok(None) => deny(&mut commands).await,
            Err(error) => tracing::error!(table = %id, error, "a table does not wake"),
        }
        let mut awake = rooms.0.awake.lock().unwrap_or_else(PoisonError::into_inner);
        commands.close();
        // Another may have been woken in the meantime; that one stays.
        if awake.get(&id).is_some_and(|handle| handle.mailbox.is_closed()) {
            awake.remove(&id);
        }
    })
}

/// There is no such table: says so to everyone who has asked.
async fn deny(commands: &mut mpsc::Receiver<Command>) {
    commands.close();
    while let Some(command) = commands.recv().await {
        match command {
            Command::Sit { reply, .. } => drop(reply.send(None)),
            Command::Look { reply, .. } => drop(reply.send(None)),
            Command::Join { reply, .. } => drop(reply.send(None)),
            Command::Act { reply, .. } => drop(reply.send(None)),
            Command::Say { .. }
            | Command::Leave { .. }
            | Command::Thought { .. }
            | Command::LogGrown
            | Command::Elsewhere { .. } => {}
        }
    }
}

impl Room {
    async fn live(&mut self, commands: &mut mpsc::Receiver<Command>) {
        self.go_on().await;
        while !self.broken {
            let wait = self.patience();
            match tokio::time::timeout(wait, commands.recv()).await {
                Ok(Some(command)) => self.serve(command).await,
                Ok(None) => return,
                Err(_) if self.is_overdue() => {}
                Err(_) if self.listeners.is_empty() && self.thinking.is_none() && commands.is_empty() => {
                    return;
                }
                Err(_) => {}
            }
            self.go_on().await;
        }
    }

    /// What happens without anybody asking: a clock that ran out, a computer's turn.
    async fn go_on(&mut self) {
        if let Some(end) = self.table.overdue(now())
            && self
                .commit(Draft {
                    events: vec![end],
                    ..Draft::default()
                })
                .await
                .is_err()
        {
            // It is tried again; not at once, for others want the database, too.
            self.conflicted = false;
            tokio::time::sleep(AGAIN).await;
        }
        self.forget_the_dead();
        self.think();
    }

    fn is_overdue(&self) -> bool {
        self.table.overdue(now()).is_some()
    }

    /// How long to wait for somebody to ask.
    fn patience(&self) -> Duration {
        let until_due = self
            .table
            .due()
            .map(|(at, _)| Duration::from_millis((at - now()).max(0) as u64));
        let sleep = self.rooms.0.patience.sleep;
        until_due.map_or(sleep, |due| due.min(sleep))
    }

    async fn serve(&mut self, command: Command) {
        match command {
            Command::Sit {
                player,
                names,
                seat,
                invited,
                reply,
            } => {
                let answer = self.sit(player, &names, seat, invited).await;
                let _ = reply.send(answer);
            }
            Command::Look {
                names,
                invited,
                reply,
            } => {
                let _ = reply.send(self.look(&names, invited));
            }
            Command::Join {
                names,
                last,
                outbox,
                reply,
            } => {
                let _ = reply.send(self.join(names, last, outbox));
            }
            Command::Act { names, act, reply } => {
                let answer = if self.may_see(&names) {
                    Some(self.act(self.table.state.seat_of(&names), act).await)
                } else {
                    None
                };
                let _ = reply.send(answer);
            }
            Command::Say {
                connection,
                message,
                arrived,
                lag,
            } => {
                self.hear(connection, message, arrived, lag).await;
            }
            Command::Leave { connection } => self.leave(connection),
            Command::Thought { position, text } => self.thought(&position, text).await,
            Command::LogGrown => self.catch_up().await,
            Command::Elsewhere { process, what } => self.hear_from_elsewhere(process, what),
        }
    }

    fn tell_peers(&self, what: Elsewhere) {
        let table = self.id.clone();
        self.rooms.0.peers.tell(Told::Table { table, what });
    }

    /// A public game is for all to see; a private one for those who play it and the one who made it.
    fn may_see(&self, names: &[String]) -> bool {
        let seat = self.table.state.seat_of(names);
        self.table.state.settings().public || self.is_creator(names) || seat.is_some()
    }

    fn is_creator(&self, names: &[String]) -> bool {
        names.contains(&self.row.creator)
    }

    async fn sit(
        &mut self,
        player: Player,
        names: &[String],
        seat: Option<usize>,
        invited: bool,
    ) -> Option<Result<usize, Refused>> {
        let mut answer = None;
        for _ in 0..TRIES {
            answer = self.try_to_sit(player.clone(), names, seat, invited).await;
            if !std::mem::take(&mut self.conflicted) {
                break;
            }
        }
        answer
    }

    async fn try_to_sit(
        &mut self,
        player: Player,
        names: &[String],
        seat: Option<usize>,
        invited: bool,
    ) -> Option<Result<usize, Refused>> {
        if let Some(seat) = self.table.state.seat_of(names) {
            return Some(Ok(seat));
        }
        if !invited && !self.may_see(names) {
            return None;
        }
        let seat = match self.table.state.may_sit(seat) {
            Ok(seat) => seat,
            Err(refused) => return Some(Err(refused)),
        };
        let rows = seat_row(seat, &player).into_iter().collect();
        let mut events = vec![EventKind::Sit { seat, player }];
        let seats = self.table.state.seats();
        if seats.iter().flatten().count() + 1 == seats.len() {
            events.push(EventKind::Start {});
        }
        let done = self
            .commit(Draft {
                events,
                seats: rows,
                ..Draft::default()
            })
            .await;
        Some(done.map(|_| seat))
    }

    /// Does what a player wants; gives the number of the event that it became. When another process was first,
    /// it is decided anew.
    async fn act(&mut self, seat: Option<usize>, act: Act) -> Result<u64, Refused> {
        let mut answer = Refused::with(Refusal::Busy, "too much happens here at once; try again");
        for _ in 0..TRIES {
            answer = self.try_to_act(seat, act.clone()).await;
            if !std::mem::take(&mut self.conflicted) {
                break;
            }
        }
        answer
    }

    async fn try_to_act(&mut self, seat: Option<usize>, act: Act) -> Result<u64, Refused> {
        let Some(seat) = seat else {
            return Refused::with(Refusal::NotYours, "you do not play in this game");
        };
        let key = format!("{seat}:{}", act.key);
        if let Some(seq) = self.keys.get(&key) {
            return Ok(*seq);
        }
        let facts = Facts {
            ply: act.ply,
            turn: self.table.board().turn(),
            now: now(),
            away_since: &self.away_since,
            claim_after: self.rooms.0.patience.claim_millis(),
        };
        match self.table.state.may(seat, &act.action, &facts)? {
            Consequence::Log(event) => self.commit(Draft::of(event, key)).await,
            Consequence::Takeback(ply) => self.take_back(ply, key).await,
            Consequence::Play => self.play(seat, act, key).await,
            Consequence::Rematch => self.rematch(key).await,
        }
    }

    /// Goes back to before a move; the time used until now stays used.
    async fn take_back(&mut self, ply: u32, key: String) -> Result<u64, Refused> {
        let board = match self.table.replay_to(ply) {
            Ok(board) => board,
            Err(error) => {
                tracing::error!(table = %self.id, error, "cannot replay a log");
                return Refused::with(Refusal::NotNow, "this game cannot be taken back");
            }
        };
        let left = self.table.clock.left_at(now());
        let event = EventKind::Takeback { ply, left };
        self.commit(Draft {
            board: Some(board),
            ..Draft::of(event, key)
        })
        .await
    }

    async fn play(&mut self, seat: usize, act: Act, key: String) -> Result<u64, Refused> {
        let Action::Move { text } = act.action else {
            return Refused::with(Refusal::Malformed, "expected a move");
        };
        let Ok(left) = self.table.clock.after_move(side_of(seat), act.arrived, act.lag) else {
            self.commit(Draft {
                events: vec![time_is_up(seat)],
                ..Draft::default()
            })
            .await?;
            return Refused::with(Refusal::Late, "your time was up");
        };
        let ply = self.table.state.plies();
        let board = self.try_move(text.clone()).await?;
        let side = side_of(seat);
        let turn_is_over = board.turn() != side;
        let left = if turn_is_over {
            self.table.clock.with_increment(side, left)
        } else {
            left
        };
        let mut events = vec![EventKind::Move {
            ply,
            seat,
            text,
            position: board.position(),
            left,
        }];
        events.extend(
            board
                .outcome()
                .map(|outcome| EventKind::End(Ending::from(outcome))),
        );
        self.commit(Draft {
            events,
            key: Some(key),
            board: Some(board),
            ..Draft::default()
        })
        .await
    }

    /// Plays a move on a copy of the board; a simulation waits for a free processor, aside from other work.
    async fn try_move(&self, text: String) -> Result<AnyGame, Refused> {
        let mut board = self.table.board().clone();
        let play = move || match board.play(&text) {
            Ok(()) => Ok(board),
            Err(error) => Refused::with(Refusal::Illegal, error.to_string()),
        };
        if !is_heavy(self.table.state.settings().game) {
            return play();
        }
        let busy = || Refused::with(Refusal::Busy, "the server cannot simulate this now; try again");
        let Ok(_permit) = self.rooms.0.heavy.acquire().await else {
            return busy();
        };
        tokio::task::spawn_blocking(play).await.unwrap_or_else(|_| busy())
    }
}

fn time_is_up(seat: usize) -> EventKind {
    EventKind::End(Ending::win(side_of(seat).other(), protocol::EndReason::Time))
}

#[cfg(test)]
mod tests;
