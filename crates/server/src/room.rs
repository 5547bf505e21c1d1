//! One table that is awake: a task that wakes from the log, does one thing after the other, writes before it
//! tells, and sleeps when nobody is there.

mod agreements;
mod commit;
mod computer;
mod connection;
mod due;
mod hand;
mod listeners;
mod load;
mod memory;
mod presence;
mod ratings;
mod seats;
mod simulate;

pub(crate) use commit::shown;
pub(crate) use connection::Connection;
pub(crate) use load::read_event;
pub(crate) use memory::{Waker, long_logs};

use crate::cluster::{PeerMessage, TableNotice};
use crate::computer::Task;
use crate::log_size::LogSize;
use crate::outbox::Outbox;
use crate::room_registry::{Act, Rooms, Seen};
use crate::table::{Table, is_heavy};
use crate::time::now;
use commit::Draft;
use games::AnyGame;
use hand::HandBytes;
use listeners::Listener;
use load::Unloaded;
use memory::Memory;
use presence::Presence;
use protocol::{
    Action, ClientMessage, EndReason, Ending, Event, EventKind, Facts, PermittedEffect, Player, Refusal,
    Refused, ServerMessage, TableId, side_of,
};
use simulate::{Asker, Simulated, Simulation};
use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::PoisonError;
use store::GameRow;
use tokio::sync::{mpsc, oneshot};

/// How often something is decided when others write at the same moment.
const TRIES: usize = 8;

/// Commands to a room. A reply of nothing means that the person may not see such a table.
#[derive(Debug)]
pub(crate) enum Command {
    Sit {
        player: Player,
        ids: Vec<String>,
        seat: Option<usize>,
        invited: bool,
        reply: oneshot::Sender<Option<Result<usize, Refused>>>,
    },
    Look {
        ids: Vec<String>,
        invited: bool,
        reply: oneshot::Sender<Option<Seen>>,
    },
    Join {
        ids: Vec<String>,
        last: u64,
        outbox: Outbox,
        reply: oneshot::Sender<Option<u64>>,
    },
    Act {
        ids: Vec<String>,
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
    /// A connection has read the events sent to it: sends the next ones.
    SendRest {
        connection: u64,
    },
    /// The computer has found its move for a position.
    Thought {
        position: String,
        text: String,
    },
    /// It has waited too long for its players.
    Expire {
        reply: oneshot::Sender<()>,
    },
    /// A host has removed it.
    Removed,
    /// Another process has written to the log.
    LogGrown,
    /// Time was given back to the clocks.
    ShowClocks,
    /// Something that is not in the log happened at this table in another process.
    Elsewhere {
        process: String,
        what: TableNotice,
    },
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
    presence: Presence,
    /// Other processes in which this table is awake: who is connected there for which seat, and how many watch.
    elsewhere: HashMap<String, (Vec<bool>, usize)>,
    /// Another has written, or changed a rating, first: what was decided must be decided anew.
    conflicted: bool,
    /// The position that the computer is thinking about.
    thinking: Option<(String, Task)>,
    /// A move that is being simulated.
    simulation: Option<Simulation>,
    /// The way back for what was simulated.
    simulated: mpsc::Sender<Simulated>,
    /// Attempts in this turn that changed nothing, with the number of moves before it.
    attempts: (u32, u32),
    size: LogSize,
    memory: Memory,
    hand: HandBytes,
    /// The database does not give the log any more: everybody must come again later.
    broken: bool,
}

/// Runs a table until it falls asleep. Boxed, because a table can make another one.
pub(crate) fn run(
    rooms: Rooms,
    id: TableId,
    waker: Waker,
    mut commands: mpsc::Receiver<Command>,
) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async move {
        let (simulated, mut simulations) = mpsc::channel(1);
        match Room::wake(rooms.clone(), id.clone(), &waker.client, simulated).await {
            Ok(mut room) => {
                tracing::debug!(table = %id, "table loaded");
                room.tell_peers(TableNotice::Awake {});
                room.live(&mut commands, &mut simulations).await;
                room.tell_peers(TableNotice::Asleep {});
                tracing::debug!(table = %id, "table unloaded");
            }
            Err(Unloaded::NoTable) => deny(&mut commands).await,
            Err(Unloaded::NoMemory) => waker.refuse(),
            Err(Unloaded::Trouble(error)) => {
                tracing::error!(table = %id, error, "cannot load table from its log");
            }
        }
        let mut awake = rooms.0.awake.lock().unwrap_or_else(PoisonError::into_inner);
        commands.close();
        // Another may have been woken in the meantime; that one stays.
        if awake.get(&id).is_some_and(|handle| handle.mailbox.is_closed()) {
            awake.remove(&id);
        }
    })
}

/// Tells everyone who has asked that no such table exists.
async fn deny(commands: &mut mpsc::Receiver<Command>) {
    commands.close();
    while let Some(command) = commands.recv().await {
        match command {
            Command::Sit { reply, .. } => drop(reply.send(None)),
            Command::Look { reply, .. } => drop(reply.send(None)),
            Command::Join { reply, .. } => drop(reply.send(None)),
            Command::Act { reply, .. } => drop(reply.send(None)),
            Command::Expire { reply } => drop(reply.send(())),
            Command::Say { .. }
            | Command::Leave { .. }
            | Command::SendRest { .. }
            | Command::Thought { .. }
            | Command::Removed
            | Command::LogGrown
            | Command::ShowClocks
            | Command::Elsewhere { .. } => {}
        }
    }
}

impl Room {
    async fn live(
        &mut self,
        commands: &mut mpsc::Receiver<Command>,
        simulations: &mut mpsc::Receiver<Simulated>,
    ) {
        self.go_on().await;
        while !self.broken {
            let due = self.next_due();
            let sleep = self.patience();
            tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => self.serve(command).await,
                    None => return,
                },
                Some(simulated) = simulations.recv() => self.end_simulation(simulated).await,
                () = self.memory.taken() => self.say_out_of_memory(),
                () = tokio::time::sleep(due.unwrap_or(sleep).min(sleep)) => {
                    if due.is_none_or(|due| due > sleep) && self.is_idle() && commands.is_empty() {
                        return;
                    }
                }
            }
            self.go_on().await;
        }
    }

    /// Whether nobody is here, and nothing is under way.
    fn is_idle(&self) -> bool {
        self.listeners.is_empty() && self.thinking.is_none() && self.simulation.is_none()
    }

    async fn serve(&mut self, command: Command) {
        match command {
            Command::Sit {
                player,
                ids,
                seat,
                invited,
                reply,
            } => {
                let answer = self.sit(player, &ids, seat, invited).await;
                let _ = reply.send(answer);
            }
            Command::Look { ids, invited, reply } => {
                let _ = reply.send(self.look(&ids, invited));
            }
            Command::Join {
                ids,
                last,
                outbox,
                reply,
            } => {
                let _ = reply.send(self.join(ids, last, outbox));
            }
            Command::Act { ids, act, reply } => {
                if self.may_see(&ids) {
                    let seat = self.table.state.seat_of(&ids);
                    self.act(seat, act, Asker::Request(reply)).await;
                } else {
                    let _ = reply.send(None);
                }
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
            Command::SendRest { connection } => self.send_rest(connection),
            Command::Thought { position, text } => self.thought(&position, text).await,
            Command::Expire { reply } => {
                self.expire().await;
                let _ = reply.send(());
            }
            Command::Removed => self.say_removed(),
            Command::LogGrown => self.catch_up().await,
            Command::ShowClocks => self.show_clocks(),
            Command::Elsewhere { process, what } => self.hear_from_elsewhere(process, what),
        }
    }

    fn tell_peers(&self, what: TableNotice) {
        let table = self.id.clone();
        self.rooms.0.peers.tell(PeerMessage::Table { table, what });
    }

    async fn hear(&mut self, connection: u64, message: ClientMessage, arrived: i64, lag: i64) {
        let Some(listener) = self.listeners.get(&connection) else {
            return;
        };
        let seat = listener.seat;
        match message {
            ClientMessage::Hello { .. } => self.refuse_hello(connection),
            ClientMessage::Sync { last } => self.sync(connection, last),
            ClientMessage::Act { key, ply, action } => {
                let act = Act {
                    key: key.clone(),
                    ply,
                    action,
                    arrived,
                    lag,
                };
                self.act(seat, act, Asker::Listener { connection, key }).await;
            }
            ClientMessage::Hand { ply, poses } => self.show_hand(connection, seat, ply, poses),
            ClientMessage::Ping {} => self.tell_one(connection, &ServerMessage::Pong {}),
        }
    }

    /// Does what a player wants, and answers with the number of the event that it became; a simulation is answered when
    /// it is over. When another process was first, it is decided anew.
    async fn act(&mut self, seat: Option<usize>, act: Act, asker: Asker) {
        let mut answer = Refused::with(Refusal::Busy, "too much happens here at once; try again");
        for _ in 0..TRIES {
            answer = match self.try_to_act(seat, act.clone()).await {
                Ok(Some(seq)) => Ok(seq),
                Ok(None) => return self.wait_for_simulation(asker),
                Err(refused) => Err(refused),
            };
            if !std::mem::take(&mut self.conflicted) {
                break;
            }
        }
        self.answer(asker, answer);
    }

    /// The number of the event; nothing when a simulation has begun.
    async fn try_to_act(&mut self, seat: Option<usize>, act: Act) -> Result<Option<u64>, Refused> {
        let Some(seat) = seat else {
            return Refused::with(Refusal::NotYours, "you do not play in this game");
        };
        let key = format!("{seat}:{}", act.key);
        if let Some(seq) = self.keys.get(&key) {
            return Ok(Some(*seq));
        }
        if self.is_simulating(&key) {
            return Ok(None);
        }
        if let Action::Chat { .. } = act.action {
            self.may_write(seat).await?;
        }
        let facts = Facts {
            ply: act.ply,
            turn: self.table.board().turn(),
            now: now(),
            away_since: &self.away_since,
            claim_after: self.rooms.0.patience.claim_millis(),
        };
        match self.table.state.may(seat, &act.action, &facts)? {
            PermittedEffect::Log(event) => self.commit(Draft::of(event, key)).await.map(Some),
            PermittedEffect::Takeback(ply) => self.take_back(ply, key).await.map(Some),
            PermittedEffect::Play => self.play(seat, act, key).await,
            PermittedEffect::Rematch => self.rematch(key).await.map(Some),
        }
    }

    async fn play(&mut self, seat: usize, act: Act, key: String) -> Result<Option<u64>, Refused> {
        let Action::Move { text } = act.action else {
            return Refused::with(Refusal::Malformed, "expected a move");
        };
        if self
            .table
            .clock
            .after_move(side_of(seat), act.arrived, act.lag)
            .is_err()
        {
            // An outage that is not known yet may have held up the move: it is sent again.
            if self.rooms.outages().well_until() < act.arrived {
                self.rooms.outages().ask();
                return Refused::with(Refusal::Busy, "the server waits for its database; try again");
            }
            self.commit(Draft {
                events: vec![time_is_up(seat)],
                ..Draft::default()
            })
            .await?;
            return Refused::with(Refusal::Late, "your time was up");
        }
        let (arrived, lag) = (act.arrived, act.lag);
        let tried = TriedMove {
            seat,
            text,
            key,
            arrived,
            lag,
        };
        if is_heavy(self.table.state.settings().game) {
            self.simulate(tried)?;
            return Ok(None);
        }
        let mut board = self.table.board().clone();
        match board.play(&tried.text) {
            Ok(()) => self.commit_move(tried, board).await.map(Some),
            Err(error) => Refused::with(Refusal::Illegal, error.to_string()),
        }
    }

    /// Commits a move that was tried on a copy of the board.
    async fn commit_move(&mut self, tried: TriedMove, board: AnyGame) -> Result<u64, Refused> {
        let TriedMove {
            seat,
            text,
            key,
            arrived,
            lag,
        } = tried;
        let side = side_of(seat);
        let turn_is_over = board.turn() != side;
        // An attempt that does not end the turn is not forgiven any lag.
        let lag = if turn_is_over { lag } else { 0 };
        let Ok(mut left) = self.table.clock.after_move(side, arrived, lag) else {
            return Refused::with(Refusal::Late, "your time was up");
        };
        if turn_is_over {
            left = self.table.clock.with_increment(side, left);
            self.table.clock.use_credit(side, lag);
        }
        let mut events = vec![EventKind::Move {
            ply: self.table.state.plies(),
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
}

/// A move that a seat tries.
#[derive(Clone, Debug)]
struct TriedMove {
    seat: usize,
    text: String,
    /// Seat and mark of the action.
    key: String,
    arrived: i64,
    lag: i64,
}

fn time_is_up(seat: usize) -> EventKind {
    EventKind::End(Ending::win(side_of(seat).other(), EndReason::Time))
}

#[cfg(test)]
mod tests;
