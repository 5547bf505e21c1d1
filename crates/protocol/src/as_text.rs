//! Serialises values as the text that they print and parse, and reads lists that may hold unknown values.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serializer};
use serde_json::Value;
use std::fmt::Display;
use std::str::FromStr;

pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(D::Error::custom)
}

/// Reads a list and skips the values that cannot be read.
pub(crate) fn known_of_list<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    let list = Vec::<Value>::deserialize(deserializer)?;
    Ok(list
        .into_iter()
        .filter_map(|value| T::deserialize(value).ok())
        .collect())
}

/// A side as `first` or `second`.
pub(crate) mod side {
    use rules::Side;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) const NAMES: [&str; 2] = ["first", "second"];

    pub(crate) fn read(name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| NAMES[*side] == name)
    }

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub(crate) fn serialize<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(NAMES[*side])
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        let name = String::deserialize(deserializer)?;
        read(&name).ok_or_else(|| D::Error::custom("expected first or second"))
    }
}

/// A side as `first` or `second`, or neither as `null`.
pub(crate) mod maybe_side {
    use super::side;
    use rules::Side;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[allow(
        clippy::ref_option,
        clippy::trivially_copy_pass_by_ref,
        reason = "serde hands over a reference"
    )]
    pub(crate) fn serialize<S: Serializer>(side: &Option<Side>, serializer: S) -> Result<S::Ok, S::Error> {
        match side {
            Some(side) => serializer.serialize_str(side::NAMES[*side]),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Side>, D::Error> {
        let name = Option::<String>::deserialize(deserializer)?;
        let read = |name: String| {
            side::read(&name).ok_or_else(|| D::Error::custom("expected first, second or null"))
        };
        name.map(read).transpose()
    }
}
