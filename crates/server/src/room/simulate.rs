//! Simulates moves in the background, while the room handles other messages.

use super::{Room, TriedMove};

use crate::processors::{Denied, Priority, Turn};
use crate::time::now;
use games::AnyGame;
use protocol::{ClientKey, Clock, Refusal, Refused, ServerMessage};
use tokio::sync::oneshot;

/// Attempts of one turn that change nothing, at most, in a game with a clock.
const MOST_ATTEMPTS: u32 = 20;

/// Somebody who waits for an answer.
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
}

/// Board after a move, with the mark of its action.
#[derive(Debug)]
pub(super) struct Simulated {
    key: String,
    board: Result<AnyGame, Refused>,
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
        let person = self
            .table
            .state
            .player(tried.seat)
            .map(|player| player.person.to_string());
        let payers = person
            .map(|person| processors.payers_of(&person))
            .unwrap_or_default();
        let is_computer = self.table.state.is_computer(tried.seat);
        if let (Err(Denied::Spent(wait)), false) = (processors.afford(&payers), is_computer) {
            let seconds = wait.as_secs().max(1);
            let words = format!("too much was simulated for you; try again in {seconds} s");
            return Refused::with(Refusal::TooFast, words);
        }
        let (mut board, text) = (self.table.board().clone(), tried.text.clone());
        let play = move |turn: &Turn| match board.play_unless(&text, &|| turn.is_over()) {
            Ok(()) => Ok(board),
            Err(error) => Refused::with(Refusal::Illegal, error.to_string()),
        };
        let priority = if is_computer {
            Priority::Computer
        } else {
            Priority::Move
        };
        let (done, key) = (self.simulated.clone(), tried.key.clone());
        tokio::spawn(async move {
            let played = tokio::select! {
                played = processors.run(priority, &payers, play) => played,
                () = done.closed() => return,
            };
            let board = played.unwrap_or_else(|_| {
                Refused::with(Refusal::Busy, "the server cannot simulate this now; try again")
            });
            let _ = done.send(Simulated { key, board }).await;
        });
        self.simulation = Some(Simulation {
            tried,
            last: self.log.len() as u64,
            askers: Vec::new(),
        });
        Ok(())
    }

    /// Commits a move that was simulated, if the game has not gone on since.
    pub(super) async fn end_simulation(&mut self, simulated: Simulated) {
        let Some(simulation) = self.simulation.take() else {
            return;
        };
        let Simulation { tried, last, askers } = simulation;
        debug_assert_eq!(tried.key, simulated.key);
        let (before, turn) = (self.table.board().position(), self.table.board().turn());
        let has_gone_on = self.has_moved_since(last);
        let answer = match simulated.board {
            _ if has_gone_on => Refused::with(Refusal::Late, "the game has gone on since"),
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
