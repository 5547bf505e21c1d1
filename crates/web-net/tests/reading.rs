//! Every event and message that a server can send is read back, by serde and by hand alike, and one that is unknown is
//! stepped over.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use games::GameId;
use protocol::sample::{guest, table};
use protocol::{
    AnalysisProgress, AnalysisState, ArchivedGame, ByeReason, Clock, Clocks, Created, EndReason, Ending,
    Event, EventKind, GuideChoice, LobbyMessage, Looked, Me, Offer, Player, PlayerKind, Profile, Refusal,
    Seek, ServerMessage, SideChoice, TableInfo, TableSettings, Tables,
};
use rules::Side;
use web_net::Json;
use web_net::decode::{self, FromJson};

/// Number of a variant; a new one does not compile until it stands here, and fails until it has a sample.
fn event_number(kind: &EventKind) -> usize {
    match kind {
        EventKind::Sit { .. } => 0,
        EventKind::Start {} => 1,
        EventKind::Move { .. } => 2,
        EventKind::Offer { .. } => 3,
        EventKind::Decline { .. } => 4,
        EventKind::Takeback { .. } => 5,
        EventKind::Chat { .. } => 6,
        EventKind::End(_) => 7,
        EventKind::Rated { .. } => 8,
        EventKind::Rematch { .. } => 9,
        EventKind::Redacted { .. } => 10,
        EventKind::Unknown {} => 11,
    }
}

fn message_number(message: &ServerMessage) -> usize {
    match message {
        ServerMessage::Welcome { .. } => 0,
        ServerMessage::Events { .. } => 1,
        ServerMessage::Ack { .. } => 2,
        ServerMessage::Refused { .. } => 3,
        ServerMessage::Presence { .. } => 4,
        ServerMessage::Hand { .. } => 5,
        ServerMessage::Analysis(_) => 6,
        ServerMessage::Pong {} => 7,
        ServerMessage::Bye { .. } => 8,
    }
}

fn refusal_number(reason: Refusal) -> usize {
    match reason {
        Refusal::Malformed => 0,
        Refusal::Version => 1,
        Refusal::Late => 2,
        Refusal::Illegal => 3,
        Refusal::NotYours => 4,
        Refusal::NotNow => 5,
        Refusal::TooFast => 6,
        Refusal::Busy => 7,
        Refusal::Unknown => 8,
    }
}

fn bye_number(reason: ByeReason) -> usize {
    match reason {
        ByeReason::Restart => 0,
        ByeReason::NoTable => 1,
        ByeReason::Version => 2,
        ByeReason::Greeting => 3,
        ByeReason::Silence => 4,
        ByeReason::Trouble => 5,
        ByeReason::SignedOut => 6,
        ByeReason::Removed => 7,
        ByeReason::Unknown => 8,
    }
}

/// Every number from 0 on stands in its place.
fn are_all<T>(samples: &[T], variants: usize, number: impl Fn(&T) -> usize) {
    let mut numbers: Vec<usize> = samples.iter().map(number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(
        numbers,
        (0..variants).collect::<Vec<_>>(),
        "every variant has a sample"
    );
}

fn player(kind: PlayerKind, rating: Option<i32>) -> Player {
    Player {
        name: "Zoë \"Z\" O'Neill".into(),
        kind,
        rating,
        provisional: rating.is_some(),
        ..guest("Zoe")
    }
}

fn kinds() -> Vec<EventKind> {
    let (seat, ply) = (1, 1);
    vec![
        EventKind::Sit {
            seat,
            player: player(PlayerKind::Account, Some(-3)),
        },
        EventKind::Start {},
        EventKind::Move {
            ply,
            seat,
            text: "a5b5".into(),
            position: "x / y".into(),
            left: Some([1, 2]),
        },
        EventKind::Move {
            ply,
            seat,
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
            ply,
            left: Some([-5, 0]),
        },
        EventKind::Chat {
            seat,
            text: Some("héllo\t\"you\"".into()),
        },
        EventKind::Chat { seat, text: None },
        EventKind::End(Ending::win(Side::Second, EndReason::Rules("no move".into()))),
        EventKind::Rated {
            after: [1510, 1490],
            change: [10, -10],
        },
        EventKind::Rematch {
            table: "table-0002".parse().unwrap(),
        },
        EventKind::Redacted {
            events: vec![1, 7],
            name: Some("[deleted]".into()),
        },
        EventKind::Redacted {
            events: vec![8],
            name: None,
        },
        EventKind::Unknown {},
    ]
}

fn tables() -> [TableInfo; 2] {
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
    let level = PlayerKind::Computer { level: 7 };
    let one = table(settings, vec![None, Some(player(level, None))]);
    let teams = TableSettings {
        clock: Clock::Days(2),
        teams: true,
        guide: GuideChoice::Nothing,
        ..TableSettings::new(GameId::Polarity)
    };
    let bot = player(PlayerKind::Bot, Some(1503));
    let other = TableInfo {
        plies: 12,
        ending: Some(Ending::draw(EndReason::Aborted)),
        position: Some("x".into()),
        ..table(teams, vec![Some(guest("Ann")), Some(bot), None, None])
    };
    [one, other]
}

fn refused(reason: Refusal) -> ServerMessage {
    ServerMessage::Refused {
        key: (reason != Refusal::Malformed).then(|| "key-00001".parse().unwrap()),
        reason,
        words: "no".into(),
        last: 3,
        ply: 2,
    }
}

const REFUSALS: [Refusal; 9] = [
    Refusal::Malformed,
    Refusal::Version,
    Refusal::Late,
    Refusal::Illegal,
    Refusal::NotYours,
    Refusal::NotNow,
    Refusal::TooFast,
    Refusal::Busy,
    Refusal::Unknown,
];
const BYES: [ByeReason; 9] = [
    ByeReason::Restart,
    ByeReason::NoTable,
    ByeReason::Version,
    ByeReason::Greeting,
    ByeReason::Silence,
    ByeReason::Trouble,
    ByeReason::SignedOut,
    ByeReason::Removed,
    ByeReason::Unknown,
];

fn messages() -> Vec<ServerMessage> {
    let events = kinds().into_iter().zip(1..);
    let events = events.map(|(kind, seq)| Event { seq, at: 7, kind }).collect();
    let clocks = |running| {
        let left = [1000, 2000];
        Some(Clocks { left, running })
    };
    let mut messages = vec![
        ServerMessage::Events {
            events,
            clocks: clocks(Some(Side::Second)),
        },
        ServerMessage::Events {
            events: Vec::new(),
            clocks: clocks(None),
        },
        ServerMessage::Events {
            events: Vec::new(),
            clocks: None,
        },
        ServerMessage::Ack {
            key: "key-00001".parse().unwrap(),
            seq: 9,
        },
        ServerMessage::Presence {
            here: vec![true, false],
            watching: 3,
        },
        ServerMessage::Hand {
            ply: 4,
            poses: "1 2 3".into(),
        },
        ServerMessage::Analysis(AnalysisProgress {
            state: AnalysisState::Running,
            done: 1,
            total: 2,
        }),
        ServerMessage::Pong {},
    ];
    messages.extend(REFUSALS.map(refused));
    messages.extend(BYES.map(|reason| ServerMessage::Bye {
        reason,
        words: "later".into(),
    }));
    messages.extend(tables().map(|table| ServerMessage::Welcome {
        version: 1,
        seat: table.ending.as_ref().map(|_| 1),
        table,
        last: 2,
        claim_after: 1000,
    }));
    messages
}

#[test]
fn every_message_of_a_table_is_read_back() {
    are_all(&kinds(), 12, event_number);
    are_all(&REFUSALS, 9, |reason| refusal_number(*reason));
    are_all(&BYES, 9, |reason| bye_number(*reason));
    let messages = messages();
    are_all(&messages, 9, message_number);
    for message in messages {
        let text = message.write();
        assert_eq!(decode::server_message(&text).as_ref(), Some(&message));
        assert_eq!(ServerMessage::read(&text), Ok(message));
    }
}

#[test]
fn every_message_of_the_lobby_is_read_back() {
    let seek = |side, range| Seek {
        seek: 3,
        player: player(PlayerKind::Account, Some(1500)),
        settings: TableSettings::new(GameId::Polygone),
        side,
        range,
    };
    let seeks = vec![
        seek(SideChoice::First, None),
        seek(SideChoice::Second, Some(100)),
        seek(SideChoice::Random, Some(0)),
    ];
    let messages = [
        LobbyMessage::Changes {
            added: seeks.clone(),
            removed: vec![4, 5],
        },
        LobbyMessage::Seeks { seeks },
        LobbyMessage::Paired {
            table: "table-0001".parse().unwrap(),
        },
        LobbyMessage::Refused { words: "no".into() },
        LobbyMessage::Pong {},
    ];
    are_all(&messages, 5, |message| match message {
        LobbyMessage::Seeks { .. } => 0,
        LobbyMessage::Paired { .. } => 1,
        LobbyMessage::Refused { .. } => 2,
        LobbyMessage::Pong {} => 3,
        LobbyMessage::Changes { .. } => 4,
    });
    for message in messages {
        let text = message.write();
        assert_eq!(decode::lobby_message(&text).as_ref(), Some(&message));
        assert_eq!(LobbyMessage::read(&text), Ok(message));
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

#[test]
fn answers_are_read() {
    let me = Me {
        person: "person-1".parse().unwrap(),
        name: "Ann".into(),
        kind: PlayerKind::Guest,
    };
    let text = serde_json::to_string(&Some(&me)).unwrap();
    assert_eq!(by_hand::<Option<Me>>(&text), Some(Some(me)));
    assert_eq!(by_hand::<Option<Me>>("null"), Some(None));
    for table in tables() {
        let looked = Looked {
            table,
            seat: Some(1),
            challenge: "challenge-0000001".parse().ok(),
            events: Vec::new(),
            imported: true,
            position: Some("x".into()),
        };
        let text = serde_json::to_string(&looked).unwrap();
        assert_eq!(by_hand(&text), Some(looked));
    }
    let created = Created {
        table: "table-0001".parse().unwrap(),
        challenge: None,
    };
    let text = serde_json::to_string(&created).unwrap();
    assert_eq!(by_hand(&text), Some(created));
    let archived = ArchivedGame {
        table: tables()[0].clone(),
        events: None,
        imported: false,
        position: None,
    };
    let text = serde_json::to_string(&archived).unwrap();
    assert_eq!(by_hand(&text), Some(archived));
    let text = r#"{"person":"person-1","name":"Zo\u00eb","kind":"account","ratings":[
        {"game":"polarity","rating":1512,"deviation":80,"provisional":false,"games":2,"history":[[5,1490],[9,1512]]},
        {"game":"chess","rating":1,"deviation":1,"provisional":false,"games":1,"history":[]}]}"#;
    let profile: Profile = serde_json::from_str(text).unwrap();
    assert_eq!(by_hand(text).as_ref(), Some(&profile));
    assert_eq!(profile.name, "Zoë");
    let games: Vec<GameId> = profile.ratings.iter().map(|rating| rating.game).collect();
    assert_eq!(games, [GameId::Polarity], "a game that is unknown is left out");
}
