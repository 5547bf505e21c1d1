//! The store on a SQLite file, and on PostgreSQL where `cargo xtask test` has started one.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{entry, event, with_games};
use store::{
    Error, LogWrite, NewAccount, NewGame, NewRating, NewToken, Opening, Outage, RatingRow, Search, SeatRow,
    Store, Summary, file_url,
};
use testclient::Database;

testclient::on_both_databases!(
    everything_moves_and_is_counted,
    events_are_kept_in_order,
    an_event_is_written_once,
    one_table_s_conflict_harms_no_other,
    a_game_is_made_with_the_event_that_opens_it_or_not_at_all,
    due_games_are_found,
    outages_are_kept,
    tokens_and_ratings_are_kept,
    games_are_found,
);

async fn events_are_kept_in_order(database: Database) {
    let store = with_games(&database).await;
    let first = entry(
        "table-01",
        vec![event(1, Some("0:a")), event(2, None), event(3, Some("1:a"))],
    );
    assert_eq!(
        store
            .append(&[first, entry("table-02", vec![event(1, Some("0:a"))])])
            .await
            .unwrap(),
        [true, true]
    );
    let events = store.events("table-01", 0).await.unwrap();
    assert_eq!(
        events
            .iter()
            .map(|event| (event.seq, event.at))
            .collect::<Vec<_>>(),
        [(1, 10), (2, 20), (3, 30)]
    );
    assert_eq!(events[2].action_key.as_deref(), Some("1:a"));
    assert_eq!(events[1].body, "{\"n\":2}");
    assert_eq!(store.events("table-01", 2).await.unwrap(), events[2..]);
    assert_eq!(store.events("nowhere0", 0).await.unwrap(), []);
}

async fn an_event_is_written_once(database: Database) {
    let store = with_games(&database).await;
    let write = async |event| store.append(&[entry("table-01", vec![event])]).await.unwrap()[0];
    assert!(write(event(1, Some("0:a"))).await);
    assert!(!write(event(1, Some("0:b"))).await, "the number is taken");
    assert!(!write(event(2, Some("0:a"))).await, "the mark is taken");
    assert!(write(event(2, None)).await);
    assert!(write(event(3, None)).await, "events without a mark never collide");
    assert_eq!(store.events("table-01", 0).await.unwrap().len(), 3);
}

async fn one_table_s_conflict_harms_no_other(database: Database) {
    let store = with_games(&database).await;
    store
        .append(&[entry("table-01", vec![event(1, None)])])
        .await
        .unwrap();
    let seats = vec![SeatRow {
        seat: 0,
        person: "person-1".to_owned(),
    }];
    let late = LogWrite {
        seats: seats.clone(),
        ..entry("table-01", vec![event(1, None), event(2, None)])
    };
    let fine = LogWrite {
        seats,
        ..entry("table-02", vec![event(1, None), event(2, None)])
    };
    assert_eq!(store.append(&[late, fine]).await.unwrap(), [false, true]);
    assert_eq!(
        store.events("table-01", 0).await.unwrap().len(),
        1,
        "nothing of a late entry is written"
    );
    assert_eq!(store.events("table-02", 0).await.unwrap().len(), 2);
}

async fn a_game_is_made_with_the_event_that_opens_it_or_not_at_all(database: Database) {
    let store = with_games(&database).await;
    let opens = |id| LogWrite {
        opens: Some(Box::new(Opening {
            game: "offboard",
            settings: "{}".to_owned(),
            public: false,
            creator: "person-1".to_owned(),
            created: 3,
            entry: entry(id, vec![event(1, None)]),
        })),
        ..entry("table-01", vec![event(1, None)])
    };
    let written = store.append(&[opens("table-04"), opens("table-05")]).await;
    assert_eq!(written.unwrap(), [true, false]);
    assert!(store.game("table-04").await.unwrap().is_some());
    assert_eq!(store.events("table-04", 0).await.unwrap().len(), 1);
    assert_eq!(store.game("table-05").await.unwrap(), None, "no orphan");
}

async fn due_games_are_found(database: Database) {
    let store = with_games(&database).await;
    let timed = |game, deadline| LogWrite {
        summary: Summary {
            deadline,
            ..Summary::default()
        },
        ..entry(game, vec![event(1, None)])
    };
    store
        .append(&[timed("table-01", Some(500)), timed("table-02", None)])
        .await
        .unwrap();
    assert_eq!(store.due_games(499, 10).await.unwrap(), Vec::<String>::new());
    assert_eq!(store.due_games(500, 10).await.unwrap(), ["table-01"]);
}

async fn outages_are_kept(database: Database) {
    let store = Store::open(&database.url).await.unwrap();
    assert_eq!(store.last_alive().await.unwrap(), None);
    store.beat(5, &[]).await.unwrap();
    store.beat(7, &[]).await.unwrap();
    assert_eq!(store.last_alive().await.unwrap(), Some(7));
    let outages = [Outage { since: 7, until: 20 }, Outage { since: 30, until: 40 }];
    for outage in outages {
        store.add_outage(outage).await.unwrap();
        store
            .add_outage(Outage {
                until: outage.since + 1,
                ..outage
            })
            .await
            .unwrap();
    }
    assert_eq!(store.outages(0).await.unwrap(), outages);
    assert_eq!(store.outages(20).await.unwrap(), outages[1..]);
}

async fn tokens_and_ratings_are_kept(database: Database) {
    let store = with_games(&database).await;
    let account = NewAccount {
        guest: "person-1",
        name: "Ann",
        skeleton: "ann",
        password: "p",
    };
    assert!(store.make_account(account).await.unwrap());
    let token = |hash, name| NewToken {
        token_hash: hash,
        person: "person-1",
        password: "p",
        name,
        scope: "play",
        created: 5,
        expires: 10,
    };
    assert!(store.add_token(token("token-1", "my bot"), 2).await.unwrap());
    assert!(
        !store.add_token(token("token-2", "my bot"), 2).await.unwrap(),
        "one of a name"
    );
    assert!(store.add_token(token("token-3", "other"), 2).await.unwrap());
    assert!(
        !store.add_token(token("token-4", "third"), 2).await.unwrap(),
        "two at most"
    );
    let other = NewToken {
        password: "q",
        ..token("token-5", "fourth")
    };
    assert!(
        !store.add_token(other, 9).await.unwrap(),
        "the password was changed"
    );
    let known = store.token("token-1", 9).await.unwrap().unwrap();
    assert_eq!(
        (known.person.id.as_str(), known.scope.as_deref()),
        ("person-1", Some("play"))
    );
    assert_eq!(store.token("token-1", 10).await.unwrap(), None, "it has expired");
    assert_eq!(store.tokens("person-1").await.unwrap()[0].name, "my bot");
    assert_eq!(
        store.remove_token("person-1", "my bot").await.unwrap(),
        ["token-1"]
    );
    assert_eq!(store.token("token-1", 9).await.unwrap(), None);
    assert_eq!(store.forget_tokens(10).await.unwrap(), 1);

    let rating = RatingRow {
        rating: 1512.5,
        deviation: 300.0,
        volatility: 0.06,
        games: 1,
        updated: 10,
    };
    let new = NewRating {
        person: "person-1".to_owned(),
        game: "offboard".to_owned(),
        before: 0,
        rating,
    };
    let rated = |game, new| LogWrite {
        ratings: vec![new],
        ..entry(game, vec![event(1, None)])
    };
    store.append(&[rated("table-01", new.clone())]).await.unwrap();
    let better = RatingRow {
        rating: 1600.0,
        games: 2,
        updated: 20,
        ..rating
    };
    store
        .append(&[rated(
            "table-02",
            NewRating {
                before: rating.games,
                rating: better,
                ..new
            },
        )])
        .await
        .unwrap();
    assert_eq!(store.rating("person-1", "offboard").await.unwrap(), Some(better));
    assert_eq!(store.rating("person-1", "polygone").await.unwrap(), None);
    assert_eq!(
        store.rating_history("person-1", "offboard", 100).await.unwrap(),
        [(10, 1512.5), (20, 1600.0)]
    );
}

/// A store with two public games and a private one that are over.
async fn with_ended_games(database: &Database) -> Store {
    let store = with_games(database).await;
    let secret = NewGame {
        id: "table-03",
        game: "polygone",
        settings: "{}",
        public: false,
        creator: "person-1",
        created: 3,
    };
    store.add_game(&secret).await.unwrap();
    let over = |game: &str, ended, winner| LogWrite {
        summary: Summary {
            ended: Some(ended),
            winner,
            reason: Some("points".to_owned()),
            ..Summary::default()
        },
        seats: vec![SeatRow {
            seat: 0,
            person: "person-1".to_owned(),
        }],
        ..entry(game, vec![event(1, None)])
    };
    let entries = [
        over("table-01", 100, Some(0)),
        over("table-02", 200, None),
        over("table-03", 300, Some(1)),
    ];
    store.append(&entries).await.unwrap();
    store
}

async fn games_are_found(database: Database) {
    let store = with_ended_games(&database).await;
    let found = async |search: Search| {
        let games = store.search(&search, None, 10).await.unwrap();
        games.into_iter().map(|(_, id)| id).collect::<Vec<_>>()
    };
    let all = Search {
        games: ["offboard", "polygone"].map(ToOwned::to_owned).to_vec(),
        ..Search::default()
    };
    assert_eq!(
        found(all.clone()).await,
        ["table-02", "table-01"],
        "a private game is not for all"
    );
    let viewer = Some("person-1".to_owned());
    assert_eq!(
        found(Search {
            viewer: viewer.clone(),
            ..all.clone()
        })
        .await,
        ["table-03", "table-02", "table-01"]
    );
    assert_eq!(
        found(Search {
            winner: Some(2),
            ..all.clone()
        })
        .await,
        ["table-02"]
    );
    assert_eq!(
        found(Search {
            winner: Some(0),
            ..all.clone()
        })
        .await,
        ["table-01"]
    );
    assert_eq!(
        found(Search {
            since: Some(150),
            ..all.clone()
        })
        .await,
        ["table-02"]
    );
    assert_eq!(
        found(Search {
            until: Some(150),
            ..all.clone()
        })
        .await,
        ["table-01"]
    );
    assert_eq!(
        found(Search {
            player: Some("person-9".to_owned()),
            ..all.clone()
        })
        .await,
        Vec::<String>::new()
    );
    assert_eq!(
        found(Search {
            games: vec!["polygone".to_owned()],
            viewer,
            ..all.clone()
        })
        .await,
        ["table-03"]
    );
    let rest = store
        .search(&all, Some((200, "table-02".to_owned())), 10)
        .await
        .unwrap();
    assert_eq!(rest, [(100, "table-01".to_owned())]);
    assert_eq!(store.games_of("person-1", 2).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_backup_is_a_whole_database() {
    let database = Database::sqlite();
    let store = with_games(&database).await;
    store
        .append(&[entry("table-01", vec![event(1, None)])])
        .await
        .unwrap();
    let key = store.secret_key().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy of today's.db");
    store::back_up(&database.url, &copy).await.unwrap();
    store
        .append(&[entry("table-01", vec![event(2, None)])])
        .await
        .unwrap();
    let restored = Store::open(&file_url(&copy)).await.unwrap();
    assert_eq!(
        restored.events("table-01", 0).await.unwrap().len(),
        1,
        "as of that moment"
    );
    assert_eq!(restored.secret_key().await.unwrap(), key);
    assert!(
        store::back_up(&database.url, &copy).await.is_err(),
        "a file that is there is not written over"
    );
}

#[tokio::test]
async fn a_damaged_key_is_named() {
    let database = Database::sqlite();
    let store = Store::open(&database.url).await.unwrap();
    store.secret_key().await.unwrap();
    let pool = sqlx::SqlitePool::connect(&database.url).await.unwrap();
    sqlx::query("UPDATE settings SET value = 'no key'")
        .execute(&pool)
        .await
        .unwrap();
    assert!(matches!(
        store.secret_key().await,
        Err(Error::Damaged("secret-key"))
    ));
}

async fn everything_moves_and_is_counted(database: Database) {
    let source = Database::sqlite();
    let from = with_ended_games(&source).await;
    from.add_guest("guest-01", "Blue marble 42", 5).await.unwrap();
    let own = NewGame {
        id: "table-04",
        game: "offboard",
        settings: "{}",
        public: false,
        creator: "guest-01",
        created: 6,
    };
    from.add_game(&own).await.unwrap();
    from.guest_becomes("guest-01", "person-1").await.unwrap();
    from.secret_key().await.unwrap();
    let to = Store::open(&database.url).await.unwrap();
    let moved = from.copy_to(&to).await.unwrap();
    let rows = |name: &str| moved.iter().find(|(table, _)| *table == name).unwrap().1;
    assert_eq!((rows("games"), rows("settings")), (4, 1));
    assert!(
        rows("people") >= 2 && rows("events") > 0 && rows("seats") > 0,
        "{moved:?}"
    );
    assert_eq!(from.secret_key().await.unwrap(), to.secret_key().await.unwrap());
    for game in ["table-01", "table-02", "table-03"] {
        assert_eq!(from.game(game).await.unwrap(), to.game(game).await.unwrap());
        assert_eq!(
            from.events(game, 0).await.unwrap(),
            to.events(game, 0).await.unwrap()
        );
    }
    assert_eq!(to.former_guests("person-1", 9).await.unwrap(), ["guest-01"]);
    let again = from.copy_to(&to).await.unwrap_err().to_string();
    assert!(again.contains("not empty"), "{again}");
    let empty = Database::sqlite();
    let (_, steps) = Store::migrate(&empty.url).await.unwrap();
    assert_eq!(steps[0], 0);
    assert_eq!(
        Store::migrate(&empty.url).await.unwrap().1,
        [steps[1]; 2],
        "nothing is left to do"
    );
}
