//! Every event and message that a server can send is read back, by serde and by hand alike, and one that is unknown is
//! stepped over.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod samples;

use games::GameId;
use protocol::{
    ArchivedGame, BlockedPerson, ByeReason, ClientMessage, Created, Event, EventKind, KeptMistakes, Learned,
    LobbyMessage, Looked, Me, Profile, Refusal, ServerMessage, Tables, TokenInfo,
};
use samples::{actions, lobby_messages, messages, player_kinds, refused, scopes, tables};
use serde::Serialize;
use std::fmt::Debug;
use web_net::decode::{self, FromJson};
use web_net::{Json, read_action};

#[test]
fn every_message_of_a_table_is_read_back() {
    for message in messages() {
        let text = message.write();
        assert_eq!(decode::server_message(&text).as_ref(), Some(&message));
        assert_eq!(ServerMessage::read(&text), Ok(message));
    }
}

#[test]
fn every_message_of_the_lobby_is_read_back() {
    for message in lobby_messages() {
        let text = message.write();
        assert_eq!(decode::lobby_message(&text).as_ref(), Some(&message));
        assert_eq!(LobbyMessage::read(&text), Ok(message));
    }
}

#[test]
fn every_kept_action_is_read_back() {
    for action in actions() {
        let message = ClientMessage::Act {
            key: "key-00001".parse().unwrap(),
            ply: 7,
            action,
        };
        assert_eq!(read_action(&message.write()), Some(message));
    }
    for bad in [
        "",
        "{}",
        r#"{"type":"act","key":"key-00001","ply":-1,"action":{"do":"resign"}}"#,
    ] {
        assert_eq!(read_action(bad), None, "{bad}");
    }
}

#[test]
fn what_a_newer_server_says_is_stepped_over_or_read_as_far_as_it_is_known() {
    let weather = r#"{"type":"weather","rain":[1]}"#;
    assert!(ServerMessage::read(weather).is_err() && LobbyMessage::read(weather).is_err());
    assert!(decode::server_message(weather).is_none() && decode::lobby_message(weather).is_none());
    let both = |text: &str| {
        let message = ServerMessage::read(text).unwrap();
        assert_eq!(decode::server_message(text).as_ref(), Some(&message));
        message
    };
    let welcome = r#"{"type":"welcome","version":2,"table":{"id":7}}"#;
    assert!(decode::server_message(welcome).is_none() && decode::is_welcome(welcome));
    assert!(!decode::is_welcome(weather) && !decode::is_welcome("welcome"));
    let bye = both(r#"{"type":"bye","words":"no","reason":"eclipse"}"#);
    let words = "no".to_owned();
    let reason = ByeReason::Unknown;
    assert_eq!(bye, ServerMessage::Bye { reason, words });
    assert_eq!(both(r#"{"type":"bye","words":"no"}"#), bye, "an older server");
    let text =
        r#"{"type":"refused","key":"key-00001","reason":"moon","words":"no","last":3,"ply":2,"tide":"low"}"#;
    assert_eq!(both(text), refused(Refusal::Unknown));
    let event =
        both(r#"{"type":"events","clocks":null,"events":[{"seq":1,"at":2,"type":"fanfare","loud":true}]}"#);
    let kind = EventKind::Unknown {};
    let events = vec![Event { seq: 1, at: 2, kind }];
    assert_eq!(event, ServerMessage::Events { events, clocks: None });
    let mut grown = serde_json::to_value(&tables()[0]).unwrap();
    grown["settings"]["colour"] = "red".into();
    grown["weather"] = "fair".into();
    let strange = serde_json::json!({ "settings": { "game": "chess" } });
    let list = serde_json::json!([grown, strange]).to_string();
    let Tables(known) = serde_json::from_str(&list).unwrap();
    assert_eq!(known, tables()[..1], "a table that cannot be read is left out");
    assert_eq!(by_hand(&list), Some(Tables(known)));
    let seeks =
        r#"{"type":"seeks","seeks":[{"seek":1,"player":{},"settings":{"game":"chess"},"side":"first"}]}"#;
    assert_eq!(
        decode::lobby_message(seeks).as_ref(),
        LobbyMessage::read(seeks).as_ref().ok()
    );
    assert_eq!(
        LobbyMessage::read(seeks),
        Ok(LobbyMessage::Seeks { seeks: Vec::new() })
    );
}

fn by_hand<T: FromJson>(text: &str) -> Option<T> {
    T::from_json(&Json::read(text)?)
}

/// Reads an answer as the server writes it.
fn is_read_back<T: FromJson + Serialize + PartialEq + Debug>(answer: &T) {
    let text = serde_json::to_string(answer).unwrap();
    assert_eq!(by_hand::<T>(&text).as_ref(), Some(answer), "{text}");
}

#[test]
fn answers_about_tables_are_read() {
    for (table, seat) in tables().into_iter().zip([None, Some(1), Some(0)]) {
        is_read_back(&Looked {
            table: table.clone(),
            seat,
            challenge: seat.and_then(|_| "challenge-0000001".parse().ok()),
            events: Vec::new(),
            imported: seat.is_some(),
            position: seat.map(|_| "x".into()),
        });
        is_read_back(&ArchivedGame {
            table,
            events: seat.map(|_| Vec::new()),
            imported: seat.is_some(),
            position: seat.map(|_| "x".into()),
        });
    }
    is_read_back(&Tables(tables()));
    for challenge in [None, "challenge-0000001".parse().ok()] {
        is_read_back(&Created {
            table: "table-0001".parse().unwrap(),
            challenge,
        });
    }
}

#[test]
fn answers_about_people_are_read() {
    assert_eq!(by_hand::<Option<Me>>("null"), Some(None));
    for kind in player_kinds() {
        is_read_back(&Some(Me {
            person: "person-1".parse().unwrap(),
            name: "Ann".into(),
            kind,
        }));
    }
    let tokens: Vec<TokenInfo> = scopes()
        .into_iter()
        .zip([None, Some(5), Some(0)])
        .map(|(scope, used)| TokenInfo {
            name: "my program".into(),
            scope,
            created: 3,
            expires: 9,
            used,
        })
        .collect();
    is_read_back(&tokens);
    is_read_back(&vec![BlockedPerson {
        person: "person-1".into(),
        name: "Zoë".into(),
    }]);
    is_read_back(&Learned {
        lessons: "offboard/first-push polarity/lean?".into(),
    });
    is_read_back(&KeptMistakes {
        mistakes: "offboard; 0 20411; p; a; b; c\noffboard; 1 20412; q; a; b; c".into(),
    });
}

#[test]
fn a_profile_is_read_as_far_as_its_games_are_known() {
    let text = r#"{"person":"person-1","name":"Zo\u00eb","kind":"account","ratings":[
        {"game":"polarity","rating":1512,"deviation":80,"provisional":false,"games":2,"history":[[5,1490],[9,1512]]},
        {"game":"chess","rating":1,"deviation":1,"provisional":false,"games":1,"history":[]}]}"#;
    let profile: Profile = serde_json::from_str(text).unwrap();
    assert_eq!(by_hand(text).as_ref(), Some(&profile));
    assert_eq!(profile.name, "Zoë");
    let games: Vec<GameId> = profile.ratings.iter().map(|rating| rating.game).collect();
    assert_eq!(games, [GameId::Polarity], "a game that is unknown is left out");
}
