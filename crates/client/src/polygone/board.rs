//! The live board of Polygone: it shows the table and tells it what the player does.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use crate::frame::{Shown, Table, Texts};
use crate::language::Text;
use drawing::polygone as draw;
use leptos::prelude::*;
use polygone::Position;

#[component]
pub(super) fn Board(table: Shown<Position>, messages: Texts) -> impl IntoView {
    let view = Memo::new(move |_| table.with(|table| table.control().view()));
    let pointed = move || {
        table.with(|table| {
            let pointed = table.control().pointed();
            pointed.map(|mv| rules::Game::move_text(table.position(), mv))
        })
    };
    view! {
        <g aria-hidden="true" inner_html=draw::defs()></g>
        <g aria-hidden="true" inner_html=move || draw::board(view.get())></g>
        <g aria-hidden="true" inner_html=move || table.with(last_move)></g>
        <g
            aria-hidden="true"
            inner_html=move || table.with(|table| draw::segments(table.position(), table.control().view()))
        ></g>
        <g aria-hidden="true">{move || table.with(goals)}</g>
        <g
            id="polygone-moves"
            role="img"
            tabindex="0"
            aria-label=move || pointed().unwrap_or_else(|| messages.with(|m| m.text(Text::Moves).to_owned()))
        >
            <circle class="touch" r="2.4" />
        </g>
    }
}

fn last_move(table: &Table<Position>) -> String {
    let last = table.last();
    last.map(|(_, mv)| draw::last_move(table.control().view(), mv))
        .unwrap_or_default()
}

fn goals(table: &Table<Position>) -> Vec<impl IntoView + use<>> {
    let control = table.control();
    let goal = |hole| {
        let at = control.view().hole(hole);
        let pointed = control.pointed().is_some_and(|mv| mv.new_end == hole);
        view! {
            <g class="cell lit" class:held=pointed transform=format!("translate({:.3} {:.3})", at.x, at.y)>
                <circle class="glow" r="0.2" />
                <circle class="light" r="0.08" />
            </g>
        }
    };
    control.goals().map(goal).collect()
}
