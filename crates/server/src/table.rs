//! A table of the server: the state of its log, with the board and the clocks that the log does not hold.

pub(crate) mod clock;

use crate::time::Outages;
use clock::{Due, TableClock};
use games::{AnyGame, GameId};
use protocol::{EndReason, Ending, Event, EventKind, TableSettings, TableState, side_of};
use rules::Side;

/// A game under way, or over.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) state: TableState,
    pub(crate) clock: TableClock,
    start: AnyGame,
    board: AnyGame,
}

impl Table {
    /// A table whose log is empty, at its first position.
    pub(crate) fn new(settings: TableSettings, start: AnyGame, outages: Outages) -> Table {
        Table {
            clock: TableClock::new(settings.clock, outages),
            state: TableState::new(settings),
            board: start.clone(),
            start,
        }
    }

    pub(crate) const fn board(&self) -> &AnyGame {
        &self.board
    }

    /// Seat of the player to move.
    pub(crate) fn seat_to_move(&self) -> usize {
        self.state.seat_to_move(self.board.turn(), [])
    }

    /// Applies the next event. A move or takeback also needs the board that goes with it: [`Table::set_board`].
    pub(crate) fn apply(&mut self, event: &Event) {
        self.state.apply(event);
        match event.kind {
            EventKind::Start {} => self.clock.turn(self.board.turn(), event.at, None),
            EventKind::End(_) => self.clock.stop(event.at),
            _ => {}
        }
    }

    /// Sets the board after the last event, with the time that the event left.
    pub(crate) fn set_board(&mut self, board: AnyGame, at: i64, left: Option<[i64; 2]>) {
        let moves = self.state.moves();
        let count = |side| moves.iter().filter(|played| side_of(played.seat) == side).count();
        self.clock.count(Side::BOTH.map(|side| count(side) as u32));
        if self.state.is_live() {
            self.clock.turn(board.turn(), at, left);
        }
        self.board = board;
    }

    /// Applies the next event with the board that goes with it, as another process has decided it.
    pub(crate) fn follow(&mut self, event: &Event) -> Result<(), String> {
        let board = match &event.kind {
            EventKind::Move { text, position, .. } => Some(self.board_after(text, position)?),
            _ => None,
        };
        self.apply(event);
        match event.kind {
            EventKind::Move { left, .. } => {
                if let Some(board) = board {
                    self.set_board(board, event.at, left);
                }
            }
            EventKind::Takeback { ply, left } => {
                let board = self.replay_to(ply)?;
                self.set_board(board, event.at, left);
            }
            _ => {}
        }
        Ok(())
    }

    /// The board after a move that was played elsewhere. A simulation is not run again: the log has its result.
    fn board_after(&self, text: &str, position: &str) -> Result<AnyGame, String> {
        let game = self.state.settings().game;
        if is_heavy(game) {
            return AnyGame::from_position(game, position).map_err(|error| error.to_string());
        }
        let mut board = self.board.clone();
        board.play(text).map_err(|error| format!("{text}: {error}"))?;
        if board.position() == position {
            Ok(board)
        } else {
            Err(format!("{text} leads to another position than the log says"))
        }
    }

    /// Makes the board after so many of the moves that stand, from the log alone.
    pub(crate) fn replay_to(&self, ply: u32) -> Result<AnyGame, String> {
        let moves = self.state.moves();
        let moves = &moves[..moves.len().min(ply as usize)];
        let game = self.state.settings().game;
        // A simulation is not run again: the log has its result, and the game knows no repetition.
        if let (true, Some(last)) = (is_heavy(game), moves.last()) {
            return AnyGame::from_position(game, &last.position).map_err(|error| error.to_string());
        }
        let mut board = self.start.clone();
        for played in moves {
            board
                .play(&played.text)
                .map_err(|error| format!("{}: {error}", played.text))?;
        }
        Ok(board)
    }

    /// Time of the next thing that happens if nobody acts, and what it is.
    pub(crate) fn due(&self) -> Option<(i64, Due)> {
        self.clock.due().filter(|_| self.state.is_live())
    }

    /// End of the game that the clock has decided by now.
    pub(crate) fn overdue(&self, now: i64) -> Option<EventKind> {
        let (at, due) = self.due()?;
        let ending = match due {
            Due::Flag(side) => Ending::win(side.other(), EndReason::Time),
            Due::Abort => Ending::draw(EndReason::Aborted),
        };
        (at <= now).then_some(EventKind::End(ending))
    }
}

/// Whether a move costs so much to play that it must not hold up others.
pub(crate) fn is_heavy(game: GameId) -> bool {
    game.board().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::Clock;
    use protocol::sample::guest;

    fn add(table: &mut Table, kind: EventKind) {
        let seq = table.state.last() + 1;
        table.apply(&Event { seq, at: 1000, kind });
    }

    fn begun(settings: &TableSettings) -> Table {
        let mut table = Table::new(settings.clone(), settings.start().unwrap(), Outages::default());
        for (seat, name) in ["Ann", "Bob"].into_iter().enumerate() {
            let player = guest(name);
            add(&mut table, EventKind::Sit { seat, player });
        }
        add(&mut table, EventKind::Start {});
        table
    }

    fn play(table: &mut Table) {
        let mut board = table.board().clone();
        let text = board.moves().unwrap()[0].clone();
        board.play(&text).unwrap();
        let (ply, seat) = (table.state.plies(), table.seat_to_move());
        let position = board.position();
        add(
            table,
            EventKind::Move {
                ply,
                seat,
                text,
                position,
                left: None,
            },
        );
        table.set_board(board, 1000, None);
    }

    #[test]
    fn the_clock_ends_a_game() {
        let clock = Clock::Fischer {
            base: 10,
            increment: 0,
        };
        let mut table = begun(&TableSettings {
            clock,
            ..TableSettings::new(GameId::Offboard)
        });
        let aborted = EventKind::End(Ending::draw(EndReason::Aborted));
        assert_eq!(table.overdue(61_000), Some(aborted));
        play(&mut table);
        play(&mut table);
        let due = 1000 + 10_000 + table.clock.most_credit();
        assert_eq!(table.overdue(due - 1), None);
        let lost = EventKind::End(Ending::win(Side::Second, EndReason::Time));
        assert_eq!(table.overdue(due), Some(lost.clone()));
        add(&mut table, lost);
        assert_eq!(table.overdue(i64::MAX), None, "once");
    }

    #[test]
    fn events_of_another_process_lead_to_the_same_table() {
        let settings = TableSettings::new(GameId::Offboard);
        let mut near = begun(&settings);
        let mut far = begun(&settings);
        for _ in 0..3 {
            let before = near.state.moves().len();
            play(&mut near);
            let played = &near.state.moves()[before];
            let kind = EventKind::Move {
                ply: before as u32,
                seat: played.seat,
                text: played.text.clone(),
                position: played.position.clone(),
                left: None,
            };
            let (seq, at) = (far.state.last() + 1, 1000);
            let wrong = EventKind::Move {
                ply: before as u32,
                seat: played.seat,
                text: played.text.clone(),
                position: "another".to_owned(),
                left: None,
            };
            assert!(far.follow(&Event { seq, at, kind: wrong }).is_err());
            far.follow(&Event { seq, at, kind }).unwrap();
        }
        let (seq, at) = (far.state.last() + 1, 1000);
        let kind = EventKind::Takeback { ply: 1, left: None };
        far.follow(&Event { seq, at, kind }).unwrap();
        assert_eq!(far.board().position(), near.state.moves()[0].position);
        assert_eq!(far.board().turn(), Side::Second);
    }

    #[test]
    fn a_board_is_made_from_the_moves_that_stand() {
        let mut table = begun(&TableSettings::new(GameId::Offboard));
        play(&mut table);
        play(&mut table);
        add(&mut table, EventKind::Takeback { ply: 1, left: None });
        let board = table.replay_to(9).unwrap();
        assert_eq!(
            (board.position(), board.turn()),
            (table.state.moves()[0].position.clone(), Side::Second)
        );
        assert_eq!(table.replay_to(0).unwrap().turn(), Side::First);
    }
}
