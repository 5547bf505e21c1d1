//! People and tables, for tests on both ends of the wire.

use crate::{Clock, Player, PlayerKind, TableInfo, TableSettings};
use games::GameId;

/// A guest of this name, which is made of letters.
///
/// # Panics
/// With any other name.
pub fn guest(name: &str) -> Player {
    Player {
        person: format!("person-{name}").parse().expect("letters make an id"),
        name: name.to_owned(),
        kind: PlayerKind::Guest,
        rating: None,
        provisional: false,
    }
}

/// A table on which nothing has happened yet.
///
/// # Panics
/// Never.
pub fn table(settings: TableSettings, seats: Vec<Option<Player>>) -> TableInfo {
    TableInfo {
        id: "table-0001".parse().expect("this is an id"),
        settings,
        created: 0,
        seats,
        plies: 0,
        ending: None,
        position: None,
    }
}

/// A table for a game of Offboard, a minute a side.
pub fn minute_table(seats: Vec<Option<Player>>) -> TableInfo {
    let clock = Clock::Fischer {
        base: 60,
        increment: 0,
    };
    let settings = TableSettings {
        clock,
        ..TableSettings::new(GameId::Offboard)
    };
    table(settings, seats)
}
