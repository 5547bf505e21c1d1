//! Who asks: a signed cookie that scripts cannot read.

use crate::limits::Client;
use crate::names::{guest_name, random_text};
use crate::problem::Problem;
use crate::time::now;
use crate::{App, Error};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use hmac::{Hmac, KeyInit, Mac};
use protocol::{ChallengeKey, PersonId, Player, PlayerKind, TableId};
use sha2::{Digest, Sha256};
use store::{PersonRow, SecretKey};

const COOKIE: &str = "tablier";
/// Letters of a session's token, five bits each.
const TOKEN: usize = 32;
const YEAR: u32 = 365 * 24 * 60 * 60;

/// Somebody who is known.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) person: PersonRow,
    /// The person's id, and those of the guests they have been.
    pub(crate) names: Vec<String>,
    /// The session they came with.
    pub(crate) token_hash: String,
}

impl Visitor {
    pub(crate) fn kind(&self) -> PlayerKind {
        match self.person.kind.as_str() {
            "account" => PlayerKind::Account,
            "bot" => PlayerKind::Bot,
            _ => PlayerKind::Guest,
        }
    }

    pub(crate) fn id(&self) -> Result<PersonId, Problem> {
        self.person.id.parse().map_err(|_| Problem::busy())
    }
}

/// The one who asks, if they are known.
pub(crate) struct Maybe(pub(crate) Option<Visitor>);

impl FromRequestParts<App> for Maybe {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Maybe, Problem> {
        let visitor = visitor(parts, app).await?;
        if let Some(visitor) = &visitor {
            let Ok(client) = Client::from_request_parts(parts, app).await;
            app.rooms.0.processors.seen_at(&visitor.person.id, client.name());
        }
        Ok(Maybe(visitor))
    }
}

async fn visitor(parts: &Parts, app: &App) -> Result<Option<Visitor>, Problem> {
    if let Some(token) = bearer(&parts.headers) {
        let person = app
            .store
            .token(&hash(token))
            .await?
            .ok_or_else(Problem::sign_in)?;
        return Ok(Some(app.visitor(person, hash(token)).await?));
    }
    let Some(token) = token(&app.secret, &parts.headers) else {
        return Ok(None);
    };
    match app.store.session(&hash(&token)).await? {
        Some(person) => Ok(Some(app.visitor(person, hash(&token)).await?)),
        None => Ok(None),
    }
}

/// The one who asks, who must be known.
pub(crate) struct Known(pub(crate) Visitor);

impl FromRequestParts<App> for Known {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Known, Problem> {
        let Maybe(visitor) = Maybe::from_request_parts(parts, app).await?;
        visitor.map(Known).ok_or_else(Problem::sign_in)
    }
}

impl App {
    async fn visitor(&self, person: PersonRow, token_hash: String) -> Result<Visitor, Problem> {
        self.attempts
            .attempt(&format!("by {}", person.id), self.behaviour.limits.requests)?;
        let mut names = vec![person.id.clone()];
        if person.kind != "guest" {
            names.extend(self.store.former_guests(&person.id).await?);
        }
        Ok(Visitor {
            person,
            names,
            token_hash,
        })
    }

    /// The visitor, or a new guest with the cookie that makes them known.
    pub(crate) async fn visitor_or_guest(
        &self,
        visitor: Option<Visitor>,
        client: &Client,
    ) -> Result<(Visitor, HeaderMap), Problem> {
        if let Some(visitor) = visitor {
            return Ok((visitor, HeaderMap::new()));
        }
        self.attempts
            .attempt(&format!("guest {}", client.name()), self.behaviour.limits.tables)?;
        let (id, name) = (random_text(12)?, guest_name()?);
        self.store.add_guest(&id, &name, now()).await?;
        self.rooms.0.processors.seen_at(&id, client.name());
        let (token_hash, headers) = self.sign_in(&id).await?;
        let person = PersonRow {
            id: id.clone(),
            kind: "guest".to_owned(),
            name,
        };
        Ok((
            Visitor {
                person,
                names: vec![id],
                token_hash,
            },
            headers,
        ))
    }

    /// Somebody as a player of a game, with their rating in it.
    pub(crate) async fn player(&self, visitor: &Visitor, game: games::GameId) -> Result<Player, Problem> {
        let (person, name, kind) = (visitor.id()?, visitor.person.name.clone(), visitor.kind());
        let kept = self.store.rating(person.as_str(), game.name()).await?;
        let rating = kept.filter(|_| kind != PlayerKind::Guest);
        Ok(Player {
            person,
            name,
            kind,
            rating: rating.map(|rating| rating.rating.round() as i32),
            provisional: rating.is_some_and(|rating| crate::glicko::is_provisional(&rating)),
        })
    }

    /// Begins a session; the headers set its cookie.
    pub(crate) async fn sign_in(&self, person: &str) -> Result<(String, HeaderMap), Problem> {
        let token = random_text(TOKEN)?;
        let token_hash = hash(&token);
        self.store.add_session(&token_hash, person, now()).await?;
        let value = format!("{token}.{}", sign(&self.secret, "session", &token));
        let secure = if self.behaviour.secure_cookies {
            "; Secure"
        } else {
            ""
        };
        let cookie = format!("{COOKIE}={value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}");
        Ok((token_hash, cookie_header(&cookie)?))
    }

    /// What lets others sit down at a table: it follows from the server's secret, so that it is kept nowhere.
    pub(crate) fn challenge(&self, table: &TableId) -> Result<ChallengeKey, Problem> {
        let key = sign(&self.secret, "challenge", table.as_str());
        key[..32].parse().map_err(|_| Problem::busy())
    }

    /// Whether a key is the one of this table; takes the same time whatever is wrong with it.
    pub(crate) fn is_challenge(&self, table: &TableId, key: &ChallengeKey) -> bool {
        self.challenge(table)
            .is_ok_and(|right| same(right.as_str(), key.as_str()))
    }
}

/// Headers that take the cookie away.
pub(crate) fn forget() -> Result<HeaderMap, Problem> {
    cookie_header(&format!("{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"))
}

fn cookie_header(cookie: &str) -> Result<HeaderMap, Problem> {
    let value = HeaderValue::from_str(cookie).map_err(|_| Problem::busy())?;
    Ok(HeaderMap::from_iter([(header::SET_COOKIE, value)]))
}

/// The session's token, if the cookie is one of ours.
fn token(secret: &SecretKey, headers: &HeaderMap) -> Option<String> {
    let cookies = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let mut pairs = cookies
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| *name == COOKIE)?;
    let (token, signature) = value.split_once('.')?;
    same(&sign(secret, "session", token), signature).then(|| token.to_owned())
}

/// A personal token, as programs send it.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .strip_prefix("Bearer ")
}

fn sign(secret: &SecretKey, purpose: &str, text: &str) -> String {
    let mut mac = keyed(secret);
    mac.update(format!("{purpose}:{text}").as_bytes());
    hex(&mac.finalize().into_bytes())
}

fn keyed(secret: &SecretKey) -> Hmac<Sha256> {
    Hmac::new_from_slice(secret.bytes()).expect("a key of any length is taken")
}

/// Compares without telling by the time where the difference is.
pub(crate) fn same(one: &str, other: &str) -> bool {
    let differ = one
        .bytes()
        .zip(other.bytes())
        .fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == other.len() && std::hint::black_box(differ) == 0
}

/// What stands in the database in a token's place.
pub(crate) fn hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(u32::from(digit), 16))
        .collect()
}

/// Whether a request comes from our own pages. Browsers say where a request comes from whenever that matters;
/// other programs have no cookie to be misled with.
pub(crate) fn is_own_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let authority = origin.as_ref().and_then(|origin| origin.authority());
    matches!((authority, host), (Some(authority), Some(host)) if authority.as_str().eq_ignore_ascii_case(host))
}

impl From<getrandom::Error> for Error {
    fn from(error: getrandom::Error) -> Error {
        Error::Random(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_compared_whole() {
        assert!(same("abc", "abc"));
        assert!(!same("abc", "abd") && !same("abc", "ab") && !same("", "a"));
    }

    #[test]
    fn only_our_own_pages_are_trusted() {
        let own = |origin: Option<&'static str>| {
            let mut headers =
                HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("tablier.example:8080"))]);
            headers.extend(origin.map(|origin| (header::ORIGIN, HeaderValue::from_static(origin))));
            is_own_origin(&headers)
        };
        assert!(own(None));
        assert!(own(Some("http://tablier.example:8080")) && own(Some("https://Tablier.example:8080")));
        for strange in [
            "http://evil.example",
            "null",
            "http://tablier.example",
            "http://tablier.example:8080.evil.example",
        ] {
            assert!(!own(Some(strange)), "{strange}");
        }
    }
}
