//! Accounts: sign up, sign in and out, and leave with everything.

use crate::App;
use crate::connections::Revocation;
use crate::cookies::Cookie;
use crate::http_error::Problem;
use crate::identity::{Known, Maybe, Visitor};
use crate::ids::random_text;
use crate::limits::{Client, SIGN_INS};
use crate::lobby;
use crate::name_rules::read_name;
use crate::passwords::good_password;
use crate::processors::Payer;
use crate::routes::Routes;
use crate::tables::Body;
use crate::time::now;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use protocol::{GONE, Me, PlayerKind, TokenScope};
use schemars::JsonSchema;
use serde::Deserialize;
use store::{NewAccount, PasswordChange, PersonRow};

/// Random letters in a device's mark.
const DEVICE: usize = 16;

pub(crate) fn routes() -> Routes {
    Routes::default()
        .on("POST", "/api/account", sign_up)
        .on("DELETE", "/api/account", leave)
        .on("PUT", "/api/account/password", change_password)
        .on("POST", "/api/account/bot", become_bot)
        .on("POST", "/api/session", sign_in)
        .on("DELETE", "/api/session", sign_out)
        .on("DELETE", "/api/sessions", sign_out_everywhere)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    /// The name of the account.
    #[schemars(example = &"Ann", example = &"Bob")]
    name: String,
    /// Its password.
    #[schemars(example = &"correct horse", example = &"battery staple")]
    password: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPassword {
    /// The password until now.
    #[schemars(example = &"correct horse", example = &"battery staple")]
    old: String,
    /// The password from now on.
    #[schemars(example = &"correct horse", example = &"battery staple")]
    new: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Leaving {
    /// The account's password; a guest has none.
    #[schemars(example = &"correct horse", example = &"battery staple")]
    password: Option<String>,
}

pub(crate) fn only_accounts(visitor: &Visitor) -> Result<(), Problem> {
    if visitor.is_guest() {
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
    let good = read_name(&body.name).map_err(Problem::bad)?;
    good_password(&body.password, &good.name)?;
    app.attempts.attempt(
        &format!("sign-up-from {}", client.name()),
        app.behaviour.limits.tables,
    )?;
    let visitor = visitor.filter(Visitor::is_guest);
    let payers = [Payer::address(client.name())];
    let password = app.passwords.hash(&payers, body.password).await?;
    let (visitor, mut headers) = app.visitor_or_guest(visitor, &client).await?;
    let person = &visitor.person.id;
    let new = NewAccount {
        guest: person,
        name: &good.name,
        skeleton: &good.skeleton,
        password: &password,
    };
    if !app.store.make_account(new).await? {
        return Err(taken());
    }
    if headers.is_empty() {
        // A session that was a guest's is not worth an account: begin a new one.
        let begun = app.sign_in(person, &client).await?;
        let former = &visitor.token_hash;
        app.store.hand_on_push(former, &begun.0, person).await?;
        app.revoke_person(person, Some(begun.0)).await?;
        headers = begun.1;
    }
    headers.append(
        header::SET_COOKIE,
        app.device_cookie(person, &client, None).await?,
    );
    let me = Me {
        person: visitor.id()?,
        name: good.name,
        kind: PlayerKind::Account,
    };
    Ok((headers, Json(me)))
}

/// Error: another account has this name, or one that looks like it.
pub(crate) fn taken() -> Problem {
    Problem::conflict("that name is taken, or looks like one that is; choose another")
}

async fn sign_in(
    State(app): State<App>,
    client: Client,
    Maybe(visitor): Maybe,
    sent: HeaderMap,
    Body(body): Body<Credentials>,
) -> Result<(HeaderMap, Json<Me>), Problem> {
    let account = if body.name.contains('\0') {
        None
    } else {
        app.store.account(&body.name).await?
    };
    let mark = match &account {
        Some((person, _)) => app.device_mark(&person.id, &client, &sent).await?,
        None => None,
    };
    app.may_try(&body.name, &client, mark.as_deref())?;
    let kept = account.as_ref().map(|(_, password)| password.clone());
    let payers = [Payer::address(client.name())];
    let right = app.passwords.check(&payers, body.password, kept).await?;
    let Some((person, password)) = account.filter(|_| right) else {
        return Err(wrong_password());
    };
    not_banned(&person)?;
    let begun = app.sign_in_by(&password, &person.id, &client).await?;
    let (token_hash, mut headers) = begun.ok_or_else(wrong_password)?;
    if let Some(former) = &visitor {
        // The browser is another person's from now on.
        let former = &former.token_hash;
        app.store.hand_on_push(former, &token_hash, &person.id).await?;
    }
    if let Some(guest) = visitor.filter(Visitor::is_guest) {
        let guest = guest.person.id;
        app.store.guest_becomes(&guest, &person.id).await?;
        app.revoke(Revocation::Person {
            person: guest,
            but: None,
        });
    }
    let device = app.device_cookie(&person.id, &client, mark).await?;
    headers.append(header::SET_COOKIE, device);
    let visitor = Visitor {
        ids: vec![person.id.clone()],
        person,
        token_hash,
        scope: TokenScope::Account,
    };
    let me = Me {
        person: visitor.id()?,
        kind: visitor.kind(),
        name: visitor.person.name,
    };
    Ok((headers, Json(me)))
}

fn wrong_password() -> Problem {
    Problem::new(
        StatusCode::UNAUTHORIZED,
        "there is no such name with this password",
    )
}

fn not_banned(person: &PersonRow) -> Result<(), Problem> {
    if person.banned_until <= now() {
        return Ok(());
    }
    Err(Problem::forbidden(
        "the host of this server has closed this account; write to them",
    ))
}

impl App {
    /// Counts an attempt to sign in under a name, from a browser with this mark of the account.
    fn may_try(&self, name: &str, client: &Client, mark: Option<&str>) -> Result<(), Problem> {
        self.attempts.attempt(
            &format!("sign-in-at {}", client.name()),
            self.behaviour.limits.tables,
        )?;
        self.attempts.sign_in(name, client.name(), mark)
    }

    /// The beginning of all valid marks of a person's browsers.
    async fn mark_beginning(&self, person: &str) -> Result<String, Problem> {
        let epoch = self.store.device_epoch(person).await?;
        Ok(format!("{person}:{epoch}:"))
    }

    /// The mark of a browser in which a person has signed in since all their sessions last ended.
    async fn device_mark(
        &self,
        person: &str,
        client: &Client,
        sent: &HeaderMap,
    ) -> Result<Option<String>, Problem> {
        let Some(mark) = Cookie::Device.read(&self.keys, client, sent) else {
            return Ok(None);
        };
        let beginning = self.mark_beginning(person).await?;
        Ok(Some(mark).filter(|mark| mark.starts_with(&beginning)))
    }

    /// Marks a browser in which a person has signed in. A valid mark stays: a new one would allow new attempts.
    async fn device_cookie(
        &self,
        person: &str,
        client: &Client,
        valid: Option<String>,
    ) -> Result<HeaderValue, Problem> {
        let mark = match valid {
            Some(mark) => mark,
            None => self.mark_beginning(person).await? + &random_text(DEVICE)?,
        };
        Cookie::Device.set(&self.keys, client, &mark)
    }
}

async fn sign_out(
    State(app): State<App>,
    client: Client,
    Known(visitor): Known,
) -> Result<HeaderMap, Problem> {
    let hash = visitor.token_hash;
    app.store.remove_session(&hash).await?;
    app.revoke(Revocation::Credential { hash });
    Cookie::Session.forget(&client)
}

async fn sign_out_everywhere(
    State(app): State<App>,
    client: Client,
    Known(visitor): Known,
) -> Result<HeaderMap, Problem> {
    app.revoke_person(&visitor.person.id, None).await?;
    Cookie::Session.forget(&client)
}

impl App {
    /// Ends all sessions, tokens and browser marks of a person but one session, and closes their connections.
    pub(crate) async fn revoke_person(&self, person: &str, but: Option<String>) -> Result<(), Problem> {
        self.store.revoke_all(person, but.as_deref()).await?;
        self.revoke(Revocation::Person {
            person: person.to_owned(),
            but,
        });
        Ok(())
    }

    /// Checks that the one who is signed in knows the password, too; gives it as it is kept.
    pub(crate) async fn prove(&self, visitor: &Visitor, password: String) -> Result<String, Problem> {
        only_accounts(visitor)?;
        self.attempts
            .attempt(&format!("prove {}", visitor.token_hash), SIGN_INS)?;
        let kept = self.store.account(&visitor.person.name).await?;
        let kept = kept.map(|(_, password)| password);
        let payers = self.rooms.0.processors.payers_of(&visitor.person.id);
        let right = self.passwords.check(&payers, password, kept.clone()).await?;
        kept.filter(|_| right).ok_or_else(not_your_password)
    }
}

fn not_your_password() -> Problem {
    Problem::forbidden("that is not your password")
}

async fn change_password(
    State(app): State<App>,
    client: Client,
    Known(visitor): Known,
    Body(body): Body<NewPassword>,
) -> Result<(StatusCode, HeaderMap), Problem> {
    good_password(&body.new, &visitor.person.name)?;
    let old = app.prove(&visitor, body.old).await?;
    let person = &visitor.person.id;
    let payers = app.rooms.0.processors.payers_of(person);
    let change = PasswordChange {
        account: person,
        old: Some(&old),
        new: &app.passwords.hash(&payers, body.new).await?,
        but: Some(&visitor.token_hash),
    };
    if !app.store.set_password(change).await? {
        return Err(not_your_password());
    }
    app.revoke(Revocation::Person {
        person: person.clone(),
        but: Some(visitor.token_hash),
    });
    let device = app.device_cookie(person, &client, None).await?;
    let headers = HeaderMap::from_iter([(header::SET_COOKIE, device)]);
    Ok((StatusCode::NO_CONTENT, headers))
}

/// Deletes an account, or a guest, who has no password to prove.
async fn leave(
    State(app): State<App>,
    client: Client,
    Known(visitor): Known,
    Body(body): Body<Leaving>,
) -> Result<HeaderMap, Problem> {
    let password = if visitor.is_guest() {
        None
    } else {
        Some(app.prove(&visitor, body.password.unwrap_or_default()).await?)
    };
    let person = visitor.person.id;
    let left = app.store.delete_account(&person, password.as_deref(), GONE);
    if !left.await? {
        return Err(not_your_password());
    }
    app.revoke(Revocation::Person { person, but: None });
    lobby::tell_all(&app);
    app.change_names().await;
    Cookie::Session.forget(&client)
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
