//! Moves and takebacks.

use super::{Draft, Room};
use crate::room_registry::Act;
use crate::table::is_heavy;
use crate::time::now;
use games::AnyGame;
use protocol::{Action, Ending, EventKind, Refusal, Refused, side_of};

impl Room {
    /// Goes back to before a move; the time used until now stays used.
    pub(super) async fn take_back(&mut self, ply: u32, key: String) -> Result<u64, Refused> {
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

    pub(super) async fn play(&mut self, seat: usize, act: Act, key: String) -> Result<Option<u64>, Refused> {
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
    pub(super) async fn commit_move(&mut self, tried: TriedMove, board: AnyGame) -> Result<u64, Refused> {
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
pub(super) struct TriedMove {
    pub(super) seat: usize,
    pub(super) text: String,
    /// Seat and mark of the action.
    pub(super) key: String,
    arrived: i64,
    lag: i64,
}

fn time_is_up(seat: usize) -> EventKind {
    EventKind::End(Ending::win(side_of(seat).other(), protocol::EndReason::Time))
}
