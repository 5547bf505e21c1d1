//! Polygone's board: a field of 24 holes in a wooden plate, with both apexes and the directions of play.

pub mod geometry;

use crate::glyphs::{label, pen};
use crate::svg::{circle, document, group, number, pair, path, polygon};
use crate::{Draw, Options, Point};
use geometry::{
    ARROW, FIELD_BORDER, Geometry, HOLE_RADIUS, PLATE_BORDER, POINTS, SEGMENT_START, SEGMENT_WIDTH, SIZE,
};
use polygone::board::WINNING_COUNT;
use polygone::{Hole, Move, Position, Segment};
use rules::Side;

/// Room round the board for the rounded card behind it.
const MARGIN: f64 = 0.3;
/// Pixels of a unit, where nothing else says how large the picture is.
const SCALE: f64 = 120.0;

const INK: &str = "#4a3a2a";
const ENGRAVED: &str = "#6b4a2b";
const LAST_MOVE: &str = "#ffd257";
const TAKEN: &str = "#c23a22";
/// Body, outline and shine of each side's segments.
const PAINT: [[&str; 3]; 2] = [["#fbf5e4", "#8f8064", "#fff"], ["#2a2725", "#0c0b0a", "#78716a"]];

const GRADIENTS: &str = r##"<linearGradient id="plate" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#e3c79d"/><stop offset=".55" stop-color="#cfa973"/><stop offset="1" stop-color="#b58a55"/></linearGradient>
<linearGradient id="felt" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="#7fa097"/><stop offset="1" stop-color="#587a71"/></linearGradient>
<radialGradient id="pit" cx=".5" cy=".65" r=".65"><stop offset="0" stop-color="#3f5a53"/><stop offset="1" stop-color="#20302b"/></radialGradient>
"##;

impl Draw for Position {
    fn svg(&self, options: &Options<Move>) -> String {
        let view = Geometry {
            flipped: options.flipped,
        };
        let mut content = board(view);
        content += &options.last.map(|last| last_move(view, last)).unwrap_or_default();
        content += &segments(self, view);
        content += &points(self, view);
        let size = SIZE + Point::new(MARGIN, MARGIN) * 2.0;
        document(-size * 0.5, size, SCALE, &defs(), &content)
    }
}

/// Definitions that the other parts refer to; they belong into the same document, once.
pub fn defs() -> String {
    let segments = Side::BOTH.map(|side| group(&format!("id=\"{}\"", segment_id(side)), &segment(side)));
    format!("<defs>\n{GRADIENTS}{}</defs>\n", segments.concat())
}

/// The id in [`defs`] of a side's segment, drawn lying round the origin.
pub const fn segment_id(side: Side) -> &'static str {
    match side {
        Side::First => "white-segment",
        Side::Second => "black-segment",
    }
}

/// A bar with round ends. Light and dark tell the sides without colours.
fn segment(side: Side) -> String {
    let [body, outline, shine] = PAINT[side];
    let half = 0.5 - SEGMENT_START;
    let bar = |half: f64, colour: &str, width: f64, more: &str| {
        let (half, width) = (number(half), number(width));
        let attributes =
            format!("stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"{more}");
        path(&format!("M-{half} 0H{half}"), &attributes)
    };
    [
        bar(half, "#000", SEGMENT_WIDTH + 0.1, " opacity=\".22\""),
        bar(half, outline, SEGMENT_WIDTH + 0.02, ""),
        bar(half, body, SEGMENT_WIDTH - 0.03, ""),
        bar(half - 0.05, shine, 0.025, " opacity=\".9\""),
    ]
    .concat()
}

/// Everything that never moves: the plate, the field, the holes and the places between them, the apexes,
/// the directions of play and the coordinates.
pub fn board(view: Geometry) -> String {
    let mut drawn = rounded(view, PLATE_BORDER, "#7d5a35", "translate(0 .06)");
    drawn += &rounded(view, PLATE_BORDER, "url(#plate)", "");
    drawn += &rounded(view, FIELD_BORDER + 0.035, "#8d6638", "");
    drawn += &rounded(view, FIELD_BORDER, "url(#felt)", "");
    let places = Segment::all().map(|place| {
        let [first, second] = view.segment(place);
        path(&format!("M{}L{}", pair(first), pair(second)), "class=\"place\"")
    });
    let places = places.collect::<String>();
    drawn += &group(
        "stroke=\"#a9c4bb\" stroke-width=\".022\" opacity=\".75\"",
        &places,
    );
    drawn += &Side::BOTH.map(|side| apex(view, side)).concat();
    let holes = Hole::all().map(|hole| circle(view.hole(hole), HOLE_RADIUS, "class=\"hole\""));
    drawn += &group("fill=\"url(#pit)\"", &holes.collect::<String>());
    drawn += &Side::BOTH.map(|side| arrow(view, side)).concat();
    let coordinates = view.coordinates().map(|(name, place)| label(&name, place, 0.17));
    drawn + &group(&pen(ENGRAVED), &coordinates.collect::<String>())
}

/// The trays for what each side takes: a place for each segment that is needed to win.
pub fn trays(view: Geometry) -> String {
    let slot = |side: Side, index: usize| {
        let place = pair(view.tray(side, index));
        path("M0 -.15V.15", &format!("transform=\"translate({place})\""))
    };
    let slots = Side::BOTH.map(|side| {
        (0..usize::from(WINNING_COUNT))
            .map(|index| slot(side, index))
            .collect::<String>()
    });
    group(
        "class=\"tray\" stroke=\"#8d8780\" stroke-width=\".07\" stroke-linecap=\"round\" opacity=\".35\"",
        &slots.concat(),
    )
}

/// The hexagon of holes, a border wider, with round corners.
fn rounded(view: Geometry, border: f64, fill: &str, transform: &str) -> String {
    let attributes = format!(
        "transform=\"{transform}\" fill=\"{fill}\" stroke=\"{fill}\" stroke-width=\"{}\" \
         stroke-linejoin=\"round\"",
        number(2.0 * border)
    );
    path(&polygon(view.corners()), &attributes) + "\n"
}

/// A side's apex: rings in its colour round the hole that the opponent wants to reach.
fn apex(view: Geometry, side: Side) -> String {
    let [body, outline, _] = PAINT[side];
    let ring = |colour: &str, width: &str| {
        let attributes = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"");
        circle(view.apex(side), 0.19, &attributes)
    };
    group("class=\"apex\"", &(ring(outline, ".075") + &ring(body, ".05")))
}

/// The direction in which a side plays, from its own end.
fn arrow(view: Geometry, side: Side) -> String {
    let [body, outline, shine] = PAINT[side];
    // By night a dark outline would not be seen.
    let outline = [outline, shine][side];
    let forward = view.of_side(side, Point::new(0.0, -1.0));
    let aside = Point::new(-forward.y, forward.x);
    let place = view.of_side(side, ARROW);
    let corner = |along: f64, across: f64| place + forward * along + aside * across;
    let corners = [
        corner(0.38, 0.0),
        corner(0.08, 0.24),
        corner(0.08, 0.09),
        corner(-0.32, 0.09),
        corner(-0.32, -0.09),
        corner(0.08, -0.09),
        corner(0.08, -0.24),
    ];
    let attributes = format!(
        "class=\"arrow\" fill=\"{body}\" stroke=\"{outline}\" stroke-width=\".035\" stroke-linejoin=\"round\""
    );
    path(&polygon(corners), &attributes) + "\n"
}

/// The move that led here: where the segment stood, where it stands, and crosses for what was taken.
pub fn last_move(view: Geometry, last: Move) -> String {
    let [pivot, old, new] = [last.pivot, last.old_end, last.new_end].map(|hole| view.hole(hole));
    let line = |end: Point| format!("M{}L{}", pair(pivot), pair(end));
    let mut marks = path(&line(old), "stroke-width=\".06\" stroke-dasharray=\".02 .1\"");
    marks += &path(&line(new), "stroke-width=\".3\" opacity=\".85\"");
    let cross = format!("class=\"taken\" stroke=\"{TAKEN}\" stroke-width=\".07\"");
    for taken in last.taken.segments() {
        let place = view.middle(taken);
        let arm = |end: Point| format!("M{}L{}", pair(place - end), pair(place + end));
        let arms = [Point::new(0.11, 0.11), Point::new(0.11, -0.11)].map(arm);
        marks += &path(&arms.concat(), &cross);
    }
    let attributes = format!("class=\"last\" fill=\"none\" stroke=\"{LAST_MOVE}\" stroke-linecap=\"round\"");
    group(&attributes, &marks)
}

/// The segments on their places.
pub fn segments(position: &Position, view: Geometry) -> String {
    Segment::all()
        .filter_map(|segment| Some((position.owner(segment)?, view.segment(segment))))
        .map(|(side, ends)| segment_at(side, ends))
        .collect()
}

fn segment_at(side: Side, [first, second]: [Point; 2]) -> String {
    let (middle, way) = ((first + second) * 0.5, second - first);
    format!(
        "<use href=\"#{}\" transform=\"translate({}) rotate({})\"/>\n",
        segment_id(side),
        pair(middle),
        number(way.y.atan2(way.x).to_degrees())
    )
}

/// How many segments each side has taken, at its end of the board, above a segment of its colour.
fn points(position: &Position, view: Geometry) -> String {
    let side_drawn = |side: Side| {
        let place = view.of_side(side, POINTS);
        let half = Point::new(0.5, 0.0);
        let line = place + Point::new(0.0, 0.2);
        let count = label(
            &position.taken(side).to_string(),
            place - Point::new(0.0, 0.22),
            0.34,
        );
        segment_at(side, [line - half, line + half]) + &group(&pen(INK), &count)
    };
    Side::BOTH.map(side_drawn).concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Game;

    /// A turn that closes two polygons and takes from both sides.
    const BUSY: &str = "a2b1,c4d3,c4d5,d3e4,e4e6 a8b9,b5c4,b5c6,c6d7,d7e6 w 3-2";
    const TURN: &str = "c4:d5-c6xc6d7,d7e6xc4c6";

    fn busy(flipped: bool) -> String {
        let mut position: Position = BUSY.parse().unwrap();
        let last = position.parse_move(TURN).unwrap();
        position.play(last).unwrap();
        position.svg(&Options {
            last: Some(last),
            flipped,
        })
    }

    fn count(picture: &str, part: &str) -> usize {
        picture.matches(part).count()
    }

    #[test]
    fn the_start_has_every_part_once() {
        let start = Position::start(rules::Standard).svg(&Options::default());
        assert_eq!(count(&start, "class=\"hole\""), 24);
        assert_eq!(count(&start, "class=\"place\""), 55);
        assert_eq!(count(&start, "class=\"apex\""), 2);
        assert_eq!(count(&start, "class=\"arrow\""), 2);
        // Twelve on the board and one beside the points.
        assert_eq!(count(&start, "<use href=\"#white-segment\""), 13);
        assert_eq!(count(&start, "<use href=\"#black-segment\""), 13);
        assert_eq!(count(&start, "class=\"last\""), 0);
        assert_eq!(count(&start, "<text"), 0, "no font is needed");
    }

    #[test]
    fn the_last_move_and_what_it_took_are_marked() {
        let picture = busy(false);
        assert_eq!(count(&picture, "class=\"last\""), 1);
        assert_eq!(count(&picture, "class=\"taken\""), 3);
        assert_eq!(count(&picture, "<use href=\"#white-segment\""), 4 + 1);
        assert_eq!(count(&picture, "<use href=\"#black-segment\""), 3 + 1);
    }

    #[test]
    fn everything_lies_inside_the_picture() {
        let half = SIZE * 0.5;
        for flipped in [false, true] {
            let view = Geometry { flipped };
            let reach = Point::new(0.6, 0.4);
            let outside = Side::BOTH.map(|side| [view.of_side(side, POINTS), view.of_side(side, ARROW)]);
            let holes = Hole::all().map(|hole| view.hole(hole));
            for place in holes.chain(outside.into_iter().flatten()) {
                let inside =
                    place.x.abs() + reach.x <= half.x + MARGIN && place.y.abs() + reach.y <= half.y + MARGIN;
                assert!(inside, "{place:?}");
            }
        }
    }

    #[test]
    fn a_turned_board_shows_the_same_parts() {
        let [upright, turned] = [false, true].map(busy);
        assert_ne!(upright, turned);
        for part in ["<use", "<circle", "<path", "<g "] {
            assert_eq!(count(&upright, part), count(&turned, part), "{part}");
        }
    }

    #[test]
    fn every_reference_is_defined() {
        let picture = busy(false);
        let names = |before: &str, after: char| {
            let rest = picture.split(before).skip(1);
            rest.filter_map(|rest| Some(rest.split_once(after)?.0.to_owned()))
                .collect::<Vec<String>>()
        };
        let names = [names("url(#", ')'), names("href=\"#", '"')].concat();
        assert!(names.len() > 10);
        for name in names {
            assert_eq!(count(&picture, &format!("id=\"{name}\"")), 1, "{name}");
        }
    }
}
