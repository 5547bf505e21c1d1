//! Passwords: which are good enough, and their hashes.

use crate::http_error::Problem;
use crate::processors::{Priority, Processors};
use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};

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

/// Hashes passwords, each of which takes 19 MiB and a while, where there is a free processor.
#[derive(Clone, Debug)]
pub(crate) struct Passwords(pub(crate) Processors);

impl Passwords {
    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        Ok(self.0.run(Priority::Password, &[], |_| work()).await?)
    }

    pub(crate) async fn hash(&self, password: String) -> Result<String, Problem> {
        let hashed = self.aside(move || hash(&password)).await?;
        hashed.ok_or_else(Problem::busy)
    }

    /// Whether this is the password. Without one to compare with, it takes as long and says no.
    pub(crate) async fn check(&self, password: String, kept: Option<String>) -> Result<bool, Problem> {
        let Some(kept) = kept else {
            self.hash(password).await?;
            return Ok(false);
        };
        let check = move || {
            PasswordHash::new(&kept).is_ok_and(|kept| {
                Argon2::default()
                    .verify_password(password.as_bytes(), &kept)
                    .is_ok()
            })
        };
        self.aside(check).await
    }
}

/// The hash of a password with a fresh salt; nothing without random bytes.
pub(crate) fn hash(password: &str) -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    let salt = SaltString::encode_b64(&bytes).ok()?;
    let hashed = Argon2::default().hash_password(password.as_bytes(), &salt);
    hashed.ok().map(|hash| hash.to_string())
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
