//! Simulates moves in the background, while the room handles other messages.

use super::{Room, TriedMove};

use crate::computer::{LONGEST, Task};
use crate::processors::{Denied, Payer, Priority, Turn};
use crate::time::now;
use games::AnyGame;
use protocol::{ClientKey, Clock, Refusal, Refused, ServerMessage};
use tokio::sync::oneshot;
use tokio::time::sleep;

/// Attempts of one turn that change nothing, at most, in a game with a clock.
const MOST_ATTEMPTS: u32 = 20;

/// The receiver of an answer.
#[derive(Debug)]
pub(super) enum Asker {
    Request(oneshot::Sender<Option<Result<u64, Refused>>>),
    Listener { connection: u64, key: ClientKey },
    Computer,
}

/// A move under way, with everybody who waits for it.
#[derive(Debug)]
pub(super) struct Simulation {
    tried: TriedMove,
    /// Number of the last event when it began.
    last: u64,
    askers: Vec<Asker>,
    _task: Task,
}

/// Board after a move, with the mark of its action.
#[derive(Debug)]
pub(super) struct Simulated {
    key: String,
    board: Result<AnyGame, Refused>,
}

/// Work that plays a move on a board.
fn playing(
    mut board: AnyGame,
    text: String,
) -> impl FnOnce(&Turn) -> Result<AnyGame, Refused> + Send + 'static {
    move |turn| match board.play_unless(&text, &|| turn.is_over()) {
        Ok(()) => Ok(board),
        Err(error) => Refused::with(Refusal::Illegal, error.to_string()),
    }
}

fn denied<T>(denied: Denied) -> Result<T, Refused> {
    let Denied::Spent(wait) = denied else {
        return Refused::with(Refusal::Busy, "the server cannot simulate this now; try again");
    };
    let seconds = wait.as_secs().max(1);
    let words = format!("too much was simulated for you; try again in {seconds} s");
    Refused::with(Refusal::TooFast, words)
}

fn too_late() -> Result<u64, Refused> {
    Refused::with(Refusal::Late, "the game has gone on since")
}

impl Room {
    pub(super) fn is_simulating(&self, key: &str) -> bool {
        self.simulation
            .as_ref()
            .is_some_and(|simulation| simulation.tried.key == key)
    }

    pub(super) fn wait_for_simulation(&mut self, asker: Asker) {
        let Some(simulation) = &mut self.simulation else {
            let busy = Refused::with(Refusal::Busy, "try again");
            return self.answer(asker, busy);
        };
        // A client that sends its move again is answered once.
        if let Asker::Listener { connection, .. } = &asker {
            let own = |other: &Asker| matches!(other, Asker::Listener { connection: here, .. } if here == connection);
            simulation.askers.retain(|asker| !own(asker));
        }
        simulation.askers.push(asker);
    }

    /// Begins to simulate a move on a copy of the board.
    pub(super) fn simulate(&mut self, tried: TriedMove) -> Result<(), Refused> {
        if self.simulation.is_some() {
            return Refused::with(
                Refusal::Busy,
                "your last move is still being simulated; try again",
            );
        }
        if self.attempts() >= MOST_ATTEMPTS && self.table.state.settings().clock != Clock::None {
            let words =
                format!("{MOST_ATTEMPTS} attempts in this turn have changed nothing; no more are possible");
            return Refused::with(Refusal::NotNow, words);
        }
        let processors = self.rooms.0.processors.clone();
        let is_computer = self.table.state.is_computer(tried.seat);
        let (priority, payers) = if is_computer {
            (Priority::Computer, self.people_pay())
        } else {
            (Priority::Move, self.player_pays(tried.seat))
        };
        if let (Err(spent), false) = (processors.afford(&payers), is_computer) {
            return denied(spent);
        }
        let (board, text) = (self.table.board().clone(), tried.text.clone());
        let (done, key) = (self.simulated.clone(), tried.key.clone());
        let task = tokio::spawn(async move {
            let played = loop {
                let play = playing(board.clone(), text.clone());
                match processors.run(priority, &payers, play).await {
                    // The computer's move has no client that would send it again.
                    Err(Denied::Spent(wait)) if is_computer => sleep(wait.min(LONGEST)).await,
                    played => break played,
                }
            };
            let board = played.unwrap_or_else(denied);
            let _ = done.send(Simulated { key, board }).await;
        });
        self.simulation = Some(Simulation {
            tried,
            last: self.log.len() as u64,
            askers: Vec::new(),
            _task: Task(task.abort_handle()),
        });
        Ok(())
    }

    fn player_pays(&self, seat: usize) -> Vec<Payer> {
        let player = self.table.state.player(seat);
        let payers = player.map(|player| self.rooms.0.processors.payers_of(player.person.as_str()));
        payers.unwrap_or_default()
    }

    /// Stops the simulation of a move when the game is over.
    pub(super) fn stop_late_simulation(&mut self) {
        if self.table.state.is_live() {
            return;
        }
        let late = self.simulation.take().map(|simulation| simulation.askers);
        for asker in late.into_iter().flatten() {
            self.answer(asker, too_late());
        }
    }

    /// Commits a move that was simulated, if the game has not gone on since.
    pub(super) async fn end_simulation(&mut self, simulated: Simulated) {
        let Some(simulation) = self.simulation.take() else {
            return;
        };
        let Simulation {
            tried, last, askers, ..
        } = simulation;
        debug_assert_eq!(tried.key, simulated.key);
        let (before, turn) = (self.table.board().position(), self.table.board().turn());
        let has_gone_on = self.has_moved_since(last);
        let answer = match simulated.board {
            _ if has_gone_on => too_late(),
            Err(refused) => {
                if refused.reason == Refusal::Illegal {
                    self.count_attempt();
                }
                Err(refused)
            }
            Ok(board) => {
                let is_vain = board.turn() == turn && board.position() == before;
                let attempts = self.attempts();
                let answer = self.commit_move(tried, board).await;
                if is_vain && answer.is_ok() {
                    self.attempts = (self.table.state.plies(), attempts + 1);
                }
                answer
            }
        };
        self.conflicted = false;
        for asker in askers {
            self.answer(asker, answer.clone());
        }
    }

    /// Whether the board has changed, or the game has ended, after this event.
    fn has_moved_since(&self, last: u64) -> bool {
        use protocol::EventKind::{End, Move, Takeback};
        let since = self.log.get(last as usize..).unwrap_or_default();
        let changes = |kind: &protocol::EventKind| matches!(kind, Move { .. } | Takeback { .. } | End(_));
        !self.table.state.is_live() || since.iter().any(|event| changes(&event.kind))
    }

    /// Attempts of this turn that changed nothing.
    fn attempts(&self) -> u32 {
        let (ply, count) = self.attempts;
        if ply == self.table.state.plies() { count } else { 0 }
    }

    fn count_attempt(&mut self) {
        self.attempts = (self.table.state.plies(), self.attempts() + 1);
    }

    /// Answers the sender of an action.
    pub(super) fn answer(&mut self, asker: Asker, answer: Result<u64, Refused>) {
        match asker {
            Asker::Request(reply) => drop(reply.send(Some(answer))),
            Asker::Listener { connection, key } => {
                let (last, ply) = (self.log.len() as u64, self.table.state.plies());
                let message = match answer {
                    Ok(seq) => ServerMessage::Ack { key, seq },
                    Err(Refused { reason, words }) => ServerMessage::Refused {
                        key: Some(key),
                        reason,
                        words: words.into_owned(),
                        last,
                        ply,
                    },
                };
                self.tell_one(connection, &message);
            }
            Asker::Computer => {
                // A game that ended meanwhile needs no move.
                if let Err(refused) = answer.as_ref()
                    && refused.reason != Refusal::Late
                {
                    tracing::error!(table = %self.id, ?refused, at = now(), "the computer's move was refused");
                }
            }
        }
    }
}
