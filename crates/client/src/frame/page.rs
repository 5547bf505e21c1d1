//! The page of a game: the generic glue between a table and the views that know no game.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::board_frame::BoardFrame;
use super::board_game::{BoardGame, Control, Key, Keyed};
use super::controller::GameController;
use super::moves::Moves;
use super::panels::{Controls, HowToPlay, Players, State};
use super::pointers::Pointer;
use super::setup::{replacement, setup};
use super::table::SidePlayer;
use super::view_model::{BoardAction, GameView};
use super::{TableSignal, Texts};
use crate::app::App;
use crate::browser;
use crate::help::is_typing;
use crate::icons::{Icon, IconView};
use crate::language::Text;
use crate::learn_offer::{self, LearnOffer};
use crate::mistakes::OWN;
use crate::route::{Mode, Route};
use leptos::prelude::*;
use rules::Side;

/// The page of a game, played in some way.
pub(crate) fn page<G: BoardGame>(app: App, mode: Mode) -> AnyView {
    let controller = GameController::<G>::stored(app, mode);
    let messages = app.messages;
    let scene = controller.scene(app);
    let act = Callback::new(move |action| controller.act(app, action));
    listen_to_keys(act);
    let offers = learn_offer::is_new(G::ID);
    let is_offered =
        Memo::new(move |_| offers && controller.table.with(|table| table.session().plies() == 0));
    let address = move || controller.table.with(|table| analysis_address::<G>(table));
    let mistakes = move || controller.table.with(|table| mistakes_address::<G>(table));
    let after = after_the_game(app, act, Signal::derive(address), Signal::derive(mistakes));
    view! {
        <main class=format!("game {}", G::NAME) class:open=move || controller.is_open.get() || controller.offered.with(Option::is_some) class:offers=move || is_offered.get()>
            <Players scene names=G::SIDES tokens=Side::BOTH.map(G::token) clocks=controller.clocks() />
            {board_frame(controller.table, messages)}
            <State scene messages act after />
            <Show when=move || is_offered.get()><LearnOffer app game=G::ID /></Show>
            {replacement(app, controller)}
            {setup(app, controller)}
            <Controls scene messages act />
            <Moves scene messages act marks=Signal::derive(Vec::new) />
            <HowToPlay game=G::ID rules=G::RULES messages />
            <Announcements scene />
        </main>
    }
    .into_any()
}

/// The address that shows a game in the analysis.
pub(crate) fn analysis_address<G: BoardGame>(table: &super::BoardTable<G>) -> String {
    let session = table.session();
    let start = session.start().to_string().replace(' ', "+");
    let path = Route::Analysis(G::ID).path();
    format!("{path}?start={start}&moves={}", session.texts().join("+"))
}

/// The address that names one's own mistakes in a game; nothing for those who only watched.
pub(crate) fn mistakes_address<G: BoardGame>(table: &super::BoardTable<G>) -> Option<String> {
    let is_own = |side: Side| table.seats()[side] == SidePlayer::Person;
    let own = match Side::BOTH.map(is_own) {
        [true, true] => "both",
        [true, false] => "first",
        [false, true] => "second",
        [false, false] => return None,
    };
    Some(format!("{}&{OWN}={own}", analysis_address::<G>(table)))
}

/// The link to one's own mistakes.
pub(crate) fn mistakes_link(app: App, address: Signal<Option<String>>) -> AnyView {
    view! {
        <a id="learn-mistakes" class="button" hidden=move || address.with(Option::is_none) href=move || address.get()>
            <IconView icon=Icon::Lesson />
            {app.text(Text::MistakesLearn)}
        </a>
    }
    .into_any()
}

/// Buttons after a game.
fn after_the_game(
    app: App,
    act: Callback<BoardAction>,
    address: Signal<String>,
    mistakes: Signal<Option<String>>,
) -> AnyView {
    view! {
        <button id="rematch" class="primary" on:click=move |_| act.run(BoardAction::Rematch)>
            {app.text(Text::Rematch)}
        </button>
        {mistakes_link(app, mistakes)}
        <a id="analyse" class="button" href=address>
            <IconView icon=Icon::Curve />
            {app.text(Text::Analysis)}
        </a>
    }
    .into_any()
}

/// Says aloud what happened.
#[component]
pub(crate) fn Announcements(scene: Memo<GameView>) -> impl IntoView {
    let said = Memo::new(move |_| scene.with(|scene| scene.said.clone()));
    view! {
        <p class="unseen" role="status" aria-live="polite">
            {move || said.get()}
        </p>
    }
}

/// The keys that work wherever the focus is, unless a field is being filled in.
pub(crate) fn listen_to_keys(act: Callback<BoardAction>) {
    let pressed = window_event_listener(leptos::ev::keydown, move |event| {
        let plain = !event.ctrl_key() && !event.alt_key() && !event.meta_key();
        if !plain || is_typing(&event) {
            return;
        }
        match event.key().as_str() {
            "u" => act.run(BoardAction::Undo),
            "," => act.run(BoardAction::Back),
            "." => act.run(BoardAction::Redo),
            "f" => act.run(BoardAction::Flip),
            // The button asks before it throws a game away.
            "n" => browser::click("new-game"),
            _ => {}
        }
    });
    on_cleanup(move || pressed.remove());
}

/// The board with what the player does on it.
pub(crate) fn board_frame<G: BoardGame>(table: TableSignal<G>, messages: Texts) -> AnyView {
    framed(table, messages, G::board(table, messages), None)
}

/// The same with something drawn over the board. `watch` is called after every release and after the key that chooses.
pub(crate) fn framed<G: BoardGame>(
    table: TableSignal<G>,
    messages: Texts,
    board: AnyView,
    watch: Option<Callback<()>>,
) -> AnyView {
    let watched = move || {
        if let Some(watch) = watch {
            watch.run(());
        }
    };
    let pointer = Callback::new(move |event| {
        match event {
            Pointer::Down(at) => table.update(|table| {
                table.touch(|control| {
                    control.pointer_down(at);
                    true
                });
            }),
            Pointer::Move(to) => {
                table.maybe_update(|table| table.touch(|control| control.pointer_move(to)));
            }
            Pointer::Up(at) => {
                table.update(|table| {
                    table.try_out();
                    table.act(|control| control.pointer_up(at));
                });
                watched();
            }
            Pointer::Cancel => table.update(|table| {
                table.touch(|control| {
                    control.pointer_cancel();
                    true
                });
            }),
        }
        table.with_untracked(|table| table.control().is_dragging())
    });
    let key = Callback::new(move |key: Key| {
        let mut used = false;
        table.maybe_update(|table| {
            if key == Key::Choose {
                table.try_out();
            }
            table.act(|control| match control.key(key) {
                Keyed::Nothing => None,
                Keyed::Done => {
                    used = true;
                    None
                }
                Keyed::Play(mv) => {
                    used = true;
                    Some(mv)
                }
            });
            used
        });
        if key == Key::Choose {
            watched();
        }
        if used && matches!(key, Key::Left | Key::Right | Key::Up | Key::Down) {
            browser::focus(&table.with_untracked(|table| table.control().focus_id()));
        }
        used
    });
    let wheel = Callback::new(move |forward| {
        table
            .try_maybe_update(|table| {
                let used = table.touch(|control| control.wheel(forward));
                (used, used)
            })
            .unwrap_or(false)
    });
    let label = Signal::derive(move || messages.with(|messages| messages.text(G::LABEL)));
    view! { <BoardFrame size=G::SIZE label messages pointer key wheel board /> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::BoardTable;
    use crate::frame::session::MoveCursor;
    use offboard::Position;
    use rules::{Game, Standard};

    #[test]
    fn only_players_are_offered_their_mistakes() {
        use SidePlayer::{Computer, Person, Remote};
        let address = |seats| {
            let table = BoardTable::new(MoveCursor::new(Position::start(Standard)), seats);
            mistakes_address::<Position>(&table)
        };
        assert!(address([Person; 2]).unwrap().ends_with("&own=both"));
        assert!(address([Person, Computer]).unwrap().ends_with("&own=first"));
        assert!(address([Remote, Person]).unwrap().ends_with("&own=second"));
        assert_eq!(address([Remote; 2]), None);
    }
}
