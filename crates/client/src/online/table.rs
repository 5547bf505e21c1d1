//! The page of a table: an invitation, a game that is played or watched, or one that is over.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::{note_known, request, words};
use crate::app::App;
use crate::browser;
use crate::language::Text;
use crate::later::{board_online, later, load_again, load_board_online, magnets_online};
use crate::result::side_texts;
use crate::route::{Id, Route};
use games::GameId;
use leptos::prelude::*;
use protocol::Looked;
use web_net::{HttpAnswer, spawn_local};

/// The server's answer about a table.
#[derive(Clone)]
enum Seen {
    NotYet,
    Nothing,
    NoNetwork,
    /// The server is of another version than this page.
    Outdated,
    Table(Box<Looked>),
}

impl Seen {
    fn of(answer: &HttpAnswer) -> Seen {
        match answer.read::<Looked>() {
            Some(found) => Seen::Table(Box::new(found)),
            None if answer.status == 0 || answer.status >= 500 => Seen::NoNetwork,
            None if answer.is_done() => Seen::Outdated,
            None => Seen::Nothing,
        }
    }
}

/// The page.
#[component]
pub(crate) fn TablePage(app: App, id: Id) -> impl IntoView {
    let seen = RwSignal::new(Seen::NotYet);
    look(app, id, seen);
    // A visitor without the key of a link plays or watches: the game's code comes with the server's answer, not after it.
    if key().is_none() && matches!(app.route.get_untracked(), Route::Table(_)) {
        spawn_local(async {
            // A failure is told when the game is shown.
            let _ = load_board_online().await;
        });
    }
    on_cleanup(move || app.heading.set(String::new()));
    move || match seen.get() {
        Seen::NotYet => {
            view! { <main class="note"><p role="status">{app.text(Text::Connecting)}</p></main> }.into_any()
        }
        Seen::Nothing => view! {
            <main class="note">
                <p role="alert">{app.text(Text::NoSuchGame)}</p>
                <a class="button" href="/">{app.text(Text::ToHome)}</a>
            </main>
        }
        .into_any(),
        Seen::NoNetwork => view! {
            <main class="note">
                <p role="alert">{app.text(Text::ErrorNetwork)}</p>
                <button id="again" on:click=move |_| look(app, id, seen)>{app.text(Text::TryAgain)}</button>
            </main>
        }
        .into_any(),
        Seen::Outdated => view! {
            <main class="note">
                <p role="alert">{app.text(Text::PageOutdated)}</p>
                {load_again(app)}
            </main>
        }
        .into_any(),
        Seen::Table(table) => show(app, id, *table, seen),
    }
}

fn look(app: App, id: Id, seen: RwSignal<Seen>) {
    let key = key();
    let challenge = key.as_ref().map(|key| format!("?challenge={key}"));
    let challenge = challenge.unwrap_or_default();
    request(
        "GET",
        format!("/api/tables/{id}{challenge}"),
        None,
        move |answer| {
            let found = Seen::of(&answer);
            if let Seen::Table(found) = &found {
                // The tables of magnets have addresses of their own.
                if found.table.settings.game == GameId::Polarity {
                    let key = key.map(|key| format!("#{key}"));
                    browser::replace_path(&format!("/polarity/{id}{}", key.unwrap_or_default()));
                }
                app.heading.try_set(found.table.settings.game.title().to_owned());
            }
            seen.try_set(found);
        },
    );
}

fn show(app: App, id: Id, looked: Looked, seen: RwSignal<Seen>) -> AnyView {
    let free = looked.table.seats.iter().any(Option::is_none);
    if free && looked.seat.is_none() && looked.table.ending.is_none() {
        return view! { <Invitation app id looked seen /> }.into_any();
    }
    match looked.table.settings.game.board() {
        Some(board) => later(app, board_online(app, board, looked)),
        None => later(app, magnets_online(app, looked)),
    }
}

/// The key of the link that led here, as a parameter or after a `#`.
fn key() -> Option<String> {
    let hash = browser::hash();
    browser::parameter("key").or_else(|| (!hash.is_empty()).then_some(hash))
}

/// The invitation: its author, the game, and the way in.
#[component]
fn Invitation(app: App, id: Id, looked: Looked, seen: RwSignal<Seen>) -> impl IntoView {
    let error = RwSignal::new(None::<Text>);
    let join = move |_| {
        let body = match key() {
            Some(key) => format!("{{\"challenge\":\"{key}\"}}"),
            None => "{}".to_owned(),
        };
        request(
            "POST",
            format!("/api/tables/{id}/join"),
            Some(body),
            move |answer| {
                note_known();
                match answer.status {
                    200..300 => look(app, id, seen),
                    0 | 500.. => error.set(Some(Text::ErrorNetwork)),
                    403 => error.set(Some(Text::RatedHint)),
                    _ => {
                        error.set(Some(Text::SeatTaken));
                        look(app, id, seen);
                    }
                }
            },
        );
    };
    let settings = looked.table.settings.clone();
    let title = settings.game.title();
    let host = looked.table.seats.iter().flatten().next().cloned();
    let free = looked.table.seats.iter().position(Option::is_none).unwrap_or(1);
    let side = side_texts(settings.game)[protocol::side_of(free)];
    let invited = move || {
        app.messages.with(|messages| {
            let name = host
                .as_ref()
                .map(|host| words::player(messages, host))
                .unwrap_or_default();
            messages.fill(Text::Invited, &[("name", &name), ("game", title)])
        })
    };
    let terms = move || app.messages.with(|messages| words::terms(messages, &settings));
    let you_play = move || {
        app.messages
            .with(|messages| messages.fill(Text::YouPlaySide, &[("side", messages.text(side))]))
    };
    view! {
        <main class="note invitation">
            <h2>{invited}</h2>
            <p>{terms} " · " {you_play}</p>
            <button id="join" class="primary" on:click=join>{app.text(Text::Join)}</button>
            <p role="alert">{move || error.get().map(|text| app.text(text))}</p>
            <p class="small">{app.text(Text::NoAccountNeeded)}</p>
        </main>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_cannot_be_read_is_no_missing_game() {
        let seen = |status, text: &str| {
            let text = text.to_owned();
            Seen::of(&HttpAnswer { status, text })
        };
        assert!(matches!(seen(200, r#"{"table":{"id":7}}"#), Seen::Outdated));
        assert!(matches!(seen(404, "{}"), Seen::Nothing));
        assert!(matches!(seen(503, ""), Seen::NoNetwork));
        assert!(matches!(seen(0, ""), Seen::NoNetwork));
    }
}
