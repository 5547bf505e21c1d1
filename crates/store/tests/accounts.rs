//! Accounts, sessions and guests, on a SQLite file, and on PostgreSQL where `cargo xtask test` has started one.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{entry, event, with_games};
use store::{LogWrite, NewAccount, PasswordChange, SeatRow};
use testclient::Database;

testclient::on_both_databases!(
    accounts_have_names_of_their_own,
    sessions_come_and_go,
    an_old_password_opens_nothing,
);

fn change<'a>(account: &'a str, old: Option<&'a str>, new: &'a str) -> PasswordChange<'a> {
    PasswordChange {
        account,
        old,
        new,
        but: None,
    }
}

/// The password is checked aside, and may be changed before anything comes of it.
async fn an_old_password_opens_nothing(database: Database) {
    let store = with_games(&database).await;
    assert!(store.make_account(account("person-1", "Ann")).await.unwrap());
    let sign_in = async |hash: &str, password: &str| {
        let signed_in = store.sign_in(hash, "person-1", password, 3);
        signed_in.await.unwrap()
    };
    assert!(sign_in("first", "p").await);
    assert!(!sign_in("wrong", "q").await);
    let (one, other) = tokio::join!(
        store.set_password(change("person-1", Some("p"), "a")),
        store.set_password(change("person-1", Some("p"), "b"))
    );
    assert!(one.unwrap() ^ other.unwrap(), "one of two changes the password");
    assert_eq!(store.session("first", 0, 9).await.unwrap(), None);
    let mut now = store.account("Ann").await.unwrap().unwrap().1;
    assert!(!sign_in("second", "p").await);
    for round in 0..20 {
        let (hash, next) = (format!("session-{round}"), format!("password-{round}"));
        let (changed, _) = tokio::join!(
            store.set_password(change("person-1", Some(&now), &next)),
            sign_in(&hash, &now)
        );
        assert!(changed.unwrap());
        assert_eq!(store.session(&hash, 0, 9).await.unwrap(), None, "round {round}");
        now = next;
    }
    store.ban("person-1", 9).await.unwrap();
    assert!(!sign_in("banned", &now).await);
}

async fn sessions_come_and_go(database: Database) {
    let store = with_games(&database).await;
    store.add_session("hash-1", "person-1", 3).await.unwrap();
    store.add_session("hash-2", "person-1", 3).await.unwrap();
    let session = async |hash: &str| {
        let row = store.session(hash, 2, 10).await.unwrap();
        row.map(|row| (row.person.id, row.person.kind, row.person.name))
    };
    let known = session("hash-1").await.unwrap();
    assert_eq!((known.0.as_str(), known.1.as_str()), ("person-1", "guest"));
    assert!(store.rename("person-1", "Ann", "ann").await.unwrap());
    assert_eq!(session("hash-2").await.unwrap().2, "Ann");
    assert_eq!(
        store.session("hash-1", 3, 10).await.unwrap(),
        None,
        "not used for too long"
    );
    store.use_session("hash-1", 9).await.unwrap();
    assert!(store.session("hash-1", 3, 10).await.unwrap().is_some());
    store.ban("person-1", 11).await.unwrap();
    store.add_session("hash-3", "person-1", 9).await.unwrap();
    assert_eq!(session("hash-3").await, None, "banned");
    store.ban("person-1", 0).await.unwrap();
    assert!(session("hash-3").await.is_some());
    store.add_session("hash-4", "person-1", 9).await.unwrap();
    store.revoke_all("person-1", Some("hash-4")).await.unwrap();
    assert_eq!(session("hash-3").await, None);
    let hashes = ["hash-3".to_owned(), "hash-4".to_owned()];
    assert_eq!(store.good_credentials(&hashes, 2, 10).await.unwrap(), ["hash-4"]);
    assert_eq!(store.forget_sessions(9).await.unwrap(), 1);
    assert_eq!(session("hash-4").await, None);
}

fn account<'a>(guest: &'a str, name: &'a str) -> NewAccount<'a> {
    NewAccount {
        guest,
        name,
        skeleton: if name == "Other" { "other" } else { "ann" },
        password: "p",
    }
}

async fn accounts_have_names_of_their_own(database: Database) {
    let store = with_games(&database).await;
    store.add_guest("person-2", "Teal tile 7", 1).await.unwrap();
    store.add_guest("person-3", "Teal tile 8", 1).await.unwrap();
    let (one, other) = tokio::join!(
        store.make_account(account("person-1", "Ann")),
        store.make_account(account("person-2", "ANN"))
    );
    assert!(one.unwrap() ^ other.unwrap(), "one of two gets the name");
    let (ann, _) = store.account("aNN").await.unwrap().unwrap();
    assert!(
        !store.make_account(account(&ann.id, "Other")).await.unwrap(),
        "an account stays what it is"
    );
    let like_ann = NewAccount {
        skeleton: "ann",
        ..account("person-3", "A n n")
    };
    assert!(!store.make_account(like_ann).await.unwrap(), "a look-alike");
    assert!(
        !store.rename("person-3", "A-n-n", "ann").await.unwrap(),
        "a look-alike"
    );
    store.add_session("hash-3", "person-3", 1).await.unwrap();
    store.guest_becomes("person-3", &ann.id).await.unwrap();
    assert_eq!(
        store.person("person-3").await.unwrap(),
        None,
        "nothing is left of them"
    );
    assert_eq!(store.session("hash-3", 0, 9).await.unwrap(), None);
    for (number, guest) in ["person-4", "person-5", "person-6"].into_iter().enumerate() {
        let number = number as i64;
        store.add_guest(guest, "Blue marble 43", number).await.unwrap();
        let seats = vec![SeatRow {
            seat: number,
            person: guest.to_owned(),
        }];
        let sat = LogWrite {
            seats,
            ..entry("table-01", vec![event(number + 1, None)])
        };
        store.append(&[sat]).await.unwrap();
        store.guest_becomes(guest, &ann.id).await.unwrap();
    }
    let newest = store.former_guests(&ann.id, 2).await.unwrap();
    assert_eq!(newest, ["person-6", "person-5"]);
    store.add_guest("person-7", "Blue marble 44", 0).await.unwrap();
    store.change_name_everywhere("person-7", "New").await.unwrap();
    store.guest_becomes("person-7", &ann.id).await.unwrap();
    assert!(store.set_password(change(&ann.id, None, "new")).await.unwrap());
    assert_eq!(store.account("ann").await.unwrap().unwrap().1, "new");
    let leave = async |password| {
        let left = store.delete_account(&ann.id, password, "[deleted]");
        left.await.unwrap()
    };
    assert!(!leave(Some("old")).await && !leave(None).await);
    assert!(leave(Some("new")).await);
    assert_eq!(store.account("ann").await.unwrap(), None);
    assert_eq!(store.person(&ann.id).await.unwrap().unwrap().kind, "gone");
}
