//! A table as its log makes it: no socket, no database. What is decided here becomes true by being logged.

pub(crate) mod clock;
mod decide;

pub(crate) use decide::{Decision, Facts, Refused, refuse};

use crate::time::Outages;
use clock::TableClock;
use games::{AnyGame, GameId};
use protocol::{Ending, Event, EventKind, Offer, Player, TableId, TableSettings, seat_to_move, side_of};
use rules::Side;

/// A move that stands.
#[derive(Clone, Debug)]
struct Played {
    seat: usize,
    text: String,
    position: String,
}

/// A game under way, or over.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) settings: TableSettings,
    pub(crate) seats: Vec<Option<Player>>,
    pub(crate) clock: TableClock,
    pub(crate) started: Option<i64>,
    pub(crate) ended: Option<(i64, Ending)>,
    pub(crate) rematch: Option<TableId>,
    /// Who has offered what and has no answer yet.
    offers: Vec<(Side, Offer)>,
    /// What was declined since the last move: not to be offered again at once.
    declined: Vec<(Side, Offer)>,
    moves: Vec<Played>,
    chat_lines: usize,
    start: AnyGame,
    board: AnyGame,
}

impl Table {
    /// A table whose log is empty, at the first position of its settings.
    pub(crate) fn new(settings: TableSettings, start: AnyGame, outages: Outages) -> Table {
        Table {
            seats: vec![None; settings.seats()],
            clock: TableClock::new(settings.clock, outages),
            started: None,
            ended: None,
            rematch: None,
            offers: Vec::new(),
            declined: Vec::new(),
            moves: Vec::new(),
            chat_lines: 0,
            board: start.clone(),
            start,
            settings,
        }
    }

    pub(crate) const fn board(&self) -> &AnyGame {
        &self.board
    }

    pub(crate) fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Whether the game goes on.
    pub(crate) const fn is_live(&self) -> bool {
        self.started.is_some() && self.ended.is_none()
    }

    /// Whose turn it is. A turn can be several moves; with teams, partners take turns.
    pub(crate) fn seat_to_move(&self) -> usize {
        let played = self.moves.iter().map(|played| played.seat);
        seat_to_move(played, self.board.turn(), self.settings.seats() / 2)
    }

    /// The seat of somebody, by any of the names they have had.
    pub(crate) fn seat_of(&self, names: &[String]) -> Option<usize> {
        let sits = |player: &Player| names.iter().any(|name| name == player.person.as_str());
        self.seats.iter().position(|seat| seat.as_ref().is_some_and(sits))
    }

    pub(crate) fn free_seat(&self) -> Option<usize> {
        self.seats.iter().position(Option::is_none)
    }

    /// Takes in what was logged. A move or takeback also needs the board that goes with it: [`Table::set_board`].
    pub(crate) fn apply(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Sit { seat, player } => {
                if let Some(place) = self.seats.get_mut(*seat) {
                    *place = Some(player.clone());
                }
            }
            EventKind::Start {} => {
                self.started = Some(event.at);
                self.clock.turn(self.board.turn(), event.at, None);
            }
            EventKind::Move {
                seat, text, position, ..
            } => {
                let played = Played {
                    seat: *seat,
                    text: text.clone(),
                    position: position.clone(),
                };
                self.moves.push(played);
                let side = side_of(*seat);
                // A draw offer stays open while the one who offers it moves.
                self.offers
                    .retain(|(by, what)| *by == side && *what == Offer::Draw);
                self.declined.clear();
            }
            EventKind::Offer { side, what } => self.offers.push((*side, *what)),
            EventKind::Decline { what, .. } => self.close(*what),
            EventKind::Takeback { ply, .. } => {
                self.moves.truncate(*ply as usize);
                self.offers.clear();
                self.declined.clear();
            }
            EventKind::Chat { .. } => self.chat_lines += 1,
            EventKind::End(ending) => {
                self.clock.stop(event.at);
                self.ended = Some((event.at, ending.clone()));
                self.offers.clear();
            }
            EventKind::Rated { .. } => {}
            EventKind::Rematch { table } => self.rematch = Some(table.clone()),
        }
    }

    fn close(&mut self, what: Offer) {
        let closed = self.offers.extract_if(.., |(_, open)| *open == what);
        self.declined.extend(closed);
    }

    /// The board after the last event, with the time that the event left.
    pub(crate) fn set_board(&mut self, board: AnyGame, at: i64, left: Option<[i64; 2]>) {
        let count = |side| {
            self.moves
                .iter()
                .filter(|played| side_of(played.seat) == side)
                .count() as u32
        };
        self.clock.count(Side::BOTH.map(count));
        if self.is_live() {
            self.clock.turn(board.turn(), at, left);
        }
        self.board = board;
    }

    /// What the board must be after so many of the moves that stand, made from the log alone.
    pub(crate) fn replay_to(&self, ply: u32) -> Result<AnyGame, String> {
        let moves = &self.moves[..self.moves.len().min(ply as usize)];
        // A simulation is not run again: the log has its result, and the game knows no repetition.
        if let (true, Some(last)) = (is_heavy(self.settings.game), moves.last()) {
            return AnyGame::from_position(self.settings.game, &last.position)
                .map_err(|error| error.to_string());
        }
        let mut board = self.start.clone();
        for played in moves {
            board
                .play(&played.text)
                .map_err(|error| format!("{}: {error}", played.text))?;
        }
        Ok(board)
    }
}

/// Whether a move costs so much to play that it must not hold up others.
pub(crate) fn is_heavy(game: GameId) -> bool {
    game.board().is_none()
}
