//! Databases of a newer version.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]
#![allow(dead_code, reason = "a part of the helpers is used")]

mod common;

use common::with_games;
use store::{Error, Store};
use testclient::Database;

testclient::on_both_databases!(a_newer_schema_is_used_unless_it_forbids_that,);

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
