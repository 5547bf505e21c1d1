//! A store with something in it, and entries to write.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use store::{LogWrite, NewEvent, NewGame, Store, Summary};
use testclient::Database;

/// A store with a person and two games.
pub(crate) async fn with_games(database: &Database) -> Store {
    let store = Store::open(&database.url).await.unwrap();
    store.add_guest("person-1", "Blue marble 42", 1).await.unwrap();
    for id in ["table-01", "table-02"] {
        let game = NewGame {
            id,
            game: "offboard",
            settings: "{}",
            public: true,
            creator: "person-1",
            created: 2,
        };
        store.add_game(&game).await.unwrap();
    }
    store
}

pub(crate) fn event(seq: i64, key: Option<&str>) -> NewEvent {
    NewEvent {
        seq,
        at: 10 * seq,
        key: key.map(str::to_owned),
        body: format!("{{\"n\":{seq}}}"),
    }
}

pub(crate) fn entry(game: &str, events: Vec<NewEvent>) -> LogWrite {
    let summary = Summary {
        plies: events.len() as i64,
        ..Summary::default()
    };
    LogWrite {
        game: game.to_owned(),
        events,
        summary,
        seats: Vec::new(),
        ratings: Vec::new(),
        opens: None,
    }
}
