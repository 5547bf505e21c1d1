//! The server's own engine at a table.

use crate::names::random_text;
use crate::rooms::Rooms;
use games::{AnyGame, Level};
use protocol::{PersonId, Player, PlayerKind, TableId};
use rules::Random;

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

/// Thinks aside from other work, and hands the move to the table.
pub(crate) fn think(rooms: &Rooms, id: &TableId, board: AnyGame, level: u8) {
    let Some(level) = Level::new(level) else {
        return;
    };
    let (rooms, id) = (rooms.clone(), id.clone());
    tokio::spawn(async move {
        let Ok(_permit) = rooms.0.heavy.acquire().await else {
            return;
        };
        let position = board.position();
        let seed = random_text(12).map_or(0, |text| {
            text.bytes().fold(0, |seed, byte| seed << 5 ^ u64::from(byte))
        });
        let seed = Random::new(seed).bits();
        let chosen = tokio::task::spawn_blocking(move || board.choose(level, seed, &|| false)).await;
        if let Ok(Some(text)) = chosen {
            rooms.thought(&id, position, text).await;
        }
    });
}
