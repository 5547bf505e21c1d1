//! Takebacks and rematches, once both players agree.

use super::Room;
use super::commit::{self, Draft, seat_row};
use crate::ids::coin;
use crate::notifications::What;
use crate::room_registry::new_id;
use crate::table::Table;
use crate::time::now;
use protocol::{Event, EventKind, Player, Refusal, Refused, TableId};
use store::Opening;

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

    /// Makes the next table together with the event that names it: all of it, or nothing.
    pub(super) async fn rematch(&mut self, key: String) -> Result<u64, Refused> {
        let made = new_id().ok().and_then(|id| Some((self.opening(&id)?, id)));
        let Some((opening, table)) = made else {
            return Refused::with(Refusal::Busy, "no other table can be made now; try again");
        };
        let people: Vec<String> = opening
            .entry
            .seats
            .iter()
            .map(|seat| seat.person.clone())
            .collect();
        let event = EventKind::Rematch { table: table.clone() };
        let draft = Draft {
            opens: Some(opening),
            ..Draft::of(event, key)
        };
        let done = self.commit(draft).await?;
        // Another may have agreed on another table first; this one is not there then.
        if self.table.state.rematch() == Some(&table) {
            self.rooms.publish(people, &table, What::Start);
            self.rooms.wake(&table);
        }
        Ok(done)
    }

    /// The next table of the same players, sides changed, with the beginning of its log.
    fn opening(&self, id: &TableId) -> Option<Opening> {
        let settings = self.table.state.settings().clone().tossed(coin().ok()?);
        let (json, game, public) = (
            serde_json::to_string(&settings).ok()?,
            settings.game.name(),
            settings.public,
        );
        let start = settings.start().ok()?;
        let mut table = Table::new(settings, start, self.rooms.outages().clone());
        let seats = self.table.state.seats();
        let players = (0..seats.len()).map(|seat| Some((seat, seats.get(seat ^ 1)?.clone()?)));
        let players = players.collect::<Option<Vec<(usize, Player)>>>()?;
        let rows = players
            .iter()
            .filter_map(|(seat, player)| seat_row(*seat, player));
        let rows = rows.collect();
        let sit = |(seat, player)| EventKind::Sit { seat, player };
        let kinds = players.into_iter().map(sit).chain([EventKind::Start {}]);
        let at = now();
        let events: Vec<Event> = kinds
            .zip(1..)
            .map(|(kind, seq)| Event { seq, at, kind })
            .collect();
        for event in &events {
            table.apply(event);
        }
        Some(Opening {
            game,
            settings: json,
            public,
            creator: self.row.creator.clone(),
            created: at,
            entry: commit::entry(id, &table, &events, None, rows),
        })
    }
}
