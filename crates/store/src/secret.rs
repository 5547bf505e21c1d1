//! The server's secret key.

use crate::Error;
use std::fmt;

const LENGTH: usize = 32;

/// Random bytes that only the server knows. They are never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretKey([u8; LENGTH]);

impl SecretKey {
    pub(crate) fn random() -> Result<SecretKey, Error> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes).map_err(Error::Random)?;
        Ok(SecretKey(bytes))
    }

    /// The key itself.
    pub const fn bytes(&self) -> &[u8; LENGTH] {
        &self.0
    }

    pub(crate) fn to_hex(&self) -> String {
        let digits = self.0.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        digits
            .filter_map(|digit| char::from_digit(u32::from(digit), 16))
            .collect()
    }

    pub(crate) fn from_hex(text: &str) -> Option<SecretKey> {
        let digits: Vec<u8> = text
            .chars()
            .map(|digit| digit.to_digit(16).map(|digit| digit as u8))
            .collect::<Option<_>>()?;
        let bytes: Vec<u8> = digits
            .chunks(2)
            .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit))
            .collect();
        (digits.len() == 2 * LENGTH)
            .then(|| bytes.try_into().ok().map(SecretKey))
            .flatten()
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_written_and_read() {
        let key = SecretKey::random().unwrap();
        assert_eq!(SecretKey::from_hex(&key.to_hex()), Some(key.clone()));
        assert_ne!(SecretKey::random().unwrap(), key);
        assert_eq!(format!("{key:?}"), "SecretKey(…)");
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let good = "0f".repeat(LENGTH);
        assert!(SecretKey::from_hex(&good).is_some());
        for bad in [
            "",
            "0f",
            &good[1..],
            &format!("{good}0"),
            &good.replace("0f", "0g"),
            &"é".repeat(64),
        ] {
            assert_eq!(SecretKey::from_hex(bad), None, "{bad}");
        }
    }
}
