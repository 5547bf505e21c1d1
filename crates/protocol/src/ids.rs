//! The names of tables, people and client actions: short texts of letters and digits.

use std::fmt;
use std::str::FromStr;

/// A text that is no such name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdError {
    what: &'static str,
    lengths: (usize, usize),
}

impl fmt::Display for IdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.lengths;
        let what = self.what;
        write!(f, "{what}: expected {least} to {most} letters, digits, - or _")
    }
}

impl std::error::Error for IdError {}

macro_rules! id {
    ($(#[doc = $doc:literal])+ $name:ident, $what:literal, $least:literal to $most:literal, $($example:literal),+) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<$name, IdError> {
                let fits = ($least..=$most).contains(&text.len());
                if fits && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_') {
                    Ok($name(text.to_owned()))
                } else {
                    Err(IdError { what: $what, lengths: ($least, $most) })
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                crate::as_text::serialize(self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                crate::as_text::deserialize(deserializer)
            }
        }

        #[cfg(feature = "schema")]
        crate::schema::text_schema!($(#[doc = $doc])+ $name, {
            "pattern": "^[A-Za-z0-9_-]+$",
            "minLength": $least,
            "maxLength": $most,
            "examples": [$($example),+],
        });
    };
}

id!(
    /// The address of one game that is or was played.
    TableId, "table", 8 to 16, "abcdefghij"
);
id!(
    /// A person, as others may see them. Not a secret.
    PersonId, "person", 8 to 16, "person-0001"
);
id!(
    /// Secret key of a challenge: its holder may take the free seat.
    ChallengeKey, "challenge", 16 to 40, "00000000000000000000000000000000"
);
id!(
    /// The mark a client puts on an action, so that the action counts once however often it arrives.
    ClientKey, "key", 8 to 40, "key-00001", "key-00002", "key-00003"
);

impl ClientKey {
    /// The key of a number.
    pub fn of(number: u64) -> ClientKey {
        ClientKey(format!("{number:016x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_short_plain_texts_are_names() {
        assert_eq!("abcDEF12-_".parse::<TableId>().unwrap().as_str(), "abcDEF12-_");
        for bad in [
            "",
            "short",
            "with space",
            "with/slash",
            "éééééééé",
            &"x".repeat(17),
        ] {
            let error = bad.parse::<TableId>().unwrap_err();
            assert_eq!(
                error.to_string(),
                "table: expected 8 to 16 letters, digits, - or _",
                "{bad}"
            );
        }
    }
}
