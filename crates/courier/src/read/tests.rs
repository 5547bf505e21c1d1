//! Every message is read as serde reads it.

use super::*;
use protocol::{Clock, EndReason};

fn some_player(kind: PlayerKind, rating: Option<i32>) -> Player {
    Player {
        person: "person-1".parse().unwrap(),
        name: "Zoë \"Z\" O'Neill".into(),
        kind,
        rating,
        provisional: rating.is_some(),
    }
}

fn tables() -> Vec<TableInfo> {
    let settings = TableSettings {
        variant: Some("central".into()),
        clock: Clock::Fischer {
            base: 300,
            increment: 3,
        },
        rated: true,
        public: true,
        chat: false,
        ..TableSettings::new(GameId::Isometron)
    };
    let one = TableInfo {
        id: "table-0001".parse().unwrap(),
        settings,
        created: 1_794_789_409_000,
        seats: vec![None, Some(some_player(PlayerKind::Computer { level: 7 }, None))],
        plies: 0,
        ending: None,
    };
    let other = TableInfo {
        settings: TableSettings {
            clock: Clock::Days(2),
            teams: true,
            ..TableSettings::new(GameId::Isometron)
        },
        seats: vec![
            Some(some_player(PlayerKind::Guest, None)),
            Some(some_player(PlayerKind::Bot, Some(1503))),
        ],
        plies: 12,
        ending: Some(Ending::draw(EndReason::Aborted)),
        ..one.clone()
    };
    vec![one, other]
}

fn all_events() -> Vec<Event> {
    let kinds = [
        EventKind::Sit {
            seat: 1,
            player: some_player(PlayerKind::Account, Some(-3)),
        },
        EventKind::Start {},
        EventKind::Move {
            ply: 0,
            seat: 0,
            text: "a5b5".into(),
            position: "x / y".into(),
            left: Some([1, 2]),
        },
        EventKind::Move {
            ply: 1,
            seat: 1,
            text: "a1b1".into(),
            position: String::new(),
            left: None,
        },
        EventKind::Offer {
            side: Side::First,
            what: Offer::Draw,
        },
        EventKind::Decline {
            side: Side::Second,
            what: Offer::Takeback,
        },
        EventKind::Takeback {
            ply: 1,
            left: Some([-5, 0]),
        },
        EventKind::Chat {
            seat: 0,
            text: Some("héllo\t\"you\"".into()),
        },
        EventKind::Chat { seat: 0, text: None },
        EventKind::End(Ending::win(Side::Second, EndReason::Rules("no move".into()))),
        EventKind::Rated {
            after: [1510, 1490],
            change: [10, -10],
        },
        EventKind::Rematch {
            table: "table-0002".parse().unwrap(),
        },
    ];
    let numbered = kinds.into_iter().enumerate();
    numbered
        .map(|(index, kind)| Event {
            seq: index as u64 + 1,
            at: 7,
            kind,
        })
        .collect()
}

#[test]
fn every_message_of_a_table_is_read_as_serde_reads_it() {
    let clocks = Clocks {
        left: [1000, 2000],
        running: Some(Side::Second),
    };
    let refusals = [
        Refusal::Malformed,
        Refusal::Version,
        Refusal::Late,
        Refusal::Illegal,
        Refusal::NotYours,
        Refusal::NotNow,
        Refusal::TooFast,
        Refusal::Busy,
    ];
    let key = "key-00001".parse().ok();
    let refused = refusals.map(|reason| ServerMessage::Refused {
        key: None,
        reason,
        words: "no".into(),
        last: 3,
        ply: 2,
    });
    let mut messages = vec![
        ServerMessage::Events {
            events: all_events(),
            clocks: Some(clocks),
        },
        ServerMessage::Events {
            events: Vec::new(),
            clocks: Some(Clocks {
                running: None,
                ..clocks
            }),
        },
        ServerMessage::Events {
            events: Vec::new(),
            clocks: None,
        },
        ServerMessage::Ack {
            key: "key-00001".parse().unwrap(),
            seq: 9,
        },
        ServerMessage::Refused {
            key,
            reason: Refusal::Late,
            words: "no".into(),
            last: 3,
            ply: 2,
        },
        ServerMessage::Presence {
            here: vec![true, false],
            watching: 3,
        },
        ServerMessage::Hand {
            ply: 4,
            poses: "1 2 3".into(),
        },
        ServerMessage::Pong {},
        ServerMessage::Bye {
            words: "later".into(),
        },
    ];
    messages.extend(refused);
    for (seat, table) in [(None, &tables()[0]), (Some(1), &tables()[1])] {
        messages.push(ServerMessage::Welcome {
            version: 1,
            table: table.clone(),
            seat,
            last: 2,
        });
    }
    for message in messages {
        assert_eq!(server_message(&message.write()).as_ref(), Some(&message));
    }
}

#[test]
fn every_message_of_the_lobby_is_read_as_serde_reads_it() {
    let seek = |side, range| Seek {
        seek: 3,
        player: some_player(PlayerKind::Account, Some(1500)),
        settings: TableSettings::new(GameId::Polygone),
        side,
        range,
    };
    let seeks = vec![
        seek(SideChoice::First, None),
        seek(SideChoice::Second, Some(100)),
        seek(SideChoice::Random, Some(0)),
    ];
    for message in [
        LobbyMessage::Seeks { seeks },
        LobbyMessage::Paired {
            table: "table-0001".parse().unwrap(),
        },
        LobbyMessage::Refused { words: "no".into() },
        LobbyMessage::Pong {},
    ] {
        assert_eq!(lobby_message(&message.write()).as_ref(), Some(&message));
    }
}

#[test]
fn a_game_that_is_unknown_here_is_left_out() {
    let text =
        r#"{"type":"seeks","seeks":[{"seek":1,"player":{},"settings":{"game":"chess"},"side":"first"}]}"#;
    assert_eq!(
        lobby_message(text),
        Some(LobbyMessage::Seeks { seeks: Vec::new() })
    );
}

#[test]
fn answers_are_read() {
    let tables = tables();
    let json = Json::read(&serde_json::to_string(&tables[1]).unwrap()).unwrap();
    assert_eq!(table(&json).as_ref(), Some(&tables[1]));
    let created = Created {
        table: "table-0001".parse().unwrap(),
        challenge: "challenge-0000001".parse().ok(),
    };
    let json = Json::read(&serde_json::to_string(&created).unwrap()).unwrap();
    assert_eq!(super::created(&json), Some(created));
    let me = Me {
        person: "person-1".parse().unwrap(),
        name: "Ann".into(),
        kind: PlayerKind::Guest,
    };
    let json = Json::read(&serde_json::to_string(&me).unwrap()).unwrap();
    assert_eq!(super::me(&json), Some(me));
}

#[test]
fn a_profile_has_a_name_and_ratings() {
    let text = r#"{"person":"person-1","name":"Zo\u00eb","kind":"account","ratings":[
        {"game":"polarity","rating":1512,"deviation":80,"provisional":false,"games":2,"history":[[5,1490],[9,1512]]},
        {"game":"chess","rating":1,"deviation":1,"provisional":false,"games":1,"history":[]}]}"#;
    let profile = profile(&Json::read(text).unwrap()).unwrap();
    assert_eq!(profile.name, "Zoë");
    assert_eq!(
        profile.ratings,
        [(GameId::Polarity, vec![1490, 1512])],
        "what is unknown is left out"
    );
    assert_eq!(super::profile(&Json::read("{}").unwrap()), None);
}
