//! The live board of Isometron: it shows the table and tells it what the player does.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::control::{Control, cell_id};
use super::speech;
use crate::frame::{Shown, Table, Texts};
use crate::language::Text;
use drawing::isometron as draw;
use isometron::board::SIZE;
use isometron::{Cell, Position, Tiles};
use leptos::prelude::*;

#[component]
pub(super) fn Board(table: Shown<Position>, messages: Texts) -> impl IntoView {
    let board = Memo::new(move |_| table.with(|table| (table.control().view(), table.position().symmetry())));
    let tiles =
        Memo::new(move |_| table.with(|table| draw::tiles(table.control().view(), table.position().tiles())));
    let last = Memo::new(move |_| table.with(last_move));
    let preview = Memo::new(move |_| table.with(preview));
    view! {
        <g aria-hidden="true" inner_html=draw::defs()></g>
        <g
            aria-hidden="true"
            inner_html=move || {
                let (view, symmetry) = board.get();
                draw::board(view, symmetry)
            }
        ></g>
        <g aria-hidden="true" inner_html=move || tiles.get()></g>
        <g class="last-move" aria-hidden="true" inner_html=move || last.get()></g>
        <g class="preview" aria-hidden="true" inner_html=move || preview.get()></g>
        <Cells table messages />
    }
}

/// The cells as a grid for keyboards and screen readers.
#[component]
fn Cells(table: Shown<Position>, messages: Texts) -> impl IntoView {
    let rows = (0..SIZE).rev().map(|row| {
        let number = (row + 1).to_string();
        let label = move || messages.with(|messages| messages.fill(Text::Row, &[("row", &number)]));
        let cells = (0..SIZE).filter_map(|column| Cell::new(row, column));
        let cells: Vec<_> = cells
            .map(|cell| view! { <CellView table messages cell /> })
            .collect();
        view! { <g role="row" aria-label=label>{cells}</g> }
    });
    view! { <g role="grid" class="cells">{rows.collect::<Vec<_>>()}</g> }
}

#[component]
fn CellView(table: Shown<Position>, messages: Texts, cell: Cell) -> impl IntoView {
    let label = move || {
        messages.with(|messages| {
            table.with(|table| speech::cell(messages, table.position(), table.control(), cell))
        })
    };
    let place = move || {
        let place = table.with(|table| table.control().view().cell(cell));
        format!("translate({:.3} {:.3})", place.x, place.y)
    };
    let focus = move |_| {
        table.update(|table| {
            table.touch(|control| {
                control.focus(cell);
                true
            });
        });
    };
    let is_open = move || table.with(|table| Control::is_open(table.control(), cell));
    view! {
        <g
            id=cell_id(cell)
            role="gridcell"
            class="cell"
            class:movable=is_open
            aria-label=label
            tabindex=move || if table.with(|table| table.control().cursor()) == cell { "0" } else { "-1" }
            transform=place
            on:focus=focus
        >
            <rect class="touch" x="-0.5" y="-0.5" width="1" height="1" />
            <rect class="focus-ring" x="-0.46" y="-0.46" width="0.92" height="0.92" rx="0.08" />
        </g>
    }
}

fn last_move(table: &Table<Position>) -> String {
    let last = table.last();
    last.map(|(_, mv)| draw::last_move(table.control().view(), table.position(), mv))
        .unwrap_or_default()
}

/// The tile in hand, and the line that it would close.
fn preview(table: &Table<Position>) -> String {
    let view = table.control().view();
    let Some(tile) = table.control().pointed() else {
        return String::new();
    };
    let line = table.position().preview(tile);
    draw::tiles(view, &Tiles::NONE.with(tile)) + &draw::closed_line(view, &line)
}
