//! Tokens for programs, on the account page: listed, made, revoked.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::account::{Account, field, form, problem, quoted};
use super::request;
use crate::browser;
use crate::language::Text;
use leptos::prelude::*;
use protocol::{TokenInfo, TokenScope};
use web_net::Json;

/// Days until a token ends, as they are offered.
const DAYS: [u32; 4] = [7, 30, 90, 365];

fn scope_text(scope: TokenScope) -> Text {
    match scope {
        TokenScope::Read => Text::ScopeRead,
        TokenScope::Play => Text::ScopePlay,
        TokenScope::Account => Text::ScopeAccount,
    }
}

/// The tokens of an account.
#[component]
pub(super) fn Tokens(account: Account) -> impl IntoView {
    let app = account.app;
    let tokens = RwSignal::new(Vec::<TokenInfo>::new());
    let shown = RwSignal::new(None::<String>);
    let load = move || {
        request("GET", "/api/tokens".to_owned(), None, move |answer| {
            if let Some(found) = answer.read::<Vec<TokenInfo>>() {
                tokens.try_set(found);
            }
        });
    };
    load();
    let revoke = move |name: String| {
        let path = format!("/api/tokens/{}", browser::encode(&name));
        request("DELETE", path, None, move |answer| {
            if !answer.is_done() {
                account.said.try_set(Some(problem(&answer)));
            }
            load();
        });
    };
    let row = move |token: TokenInfo| {
        let until = browser::date(token.expires, app.language.get());
        let told = app.messages.with(|messages| {
            let scope = messages.text(scope_text(token.scope));
            messages.fill(Text::TokenTerms, &[("scope", scope), ("date", &until)])
        });
        let name = token.name.clone();
        view! {
            <li>
                <span><strong>{token.name}</strong> <span>{told}</span></span>
                <button type="button" class="revoke" on:click=move |_| revoke(name.clone())>{app.text(Text::Revoke)}</button>
            </li>
        }
    };
    let scope = RwSignal::new(TokenScope::Play);
    let days = RwSignal::new(DAYS[1]);
    let scopes = TokenScope::ALL.map(|choice| {
        view! { <option value=choice.name() selected=choice == TokenScope::Play>{app.text(scope_text(choice))}</option> }
    });
    let lives = DAYS.map(|choice| {
        let told = move || {
            app.messages
                .with(|messages| messages.count(Text::Days, choice as usize))
        };
        view! { <option value=choice.to_string() selected=choice == DAYS[1]>{told}</option> }
    });
    let choose_scope = move |event| {
        scope.set(TokenScope::from_name(&event_target_value(&event)).unwrap_or(TokenScope::Read));
    };
    let choose_days = move |event| days.set(event_target_value(&event).parse().unwrap_or(DAYS[0]));
    let fields = vec![
        view! { <p class="small">{app.text(Text::TokensHint)}</p> }.into_any(),
        view! { <ul class="list" hidden=move || tokens.with(Vec::is_empty)>{move || tokens.get().into_iter().map(row).collect::<Vec<_>>()}</ul> }
            .into_any(),
        field(app, "token-name", "text", Text::TokenName, "off"),
        view! {
            <label class="field"><span>{app.text(Text::TokenScope)}</span>
                <select id="token-scope" on:change=choose_scope>{Vec::from(scopes)}</select>
            </label>
            <label class="field"><span>{app.text(Text::TokenDays)}</span>
                <select id="token-days" on:change=choose_days>{Vec::from(lives)}</select>
            </label>
        }
        .into_any(),
        field(app, "token-password", "password", Text::Password, "current-password"),
        view! {
            <p class="token" role="status" hidden=move || shown.with(Option::is_none)>
                {app.text(Text::TokenShown)} " " <code id="token">{move || shown.get()}</code>
            </p>
        }
        .into_any(),
    ];
    form(app, "create-token", Text::Tokens, fields, move || {
        account.said.set(None);
        let body = format!(
            "{{\"name\":{},\"password\":{},\"scope\":\"{}\",\"days\":{}}}",
            quoted(&browser::value("token-name")),
            quoted(&browser::value("token-password")),
            scope.get_untracked().name(),
            days.get_untracked()
        );
        request("POST", "/api/tokens".to_owned(), Some(body), move |answer| {
            let made = Json::read(&answer.text).filter(|_| answer.is_done());
            let token = made.as_ref().and_then(|made| made.get("token").text());
            if let Some(token) = token {
                shown.try_set(Some(token.to_owned()));
            } else if answer.status == 409 {
                account.said.try_set(Some(Text::TokenTaken));
            } else {
                account.said.try_set(Some(problem(&answer)));
            }
            load();
        });
    })
}
