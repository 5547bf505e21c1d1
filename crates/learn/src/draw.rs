//! Draws marks over a board, in the units of the board's own drawing and as seen by the first side.

use crate::marks::{Mark, Thing};
use drawing::glyphs::{label, pen};
use drawing::{Point, isometron as tiles_drawing, offboard as marbles_drawing, polygone as segments_drawing};
use games::AnyGame;
use isometron::Tile;

const LIT: &str = "#ffc93c";
const LIT_EDGE: &str = "#3b2a00";
const REFUSED: &str = "#d6281f";
const INK: &str = "#2c241b";
const PAPER: &str = "#fffaf1";

/// The outline of a thing on a board.
#[derive(Clone, Copy)]
struct Outline {
    ends: [Point; 2],
    /// Distance from its middle line to its edge.
    radius: f64,
    is_square: bool,
    /// The height of a label on it.
    text: f64,
}

impl Outline {
    fn disc(centre: Point, radius: f64, text: f64) -> Outline {
        Outline {
            ends: [centre; 2],
            radius,
            is_square: false,
            text,
        }
    }

    fn middle(self) -> Point {
        (self.ends[0] + self.ends[1]) * 0.5
    }

    /// A glow along a bar, or a ring round anything else.
    fn lit(self) -> String {
        let [from, to] = self.ends;
        if (to - from).length() > 0.0 {
            let width = 2.0 * self.radius;
            return line(
                &[from, to],
                false,
                LIT,
                width,
                "opacity=\".55\" stroke-linecap=\"round\"",
            );
        }
        let width = self.radius * 0.3;
        [(LIT_EDGE, width), (LIT, width * 0.6)]
            .map(|(colour, width)| self.ring(colour, width))
            .concat()
    }

    fn ring(self, colour: &str, width: f64) -> String {
        let Point { x, y } = self.middle();
        let radius = self.radius;
        let stroke = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.3}\"");
        if self.is_square {
            let (x, y, side) = (x - radius, y - radius, 2.0 * radius);
            return format!(
                "<rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{side:.3}\" height=\"{side:.3}\" rx=\".08\" {stroke}/>"
            );
        }
        format!("<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{radius:.3}\" {stroke}/>")
    }

    /// The first quarter of a bar, to leave its middle to a label.
    fn first_quarter(self) -> Outline {
        let [from, to] = self.ends;
        let quarter = from + (to - from) * 0.25;
        Outline {
            ends: [quarter; 2],
            ..self
        }
    }

    fn crossed(self) -> String {
        let arm = self.text * 0.6;
        let (rising, falling) = (Point::new(arm, -arm), Point::new(arm, arm));
        let middle = self.middle();
        let strokes = |colour: &str, width: f64| {
            let round = "stroke-linecap=\"round\"";
            line(&[middle - rising, middle + rising], false, colour, width, round)
                + &line(&[middle - falling, middle + falling], false, colour, width, round)
        };
        strokes(PAPER, self.text * 0.5) + &strokes(REFUSED, self.text * 0.28)
    }

    fn labelled(self, text: &str) -> String {
        let Point { x, y } = self.middle();
        let radius = self.text * (0.55 + 0.2 * text.chars().count() as f64);
        let edge = self.text * 0.1;
        // Letters without a stem above sit low in their box.
        let lift = Point::new(0.0, if is_low(text) { self.text * 0.2 } else { 0.0 });
        format!(
            "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{radius:.3}\" fill=\"{PAPER}\" stroke=\"{INK}\" \
             stroke-width=\"{edge:.3}\"/><g {}>{}</g>",
            pen(INK),
            label(text, self.middle() - lift, self.text)
        )
    }
}

fn is_low(text: &str) -> bool {
    text.chars().all(|letter| "aceghmn".contains(letter))
}

/// A line through points.
fn line(points: &[Point], is_closed: bool, colour: &str, width: f64, more: &str) -> String {
    let points: Vec<String> = points
        .iter()
        .map(|Point { x, y }| format!("{x:.3} {y:.3}"))
        .collect();
    let end = if is_closed { "Z" } else { "" };
    format!(
        "<path d=\"M{}{end}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.3}\" \
         stroke-linejoin=\"round\" {more}/>",
        points.join("L")
    )
}

/// The outline of a thing on a flat board.
fn outline(thing: Thing) -> Option<Outline> {
    use marbles_drawing::geometry as marbles;
    use segments_drawing::geometry as segments;
    use tiles_drawing::geometry as tiles;
    let marble_view = marbles::Geometry::default();
    let segment_view = segments::Geometry::default();
    Some(match thing {
        Thing::Marble(cell) => Outline::disc(marble_view.cell(cell), marbles::CELL_RADIUS, 0.34),
        Thing::Target(target) => {
            let (hole, value) = marble_view.target(usize::from(target));
            Outline {
                ends: [hole, value],
                ..Outline::disc(hole, marbles::TARGET_RADIUS, 0.34)
            }
        }
        Thing::Hole(hole) => Outline::disc(segment_view.hole(hole), 0.19, 0.17),
        Thing::Segment(segment) => {
            let [first, second] = segment_view.segment(segment);
            let inwards = (second - first) * segments::SEGMENT_START;
            Outline {
                ends: [first + inwards, second - inwards],
                ..Outline::disc(first, 0.15, 0.17)
            }
        }
        Thing::Tile(cell) => Outline {
            is_square: true,
            ..Outline::disc(tiles::Geometry::default().cell(cell), 0.46, 0.3)
        },
        Thing::Disc(_) | Thing::Red => return None,
    })
}

/// Things of a flat game lit up, as the content of an SVG over the drawing of a position.
pub fn lights_svg(things: &[Thing]) -> String {
    let outlines = things.iter().filter_map(|thing| outline(*thing));
    outlines.map(Outline::lit).collect()
}

/// Marks of a flat game as the content of an SVG, over the drawing of a position.
pub fn marks_svg(game: &AnyGame, marks: &[Mark]) -> String {
    let tiles: Vec<Tile> = match game {
        AnyGame::Isometron(history) => history.position().tiles().iter().collect(),
        _ => Vec::new(),
    };
    all_drawn(marks, &tiles, &outline)
}

/// Labels lie above all other marks.
fn all_drawn(marks: &[Mark], tiles: &[Tile], outline: &dyn Fn(Thing) -> Option<Outline>) -> String {
    let (labels, others): (Vec<&Mark>, Vec<&Mark>) =
        marks.iter().partition(|mark| matches!(mark, Mark::Label(..)));
    let is_labelled = |thing: Thing| {
        let mut labels = labels.iter();
        labels.any(|label| matches!(label, Mark::Label(labelled, _) if *labelled == thing))
    };
    let crossed = |thing| {
        let outline = outline(thing)?;
        Some(if is_labelled(thing) {
            outline.first_quarter()
        } else {
            outline
        })
    };
    let others = others.into_iter().map(|mark| match mark {
        Mark::Cross(_) => drawn(mark, tiles, &crossed),
        _ => drawn(mark, tiles, outline),
    });
    let mut svg: String = others.collect();
    svg.extend(labels.iter().map(|label| drawn(label, tiles, outline)));
    svg
}

fn drawn(mark: &Mark, tiles: &[Tile], outline: &dyn Fn(Thing) -> Option<Outline>) -> String {
    let each = |things: &[Thing], draw: fn(Outline) -> String| {
        let outlines = things.iter().filter_map(|thing| outline(*thing));
        outlines.map(draw).collect::<String>()
    };
    match mark {
        Mark::Light(things) => each(things, Outline::lit),
        Mark::Cross(things) => each(things, Outline::crossed),
        Mark::Label(thing, text) => {
            outline(*thing).map_or_else(String::new, |outline| outline.labelled(text))
        }
        Mark::Ring(cells) => {
            let way = way(tiles, cells);
            line(&way, true, LIT_EDGE, 0.2, "") + &line(&way, true, LIT, 0.13, "")
        }
        Mark::Open(cells) => {
            let way = way(tiles, cells);
            line(&way, false, PAPER, 0.2, "")
                + &line(&way, false, REFUSED, 0.12, "stroke-dasharray=\".2 .12\"")
        }
    }
}

/// The way along a chain of tiles: the middle of each, and the grid points where one meets the next.
fn way(tiles: &[Tile], cells: &[isometron::Cell]) -> Vec<Point> {
    let chain: Vec<Tile> = cells
        .iter()
        .filter_map(|cell| tiles.iter().find(|tile| tile.cell == *cell).copied())
        .collect();
    let mut joints = Vec::new();
    if !join(&chain, 0, &mut joints) {
        joints = (0..chain.len())
            .map(|at| shared(&chain, at).first().copied())
            .collect();
    }
    let view = tiles_drawing::geometry::Geometry::default();
    let places = chain.iter().zip(joints).flat_map(|(tile, joint)| {
        let joint = joint.map(|joint| view.point(joint));
        [Some(view.cell(tile.cell)), joint].into_iter().flatten()
    });
    places.collect()
}

/// The grid points where a tile of a chain meets the next one; the last meets the first.
fn shared(chain: &[Tile], at: usize) -> Vec<isometron::GridPoint> {
    let next = chain[(at + 1) % chain.len()].points();
    let points = chain[at].points().into_iter();
    points.filter(|point| next.contains(point)).collect()
}

/// Chooses a grid point for every tile from `at` on, none of them twice. The last tile needs none.
fn join(chain: &[Tile], at: usize, joints: &mut Vec<Option<isometron::GridPoint>>) -> bool {
    if at == chain.len() {
        return true;
    }
    let free: Vec<Option<isometron::GridPoint>> = shared(chain, at)
        .into_iter()
        .map(Some)
        .filter(|point| !joints.contains(point))
        .collect();
    let last = (at + 1 == chain.len()).then_some(None);
    free.into_iter().chain(last).any(|joint| {
        joints.push(joint);
        let is_joined = join(chain, at + 1, joints);
        if !is_joined {
            joints.pop();
        }
        is_joined
    })
}

/// Marks of Polarity as the content of an SVG, over the drawing of a position.
#[cfg(feature = "polarity")]
pub fn table_marks_svg(position: &polarity::Position, marks: &[Mark]) -> String {
    let outline = |thing| {
        let number = match thing {
            Thing::Disc(number) => number,
            Thing::Red => 0,
            _ => return None,
        };
        let discs = position.scene().discs();
        let placed = discs.iter().find(|placed| placed.disc.0 == number)?;
        Some(Outline::disc(drawing::polarity::place(placed), 1.9, 1.5))
    };
    all_drawn(marks, &[], &outline)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Figure;
    use games::GameId;

    fn marked(game: GameId, text: &str) -> String {
        let figure = Figure::parse("figure", game, text).unwrap();
        let mut shown = figure.setup.game(game).unwrap();
        for mv in &figure.play {
            shown.play(mv).unwrap();
        }
        marks_svg(&shown, &figure.marks)
    }

    #[test]
    fn every_mark_of_a_flat_board_is_drawn() {
        let offboard = marked(GameId::Offboard, "start\nlight e5 T3\ncross e6\nlabel a1 b");
        assert_eq!(
            offboard.matches("<circle").count(),
            3,
            "a ring twice and a label's disc"
        );
        assert_eq!(offboard.matches(REFUSED).count(), 2);
        let polygone = marked(GameId::Polygone, "start\nlight c10 c2c4\nlabel c4 A");
        assert_eq!(polygone.matches("<circle").count(), 3);
        assert!(polygone.contains("opacity=\".55\""));
    }

    #[test]
    fn labels_are_drawn_last_and_beside_crosses() {
        let marks = marked(GameId::Polygone, "start\nlabel d5d7 B\ncross d5d7\nlight c2c4");
        let (cross, label) = (marks.find(REFUSED).unwrap(), marks.find("<circle").unwrap());
        assert!(cross < label && marks.find(LIT).unwrap() < label, "{marks}");
        let alone = marked(GameId::Polygone, "start\ncross d5d7");
        assert!(
            !marks.contains(&alone),
            "the cross leaves the middle to the label"
        );
    }

    #[test]
    fn a_ring_goes_through_every_tile_and_the_points_between_them() {
        let text = "position 8/3bb3/8/8/8/8/3aa3/8 axial r - 0 0-0\nplay d3ne d6se\nring d3 e2 d2";
        let ring = marked(GameId::Isometron, text);
        let way = ring.split('"').nth(1).unwrap();
        assert_eq!(way.matches(' ').count(), 6, "{way}");
        assert!(way.ends_with('Z'), "{way}");
    }

    #[test]
    fn an_open_chain_is_not_closed() {
        let text = "position 8/8/8/8/8/1dcddb2/1dcdcb2/2dcd3 axial r - 0 0-0\nopen b2 b3 c3 d3 d2 c1";
        let open = marked(GameId::Isometron, text);
        assert!(!open.contains('Z'), "{open}");
        assert!(open.contains("stroke-dasharray"));
    }
}
