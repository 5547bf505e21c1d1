//! The server's secret key.

use crate::{Error, Store};
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

const NAME: &str = "secret-key";
const FORMER: &str = "former-key";

impl Store {
    /// The key that the server signs with: made by whoever asks first, the same for all until it is changed.
    pub async fn secret_key(&self) -> Result<SecretKey, Error> {
        let kept = self.kept_setting(NAME, SecretKey::random()?.to_hex()).await?;
        SecretKey::from_hex(&kept).ok_or(Error::Damaged(NAME))
    }

    /// The key before the last change, and until when its signatures are good.
    pub async fn former_key(&self) -> Result<Option<(SecretKey, i64)>, Error> {
        let kept: Option<String> = sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
            .bind(FORMER)
            .fetch_optional(&self.pool())
            .await?;
        let Some(kept) = kept else {
            return Ok(None);
        };
        let read = kept.split_once(' ').and_then(|(key, until)| {
            let key = SecretKey::from_hex(key)?;
            Some((key, until.parse().ok()?))
        });
        read.map(Some).ok_or(Error::Damaged(FORMER))
    }

    /// Makes another key; signatures of the one before are good until then.
    pub async fn rotate_key(&self, until: i64) -> Result<(), Error> {
        let (before, fresh) = (self.secret_key().await?, SecretKey::random()?);
        let mut transaction = self.pool().begin().await?;
        let former = format!("{} {until}", before.to_hex());
        for (name, value) in [(FORMER, former), (NAME, fresh.to_hex())] {
            let sql = "INSERT INTO settings (name, value) VALUES ($1, $2)
                       ON CONFLICT (name) DO UPDATE SET value = excluded.value";
            sqlx::query(sql)
                .bind(name)
                .bind(value)
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
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
