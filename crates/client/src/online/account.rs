//! The account page: guest or account; signing up, in and out, and leaving.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::safety::BlockedPeople;
use super::tokens::Tokens;
use super::{note_known, request};
use crate::app::App;
use crate::browser;
use crate::language::Text;
use crate::notify;
use leptos::prelude::*;
use protocol::{Me, PlayerKind};
use web_net::HttpAnswer;

/// State of the page.
#[derive(Clone, Copy)]
pub(crate) struct Account {
    pub(super) app: App,
    /// The person of the session, once known.
    me: RwSignal<Option<Me>>,
    is_asked: RwSignal<bool>,
    pub(super) said: RwSignal<Option<Text>>,
}

/// Path of signing in and out.
const SESSION: &str = "/api/session";

/// Quotes a text as JSON.
pub(super) fn quoted(text: &str) -> String {
    web_sys::js_sys::JSON::stringify(&text.into())
        .map(String::from)
        .unwrap_or_default()
}

/// The value of a field.
fn value(id: &str) -> String {
    browser::value(id)
}

impl Account {
    fn load(self) {
        request("GET", "/api/me".to_owned(), None, move |answer| {
            self.is_asked.try_set(true);
            match answer.read::<Option<Me>>() {
                Some(me) => {
                    self.me.try_set(me);
                }
                None => {
                    self.said.try_set(Some(Text::ErrorNetwork));
                }
            }
        });
    }

    /// A form for another name.
    fn renaming(self, autocomplete: &'static str) -> AnyView {
        let fields = vec![
            view! { <p class="small">{self.app.text(Text::RenameHint)}</p> }.into_any(),
            field(self.app, "new-name", "text", Text::Name, autocomplete),
        ];
        form(self.app, "rename", Text::Rename, fields, move || {
            let body = format!("{{\"name\":{}}}", quoted(&value("new-name")));
            self.ask("PUT", "/api/me", Some(body), Text::Done);
        })
    }

    /// A form for a guest who wants to be forgotten.
    fn leaving_as_guest(self) -> AnyView {
        let hint = view! { <p class="small">{self.app.text(Text::DeleteGuestHint)}</p> }.into_any();
        form(
            self.app,
            "delete-guest",
            Text::DeleteGuest,
            vec![hint],
            move || {
                self.ask("DELETE", "/api/account", Some("{}".to_owned()), Text::Done);
            },
        )
    }

    /// Sends a request; the person of the session is in the answer, or requested again.
    fn ask(self, method: &'static str, path: &'static str, body: Option<String>, done: Text) {
        self.said.set(None);
        request(method, path.to_owned(), body, move |answer| {
            if !answer.is_done() {
                // Only somebody with the right password hears that the account is closed.
                let is_closed = path == SESSION && answer.status == 403;
                let text = if is_closed {
                    Text::ErrorClosed
                } else {
                    problem(&answer)
                };
                self.said.try_set(Some(text));
                return;
            }
            if method == "DELETE" {
                notify::end_with_session();
            }
            match answer.read::<Me>() {
                Some(me) => {
                    note_known();
                    self.me.try_set(Some(me));
                }
                None => self.load(),
            }
            self.said.try_set(Some(done));
        });
    }
}

/// Text of a refusal for the person who filled in the form.
pub(super) fn problem(answer: &HttpAnswer) -> Text {
    match answer.status {
        400 | 422 => Text::ErrorForm,
        401 | 403 => Text::ErrorWrong,
        409 => Text::ErrorTaken,
        429 => Text::ErrorFast,
        _ => Text::ErrorNetwork,
    }
}

/// The page.
#[component]
pub(crate) fn AccountPage(app: App) -> impl IntoView {
    let account = Account {
        app,
        me: RwSignal::new(None),
        is_asked: RwSignal::new(false),
        said: RwSignal::new(None),
    };
    account.load();
    let has_account = Memo::new(move |_| {
        account
            .me
            .with(|me| me.as_ref().is_some_and(|me| me.kind != PlayerKind::Guest))
    });
    let body = move || {
        if !account.is_asked.get() {
            view! { <p role="status">{app.text(Text::Connecting)}</p> }.into_any()
        } else if has_account.get() {
            view! { <Member account /> }.into_any()
        } else {
            view! { <Visitor account /> }.into_any()
        }
    };
    view! {
        <main class="form account">
            {body}
            <p class="said" role="alert">{move || account.said.get().map(|text| app.text(text)())}</p>
        </main>
    }
}

/// A text field with its label above.
pub(super) fn field(
    app: App,
    id: &'static str,
    kind: &'static str,
    text: Text,
    autocomplete: &'static str,
) -> AnyView {
    view! {
        <label class="field">
            <span>{app.text(text)}</span>
            <input id=id type=kind autocomplete=autocomplete required maxlength="200" />
        </label>
    }
    .into_any()
}

/// A form with a heading.
pub(super) fn form(
    app: App,
    id: &'static str,
    heading: Text,
    fields: Vec<AnyView>,
    send: impl Fn() + 'static,
) -> AnyView {
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        send();
    };
    view! {
        <form class="setup" id=format!("{id}-form") on:submit=send>
            <h2>{app.text(heading)}</h2>
            {fields}
            <button id=id class="primary">{app.text(heading)}</button>
        </form>
    }
    .into_any()
}

/// A way in by name and password.
struct Entrance {
    heading: Text,
    /// Ids of the form and of its two fields.
    ids: [&'static str; 3],
    /// Name of the password field, for people and for browsers that fill it in.
    password: (Text, &'static str),
    path: &'static str,
}

impl Entrance {
    fn form(self, account: Account) -> AnyView {
        let app = account.app;
        let [id, name, password] = self.ids;
        let fields = vec![
            field(app, name, "text", Text::Name, "username"),
            field(app, password, "password", self.password.0, self.password.1),
        ];
        let path = self.path;
        form(app, id, self.heading, fields, move || {
            let (name, password) = (quoted(&value(name)), quoted(&value(password)));
            let body = format!("{{\"name\":{name},\"password\":{password}}}");
            account.ask("POST", path, Some(body), Text::SignedIn);
        })
    }
}

/// The page of a visitor without an account.
#[component]
fn Visitor(account: Account) -> impl IntoView {
    let app = account.app;
    let known = Entrance {
        heading: Text::SignIn,
        ids: ["sign-in", "sign-in-name", "sign-in-password"],
        password: (Text::Password, "current-password"),
        path: SESSION,
    };
    let new = Entrance {
        heading: Text::SignUp,
        ids: ["sign-up", "sign-up-name", "sign-up-password"],
        password: (Text::NewPassword, "new-password"),
        path: "/api/account",
    };
    let guest = move || {
        account.me.get().map(|me| {
            let told = app
                .messages
                .with(|messages| messages.fill(Text::GuestAs, &[("name", &me.name)]));
            view! {
                <p>{told} " " <a href=format!("/people/{}", me.person)>{app.text(Text::YourGames)}</a></p>
                {account.renaming("nickname")}
                {account.leaving_as_guest()}
            }
        })
    };
    view! {
        <p>{app.text(Text::AccountWhy)}</p>
        {known.form(account)}
        {new.form(account)}
        {guest}
    }
}

/// The page of a visitor with an account.
#[component]
fn Member(account: Account) -> impl IntoView {
    let app = account.app;
    let name = move || account.me.get().map(|me| me.name).unwrap_or_default();
    let page = move || account.me.get().map(|me| format!("/people/{}", me.person));
    let change = form(
        app,
        "change-password",
        Text::ChangePassword,
        vec![
            field(
                app,
                "old-password",
                "password",
                Text::Password,
                "current-password",
            ),
            field(app, "new-password", "password", Text::NewPassword, "new-password"),
        ],
        move || {
            let body = format!(
                "{{\"old\":{},\"new\":{}}}",
                quoted(&value("old-password")),
                quoted(&value("new-password"))
            );
            account.ask("PUT", "/api/account/password", Some(body), Text::Done);
        },
    );
    let leave = form(
        app,
        "delete-account",
        Text::DeleteAccount,
        vec![
            view! { <p class="small">{app.text(Text::DeleteHint)}</p> }.into_any(),
            field(
                app,
                "delete-password",
                "password",
                Text::Password,
                "current-password",
            ),
        ],
        move || {
            let body = format!("{{\"password\":{}}}", quoted(&value("delete-password")));
            account.ask("DELETE", "/api/account", Some(body), Text::Done);
        },
    );
    view! {
        <section class="setup">
            <h2 id="account-name">{name}</h2>
            <div class="choices">
                <a id="your-games" class="button" href=page>{app.text(Text::YourGames)}</a>
                <button id="sign-out" on:click=move |_| account.ask("DELETE", SESSION, None, Text::Done)>
                    {app.text(Text::SignOut)}
                </button>
                <button id="sign-out-everywhere" on:click=move |_| account.ask("DELETE", "/api/sessions", None, Text::Done)>
                    {app.text(Text::SignOutEverywhere)}
                </button>
                <a id="download" class="button" href="/api/account/data" download="tablier.json">{app.text(Text::DownloadData)}</a>
            </div>
        </section>
        {account.renaming("username")}
        {change}
        <Tokens account />
        <BlockedPeople account />
        {leave}
    }
}
