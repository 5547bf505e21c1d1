//! Database files: their names, and those that cannot be opened.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use store::{DatabaseLock, Store, file_url};

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
async fn a_backup_of_a_wrong_folder_fails_and_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (missing, copy) = (folder.path().join("tablier.db"), folder.path().join("copy.db"));
    assert!(store::back_up(&file_url(&missing), &copy).await.is_err());
    assert!(!missing.exists() && !copy.exists());
    std::fs::write(&missing, "").unwrap();
    assert!(
        store::back_up(&file_url(&missing), &copy).await.is_err(),
        "nothing is in it"
    );
    assert!(!copy.exists());
    assert_eq!(
        std::fs::metadata(&missing).unwrap().len(),
        0,
        "it was not migrated"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_backup_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (url, copy) = (
        file_url(&folder.path().join("a.db")),
        folder.path().join("copy.db"),
    );
    Store::open(&url).await.unwrap().close().await;
    store::back_up(&url, &copy).await.unwrap();
    let mode = std::fs::metadata(&copy).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[tokio::test]
async fn two_servers_do_not_share_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let url = file_url(&folder.path().join("50% #1? é.db"));
    let lock = DatabaseLock::take(&url).unwrap();
    let error = DatabaseLock::take(&url).unwrap_err();
    assert!(error.to_string().contains("another server"), "{error}");
    assert!(folder.path().join("50% #1? é.db.lock").is_file());
    drop(lock);
    DatabaseLock::take(&url).unwrap();
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
