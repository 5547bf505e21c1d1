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
        keys.is_signed(self.purpose(), text, signature)
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
        sign(&pair.current, purpose, text)
    }

    /// All valid signatures of a text: by the current key and, for a while after a change, by the former one.
    pub(crate) fn signatures(&self, purpose: &str, text: &str) -> Vec<String> {
        let pair = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let former = pair.former.as_ref().filter(|(_, until)| *until > now());
        let keys = std::iter::once(&pair.current).chain(former.map(|(key, _)| key));
        keys.map(|key| sign(key, purpose, text)).collect()
    }

    fn is_signed(&self, purpose: &str, text: &str, signature: &str) -> bool {
        let signatures = self.signatures(purpose, text);
        signatures.iter().any(|right| same(right, signature))
    }
}

async fn pair(store: &Store) -> Result<Pair, store::Error> {
    Ok(Pair {
        current: store.secret_key().await?,
        former: store.former_key().await?,
    })
}

fn sign(key: &SecretKey, purpose: &str, text: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.bytes()).expect("a key of any length is taken");
    mac.update(format!("{purpose}:{text}").as_bytes());
    hex(&mac.finalize().into_bytes())
}

/// Compares in constant time: the duration does not depend on the place of a difference.
pub(crate) fn same(one: &str, other: &str) -> bool {
    let differ = one
        .bytes()
        .zip(other.bytes())
        .fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == other.len() && std::hint::black_box(differ) == 0
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_compared_whole() {
        assert!(same("abc", "abc"));
        assert!(!same("abc", "abd") && !same("abc", "ab") && !same("", "a"));
    }
}
