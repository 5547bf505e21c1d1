//! Polarity's mat from above: discs with their tilt and shadow, towers by their layers, both reserves.
//!
//! The unit is a centimetre. Higher discs lie a little further up in the picture, so that towers show their
//! layers; the light comes from the upper left, so that the shadow of a leaner's raised edge falls far from it.

mod solid;

use crate::Point;
use crate::glyphs::{label, pen};
use crate::svg::{circle, document, group, number, path, polygon};
use magnets::{Disc, Lie, Placed};
use polarity::disc_pose::{axis, centre, lie, white_up};
use polarity::{Face, Group, Phase, Position};
use rules::Side;
use solid::{Eye, Solid};

/// Radius of the circle, and of a disc's case; its thickness.
const CIRCLE: f64 = magnets::measures::CIRCLE as f64;
const RADIUS: f64 = magnets::measures::RADIUS as f64;
const THICKNESS: f64 = magnets::measures::THICKNESS as f64;
/// The picture's half width and half height.
const HALF: Point = Point::new(30.0, 24.0);
/// Pixels of a centimetre, where nothing else says how large the picture is.
const SCALE: f64 = 20.0;
/// The places of the reserves' piles, White's first.
const PILES: [Point; 2] = [Point::new(-27.0, 20.5), Point::new(27.0, 20.5)];

/// A place above the mat from above, and its shadow.
const VIEW: Eye = Eye { x: 0.05, y: -0.17 };
const LIGHT: Eye = Eye { x: 0.62, y: 0.5 };

const INK: &str = "#3b4340";
const OWED: &str = "#ffb52e";
const FLIPPED: &str = "#6fd0ff";
/// The face, the case's wall and the fine lines of each colour: white, black, red.
const PAINT: [[&str; 3]; 3] = [
    ["white", "#e9e2d0", "#a89d84"],
    ["black", "#3b393c", "#77737a"],
    ["red", "#9d231c", "#f3b8ae"],
];

const GRADIENTS: &str = r##"<radialGradient id="cloth" cx=".42" cy=".36" r=".75"><stop offset="0" stop-color="#86a69c"/><stop offset="1" stop-color="#5c7d74"/></radialGradient>
<linearGradient id="white-face" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#d8cfb9"/><stop offset="1" stop-color="#fffdf6"/></linearGradient>
<linearGradient id="black-face" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#141315"/><stop offset="1" stop-color="#4b484e"/></linearGradient>
<linearGradient id="red-face" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#b02a21"/><stop offset="1" stop-color="#d64a3c"/></linearGradient>
<linearGradient id="white-lean" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#9c8f70"/><stop offset=".45" stop-color="#e6decb"/><stop offset="1" stop-color="#fff"/></linearGradient>
<linearGradient id="black-lean" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#000"/><stop offset=".45" stop-color="#3a383c"/><stop offset="1" stop-color="#8d8893"/></linearGradient>
<filter id="soft" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation=".13"/></filter>
"##;

/// The whole picture, as a standalone SVG document.
pub fn svg(position: &Position) -> String {
    let mut content = mat();
    let mut discs: Vec<&Placed> = position.scene().discs().iter().collect();
    discs.sort_by_key(|placed| placed.centre[2]);
    let shadows: String = discs.iter().map(|placed| solid(placed).shape(LIGHT)).collect();
    content += &group("fill=\"#0c1a16\" opacity=\".42\" filter=\"url(#soft)\"", &shadows);
    for placed in discs {
        content += &disc(position, placed);
    }
    content += &Side::BOTH.map(|side| pile(position, side)).concat();
    document(
        -HALF,
        HALF * 2.0,
        SCALE,
        &format!("<defs>\n{GRADIENTS}</defs>\n"),
        &content,
    )
}

/// The cloth, the circle and the spot in its centre.
fn mat() -> String {
    let middle = Point::default();
    let cloth = circle(middle, CIRCLE + 0.9, "fill=\"url(#cloth)\"");
    let edge = circle(
        middle,
        CIRCLE,
        "fill=\"none\" stroke=\"#22486b\" stroke-width=\".22\"",
    );
    let spot = circle(
        middle,
        RADIUS,
        "fill=\"#4d6d64\" stroke=\"#22486b\" stroke-width=\".12\"",
    );
    format!("{cloth}{edge}{spot}\n")
}

/// The middle of a disc's upper face in the picture.
pub fn place(placed: &Placed) -> Point {
    solid(placed).top().middle(VIEW)
}

fn solid(placed: &Placed) -> Solid {
    Solid::new(centre(placed), axis(placed), RADIUS, THICKNESS / 2.0)
}

/// The index in [`PAINT`] of the face that a disc shows.
fn paint(placed: &Placed) -> usize {
    match placed.disc {
        Disc::RED => 2,
        _ => usize::from(!white_up(placed)),
    }
}

/// One disc: the two halves of its case, its upper face, its mark and its name.
fn disc(position: &Position, placed: &Placed) -> String {
    let solid = solid(placed);
    let shown = paint(placed);
    let hidden = if shown == 2 { 2 } else { 1 - shown };
    let [face, wall, line] = PAINT[shown];
    let lower = solid.half(false).shape(VIEW);
    let upper = solid.half(true).shape(VIEW);
    let top = solid.top();
    let mut drawn = group(&format!("fill=\"{}\"", PAINT[hidden][1]), &lower);
    drawn += &group(&format!("fill=\"{wall}\""), &upper);
    let slope = if shown < 2 && lie(placed) != Lie::Flat {
        "lean"
    } else {
        "face"
    };
    drawn += &top.disc(VIEW, 1.0, &format!("fill=\"url(#{face}-{slope})\""));
    let ring = |radius: f64, colour: &str, width: f64, dashes: &str| {
        let width = number(width / RADIUS);
        let attributes = format!(
            "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\""
        );
        top.disc(VIEW, radius, &attributes)
    };
    drawn += &ring(0.97, line, 0.07, "none");
    drawn += &ring(0.74, line, 0.05, "none");
    let owed = position
        .group(placed.disc)
        .is_some_and(|group: &Group| group.owed);
    if owed {
        drawn += &ring(0.86, OWED, 0.2, ".3 .16");
    } else if position
        .turns(Side::First)
        .chain(position.turns(Side::Second))
        .any(|disc| disc == placed.disc)
    {
        drawn += &ring(0.86, FLIPPED, 0.2, ".3 .16");
    }
    let place = top.middle(VIEW);
    let name = placed.disc.0.to_string();
    let mark = match (placed.disc, position.red()) {
        (Disc::RED, Face::North) => label("-", place, 1.9),
        (Disc::RED, Face::South) => circle(place, 0.22, &format!("fill=\"{line}\"")),
        _ => label(&name, place, 0.95),
    };
    group("class=\"disc\"", &(drawn + &group(&pen(line), &mark)))
}

/// A side's reserve, a pile of discs seen from the side, with its count and its points.
fn pile(position: &Position, side: Side) -> String {
    let foot = PILES[side];
    let [_, wall, _] = PAINT[side.index()];
    let [_, under, _] = PAINT[1 - side.index()];
    let count = position.reserve(side);
    let mut drawn = String::new();
    for level in 0..count {
        let y = foot.y - f64::from(level + 1) * THICKNESS;
        let half = |y: f64, colour: &str| {
            let (x, y, width, height) = (
                number(foot.x - RADIUS),
                number(y),
                number(2.0 * RADIUS),
                number(THICKNESS / 2.0 - 0.03),
            );
            format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\".09\" fill=\"{colour}\" stroke=\"#7d7767\" stroke-width=\".04\"/>"
            )
        };
        drawn += &half(y, wall);
        drawn += &half(y + THICKNESS / 2.0 - 0.03, under);
    }
    let top = foot.y - f64::from(count) * THICKNESS;
    drawn += &group(
        &pen(INK),
        &label(&count.to_string(), Point::new(foot.x, top - 1.1), 1.2),
    );
    drawn += &group(
        &pen(INK),
        &label(
            &position.points(side).to_string(),
            Point::new(foot.x, foot.y + 1.6),
            1.2,
        ),
    );
    let plays = position.turn() == side && !matches!(position.phase(), Phase::Over(_));
    if plays {
        let tip = Point::new(foot.x, top - 2.5);
        let corners = [tip, tip + Point::new(-0.7, -1.2), tip + Point::new(0.7, -1.2)];
        drawn += &path(&polygon(corners), &format!("class=\"turn\" fill=\"{INK}\""));
    }
    group("class=\"reserve\"", &drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use polarity::{Rules, StartVariant};

    fn busy() -> Position {
        let mut discs = vec![
            Placed::flat(Disc(1), -9.0, 4.0, true, 0),
            Placed::leaning(Disc(2), -4.0, 4.0, 31.0, 0.0, true),
            Placed::flat(Disc(3), 9.0, 0.0, false, 0),
            Placed::flat(Disc(4), 12.2, 0.0, true, 0),
        ];
        discs.extend((0..4).map(|level| Placed::flat(Disc(10 + level), 5.0, -12.0, false, level)));
        Position::study(Rules::Temple, Side::Second, 20, discs).unwrap()
    }

    fn count(picture: &str, part: &str) -> usize {
        picture.matches(part).count()
    }

    #[test]
    fn the_start_has_the_red_disc_and_full_reserves() {
        let picture = svg(&Position::start(StartVariant::default()));
        assert_eq!(count(&picture, "class=\"disc\""), 1);
        assert_eq!(count(&picture, "<rect x"), 1 + 4 * 26);
        assert_eq!(count(&picture, "class=\"turn\""), 1);
        assert_eq!(count(&picture, "<text"), 0, "no font is needed");
    }

    #[test]
    fn every_disc_is_drawn_and_clusters_are_marked() {
        let picture = svg(&busy());
        assert_eq!(count(&picture, "class=\"disc\""), 9);
        assert_eq!(count(&picture, OWED), 2);
        assert_eq!(count(&picture, "url(#red-face)"), 1);
        assert_eq!(count(&picture, "url(#white-lean)"), 1);
    }

    #[test]
    fn every_reference_is_defined() {
        let picture = svg(&busy());
        let names = picture.split("url(#").skip(1);
        for name in names.filter_map(|rest| Some(rest.split_once(')')?.0)) {
            assert_eq!(count(&picture, &format!("id=\"{name}\"")), 1, "{name}");
        }
    }
}
