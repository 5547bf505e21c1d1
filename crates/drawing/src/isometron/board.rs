//! The fixed parts: the plate, the camps with their webs, the median line and the coordinates.

use super::geometry::{COORDINATES, Geometry, HALF, PLATE};
use crate::Point;
use crate::glyphs::{label, pen};
use crate::svg::{CARD, circle, group, number, pair, path, polygon};
use isometron::{Cell, Corner, Symmetry};

/// Rings of a web.
const WEB_RINGS: [f64; 3] = [0.16, 0.28, 0.4];
/// Threads from the middle of a web.
const WEB_THREADS: u32 = 8;
/// How far a ring's thread hangs towards the middle, as a part of its distance.
const WEB_SAG: f64 = 0.8;
const ENGRAVED: &str = "#6b5a45";
const MEDIAN: &str = "#7a5c33";
/// The cells of the camps.
const CAMPS: [&str; 2] = ["#f4ddd3", "#d5e1ee"];
const WEBS: [&str; 2] = ["#b5796a", "#6d87a8"];

/// Everything that never moves: the plate, the camps with their webs, the median line and the coordinates.
pub fn board(view: Geometry, symmetry: Symmetry) -> String {
    let mut drawn = square_plate(0.06, "#a98f61") + &square_plate(0.0, "url(#plate)");
    drawn += &Cell::all().map(|cell| cell_drawn(view, cell)).collect::<String>();
    drawn += "\n";
    for web in symmetry.webs() {
        drawn += &web_drawn(view.cell(web), WEBS[web.camp()]);
    }
    drawn += &median(symmetry);
    let coordinates = view.coordinates();
    let coordinates = coordinates.map(|(name, place)| label(&name.to_string(), place, 0.26));
    drawn + &group(&pen(ENGRAVED), &coordinates.collect::<String>())
}

fn square_plate(down: f64, fill: &str) -> String {
    let (start, length) = (number(-PLATE), number(2.0 * PLATE));
    let top = number(down - PLATE);
    format!(
        "<rect x=\"{start}\" y=\"{top}\" width=\"{length}\" height=\"{length}\" rx=\".3\" fill=\"{fill}\"/>\n"
    )
}

fn cell_drawn(view: Geometry, cell: Cell) -> String {
    let corners = Corner::ALL.map(|corner| view.point(cell.point(corner)));
    path(
        &polygon(corners),
        &format!(
            "class=\"cell\" fill=\"{}\" stroke=\"#fff\" stroke-width=\".035\"",
            CAMPS[cell.camp()]
        ),
    )
}

/// A spider's web: threads from the middle, and rings that hang between them.
fn web_drawn(middle: Point, colour: &str) -> String {
    let thread = |index: u32, length: f64| {
        let (sin, cos) = (f64::from(index) / f64::from(WEB_THREADS) * std::f64::consts::TAU).sin_cos();
        middle + Point::new(cos, sin) * length
    };
    let longest = WEB_RINGS[WEB_RINGS.len() - 1] + 0.05;
    let threads =
        (0..WEB_THREADS).map(|index| ["M", &pair(middle), "L", &pair(thread(index, longest))].concat());
    let rings = WEB_RINGS.into_iter().map(|ring| {
        let hanging = (1..=WEB_THREADS).map(|index| {
            let between = (thread(index - 1, ring) + thread(index, ring)) * 0.5;
            let lowest = middle + (between - middle) * WEB_SAG;
            ["Q", &pair(lowest), " ", &pair(thread(index, ring))].concat()
        });
        ["M", &pair(thread(0, ring)), &hanging.collect::<String>()].concat()
    });
    let attributes = format!(
        "class=\"web\" fill=\"none\" stroke=\"{colour}\" stroke-width=\".022\" stroke-linecap=\"round\""
    );
    path(&threads.chain(rings).collect::<String>(), &attributes) + "\n"
}

/// The line between the camps, with a sign of the symmetry: a mirror is a strong line, half a turn a centre,
/// a shift a pair of arrows.
fn median(symmetry: Symmetry) -> String {
    let half = number(HALF);
    let line = |width: &str, rest: &str| {
        path(
            &format!("M-{half} 0H{half}"),
            &format!("stroke=\"{MEDIAN}\" stroke-width=\"{width}\" stroke-linecap=\"round\" {rest}"),
        )
    };
    let sign = match symmetry {
        Symmetry::Axial => line(".09", ""),
        Symmetry::Central => {
            let centre = format!("fill=\"{CARD}\" stroke=\"{MEDIAN}\" stroke-width=\".06\"");
            line(".045", "") + &circle(Point::default(), 0.13, &centre)
        }
        Symmetry::Shift => line(".045", "stroke-dasharray=\".14 .12\"") + &arrows(),
    };
    group("class=\"median\"", &sign)
}

/// An arrow up to the left of the board's middle and one down to its right.
fn arrows() -> String {
    let arrow = |x: f64, up: f64| {
        let (tip, wing) = (Point::new(x, -0.2 * up), Point::new(0.09, 0.11 * up));
        let other = Point::new(-wing.x, wing.y);
        format!(
            "M{}L{}M{}L{}L{}",
            pair(Point::new(x, 0.2 * up)),
            pair(tip),
            pair(tip + wing),
            pair(tip),
            pair(tip + other)
        )
    };
    let beside = COORDINATES;
    path(
        &(arrow(-beside, 1.0) + &arrow(beside, -1.0)),
        &format!(
            "fill=\"none\" stroke=\"{MEDIAN}\" stroke-width=\".06\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\""
        ),
    )
}
