//! The list of moves, two a line; each is a button that shows the position after it.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::Texts;
use super::view_model::{BoardAction, GameView};
use crate::browser;
use crate::language::Text;
use leptos::html::Ol;
use leptos::prelude::*;

#[component]
pub(crate) fn Moves(
    scene: Memo<GameView>,
    messages: Texts,
    act: Callback<BoardAction>,
    /// The mark behind each move: `??` for a blunder.
    marks: Signal<Vec<&'static str>>,
) -> impl IntoView {
    let texts = Memo::new(move |_| scene.with(|scene| scene.moves.clone()));
    let shown = Memo::new(move |_| scene.with(|scene| scene.shown));
    let list = NodeRef::<Ol>::new();
    Effect::new(move |_| {
        shown.track();
        texts.track();
        if let Some(list) = list.get() {
            browser::reveal(&list, "[aria-current]");
        }
    });
    let jump = move |ply: usize, label: String| {
        view! {
            <button
                class="ply"
                aria-current=move || (shown.get() == ply).then_some("step")
                on:click=move |_| act.run(BoardAction::Jump(ply))
            >
                {label}
            </button>
        }
    };
    let rows = move || {
        let (texts, marks) = (texts.get(), marks.get());
        let mark = |ply: usize| marks.get(ply).copied().unwrap_or_default();
        let row = |(number, pair): (usize, &[String])| {
            let plies = pair.iter().enumerate().map(|(place, text)| {
                let ply = 2 * number + place;
                jump(ply + 1, format!("{text}{}", mark(ply)))
            });
            view! {
                <li>
                    <span class="turn">{number + 1}</span>
                    {plies.collect::<Vec<_>>()}
                </li>
            }
        };
        texts.chunks(2).enumerate().map(row).collect::<Vec<_>>()
    };
    let empty = move || texts.with(Vec::is_empty);
    view! {
        <section class="moves">
            <h2>{move || messages.with(|messages| messages.text(Text::Moves))}</h2>
            <Show
                when=move || !empty()
                fallback=move || view! { <p>{move || messages.with(|messages| messages.text(Text::NoMoves))}</p> }
            >
                {move || jump(0, messages.with(|messages| messages.text(Text::TheStart).to_owned()))}
            </Show>
            <ol node_ref=list tabindex="-1">{rows}</ol>
        </section>
    }
}
