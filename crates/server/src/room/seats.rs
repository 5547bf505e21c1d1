//! The right to see a table, and the way to take a seat at it.

use super::commit::{Draft, seat_row};
use super::{Room, TRIES};
use protocol::{EventKind, Player, Refusal, Refused};

impl Room {
    /// A public game is for all to see; a private one for those who play it and the one who made it.
    pub(super) fn may_see(&self, ids: &[String]) -> bool {
        let seat = self.table.state.seat_of(ids);
        self.table.state.settings().public || self.is_creator(ids) || seat.is_some()
    }

    pub(super) fn is_creator(&self, ids: &[String]) -> bool {
        ids.contains(&self.row.creator)
    }

    pub(super) async fn sit(
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
        if let Err(refused) = self.may_meet(&player).await {
            return Some(Err(refused));
        }
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

    /// Refuses a player who has blocked somebody at the table, or was blocked by one of them.
    async fn may_meet(&self, player: &Player) -> Result<(), Refused> {
        if self.table.state.seats().iter().all(Option::is_none) {
            return Ok(());
        }
        let asked = self
            .rooms
            .0
            .store
            .is_blocked_at(self.id.as_str(), player.person.as_str());
        match store::in_time(asked).await {
            Ok(false) => Ok(()),
            Ok(true) => Refused::with(
                Refusal::NotYours,
                "you cannot join: a player has blocked you, or you have blocked them",
            ),
            Err(error) => {
                tracing::error!(table = %self.id, %error, "cannot read blocks");
                Refused::with(Refusal::Busy, "the server waits for its database; try again")
            }
        }
    }
}
