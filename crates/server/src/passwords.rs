//! Passwords: which are good enough, and their hashes.

use crate::http_error::Problem;
use crate::processors::{Payer, Priority, Processors};
use argon2::password_hash::{Output, ParamsString, PasswordHash, SaltString};
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version};
use std::sync::{Mutex, PoisonError};

/// Bytes of a password.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=200;
/// Passwords that everyone tries first, one a line, in small letters and in order.
const COMMON: &str = include_str!("common_passwords.txt");

/// Whether a password is long enough, is not the name, and is not among those that are guessed first.
pub(crate) fn good_password(password: &str, name: &str) -> Result<(), Problem> {
    if !LENGTH.contains(&password.len()) {
        let (least, most) = (LENGTH.start(), LENGTH.end());
        return Err(Problem::bad(format!("a password has {least} to {most} letters")));
    }
    let small = password.to_lowercase();
    if small.trim() == name.to_lowercase() || is_common(&small) {
        return Err(Problem::bad(
            "this password is among those that are guessed first; choose another",
        ));
    }
    Ok(())
}

/// Whether a password is a common one, or one letter again and again.
fn is_common(small: &str) -> bool {
    let first = small.chars().next();
    small.chars().all(|letter| Some(letter) == first) || COMMON.lines().any(|common| common == small)
}

/// Hashes passwords when a processor is free; a hash takes 19 MiB and some time, charged to the client's budget.
#[derive(Clone, Debug)]
pub(crate) struct Passwords(pub(crate) Processors);

impl Passwords {
    async fn aside<T: Send + 'static>(
        &self,
        payers: &[Payer],
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        Ok(self.0.run(Priority::Password, payers, |_| work()).await?)
    }

    pub(crate) async fn hash(&self, payers: &[Payer], password: String) -> Result<String, Problem> {
        let hashed = self.aside(payers, move || hash(&password)).await?;
        hashed.ok_or_else(Problem::busy)
    }

    /// Whether this is the password. Without one to compare with, it takes as long and says no.
    pub(crate) async fn check(
        &self,
        payers: &[Payer],
        password: String,
        kept: Option<String>,
    ) -> Result<bool, Problem> {
        let Some(kept) = kept else {
            self.hash(payers, password).await?;
            return Ok(false);
        };
        let check = move || is_password(&password, &kept).unwrap_or(false);
        self.aside(payers, check).await
    }
}

/// Memory of hashes that are done. Each hash in a thread of its own would take 19 MiB from an arena of its own, which the
/// allocator keeps for the thread: a flood of sign-ups took 800 MB.
static MEMORY: Mutex<Vec<Vec<Block>>> = Mutex::new(Vec::new());

/// The bytes that argon2 makes of a password and a salt.
fn output(password: &str, salt: &[u8], argon2: &Argon2<'_>) -> Option<Output> {
    let pool = || MEMORY.lock().unwrap_or_else(PoisonError::into_inner);
    let mut memory = pool().pop().unwrap_or_default();
    memory.resize(argon2.params().block_count(), Block::default());
    let length = argon2.params().output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
    let output = Output::init_with(length, |out| {
        let filled =
            argon2.hash_password_into_with_memory(password.as_bytes(), salt, out, memory.as_mut_slice());
        Ok(filled?)
    });
    pool().push(memory);
    output.ok()
}

/// Whether this is the password of a hash; nothing when it is no hash.
fn is_password(password: &str, kept: &str) -> Option<bool> {
    let kept = PasswordHash::new(kept).ok()?;
    let version = kept.version.map_or(Ok(Version::default()), Version::try_from);
    let argon2 = Argon2::new(
        Algorithm::try_from(kept.algorithm).ok()?,
        version.ok()?,
        Params::try_from(&kept).ok()?,
    );
    let mut bytes = [0; 64];
    let salt = kept.salt?.decode_b64(&mut bytes).ok()?;
    // Outputs are compared in constant time.
    Some(output(password, salt, &argon2)? == kept.hash?)
}

/// The hash of a password with a fresh salt; nothing without random bytes.
pub(crate) fn hash(password: &str) -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    let salt = SaltString::encode_b64(&bytes).ok()?;
    let argon2 = Argon2::default();
    let hash = PasswordHash {
        algorithm: ARGON2ID_IDENT,
        version: Some(Version::default().into()),
        params: ParamsString::try_from(argon2.params()).ok()?,
        salt: Some(salt.as_salt()),
        hash: Some(output(password, &bytes, &argon2)?),
    };
    Some(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_passwords_are_refused() {
        for bad in [
            "short",
            "password",
            "PassWord1",
            "12345678",
            "motdepasse",
            "zzzzzzzzzzzz",
            "Alexander",
            &"x".repeat(201),
        ] {
            assert!(good_password(bad, "Alexander").is_err(), "{bad}");
        }
        for good in ["correct horse", "battery staple", "my-password-is-long"] {
            assert!(good_password(good, "Alexander").is_ok(), "{good}");
        }
    }

    #[test]
    fn hashes_are_those_of_argon2_and_share_their_memory() {
        use argon2::password_hash::PasswordVerifier;
        let kept = hash("correct horse").unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        let parsed = PasswordHash::new(&kept).unwrap();
        assert!(
            Argon2::default()
                .verify_password(b"correct horse", &parsed)
                .is_ok()
        );
        assert_eq!(is_password("correct horse", &kept), Some(true));
        assert_eq!(is_password("battery staple", &kept), Some(false));
        assert_eq!(is_password("correct horse", "no hash"), None);
        let memories = || MEMORY.lock().unwrap_or_else(PoisonError::into_inner).len();
        // Other tests hash at the same time, but none at a time of its own.
        assert!((1..=64).contains(&memories()), "{}", memories());
    }

    #[test]
    fn the_list_is_in_order_and_has_no_useless_line() {
        let lines: Vec<&str> = COMMON.lines().collect();
        assert!(lines.is_sorted() && lines.len() > 300, "{}", lines.len());
        for line in lines {
            assert!(
                LENGTH.contains(&line.len()) && line == line.to_lowercase(),
                "{line}"
            );
        }
    }
}
