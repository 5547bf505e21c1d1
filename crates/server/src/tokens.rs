//! Personal tokens for programs: made with the password, with a scope and an end, revoked one by one.

use crate::App;
use crate::connections::Revocation;
use crate::cookies::hash;
use crate::http_error::Problem;
use crate::identity::Known;
use crate::ids::random_text;
use crate::name_rules::clean_label;
use crate::routes::Routes;
use crate::tables::Body;
use crate::time::now;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use protocol::{CreateToken, TokenInfo, TokenScope};
use schemars::JsonSchema;
use serde::Serialize;
use store::NewToken;

/// Letters of a token.
const TOKEN: usize = 40;
/// Tokens of one account at most.
const MOST_TOKENS: i64 = 50;
/// Days that a token may live.
const DAYS: std::ops::RangeInclusive<u32> = 1..=365;
const DAY: i64 = 24 * 60 * 60 * 1000;

pub(crate) fn routes() -> Routes {
    Routes::default()
        .on("GET", "/api/tokens", tokens)
        .on("POST", "/api/tokens", add_token)
        .on("DELETE", "/api/tokens/{name}", remove_token)
}

async fn tokens(State(app): State<App>, Known(visitor): Known) -> Result<Json<Vec<TokenInfo>>, Problem> {
    let tokens = app.store.tokens(&visitor.person.id).await?;
    let info = |token: store::TokenRow| TokenInfo {
        scope: TokenScope::from_name(&token.scope).unwrap_or(TokenScope::Read),
        name: token.name,
        created: token.created,
        expires: token.expires,
        used: token.used,
    };
    Ok(Json(tokens.into_iter().map(info).collect()))
}

/// A new token with its secret.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "NewToken")]
pub(crate) struct IssuedToken {
    /// The name that its owner gave it.
    name: String,
    /// The token itself, for `Authorization: Bearer …`.
    token: String,
}

/// A token is shown once, and only its hash is kept.
async fn add_token(
    State(app): State<App>,
    Known(visitor): Known,
    Body(body): Body<CreateToken>,
) -> Result<Json<IssuedToken>, Problem> {
    let name = clean_label(&body.name);
    let name = name.ok_or_else(|| Problem::bad("a token's name has 2 to 24 letters or digits"))?;
    if !DAYS.contains(&body.days) {
        return Err(Problem::bad("days: expected 1 to 365"));
    }
    let password = app.prove(&visitor, body.password).await?;
    let (token, created) = (random_text(TOKEN)?, now());
    let new = NewToken {
        token_hash: &hash(&token),
        person: &visitor.person.id,
        password: &password,
        name: &name,
        scope: body.scope.name(),
        created,
        expires: created + i64::from(body.days) * DAY,
    };
    if !app.store.add_token(new, MOST_TOKENS).await? {
        return Err(Problem::conflict(
            "you have a token of that name, or too many; revoke one first",
        ));
    }
    Ok(Json(IssuedToken { name, token }))
}

async fn remove_token(
    State(app): State<App>,
    Known(visitor): Known,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let removed = if name.contains('\0') {
        Vec::new()
    } else {
        app.store.remove_token(&visitor.person.id, &name).await?
    };
    if removed.is_empty() {
        return Err(Problem::not_found());
    }
    for hash in removed {
        app.revoke(Revocation::Credential { hash });
    }
    Ok(StatusCode::NO_CONTENT)
}
