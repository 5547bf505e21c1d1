//! The live board of Polygone: it shows the table and tells it what the player does.

#![allow(unreachable_pub, reason = "the component macro makes public items")]

use super::control::{Control, hole_id};
use super::speech;
use super::turn::{self, Motion, Spot, swing};
use crate::frame::{BoardTable as AnyTable, TableSignal as AnyShown, Texts};
use drawing::Point;
use drawing::polygone as draw;
use drawing::polygone::geometry::Geometry;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use polygone::{Hole, Placement, Polygon, Position, Segment, Triangles};
use rules::Side;

type Shown = AnyShown<Position>;
type Table = AnyTable<Position>;

#[component]
pub(super) fn Board(table: Shown, messages: Texts) -> impl IntoView {
    let view = Memo::new(move |_| table.with(|table| table.control().view()));
    let holes = Hole::all().map(|hole| view! { <HoleView table messages hole /> });
    let last = Memo::new(move |_| table.with(last_move));
    view! {
        <g class:choosing=move || table.with(|table| table.control().taking().is_some())>
            <g aria-hidden="true" inner_html=draw::defs()></g>
            <g aria-hidden="true" inner_html=move || draw::board(view.get()) + &draw::trays(view.get())></g>
            <g class="last-move" aria-hidden="true" inner_html=move || last.get()></g>
            <Fills table />
            <g class="places" aria-hidden="true">{move || table.with(places)}</g>
            <Choices table messages />
            <Segments table />
            <g class="why" aria-hidden="true">{move || table.with(refused)}</g>
            <g class="grip" aria-hidden="true">{move || table.with(grip)}</g>
            <g role="group" class="cells">{holes.collect::<Vec<_>>()}</g>
        </g>
    }
}

#[component]
fn HoleView(table: Shown, messages: Texts, hole: Hole) -> impl IntoView {
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
            class:aimed=is(|control, hole| control.aim() == Some(hole))
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

fn last_move(table: &Table) -> String {
    let last = table.last();
    last.map(|(_, mv)| draw::last_move(table.control().view(), mv))
        .unwrap_or_default()
}

fn stroke([from, to]: [Point; 2]) -> String {
    format!("M{:.3} {:.3}L{:.3} {:.3}", from.x, from.y, to.x, to.y)
}

/// The places round the held segment's pivot: where it may go is lit, where it may not is dim.
fn places(table: &Table) -> Vec<impl IntoView + use<>> {
    let control = table.control();
    let place = |(place, placement): (Segment, Placement)| {
        let class = match placement {
            Placement::Allowed => "way-open",
            Placement::Occupied => return None,
            Placement::Backward | Placement::Barred => "way-shut",
        };
        Some(view! { <path class=class d=stroke(control.view().segment(place)) /> })
    };
    control.places().into_iter().filter_map(place).collect()
}

/// The segments for which the last attempt was refused.
fn refused(table: &Table) -> Vec<impl IntoView + use<>> {
    let control = table.control();
    let view = control.view();
    let lit = |segment: Segment| view! { <path d=stroke(view.segment(segment)) /> };
    control.refused_segments().into_iter().map(lit).collect()
}

/// The end that is held, or that a press would take.
fn grip(table: &Table) -> Option<impl IntoView + use<>> {
    let control = table.control();
    let held = control.held().filter(|_| control.taking().is_none());
    let class = if held.is_some() {
        "grip-ring held"
    } else {
        "grip-ring"
    };
    let grip = held.or(control.hovered())?;
    let pivot = control.view().hole(grip.pivot);
    let way = control.view().hole(grip.end) - pivot;
    let (sin, cos) = control.swing().to_radians().sin_cos();
    let end = pivot + Point::new(way.x * cos - way.y * sin, way.x * sin + way.y * cos) * 0.86;
    Some(view! { <circle class=class cx=end.x cy=end.y r="0.17" /> })
}

/// A segment to be drawn; its element is made anew whenever this changes.
#[derive(Clone, Copy, PartialEq)]
struct Piece {
    spot: Spot,
    side: Side,
    view: Geometry,
    /// The number of the travel that it takes part in.
    number: Option<u32>,
    /// Round which hole it turns, from how many degrees off.
    turn: Option<(Hole, f64)>,
    /// Start of its flight: place and time.
    flight: Option<(Spot, u32)>,
    /// Whether it will be taken.
    goes: bool,
}

fn pieces(table: &Table) -> Vec<Piece> {
    let (travel, control) = (table.travel(), table.control());
    let mut pieces: Vec<Piece> = turn::segments(table.position())
        .into_iter()
        .map(|(spot, side)| {
            let mut piece = Piece {
                spot,
                side,
                view: control.view(),
                number: None,
                turn: None,
                flight: None,
                goes: false,
            };
            for motion in &travel.motions {
                piece.join(motion, travel.number);
            }
            piece
        })
        .collect();
    if let Some(taking) = control.taking() {
        let begun = taking.begun();
        let taken = begun.taken.segments();
        let places = [begun.old_end, begun.new_end].map(|end| Segment::between(begun.pivot, end));
        let degrees = -swing(table.position(), begun, control.view(), 0.0);
        for piece in &mut pieces {
            if let ([old, Some(new)], Spot::Place(place)) = (places, piece.spot)
                && Some(place) == old
            {
                piece.spot = Spot::Place(new);
                piece.turn = Some((begun.pivot, degrees));
            }
            piece.goes = matches!(piece.spot, Spot::Place(place) if taken.contains(place));
        }
    }
    pieces
}

impl Piece {
    /// Takes part in a motion, if that is its own.
    fn join(&mut self, motion: &Motion, number: u32) {
        match *motion {
            Motion::Turn { spot, pivot, degrees } if spot == self.spot => {
                self.number = Some(number);
                self.turn = Some((pivot, degrees));
            }
            Motion::Fly { spot, from, wait } if spot == self.spot => {
                self.number = Some(number);
                self.flight = Some((from, wait));
            }
            _ => {}
        }
    }

    /// By how many degrees it turns in flight: the short way round, because a segment looks the same both ways.
    fn flight_turn(&self) -> f64 {
        let angle = self.spot.pose(self.view).1;
        let from = self.flight.map_or(angle, |(from, _)| from.pose(self.view).1);
        (from - angle + 90.0).rem_euclid(180.0) - 90.0
    }

    /// Start of its flight as a transform, relative to its own place.
    fn flight_start(&self) -> String {
        let from = self.flight.map_or(self.spot, |(from, _)| from);
        let ((here, _, size), (there, _, from_size)) = (self.spot.pose(self.view), from.pose(self.view));
        let (way, turn, size) = (there - here, self.flight_turn(), from_size / size);
        format!(
            "translate({:.3}px,{:.3}px) rotate({turn:.1}deg) scale({size:.3})",
            way.x, way.y
        )
    }

    /// Distance of a pivot along the segment, before it flies.
    fn lever(&self, pivot: Hole) -> f64 {
        let start = self.flight.map_or(self.spot, |(from, _)| from);
        let (sin, cos) = (self.spot.pose(self.view).1 + self.flight_turn())
            .to_radians()
            .sin_cos();
        (self.view.hole(pivot) - start.pose(self.view).0).dot(Point::new(cos, sin))
    }
}

#[component]
fn Segments(table: Shown) -> impl IntoView {
    let pieces = Memo::new(move |_| table.with(pieces));
    let key = |piece: &Piece| {
        (
            piece.spot,
            piece.side,
            piece.view.flipped,
            piece.number,
            piece.goes,
        )
    };
    view! {
        <g class="segments" aria-hidden="true">
            <For each=move || pieces.get() key children=move |piece| view! { <SegmentView table piece /> } />
        </g>
    }
}

/// A segment in nested groups, from outside: its place, the flight there, the turn round the pivot, the turn by hand.
#[component]
fn SegmentView(table: Shown, piece: Piece) -> impl IntoView {
    let (place, angle, size) = piece.spot.pose(piece.view);
    let flies = if piece.flight.is_some() { "flies" } else { "" };
    let (turns, origin, degrees) = match piece.turn {
        Some((pivot, degrees)) => ("turns", piece.lever(pivot), degrees),
        None => ("", 0.0, 0.0),
    };
    let wait = piece.flight.map_or(0, |(_, wait)| wait);
    let hand = move || {
        table.with(|table| {
            let held = table
                .control()
                .held()
                .filter(|_| table.control().taking().is_none())?;
            let is_held = piece.spot == Spot::Place(held.segment()?);
            is_held.then(|| {
                format!(
                    "rotate({:.2} {:.3} 0)",
                    table.control().swing(),
                    piece.lever(held.pivot)
                )
            })
        })
    };
    view! {
        <g transform=translate(place)>
            <g
                class=format!("segment {flies}")
                class:goes=piece.goes
                style=("--from", piece.flight_start())
                style=("--wait", format!("{wait}ms"))
            >
                <g transform=format!("rotate({angle:.2}) scale({size})")>
                    <g
                        class=turns
                        style=("--by", format!("{degrees:.2}deg"))
                        style=("transform-origin", format!("{origin:.3}px 0px"))
                    >
                        <g class="hand" transform=hand>
                            <use_ href=format!("#{}", draw::segment_id(piece.side))></use_>
                        </g>
                    </g>
                </g>
            </g>
        </g>
    }
}

/// The outline of a polygon, triangle by triangle.
fn outline(view: Geometry, inside: Triangles) -> String {
    let corner = |place: Point| format!("{:.3} {:.3}", place.x, place.y);
    let triangle = |triangle| format!("M{}Z", view.triangle(triangle).map(corner).join("L"));
    inside.into_iter().map(triangle).collect()
}

/// The polygons that are being taken fill and fade.
#[component]
fn Fills(table: Shown) -> impl IntoView {
    let fills = Memo::new(move |_| {
        table.with(|table| {
            let travel = table.travel();
            let fills = travel.motions.iter().filter_map(|motion| match motion {
                Motion::Fill { inside, wait } => {
                    Some((travel.number, *wait, outline(table.control().view(), *inside)))
                }
                _ => None,
            });
            fills.collect::<Vec<_>>()
        })
    });
    view! {
        <g aria-hidden="true">
            <For
                each=move || fills.get()
                key=|(number, wait, _)| (*number, *wait)
                children=|(_, wait, outline)| {
                    view! { <path class="polygon fills" d=outline style=("--wait", format!("{wait}ms")) /> }
                }
            />
        </g>
    }
}

/// The polygons to choose from, numbered as the keys are.
#[component]
fn Choices(table: Shown, messages: Texts) -> impl IntoView {
    let polygons = Memo::new(move |_| {
        table.with(|table| {
            let taking = table.control().taking();
            let polygons = taking.map(|taking| taking.polygons().copied().collect::<Vec<_>>());
            polygons.unwrap_or_default()
        })
    });
    let choice = move |(index, polygon): (usize, Polygon)| {
        let take = move || table.update(|table| table.act(|control| control.take(index)));
        let keydown = move |event: KeyboardEvent| {
            if matches!(event.key().as_str(), "Enter" | " ") {
                event.prevent_default();
                event.stop_propagation();
                take();
            }
        };
        let label = move || {
            messages.with(|messages| {
                table.with(|table| speech::polygon(messages, table.position(), table.control(), index))
            })
        };
        let view = table.with_untracked(|table| table.control().view());
        view! {
            <g id=format!("polygon-{}", index + 1) class="choice-mark" role="button" tabindex="0" aria-label=label on:keydown=keydown>
                <path class="polygon" d=outline(view, polygon.inside) />
                <g transform=translate(middle(view, polygon.inside))>
                    <circle class="mark" r="0.17" />
                    <text class="mark-number" dy="0.07">{index + 1}</text>
                </g>
            </g>
        }
    };
    move || {
        polygons
            .get()
            .into_iter()
            .enumerate()
            .map(choice)
            .collect::<Vec<_>>()
    }
}

/// A place inside, near the middle: that of the triangle nearest to it.
fn middle(view: Geometry, inside: Triangles) -> Point {
    let middle = |triangle| {
        let [a, b, c] = view.triangle(triangle);
        (a + b + c) * (1.0 / 3.0)
    };
    let middles: Vec<Point> = inside.into_iter().map(middle).collect();
    let sum = middles.iter().fold(Point::default(), |sum, place| sum + *place);
    let mean = sum * (1.0 / middles.len().max(1) as f64);
    let off = |place: &Point| (*place - mean).length();
    middles
        .into_iter()
        .min_by(|a, b| off(a).total_cmp(&off(b)))
        .unwrap_or(mean)
}
