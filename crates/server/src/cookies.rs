//! Cookies: signed, unreadable for scripts, and bound to this host where the connection is secure.

use crate::http_error::Problem;
use crate::limits::Client;
use crate::time::now;
use axum::http::{HeaderMap, HeaderValue, header};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::sync::{Arc, PoisonError, RwLock};
use store::{SecretKey, Store};

/// Lifetime of a session's cookie after its last renewal.
pub(crate) const SESSION_SECONDS: i64 = 90 * 24 * 60 * 60;
/// Lifetime of a device's cookie.
const DEVICE_SECONDS: i64 = 365 * 24 * 60 * 60;
/// Beginning of names that a browser takes only from this host, over a secure connection, for all paths.
const HOST_PREFIX: &str = "__Host-";

/// Letters of a whole signature.
const SIGNATURE: usize = 64;

/// A cookie of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cookie {
    /// The token of a session.
    Session,
    /// Marks a browser in which a person has signed in before.
    Device,
}

impl Cookie {
    const fn name(self) -> &'static str {
        match self {
            Cookie::Session => "tablier",
            Cookie::Device => "tablier-device",
        }
    }

    const fn seconds(self) -> i64 {
        match self {
            Cookie::Session => SESSION_SECONDS,
            Cookie::Device => DEVICE_SECONDS,
        }
    }

    const fn purpose(self) -> &'static str {
        match self {
            Cookie::Session => "session",
            Cookie::Device => "device",
        }
    }

    fn full_name(self, secure: bool) -> String {
        let prefix = if secure { HOST_PREFIX } else { "" };
        format!("{prefix}{}", self.name())
    }

    fn header(self, secure: bool, value: &str, seconds: i64) -> Result<HeaderValue, Problem> {
        let (name, end) = (self.full_name(secure), if secure { "; Secure" } else { "" });
        let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{end}");
        HeaderValue::from_str(&cookie).map_err(|_| Problem::busy())
    }

    /// Sets the cookie to a text, signed.
    pub(crate) fn set(self, keys: &Keys, client: &Client, text: &str) -> Result<HeaderValue, Problem> {
        let value = format!("{text}.{}", keys.sign(self.purpose(), text));
        self.header(client.is_secure(), &value, self.seconds())
    }

    /// Removes the cookie from the browser.
    pub(crate) fn forget(self, client: &Client) -> Result<HeaderMap, Problem> {
        let value = self.header(client.is_secure(), "", 0)?;
        Ok(HeaderMap::from_iter([(header::SET_COOKIE, value)]))
    }

    /// The text of the cookie, if its signature is valid. Over a secure connection only the name with the prefix counts:
    /// another host of the same domain may have set the other one.
    pub(crate) fn read(self, keys: &Keys, client: &Client, headers: &HeaderMap) -> Option<String> {
        let name = self.full_name(client.is_secure());
        let cookies = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok());
        let mut pairs = cookies
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        let (_, value) = pairs.find(|(found, _)| *found == name)?;
        let (text, signature) = value.rsplit_once('.')?;
        keys.is_signed(self.purpose(), text, signature, SIGNATURE)
            .then(|| text.to_owned())
    }
}

/// The keys for signing and for checking signatures; they can be changed while the server runs.
#[derive(Clone, Debug)]
pub(crate) struct Keys(Arc<RwLock<Pair>>);

#[derive(Debug)]
struct Pair {
    current: SecretKey,
    /// The former key, and the time until which its signatures are valid.
    former: Option<(SecretKey, i64)>,
}

impl Keys {
    pub(crate) async fn load(store: &Store) -> Result<Keys, store::Error> {
        Ok(Keys(Arc::new(RwLock::new(pair(store).await?))))
    }

    /// Reads the keys again after a change.
    pub(crate) async fn reload(&self, store: &Store) -> Result<(), store::Error> {
        let fresh = pair(store).await?;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }

    pub(crate) fn sign(&self, purpose: &str, text: &str) -> String {
        let pair = self.0.read().unwrap_or_else(PoisonError::into_inner);
        hex(&mac(&pair.current, purpose, text).finalize().into_bytes())
    }

    /// Whether these are the first letters of a text's signature, so many: by the current key or, for a while after a change, by
    /// the former one. It takes the same time wherever a wrong signature differs.
    pub(crate) fn is_signed(&self, purpose: &str, text: &str, signature: &str, letters: usize) -> bool {
        let Some(bytes) = unhex(signature).filter(|bytes| 2 * bytes.len() == letters) else {
            return false;
        };
        let pair = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let former = pair.former.as_ref().filter(|(_, until)| *until > now());
        let mut keys = std::iter::once(&pair.current).chain(former.map(|(key, _)| key));
        keys.any(|key| mac(key, purpose, text).verify_truncated_left(&bytes).is_ok())
    }
}

async fn pair(store: &Store) -> Result<Pair, store::Error> {
    Ok(Pair {
        current: store.secret_key().await?,
        former: store.former_key().await?,
    })
}

fn mac(key: &SecretKey, purpose: &str, text: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::new_from_slice(key.bytes()).expect("a key of any length is taken");
    mac.update(format!("{purpose}:{text}").as_bytes());
    mac
}

/// The hash of a token. The database keeps it instead of the token.
pub(crate) fn hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(u32::from(digit), 16))
        .collect()
}

/// Reads hexadecimal digits as [`hex`] writes them.
fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |letter: &u8| match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    };
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let bytes = pairs
        .iter()
        .map(|[high, low]| Some(digit(high)? << 4 | digit(low)?));
    bytes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_whole_signatures_count() {
        let database = testclient::Database::sqlite();
        let store = Store::open(&database.url).await.unwrap();
        let keys = Keys::load(&store).await.unwrap();
        let right = keys.sign("session", "abc");
        let is_signed = |signature: &str| keys.is_signed("session", "abc", signature, SIGNATURE);
        assert!(is_signed(&right));
        assert!(keys.is_signed("session", "abc", &right[..32], 32));
        assert!(
            !keys.is_signed("device", "abc", &right, SIGNATURE),
            "another purpose"
        );
        let other_end = if right.ends_with('0') { "1" } else { "0" };
        for wrong in [
            "",
            &right[..SIGNATURE - 1],
            &right[..32],
            &format!("{right}00"),
            &format!("{}{other_end}", &right[..SIGNATURE - 1]),
            &format!("{}G", &right[..SIGNATURE - 1]),
        ] {
            assert!(!is_signed(wrong), "{wrong}");
        }
    }
}
