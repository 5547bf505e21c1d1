//! The server's messages and answers, read from JSON. What is unknown is no message; in a list, it is left out.

use crate::Json;
use games::GameId;
use protocol::{
    ChallengeKey, Clocks, Created, Ending, Event, EventKind, LobbyMessage, Me, Offer, Player, PlayerKind,
    Refusal, Seek, ServerMessage, SideChoice, TableInfo, TableSettings,
};
use rules::Side;
use std::str::FromStr;

/// A table with its log, as it is looked at before one follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looked {
    /// The table.
    pub table: TableInfo,
    /// Where the one who asks sits.
    pub seat: Option<usize>,
    /// What to send to a friend while a seat is free.
    pub challenge: Option<ChallengeKey>,
    /// The log.
    pub events: Vec<Event>,
}

/// A message on a table's socket.
pub fn server_message(text: &str) -> Option<ServerMessage> {
    let json = Json::read(text)?;
    Some(match json.get("type").text()? {
        "welcome" => ServerMessage::Welcome {
            version: number(json.get("version"))?,
            table: table(json.get("table"))?,
            seat: number(json.get("seat")),
            last: number(json.get("last"))?,
        },
        "events" => ServerMessage::Events {
            events: events(json.get("events"))?,
            clocks: clocks(json.get("clocks")),
        },
        "ack" => ServerMessage::Ack {
            key: word(json.get("key"))?,
            seq: number(json.get("seq"))?,
        },
        "refused" => ServerMessage::Refused {
            key: word(json.get("key")),
            reason: refusal(json.get("reason").text()?)?,
            words: json.get("words").text()?.to_owned(),
            last: number(json.get("last"))?,
            ply: number(json.get("ply"))?,
        },
        "presence" => ServerMessage::Presence {
            here: json.get("here").list().iter().map(Json::is_true).collect(),
            watching: number(json.get("watching"))?,
        },
        "hand" => ServerMessage::Hand {
            ply: number(json.get("ply"))?,
            poses: json.get("poses").text()?.to_owned(),
        },
        "pong" => ServerMessage::Pong {},
        "bye" => ServerMessage::Bye {
            words: json.get("words").text()?.to_owned(),
        },
        _ => return None,
    })
}

/// A message on the lobby's socket.
pub fn lobby_message(text: &str) -> Option<LobbyMessage> {
    let json = Json::read(text)?;
    Some(match json.get("type").text()? {
        "seeks" => LobbyMessage::Seeks {
            seeks: json.get("seeks").list().iter().filter_map(seek).collect(),
        },
        "paired" => LobbyMessage::Paired {
            table: word(json.get("table"))?,
        },
        "refused" => LobbyMessage::Refused {
            words: json.get("words").text()?.to_owned(),
        },
        "pong" => LobbyMessage::Pong {},
        _ => return None,
    })
}

/// The answer to a look at a table, or one line of the archive.
pub fn looked(json: &Json) -> Option<Looked> {
    Some(Looked {
        table: table(json.get("table"))?,
        seat: number(json.get("seat")),
        challenge: word(json.get("challenge")),
        events: events(json.get("events"))?,
    })
}

/// A table at a glance.
pub fn table(json: &Json) -> Option<TableInfo> {
    let seats = json.get("seats").list().iter();
    let ending = json.get("ending");
    Some(TableInfo {
        id: word(json.get("id"))?,
        settings: settings(json.get("settings"))?,
        created: number(json.get("created"))?,
        seats: seats.map(player).collect(),
        plies: number(json.get("plies"))?,
        ending: if ending.is_null() {
            None
        } else {
            Some(self::ending(ending)?)
        },
    })
}

/// The answer to a new game.
pub fn created(json: &Json) -> Option<Created> {
    Some(Created {
        table: word(json.get("table"))?,
        challenge: word(json.get("challenge")),
    })
}

/// Who one is.
pub fn me(json: &Json) -> Option<Me> {
    Some(Me {
        person: word(json.get("person"))?,
        name: json.get("name").text()?.to_owned(),
        kind: kind(json.get("kind"))?,
    })
}

fn seek(json: &Json) -> Option<Seek> {
    Some(Seek {
        seek: number(json.get("seek"))?,
        player: player(json.get("player"))?,
        settings: settings(json.get("settings"))?,
        side: match json.get("side").text()? {
            "first" => SideChoice::First,
            "second" => SideChoice::Second,
            _ => SideChoice::Random,
        },
        range: number(json.get("range")),
    })
}

fn settings(json: &Json) -> Option<TableSettings> {
    Some(TableSettings {
        game: word::<GameId>(json.get("game"))?,
        variant: json.get("variant").text().map(str::to_owned),
        clock: word(json.get("clock"))?,
        rated: json.get("rated").is_true(),
        public: json.get("public").is_true(),
        chat: json.get("chat").is_true(),
        teams: json.get("teams").is_true(),
    })
}

fn player(json: &Json) -> Option<Player> {
    Some(Player {
        person: word(json.get("person"))?,
        name: json.get("name").text()?.to_owned(),
        kind: kind(json.get("kind"))?,
        rating: number(json.get("rating")),
        provisional: json.get("provisional").is_true(),
    })
}

fn kind(json: &Json) -> Option<PlayerKind> {
    Some(match json.text() {
        Some("guest") => PlayerKind::Guest,
        Some("account") => PlayerKind::Account,
        Some("bot") => PlayerKind::Bot,
        _ => PlayerKind::Computer {
            level: number(json.get("computer").get("level"))?,
        },
    })
}

fn ending(json: &Json) -> Option<Ending> {
    Some(Ending {
        winner: side(json.get("winner")),
        reason: word(json.get("reason"))?,
    })
}

fn events(json: &Json) -> Option<Vec<Event>> {
    json.list().iter().map(event).collect()
}

fn event(json: &Json) -> Option<Event> {
    Some(Event {
        seq: number(json.get("seq"))?,
        at: number(json.get("at"))?,
        kind: event_kind(json)?,
    })
}

fn event_kind(json: &Json) -> Option<EventKind> {
    let seat = || number(json.get("seat"));
    let left = || pair(json.get("left"));
    Some(match json.get("type").text()? {
        "sit" => EventKind::Sit {
            seat: seat()?,
            player: player(json.get("player"))?,
        },
        "start" => EventKind::Start {},
        "move" => EventKind::Move {
            ply: number(json.get("ply"))?,
            seat: seat()?,
            text: json.get("text").text()?.to_owned(),
            position: json.get("position").text()?.to_owned(),
            left: left(),
        },
        "offer" => EventKind::Offer {
            side: side(json.get("side"))?,
            what: offer(json.get("what"))?,
        },
        "decline" => EventKind::Decline {
            side: side(json.get("side"))?,
            what: offer(json.get("what"))?,
        },
        "takeback" => EventKind::Takeback {
            ply: number(json.get("ply"))?,
            left: left(),
        },
        "chat" => EventKind::Chat {
            seat: seat()?,
            text: json.get("text").text().map(str::to_owned),
        },
        "end" => EventKind::End(ending(json)?),
        "rated" => EventKind::Rated {
            after: pair(json.get("after"))?,
            change: pair(json.get("change"))?,
        },
        "rematch" => EventKind::Rematch {
            table: word(json.get("table"))?,
        },
        _ => return None,
    })
}

fn clocks(json: &Json) -> Option<Clocks> {
    Some(Clocks {
        left: pair(json.get("left"))?,
        running: side(json.get("running")),
    })
}

fn offer(json: &Json) -> Option<Offer> {
    Some(match json.text()? {
        "draw" => Offer::Draw,
        "takeback" => Offer::Takeback,
        "rematch" => Offer::Rematch,
        _ => return None,
    })
}

fn refusal(name: &str) -> Option<Refusal> {
    Some(match name {
        "malformed" => Refusal::Malformed,
        "version" => Refusal::Version,
        "late" => Refusal::Late,
        "illegal" => Refusal::Illegal,
        "not_yours" => Refusal::NotYours,
        "not_now" => Refusal::NotNow,
        "too_fast" => Refusal::TooFast,
        "busy" => Refusal::Busy,
        _ => return None,
    })
}

fn side(json: &Json) -> Option<Side> {
    match json.text()? {
        "first" => Some(Side::First),
        "second" => Some(Side::Second),
        _ => None,
    }
}

fn pair<T: TryFrom<i64>>(json: &Json) -> Option<[T; 2]> {
    match json.list() {
        [one, other] => Some([number(one)?, number(other)?]),
        _ => None,
    }
}

fn number<T: TryFrom<i64>>(json: &Json) -> Option<T> {
    T::try_from(json.number()?).ok()
}

fn word<T: FromStr>(json: &Json) -> Option<T> {
    json.text()?.parse().ok()
}

#[cfg(test)]
mod tests {
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
}
