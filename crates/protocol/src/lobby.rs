//! Messages of the lobby's socket: seeks, and games that were found.

use crate::as_text;
use crate::settings::strict;
use crate::{MOST_BYTES, MessageError, Player, SideChoice, TableId, TableSettings};
use serde::{Deserialize, Serialize};

/// A client's message to the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum LobbyRequest {
    /// Looks for an opponent, and is paired at once with a seek that fits. A client has one seek at a time.
    Seek {
        /// The settings of the game.
        #[serde(deserialize_with = "strict")]
        #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::strict_settings"))]
        settings: TableSettings,
        /// The side that is wanted.
        #[serde(default)]
        side: SideChoice,
        /// The greatest difference of ratings; any if it is left out.
        #[serde(default)]
        range: Option<u32>,
    },
    /// Withdraws the client's seek.
    Cancel {},
    /// Accepts another person's seek.
    Take {
        /// The seek's number.
        seek: u64,
    },
    /// Asks for a `pong`.
    Ping {},
}

/// The server's message in the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LobbyMessage {
    /// All open seeks, the oldest first; sent when the list changes.
    Seeks {
        /// The open seeks; a seek that the reader cannot read is left out.
        #[serde(deserialize_with = "as_text::known_of_list")]
        seeks: Vec<Seek>,
    },
    /// How the list has changed since the last message about it; for clients that asked for changes.
    Changes {
        /// New seeks; a seek that the reader cannot read is left out.
        #[serde(deserialize_with = "as_text::known_of_list")]
        added: Vec<Seek>,
        /// The numbers of seeks that are closed.
        removed: Vec<u64>,
    },
    /// An opponent was found.
    Paired {
        /// The table of the new game.
        table: TableId,
    },
    /// A request was refused.
    Refused {
        /// The reason in words, for people.
        words: String,
    },
    /// The answer to `ping`.
    Pong {},
}

/// A person who looks for a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seek {
    /// Its number.
    pub seek: u64,
    /// The player who seeks.
    pub player: Player,
    /// The settings of the game.
    pub settings: TableSettings,
    /// The side that is wanted.
    pub side: SideChoice,
    /// The greatest difference of ratings; any if it is null.
    pub range: Option<u32>,
}

/// The rating of a person without one.
const NEW_RATING: i32 = 1500;

impl Seek {
    /// Whether two look for the same game and suit each other.
    pub fn fits(&self, other: &Seek) -> bool {
        let sides = self.side == SideChoice::Random || self.side != other.side;
        let rating = |seek: &Seek| seek.player.rating.unwrap_or(NEW_RATING);
        let apart = rating(self).abs_diff(rating(other));
        let near = |seek: &Seek| seek.range.is_none_or(|range| apart <= range);
        self.player.person != other.player.person
            && self.settings == other.settings
            && sides
            && near(self)
            && near(other)
    }
}

impl LobbyRequest {
    /// Reads a message; what is too long, unknown or malformed is refused.
    pub fn read(text: &str) -> Result<LobbyRequest, MessageError> {
        if text.len() > MOST_BYTES {
            return Err(MessageError::new(format!(
                "the message is longer than {MOST_BYTES} bytes"
            )));
        }
        serde_json::from_str(text).map_err(|error| MessageError::new(error.to_string()))
    }

    /// The message as it is sent.
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl LobbyMessage {
    /// Reads a message; one that is unknown is an error, to be stepped over.
    pub fn read(text: &str) -> Result<LobbyMessage, MessageError> {
        serde_json::from_str(text).map_err(|error| MessageError::new(error.to_string()))
    }

    /// The message as it is sent.
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlayerKind;
    use games::GameId;

    fn seek(person: &str, side: SideChoice, rating: Option<i32>, range: Option<u32>) -> Seek {
        let person = person.parse().unwrap();
        let player = Player {
            person,
            name: "Ann".into(),
            kind: PlayerKind::Account,
            rating,
            provisional: false,
        };
        Seek {
            seek: 1,
            player,
            settings: TableSettings::new(GameId::Offboard),
            side,
            range,
        }
    }

    #[test]
    fn those_who_suit_each_other_are_paired() {
        use SideChoice::{First, Random, Second};
        let ann = seek("person-1", Random, None, None);
        assert!(ann.fits(&seek("person-2", Random, None, None)));
        assert!(
            !ann.fits(&seek("person-1", Random, None, None)),
            "nobody plays alone"
        );
        assert!(ann.fits(&seek("person-2", First, None, None)));
        let first = seek("person-1", First, None, None);
        assert!(
            first.fits(&seek("person-2", Second, None, None))
                && first.fits(&seek("person-2", Random, None, None))
        );
        assert!(!first.fits(&seek("person-2", First, None, None)));
        let near = seek("person-1", Random, Some(1500), Some(100));
        assert!(near.fits(&seek("person-2", Random, Some(1600), None)));
        assert!(!near.fits(&seek("person-2", Random, Some(1601), None)));
        assert!(!seek("person-2", Random, Some(1601), None).fits(&near));
        let settings = TableSettings::new(GameId::Polygone);
        assert!(!ann.fits(&Seek {
            settings,
            ..seek("person-2", Random, None, None)
        }));
    }

    #[test]
    fn unknown_requests_are_refused() {
        let read = LobbyRequest::read(r#"{"type":"seek","settings":{"game":"offboard"}}"#).unwrap();
        assert!(matches!(read, LobbyRequest::Seek { range: None, .. }));
        for bad in ["", "{}", r#"{"type":"seek"}"#, r#"{"type":"cancel","now":1}"#] {
            assert!(LobbyRequest::read(bad).is_err(), "{bad}");
        }
    }
}
