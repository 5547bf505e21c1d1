//! The server's messages and answers, read from JSON. An unknown message is none; an unknown event is stepped over; in
//! a list, an unknown value is left out.

use crate::Json;
use games::GameId;
use protocol::{
    AnalysisProgress, AnalysisState, ArchivedGame, BlockedPerson, ByeReason, CLAIM_AFTER, Clocks, Created,
    Ending, Event, EventKind, GameRating, KeptMistakes, Learned, LobbyMessage, Looked, Me, Offer, Player,
    PlayerKind, Profile, Refusal, Seek, ServerMessage, SideChoice, TableInfo, TableSettings, Tables,
    TokenInfo, TokenScope,
};
use rules::Side;
use std::str::FromStr;

/// A value that an answer of the server holds.
pub trait FromJson: Sized {
    /// Reads it; nothing when it cannot be read.
    fn from_json(json: &Json) -> Option<Self>;
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(json: &Json) -> Option<Option<T>> {
        if json.is_null() {
            return Some(None);
        }
        T::from_json(json).map(Some)
    }
}

/// A list; what cannot be read of it is left out.
impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(json: &Json) -> Option<Vec<T>> {
        Some(json.list().iter().filter_map(T::from_json).collect())
    }
}

impl FromJson for TokenInfo {
    fn from_json(json: &Json) -> Option<TokenInfo> {
        Some(TokenInfo {
            name: text(json.get("name"))?,
            scope: TokenScope::from_name(json.get("scope").text()?)?,
            created: number(json.get("created"))?,
            expires: number(json.get("expires"))?,
            used: number(json.get("used")),
        })
    }
}

impl FromJson for BlockedPerson {
    fn from_json(json: &Json) -> Option<BlockedPerson> {
        Some(BlockedPerson {
            person: text(json.get("person"))?,
            name: text(json.get("name"))?,
        })
    }
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
            claim_after: number(json.get("claim_after")).unwrap_or(CLAIM_AFTER),
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
            reason: refusal(json.get("reason").text()?),
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
        "analysis" => ServerMessage::Analysis(AnalysisProgress {
            state: analysis_state(json.get("state").text()?)?,
            done: number(json.get("done"))?,
            total: number(json.get("total"))?,
        }),
        "pong" => ServerMessage::Pong {},
        "bye" => ServerMessage::Bye {
            reason: bye(json.get("reason").text()),
            words: json.get("words").text()?.to_owned(),
        },
        _ => return None,
    })
}

/// Whether a text that [`server_message`] cannot read is the welcome of a newer server. Nothing can follow it.
pub fn is_welcome(text: &str) -> bool {
    Json::read(text).is_some_and(|json| json.get("type").text() == Some("welcome"))
}

/// A message on the lobby's socket.
pub fn lobby_message(text: &str) -> Option<LobbyMessage> {
    let json = Json::read(text)?;
    Some(match json.get("type").text()? {
        "seeks" => LobbyMessage::Seeks {
            seeks: json.get("seeks").list().iter().filter_map(seek).collect(),
        },
        "changes" => LobbyMessage::Changes {
            added: json.get("added").list().iter().filter_map(seek).collect(),
            removed: json.get("removed").list().iter().filter_map(number).collect(),
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

impl FromJson for Looked {
    fn from_json(json: &Json) -> Option<Looked> {
        Some(Looked {
            table: table(json.get("table"))?,
            seat: number(json.get("seat")),
            challenge: word(json.get("challenge")),
            events: events(json.get("events"))?,
            imported: json.get("imported").is_true(),
            position: text(json.get("position")),
        })
    }
}

impl FromJson for ArchivedGame {
    fn from_json(json: &Json) -> Option<ArchivedGame> {
        Some(ArchivedGame {
            table: table(json.get("table"))?,
            events: events(json.get("events")).filter(|_| !json.get("events").is_null()),
            imported: json.get("imported").is_true(),
            position: text(json.get("position")),
        })
    }
}

impl FromJson for Tables {
    fn from_json(json: &Json) -> Option<Tables> {
        Some(Tables(json.list().iter().filter_map(table).collect()))
    }
}

fn table(json: &Json) -> Option<TableInfo> {
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
        position: text(json.get("position")),
    })
}

impl FromJson for Created {
    fn from_json(json: &Json) -> Option<Created> {
        Some(Created {
            table: word(json.get("table"))?,
            challenge: word(json.get("challenge")),
        })
    }
}

impl FromJson for Me {
    fn from_json(json: &Json) -> Option<Me> {
        Some(Me {
            person: word(json.get("person"))?,
            name: text(json.get("name"))?,
            kind: kind(json.get("kind"))?,
        })
    }
}

impl FromJson for Learned {
    fn from_json(json: &Json) -> Option<Learned> {
        Some(Learned {
            lessons: text(json.get("lessons"))?,
        })
    }
}

impl FromJson for KeptMistakes {
    fn from_json(json: &Json) -> Option<KeptMistakes> {
        Some(KeptMistakes {
            mistakes: text(json.get("mistakes"))?,
        })
    }
}

impl FromJson for Profile {
    fn from_json(json: &Json) -> Option<Profile> {
        Some(Profile {
            person: text(json.get("person"))?,
            name: text(json.get("name"))?,
            kind: text(json.get("kind"))?,
            ratings: json.get("ratings").list().iter().filter_map(rating).collect(),
        })
    }
}

fn rating(json: &Json) -> Option<GameRating> {
    let change = |json: &Json| match json.list() {
        [at, rating] => Some((number(at)?, number(rating)?)),
        _ => None,
    };
    Some(GameRating {
        game: word(json.get("game"))?,
        rating: number(json.get("rating"))?,
        deviation: number(json.get("deviation"))?,
        provisional: json.get("provisional").is_true(),
        games: number(json.get("games"))?,
        history: json.get("history").list().iter().filter_map(change).collect(),
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
        assist: json.get("assist").is_true(),
        guide: word(json.get("guide")).unwrap_or_default(),
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
        kind: event_kind(json).unwrap_or(EventKind::Unknown {}),
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
        "redacted" => EventKind::Redacted {
            events: json.get("events").list().iter().filter_map(number).collect(),
            name: json.get("name").text().map(str::to_owned),
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

fn refusal(name: &str) -> Refusal {
    match name {
        "malformed" => Refusal::Malformed,
        "version" => Refusal::Version,
        "late" => Refusal::Late,
        "illegal" => Refusal::Illegal,
        "not_yours" => Refusal::NotYours,
        "not_now" => Refusal::NotNow,
        "too_fast" => Refusal::TooFast,
        "busy" => Refusal::Busy,
        _ => Refusal::Unknown,
    }
}

fn bye(name: Option<&str>) -> ByeReason {
    match name {
        Some("restart") => ByeReason::Restart,
        Some("no_table") => ByeReason::NoTable,
        Some("version") => ByeReason::Version,
        Some("greeting") => ByeReason::Greeting,
        Some("silence") => ByeReason::Silence,
        Some("trouble") => ByeReason::Trouble,
        Some("signed_out") => ByeReason::SignedOut,
        Some("removed") => ByeReason::Removed,
        _ => ByeReason::Unknown,
    }
}

fn analysis_state(name: &str) -> Option<AnalysisState> {
    Some(match name {
        "queued" => AnalysisState::Queued,
        "running" => AnalysisState::Running,
        "done" => AnalysisState::Done,
        "failed" => AnalysisState::Failed,
        _ => return None,
    })
}

fn text(json: &Json) -> Option<String> {
    json.text().map(str::to_owned)
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
