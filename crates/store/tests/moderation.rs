//! Keys, blocks, redactions, cleaning and notices, on a SQLite file, and on PostgreSQL where `cargo xtask test` has started one.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{entry, event, with_games};
use store::{GuestRound, LogWrite, Redaction, Search, SeatRow, Silence, Store};
use testclient::Database;

testclient::on_both_databases!(
    the_key_is_made_once_and_kept,
    keys_are_changed_and_the_former_one_is_kept,
    blocks_and_mutes_silence,
    events_are_redacted,
    unused_rows_are_removed,
    notices_are_numbered,
    a_change_of_a_name_that_fails_holds_up_no_other,
    lists_of_challenges_and_games_end,
    a_push_service_that_fails_again_and_again_is_left,
    a_look_at_old_guests_is_short_however_many_stay,
    a_browser_hears_of_turns_as_long_as_its_session_lasts,
);

async fn the_key_is_made_once_and_kept(database: Database) {
    let store = Store::open(&database.url).await.unwrap();
    store.health().await.unwrap();
    let (one, other) = tokio::join!(store.secret_key(), store.secret_key());
    let key = one.unwrap();
    assert_eq!(other.unwrap(), key, "two that ask at once get the same");
    store.close().await;
    let again = Store::open(&database.url).await.unwrap();
    assert_eq!(again.secret_key().await.unwrap(), key);
    again.close().await;
}

async fn keys_are_changed_and_the_former_one_is_kept(database: Database) {
    let store = Store::open(&database.url).await.unwrap();
    let before = store.secret_key().await.unwrap();
    assert_eq!(store.former_key().await.unwrap(), None);
    store.rotate_key(77).await.unwrap();
    assert_ne!(store.secret_key().await.unwrap(), before);
    assert_eq!(store.former_key().await.unwrap(), Some((before, 77)));
}

async fn blocks_and_mutes_silence(database: Database) {
    let store = with_games(&database).await;
    for id in ["person-2", "person-3"] {
        store.add_guest(id, "Teal tile 7", 1).await.unwrap();
    }
    let seats = [(0, "person-1"), (1, "person-2")].map(|(seat, person)| SeatRow {
        seat,
        person: person.to_owned(),
    });
    let sat = LogWrite {
        seats: seats.into(),
        ..entry("table-01", vec![event(1, None)])
    };
    store.append(&[sat]).await.unwrap();
    assert_eq!(store.silence("table-01", 1, 5).await.unwrap(), None);
    assert!(store.block("person-1", "person-2", 1, 1).await.unwrap());
    assert!(store.block("person-1", "person-2", 2, 1).await.unwrap(), "again");
    assert!(
        !store.block("person-1", "person-3", 2, 1).await.unwrap(),
        "too many"
    );
    assert_eq!(
        store.silence("table-01", 1, 5).await.unwrap(),
        Some(Silence::Blocked)
    );
    assert_eq!(
        store.silence("table-01", 0, 5).await.unwrap(),
        None,
        "the blocker may write"
    );
    assert!(store.is_blocked_between("person-2", "person-1").await.unwrap());
    assert_eq!(store.blocked_by("person-1").await.unwrap()[0].id, "person-2");
    // The guest who is blocked signs in: the block follows.
    store.guest_becomes("person-2", "person-3").await.unwrap();
    assert!(store.has_blocked("person-1", "person-3").await.unwrap());
    store.unblock("person-1", "person-3").await.unwrap();
    store.mute("person-3", 6).await.unwrap();
    assert_eq!(
        store.silence("table-01", 1, 5).await.unwrap(),
        Some(Silence::Muted(6))
    );
    assert_eq!(store.silence("table-01", 1, 6).await.unwrap(), None);
}

async fn events_are_redacted(database: Database) {
    let store = with_games(&database).await;
    let written = entry("table-01", vec![event(1, None), event(2, None)]);
    store.append(&[written]).await.unwrap();
    let redaction = Redaction {
        game: "table-01",
        events: &[(2, "\"gone\"".to_owned())],
        players: Some("[]"),
        notice: "\"redacted\"",
        at: 50,
    };
    assert!(store.redact(&redaction).await.unwrap());
    let log = store.events("table-01", 0).await.unwrap();
    let bodies: Vec<&str> = log.iter().map(|event| event.body.as_str()).collect();
    assert_eq!(bodies[1..], ["\"gone\"", "\"redacted\""]);
    let row = store.game("table-01").await.unwrap().unwrap();
    assert_eq!(row.players.as_deref(), Some("[]"));
    assert!(store.remove_game("table-01", 60).await.unwrap());
    assert!(!store.remove_game("table-01", 60).await.unwrap(), "once");
    assert_eq!(store.game("table-01").await.unwrap(), None);
    assert_eq!(store.events("table-01", 0).await.unwrap(), []);
    let found = store.search(&Search::default(), None, 10).await.unwrap();
    assert_eq!(found, [], "nor in the archive");
}

async fn unused_rows_are_removed(database: Database) {
    let store = with_games(&database).await;
    store.add_guest("person-2", "Teal tile 7", 5).await.unwrap();
    store.add_guest("person-3", "Teal tile 8", 50).await.unwrap();
    let mut round = GuestRound::default();
    assert_eq!(store.forget_guests(10, &mut round).await.unwrap(), 1);
    assert_eq!(store.person("person-2").await.unwrap(), None);
    assert!(
        store.person("person-1").await.unwrap().is_some(),
        "the creator of a game stays"
    );
    assert!(store.person("person-3").await.unwrap().is_some(), "too young");
    store.add_challenge("table-01", "person-3", 3).await.unwrap();
    assert_eq!(store.challenges("person-3", 2).await.unwrap(), ["table-01"]);
    assert_eq!(
        store.challenges("person-3", 3).await.unwrap(),
        Vec::<String>::new(),
        "expired"
    );
    let counted = store.waiting_challenges("person-3", "person-1", 2).await.unwrap();
    assert_eq!(counted, [1, 1, 1]);
    assert_eq!(store.forget_challenges(3).await.unwrap(), 1);
    assert_eq!(store.waiting_games(2).await.unwrap(), ["table-01", "table-02"]);
    assert_eq!(store.games_never_begun(100).await.unwrap(), Vec::<String>::new());
}

async fn notices_are_numbered(database: Database) {
    let store = Store::open(&database.url).await.unwrap();
    assert_eq!(store.last_notice().await.unwrap(), 0);
    let (one, other) = tokio::join!(store.add_notice("a", 1), store.add_notice("b", 1));
    one.unwrap();
    other.unwrap();
    let numbers = async |after| -> Vec<i64> {
        let notices = store.notices(after).await.unwrap();
        notices.into_iter().map(|(id, _)| id).collect()
    };
    assert_eq!(numbers(0).await, [1, 2]);
    assert_eq!(numbers(1).await, [2]);
    assert_eq!(store.forget_notices(5).await.unwrap(), 1);
    store.add_notice("c", 6).await.unwrap();
    assert_eq!(numbers(0).await, [2, 3], "numbers go on");
}

async fn a_change_of_a_name_that_fails_holds_up_no_other(database: Database) {
    let store = with_games(&database).await;
    store.add_guest("person-2", "Teal tile 7", 1).await.unwrap();
    for person in ["person-1", "person-2"] {
        store.change_name_everywhere(person, "New").await.unwrap();
    }
    let next = async |tried| store.next_name_change(tried).await.unwrap();
    let first = next(5).await.unwrap();
    assert_eq!(first.person, "person-1");
    store.name_change_failed(&first, 5).await.unwrap();
    let second = next(5).await.unwrap();
    assert_eq!(second.person, "person-2");
    store.go_on_with_change(&second, None).await.unwrap();
    assert_eq!(next(5).await, None, "the first one has its turn later");
    assert_eq!(next(6).await, Some(first));
}

async fn lists_of_challenges_and_games_end(database: Database) {
    let store = with_games(&database).await;
    store.close().await;
    for sql in [
        "INSERT INTO games (id, game, settings, public, creator, created, plies, started)
         WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 402)
         SELECT 'game-' || number, 'offboard', '{}', 0, 'person-1', number, 0,
                CASE WHEN number <= 201 THEN number END FROM numbers",
        "INSERT INTO seats (game, seat, person, created) SELECT id, 0, 'person-1', created FROM games
         WHERE started IS NOT NULL",
        "INSERT INTO challenges (game, person, created) SELECT id, 'person-1', created FROM games
         WHERE started IS NULL",
    ] {
        store::run_sql(&database.url, sql).await.unwrap();
    }
    let store = Store::open(&database.url).await.unwrap();
    assert_eq!(store.live_games("person-1").await.unwrap().len(), 200);
    assert_eq!(store.challenges("person-1", 0).await.unwrap().len(), 200);
}

async fn a_push_service_that_fails_again_and_again_is_left(database: Database) {
    let store = with_games(&database).await;
    let row = store::PushRow {
        endpoint: "https://push.example.org/abc".to_owned(),
        person: "person-1".to_owned(),
        p256dh: String::new(),
        auth: String::new(),
        language: "en".to_owned(),
        site: String::new(),
        created: 1,
        session: None,
    };
    store.subscribe_push(&row, 10).await.unwrap();
    let count = async || store.push_subscriptions("person-1").await.unwrap().len();
    store.push_failed(&row.endpoint, 3).await.unwrap();
    store.push_failed(&row.endpoint, 3).await.unwrap();
    store.push_taken(&row.endpoint).await.unwrap();
    store.push_failed(&row.endpoint, 3).await.unwrap();
    store.push_failed(&row.endpoint, 3).await.unwrap();
    assert_eq!(count().await, 1, "three in a row are too many, not two");
    store.push_failed(&row.endpoint, 3).await.unwrap();
    assert_eq!(count().await, 0);
}

async fn a_look_at_old_guests_is_short_however_many_stay(database: Database) {
    let store = with_games(&database).await;
    for sql in [
        "INSERT INTO people (id, kind, name, created)
         WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 600)
         SELECT 'guest-' || CAST(n + 1000 AS TEXT), 'guest', 'Blue marble 42', n / 2 FROM n",
        "INSERT INTO sessions (token_hash, person, created, used) SELECT id, id, 1, 1 FROM people",
    ] {
        store::run_sql(&database.url, sql).await.unwrap();
    }
    store.add_guest("unused", "Teal tile 7", 400).await.unwrap();
    let mut round = GuestRound::default();
    for removed in [0, 1, 0] {
        assert_eq!(store.forget_guests(500, &mut round).await.unwrap(), removed);
    }
    store.remove_session("guest-1001").await.unwrap();
    let mut next = async || store.forget_guests(500, &mut round).await.unwrap();
    assert_eq!(
        (next().await, next().await),
        (0, 1),
        "the next round begins with the first"
    );
}

async fn a_browser_hears_of_turns_as_long_as_its_session_lasts(database: Database) {
    let store = with_games(&database).await;
    store.add_guest("person-2", "Teal tile 7", 5).await.unwrap();
    let subscribe = async |number: i64, session: Option<&str>| {
        let row = store::PushRow {
            endpoint: format!("https://push.example.org/{number}"),
            person: "person-1".to_owned(),
            p256dh: String::new(),
            auth: String::new(),
            language: "en".to_owned(),
            site: String::new(),
            created: number,
            session: session.map(ToOwned::to_owned),
        };
        store.subscribe_push(&row, 10).await.unwrap();
    };
    for session in ["one", "two", "three"] {
        store.add_session(session, "person-1", 1).await.unwrap();
    }
    let sessions = async |person: &str| {
        let rows = store.push_subscriptions(person).await.unwrap().into_iter();
        rows.map(|row| row.session.unwrap_or_default())
            .collect::<Vec<_>>()
    };
    subscribe(1, None).await;
    subscribe(2, Some("one")).await;
    subscribe(3, Some("two")).await;
    subscribe(4, Some("three")).await;
    store.remove_session("one").await.unwrap();
    assert_eq!(
        sessions("person-1").await,
        ["two", "three"],
        "nor the one of before"
    );
    store.hand_on_push("two", "four", "person-2").await.unwrap();
    assert_eq!(sessions("person-2").await, ["four"]);
    subscribe(5, Some("five")).await;
    store.revoke_all("person-1", Some("three")).await.unwrap();
    assert_eq!(sessions("person-1").await, ["three"]);
    store.revoke_all("person-1", None).await.unwrap();
    assert_eq!(sessions("person-1").await, Vec::<String>::new());
    assert_eq!(sessions("person-2").await, ["four"]);
}
