//! The live board of Isometron: it shows the table and tells it what the player does.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use crate::frame::{Shown, Table, Texts};
use crate::language::Text;
use drawing::isometron as draw;
use isometron::{Move, Position, Tiles};
use leptos::prelude::*;

#[component]
pub(super) fn Board(table: Shown<Position>, messages: Texts) -> impl IntoView {
    let board = Memo::new(move |_| table.with(|table| (table.control().view(), table.position().symmetry())));
    let pointed = move || {
        table.with(|table| {
            let pointed = table.control().pointed();
            pointed.map(|mv| rules::Game::move_text(table.position(), mv))
        })
    };
    view! {
        <g aria-hidden="true" inner_html=draw::defs()></g>
        <g
            aria-hidden="true"
            inner_html=move || {
                let (view, symmetry) = board.get();
                draw::board(view, symmetry)
            }
        ></g>
        <g
            aria-hidden="true"
            inner_html=move || table.with(|table| draw::tiles(table.control().view(), table.position().tiles()))
        ></g>
        <g class="last-move" aria-hidden="true" inner_html=move || table.with(last_move)></g>
        <g class="preview" aria-hidden="true" inner_html=move || table.with(preview)></g>
        <g
            id="isometron-moves"
            role="img"
            tabindex="0"
            aria-label=move || pointed().unwrap_or_else(|| messages.with(|m| m.text(Text::Moves).to_owned()))
        >
            <rect class="touch" x="-4" y="-4" width="8" height="8" />
        </g>
    }
}

fn last_move(table: &Table<Position>) -> String {
    let last = table.last();
    last.map(|(_, mv)| draw::last_move(table.control().view(), table.position(), mv))
        .unwrap_or_default()
}

fn preview(table: &Table<Position>) -> String {
    let (view, pointed) = (table.control().view(), table.control().pointed());
    let Some(Move::Tile(tile)) = pointed else {
        return String::new();
    };
    let line = table.position().preview(tile);
    draw::tiles(view, &Tiles::NONE.with(tile)) + &draw::closed_line(view, &line)
}
