//! A sample of each kind of event and message.

use games::GameId;
use protocol::{
    AccountEvent, Action, AnalysisProgress, AnalysisState, ByeReason, ClientMessage, Clocks, EndReason,
    Ending, Event, EventKind, LobbyMessage, LobbyRequest, Offer, Player, PlayerKind, Refusal, Seek,
    ServerMessage, SideChoice, TableInfo, TableSettings, sample,
};
use rules::Side;
use serde::Serialize;
use serde_json::Value;

/// Kinds of one type: the type's name in the document, the field that tells the kind, a sample of each.
pub(crate) struct Kinds {
    pub(crate) schema: &'static str,
    pub(crate) tag: &'static str,
    pub(crate) samples: Vec<Value>,
}

fn kinds<T: Serialize>(schema: &'static str, tag: &'static str, samples: &[T]) -> Kinds {
    let samples = samples.iter().map(|sample| serde_json::to_value(sample).unwrap());
    Kinds {
        schema,
        tag,
        samples: samples.collect(),
    }
}

/// All types that have kinds.
pub(crate) fn all() -> [Kinds; 7] {
    [
        kinds("Event", "type", &events()),
        kinds("ServerMessage", "type", &server_messages()),
        kinds("ClientMessage", "type", &client_messages()),
        kinds("Action", "do", &actions()),
        kinds("LobbyRequest", "type", &lobby_requests()),
        kinds("LobbyMessage", "type", &lobby_messages()),
        kinds("AccountEvent", "type", &account_events()),
    ]
}

fn rated_player() -> Player {
    Player {
        kind: PlayerKind::Computer { level: 3 },
        rating: Some(1500),
        provisional: true,
        ..sample::guest("bob")
    }
}

fn table() -> TableInfo {
    TableInfo {
        ending: Some(Ending::win(Side::First, EndReason::Resignation)),
        position: Some("a position".to_owned()),
        ..sample::minute_table(vec![Some(sample::guest("ann")), None])
    }
}

fn events() -> Vec<Event> {
    let (left, name) = (Some([60_000, 59_000]), Some("[deleted]".to_owned()));
    let kinds = vec![
        EventKind::Sit {
            seat: 1,
            player: rated_player(),
        },
        EventKind::Start {},
        EventKind::Move {
            ply: 0,
            seat: 0,
            text: "a5b5".to_owned(),
            position: "a position".to_owned(),
            left,
        },
        EventKind::Offer {
            side: Side::First,
            what: Offer::Draw,
        },
        EventKind::Decline {
            side: Side::Second,
            what: Offer::Takeback,
        },
        EventKind::Takeback { ply: 0, left: None },
        EventKind::Chat { seat: 0, text: None },
        EventKind::End(Ending::draw(EndReason::Rules("repetition".to_owned()))),
        EventKind::Rated {
            after: [1510, 1490],
            change: [10, -10],
        },
        EventKind::Rematch { table: table().id },
        EventKind::Redacted {
            events: vec![1, 2],
            name,
        },
    ];
    let numbered = (1..).zip(kinds);
    numbered.map(|(seq, kind)| Event { seq, at: 0, kind }).collect()
}

fn server_messages() -> Vec<ServerMessage> {
    let key: protocol::ClientKey = "key-00001".parse().unwrap();
    let clocks = Clocks {
        left: [60_000, 59_000],
        running: Some(Side::Second),
    };
    let progress = AnalysisProgress {
        state: AnalysisState::Running,
        done: 1,
        total: 2,
    };
    vec![
        ServerMessage::Welcome {
            version: protocol::VERSION,
            table: table(),
            seat: None,
            last: 0,
            claim_after: protocol::CLAIM_AFTER,
        },
        ServerMessage::Events {
            events: events(),
            clocks: Some(clocks),
        },
        ServerMessage::Ack {
            key: key.clone(),
            seq: 3,
        },
        ServerMessage::Refused {
            key: Some(key),
            reason: Refusal::Late,
            words: "the position has changed".to_owned(),
            last: 3,
            ply: 1,
        },
        ServerMessage::Presence {
            here: vec![true, false],
            watching: 2,
        },
        ServerMessage::Hand {
            ply: 0,
            poses: "0,0,0".to_owned(),
        },
        ServerMessage::Analysis(progress),
        ServerMessage::Pong {},
        ServerMessage::Bye {
            reason: ByeReason::Restart,
            words: "the server restarts".to_owned(),
        },
    ]
}

fn actions() -> Vec<Action> {
    let what = Offer::Rematch;
    vec![
        Action::Move {
            text: "a5b5".to_owned(),
        },
        Action::Offer { what },
        Action::Accept { what },
        Action::Decline { what },
        Action::Resign {},
        Action::Abort {},
        Action::Claim {},
        Action::Chat {
            text: "well played".to_owned(),
        },
    ]
}

fn client_messages() -> Vec<ClientMessage> {
    let key = "key-00001".parse().unwrap();
    vec![
        ClientMessage::Hello {
            version: protocol::VERSION,
            last: 0,
        },
        ClientMessage::Sync { last: 3 },
        ClientMessage::Act {
            key,
            ply: 1,
            action: Action::Resign {},
        },
        ClientMessage::Hand {
            ply: 0,
            poses: "0,0,0".to_owned(),
        },
        ClientMessage::Ping {},
    ]
}

fn seek() -> Seek {
    Seek {
        seek: 7,
        player: rated_player(),
        settings: TableSettings::new(GameId::Isometron),
        side: SideChoice::Random,
        range: None,
    }
}

fn lobby_requests() -> Vec<LobbyRequest> {
    vec![
        LobbyRequest::Seek {
            settings: seek().settings,
            side: SideChoice::First,
            range: Some(100),
        },
        LobbyRequest::Cancel {},
        LobbyRequest::Take { seek: 7 },
        LobbyRequest::Ping {},
    ]
}

fn lobby_messages() -> Vec<LobbyMessage> {
    vec![
        LobbyMessage::Seeks { seeks: vec![seek()] },
        LobbyMessage::Changes {
            added: vec![seek()],
            removed: vec![3],
        },
        LobbyMessage::Paired { table: table().id },
        LobbyMessage::Refused {
            words: "no such seek".to_owned(),
        },
        LobbyMessage::Pong {},
    ]
}

fn account_events() -> Vec<AccountEvent> {
    let challenge = "0".repeat(32).parse().unwrap();
    vec![
        AccountEvent::Challenge {
            table: table(),
            challenge: Some(challenge),
        },
        AccountEvent::Declined { table: table() },
        AccountEvent::Start {
            table: table(),
            seat: 0,
        },
        AccountEvent::End {
            table: table(),
            seat: 1,
        },
    ]
}
