//! The interactive board of Isometron: it shows the table and passes on the player's input.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::control::{Control, cell_id};
use super::speech;
use super::turn::{Motion, Way, longest_of_all, pace, placed};
use crate::frame::{BoardTable as AnyTable, TableSignal as AnyShown, Texts};
use crate::language::Text;
use drawing::Point;
use drawing::isometron as draw;
use drawing::isometron::geometry::{Geometry, RACK_HEIGHT};
use isometron::board::SIZE;
use isometron::{Cell, Corner, Forbidden, LineLink, Move, Position, Tile};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use rules::Side;

type Shown = AnyShown<Position>;
type Table = AnyTable<Position>;

#[component]
pub(super) fn Board(table: Shown, messages: Texts) -> impl IntoView {
    let board = Memo::new(move |_| table.with(|table| (table.control().view(), table.position().symmetry())));
    let state = Memo::new(move |_| table.with(BoardState::new));
    let preview = Memo::new(move |_| table.with(preview));
    view! {
        <g
            transform=format!("translate(0 {})", -RACK_HEIGHT / 2.0)
            class:aiming=move || table.with(|table| !table.control().line().is_empty())
        >
            <g aria-hidden="true" inner_html=draw::defs()></g>
            <g
                aria-hidden="true"
                inner_html=move || {
                    let (view, symmetry) = board.get();
                    draw::board(view, symmetry)
                }
            ></g>
            <g class="tiles" aria-hidden="true" inner_html=move || state.with(BoardState::tiles)></g>
            <g class="last-move" aria-hidden="true" inner_html=move || state.with(BoardState::mark)></g>
            <g class="line" aria-hidden="true">{move || state.with(lit_line)}</g>
            <g class="coming" aria-hidden="true">{move || state.with(coming)}</g>
            <Cells table messages />
            <g class="preview" aria-hidden="true" inner_html=move || preview.get()></g>
            <Rack table messages />
        </g>
    }
}

/// Tiles on the board and the last move. Two are equal until the next move, so that the longest line is not searched
/// again whenever the pointer moves.
#[derive(Clone, PartialEq)]
struct BoardState {
    position: Position,
    view: Geometry,
    last: Option<Move>,
    /// The tile that the last move put on the board.
    placed: Option<Tile>,
    motion: Option<Motion>,
    number: u32,
    is_over: bool,
}

impl BoardState {
    fn new(table: &Table) -> BoardState {
        let travel = table.travel();
        BoardState {
            position: *table.position(),
            view: table.control().view(),
            last: table.last().map(|(_, mv)| mv),
            placed: table.last().and_then(|(before, mv)| placed(before, mv)),
            motion: travel.motions.first().cloned(),
            number: travel.number,
            is_over: table.outcome().is_some(),
        }
    }

    fn tiles(&self) -> String {
        let late = self.motion.as_ref().map(|motion| motion.tile.cell);
        draw::tiles_with(self.view, self.position.tiles(), late)
    }

    /// Mark of the last move; a wrong image has a cross.
    fn mark(&self) -> String {
        let wrong = match self.last {
            Some(Move::Wrong(tile)) if self.position.tiles().get(tile.cell).is_none() => {
                let place = self.view.cell(tile.cell);
                at(place, "wrong", self.view, tile.cell.camp(), tile.blank)
            }
            _ => String::new(),
        };
        let mark = self.last.map(|last| draw::last_mark(self.view, last));
        wrong + &mark.unwrap_or_default()
    }

    /// The line that the last move closed; when the game is over, the longest of all.
    fn line(&self) -> Vec<LineLink> {
        match (self.is_over, &self.motion, self.placed) {
            (true, ..) => longest_of_all(&self.position),
            (_, Some(motion), _) => motion.line.clone(),
            (_, None, Some(tile)) => self.position.scored_line(tile.cell),
            (_, None, None) => Vec::new(),
        }
    }
}

/// The line that the last move closed; after a move it lights up tile by tile.
fn lit_line(state: &BoardState) -> AnyView {
    let line = state.line();
    let (wait, step) = pace(line.len());
    let class = if state.motion.is_some() { "lights" } else { "" };
    let layer = |(colour, width, opacity): (&'static str, &'static str, &'static str)| {
        let part = |index: usize| {
            let wait = format!("{}ms", wait + index as u32 * step);
            view! { <path class=class d=draw::link_path(state.view, &line, index) style=("--wait", wait) /> }
        };
        let links = (0..line.len()).map(part).collect::<Vec<_>>();
        view! { <g stroke=colour stroke-width=width opacity=opacity>{links}</g> }
    };
    draw::LINE_STROKES
        .map(layer)
        .into_iter()
        .collect::<Vec<_>>()
        .into_any()
}

/// The last tile on its way to its cell, with the points that it scores.
fn coming(state: &BoardState) -> Option<AnyView> {
    let Motion { tile, way, line } = state.motion.as_ref()?;
    let place = state.view.cell(tile.cell);
    let (class, from) = match way {
        Way::Down => ("set-down", String::new()),
        Way::Image {
            from,
            degrees,
            reflected,
        } => {
            let flip = if *reflected { -1 } else { 1 };
            let from = format!(
                "translate({:.3}px,{:.3}px) rotate({degrees}deg) scaleY({flip})",
                from.x, from.y
            );
            ("arrives", from)
        }
    };
    let (wait, step) = pace(line.len());
    let badge = (!line.is_empty()).then(|| {
        let wait = format!("{}ms", wait + step * line.len() as u32);
        let drawn = draw::badge(Point::new(0.3, -0.3), line.len());
        view! { <g class="badge" style=("--wait", wait) inner_html=drawn></g> }
    });
    let drawn = draw::tile(state.view, tile.cell.camp(), tile.blank);
    let view = view! {
        <g transform=format!("translate({:.3} {:.3})", place.x, place.y)>
            <g class=class style=("--from", from) inner_html=drawn></g>
            {badge}
        </g>
    };
    Some(view.into_any())
}

/// The cells as a grid for keyboards and screen readers.
#[component]
fn Cells(table: Shown, messages: Texts) -> impl IntoView {
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
fn CellView(table: Shown, messages: Texts, cell: Cell) -> impl IntoView {
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
            class:open=is_open
            aria-label=label
            tabindex=move || if table.with(|table| table.control().cursor()) == cell { "0" } else { "-1" }
            transform=place
            on:focus=focus
        >
            <rect class="touch" x="-0.5" y="-0.5" width="1" height="1" />
            <circle class="open-mark" r="0.07" />
            <rect class="focus-ring" x="-0.46" y="-0.46" width="0.92" height="0.92" rx="0.08" />
        </g>
    }
}

/// The tile in hand on the pointed cell, with the line that it would close and its points; or the mark of a refusal.
fn preview(table: &Table) -> String {
    let control = table.control();
    let (view, turn) = (control.view(), hand(table));
    if let Some(tile) = control.pointed() {
        let place = view.cell(tile.cell);
        let line = control.line();
        let badge = if line.is_empty() {
            String::new()
        } else {
            draw::badge(place + Point::new(0.3, -0.3), line.len())
        };
        return at(place, "in-hand", view, turn, tile.blank) + &draw::closed_line(view, line) + &badge;
    }
    let carried = control
        .carried()
        .map(|place| at(place, "in-hand", view, turn, control.blank()));
    carried
        .or_else(|| {
            let (tile, reason) = control.refusal()?;
            Some(refused(view, table.position(), tile, reason))
        })
        .unwrap_or_default()
}

/// A refused tile, with the line that it would stop; the cell alone if no tile may lie there.
fn refused(view: Geometry, position: &Position, tile: Tile, reason: Forbidden) -> String {
    let shown = at(
        view.cell(tile.cell),
        "refused",
        view,
        tile.cell.camp(),
        tile.blank,
    );
    match reason {
        Forbidden::OtherCamp | Forbidden::Taken => draw::refused_cell(view, tile.cell),
        Forbidden::Web => shown + &draw::refused_cell(view, tile.cell),
        Forbidden::Stops(line) => shown + &draw::stopped_line(view, position.tiles(), tile, &line),
    }
}

fn at(place: Point, class: &str, view: Geometry, side: Side, blank: Corner) -> String {
    let tile = draw::tile(view, side, blank);
    format!(
        "<g class=\"{class}\" transform=\"translate({:.3} {:.3})\">{tile}</g>",
        place.x, place.y
    )
}

/// Side of the tile in hand.
fn hand(table: &Table) -> Side {
    table.control().side().unwrap_or_else(|| table.turn())
}

/// The tile in hand in its four orientations; the player places the chosen one.
#[component]
fn Rack(table: Shown, messages: Texts) -> impl IntoView {
    let state = Memo::new(move |_| {
        table.with(|table| (table.control().is_active(), hand(table), table.control().view()))
    });
    let slot = move |blank: Corner| {
        let is_chosen = move || table.with(|table| table.control().blank() == blank);
        let keydown = move |event: KeyboardEvent| {
            if matches!(event.key().as_str(), "Enter" | " ") {
                event.prevent_default();
                event.stop_propagation();
                table.update(|table| {
                    table.touch(|control| {
                        control.lay(blank);
                        true
                    });
                });
            }
        };
        let label = move || messages.with(|messages| speech::in_hand(messages, blank));
        let drawn = move || {
            let (_, side, view) = state.get();
            draw::tile(view, side, blank)
        };
        let place = Geometry::default().rack(blank);
        view! {
            <g
                id=format!("hand-{}", blank.index())
                class="slot"
                class:chosen=is_chosen
                role="button"
                tabindex="0"
                aria-pressed=move || is_chosen().to_string()
                aria-label=label
                transform=format!("translate({:.3} {:.3})", place.x, place.y)
                on:keydown=keydown
            >
                <rect class="touch" x="-0.7" y="-0.7" width="1.4" height="1.4" />
                <rect class="slot-frame" x="-0.6" y="-0.6" width="1.2" height="1.2" rx="0.16" />
                <g aria-hidden="true" inner_html=drawn></g>
                <rect class="focus-ring" x="-0.62" y="-0.62" width="1.24" height="1.24" rx="0.18" />
            </g>
        }
    };
    view! {
        <g
            role="group"
            class="rack"
            class:resting=move || !state.get().0
            aria-label=move || messages.with(|messages| messages.text(Text::IsometronHand))
        >
            {Corner::ALL.map(slot).into_iter().collect::<Vec<_>>()}
        </g>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::session::MoveCursor;
    use crate::frame::table::SidePlayer;

    #[test]
    fn the_line_of_a_corrected_image_is_lit_when_the_page_is_opened_again() {
        let start = "8/c1c5/1b3d2/1c1bb3/1d2a3/1a3c2/d1d5/8 axial r d4ne 0 0-0".parse();
        let kept = MoveCursor::from_text(start.unwrap(), "1 d4nw?").unwrap();
        let table = Table::new(kept, [SidePlayer::Person; 2]);
        assert_eq!(BoardState::new(&table).line().len(), 4);
    }
}
