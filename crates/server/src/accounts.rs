//! Accounts: sign up, sign in and out, and leave with everything.

use crate::App;
use crate::identity::{Known, Maybe, Visitor, forget, hash};
use crate::limits::{Client, SIGN_INS};
use crate::names::{clean_name, random_text};
use crate::problem::Problem;
use crate::processors::{Priority, Processors};
use crate::record;
use crate::routes::Routes;
use crate::tables::{Body, table_id};
use crate::time::now;
use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use axum::Json;
use axum::body::{Body as AnswerBody, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use protocol::Me;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io;

/// Bytes of a password.
const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;
/// Games in one download at most.
const MOST_GAMES: i64 = 10_000;
/// Letters of a token.
const TOKEN: usize = 40;
const MOST_TOKENS: usize = 50;

pub(crate) fn routes() -> Routes {
    Routes::default()
        .on("POST", "/api/account", sign_up)
        .on("DELETE", "/api/account", leave)
        .on("PUT", "/api/account/password", change_password)
        .on("GET", "/api/account/data", download)
        .on("POST", "/api/account/bot", become_bot)
        .on("POST", "/api/session", sign_in)
        .on("DELETE", "/api/session", sign_out)
        .on("DELETE", "/api/sessions", sign_out_everywhere)
        .on("GET", "/api/tokens", tokens)
        .on("POST", "/api/tokens", add_token)
        .on("DELETE", "/api/tokens/{name}", remove_token)
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

    async fn hash(&self, password: String) -> Result<String, Problem> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|_| Problem::busy())?;
        let salt = SaltString::encode_b64(&bytes).map_err(|_| Problem::busy())?;
        let hashed = self.aside(move || {
            Argon2::default()
                .hash_password(password.as_bytes(), &salt)
                .map(|hash| hash.to_string())
        });
        hashed.await?.map_err(|_| Problem::busy())
    }

    /// Whether this is the password. Without one to compare with, it takes as long and says no.
    async fn check(&self, password: String, kept: Option<String>) -> Result<bool, Problem> {
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Credentials {
    name: String,
    password: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewPassword {
    old: String,
    new: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OnlyPassword {
    password: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenName {
    name: String,
}

fn good_password(password: &str) -> Result<(), Problem> {
    if PASSWORD.contains(&password.len()) {
        return Ok(());
    }
    Err(Problem::bad(format!(
        "a password has {} to {} letters",
        PASSWORD.start(),
        PASSWORD.end()
    )))
}

fn good_name(name: &str) -> Result<String, Problem> {
    clean_name(name).ok_or_else(|| Problem::bad("a name has 2 to 24 letters, digits, spaces or . - _ '"))
}

fn only_accounts(visitor: &Visitor) -> Result<(), Problem> {
    if visitor.person.kind == "guest" {
        Err(Problem::sign_in())
    } else {
        Ok(())
    }
}

async fn sign_up(
    State(app): State<App>,
    client: Client,
    Maybe(visitor): Maybe,
    Body(body): Body<Credentials>,
) -> Result<(HeaderMap, Json<Me>), Problem> {
    let name = good_name(&body.name)?;
    good_password(&body.password)?;
    app.attempts
        .attempt(&format!("sign up {}", name.to_lowercase()), SIGN_INS)?;
    let visitor = visitor.filter(|visitor| visitor.person.kind == "guest");
    let password = app.passwords.hash(body.password).await?;
    let (visitor, mut cookie) = app.visitor_or_guest(visitor, &client).await?;
    if !app
        .store
        .make_account(&visitor.person.id, &name, &password)
        .await?
    {
        return Err(Problem::conflict("that name is taken; choose another"));
    }
    if cookie.is_empty() {
        // A session that was a guest's is not worth an account: begin a new one.
        app.store.remove_sessions(&visitor.person.id).await?;
        cookie = app.sign_in(&visitor.person.id).await?.1;
    }
    let me = Me {
        person: visitor.id()?,
        name,
        kind: protocol::PlayerKind::Account,
    };
    Ok((cookie, Json(me)))
}

async fn sign_in(
    State(app): State<App>,
    client: Client,
    Maybe(visitor): Maybe,
    Body(body): Body<Credentials>,
) -> Result<(HeaderMap, Json<Me>), Problem> {
    app.attempts.attempt(
        &format!("sign in from {}", client.name()),
        app.behaviour.limits.tables,
    )?;
    app.attempts
        .attempt(&format!("sign in {}", body.name.to_lowercase()), SIGN_INS)?;
    let account = app.store.account(&body.name).await?;
    let kept = account.as_ref().map(|(_, password)| password.clone());
    let right = app.passwords.check(body.password, kept).await?;
    let Some((person, _)) = account.filter(|_| right) else {
        return Err(Problem::new(
            StatusCode::UNAUTHORIZED,
            "there is no such name with this password",
        ));
    };
    if let Some(guest) = visitor.filter(|visitor| visitor.person.kind == "guest") {
        app.store.guest_becomes(&guest.person.id, &person.id).await?;
    }
    let (token_hash, cookie) = app.sign_in(&person.id).await?;
    let visitor = Visitor {
        names: vec![person.id.clone()],
        person,
        token_hash,
    };
    let me = Me {
        person: visitor.id()?,
        kind: visitor.kind(),
        name: visitor.person.name,
    };
    Ok((cookie, Json(me)))
}

async fn sign_out(State(app): State<App>, Known(visitor): Known) -> Result<HeaderMap, Problem> {
    app.store.remove_session(&visitor.token_hash).await?;
    forget()
}

async fn sign_out_everywhere(State(app): State<App>, Known(visitor): Known) -> Result<HeaderMap, Problem> {
    app.store.remove_sessions(&visitor.person.id).await?;
    forget()
}

/// Whether the one who is signed in knows the password, too.
async fn prove(app: &App, visitor: &Visitor, password: String) -> Result<(), Problem> {
    only_accounts(visitor)?;
    app.attempts.attempt(
        &format!("sign in {}", visitor.person.name.to_lowercase()),
        SIGN_INS,
    )?;
    let kept = app
        .store
        .account(&visitor.person.name)
        .await?
        .map(|(_, password)| password);
    if app.passwords.check(password, kept).await? {
        Ok(())
    } else {
        Err(Problem::forbidden("that is not your password"))
    }
}

async fn change_password(
    State(app): State<App>,
    Known(visitor): Known,
    Body(body): Body<NewPassword>,
) -> Result<StatusCode, Problem> {
    good_password(&body.new)?;
    prove(&app, &visitor, body.old).await?;
    let password = app.passwords.hash(body.new).await?;
    app.store.set_password(&visitor.person.id, &password).await?;
    app.store
        .remove_other_sessions(&visitor.person.id, &visitor.token_hash)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn leave(
    State(app): State<App>,
    Known(visitor): Known,
    Body(body): Body<OnlyPassword>,
) -> Result<HeaderMap, Problem> {
    prove(&app, &visitor, body.password).await?;
    app.store.delete_account(&visitor.person.id).await?;
    forget()
}

/// Everything that is kept of somebody, game by game: many games need no more memory than one.
async fn download(State(app): State<App>, Known(visitor): Known) -> Result<Response, Problem> {
    let mut ratings = serde_json::Map::new();
    for game in games::GameId::ALL {
        let history = app
            .store
            .rating_history(&visitor.person.id, game.name(), i64::MAX);
        ratings.insert(game.to_string(), json!(history.await?));
    }
    let tokens = app.store.tokens(&visitor.person.id).await?;
    let tokens: Vec<String> = tokens.into_iter().map(|token| token.name).collect();
    let me = json!({ "id": visitor.person.id, "name": visitor.person.name, "kind": visitor.person.kind });
    let ids = app.store.games_of(&visitor.person.id, MOST_GAMES).await?;
    let head = format!(
        r#"{{"me":{me},"ratings":{},"tokens":{},"games":["#,
        Value::Object(ratings),
        json!(tokens)
    );
    let state = (app, visitor.names, ids.into_iter(), false);
    let games = stream::try_unfold(state, async |(app, names, mut ids, begun)| {
        let Some(id) = ids.next() else {
            return Ok::<_, io::Error>(None);
        };
        let game = one_game(&app, &names, &id).await;
        let game = game.map_err(|problem| io::Error::other(format!("{id}: {problem:?}")))?;
        let text = format!("{}{game}", if begun { "," } else { "" });
        Ok(Some((Bytes::from(text), (app, names, ids, true))))
    });
    let ends = |text: String| stream::once(async { Ok::<_, io::Error>(Bytes::from(text)) });
    let body = AnswerBody::from_stream(ends(head).chain(games).chain(ends("]}".to_owned())));
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

async fn one_game(app: &App, names: &[String], id: &str) -> Result<Value, Problem> {
    let seen = app.rooms.look(&table_id(id)?, names, false).await?;
    let record = record::of(&seen).map(|record| record.to_string());
    Ok(json!({ "table": id, "record": record, "events": seen.events }))
}

async fn become_bot(State(app): State<App>, Known(visitor): Known) -> Result<StatusCode, Problem> {
    if app.store.make_bot(&visitor.person.id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Problem::conflict(
            "only an account of a person can become a bot's",
        ))
    }
}

async fn tokens(State(app): State<App>, Known(visitor): Known) -> Result<Json<Value>, Problem> {
    let tokens = app.store.tokens(&visitor.person.id).await?;
    let tokens = tokens
        .into_iter()
        .map(|token| json!({ "name": token.name, "created": token.created }));
    Ok(Json(tokens.collect()))
}

/// A token is shown once, and only its hash is kept.
async fn add_token(
    State(app): State<App>,
    Known(visitor): Known,
    Body(body): Body<TokenName>,
) -> Result<Json<Value>, Problem> {
    only_accounts(&visitor)?;
    let name = good_name(&body.name)?;
    if app.store.tokens(&visitor.person.id).await?.len() >= MOST_TOKENS {
        return Err(Problem::conflict(
            "you have too many tokens; take some back first",
        ));
    }
    let token = random_text(TOKEN)?;
    app.store
        .add_token(&hash(&token), &visitor.person.id, &name, now())
        .await?;
    Ok(Json(json!({ "name": name, "token": token })))
}

async fn remove_token(
    State(app): State<App>,
    Known(visitor): Known,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    if app.store.remove_token(&visitor.person.id, &name).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Problem::not_found())
    }
}
