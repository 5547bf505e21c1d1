//! Database files: their names, and those that cannot be opened.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use store::{Store, file_url};

#[tokio::test]
async fn a_file_name_may_hold_any_character() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("50% #1? é.db");
    let store = Store::open(&file_url(&path)).await.unwrap();
    assert!(path.is_file());
    assert!(
        folder.path().join("50% #1? é.db-wal").is_file(),
        "it is in WAL mode"
    );
    store.close().await;
}

#[tokio::test]
async fn what_cannot_be_opened_is_said_plainly() {
    let error = Store::open("mysql://localhost").await.unwrap_err();
    assert!(
        error
            .to_string()
            .contains("must begin with sqlite: or postgres://")
    );
    let folder = tempfile::tempdir().unwrap();
    let error = Store::open(&file_url(folder.path())).await.unwrap_err();
    assert!(
        error.to_string().starts_with("cannot open the database"),
        "{error}"
    );
}
