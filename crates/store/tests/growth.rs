//! Many entries in one commit, packed logs, and several processes on one database.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use store::{GRACE, LogWrite, NewEvent, NewGame, Outage, Redaction, Store, Summary};
use testclient::Database;

testclient::on_both_databases!(
    a_silent_process_is_an_outage,
    many_entries_in_one_commit_are_each_decided_alone,
    finished_games_are_packed,
);

fn sample_game() -> NewGame<'static> {
    NewGame {
        id: "",
        game: "offboard",
        settings: "{}",
        public: true,
        creator: "ann",
        created: 2,
    }
}

/// A process that is killed is noticed by the others, and its silence is an outage.
async fn a_silent_process_is_an_outage(database: Database) {
    let near = Store::open(&database.url).await.unwrap();
    let far = Store::open(&database.url).await.unwrap();
    far.beat(1000, &[]).await.unwrap();
    let beat = near.beat(3000, &[]).await.unwrap();
    assert_eq!(
        (beat.all_alive, beat.outages),
        (1000, vec![]),
        "perhaps only slow"
    );
    let beat = near.beat(9000, &[]).await.unwrap();
    let outage = Outage {
        since: 1000,
        until: 9000 + GRACE,
    };
    assert_eq!((beat.all_alive, beat.outages), (9000, vec![outage]));
    // It was only slow after all, and tells of it itself.
    let own = Outage {
        since: 1000,
        until: 9500 + GRACE,
    };
    far.beat(9500, &[own]).await.unwrap();
    let beat = near.beat(10_000, &[]).await.unwrap();
    assert_eq!((beat.all_alive, beat.outages), (9500, vec![own]));
}

/// Many entries of one commit: each is written whole or not at all, as if it were alone.
async fn many_entries_in_one_commit_are_each_decided_alone(database: Database) {
    let store = Store::open(&database.url).await.unwrap();
    store.add_guest("ann", "Ann", 1).await.unwrap();
    let names: Vec<String> = (0..300).map(|number| format!("game-{number:05}")).collect();
    for name in &names {
        let game = NewGame {
            id: name,
            ..sample_game()
        };
        store.add_game(&game).await.unwrap();
    }
    let entry = |name: &String, seq: i64, key: &str, body: &str| LogWrite {
        game: name.clone(),
        events: vec![NewEvent {
            seq,
            at: 10,
            key: Some(key.to_owned()),
            body: body.to_owned(),
        }],
        summary: Summary {
            plies: seq,
            deadline: (seq == 2).then_some(77),
            ..Summary::default()
        },
        seats: Vec::new(),
        ratings: Vec::new(),
        opens: None,
    };
    let first: Vec<LogWrite> = names.iter().map(|name| entry(name, 1, "0:a", "first")).collect();
    assert_eq!(store.append(&first).await.unwrap(), vec![true; 300]);
    // Every third comes with a number that is taken, every seventh with a key that is taken; and the last game twice.
    let mut second: Vec<LogWrite> = names
        .iter()
        .enumerate()
        .map(|(index, name)| match index {
            _ if index % 3 == 0 => entry(name, 1, "0:b", "again"),
            _ if index % 7 == 0 => entry(name, 2, "0:a", "again"),
            _ => entry(name, 2, "0:b", "second"),
        })
        .collect();
    second.push(entry(&names[299], 1, "0:c", "again"));
    second.push(entry(&names[298], 2, "0:c", "again"));
    let expected: Vec<bool> = (0..302)
        .map(|index| index < 300 && index % 3 != 0 && index % 7 != 0)
        .collect();
    assert_eq!(store.append(&second).await.unwrap(), expected);
    for (index, name) in names.iter().enumerate() {
        let events = store.events(name, 0).await.unwrap();
        let bodies: Vec<&str> = events.iter().map(|event| event.body.as_str()).collect();
        let whole: &[&str] = if expected[index] {
            &["first", "second"]
        } else {
            &["first"]
        };
        assert_eq!(bodies, whole, "{name}");
        let plies = store.game(name).await.unwrap().unwrap().plies;
        assert_eq!(plies, whole.len() as i64, "{name}");
    }
    assert_eq!(
        store.due_games(77, 1000).await.unwrap().len(),
        expected.iter().filter(|yes| **yes).count()
    );
}

/// A finished game becomes one row, and everybody reads it as before; talk after it is added.
async fn finished_games_are_packed(database: Database) {
    let store = Store::open(&database.url).await.unwrap();
    store.add_guest("ann", "Ann", 1).await.unwrap();
    let event = |seq: i64, body: &str| NewEvent {
        seq,
        at: seq,
        key: (seq > 1).then(|| format!("0:{seq}")),
        body: body.to_owned(),
    };
    for (name, ended) in [("over", Some(50)), ("running", None), ("late", Some(90))] {
        store
            .add_game(&NewGame {
                id: name,
                ..sample_game()
            })
            .await
            .unwrap();
        let entry = LogWrite {
            game: name.to_owned(),
            events: (1..=40).map(|seq| event(seq, "{\"type\":\"move\"}")).collect(),
            summary: Summary {
                ended,
                ..Summary::default()
            },
            seats: Vec::new(),
            ratings: Vec::new(),
            opens: None,
        };
        assert_eq!(store.append(&[entry]).await.unwrap(), [true]);
    }
    let before = store.events("over", 0).await.unwrap();
    let names = ["late", "nowhere", "over"].map(ToOwned::to_owned);
    let logs = async || {
        let logs = store.logs_of(&names).await.unwrap().into_iter();
        logs.map(|log| log.events().unwrap()).collect::<Vec<_>>()
    };
    let together = logs().await;
    assert_eq!(
        (together[0].len(), &together[1..]),
        (40, &[vec![], before.clone()][..])
    );
    assert_eq!(store.pack_logs(60, 10).await.unwrap(), 1);
    assert_eq!(logs().await, together);
    assert_eq!(store.pack_logs(60, 10).await.unwrap(), 0, "once");
    assert_eq!(store.events("over", 0).await.unwrap(), before);
    assert_eq!(store.events("over", 38).await.unwrap(), before[38..]);
    assert_eq!(store.events("over", 40).await.unwrap(), []);
    let talk = LogWrite {
        game: "over".to_owned(),
        events: vec![event(41, "{\"type\":\"chat\"}")],
        summary: Summary {
            ended: Some(50),
            ..Summary::default()
        },
        seats: Vec::new(),
        ratings: Vec::new(),
        opens: None,
    };
    assert_eq!(store.append(&[talk]).await.unwrap(), [true]);
    let after = store.events("over", 0).await.unwrap();
    assert_eq!((after.len(), &after[..40]), (41, &before[..]));
    assert_eq!(store.events("over", 40).await.unwrap().len(), 1);
    assert_eq!(logs().await[2], after);
    // A redaction changes a packed log, and it is packed anew.
    let redaction = Redaction {
        game: "over",
        events: &[(2, "{\"type\":\"gone\"}".to_owned())],
        players: None,
        notice: "{\"type\":\"redacted\"}",
        at: 99,
    };
    assert!(store.redact(&redaction).await.unwrap());
    let redacted = store.events("over", 0).await.unwrap();
    assert_eq!(
        (redacted.len(), redacted[1].body.as_str()),
        (42, "{\"type\":\"gone\"}")
    );
    assert_eq!(store.pack_logs(60, 10).await.unwrap(), 1);
    assert_eq!(store.events("over", 0).await.unwrap(), redacted);
    assert!(store.remove_game("over", 100).await.unwrap());
    assert_eq!(store.events("over", 0).await.unwrap(), []);
    for other in ["running", "late"] {
        assert_eq!(store.events(other, 0).await.unwrap().len(), 40);
    }
}
