//! The live board of Polygone: it shows the table and tells it what the player does.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::control::{Control, hole_id};
use super::speech;
use crate::frame::{Shown, Table, Texts};
use drawing::Point;
use drawing::polygone as draw;
use leptos::prelude::*;
use polygone::{Hole, Position};

#[component]
pub(super) fn Board(table: Shown<Position>, messages: Texts) -> impl IntoView {
    let view = Memo::new(move |_| table.with(|table| table.control().view()));
    let segments =
        Memo::new(move |_| table.with(|table| draw::segments(table.position(), table.control().view())));
    let holes = Hole::all().map(|hole| view! { <HoleView table messages hole /> });
    view! {
        <g aria-hidden="true" inner_html=draw::defs()></g>
        <g aria-hidden="true" inner_html=move || draw::board(view.get())></g>
        <g class="last-move" aria-hidden="true" inner_html=move || table.with(last_move)></g>
        <g aria-hidden="true" inner_html=move || segments.get()></g>
        <g class="held-segment" aria-hidden="true">{move || table.with(held)}</g>
        <g class="prey" aria-hidden="true">{move || table.with(prey)}</g>
        <g role="group" class="cells">{holes.collect::<Vec<_>>()}</g>
    }
}

#[component]
fn HoleView(table: Shown<Position>, messages: Texts, hole: Hole) -> impl IntoView {
    let is = move |test: fn(&Control, Hole) -> bool| move || table.with(|table| test(table.control(), hole));
    let held = is(|control, hole| control.held().is_some_and(|held| held.end == hole));
    let label = move || {
        messages.with(|messages| {
            table.with(|table| speech::hole(messages, table.position(), table.control(), hole))
        })
    };
    let place = move || table.with(|table| table.control().view().hole(hole));
    let focus = move |_| {
        table.update(|table| {
            table.touch(|control| {
                control.focus(hole);
                true
            });
        });
    };
    view! {
        <g
            id=hole_id(hole)
            role="button"
            class="cell"
            class:lit=is(Control::lights)
            class:held=held
            aria-pressed=move || held().to_string()
            aria-label=label
            tabindex=move || if table.with(|table| table.control().cursor()) == hole { "0" } else { "-1" }
            transform=move || translate(place())
            on:focus=focus
        >
            <circle class="touch" r="0.25" />
            <circle class="glow" r="0.19" />
            <circle class="light" r="0.08" />
            <circle class="focus-ring" r="0.24" />
        </g>
    }
}

fn translate(place: Point) -> String {
    format!("translate({:.3} {:.3})", place.x, place.y)
}

fn last_move(table: &Table<Position>) -> String {
    let last = table.last();
    last.map(|(_, mv)| draw::last_move(table.control().view(), mv))
        .unwrap_or_default()
}

/// The segment that is held, with its moving end thick.
fn held(table: &Table<Position>) -> Option<impl IntoView + use<>> {
    let control = table.control();
    let held = control.held()?;
    let [from, to] = [held.pivot, held.end].map(|hole| control.view().hole(hole));
    let way = format!("M{:.3} {:.3}L{:.3} {:.3}", from.x, from.y, to.x, to.y);
    Some(view! { <path class="way" d=way /> })
}

/// What can be chosen to be taken, numbered as the keys are.
fn prey(table: &Table<Position>) -> Vec<impl IntoView + use<>> {
    let control = table.control();
    let mark = |(index, segment)| {
        let middle = control.view().middle(segment);
        view! {
            <g transform=translate(middle)>
                <circle class="mark" r="0.17" />
                <text class="mark-number" dy="0.07">{index + 1}</text>
            </g>
        }
    };
    control.prey().into_iter().enumerate().map(mark).collect()
}
