//! The server's own engine at a table.

use crate::ids::random_text;
use crate::processors::{Denied, Payer, Priority, Turn};
use crate::room_registry::Rooms;
use games::{AnyGame, Level};
use protocol::{PersonId, Player, PlayerKind, TableId};
use rules::Random;
use std::time::Duration;
use tokio::task::AbortHandle;
use tokio::time::sleep;

/// Time until the computer tries again when the server is busy.
const AGAIN: Duration = Duration::from_secs(1);
/// Longest time after which a budget is looked at again.
pub(crate) const LONGEST: Duration = Duration::from_secs(10);

/// The engine as a player of a level.
pub(crate) fn player(level: u8) -> Option<Player> {
    Level::new(level)?;
    let person: PersonId = "computer".parse().ok()?;
    let (name, kind) = (format!("Computer, level {level}"), PlayerKind::Computer { level });
    Some(Player {
        person,
        name,
        kind,
        rating: None,
        provisional: false,
    })
}

/// Thinks aside from other work, and hands the move to the table. When the budget of those who pay for it is used up, the
/// computer waits. It stops thinking when what is given back is dropped.
pub(crate) fn think(rooms: &Rooms, id: &TableId, board: AnyGame, level: u8, payers: Vec<Payer>) -> Task {
    let (rooms, id) = (rooms.clone(), id.clone());
    let processors = rooms.0.processors.clone();
    let task = tokio::spawn(async move {
        let Some(level) = Level::new(level) else {
            return;
        };
        let position = board.position();
        let seed = random_text(12).map_or(0, |text| {
            text.bytes().fold(0, |seed, byte| seed << 5 ^ u64::from(byte))
        });
        let seed = Random::new(seed).bits();
        let chosen = loop {
            if let Err(Denied::Spent(wait)) = processors.afford(&payers) {
                sleep(wait.min(LONGEST)).await;
                continue;
            }
            let board = board.clone();
            let choose = move |turn: &Turn| board.choose(level, seed, &|| turn.is_over());
            match processors.run(Priority::Computer, &payers, choose).await {
                Ok(chosen) => break chosen,
                Err(_) => sleep(AGAIN).await,
            }
        };
        if let Some(text) = chosen {
            rooms.thought(&id, position, text).await;
        }
    });
    Task(task.abort_handle())
}

/// Work of a table that stops when this is dropped.
#[derive(Debug)]
pub(crate) struct Task(pub(crate) AbortHandle);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}
