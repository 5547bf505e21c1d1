//! Offboard's board: a slate field of 61 cells in a wooden plate, with twelve targets carved round it.

pub mod geometry;

use crate::glyphs::{label, pen};
use crate::svg::{circle, document, group, number, pair, path, polygon};
use crate::{Draw, Options, Point};
use geometry::{
    CELL_RADIUS, FIELD_APOTHEM, Geometry, MARBLE_RADIUS, PLATE_APOTHEM, POINTS, SIZE, TARGET_RADIUS, TRAY,
    hexagon,
};
use offboard::board::{TARGET_COUNT, TARGET_VALUES};
use offboard::{Cell, Move, Position};
use rules::{Game, Side};

/// Room round the board for the rounded card behind it.
const MARGIN: f64 = 0.45;
/// Pixels of a unit, where nothing else says how large the picture is.
const SCALE: f64 = 80.0;
/// How round the corners of the board and of the field are.
const PLATE_ROUNDING: f64 = 0.5;
const FIELD_ROUNDING: f64 = 0.2;

const INK: &str = "#4a3a2a";
const ENGRAVED: &str = "#6b4a2b";
const VALUE: &str = "#ffedcb";
const LAST_MOVE: &str = "#8fe0d0";
/// The colour of a target, by its value less one: the dearer the darker.
const CARVED: [&str; 3] = ["#a9794a", "#8a5b33", "#68401f"];

const GRADIENTS: &str = r##"<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#e3c79d"/><stop offset=".55" stop-color="#cfa973"/><stop offset="1" stop-color="#b58a55"/></linearGradient>
<linearGradient id="slate" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="#56646d"/><stop offset="1" stop-color="#3a464e"/></linearGradient>
<radialGradient id="cell" cx=".5" cy=".62" r=".62"><stop offset="0" stop-color="#46535b"/><stop offset=".7" stop-color="#36424a"/><stop offset="1" stop-color="#27323a"/></radialGradient>
<radialGradient id="hole" cx=".5" cy=".65" r=".65"><stop offset="0" stop-color="#5b3a1e"/><stop offset="1" stop-color="#3a2310"/></radialGradient>
<radialGradient id="red-glass" cx=".36" cy=".3" r=".78"><stop offset="0" stop-color="#f7877a"/><stop offset=".35" stop-color="#d23c33"/><stop offset=".8" stop-color="#9c1c1a"/><stop offset="1" stop-color="#77100f"/></radialGradient>
<radialGradient id="yellow-glass" cx=".36" cy=".3" r=".78"><stop offset="0" stop-color="#fff8cf"/><stop offset=".35" stop-color="#fbdc62"/><stop offset=".8" stop-color="#e4b024"/><stop offset="1" stop-color="#bd8612"/></radialGradient>
"##;

impl Draw for Position {
    fn svg(&self, options: &Options<Move>) -> String {
        let view = Geometry {
            flipped: options.flipped,
        };
        let size = SIZE + Point::new(MARGIN, MARGIN) * 2.0;
        let mut content = board(view);
        content += &marbles(self, view);
        content += &options.last.map(|last| last_move(view, last)).unwrap_or_default();
        content += &points(self);
        document(-size * 0.5, size, SCALE, &defs(), &content)
    }
}

/// Definitions that the other parts refer to; they belong into the same document, once.
pub fn defs() -> String {
    let marbles = Side::BOTH.map(|side| group(&format!("id=\"{}\"", marble_id(side)), &marble(side)));
    format!("<defs>\n{GRADIENTS}{}</defs>\n", marbles.concat())
}

/// The id in [`defs`] of a side's marble, drawn round the origin.
pub const fn marble_id(side: Side) -> &'static str {
    match side {
        Side::First => "red-marble",
        Side::Second => "yellow-marble",
    }
}

/// A marble, with a mark that tells its side without colours: red an eye, yellow a ring.
fn marble(side: Side) -> String {
    let name = Position::SIDES[side];
    let shadow = circle(
        Point::new(0.03, 0.07),
        MARBLE_RADIUS,
        "fill=\"#000\" opacity=\".3\"",
    );
    let glass = circle(
        Point::default(),
        MARBLE_RADIUS,
        &format!("fill=\"url(#{name}-glass)\""),
    );
    let mark = match side {
        Side::First => path(
            "M0 -.24Q.17 0 0 .24Q-.17 0 0 -.24Z",
            "fill=\"#ffe3da\" opacity=\".92\"",
        ),
        Side::Second => circle(
            Point::default(),
            0.16,
            "fill=\"none\" stroke=\"#6e4704\" stroke-width=\".07\" opacity=\".85\"",
        ),
    };
    let shine = "<ellipse cx=\"-.14\" cy=\"-.21\" rx=\".12\" ry=\".07\" \
                 transform=\"rotate(-32 -.14 -.21)\" fill=\"#fff\" opacity=\".6\"/>";
    format!("{shadow}{glass}{mark}{shine}")
}

/// Everything that never moves: the plate, the field, the cells, the targets and the coordinates.
pub fn board(view: Geometry) -> String {
    let mut drawn = rounded(PLATE_APOTHEM, PLATE_ROUNDING, "#7d5a35", "translate(0 .09)");
    drawn += &rounded(PLATE_APOTHEM, PLATE_ROUNDING, "url(#wood)", "");
    drawn += &rounded(FIELD_APOTHEM + 0.06, FIELD_ROUNDING, "#a57b49", "");
    drawn += &rounded(FIELD_APOTHEM, FIELD_ROUNDING, "url(#slate)", "");
    let cells = Cell::all().map(|cell| circle(view.cell(cell), CELL_RADIUS, "class=\"hollow\""));
    drawn += &group(
        "fill=\"url(#cell)\" stroke=\"#67757d\" stroke-width=\".025\"",
        &cells.collect::<String>(),
    );
    (0..TARGET_COUNT).for_each(|target| drawn += &target_drawn(view, target));
    let coordinates = view.coordinates();
    let coordinates = coordinates.map(|(name, place)| label(&name.to_string(), place, 0.26));
    drawn + &group(&pen(ENGRAVED), &coordinates.collect::<String>())
}

/// A hexagon with round corners.
fn rounded(apothem: f64, rounding: f64, fill: &str, transform: &str) -> String {
    let attributes = format!(
        "transform=\"{transform}\" fill=\"{fill}\" stroke=\"{fill}\" stroke-width=\"{}\" \
         stroke-linejoin=\"round\"",
        number(2.0 * rounding)
    );
    path(&polygon(hexagon(apothem - rounding)), &attributes) + "\n"
}

/// A target: a groove with the hole for its marble at one end and its value at the other.
fn target_drawn(view: Geometry, target: usize) -> String {
    let (hole, value) = view.target(target);
    let worth = TARGET_VALUES[target];
    let groove = format!("M{}L{}", pair(hole), pair(value));
    let line = |colour: &str, width: f64| {
        let width = number(width);
        path(
            &groove,
            &format!("stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\""),
        )
    };
    let mut drawn = line("#eed7b2", 2.0 * TARGET_RADIUS + 0.07);
    drawn += &line(CARVED[usize::from(worth.clamp(1, 3)) - 1], 2.0 * TARGET_RADIUS);
    drawn += &circle(hole, TARGET_RADIUS - 0.03, "fill=\"url(#hole)\"");
    drawn += &group(&pen(VALUE), &label(&worth.to_string(), value, 0.4));
    group("class=\"groove\"", &drawn)
}

/// The move that led here: the cell its rear marble left, the one it came to, and the way.
pub fn last_move(view: Geometry, last: Move) -> String {
    let marks = match last {
        Move::Return { cell } => ring(view.cell(cell)),
        Move::Step { from, direction } => {
            let (start, step) = (view.cell(from), view.step(direction));
            let (tip, wing) = (start + step * 0.24, Point::new(-step.y, step.x) * 0.15);
            let arrow = format!(
                "M{}L{}M{}L{}L{}",
                pair(start - step * 0.22),
                pair(tip),
                pair(start + step * 0.08 - wing),
                pair(tip),
                pair(start + step * 0.08 + wing)
            );
            ring(start) + &path(&arrow, "") + &ring(start + step)
        }
    };
    let attributes = format!(
        "class=\"last\" fill=\"none\" stroke=\"{LAST_MOVE}\" stroke-width=\".065\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\""
    );
    group(&attributes, &marks)
}

fn ring(place: Point) -> String {
    circle(place, CELL_RADIUS - 0.02, "")
}

fn marbles(position: &Position, view: Geometry) -> String {
    let on_cells = Cell::all().filter_map(|cell| Some((position.marble(cell)?, view.cell(cell))));
    let in_targets =
        (0..TARGET_COUNT).filter_map(|target| Some((position.target(target)?, view.target(target).0)));
    let to_put_back = position.returned().then(|| (position.turn(), TRAY));
    on_cells
        .chain(in_targets)
        .chain(to_put_back)
        .map(|(side, place)| marble_at(side, place))
        .collect()
}

fn marble_at(side: Side, place: Point) -> String {
    let (x, y) = (number(place.x), number(place.y));
    format!("<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>\n", marble_id(side))
}

/// Both sides' points, each beside a marble of its colour.
fn points(position: &Position) -> String {
    let side_drawn = |side: Side| {
        let number = label(
            &position.points(side).to_string(),
            POINTS[side] + Point::new(0.85, 0.0),
            0.5,
        );
        marble_at(side, POINTS[side]) + &group(&pen(INK), &number)
    };
    Side::BOTH.map(side_drawn).concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use offboard::Direction;

    /// Red has just pushed into an occupied target; both sides have marbles in targets.
    const BUSY: &str = "r4/r1y1y1/1rr1yr1/2r1r2y/1y7/yy2r1y1/2y3r/4r1/5 y yy-r------r- *";

    fn busy(flipped: bool) -> String {
        let position: Position = BUSY.parse().unwrap();
        let from = Cell::new(7, 3).unwrap();
        let last = Some(Move::Step {
            from,
            direction: Direction::NE,
        });
        position.svg(&Options { last, flipped })
    }

    fn count(picture: &str, part: &str) -> usize {
        picture.matches(part).count()
    }

    /// The numbers of every attribute `name`.
    fn numbers<'a>(picture: &'a str, name: &str) -> Vec<f64> {
        let values: Vec<&'a str> = picture
            .split(&format!(" {name}=\""))
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        values
            .iter()
            .flat_map(|value| value.split(' '))
            .map(|number| number.parse().unwrap())
            .collect()
    }

    #[test]
    fn the_start_has_every_part_once() {
        let start = Position::start(rules::Standard).svg(&Options::default());
        assert_eq!(count(&start, "class=\"hollow\""), 61);
        assert_eq!(count(&start, "class=\"groove\""), 12);
        // Twelve on the board and one beside the points.
        assert_eq!(count(&start, "<use href=\"#red-marble\""), 13);
        assert_eq!(count(&start, "<use href=\"#yellow-marble\""), 13);
        assert_eq!(count(&start, "class=\"last\""), 0);
        assert_eq!(count(&start, "<text"), 0, "no font is needed");
    }

    #[test]
    fn marbles_in_targets_and_on_the_tray_are_drawn() {
        let picture = busy(false);
        assert_eq!(count(&picture, "<use href=\"#red-marble\""), 10 + 2 + 1);
        assert_eq!(count(&picture, "<use href=\"#yellow-marble\""), 9 + 2 + 1 + 1);
        assert_eq!(count(&picture, "class=\"last\""), 1);
    }

    #[test]
    fn everything_lies_inside_the_picture() {
        for picture in [busy(false), busy(true)] {
            let [x, y, width, height] = numbers(&picture, "viewBox")[..] else {
                panic!("a view box has four numbers");
            };
            let horizontal = [numbers(&picture, "cx"), numbers(&picture, "x")].concat();
            let vertical = [numbers(&picture, "cy"), numbers(&picture, "y")].concat();
            assert!(horizontal.len() > 80 && vertical.len() > 80);
            assert!(horizontal.iter().all(|place| (x..x + width).contains(place)));
            assert!(vertical.iter().all(|place| (y..y + height).contains(place)));
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
        assert!(names.len() > 20);
        for name in names {
            assert_eq!(count(&picture, &format!("id=\"{name}\"")), 1, "{name}");
        }
    }
}
