//! The store on a file, and on the server whose address `TABLIER_TEST_POSTGRES` holds, if it holds one.

#![allow(clippy::unwrap_used, reason = "the helper of two tests")]

use store::{Error, Store, file_url};

#[tokio::test]
async fn the_key_is_made_once_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    check_key(&file_url(&folder.path().join("tablier.db"))).await;
}

#[tokio::test]
async fn the_key_is_kept_by_postgres_too() {
    match std::env::var("TABLIER_TEST_POSTGRES") {
        Ok(url) => check_key(&url).await,
        Err(_) => eprintln!("not run: TABLIER_TEST_POSTGRES is not set"),
    }
}

async fn check_key(url: &str) {
    let store = Store::open(url).await.unwrap();
    store.health().await.unwrap();
    let (one, other) = tokio::join!(store.secret_key(), store.secret_key());
    let key = one.unwrap();
    assert_eq!(other.unwrap(), key, "two that ask at once get the same");
    store.close().await;
    let again = Store::open(url).await.unwrap();
    assert_eq!(again.secret_key().await.unwrap(), key);
    again.close().await;
}

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
async fn a_damaged_key_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let url = file_url(&folder.path().join("tablier.db"));
    let store = Store::open(&url).await.unwrap();
    store.secret_key().await.unwrap();
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    sqlx::query("UPDATE settings SET value = 'no key'")
        .execute(&pool)
        .await
        .unwrap();
    assert!(matches!(
        store.secret_key().await,
        Err(Error::Damaged("secret-key"))
    ));
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
