//! The computer's turn at a table.

use super::Room;
use super::simulate::Asker;
use crate::processors::Payer;
use crate::room_registry::Act;
use crate::time::now;
use protocol::{Action, PlayerKind};

impl Room {
    /// Lets the computer think, if it is its turn and it does not think yet; after the game it stops.
    pub(super) fn think(&mut self) {
        if !self.table.state.is_live() {
            self.thinking = None;
            return;
        }
        let player = self.table.state.player(self.table.seat_to_move());
        let Some(PlayerKind::Computer { level }) = player.map(|player| player.kind) else {
            return;
        };
        let position = self.table.board().position();
        if self.simulation.is_some()
            || self
                .thinking
                .as_ref()
                .is_some_and(|(about, _)| *about == position)
        {
            return;
        }
        let board = self.table.board().clone();
        let thinking = crate::computer::think(&self.rooms, &self.id, board, level, self.people_pay());
        self.thinking = Some((position, thinking));
    }

    /// The budgets of the people at the table, who pay for what the computer does here.
    pub(super) fn people_pay(&self) -> Vec<Payer> {
        let players = self.table.state.seats().iter().flatten();
        let people = players.filter(|player| !matches!(player.kind, PlayerKind::Computer { .. }));
        let processors = &self.rooms.0.processors;
        people
            .flat_map(|player| processors.payers_of(player.person.as_str()))
            .collect()
    }

    pub(super) async fn thought(&mut self, position: &str, text: String) {
        self.thinking = None;
        let seat = self.table.seat_to_move();
        if !self.table.state.is_live()
            || self.table.board().position() != position
            || !self.table.state.is_computer(seat)
        {
            return;
        }
        let Ok(key) = format!("computer-{}", self.log.len()).parse() else {
            return;
        };
        let ply = self.table.state.plies();
        let act = Act {
            key,
            ply,
            action: Action::Move { text },
            arrived: now(),
            lag: 0,
        };
        self.act(Some(seat), act, Asker::Computer).await;
    }
}
