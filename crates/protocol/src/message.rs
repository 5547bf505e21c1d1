//! Messages of a table's socket: one JSON object each. `docs/protocol.md` describes them.

use crate::{AnalysisProgress, CLAIM_AFTER, ClientKey, Clocks, Event, Offer, TableInfo};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of these messages; the first message of a client names it.
pub const VERSION: u32 = 1;
/// Bytes of a message at most; longer ones are refused unread.
pub const MOST_BYTES: usize = 64 * 1024;
/// Bytes of a move at most: a trace of the hand in Polarity is the longest.
pub const MOST_MOVE: usize = 32 * 1024;
/// Bytes of one batch of poses of the hand at most.
pub const MOST_HAND: usize = 4 * 1024;
/// Letters of a chat line at most.
pub const MOST_CHAT: usize = 300;

/// A client's message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message: the answer is a welcome, then the events after `last`.
    Hello {
        /// Version of the protocol that the client speaks: 1.
        version: u32,
        /// The number of the last event that the client has; 0 for none.
        last: u64,
    },
    /// Asks for the events after `last`, because some were lost on the way.
    Sync {
        /// The number of the last event that the client has.
        last: u64,
    },
    /// Asks for an action. The answer is `ack` or `refused` with the same key.
    Act {
        /// The client's key of this action; sent again under the same key, the action counts once.
        key: ClientKey,
        /// How many moves have been played, as far as the client knows.
        ply: u32,
        /// The action.
        action: Action,
    },
    /// Shows the moving hand to the others while a move is made. Not kept, not answered.
    Hand {
        /// How many moves have been played.
        ply: u32,
        /// The poses, in the game's own notation.
        poses: String,
    },
    /// Asks for a `pong`.
    Ping {},
}

/// Actions of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Play a move.
    Move {
        /// In the game's notation.
        #[cfg_attr(feature = "schema", schemars(example = &"a5b5", example = &"i5h5"))]
        text: String,
    },
    /// Make an offer, or accept the same offer of the other side.
    Offer {
        /// The offer.
        what: Offer,
    },
    /// Accept the other side's offer.
    Accept {
        /// The offer.
        what: Offer,
    },
    /// Decline the other side's offer, or withdraw one's own.
    Decline {
        /// The offer.
        what: Offer,
    },
    /// Give up.
    Resign {},
    /// End a game that has hardly begun.
    Abort {},
    /// Win because the other side is gone.
    Claim {},
    /// Write to the other players.
    Chat {
        /// The line.
        #[cfg_attr(feature = "schema", schemars(example = &"well played"))]
        text: String,
    },
}

/// The server's message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to `hello`; the events follow.
    Welcome {
        /// Version of the protocol that the server speaks: 1.
        version: u32,
        /// The table.
        table: TableInfo,
        /// The client's seat; a spectator has none.
        seat: Option<usize>,
        /// The number of the last event there is.
        last: u64,
        /// Milliseconds that a side must be away before the other may claim the game.
        #[serde(default = "claim_after")]
        claim_after: i64,
    },
    /// New events, or the events that the client has asked for.
    Events {
        /// The events, in order.
        events: Vec<Event>,
        /// The clocks now; null in a game without clocks.
        clocks: Option<Clocks>,
    },
    /// An action was done and is in the log.
    Ack {
        /// The key of the action.
        key: ClientKey,
        /// The event that it became.
        seq: u64,
    },
    /// An action or a message was refused, and nothing has changed.
    Refused {
        /// The key of the action, if it had one.
        key: Option<ClientKey>,
        /// The reason, for programs.
        reason: Refusal,
        /// The reason in words, for people.
        words: String,
        /// The number of the last event in the server's log.
        last: u64,
        /// How many moves the server's log has.
        ply: u32,
    },
    /// The people present now.
    Presence {
        /// Whether the player of each seat is connected.
        here: Vec<bool>,
        /// Number of spectators.
        watching: usize,
    },
    /// The moving hand of the player to move.
    Hand {
        /// How many moves have been played.
        ply: u32,
        /// The poses, in the game's own notation.
        poses: String,
    },
    /// How far the analysis of this game is.
    Analysis(AnalysisProgress),
    /// The answer to `ping`.
    Pong {},
    /// The server closes the connection.
    Bye {
        /// The reason, for programs.
        #[serde(default)]
        reason: ByeReason,
        /// The reason in words, for people.
        words: String,
    },
}

const fn claim_after() -> i64 {
    CLAIM_AFTER
}

/// Why the server closes a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ByeReason {
    /// The server restarts, and is back in a moment.
    Restart,
    /// The table does not exist, or is private.
    NoTable,
    /// The client is of another version of the protocol.
    Version,
    /// The first message was not a correct `hello`.
    Greeting,
    /// The client was silent for too long.
    Silence,
    /// The server cannot reach its database; the client may come again.
    Trouble,
    /// The client has signed out, or its token was revoked.
    SignedOut,
    /// A host has removed the game.
    Removed,
    /// A reason that the reader does not know.
    #[default]
    #[serde(other)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    Unknown,
}

/// Why something was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The message cannot be read.
    Malformed,
    /// The client speaks another version of the protocol.
    Version,
    /// The action was meant for an earlier position.
    Late,
    /// The rules do not allow it.
    Illegal,
    /// The action belongs to another player.
    NotYours,
    /// The action is not possible now.
    NotNow,
    /// The client has sent too much in too short a time.
    TooFast,
    /// The server is busy; the client may try again.
    Busy,
    /// A reason that the reader does not know. The server gives none.
    #[serde(other)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    Unknown,
}

/// Why a message could not be read, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageError(String);

impl MessageError {
    pub(crate) const fn new(words: String) -> MessageError {
        MessageError(words)
    }
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MessageError {}

impl ClientMessage {
    /// Reads a message; what is too long, unknown or malformed is refused.
    pub fn read(text: &str) -> Result<ClientMessage, MessageError> {
        let too_long =
            |what: &str, most: usize| Err(MessageError(format!("{what} is longer than {most} bytes")));
        if text.len() > MOST_BYTES {
            return too_long("the message", MOST_BYTES);
        }
        let message = serde_json::from_str(text).map_err(|error| MessageError(error.to_string()))?;
        match &message {
            ClientMessage::Act {
                action: Action::Move { text },
                ..
            } if text.len() > MOST_MOVE => too_long("the move", MOST_MOVE),
            ClientMessage::Act {
                action: Action::Move { text },
                ..
            } if !is_word(text) => Err(MessageError("a move is one word without spaces".to_owned())),
            ClientMessage::Hand { poses, .. } if poses.len() > MOST_HAND => {
                too_long("the batch of poses", MOST_HAND)
            }
            ClientMessage::Act {
                action: Action::Chat { text },
                ..
            } if !is_line(text) => Err(MessageError(format!(
                "a chat line has 1 to {MOST_CHAT} letters and no control characters"
            ))),
            _ => Ok(message),
        }
    }

    /// The message as it is sent.
    pub fn write(&self) -> String {
        // Names and texts only: nothing in a message can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl ServerMessage {
    /// Reads a message; one that is unknown is an error, to be stepped over.
    pub fn read(text: &str) -> Result<ServerMessage, MessageError> {
        serde_json::from_str(text).map_err(|error| MessageError(error.to_string()))
    }

    /// The message as it is sent.
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

fn is_line(text: &str) -> bool {
    let letters = text.chars().count();
    (1..=MOST_CHAT).contains(&letters) && !text.contains(char::is_control) && !text.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn act(action: Action) -> ClientMessage {
        ClientMessage::Act {
            key: "key-00001".parse().unwrap(),
            ply: 3,
            action,
        }
    }

    #[test]
    fn messages_are_read_back() {
        let actions = [
            Action::Move {
                text: "a5b5".to_owned(),
            },
            Action::Offer { what: Offer::Draw },
            Action::Accept {
                what: Offer::Takeback,
            },
            Action::Decline { what: Offer::Rematch },
            Action::Resign {},
            Action::Abort {},
            Action::Claim {},
            Action::Chat {
                text: "bien joué !".to_owned(),
            },
        ];
        let others = [
            ClientMessage::Hello {
                version: VERSION,
                last: 0,
            },
            ClientMessage::Sync { last: u64::MAX },
            ClientMessage::Hand {
                ply: 0,
                poses: "0,0,0".to_owned(),
            },
            ClientMessage::Ping {},
        ];
        for message in actions.map(act).into_iter().chain(others) {
            assert_eq!(ClientMessage::read(&message.write()).unwrap(), message);
        }
        assert_eq!(
            act(Action::Resign {}).write(),
            r#"{"type":"act","key":"key-00001","ply":3,"action":{"do":"resign"}}"#
        );
    }

    #[test]
    fn what_is_unknown_or_too_much_is_refused_with_words() {
        let refused = |text: &str| ClientMessage::read(text).unwrap_err().to_string();
        assert!(refused(r#"{"type":"dance"}"#).contains("unknown variant `dance`"));
        assert!(refused(r#"{"type":"ping","now":1}"#).contains("unknown field `now`"));
        assert!(
            refused(r#"{"type":"act","key":"key-00001","ply":0,"action":{"do":"resign","now":1}}"#)
                .contains("unknown")
        );
        assert!(
            refused(r#"{"type":"act","key":"short","ply":0,"action":{"do":"resign"}}"#).contains("8 to 40")
        );
        assert!(refused(r#"{"type":"hello","version":-1,"last":0}"#).contains("invalid value"));
        assert!(refused(&" ".repeat(MOST_BYTES + 1)).contains("the message is longer"));
        assert!(
            refused(
                &act(Action::Move {
                    text: "x".repeat(MOST_MOVE + 1)
                })
                .write()
            )
            .contains("the move is longer")
        );
        assert!(
            refused(
                &act(Action::Move {
                    text: "a b".to_owned()
                })
                .write()
            )
            .contains("one word")
        );
        assert!(refused(&act(Action::Chat { text: " ".to_owned() }).write()).contains("chat line"));
        assert!(
            refused(
                &act(Action::Chat {
                    text: "a\nb".to_owned()
                })
                .write()
            )
            .contains("chat line")
        );
        assert!(
            refused(
                &ClientMessage::Hand {
                    ply: 0,
                    poses: "x".repeat(MOST_HAND + 1)
                }
                .write()
            )
            .contains("poses")
        );
        assert!(refused(&"[".repeat(5000)).contains("line 1"));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,200}") {
            let _ = ClientMessage::read(&text);
        }

        #[test]
        fn no_object_panics(kind in "hello|act|sync|hand|ping|x", rest in "[\\[\\]{}:,\"a-z0-9-]{0,60}") {
            let _ = ClientMessage::read(&format!("{{\"type\":\"{kind}\",{rest}}}"));
        }
    }
}
