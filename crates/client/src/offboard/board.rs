//! The live board: SVG as real DOM. It shows the table and tells it what the player does.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::control::{Control, cell_id};
use super::hand::Held;
use super::speech;
use super::turn::{self, Motion, PlayableStep, Spot};
use crate::frame::{BoardTable as AnyTable, TableSignal as AnyShown, Texts};
use crate::language::Text;
use drawing::Point;
use drawing::offboard::geometry::{CELL_RADIUS, Geometry, TARGET_RADIUS, TRAY};
use drawing::offboard::marble_id;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use offboard::board::TARGET_COUNT;
use offboard::{Cell, Position};
use rules::Side;

type Table = AnyTable<Position>;
type Shown = AnyShown<Position>;

/// The board.
#[component]
pub(super) fn Board(table: Shown, messages: Texts) -> impl IntoView {
    let view = Memo::new(move |_| table.with(|table| table.control().view()));
    view! {
        <g
            class:aiming=move || table.with(|table| table.control().hand().aim().is_some())
            class:returning=move || table.with(|table| table.control().hand().held() == Held::Returned)
        >
            <g aria-hidden="true" inner_html=drawing::offboard::defs()></g>
            <g aria-hidden="true" inner_html=move || drawing::offboard::board(view.get())></g>
            <Targets table messages view />
            <Ways table />
            <Cells table messages view />
            <Tray table messages />
            <Marbles table />
            <g class="last-move" aria-hidden="true" inner_html=move || table.with(last_move)></g>
            <g class="why" aria-hidden="true">{move || table.with(refused)}</g>
        </g>
    }
}

/// The marbles for which the last attempt was refused.
fn refused(table: &Table) -> Vec<impl IntoView + use<>> {
    let control = table.control();
    let view = control.view();
    let ring = |cell: Cell| view! { <circle r="0.44" transform=translate(view.cell(cell)) /> };
    control.refused_cells().map(ring).collect()
}

fn last_move(table: &Table) -> String {
    let last = table.last();
    last.map(|(_, mv)| drawing::offboard::last_move(table.control().view(), mv))
        .unwrap_or_default()
}

fn translate(place: Point) -> String {
    format!("translate({:.3} {:.3})", place.x, place.y)
}

/// The cells as a grid for keyboards and screen readers, and what is lit on them.
#[component]
fn Cells(table: Shown, messages: Texts, view: Memo<Geometry>) -> impl IntoView {
    let rows = (1..=9_i8).rev().map(|row| {
        let cells: Vec<Cell> = Cell::all().filter(|cell| cell.row() == row).collect();
        let letter = char::from(b'a' + row as u8 - 1).to_string();
        let label = move || messages.with(|messages| messages.fill(Text::Row, &[("row", &letter)]));
        let cells: Vec<_> = cells
            .into_iter()
            .map(|cell| view! { <CellView table messages view cell /> })
            .collect();
        view! { <g role="row" aria-label=label>{cells}</g> }
    });
    view! {
        <g role="grid" class="cells">
            {rows.collect::<Vec<_>>()}
        </g>
    }
}

#[component]
fn CellView(table: Shown, messages: Texts, view: Memo<Geometry>, cell: Cell) -> impl IntoView {
    let is = move |test: fn(&Control, Cell) -> bool| move || table.with(|table| test(table.control(), cell));
    let held = is(|control, cell| control.hand().held() == Held::Marble(cell));
    let label = move || {
        messages.with(|messages| {
            table.with(|table| speech::cell(messages, table.position(), table.control(), cell))
        })
    };
    view! {
        <g
            id=cell_id(cell)
            role="gridcell"
            class="cell"
            class:lit=is(Control::lights)
            class:movable=is(Control::is_movable)
            class:held=held
            aria-selected=move || held().to_string()
            aria-label=label
            tabindex=move || if table.with(|table| table.control().cursor()) == cell { "0" } else { "-1" }
            transform=move || translate(view.get().cell(cell))
            on:focus=move |_| {
                table.update(|table| {
                    table.act(|control| {
                        control.focus(cell);
                        None
                    });
                });
            }
        >
            <circle class="touch" r="0.5" />
            <circle class="glow" r=CELL_RADIUS />
            <circle class="light" r="0.13" />
            <circle class="focus-ring" r="0.47" />
        </g>
    }
}

/// The ways that the held marble's lines can go, and the one that a release would play.
#[component]
fn Ways(table: Shown) -> impl IntoView {
    let all = move || {
        table.with(|table| {
            let control = table.control();
            let view = control.view();
            let ways = control
                .held_lines()
                .map(|line| stroke([view.cell(line.from), front(view, line)]));
            ways.collect::<String>()
        })
    };
    let aimed = move || {
        table.with(|table| {
            let control = table.control();
            let aim = control.hand().aim();
            aim.map(|(line, _)| arrow(control.view(), line))
                .unwrap_or_default()
        })
    };
    view! {
        <path class="way" aria-hidden="true" d=all />
        <path class="way aimed" aria-hidden="true" d=aimed />
    }
}

/// The place that the foremost marble of a line enters.
fn front(view: Geometry, line: &PlayableStep) -> Point {
    let foremost = line.cells().last().unwrap_or(line.from);
    view.cell(foremost) + view.step(line.direction)
}

fn arrow(view: Geometry, line: &PlayableStep) -> String {
    let (step, front) = (view.step(line.direction), front(view, line));
    let (tip, back) = (front - step * 0.1, front - step * 0.32);
    let wing = Point::new(-step.y, step.x) * 0.22;
    stroke([view.cell(line.from), tip]) + &stroke([back + wing, tip]) + &stroke([back - wing, tip])
}

/// A straight piece of a path.
fn stroke([from, to]: [Point; 2]) -> String {
    format!("M{:.3} {:.3}L{:.3} {:.3}", from.x, from.y, to.x, to.y)
}

/// The targets in words, and which of them the held marble can reach.
#[component]
fn Targets(table: Shown, messages: Texts, view: Memo<Geometry>) -> impl IntoView {
    let target_view = move |target: usize| {
        let groove = move || {
            let (hole, value) = view.get().target(target);
            stroke([hole, value])
        };
        let label = move || {
            messages.with(|messages| table.with(|table| speech::target(messages, table.position(), target)))
        };
        view! {
            <path
                role="img"
                class="target"
                class:lit=move || table.with(|table| table.control().lights_target(target))
                aria-label=label
                d=groove
                stroke-width=2.0 * TARGET_RADIUS
            />
        }
    };
    (0..TARGET_COUNT).map(target_view).collect::<Vec<_>>()
}

/// The place beside the board for a marble to put back; a button while there is one.
#[component]
fn Tray(table: Shown, messages: Texts) -> impl IntoView {
    let label = Memo::new(move |_| {
        messages.with(|messages| table.with(|table| speech::tray(messages, table.position())))
    });
    let keydown = move |event: KeyboardEvent| {
        if matches!(event.key().as_str(), "Enter" | " ") {
            event.prevent_default();
            event.stop_propagation();
            table.update(|table| {
                table.act(|control| {
                    control.choose_tray();
                    None
                });
            });
        }
    };
    let held = move || table.with(|table| table.control().hand().held() == Held::Returned);
    view! {
        <Show when=move || label.with(Option::is_some)>
            <g
                id="tray"
                class="cell tray movable"
                class:held=held
                role="button"
                tabindex="0"
                aria-pressed=move || held().to_string()
                aria-label=move || label.get()
                transform=translate(TRAY)
                on:keydown=keydown
            >
                <circle class="touch" r="0.6" />
                <circle class="hollow" r="0.5" />
                <circle class="glow" r="0.5" />
                <circle class="focus-ring" r="0.56" />
            </g>
        </Show>
    }
}

/// A marble to be drawn; its element is made anew whenever this changes.
#[derive(Clone, Copy, PartialEq)]
struct Piece {
    spot: Spot,
    side: Side,
    view: Geometry,
    /// Its way here and the number of the travel, if it has just come.
    motion: Option<(Motion, u32)>,
}

fn pieces(table: &Table) -> Vec<Piece> {
    let travel = table.travel();
    let piece = |(spot, side)| Piece {
        spot,
        side,
        view: table.control().view(),
        motion: travel
            .motions
            .iter()
            .find(|motion| motion.spot == spot)
            .map(|motion| (*motion, travel.number)),
    };
    turn::marbles(table.position()).into_iter().map(piece).collect()
}

#[component]
fn Marbles(table: Shown) -> impl IntoView {
    let pieces = Memo::new(move |_| table.with(pieces));
    let key = |piece: &Piece| {
        let travel = piece.motion.map(|(_, number)| number);
        (piece.spot, piece.side, piece.view.flipped, travel)
    };
    view! {
        <g class="marbles" aria-hidden="true">
            <For each=move || pieces.get() key children=move |piece| view! { <Marble table piece /> } />
        </g>
    }
}

#[component]
fn Marble(table: Shown, piece: Piece) -> impl IntoView {
    let Piece {
        spot,
        side,
        view,
        motion,
    } = piece;
    let place = spot.place(view);
    let (from, via) = match motion {
        Some((Motion { from, via, .. }, _)) => (from - place, via.map(|via| via - place)),
        None => (Point::default(), None),
    };
    let way = match (motion, via) {
        (None, _) => "",
        (Some(_), None) => "slides",
        (Some(_), Some(_)) => "rolls",
    };
    let via = via.unwrap_or_default();
    let px = |length: f64| format!("{length:.3}px");
    let displacement = move || {
        let by = table.with(|table| table.control().displacement(spot));
        format!("translate({:.3}px, {:.3}px)", by.x, by.y)
    };
    let aimed = move || {
        table.with(|table| {
            let line = table.control().hand().aim().map(|(line, _)| line);
            line.is_some_and(|line| line.cells().any(|cell| Spot::Cell(cell) == spot))
        })
    };
    view! {
        <g transform=translate(place)>
            <g
                class=format!("marble {way}")
                class:aimed=aimed
                style=("--from-x", px(from.x))
                style=("--from-y", px(from.y))
                style=("--via-x", px(via.x))
                style=("--via-y", px(via.y))
                style:transform=displacement
            >
                <use_ href=format!("#{}", marble_id(side))></use_>
            </g>
        </g>
    }
}
