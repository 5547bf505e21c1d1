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

/// What everyone may know of somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// What they are called now.
    pub name: String,
    /// Their ratings in each game that they have one in, the oldest first.
    pub ratings: Vec<(GameId, Vec<i32>)>,
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

/// What everyone may know of somebody.
pub fn profile(json: &Json) -> Option<Profile> {
    let rated = |json: &Json| {
        let history = json.get("history").list().iter();
        let history = history.filter_map(|change| number(change.list().get(1)?));
        Some((word(json.get("game"))?, history.collect()))
    };
    Some(Profile {
        name: json.get("name").text()?.to_owned(),
        ratings: json.get("ratings").list().iter().filter_map(rated).collect(),
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
mod tests;
