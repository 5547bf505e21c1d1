//! JSON Schemas of values that travel as text. Those of all other messages are derived from their types.

use crate::{Clock, EndReason, Record, TableSettings};
use games::GameId;
use schemars::{JsonSchema, Schema, SchemaGenerator};

/// Describes a type that travels as text, by its doc comment and further keywords.
macro_rules! text_schema {
    ($(#[doc = $doc:literal])+ $name:ident, { $($keyword:literal: $value:expr),+ $(,)? }) => {
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "type": "string",
                    "description": concat!($($doc),+).trim(),
                    $($keyword: $value),+
                })
            }
        }
    };
}

pub(crate) use text_schema;

/// Stands for a [`GameId`], which has no schema of its own: the crate of the games knows no serde.
pub struct GameName;

/// Stands for a [`rules::Side`] in the same way.
pub struct SideName;

text_schema!(
    /// One of the games.
    GameName, { "enum": GameId::ALL.iter().map(|game| game.name()).collect::<Vec<_>>() }
);
text_schema!(
    /// A side: the first has the first move.
    SideName, { "enum": crate::as_text::side::NAMES }
);
text_schema!(
    /// The time to think: `none`, `300s+3s` (a budget for the game, and more for each move) or `2d` (days for each
    /// move).
    Clock, { "examples": ["none", "300s+3s", "2d"] }
);
text_schema!(
    /// Why a game is over: `resignation`, `time`, `agreement`, `absence`, `aborted`, or the word of the game's rules.
    EndReason, { "examples": ["resignation", "time", "points"] }
);
text_schema!(
    /// Records of games, with an empty line between two of them: docs/record.md describes them.
    Record, { "examples": [RECORD] }
);

const RECORD: &str = "tablier record 1\ngame: offboard\nfirst: Ann\nsecond: Bob\nclock: none\nrated: no\n\
                      result: first wins by resignation\n\n1. a5b5 a1b1\n";

/// Settings as a request has them: no field is allowed that the server does not know.
pub(crate) fn strict_settings(generator: &mut SchemaGenerator) -> Schema {
    let mut schema = TableSettings::json_schema(generator);
    schema.insert("additionalProperties".to_owned(), false.into());
    schema
}
