//! Databases of a newer version.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]
#![allow(dead_code, reason = "a part of the helpers is used")]

mod common;

use common::with_games;
use store::{Error, Search, Store};
use testclient::Database;

testclient::on_both_databases!(
    a_newer_schema_is_used_unless_it_forbids_that,
    games_of_an_older_program_are_found_after_a_start,
);

async fn a_newer_schema_is_used_unless_it_forbids_that(database: Database) {
    let url = &database.url;
    Store::open(url).await.unwrap().close().await;
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 SELECT 9000, 'of a newer version', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1";
    store::run_sql(url, newer).await.unwrap();
    store::run_sql(
        url,
        "ALTER TABLE games ADD COLUMN newer BIGINT NOT NULL DEFAULT 0",
    )
    .await
    .unwrap();
    let store = with_games(&database).await;
    assert!(store.game("table-01").await.unwrap().is_some());
    let empty = Database::sqlite();
    let target = Store::open(&empty.url).await.unwrap();
    assert!(
        matches!(store.copy_to(&target).await, Err(Error::TooNew)),
        "the new column would be lost"
    );
    store.close().await;
    assert!(Store::open_existing(url).await.is_ok());
    let forbidden = "INSERT INTO settings (name, value) VALUES ('schema-floor', '9000')";
    store::run_sql(url, forbidden).await.unwrap();
    assert!(matches!(Store::open(url).await, Err(Error::TooNew)));
}

async fn games_of_an_older_program_are_found_after_a_start(database: Database) {
    let url = &database.url;
    with_games(&database).await.close().await;
    for older in [
        "UPDATE games SET ended = 5, winner = 0, reason = 'resignation', public = 1 WHERE id = 'table-01'",
        "INSERT INTO seats (game, seat, person, created, ended) VALUES ('table-01', 0, 'person-1', 1, 5)",
    ] {
        store::run_sql(url, older).await.unwrap();
    }
    let store = Store::open(url).await.unwrap();
    let search = Search {
        games: ["offboard", "polygone"].map(ToOwned::to_owned).to_vec(),
        winner: Some(0),
        ..Search::default()
    };
    let found = [(5, "table-01".to_owned())];
    assert_eq!(store.search(&search, None, 10).await.unwrap(), found);
    let of_player = Search {
        player: Some("person-1".to_owned()),
        ..search
    };
    assert_eq!(store.search(&of_player, None, 10).await.unwrap(), found);
}
