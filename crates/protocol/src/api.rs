//! The bodies of the HTTP requests that browsers and programs send, and of the answers.

use crate::{ChallengeKey, Ending, PersonId, Player, PlayerKind, SideChoice, TableId, TableSettings};
use serde::{Deserialize, Serialize};

/// A new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// How it is played.
    pub settings: TableSettings,
    /// The side of the one who creates it.
    #[serde(default)]
    pub side: SideChoice,
    /// The level of the computer, to play against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
pub struct Created {
    /// Where it is played.
    pub table: TableId,
    /// What lets others sit down; none when nobody else can.
    pub challenge: Option<ChallengeKey>,
}

/// Takes a free seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The key of the link that one has been given; a public game needs none.
    #[serde(default)]
    pub challenge: Option<ChallengeKey>,
}

/// What a link offers, before one sits down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// The table.
    pub table: TableInfo,
}

/// A table at a glance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableInfo {
    /// Its address.
    pub id: TableId,
    /// How it is played.
    pub settings: TableSettings,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Who sits where.
    pub seats: Vec<Option<Player>>,
    /// How many moves have been played.
    pub plies: u32,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// Something that concerns one person, on the stream of their account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AccountEvent {
    /// Somebody asks them to play.
    Challenge {
        /// What, and who asks.
        table: TableInfo,
        /// What lets them sit down.
        challenge: ChallengeKey,
    },
    /// Whom they have asked does not want to play.
    Declined {
        /// The table.
        table: TableInfo,
    },
    /// A game of theirs has begun, or goes on when the stream begins.
    Start {
        /// The table.
        table: TableInfo,
        /// Where they sit.
        seat: usize,
    },
    /// A game of theirs is over.
    End {
        /// The table.
        table: TableInfo,
        /// Where they sat.
        seat: usize,
    },
}

/// Who one is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The name.
    pub name: String,
}

/// Every answer that is no success has this body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// What is wrong and what to do, for people.
    pub error: String,
}
