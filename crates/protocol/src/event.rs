//! Events at a table, as its log keeps them. A game is its log: everything else follows from it.

use crate::as_text::{self, maybe_side, side};
use crate::{PersonId, TableId};
use rules::{Outcome, Side};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::str::FromStr;

/// One entry of a table's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// Its number; the log begins with 1 and has no gaps.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub seq: u64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The kind of event. A kind that the reader does not know is read as [`EventKind::Unknown`] and skipped.
    #[serde(flatten)]
    pub kind: EventKind,
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        let fields = Map::<String, Value>::deserialize(deserializer)?;
        let number = |name: &'static str| {
            let number = fields.get(name).and_then(Value::as_i64);
            number.ok_or_else(|| D::Error::missing_field(name))
        };
        let (seq, at) = (number("seq")?, number("at")?);
        let seq = u64::try_from(seq).map_err(|_| D::Error::custom("seq: expected a number from 1 on"))?;
        let kind = EventKind::deserialize(Value::Object(fields)).unwrap_or(EventKind::Unknown {});
        Ok(Event { seq, at, kind })
    }
}

/// Kinds of events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventKind {
    /// A player took a seat.
    Sit {
        /// The seat: even seats play the first side, odd ones the second.
        seat: usize,
        /// The new player.
        player: Player,
    },
    /// All seats are taken: the game begins.
    Start {},
    /// A move was played.
    Move {
        /// How many moves had been played before it.
        ply: u32,
        /// The seat of the player who moved.
        seat: usize,
        /// The move in the game's notation.
        text: String,
        /// The position after it, in the game's notation.
        position: String,
        /// Milliseconds that each side has left after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<[i64; 2]>,
    },
    /// A side made an offer.
    Offer {
        /// The side that offers.
        #[serde(with = "side")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::SideName"))]
        side: Side,
        /// The offer.
        what: Offer,
    },
    /// A side declined an offer, or withdrew its own.
    Decline {
        /// The side that declines.
        #[serde(with = "side")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::SideName"))]
        side: Side,
        /// The declined offer.
        what: Offer,
    },
    /// Moves were taken back.
    Takeback {
        /// The number of moves that are left.
        ply: u32,
        /// Milliseconds that each side has left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<[i64; 2]>,
    },
    /// A player wrote to the others. Spectators get the event without its text.
    Chat {
        /// The writer's seat.
        seat: usize,
        /// The text; null for readers who may not see it.
        text: Option<String>,
    },
    /// The game is over.
    End(Ending),
    /// The ratings changed.
    Rated {
        /// The ratings of the two sides now.
        after: [i32; 2],
        /// How much they changed.
        change: [i32; 2],
    },
    /// The same players play again, sides changed.
    Rematch {
        /// The table of the rematch.
        table: TableId,
    },
    /// Earlier events have changed: a line of chat has lost its text, or a player has another name.
    Redacted {
        /// The numbers of those events.
        events: Vec<u64>,
        /// The name that the players of these events have now; none when texts of chat were removed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// An event of a kind that the reader does not know. The server writes none.
    #[serde(skip_deserializing)]
    #[cfg_attr(feature = "schema", schemars(skip_serializing))]
    Unknown {},
}

/// Offers that one side can make to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To end the game undecided.
    Draw,
    /// To take back the last move of the side that asks.
    Takeback,
    /// To play again.
    Rematch,
}

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// The person's id.
    pub person: PersonId,
    /// Their name.
    pub name: String,
    /// The kind of player.
    pub kind: PlayerKind,
    /// Their rating in this game when they sat down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// Whether that rating is still uncertain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
}

/// The name in place of a deleted account's. No player can have it.
pub const GONE: &str = "[deleted]";

/// Kinds of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A person without an account.
    Guest,
    /// A person with an account.
    Account,
    /// A program with an account.
    Bot,
    /// The server's own engine.
    Computer {
        /// How strong.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10)))]
        level: u8,
    },
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
pub struct Ending {
    /// The winner, if anyone.
    #[serde(with = "maybe_side")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::SideName>"))]
    pub winner: Option<Side>,
    /// Why.
    #[serde(with = "as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "EndReason"))]
    pub reason: EndReason,
}

impl Ending {
    /// A win.
    pub const fn win(winner: Side, reason: EndReason) -> Ending {
        Ending {
            winner: Some(winner),
            reason,
        }
    }

    /// No winner.
    pub const fn draw(reason: EndReason) -> Ending {
        Ending { winner: None, reason }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        Ending {
            winner: outcome.winner(),
            reason: EndReason::Rules(outcome.reason().to_string()),
        }
    }
}

/// `first wins by points`, `draw by agreement`, `aborted`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, &self.reason) {
            (Some(winner), reason) => write!(f, "{} wins by {reason}", side::NAMES[winner]),
            (None, EndReason::Aborted) => f.write_str("aborted"),
            (None, reason) => write!(f, "draw by {reason}"),
        }
    }
}

impl FromStr for Ending {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Ending, &'static str> {
        const EXPECTED: &str = "expected first wins by …, second wins by …, draw by … or aborted";
        if text == "aborted" {
            return Ok(Ending::draw(EndReason::Aborted));
        }
        let (winner, reason) = match text.split_once(" wins by ") {
            Some((name, reason)) => (Some(side::read(name).ok_or(EXPECTED)?), reason),
            None => (None, text.strip_prefix("draw by ").ok_or(EXPECTED)?),
        };
        match reason.parse()? {
            EndReason::Aborted => Err("nobody wins or draws a game that was aborted"),
            reason => Ok(Ending { winner, reason }),
        }
    }
}

/// Why a game is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// The rules say so; the game's own word for it.
    Rules(String),
    /// A side gave up.
    Resignation,
    /// A side's time was up.
    Time,
    /// Both sides wanted a draw.
    Agreement,
    /// A side left and did not come back.
    Absence,
    /// It had hardly begun.
    Aborted,
}

impl EndReason {
    const OURS: [EndReason; 5] = [
        EndReason::Resignation,
        EndReason::Time,
        EndReason::Agreement,
        EndReason::Absence,
        EndReason::Aborted,
    ];
    /// Letters of a game's own word at most.
    const MOST_LETTERS: usize = 40;
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndReason::Rules(word) => word,
            EndReason::Resignation => "resignation",
            EndReason::Time => "time",
            EndReason::Agreement => "agreement",
            EndReason::Absence => "absence",
            EndReason::Aborted => "aborted",
        })
    }
}

impl FromStr for EndReason {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<EndReason, &'static str> {
        if let Some(ours) = EndReason::OURS.into_iter().find(|ours| ours.to_string() == text) {
            return Ok(ours);
        }
        let plain = text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b' ' || byte == b'-');
        let trimmed = text.trim() == text && !text.is_empty() && text.len() <= EndReason::MOST_LETTERS;
        if plain && trimmed {
            Ok(EndReason::Rules(text.to_owned()))
        } else {
            Err("expected the reason in a few small letters")
        }
    }
}

/// The clocks at the moment a message was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clocks {
    /// Milliseconds that each side has left.
    pub left: [i64; 2],
    /// The side whose time runs.
    #[serde(with = "maybe_side")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::SideName>"))]
    pub running: Option<Side>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_have_one_spelling() {
        for good in [
            "first wins by points",
            "second wins by no move",
            "draw by agreement",
            "draw by repetition",
            "aborted",
            "second wins by time",
        ] {
            assert_eq!(good.parse::<Ending>().unwrap().to_string(), good);
        }
        for bad in [
            "",
            "third wins by points",
            "first wins by ",
            "draw",
            "first wins by aborted",
            "draw by aborted",
            "draw by É",
            "Draw by points",
        ] {
            assert!(bad.parse::<Ending>().is_err(), "{bad}");
        }
    }

    #[test]
    fn events_are_flat_objects() {
        let ending = Ending::win(Side::Second, EndReason::Time);
        let event = Event {
            seq: 7,
            at: 1,
            kind: EventKind::End(ending),
        };
        let text = serde_json::to_string(&event).unwrap();
        assert_eq!(
            text,
            r#"{"seq":7,"at":1,"type":"end","winner":"second","reason":"time"}"#
        );
        assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), event);
    }
}
