//! Isometron's board: two tinted camps of cells on a plate, with webs, and tiles whose arms meet at the
//! grid points.

mod board;
pub mod geometry;
mod tile;

pub use board::board;
pub use tile::{tile, tiles_with};

use crate::glyphs::{label, pen};
use crate::svg::{circle, document, group, number, pair, path};
use crate::{Draw, Options, Point};
use geometry::{Geometry, PLATE};
use isometron::{Cell, Corner, LineLink, Move, Position, StoppedLine, Tile, Tiles};
use rules::{Game, Side};
use tile::{arms_path, crossing, parts};

/// Room round the board for the rounded card behind it.
const MARGIN: f64 = 0.4;
/// Room to the right of the plate for the points.
const POINTS_WIDTH: f64 = 1.7;
/// Pixels of a cell, where nothing else says how large the picture is.
const SCALE: f64 = 90.0;

const INK: &str = "#4a3a2a";
const LIT: &str = "#ffc93c";
const LAST_MOVE: &str = "#6ff0d8";
const WRONG: &str = "#3a2f26";
const STOP: &str = "#c8102e";
const GRADIENTS: &str = r##"<linearGradient id="plate" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#efe3c9"/><stop offset="1" stop-color="#d8c39b"/></linearGradient>
"##;

impl Draw for Position {
    fn svg(&self, options: &Options<Move>) -> String {
        let view = Geometry {
            flipped: options.flipped,
        };
        let corner = -Point::new(PLATE + MARGIN, PLATE + MARGIN);
        let size = -corner * 2.0 + Point::new(POINTS_WIDTH, 0.0);
        let mut content = board(view, self.symmetry());
        content += &tiles(view, self.tiles());
        content += &options
            .last
            .map(|last| last_move(view, self, last))
            .unwrap_or_default();
        content += &points(view, self);
        document(corner, size, SCALE, &defs(), &content)
    }
}

/// Definitions that the other parts refer to; they belong into the same document, once.
pub fn defs() -> String {
    format!("<defs>\n{GRADIENTS}{}</defs>\n", parts())
}

/// Tiles on their cells.
pub fn tiles(view: Geometry, tiles: &Tiles) -> String {
    tiles_with(view, tiles, None)
}

/// The strokes of a lit line, from below: colour, width, opacity.
pub const LINE_STROKES: [(&str, &str, &str); 3] =
    [(LIT, ".38", ".4"), ("#5a3b00", ".21", "1"), (LIT, ".15", "1")];

/// A closed line, lit up along its arms.
pub fn closed_line(view: Geometry, line: &[LineLink]) -> String {
    if line.is_empty() {
        return String::new();
    }
    let way: String = (0..line.len())
        .map(|index| link_path(view, line, index))
        .collect();
    let stroke = |(colour, width, opacity): (&str, &str, &str)| {
        path(
            &way,
            &format!("stroke=\"{colour}\" stroke-width=\"{width}\" opacity=\"{opacity}\""),
        )
    };
    let strokes = LINE_STROKES.map(stroke).concat();
    group(
        "class=\"line\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
        &strokes,
    )
}

/// The part of a closed line that lies on one of its tiles, as the data of a path.
pub fn link_path(view: Geometry, line: &[LineLink], index: usize) -> String {
    let joint = |index: usize| line[index % line.len()].joint;
    let joints = [joint(index + line.len() - 1), joint(index)];
    crossing(view, line[index].cell, joints)
}

/// A line that `tile` would stop, lit up along its arms, with a cross at the end that could not go on.
pub fn stopped_line(view: Geometry, tiles: &Tiles, tile: Tile, stopped: &StoppedLine) -> String {
    let after = tiles.with(tile);
    let line = stopped.tiles.into_iter().filter_map(|cell| after.get(cell));
    let way: String = line.map(|tile| arms_path(view, tile)).collect();
    let strokes = LINE_STROKES.map(|(colour, width, opacity)| {
        let stroke = format!("stroke=\"{colour}\" stroke-width=\"{width}\" opacity=\"{opacity}\"");
        path(&way, &stroke)
    });
    let end = pair(view.point(stopped.end));
    let cross = path(
        "M-.16 -.16L.16 .16M-.16 .16L.16 -.16",
        &format!("class=\"stop\" transform=\"translate({end})\" stroke=\"{STOP}\" stroke-width=\".1\""),
    );
    group(
        "class=\"line stopped\" fill=\"none\" stroke-linecap=\"round\"",
        &(strokes.concat() + &cross),
    )
}

/// A cell on which a tile may not lie.
pub fn refused_cell(view: Geometry, cell: Cell) -> String {
    let middle = pair(view.cell(cell));
    path(
        "M-.45 -.45H.45V.45H-.45Z",
        &format!(
            "class=\"why-cell\" transform=\"translate({middle})\" fill=\"none\" stroke=\"{STOP}\" \
             stroke-width=\".08\" stroke-linejoin=\"round\""
        ),
    )
}

/// How many points something brings, on a badge round a place.
pub fn badge(place: Point, points: usize) -> String {
    let disc = format!("fill=\"#fff8e0\" stroke=\"{INK}\" stroke-width=\".04\"");
    let number = label(&format!("+{points}"), place, 0.3);
    circle(place, 0.36, &disc) + &group(&pen(INK), &number)
}

/// The move that led here: its tile with the line that it closed, or where a wrong forced tile was tried.
pub fn last_move(view: Geometry, position: &Position, last: Move) -> String {
    let line = match last {
        Move::Tile(Tile { cell, .. }) => position.scored_line(cell),
        Move::Wrong(_) | Move::Pass => Vec::new(),
    };
    last_mark(view, last) + &closed_line(view, &line)
}

/// The mark of the last move.
pub fn last_mark(view: Geometry, last: Move) -> String {
    let mark = |cell: Cell, data: &str, colour: &str| {
        let middle = pair(view.cell(cell));
        path(
            data,
            &format!(
                "class=\"last\" transform=\"translate({middle})\" fill=\"none\" stroke=\"{colour}\" \
                 stroke-width=\".07\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
            ),
        ) + "\n"
    };
    match last {
        Move::Tile(Tile { cell, .. }) => mark(cell, "M-.47 -.47H.47V.47H-.47Z", LAST_MOVE),
        Move::Wrong(Tile { cell, .. }) => mark(cell, "M-.2 -.2L.2 .2M-.2 .2L.2 -.2", WRONG),
        Move::Pass => String::new(),
    }
}

/// Both sides' points below a tile of their colour; the side to move has a frame round it.
fn points(view: Geometry, position: &Position) -> String {
    let mut drawn = String::new();
    for side in Side::BOTH {
        let place = view.points(side);
        if position.outcome().is_none() && position.turn() == side {
            drawn += &turn_frame(place);
        }
        drawn += &group(
            &format!("transform=\"translate({})\"", pair(place)),
            &tile(Geometry::default(), side, Corner::Ne),
        );
        let number = label(
            &position.points(side).to_string(),
            place + Point::new(0.0, 1.05),
            0.46,
        );
        drawn += &group(&pen(INK), &number);
    }
    drawn
}

fn turn_frame(middle: Point) -> String {
    let (x, y) = (number(middle.x - 0.62), number(middle.y - 0.62));
    format!(
        "<rect class=\"turn\" x=\"{x}\" y=\"{y}\" width=\"1.24\" height=\"1.24\" rx=\".18\" fill=\"none\" \
         stroke=\"{LIT}\" stroke-width=\".09\"/>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blue has just closed a line of 16 tiles on c6.
    const BUSY: &str = "1a1b4/c1c5/1bd2d2/1c1bb3/1d1aa3/1ac2c2/d1d5/1b1a4 axial b - 0 10-16";

    fn picture(text: &str, last: Option<&str>, flipped: bool) -> String {
        let position: Position = text.parse().unwrap();
        let last = last.map(|last| last.parse().unwrap());
        position.svg(&Options { last, flipped })
    }

    fn count(picture: &str, part: &str) -> usize {
        picture.matches(part).count()
    }

    #[test]
    fn the_start_has_every_part_once() {
        for symmetry in ["axial", "central", "shift"] {
            let start = picture(&format!("8/8/8/8/8/8/8/8 {symmetry} r - 0 0-0"), None, false);
            assert_eq!(count(&start, "class=\"cell\""), 64);
            assert_eq!(count(&start, "class=\"web\""), 8);
            assert_eq!(count(&start, "class=\"median\""), 1);
            assert_eq!(count(&start, "class=\"turn\""), 1);
            assert_eq!(count(&start, "class=\"line\""), 0);
            // Only those beside the points.
            assert_eq!(count(&start, "<use href=\"#red-arms\""), 1);
            assert_eq!(count(&start, "<use href=\"#blue-arms\""), 1);
            assert_eq!(count(&start, "<text"), 0, "no font is needed");
        }
    }

    #[test]
    fn every_tile_is_drawn_turned_to_its_blank_corner() {
        let busy = picture(BUSY, None, false);
        for part in ["red-body", "red-arms", "blue-body", "blue-arms"] {
            assert_eq!(count(&busy, &format!("<use href=\"#{part}\"")), 10 + 1, "{part}");
        }
        let c6nw = "<use href=\"#blue-arms\" transform=\"translate(-1.5 -1.5) rotate(270)\"/>";
        assert_eq!(count(&busy, c6nw), 1);
        let flipped = "<use href=\"#blue-arms\" transform=\"translate(1.5 1.5) rotate(90)\"/>";
        assert_eq!(count(&picture(BUSY, None, true), flipped), 1);
    }

    #[test]
    fn the_last_tile_lights_up_the_line_that_it_closed() {
        let busy = picture(BUSY, Some("c6nw"), false);
        assert_eq!(count(&busy, "class=\"last\""), 1);
        let line = busy.split("class=\"line\"").nth(1).unwrap();
        let way = line.split('"').find(|part| part.starts_with('M')).unwrap();
        assert_eq!(
            (way.matches('M').count(), way.matches('Q').count()),
            (16, 16),
            "a bend for each tile"
        );
        assert!(way.contains("Q-1.5 -1.5 "), "{way}");
        for unlit in ["d8se", "e6nw?", "--"] {
            assert_eq!(count(&picture(BUSY, Some(unlit), false), "class=\"line\""), 0);
        }
    }

    #[test]
    fn a_line_that_a_tile_would_stop_is_lit_with_a_cross_at_its_end() {
        let position: Position = "8/8/8/8/8/8/8/1c6 axial r - 0 0-0".parse().unwrap();
        let tile: Tile = "a1ne".parse().unwrap();
        let Some(isometron::Forbidden::Stops(stopped)) = position.forbidden(tile) else {
            panic!("{tile} leaves its lower left corner without a way on");
        };
        let drawn = stopped_line(Geometry::default(), position.tiles(), tile, &stopped);
        assert_eq!(count(&drawn, "class=\"stop\""), 1);
        let way = drawn.split('"').find(|part| part.starts_with('M')).unwrap();
        assert_eq!(
            way.matches('M').count(),
            stopped.tiles.len() as usize,
            "three arms in one piece a tile"
        );
    }

    #[test]
    fn closed_lines_are_told_from_open_ones() {
        let open = tiles(
            Geometry::default(),
            &"8/8/8/8/8/8/8/1c6 axial r - 0 0-0"
                .parse::<Position>()
                .unwrap()
                .tiles()
                .clone(),
        );
        assert_eq!(
            (count(&open, "#fff6e2"), count(&open, "<circle")),
            (0, 3),
            "{open}"
        );
        let busy: Position = BUSY.parse().unwrap();
        let drawn = tiles(Geometry::default(), busy.tiles());
        assert_eq!(count(&drawn, "<circle"), busy.tiles().ends().count());
        assert!(count(&drawn, "#fff6e2") > 0);
        let c6 = busy
            .tiles()
            .iter()
            .find(|tile| tile.to_string() == "c6nw")
            .unwrap();
        let late = tiles_with(Geometry::default(), busy.tiles(), Some(c6.cell));
        assert!(
            count(&late, "class=\"late\" fill") >= 1,
            "the line is closed when its last tile has come"
        );
    }

    #[test]
    fn nobody_is_to_move_after_the_end() {
        let over = picture("8/8/8/8/8/8/8/8 axial r - 2 3-3", None, false);
        assert_eq!(count(&over, "class=\"turn\""), 0);
    }

    #[test]
    fn every_reference_is_defined_once() {
        let busy = picture(BUSY, Some("c6nw"), false);
        let names = |before: &str, after: char| {
            let rest = busy.split(before).skip(1);
            rest.filter_map(|rest| Some(rest.split_once(after)?.0.to_owned()))
                .collect::<Vec<String>>()
        };
        let names = [names("url(#", ')'), names("href=\"#", '"')].concat();
        assert!(names.len() > 40);
        for name in names {
            assert_eq!(count(&busy, &format!("id=\"{name}\"")), 1, "{name}");
        }
    }
}
