//! The page of a game: the generic glue between a table and the views that know no game.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::board_game::{BoardGame, Control, Key, Keyed};
use super::moves::Moves;
use super::panels::{BoardFrame, Controls, HowToPlay, Players, Pointer, State};
use super::saved::Saved;
use super::scene::{Action, Scene};
use super::{Shown, Table, Texts};
use crate::browser;
use crate::language::Text;
use leptos::prelude::*;
use rules::Side;

/// The page of a game, played by two at one screen.
pub(crate) fn page<G: BoardGame>(messages: Texts) -> AnyView {
    let key = format!("tablier.{}", G::NAME);
    let saved = browser::load(&key).and_then(|text| Saved::<G>::from_text(&text));
    let saved = saved.unwrap_or_else(|| Saved::new(G::Variant::default(), None));
    let table = RwSignal::new(Table::new(saved.session.clone(), saved.seats()));
    let record = Memo::new(move |_| table.with(|table| table.session().to_text()));
    let variant = saved.variant;
    Effect::new(move |_| record.with(|record| browser::save(&key, &format!("{record}\n{variant}\n"))));
    let scene = Memo::new(move |_| messages.with(|messages| table.with(|table| Scene::new(messages, table))));
    let act = Callback::new(move |action| {
        table.update(|table| match action {
            Action::NewGame => *table = Table::new(Saved::new(variant, None).session, table.seats()),
            other => do_action(table, other),
        });
    });
    let rematch = view! {
        <button class="primary" on:click=move |_| act.run(Action::NewGame)>
            {move || messages.with(|messages| messages.text(Text::NewGame))}
        </button>
    };
    view! {
        <main class=format!("game {}", G::NAME)>
            <Players scene names=G::SIDES tokens=Side::BOTH.map(G::token) />
            {board_frame(table, messages)}
            <State scene messages act after=rematch.into_any() />
            <Controls scene messages act />
            <Moves scene messages act />
            <HowToPlay rules=G::RULES messages />
            <p class="unseen" role="status" aria-live="polite">
                {move || scene.with(|scene| scene.said.clone())}
            </p>
        </main>
    }
    .into_any()
}

fn do_action<G: BoardGame>(table: &mut Table<G>, action: Action) {
    match action {
        Action::Undo => table.undo(),
        Action::Redo => table.redo(),
        Action::Back => table.back(),
        Action::Jump(ply) => table.jump(ply),
        Action::Flip => table.flip(),
        Action::Confirm => table.confirm(),
        Action::Withdraw => table.withdraw(),
        Action::NewGame => {}
    }
}

/// The board with what the player does on it.
fn board_frame<G: BoardGame>(table: Shown<G>, messages: Texts) -> AnyView {
    let pointer = Callback::new(move |event| match event {
        Pointer::Down(at) => table.update(|table| {
            table.touch(|control| {
                control.pointer_down(at);
                true
            });
        }),
        Pointer::Move(to) => {
            table.maybe_update(|table| table.touch(|control| control.pointer_move(to)));
        }
        Pointer::Up(at) => table.update(|table| table.act(|control| control.pointer_up(at))),
        Pointer::Cancel => table.update(|table| {
            table.touch(|control| {
                control.pointer_cancel();
                true
            });
        }),
    });
    let key = Callback::new(move |key: Key| {
        let mut used = false;
        table.maybe_update(|table| {
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
    view! { <BoardFrame size=G::SIZE label pointer key wheel board=G::board(table, messages) /> }.into_any()
}
