//! The parts of an online game's page: the link to send, offers, what can be done, the chat, the connection.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::live::Live;
use super::safety::{ReportLine, ReportedLine};
use super::share_game::NextTurn;
use super::words;
use crate::app::App;
use crate::browser;
use crate::copy_link::CopyLink;
use crate::frame::view_model::BoardAction as Asked;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::later::load_again;
use crate::storage::{self, Key};
use leptos::html::Input;
use leptos::prelude::*;
use protocol::{Action, ChallengeKey, ConnectionState, MOST_CHAT, Offer, RemoteTable as Game, Stage};

/// A condition on the game as a signal, which changes only when the condition does.
fn holds(live: Live, test: fn(&Game) -> bool) -> Memo<bool> {
    Memo::new(move |_| live.game.with(test))
}

/// The name of the other player.
pub(super) fn other_name(app: App, live: Live) -> String {
    app.messages.with(|messages| {
        live.game.with(|game| {
            let other = game.side().and_then(|side| game.player(!side));
            other
                .map(|other| words::player(messages, other))
                .unwrap_or_default()
        })
    })
}

fn select_all(event: &leptos::ev::FocusEvent) {
    event_target::<web_sys::HtmlInputElement>(event).select();
}

/// The link to send while a seat is free.
#[component]
pub(crate) fn WaitingRoom(app: App, live: Live, challenge: Option<ChallengeKey>) -> impl IntoView {
    let waits = holds(live, |game| game.stage() == Stage::Waiting);
    let link = live.game.with_untracked(|game| {
        let key = challenge.map(|key| format!("?key={key}")).unwrap_or_default();
        let id = game.info().map(|info| info.id.to_string()).unwrap_or_default();
        format!("{}/table/{id}{key}", browser::origin())
    });
    let link = StoredValue::new(link);
    let sent = Callback::new(move |()| link.get_value());
    let share = move |_| browser::share(&link.get_value());
    let hint = if live.game.with_untracked(Game::has_teams) {
        Text::WaitingTeamsHint
    } else {
        Text::WaitingHint
    };
    let terms = move || {
        app.messages.with(|messages| {
            live.game
                .with(|game| Some(words::terms(messages, &game.info()?.settings)))
        })
    };
    view! {
        <Show when=move || waits.get()>
            <section class="setup waiting">
                <h2>{app.text(Text::SendLink)}</h2>
                <p>{terms}</p>
                <input
                    id="link"
                    readonly
                    aria-label=app.text(Text::SendLink)
                    value=link.get_value()
                    on:focus=move |event| select_all(&event)
                />
                <div class="choices">
                    <CopyLink app link=sent class="button primary" shown=true />
                    {browser::can_share().then(|| view! {
                        <button id="share-link" on:click=share>
                            <IconView icon=Icon::Share />
                            {app.text(Text::Share)}
                        </button>
                    })}
                </div>
                <p class="small">{app.text(hint)}</p>
            </section>
        </Show>
    }
}

/// Offer of the other side, with buttons to answer.
#[component]
pub(crate) fn Offers(app: App, live: Live) -> impl IntoView {
    let offered = Memo::new(move |_| live.game.with(Game::offered));
    let words = move || {
        let text = match offered.get()? {
            Offer::Draw => Text::DrawAsked,
            Offer::Takeback => Text::TakebackAsked,
            Offer::Rematch => Text::RematchAsked,
        };
        let name = other_name(app, live);
        Some(
            app.messages
                .with(|messages| messages.fill(text, &[("name", &name)])),
        )
    };
    let answer = move |take: bool| {
        if let Some(what) = offered.get_untracked() {
            live.act(if take {
                Action::Accept { what }
            } else {
                Action::Decline { what }
            });
        }
    };
    view! {
        <section class="offer" role="status" class:open=move || offered.get().is_some()>
            <p>{words}</p>
            <Show when=move || offered.get().is_some()>
                <div class="choices">
                    <button id="accept" class="primary" on:click=move |_| answer(true)>{app.text(Text::Accept)}</button>
                    <button id="decline" on:click=move |_| answer(false)>{app.text(Text::Decline)}</button>
                </div>
            </Show>
        </section>
    }
}

/// Buttons during a game.
#[component]
pub(crate) fn Deeds(
    app: App,
    live: Live,
    /// Turns the board, where it can be turned.
    #[prop(optional, into)]
    act: Option<Callback<Asked>>,
) -> impl IntoView {
    let offer = move |what: Offer, id: &'static str, text: Text, done: Text| {
        let can = Memo::new(move |_| live.game.with(|game| game.can_offer(what)));
        let waits = Memo::new(move |_| {
            live.game
                .with(|game| game.stage() == Stage::Live && game.has_offered(what))
        });
        let label = move || app.text(if waits.get() { done } else { text })();
        view! {
            <Show when=move || can.get() || waits.get()>
                <button id=id prop:disabled=move || !can.get() on:click=move |_| live.act(Action::Offer { what })>
                    {label}
                </button>
            </Show>
        }
    };
    let can_abort = holds(live, Game::can_abort);
    view! {
        <div class="controls">
            {act.map(|act| view! {
                <button id="flip" on:click=move |_| act.run(Asked::Flip)>
                    <IconView icon=Icon::Flip />
                    <span>{app.text(Text::Flip)}</span>
                </button>
            })}
            {offer(Offer::Takeback, "takeback", Text::AskTakeback, Text::TakebackWaits)}
            {offer(Offer::Draw, "draw", Text::OfferDraw, Text::DrawWaits)}
            <Show when=move || can_abort.get()>
                <button id="abort" on:click=move |_| live.act(Action::Abort {})>{app.text(Text::Abort)}</button>
            </Show>
            <Resign app live />
            <NextTurn app live />
        </div>
    }
}

/// The win, where the other side has been away for too long.
#[component]
pub(crate) fn Claim(app: App, live: Live) -> impl IntoView {
    let can_claim = Memo::new(move |_| {
        let now = live.now.get();
        live.game.with(|game| game.can_claim(now))
    });
    view! {
        <Show when=move || can_claim.get()>
            <button id="claim" class="primary" on:click=move |_| live.act(Action::Claim {})>
                {app.text(Text::Claim)}
            </button>
        </Show>
    }
}

/// Giving up takes two taps.
#[component]
fn Resign(app: App, live: Live) -> impl IntoView {
    let can = holds(live, Game::can_resign);
    let asked = RwSignal::new(false);
    let resign = move |_| {
        if asked.get_untracked() {
            live.act(Action::Resign {});
        }
        asked.update(|asked| *asked = !*asked);
    };
    let label = move || {
        app.text(if asked.get() {
            Text::ResignSure
        } else {
            Text::Resign
        })()
    };
    view! {
        <Show when=move || can.get()>
            <button id="resign" class:asks=move || asked.get() on:click=resign on:blur=move |_| asked.set(false)>
                {label}
            </button>
        </Show>
    }
}

/// Chat of the players; it can be switched off.
#[component]
pub(crate) fn Chat(app: App, live: Live) -> impl IntoView {
    let wanted = live.game.with_untracked(Game::can_chat);
    let is_off = RwSignal::new(storage::load(Key::ChatOff).is_some());
    let said = RwSignal::new(None::<Text>);
    // A line that a host has removed goes: the numbers of the others tell.
    let shown = Memo::new(move |_| {
        let numbers = |game: &Game| game.chat().iter().map(|line| line.seq).collect::<Vec<_>>();
        live.game.with(numbers)
    });
    let entry = move |index: usize| {
        app.messages.with(|messages| {
            live.game.with_untracked(|game| {
                let written = game.chat().get(index)?;
                let own = game.seat() == Some(written.seat);
                let name = words::writer(messages, game, written.seat);
                let writer = game.player_at(written.seat).filter(|_| !own);
                let report = writer.zip(game.info()).map(|(writer, info)| ReportedLine {
                    table: info.id.to_string(),
                    event: written.seq,
                    person: writer.person.to_string(),
                });
                let page = report.as_ref().map(|line| format!("/people/{}", line.person));
                let name = match page {
                    Some(page) => view! { <a href=page><b>{name}</b></a> }.into_any(),
                    None => view! { <b>{name}</b> }.into_any(),
                };
                Some(view! {
                    <li class:own=own>
                        <span class="line">{name} " " {written.text.clone()}</span>
                        {report.map(|line| view! { <ReportLine app line said /> })}
                    </li>
                })
            })
        })
    };
    let lines = move || (0..shown.with(Vec::len)).filter_map(entry).collect::<Vec<_>>();
    let input = NodeRef::<Input>::new();
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(input) = input.get_untracked() else {
            return;
        };
        let text = input.value().trim().to_owned();
        if !text.is_empty() {
            live.act(Action::Chat { text });
            input.set_value("");
        }
    };
    let switch = move |event| {
        let on = event_target_checked(&event);
        is_off.set(!on);
        if on {
            storage::forget(Key::ChatOff);
        } else {
            storage::save(Key::ChatOff, "off");
        }
    };
    wanted.then(|| {
        view! {
            <section class="chat">
                <label class="switch">
                    <span>{app.text(Text::Chat)}</span>
                    <input id="chat-on" type="checkbox" role="switch" prop:checked=move || !is_off.get() on:change=switch />
                </label>
                <Show when=move || !is_off.get()>
                    <ul aria-live="polite" tabindex="0" aria-label=app.text(Text::Chat)>{lines}</ul>
                    <p class="small" role="status">{move || said.get().map(|text| app.text(text)())}</p>
                    <form on:submit=send>
                        <input
                            id="chat-text"
                            node_ref=input
                            maxlength=MOST_CHAT.to_string()
                            autocomplete="off"
                            aria-label=app.text(Text::ChatText)
                            placeholder=app.text(Text::ChatText)
                        />
                        <button id="chat-send">{app.text(Text::ChatSend)}</button>
                    </form>
                </Show>
            </section>
        }
    })
}

/// State of a connection that is not open, or has just come back; number of spectators.
#[component]
pub(crate) fn Banner(app: App, live: Live) -> impl IntoView {
    let link = Memo::new(move |_| {
        let now = live.now.get();
        live.game.with(|game| game.link(now))
    });
    let text = move || match link.get() {
        ConnectionState::Connecting => Some(Text::Connecting),
        ConnectionState::Open => None,
        ConnectionState::Cut { restarts: true } => Some(Text::Restarting),
        ConnectionState::Cut { restarts: false } => Some(Text::Offline),
        ConnectionState::Back => Some(Text::Reconnected),
        ConnectionState::Outdated => Some(Text::PageOutdated),
    };
    let is_outdated = move || link.get() == ConnectionState::Outdated;
    let watching = Memo::new(move |_| live.game.with(Game::watching));
    let watchers = move || {
        let count = watching.get();
        (count > 0).then(|| {
            app.messages
                .with(|messages| messages.count(Text::Watchers, count))
        })
    };
    view! {
        <p class="banner" id="link-state" role="status" class:shown=move || text().is_some()>
            {move || text().map(|text| app.text(text)())}
            <Show when=is_outdated>" " {load_again(app)}</Show>
        </p>
        <p class="watchers">{watchers}</p>
    }
}
