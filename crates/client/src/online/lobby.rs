//! The lobby: the open seeks of others, and a form for an own one.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::{note_known, request, words};
use crate::app::App;
use crate::browser;
use crate::game_form::fields::{
    SIDES, assist_tick, guide_choice, pace_choice, rated_choice, side_choice, tick, variant_choice, variants,
};
use crate::game_form::{ClockKind, GameForm};
use crate::language::Text;
use crate::route::{Id, Route};
use games::GameId;
use leptos::prelude::*;
use protocol::{LobbyMessage, LobbyRequest, Seek};
use web_net::{Heard, Socket, decode};

const PING: &str = r#"{"type":"ping"}"#;
const PATH: &str = "/ws/lobby?changes=true";

/// The list of seeks after a message; nothing when it does not speak of the list.
fn changed_list(seeks: &[Seek], message: &LobbyMessage) -> Option<Vec<Seek>> {
    match message {
        LobbyMessage::Seeks { seeks } => Some(seeks.clone()),
        LobbyMessage::Changes { added, removed } => {
            let stays = |seek: &&Seek| !removed.contains(&seek.seek);
            Some(seeks.iter().filter(stays).chain(added).cloned().collect())
        }
        _ => None,
    }
}

/// The lobby as the page sees it.
#[derive(Clone, Copy)]
struct Lobby {
    app: App,
    seeks: RwSignal<Vec<Seek>>,
    /// The own seek; it is sent again after a reconnect.
    own: RwSignal<Option<String>>,
    is_open: RwSignal<bool>,
    refused: RwSignal<bool>,
    /// The seek that the address names: it is taken when the list has come.
    wanted: RwSignal<Option<u64>>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
}

impl Lobby {
    fn new(app: App) -> Lobby {
        let lobby = Lobby {
            app,
            seeks: RwSignal::new(Vec::new()),
            own: RwSignal::new(None),
            is_open: RwSignal::new(false),
            refused: RwSignal::new(false),
            wanted: RwSignal::new(browser::parameter("seek").and_then(|seek| seek.parse().ok())),
            socket: StoredValue::new_local(None),
        };
        // A seek needs a guest or an account; the socket knows it by its cookie.
        request("POST", "/api/me".to_owned(), None, move |answer| {
            if answer.is_done() {
                note_known();
            }
            let socket = Socket::open(PATH, PING, move |heard| lobby.hear(heard));
            lobby.socket.try_set_value(socket);
        });
        on_cleanup(move || lobby.socket.set_value(None));
        lobby
    }

    fn hear(self, heard: Heard<'_>) {
        match heard {
            Heard::Opened => {
                self.is_open.set(true);
                if let Some(own) = self.own.get_untracked() {
                    self.say(&own);
                }
            }
            Heard::Cut => {
                self.is_open.set(false);
                self.seeks.set(Vec::new());
            }
            Heard::Beat => {}
            Heard::Text(text) => match decode::lobby_message(text) {
                Some(message @ (LobbyMessage::Seeks { .. } | LobbyMessage::Changes { .. })) => {
                    let seeks = self.seeks.with_untracked(|seeks| changed_list(seeks, &message));
                    self.list(seeks.unwrap_or_default());
                }
                Some(LobbyMessage::Paired { table }) => {
                    if let Some(id) = Id::new(table.as_str()) {
                        self.app.go(&Route::Table(id).path());
                    }
                }
                Some(LobbyMessage::Refused { .. }) => {
                    self.own.set(None);
                    self.refused.set(true);
                }
                Some(LobbyMessage::Pong {}) | None => {}
            },
        }
    }

    fn list(self, seeks: Vec<Seek>) {
        if let Some(wanted) = self.wanted.get_untracked()
            && seeks.iter().any(|seek| seek.seek == wanted)
        {
            self.wanted.set(None);
            self.take(wanted);
        }
        self.seeks.set(seeks);
    }

    fn say(self, text: &str) {
        self.socket.with_value(|socket| {
            if let Some(socket) = socket {
                socket.say(text);
            }
        });
    }

    fn take(self, seek: u64) {
        self.refused.set(false);
        self.say(&LobbyRequest::Take { seek }.write());
    }

    fn seek(self, request: &LobbyRequest) {
        let text = request.write();
        self.refused.set(false);
        self.say(&text);
        self.own.set(Some(text));
    }

    fn cancel(self) {
        self.own.set(None);
        self.say(&LobbyRequest::Cancel {}.write());
    }
}

/// The page.
#[component]
pub(crate) fn LobbyPage(app: App, game: GameId) -> impl IntoView {
    let lobby = Lobby::new(app);
    let form = RwSignal::new(GameForm::STRANGER);
    let variant = RwSignal::new(variants(game).into_iter().next().map(|(name, _)| name));
    let choose_variant = Callback::new(move |name| variant.set(Some(name)));
    let side = Signal::derive(move || form.get().side);
    let choose_side = Callback::new(move |side| form.update(|form| form.side = side));
    let looks = Memo::new(move |_| lobby.own.with(Option::is_some));
    let seek = move |_| {
        let form = form.get_untracked();
        lobby.seek(&LobbyRequest::Seek {
            settings: form.settings(game, variant.get_untracked()),
            side: form.side,
            range: form.range(),
        });
    };
    let games = GameId::ALL.iter().copied().map(|other| {
        view! {
            <a class="button" href=Route::Lobby(other).path() aria-current=(other == game).then_some("page")>
                {other.title()}
            </a>
        }
    });
    view! {
        <main class="form lobby">
            <nav class="choices" aria-label=app.text(Text::PlayOnline)>{games.collect::<Vec<_>>()}</nav>
            <section class="setup" hidden=move || looks.get()>
                {pace_choice(app, form, ClockKind::ELSEWHERE)}
                {side_choice(app, game, SIDES, side, choose_side)}
                {variant_choice(app, game, variant.into(), choose_variant)}
                {assist_tick(app, game, form)}
                {guide_choice(app, game, form)}
                {rated_choice(app, form)}
                {tick(app, form, "near", Text::Near, |form| &mut form.near)}
                <button id="seek" class="primary" prop:disabled=move || !lobby.is_open.get() on:click=seek>
                    {app.text(Text::LookForSomeone)}
                </button>
                <p role="alert">{move || lobby.refused.get().then(|| app.text(Text::SeekRefused)())}</p>
            </section>
            <section class="setup looking" hidden=move || !looks.get()>
                <p role="status">{app.text(Text::Looking)}</p>
                <button id="cancel-seek" on:click=move |_| lobby.cancel()>{app.text(Text::StopLooking)}</button>
            </section>
            <section class="open-games">
                <h2>{app.text(Text::OpenGames)}</h2>
                <ul>{move || lobby.seeks.get().iter().map(|seek| seek_view(lobby, seek)).collect::<Vec<_>>()}</ul>
                <p class="small" hidden=move || !lobby.seeks.with(Vec::is_empty)>{app.text(Text::NoSeeks)}</p>
                <p class="small" role="status" hidden=move || lobby.is_open.get()>{app.text(Text::Connecting)}</p>
            </section>
        </main>
    }
}

/// A seek in words: the player, and the game wanted.
fn seek_words(app: App, seek: &Seek) -> (String, String) {
    app.messages.with(|messages| {
        let game = seek.settings.game.title();
        let variant = variants(seek.settings.game)
            .into_iter()
            .find(|(name, _)| seek.settings.variant.as_ref() == Some(name))
            .map(|(_, text)| format!(" · {}", messages.text(text)))
            .unwrap_or_default();
        (
            words::listed(messages, &seek.player),
            format!("{game}{variant} · {}", words::terms(messages, &seek.settings)),
        )
    })
}

fn seek_view(lobby: Lobby, seek: &Seek) -> AnyView {
    let (who, what) = seek_words(lobby.app, seek);
    let number = seek.seek;
    view! {
        <li>
            <span>
                <strong>{who}</strong>
                <span>{what}</span>
            </span>
            <button class="take" on:click=move |_| lobby.take(number)>{lobby.app.text(Text::Join)}</button>
        </li>
    }
    .into_any()
}

/// The open games on the first page, as long as there are any.
#[component]
pub(crate) fn OpenGames(app: App) -> impl IntoView {
    const MOST: usize = 5;
    let seeks = RwSignal::new(Vec::<Seek>::new());
    let socket = StoredValue::new_local(None);
    socket.set_value(Socket::open(PATH, PING, move |heard| {
        if let Heard::Text(text) = heard
            && let Some(message) = decode::lobby_message(text)
            && let Some(found) = seeks.try_with_untracked(|seeks| changed_list(seeks, &message))
            && let Some(found) = found
        {
            seeks.try_set(found);
        }
    }));
    on_cleanup(move || socket.set_value(None));
    let list = move || {
        let seeks = seeks.get();
        let items = seeks.iter().take(MOST).map(|seek| {
            let (who, what) = seek_words(app, seek);
            let path = format!("{}?seek={}", Route::Lobby(seek.settings.game).path(), seek.seek);
            view! {
                <li>
                    <a class="button" href=path>
                        <strong>{who}</strong>
                        <span>{what}</span>
                    </a>
                </li>
            }
        });
        items.collect::<Vec<_>>()
    };
    view! {
        <section class="under-way open-games" hidden=move || seeks.with(Vec::is_empty)>
            <h2>{app.text(Text::OpenGames)}</h2>
            <ul>{list}</ul>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::sample::guest;
    use protocol::{SideChoice, TableSettings};

    #[test]
    fn the_list_follows_the_changes() {
        let seek = |seek| Seek {
            seek,
            player: guest("Ann"),
            settings: TableSettings::new(GameId::Offboard),
            side: SideChoice::Random,
            range: None,
        };
        let seeks = vec![seek(1), seek(2)];
        let all = changed_list(&[], &LobbyMessage::Seeks { seeks }).unwrap();
        let changes = LobbyMessage::Changes {
            added: vec![seek(3)],
            removed: vec![1],
        };
        let later = changed_list(&all, &changes).unwrap();
        let numbers: Vec<u64> = later.iter().map(|seek| seek.seek).collect();
        assert_eq!(numbers, [2, 3]);
        assert!(changed_list(&all, &LobbyMessage::Pong {}).is_none());
    }
}
