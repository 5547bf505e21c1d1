//! Figures as SVG: the board once for all of them, then a line a figure with a frame a position.

use super::{names, read, recording};
use drawing::{Draw, Options, Point};
use games::{AnyGame, GameId};
use learn::{Board, Figure, Mark, TableFigure, Thing};
use rules::History;
use std::collections::BTreeMap;
use std::path::Path;

/// Colours of the drawings' paper and ink, which on a page are those of the page.
const PAPER: &str = "fill=\"#f5f0e6\"";
const INKS: [&str; 2] = ["\"#4a3a2a\"", "\"#3b4340\""];
/// Half the width and height of Polarity's mat, and of the smallest part of it that a figure shows.
const MAT: f64 = 24.0;
const NEAREST: f64 = 9.0;
/// Room round the middles of the discs that a figure is about.
const ROOM: f64 = 4.5;
/// A disc with its shadow reaches this far from its middle at most.
const WHOLE: f64 = 2.0;

/// Everything that the figures of a game refer to, by id.
type Shared = BTreeMap<String, String>;

/// The lines of a game's figures.
pub(super) fn figures(root: &Path, game: GameId) -> Result<String, String> {
    let mut shared = Shared::new();
    let mut lines = String::new();
    for name in names(root, &format!("learn/figures/{game}"))? {
        let path = format!("learn/figures/{game}/{name}.txt");
        let text = read(root, &path)?;
        let figure = if game == GameId::Polarity {
            table_figure(root, &path, &text, &mut shared)?
        } else {
            board_figure(&path, game, &text, &mut shared)?
        };
        lines.extend([&name, "\t", &figure, "\n"]);
    }
    let shared: String = shared.into_values().collect();
    Ok(format!("defs\t{}\n{lines}", on_one_line(&shared)))
}

fn on_one_line(svg: &str) -> String {
    svg.replace(['\n', '\t'], "")
}

/// A figure of a flat game: a frame for the start and one after each move.
fn board_figure(path: &str, id: GameId, text: &str, shared: &mut Shared) -> Result<String, String> {
    let figure = Figure::parse(path, id, text).map_err(|error| error.to_string())?;
    let mut game = figure
        .setup
        .game(id)
        .map_err(|error| format!("{path}: {error}"))?;
    let mut frames = Vec::new();
    let last = figure.play.len();
    for at in 0..=last {
        if let Some(mv) = at.checked_sub(1).map(|at| &figure.play[at]) {
            game.play(mv).map_err(|error| format!("{path}: {mv}: {error}"))?;
        }
        let marks: Vec<Mark> = figure
            .marks
            .iter()
            .filter(|mark| is_shown(mark, at, last))
            .cloned()
            .collect();
        let marks = learn::marks_svg(&game, &marks);
        frames.push(frame(&game, &marks, shared)?);
    }
    let view_box = frames
        .first()
        .map(|(view_box, _)| view_box.clone())
        .unwrap_or_default();
    let frames: Vec<String> = frames.into_iter().map(|(_, content)| content).collect();
    Ok(format!("{view_box}\t{}", frames.join("\t")))
}

/// Lights and crosses belong to the board before the loop, lines to the one after it, labels to both.
fn is_shown(mark: &Mark, at: usize, last: usize) -> bool {
    match mark {
        Mark::Light(_) | Mark::Cross(_) => at == 0,
        Mark::Ring(_) | Mark::Open(_) => at == last,
        Mark::Label(..) => true,
    }
}

/// The view box and the content of a board's picture, with the parts that all frames have left to `shared`.
fn frame(game: &AnyGame, marks: &str, shared: &mut Shared) -> Result<(String, String), String> {
    let (picture, defs, key, board) = match game {
        AnyGame::Offboard(history) => {
            use drawing::offboard::{board, defs, geometry::Geometry};
            (
                drawn(history),
                defs(),
                "board".to_owned(),
                board(Geometry::default()),
            )
        }
        AnyGame::Polygone(history) => {
            use drawing::polygone::{board, defs, geometry::Geometry};
            (
                drawn(history),
                defs(),
                "board".to_owned(),
                board(Geometry::default()),
            )
        }
        AnyGame::Isometron(history) => {
            use drawing::isometron::{board, defs, geometry::Geometry};
            let symmetry = history.position().symmetry();
            let board = board(Geometry::default(), symmetry);
            (drawn(history), defs(), format!("board-{symmetry}"), board)
        }
        AnyGame::Polarity(_) => return Err("Polarity's figures are drawn from its table".to_owned()),
    };
    if !picture.contains(&board) {
        return Err("the board is not part of its own picture".to_owned());
    }
    let (view_box, content) = taken_apart(&picture);
    let used = content.replace(&board, &format!("<use href=\"#shared-{key}\"/>"));
    shared.insert(key.clone(), format!("<g id=\"shared-{key}\">{board}</g>"));
    shared.insert("defs".to_owned(), defs);
    Ok((view_box, on_one_line(&(on_page(&used) + marks))))
}

fn drawn<G: Draw>(history: &History<G>) -> String {
    let last = history.moves().last().map(|(_, mv)| mv);
    history.position().svg(&Options {
        last,
        ..Options::default()
    })
}

/// A picture's view box, and its content without definitions.
fn taken_apart(picture: &str) -> (String, String) {
    let view_box = picture
        .split("viewBox=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let (_, content) = picture.split_once('>').unwrap_or_default();
    let content = match content.split_once("</defs>") {
        Some((_, rest)) => rest,
        None => content,
    };
    let content = content.trim_end().trim_end_matches("</svg>");
    (view_box.unwrap_or_default().to_owned(), content.to_owned())
}

/// A picture in the colours of the page.
fn on_page(content: &str) -> String {
    let content = content.replacen(PAPER, "fill=\"none\"", 1);
    INKS.iter()
        .fold(content, |content, ink| content.replace(ink, "\"currentColor\""))
}

/// A figure of Polarity: the mat, and where a hand was recorded the mat after it.
fn table_figure(root: &Path, path: &str, text: &str, shared: &mut Shared) -> Result<String, String> {
    let figure = TableFigure::parse(path, text).map_err(|error| error.to_string())?;
    let positions = positions_of(root, &figure).map_err(|error| format!("{path}: {error}"))?;
    let frames = positions.iter().map(|position| {
        let marks = learn::table_marks_svg(position, &figure.marks);
        let picture = drawing::polarity::svg(position);
        let defs = picture.split_once("</defs>").map(|(defs, _)| defs);
        let defs = defs
            .and_then(|defs| defs.split_once("<defs>"))
            .map(|(_, defs)| defs);
        shared.insert(
            "defs".to_owned(),
            format!("<defs>{}</defs>", defs.unwrap_or_default()),
        );
        let (_, content) = taken_apart(&picture);
        // The reserves stand beside the mat, which fills the figure.
        let content = content.split("<g class=\"reserve\">").next().unwrap_or_default();
        let content = on_page(&content.replace("class=\"disc\"", ""));
        on_one_line(&(content + &marks))
    });
    let frames: Vec<String> = frames.collect();
    Ok(format!(
        "{}\t{}",
        view_of(&positions, &figure.marks),
        frames.join("\t")
    ))
}

/// The mat, and where a hand was recorded the mat after it.
fn positions_of(root: &Path, figure: &TableFigure) -> Result<Vec<polarity::Position>, String> {
    let find = |name: &str| recording(root, name);
    let mut positions = vec![figure.board.position(find)?];
    if let Board::Scenario(name) = &figure.board {
        positions.push(find(name)?.play()?.position().clone());
    }
    Ok(positions)
}

/// A part of the mat: its middle, and half its width and height.
#[derive(Clone, Copy, Debug)]
struct Part {
    middle: Point,
    half: f64,
}

impl Part {
    /// The smallest part with room round all of these places.
    fn round(places: &[Point]) -> Part {
        let least = |along: fn(&Point) -> f64| places.iter().map(along).fold(f64::INFINITY, f64::min);
        let most = |along: fn(&Point) -> f64| places.iter().map(along).fold(-f64::INFINITY, f64::max);
        let (left, right) = (least(|place| place.x), most(|place| place.x));
        let (top, bottom) = (least(|place| place.y), most(|place| place.y));
        let half = ((right - left).max(bottom - top) / 2.0 + ROOM).max(NEAREST);
        // Beyond the mat there is nothing to see, unless a disc lies there.
        let farthest = [left, right, top, bottom]
            .map(f64::abs)
            .into_iter()
            .fold(0.0, f64::max);
        let edge = MAT.max(farthest + WHOLE);
        let half = half.min(edge);
        let inside = |middle: f64| middle.clamp(half - edge, edge - half);
        let middle = Point::new(
            inside(f64::midpoint(left, right)),
            inside(f64::midpoint(top, bottom)),
        );
        Part { middle, half }
    }

    /// Whether its edge cuts a disc at this place.
    fn cuts(self, place: Point) -> bool {
        let away = place - self.middle;
        let beyond = away.x.abs().max(away.y.abs()) - self.half;
        beyond.abs() < WHOLE
    }
}

/// The part of the mat that a figure shows: the marked discs, or those that move, or all, and no half of another.
fn view_of(positions: &[polarity::Position], marks: &[Mark]) -> String {
    let Part { middle, half } = part_of(positions, marks);
    let size = 2.0 * half;
    format!(
        "{:.1} {:.1} {size:.1} {size:.1}",
        middle.x - half,
        middle.y - half
    )
}

fn part_of(positions: &[polarity::Position], marks: &[Mark]) -> Part {
    let places = |position: &polarity::Position| {
        let discs = position.scene().discs().iter();
        discs
            .map(|placed| (placed.disc.0, drawing::polarity::place(placed)))
            .collect::<BTreeMap<u8, Point>>()
    };
    let all: Vec<BTreeMap<u8, Point>> = positions.iter().map(places).collect();
    let lit: Vec<u8> = marks.iter().flat_map(marked).collect();
    let is_about = |disc: &u8| match &all[..] {
        [before, after] => match (before.get(disc), after.get(disc)) {
            (Some(before), Some(after)) => (*before - *after).length() > 0.05,
            _ => true,
        },
        _ => lit.is_empty() || lit.contains(disc),
    };
    let discs = || all.iter().flatten();
    let those = |wanted: &dyn Fn(&u8) -> bool| -> Vec<Point> {
        let wanted = discs().filter(|(disc, _)| wanted(disc));
        wanted.map(|(_, place)| *place).collect()
    };
    let about = [
        those(&is_about),
        those(&|disc| lit.contains(disc)),
        those(&|_| true),
    ];
    let mut shown = about
        .into_iter()
        .find(|places| !places.is_empty())
        .unwrap_or_default();
    loop {
        let part = Part::round(&shown);
        let cut = discs().map(|(_, place)| *place).find(|place| part.cuts(*place));
        match cut {
            Some(place) if !shown.contains(&place) => shown.push(place),
            _ => return part,
        }
    }
}

fn marked(mark: &Mark) -> Vec<u8> {
    let number = |thing: &Thing| match thing {
        Thing::Disc(number) => Some(*number),
        Thing::Red => Some(0),
        _ => None,
    };
    match mark {
        Mark::Light(things) | Mark::Cross(things) => things.iter().filter_map(number).collect(),
        Mark::Label(thing, _) => number(thing).into_iter().collect(),
        Mark::Ring(_) | Mark::Open(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::root;

    #[test]
    fn no_figure_of_polarity_cuts_a_disc() {
        let root = root();
        for name in names(&root, "learn/figures/polarity").unwrap() {
            let path = format!("learn/figures/polarity/{name}.txt");
            let figure = TableFigure::parse(&path, &read(&root, &path).unwrap()).unwrap();
            let positions = positions_of(&root, &figure).unwrap();
            let part = part_of(&positions, &figure.marks);
            for placed in positions.iter().flat_map(|position| position.scene().discs()) {
                let place = drawing::polarity::place(placed);
                assert!(!part.cuts(place), "{name}: disc {} in {part:?}", placed.disc.0);
            }
        }
    }
}
