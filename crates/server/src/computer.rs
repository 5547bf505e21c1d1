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
const LONGEST: Duration = Duration::from_secs(10);

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

/// Thinks aside from other work, and hands the move to the table. The people at the table pay for it: when their budget is
/// used up, the computer waits. It stops thinking when what is given back is dropped.
pub(crate) fn think(rooms: &Rooms, id: &TableId, board: AnyGame, level: u8, people: &[String]) -> Thinking {
    let (rooms, id) = (rooms.clone(), id.clone());
    let processors = rooms.0.processors.clone();
    let payers: Vec<Payer> = people
        .iter()
        .flat_map(|person| processors.payers_of(person))
        .collect();
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
    Thinking(task.abort_handle())
}

/// The computer at a table, as long as it thinks.
#[derive(Debug)]
pub(crate) struct Thinking(AbortHandle);

impl Drop for Thinking {
    fn drop(&mut self) {
        self.0.abort();
    }
}
