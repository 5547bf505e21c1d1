//! The client of a request, identified by a session's cookie or by a personal token.

use crate::cookies::{Cookie, SESSION_SECONDS, hash};
use crate::http_error::Problem;
use crate::ids::{guest_name, random_text};
use crate::limits::Client;
use crate::time::now;
use crate::{App, Error};
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use protocol::{ChallengeKey, PersonId, Player, PlayerKind, TableId, TokenScope};
use std::sync::{Arc, Mutex, PoisonError};
use store::PersonRow;

/// Letters of a session's token, five bits each.
const TOKEN: usize = 32;
/// Milliseconds without use after which a session ends.
pub(crate) const SESSION: i64 = SESSION_SECONDS * 1000;
/// Milliseconds between two updates of a credential's last use.
const NOTED: i64 = 24 * 60 * 60 * 1000;
/// Most former guests of an account that are looked up: the newest.
const MOST_FORMER: i64 = 100;

/// An identified client.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) person: PersonRow,
    /// The person's id, and those of the guests they have been.
    pub(crate) ids: Vec<String>,
    /// The session or token they came with.
    pub(crate) token_hash: String,
    /// The scope of that session or token.
    pub(crate) scope: TokenScope,
}

impl Visitor {
    pub(crate) fn kind(&self) -> PlayerKind {
        match self.person.kind.as_str() {
            "account" => PlayerKind::Account,
            "bot" => PlayerKind::Bot,
            _ => PlayerKind::Guest,
        }
    }

    pub(crate) fn is_guest(&self) -> bool {
        self.kind() == PlayerKind::Guest
    }

    pub(crate) fn id(&self) -> Result<PersonId, Problem> {
        self.person.id.parse().map_err(|_| Problem::busy())
    }

    /// Whether they may play, and not only look.
    pub(crate) fn may_play(&self) -> bool {
        self.scope >= TokenScope::Play
    }
}

/// The visitor, if identified.
pub(crate) struct Maybe(pub(crate) Option<Visitor>);

impl FromRequestParts<App> for Maybe {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Maybe, Problem> {
        let Ok(client) = Client::from_request_parts(parts, app).await;
        let visitor = visitor(parts, app, &client).await?;
        if let Some(visitor) = &visitor {
            app.rooms.0.processors.seen_at(&visitor.person.id, client.name());
            if !visitor.is_guest() {
                app.attempts.used_from(&visitor.person.name, client.name());
            }
        }
        Ok(Maybe(visitor))
    }
}

async fn visitor(parts: &Parts, app: &App, client: &Client) -> Result<Option<Visitor>, Problem> {
    if let Some(token) = bearer(&parts.headers) {
        let hash = hash(token);
        let row = app.store.token(&hash, now()).await?;
        let row = row.ok_or_else(Problem::sign_in)?;
        if is_old(row.used) {
            app.store.use_token(&hash, now()).await?;
        }
        let scope = row.scope.as_deref().and_then(TokenScope::from_name);
        let scope = scope.unwrap_or(TokenScope::Read);
        if scope < needed(&parts.method, parts.uri.path()) {
            return Err(Problem::forbidden(format!(
                "this token may not do that: its scope is {}",
                scope.name()
            )));
        }
        return Ok(Some(app.visitor(row.person, hash, scope).await?));
    }
    let Some(token) = Cookie::Session.read(&app.keys, client, &parts.headers) else {
        return Ok(None);
    };
    let hash = hash(&token);
    let Some(row) = app.store.session(&hash, now() - SESSION, now()).await? else {
        return Ok(None);
    };
    if is_old(row.used) {
        app.store.use_session(&hash, now()).await?;
        let cookie = Cookie::Session.set(&app.keys, client, &token)?;
        if let Some(renewal) = parts.extensions.get::<Renewal>() {
            renewal.set(cookie);
        }
    }
    Ok(Some(app.visitor(row.person, hash, TokenScope::Account).await?))
}

fn is_old(used: Option<i64>) -> bool {
    used.is_none_or(|used| now() - used > NOTED)
}

/// The scope that a token needs for a request. Opening a socket needs `read`; each of its messages is checked later.
fn needed(method: &Method, path: &str) -> TokenScope {
    const OWN: [&str; 5] = [
        "/api/account",
        "/api/session",
        "/api/tokens",
        "/api/blocks",
        "/api/push",
    ];
    let is_own = OWN.iter().any(|own| path.starts_with(own)) || (path == "/api/me" && *method == Method::PUT);
    match *method {
        _ if is_own => TokenScope::Account,
        Method::GET | Method::HEAD => TokenScope::Read,
        _ => TokenScope::Play,
    }
}

/// The renewed cookie of a session, to be sent with the answer.
#[derive(Clone, Debug, Default)]
struct Renewal(Arc<Mutex<Option<HeaderValue>>>);

impl Renewal {
    fn set(&self, cookie: HeaderValue) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(cookie);
    }
}

/// Sends the cookie of a session again when it is used, so that a browser keeps it; an answer that sets it is left alone.
pub(crate) async fn renew_cookies(mut request: Request, next: Next) -> Response {
    let renewal = Renewal::default();
    request.extensions_mut().insert(renewal.clone());
    let mut response = next.run(request).await;
    let cookie = renewal.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(cookie) = cookie
        && !response.headers().contains_key(header::SET_COOKIE)
    {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// The visitor; a request without one is refused.
pub(crate) struct Known(pub(crate) Visitor);

impl FromRequestParts<App> for Known {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Known, Problem> {
        let Maybe(visitor) = Maybe::from_request_parts(parts, app).await?;
        visitor.map(Known).ok_or_else(Problem::sign_in)
    }
}

impl App {
    async fn visitor(
        &self,
        person: PersonRow,
        token_hash: String,
        scope: TokenScope,
    ) -> Result<Visitor, Problem> {
        self.attempts
            .attempt(&format!("by {}", person.id), self.behaviour.limits.requests)?;
        let mut ids = vec![person.id.clone()];
        if person.kind != "guest" {
            ids.extend(self.store.former_guests(&person.id, MOST_FORMER).await?);
        }
        Ok(Visitor {
            person,
            ids,
            token_hash,
            scope,
        })
    }

    /// The visitor, or a new guest with a session cookie.
    pub(crate) async fn visitor_or_guest(
        &self,
        visitor: Option<Visitor>,
        client: &Client,
    ) -> Result<(Visitor, HeaderMap), Problem> {
        if let Some(visitor) = visitor {
            return Ok((visitor, HeaderMap::new()));
        }
        self.attempts
            .new_row("guest", client.name(), self.behaviour.limits.tables)?;
        let (id, name) = (random_text(crate::ids::ID)?, guest_name()?);
        self.store.add_guest(&id, &name, now()).await?;
        self.rooms.0.processors.seen_at(&id, client.name());
        let (token_hash, headers) = self.sign_in(&id, client).await?;
        let person = PersonRow {
            id: id.clone(),
            kind: "guest".to_owned(),
            name,
            banned_until: 0,
        };
        Ok((
            Visitor {
                person,
                ids: vec![id],
                token_hash,
                scope: TokenScope::Account,
            },
            headers,
        ))
    }

    /// A visitor as a player of a game, with their rating in it.
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
    pub(crate) async fn sign_in(
        &self,
        person: &str,
        client: &Client,
    ) -> Result<(String, HeaderMap), Problem> {
        let (token_hash, headers) = self.new_session(client)?;
        self.store.add_session(&token_hash, person, now()).await?;
        Ok((token_hash, headers))
    }

    /// Begins a session of somebody who has proved a password, as it is kept; nothing when it was changed since.
    pub(crate) async fn sign_in_by(
        &self,
        password: &str,
        person: &str,
        client: &Client,
    ) -> Result<Option<(String, HeaderMap)>, Problem> {
        let (token_hash, headers) = self.new_session(client)?;
        let begun = self.store.sign_in(&token_hash, person, password, now()).await?;
        Ok(begun.then_some((token_hash, headers)))
    }

    /// A session's hash, and the headers that set its cookie.
    fn new_session(&self, client: &Client) -> Result<(String, HeaderMap), Problem> {
        let token = random_text(TOKEN)?;
        let cookie = Cookie::Session.set(&self.keys, client, &token)?;
        Ok((hash(&token), HeaderMap::from_iter([(header::SET_COOKIE, cookie)])))
    }

    /// Key that lets others sit down at a table: derived from the server's secret, so that it is stored nowhere.
    pub(crate) fn challenge(&self, table: &TableId) -> Result<ChallengeKey, Problem> {
        let key = self.keys.sign("challenge", table.as_str());
        key[..CHALLENGE].parse().map_err(|_| Problem::busy())
    }

    /// Whether a key belongs to this table, compared in constant time.
    pub(crate) fn is_challenge(&self, table: &TableId, key: &ChallengeKey) -> bool {
        self.keys
            .is_signed("challenge", table.as_str(), key.as_str(), CHALLENGE)
    }
}

/// Letters of a signature that make a challenge's key.
const CHALLENGE: usize = 32;

/// The personal token of a request.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .strip_prefix("Bearer ")
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
    fn scopes_are_wide_enough_for_what_they_are_for() {
        for (method, path, scope) in [
            (Method::GET, "/api/me", TokenScope::Read),
            (Method::GET, "/api/tables/abcdefghij", TokenScope::Read),
            (Method::GET, "/ws/lobby", TokenScope::Read),
            (Method::POST, "/api/tables", TokenScope::Play),
            (Method::POST, "/api/people/Ann/challenge", TokenScope::Play),
            (Method::POST, "/api/reports", TokenScope::Play),
            (Method::PUT, "/api/me", TokenScope::Account),
            (Method::GET, "/api/tokens", TokenScope::Account),
            (Method::GET, "/api/account/data", TokenScope::Account),
            (Method::DELETE, "/api/sessions", TokenScope::Account),
            (Method::GET, "/api/blocks", TokenScope::Account),
            (Method::PUT, "/api/push", TokenScope::Account),
            (Method::DELETE, "/api/push", TokenScope::Account),
            (Method::DELETE, "/api/account", TokenScope::Account),
        ] {
            assert_eq!(needed(&method, path), scope, "{method} {path}");
        }
    }
}
