//! One table that is awake: a task that wakes from the log, does one thing after the other, writes before it
//! tells, and sleeps when nobody is there.

mod commit;
mod listeners;
mod load;
mod play;
mod presence;
mod ratings;
mod rematch;
mod simulate;

pub(crate) use listeners::{Connection, shown};
pub(crate) use load::read_event;

use crate::cluster::{PeerMessage, TableNotice};
use crate::computer::Thinking;
use crate::log_size::LogSize;
use crate::outbox::Outbox;
use crate::room_registry::{Act, Rooms, Seen};
use crate::table::Table;
use crate::time::now;
use commit::{Draft, seat_row};
use presence::Presence;
use protocol::{
    Action, ClientMessage, Event, EventKind, Facts, PermittedEffect, Player, Refusal, Refused, TableId,
};
use simulate::{Asker, Simulated, Simulation};
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

/// Somebody who is connected.
#[derive(Debug)]
struct Listener {
    ids: Vec<String>,
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
    presence: Presence,
    /// Other processes in which this table is awake: who is connected there for which seat, and how many watch.
    elsewhere: HashMap<String, (Vec<bool>, usize)>,
    /// Another has written, or changed a rating, first: what was decided must be decided anew.
    conflicted: bool,
    /// For which position the computer is thinking.
    thinking: Option<(String, Thinking)>,
    /// A move that is being simulated.
    simulation: Option<Simulation>,
    /// The way back for what was simulated.
    simulated: mpsc::Sender<Simulated>,
    /// Attempts in this turn that changed nothing, with the number of moves before it.
    attempts: (u32, u32),
    size: LogSize,
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
        let (simulated, mut simulations) = mpsc::channel(1);
        match Room::wake(rooms.clone(), id.clone(), simulated).await {
            Ok(Some(mut room)) => {
                room.tell_peers(TableNotice::Awake {});
                room.live(&mut commands, &mut simulations).await;
                room.tell_peers(TableNotice::Asleep {});
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
            Command::Expire { reply } => drop(reply.send(())),
            Command::Say { .. }
            | Command::Leave { .. }
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
            let sleep = self.rooms.0.patience.sleep;
            tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => self.serve(command).await,
                    None => return,
                },
                Some(simulated) = simulations.recv() => self.end_simulation(simulated).await,
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

    /// Does what is due by itself: a clock that ran out, a computer's turn.
    async fn go_on(&mut self) {
        if let Some(end) = self.overdue()
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
        self.tell_presence_when_due();
        self.think();
    }

    /// The end that the clock has decided. A move that arrived in time and is being simulated is waited for, and so is the
    /// certainty that there was no outage until then.
    fn overdue(&self) -> Option<EventKind> {
        let (now, well_until) = (now(), self.rooms.outages().well_until());
        let due = self.table.due().filter(|_| self.simulation.is_none());
        if due.is_some_and(|(at, _)| at <= now && at > well_until) {
            self.rooms.outages().ask();
        }
        let overdue = self.table.overdue(now.min(well_until));
        overdue.filter(|_| self.simulation.is_none())
    }

    /// Time until something must be done without anybody asking.
    fn next_due(&self) -> Option<Duration> {
        let clock = self.table.due().filter(|_| self.simulation.is_none());
        // A flag that waits for the next heartbeat.
        let unsure = |at: i64| {
            if at <= now() {
                now() + AGAIN.as_millis() as i64
            } else {
                at
            }
        };
        let due = clock
            .map(|(at, _)| unsure(at))
            .into_iter()
            .chain(self.presence.due())
            .min()?;
        Some(Duration::from_millis((due - now()).max(0) as u64))
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

    /// A public game is for all to see; a private one for those who play it and the one who made it.
    fn may_see(&self, ids: &[String]) -> bool {
        let seat = self.table.state.seat_of(ids);
        self.table.state.settings().public || self.is_creator(ids) || seat.is_some()
    }

    fn is_creator(&self, ids: &[String]) -> bool {
        ids.contains(&self.row.creator)
    }

    async fn sit(
        &mut self,
        player: Player,
        ids: &[String],
        seat: Option<usize>,
        invited: bool,
    ) -> Option<Result<usize, Refused>> {
        let mut answer = None;
        for _ in 0..TRIES {
            answer = self.try_to_sit(player.clone(), ids, seat, invited).await;
            if !std::mem::take(&mut self.conflicted) {
                break;
            }
        }
        answer
    }

    async fn try_to_sit(
        &mut self,
        player: Player,
        ids: &[String],
        seat: Option<usize>,
        invited: bool,
    ) -> Option<Result<usize, Refused>> {
        if let Some(seat) = self.table.state.seat_of(ids) {
            return Some(Ok(seat));
        }
        if !invited && !self.may_see(ids) {
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
}

#[cfg(test)]
mod tests;
