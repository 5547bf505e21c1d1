//! The bodies of the HTTP requests that browsers and programs send, and of the answers.

use crate::as_text;
use crate::settings::strict;
use crate::{ChallengeKey, Ending, Event, PersonId, Player, PlayerKind, SideChoice, TableId, TableSettings};
use games::GameId;
use serde::{Deserialize, Serialize};

/// A new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// How it is played.
    #[serde(deserialize_with = "strict")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::strict_settings"))]
    pub settings: TableSettings,
    /// The side of the one who creates it.
    #[serde(default)]
    pub side: SideChoice,
    /// The level of the computer, to play against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10)))]
    pub computer: Option<u8>,
}

impl CreateTable {
    /// The body as it is sent.
    pub fn write(&self) -> String {
        // Names and texts only: nothing in it can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The answer to a new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Created {
    /// The new table's id.
    pub table: TableId,
    /// The key by which others sit down; none when nobody else can.
    pub challenge: Option<ChallengeKey>,
}

/// Takes a free seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The key of the invitation link; a public game needs none.
    #[serde(default)]
    pub challenge: Option<ChallengeKey>,
}

/// A table with its log: the answer to a look at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Looked {
    /// The table.
    pub table: TableInfo,
    /// The seat of the one who asks.
    pub seat: Option<usize>,
    /// The key to send to a friend; only the table's creator gets it, while a seat is free.
    pub challenge: Option<ChallengeKey>,
    /// The log.
    pub events: Vec<Event>,
    /// Whether it was played elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub imported: bool,
    /// The first position, when it is not the usual one of the settings; as in `table`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// One line of the archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Game"))]
pub struct ArchivedGame {
    /// The table.
    pub table: TableInfo,
    /// The log, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<Event>>,
    /// Whether it was played elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub imported: bool,
    /// The first position, when it is not the usual one of the settings; as in `table`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// A list of tables; those that the reader cannot read are left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Tables(#[serde(deserialize_with = "as_text::known_of_list")] pub Vec<TableInfo>);

/// Public profile of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Person"))]
pub struct Profile {
    /// The person's id.
    pub person: String,
    /// The name they have now.
    pub name: String,
    /// Guest, account or bot.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["guest", "account", "bot"])))]
    pub kind: String,
    /// Their rating in each game that they have one in; games that the reader does not know are left out.
    #[serde(deserialize_with = "as_text::known_of_list")]
    pub ratings: Vec<GameRating>,
}

/// Rating of a person in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameRating {
    /// The game.
    #[serde(with = "as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::GameName"))]
    pub game: GameId,
    /// The rating now.
    pub rating: i32,
    /// Its uncertainty.
    pub deviation: i32,
    /// Whether it is still uncertain.
    pub provisional: bool,
    /// Number of rated games.
    pub games: i64,
    /// Time of each change, and the rating after it; the oldest first.
    pub history: Vec<(i64, i32)>,
}

/// A table at a glance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableInfo {
    /// Its address.
    pub id: TableId,
    /// How it is played.
    pub settings: TableSettings,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// The players, by seat.
    pub seats: Vec<Option<Player>>,
    /// How many moves have been played.
    pub plies: u32,
    /// How it ended.
    pub ending: Option<Ending>,
    /// The first position, when it is not the usual one of the settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// Something that concerns one person, on the stream of their account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AccountEvent {
    /// A person has challenged the account.
    Challenge {
        /// The table, with the player who asks.
        table: TableInfo,
        /// The key by which they sit down; a token that may only look does not get it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        challenge: Option<ChallengeKey>,
    },
    /// A person whom they challenged declined.
    Declined {
        /// The table.
        table: TableInfo,
    },
    /// A game of theirs has begun, or goes on when the stream begins.
    Start {
        /// The table.
        table: TableInfo,
        /// Their seat.
        seat: usize,
    },
    /// A game of theirs is over.
    End {
        /// The table.
        table: TableInfo,
        /// Their former seat.
        seat: usize,
    },
}

/// One's own identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Me {
    /// The person.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// Guest, account or bot.
    pub kind: PlayerKind,
}

/// Another name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The name.
    #[cfg_attr(feature = "schema", schemars(example = &"Red kite 7"))]
    pub name: String,
}

/// The server's public key for push messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushKey {
    /// An uncompressed point of P-256, base64url.
    pub key: String,
}

/// A browser that wants push messages, as browsers describe themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PushSubscription {
    /// The address of its push service.
    #[cfg_attr(feature = "schema", schemars(example = &"https://push.example.org/abc"))]
    pub endpoint: String,
    /// Its public key, base64url.
    #[cfg_attr(feature = "schema", schemars(example = &"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"))]
    pub p256dh: String,
    /// Its secret, base64url.
    #[cfg_attr(feature = "schema", schemars(example = &"BTBZMqHH6r4Tts7J_aSIgg"))]
    pub auth: String,
    /// The two letters of the language of its texts.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["en", "fr", "de", "nl"])))]
    pub language: String,
}

/// A browser that wants no more push messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PushEndpoint {
    /// The address of its push service.
    #[cfg_attr(feature = "schema", schemars(example = &"https://push.example.org/abc"))]
    pub endpoint: String,
}

/// How much a token may do; each may do what those before it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TokenScope {
    /// Look at what its owner may see.
    Read,
    /// Play, write, challenge.
    Play,
    /// Change the account itself.
    Account,
}

impl TokenScope {
    /// All of them, the narrowest first.
    pub const ALL: [TokenScope; 3] = [TokenScope::Read, TokenScope::Play, TokenScope::Account];

    /// Its name in messages.
    pub const fn name(self) -> &'static str {
        ["read", "play", "account"][self as usize]
    }

    /// The scope of a name.
    pub fn from_name(name: &str) -> Option<TokenScope> {
        TokenScope::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

/// A new token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateToken {
    /// The name that its owner gives it.
    #[cfg_attr(feature = "schema", schemars(example = &"my bot"))]
    pub name: String,
    /// The account's password.
    #[cfg_attr(feature = "schema", schemars(example = &"correct horse"))]
    pub password: String,
    /// How much it may do.
    pub scope: TokenScope,
    /// Days until it ends.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 365)))]
    pub days: u32,
}

/// A token, without what makes it one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenInfo {
    /// The name that its owner gave it.
    pub name: String,
    /// How much it may do.
    pub scope: TokenScope,
    /// When it was made.
    pub created: i64,
    /// When it ends.
    pub expires: i64,
    /// When it was last used, to the day.
    pub used: Option<i64>,
}

/// A person blocked by the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlockedPerson {
    /// Their id.
    pub person: String,
    /// Their name.
    pub name: String,
}

/// Subject of a complaint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// Words in a chat.
    Chat,
    /// Their name.
    Name,
    /// Moves that are not their own.
    Cheating,
    /// Anything else; the words say what.
    Other,
}

impl ReportReason {
    /// All of them.
    pub const ALL: [ReportReason; 4] = [
        ReportReason::Chat,
        ReportReason::Name,
        ReportReason::Cheating,
        ReportReason::Other,
    ];

    /// Its name in messages.
    pub const fn name(self) -> &'static str {
        ["chat", "name", "cheating", "other"][self as usize]
    }
}

/// A report about a person, for the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The id or the name of the person.
    #[cfg_attr(feature = "schema", schemars(example = &"Ann", example = &"person-0001"))]
    pub person: String,
    /// Its subject.
    pub reason: ReportReason,
    /// The table that it is about.
    #[serde(default)]
    pub table: Option<TableId>,
    /// The number of the event that it is about: a line of chat.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub event: Option<u64>,
    /// The reporter's own words.
    #[serde(default)]
    pub words: String,
}

/// Letters of a reporter's words at most.
pub const MOST_REPORT: usize = 500;

/// Every answer that is no success has this body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// The cause and a remedy, for people.
    pub error: String,
}
