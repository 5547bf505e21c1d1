//! Tiles: squares in the colour of their camp, on which lines run on from tile to tile without a seam.
//!
//! Arms are bent where they meet, so that the eye follows a line and sees no field of crosses. Lines that are closed are
//! brighter and wider than those that are open, and every open end has a ring.

use super::geometry::Geometry;
use crate::Point;
use crate::svg::{circle, group, pair, path};
use isometron::{Cell, Corner, Tile, Tiles};
use rules::{Game, Side};

/// The colours of tiles, and of open lines on them.
const BODIES: [&str; 2] = ["#bf5147", "#3c69a8"];
const OPEN: [&str; 2] = ["#f0c3b4", "#b9d0ee"];
const CLOSED: &str = "#fff6e2";
const OPEN_WIDTH: &str = ".12";
const CLOSED_WIDTH: &str = ".16";
/// Start of the bend between two arms, as a part of the way from the middle to the corner.
const BEND: f64 = 0.55;

/// The parts of a tile, from below: arms lie above the squares of all tiles, because they run into each other.
const PARTS: [Part; 2] = [
    Part {
        name: "body",
        draw: body,
    },
    Part {
        name: "arms",
        draw: arms,
    },
];

struct Part {
    name: &'static str,
    /// Drawn round the origin, the upper right corner blank.
    draw: fn(Side) -> String,
}

impl Part {
    fn id(&self, side: Side) -> String {
        format!("{}-{}", isometron::Position::SIDES[side], self.name)
    }
}

/// The definitions that tiles refer to.
pub(super) fn parts() -> String {
    let part =
        |part: &Part| Side::BOTH.map(|side| group(&format!("id=\"{}\"", part.id(side)), &(part.draw)(side)));
    PARTS.iter().flat_map(part).collect()
}

fn body(side: Side) -> String {
    format!(
        "<rect x=\"-.5\" y=\"-.5\" width=\"1\" height=\"1\" fill=\"{}\" stroke=\"#000\" stroke-opacity=\".14\" \
         stroke-width=\".02\"/>",
        BODIES[side]
    )
}

fn arms(side: Side) -> String {
    let corners = [
        Point::new(-0.5, -0.5),
        Point::new(-0.5, 0.5),
        Point::new(0.5, 0.5),
    ];
    path(
        &junction(Point::default(), corners),
        &pen(OPEN[side], OPEN[side], OPEN_WIDTH),
    )
}

fn pen(fill: &str, stroke: &str, width: &str) -> String {
    format!(
        "fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\""
    )
}

/// The way from one corner of a tile to another, bent in the middle; it goes on from where the pen is.
fn bend(from: Point, middle: Point, to: Point) -> String {
    let near = |corner: Point| pair(middle + (corner - middle) * BEND);
    format!("L{}Q{} {}L{}", near(from), pair(middle), near(to), pair(to))
}

/// The outline of three arms: the corner between the two others comes second.
fn junction(middle: Point, [first, between, last]: [Point; 3]) -> String {
    let there = bend(first, middle, between);
    let back = bend(between, middle, last);
    format!("M{}{there}{back}Z", pair(first))
}

/// The arms of a tile on the board, as the data of a path that may be filled.
pub(super) fn arms_path(view: Geometry, tile: Tile) -> String {
    let between = tile.blank.opposite();
    let corners = [between.flipped_upright(), between, between.flipped_sideways()];
    let corners = corners.map(|corner| view.point(tile.cell.point(corner)));
    junction(view.cell(tile.cell), corners)
}

/// A line's way over one tile, as the data of a path.
pub(super) fn crossing(view: Geometry, cell: Cell, [from, to]: [isometron::GridPoint; 2]) -> String {
    let [from, to] = [from, to].map(|point| view.point(point));
    format!("M{}{}", pair(from), bend(from, view.cell(cell), to))
}

/// Tiles on their cells; the one on the `late` cell has that class, so that it can appear after the others.
pub fn tiles_with(view: Geometry, tiles: &Tiles, late: Option<Cell>) -> String {
    let place = |tile: Tile| Placed {
        side: tile.cell.camp(),
        middle: view.cell(tile.cell),
        rotation: view.rotation(tile.blank),
        class: class_if(late == Some(tile.cell)),
    };
    let mut drawn = placed(&tiles.iter().map(place).collect::<Vec<_>>());
    if let Some(cell) = late {
        drawn += &closed_lines(view, &tiles.without(cell), "");
    }
    drawn += &closed_lines(view, tiles, class_if(late.is_some()));
    drawn + &open_ends(view, tiles, late)
}

fn class_if(is_late: bool) -> &'static str {
    if is_late { "class=\"late\" " } else { "" }
}

/// A tile of a side round the origin.
pub fn tile(view: Geometry, side: Side, blank: Corner) -> String {
    placed(&[Placed {
        side,
        middle: Point::default(),
        rotation: view.rotation(blank),
        class: "",
    }])
}

struct Placed {
    side: Side,
    middle: Point,
    rotation: u16,
    class: &'static str,
}

fn placed(tiles: &[Placed]) -> String {
    let parts = PARTS
        .iter()
        .flat_map(|part| tiles.iter().map(move |tile| (part, tile)));
    let part = |(part, tile): (&Part, &Placed)| {
        let (id, middle) = (part.id(tile.side), pair(tile.middle));
        let Placed { rotation, class, .. } = tile;
        format!("<use {class}href=\"#{id}\" transform=\"translate({middle}) rotate({rotation})\"/>\n")
    };
    parts.map(part).collect()
}

/// All lines that are closed, over the arms that they use.
fn closed_lines(view: Geometry, tiles: &Tiles, class: &str) -> String {
    let (mut crossings, mut junctions) = (String::new(), String::new());
    for (cell, corners) in tiles.closed_arms() {
        match (corners.as_slice(), tiles.get(cell)) {
            (&[from, to], _) => crossings += &crossing(view, cell, [cell.point(from), cell.point(to)]),
            (_, Some(tile)) => junctions += &arms_path(view, tile),
            (_, None) => {}
        }
    }
    let drawn = [(crossings, "none"), (junctions, CLOSED)].map(|(way, fill)| {
        if way.is_empty() {
            return String::new();
        }
        path(&way, &format!("{class}{}", pen(fill, CLOSED, CLOSED_WIDTH))) + "\n"
    });
    drawn.concat()
}

/// A ring at every end of a line.
fn open_ends(view: Geometry, tiles: &Tiles, late: Option<Cell>) -> String {
    let ring = |(tile, end): (Tile, isometron::GridPoint)| {
        let side = tile.cell.camp();
        let class = class_if(late == Some(tile.cell));
        let colours = format!(
            "{class}fill=\"{}\" stroke=\"{}\" stroke-width=\".055\"",
            BODIES[side], OPEN[side]
        );
        circle(view.point(end), 0.075, &colours)
    };
    tiles.ends().map(ring).collect::<String>() + "\n"
}
