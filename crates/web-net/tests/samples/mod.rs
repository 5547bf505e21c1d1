//! Samples of all that a server can send, and of the actions that the browser keeps.

use games::GameId;
use protocol::sample::{guest, table};
use protocol::{
    Action, AnalysisProgress, AnalysisState, ByeReason, Clock, Clocks, EndReason, Ending, Event, EventKind,
    GuideChoice, LobbyMessage, Offer, Player, PlayerKind, Refusal, Seek, ServerMessage, SideChoice,
    TableInfo, TableSettings, TokenScope,
};
use rules::Side;

/// Samples of every variant: a variant that is not listed does not compile, nor does one without a sample.
macro_rules! samples {
    ($type:ty: $($variant:pat => [$($sample:expr),+ $(,)?]),+ $(,)?) => {{
        let _: fn(&$type) = |sample| match sample {
            $($variant => (),)+
        };
        let mut samples: Vec<$type> = Vec::new();
        $(
            let of_variant = [$($sample),+];
            assert!(of_variant.iter().all(|sample| matches!(sample, $variant)));
            samples.extend(of_variant);
        )+
        samples
    }};
}

/// The variants of an enum without fields.
macro_rules! variants {
    ($type:ident: $($variant:ident),+ $(,)?) => {
        samples!($type: $($type::$variant => [$type::$variant]),+)
    };
}

pub(crate) fn offers() -> Vec<Offer> {
    variants!(Offer: Draw, Takeback, Rematch)
}

pub(crate) fn scopes() -> Vec<TokenScope> {
    variants!(TokenScope: Read, Play, Account)
}

pub(crate) fn player_kinds() -> Vec<PlayerKind> {
    samples!(PlayerKind:
        PlayerKind::Guest => [PlayerKind::Guest],
        PlayerKind::Account => [PlayerKind::Account],
        PlayerKind::Bot => [PlayerKind::Bot],
        PlayerKind::Computer { .. } => [PlayerKind::Computer { level: 7 }],
    )
}

fn end_reasons() -> Vec<EndReason> {
    samples!(EndReason:
        EndReason::Rules(_) => [EndReason::Rules("no move".into())],
        EndReason::Resignation => [EndReason::Resignation],
        EndReason::Time => [EndReason::Time],
        EndReason::Agreement => [EndReason::Agreement],
        EndReason::Absence => [EndReason::Absence],
        EndReason::Aborted => [EndReason::Aborted],
    )
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

fn event_kinds() -> Vec<EventKind> {
    let (seat, ply) = (1, 1);
    let mut kinds = samples!(EventKind:
        EventKind::Sit { .. } => [EventKind::Sit {
            seat,
            player: player(PlayerKind::Account, Some(-3)),
        }],
        EventKind::Start {} => [EventKind::Start {}],
        EventKind::Move { .. } => [
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
        ],
        EventKind::Offer { .. } => [EventKind::Offer {
            side: Side::First,
            what: Offer::Draw,
        }],
        EventKind::Decline { .. } => [EventKind::Decline {
            side: Side::Second,
            what: Offer::Takeback,
        }],
        EventKind::Takeback { .. } => [EventKind::Takeback {
            ply,
            left: Some([-5, 0]),
        }],
        EventKind::Chat { .. } => [
            EventKind::Chat {
                seat,
                text: Some("héllo\t\"you\"".into()),
            },
            EventKind::Chat { seat, text: None },
        ],
        EventKind::End(_) => [EventKind::End(Ending::draw(EndReason::Aborted))],
        EventKind::Rated { .. } => [EventKind::Rated {
            after: [1510, 1490],
            change: [10, -10],
        }],
        EventKind::Rematch { .. } => [EventKind::Rematch {
            table: "table-0002".parse().unwrap(),
        }],
        EventKind::Redacted { .. } => [
            EventKind::Redacted {
                events: vec![1, 7],
                name: Some("[deleted]".into()),
            },
            EventKind::Redacted {
                events: vec![8],
                name: None,
            },
        ],
        EventKind::Unknown {} => [EventKind::Unknown {}],
    );
    let side = Side::Second;
    kinds.extend(offers().into_iter().map(|what| EventKind::Offer { side, what }));
    kinds.extend(offers().into_iter().map(|what| EventKind::Decline { side, what }));
    kinds.extend(
        end_reasons()
            .into_iter()
            .map(|reason| EventKind::End(Ending::win(side, reason))),
    );
    let sit = |kind| EventKind::Sit {
        seat,
        player: player(kind, None),
    };
    kinds.extend(player_kinds().into_iter().map(sit));
    kinds
}

pub(crate) fn tables() -> Vec<TableInfo> {
    let clocks = samples!(Clock:
        Clock::None => [Clock::None],
        Clock::Fischer { .. } => [Clock::Fischer { base: 300, increment: 3 }],
        Clock::Days(_) => [Clock::Days(2)],
    );
    let guides = variants!(GuideChoice: All, Ring, Nothing);
    let level = PlayerKind::Computer { level: 7 };
    let seats = [vec![None, Some(player(level, None))], vec![Some(guest("Ann")); 4]];
    let table = |number: u32, clock: Clock, guide: GuideChoice, seats: Vec<Option<Player>>| {
        let is_over = number == 1;
        let settings = TableSettings {
            game: GameId::Isometron,
            variant: is_over.then(|| "central".into()),
            clock,
            rated: is_over,
            public: is_over,
            chat: !is_over,
            teams: seats.len() == 4,
            assist: is_over,
            guide,
        };
        TableInfo {
            plies: number,
            ending: is_over.then(|| Ending::draw(EndReason::Agreement)),
            position: is_over.then(|| "x".into()),
            ..self::table(settings, seats)
        }
    };
    let known = (0..).zip(clocks).zip(guides).zip(seats.into_iter().cycle());
    known
        .map(|(((number, clock), guide), seats)| table(number, clock, guide, seats))
        .collect()
}

pub(crate) fn refused(reason: Refusal) -> ServerMessage {
    ServerMessage::Refused {
        key: (reason != Refusal::Malformed).then(|| "key-00001".parse().unwrap()),
        reason,
        words: "no".into(),
        last: 3,
        ply: 2,
    }
}

fn analysis(state: AnalysisState) -> ServerMessage {
    let (done, total) = (1, 2);
    ServerMessage::Analysis(AnalysisProgress { state, done, total })
}

fn bye(reason: ByeReason) -> ServerMessage {
    let words = "later".into();
    ServerMessage::Bye { reason, words }
}

fn welcome(table: TableInfo) -> ServerMessage {
    ServerMessage::Welcome {
        version: 1,
        seat: table.ending.as_ref().map(|_| 1),
        table,
        last: 2,
        claim_after: 1000,
    }
}

pub(crate) fn messages() -> Vec<ServerMessage> {
    let events = event_kinds().into_iter().zip(1..);
    let events = events.map(|(kind, seq)| Event { seq, at: 7, kind }).collect();
    let clocks = |running| {
        let left = [1000, 2000];
        Some(Clocks { left, running })
    };
    let mut messages = samples!(ServerMessage:
        ServerMessage::Welcome { .. } => [welcome(tables()[0].clone())],
        ServerMessage::Events { .. } => [
            ServerMessage::Events { events, clocks: clocks(Some(Side::Second)) },
            ServerMessage::Events { events: Vec::new(), clocks: clocks(None) },
            ServerMessage::Events { events: Vec::new(), clocks: None },
        ],
        ServerMessage::Ack { .. } => [ServerMessage::Ack {
            key: "key-00001".parse().unwrap(),
            seq: 9,
        }],
        ServerMessage::Refused { .. } => [refused(Refusal::Malformed)],
        ServerMessage::Presence { .. } => [ServerMessage::Presence {
            here: vec![true, false],
            watching: 3,
        }],
        ServerMessage::Hand { .. } => [ServerMessage::Hand {
            ply: 4,
            poses: "1 2 3".into(),
        }],
        ServerMessage::Analysis(_) => [analysis(AnalysisState::Running)],
        ServerMessage::Pong {} => [ServerMessage::Pong {}],
        ServerMessage::Bye { .. } => [bye(ByeReason::Restart)],
    );
    let refusals = variants!(
        Refusal: Malformed, Version, Late, Illegal, NotYours, NotNow, TooFast, Busy, Unknown,
    );
    let byes = variants!(
        ByeReason: Restart, NoTable, Version, Greeting, Silence, Trouble, SignedOut, Removed, Unknown,
    );
    let states = variants!(AnalysisState: Queued, Running, Done, Failed);
    messages.extend(refusals.into_iter().map(refused));
    messages.extend(byes.into_iter().map(bye));
    messages.extend(states.into_iter().map(analysis));
    messages.extend(tables().into_iter().map(welcome));
    messages
}

pub(crate) fn lobby_messages() -> Vec<LobbyMessage> {
    let seek = |(side, range)| Seek {
        seek: 3,
        player: player(PlayerKind::Account, Some(1500)),
        settings: TableSettings::new(GameId::Polygone),
        side,
        range,
    };
    let sides = variants!(SideChoice: First, Second, Random);
    let seeks = sides.into_iter().zip([None, Some(100), Some(0)]);
    let seeks: Vec<Seek> = seeks.map(seek).collect();
    samples!(LobbyMessage:
        LobbyMessage::Seeks { .. } => [LobbyMessage::Seeks { seeks: seeks.clone() }],
        LobbyMessage::Changes { .. } => [LobbyMessage::Changes {
            added: seeks,
            removed: vec![4, 5],
        }],
        LobbyMessage::Paired { .. } => [LobbyMessage::Paired {
            table: "table-0001".parse().unwrap(),
        }],
        LobbyMessage::Refused { .. } => [LobbyMessage::Refused { words: "no".into() }],
        LobbyMessage::Pong {} => [LobbyMessage::Pong {}],
    )
}

pub(crate) fn actions() -> Vec<Action> {
    let mut actions = samples!(Action:
        Action::Move { .. } => [Action::Move { text: "a5b5".into() }],
        Action::Offer { .. } => [Action::Offer { what: Offer::Draw }],
        Action::Accept { .. } => [Action::Accept { what: Offer::Draw }],
        Action::Decline { .. } => [Action::Decline { what: Offer::Draw }],
        Action::Resign {} => [Action::Resign {}],
        Action::Abort {} => [Action::Abort {}],
        Action::Claim {} => [Action::Claim {}],
        Action::Chat { .. } => [Action::Chat { text: "é \"x\"".into() }],
    );
    actions.extend(offers().into_iter().map(|what| Action::Offer { what }));
    actions
}
