//! Every figure stands on a real position, and its moves are legal.

use crate::{closed_lines, files};
use games::{AnyGame, GameId};
use learn::{Figure, Mark, Thing};
use polygone::{Placement, Segment};
use rules::Game;

/// Plays the moves of a loop, and gives the game after them.
pub(crate) fn play(place: &str, game: &AnyGame, moves: &[String]) -> AnyGame {
    let mut game = game.clone();
    for mv in moves {
        game.play(mv)
            .unwrap_or_else(|error| panic!("{place}: {mv}: {error}"));
    }
    game
}

/// Plays moves that are shown, which must be spelled as a record spells them: a wrong forced tile of Isometron
/// carries its question mark. The segments that a turn of Polygone takes may be left out.
pub(crate) fn show(place: &str, game: &AnyGame, moves: &[String]) -> AnyGame {
    let mut game = game.clone();
    for mv in moves {
        if let AnyGame::Isometron(history) = &game {
            let read = history.position().parse_move(mv);
            let spelled = read.map(|read| history.position().move_text(read));
            assert_eq!(spelled.as_ref(), Ok(mv), "{place}: shown as");
        }
        game = play(place, &game, std::slice::from_ref(mv));
    }
    game
}

#[test]
fn every_figure_plays() {
    for game in files::FLAT {
        for (name, figure) in files::figures(game) {
            let place = format!("{game} {name}");
            let start = figure.setup.game(game).unwrap();
            let end = show(&place, &start, &figure.play);
            // A line is marked on the board at the end of the loop.
            closed_lines::prove(&place, &end, &figure.marks);
        }
    }
}

#[test]
fn every_figure_is_used_and_every_figure_used_exists() {
    for game in files::games("learn/figures") {
        let page = files::page(game, learn::LessonLanguage::En);
        let mut used = page.figures();
        used.sort_unstable();
        used.dedup();
        let files = files::names(&format!("learn/figures/{game}"));
        let mut there: Vec<&str> = files
            .iter()
            .map(|file| file.strip_suffix(".txt").unwrap())
            .collect();
        there.sort_unstable();
        assert_eq!(used, there, "figures of {game}: on the page, in the folder");
    }
}

#[test]
fn figures_of_offboard_score_as_their_captions_say() {
    let figures = files::figures(GameId::Offboard);
    let after = |name: &str| {
        let (_, figure) = figures.iter().find(|(found, _)| found == name).unwrap();
        let start = figure.setup.game(GameId::Offboard).unwrap();
        play(name, &start, &figure.play).position()
    };
    assert!(after("eject").contains(" --y--------- -"));
    assert!(after("corner").contains(" ---y-------- -"));
    assert!(after("occupied").contains(" --r--------- -"));
}

#[test]
fn the_figure_of_the_first_to_close_a_line_scores_once() {
    let figures = files::figures(GameId::Isometron);
    let (_, figure) = figures.iter().find(|(name, _)| name == "first").unwrap();
    let start = figure.setup.game(GameId::Isometron).unwrap();
    let end = play("first", &start, &figure.play).position();
    assert!(end.ends_with(" 3-0"), "{end}");
}

/// The places of a figure's marks of one kind, sorted.
fn places(figure: &Figure, wanted: impl Fn(&Mark) -> Option<&Vec<Thing>>) -> Vec<String> {
    let things = figure.marks.iter().filter_map(wanted).flatten();
    let mut places: Vec<String> = things.map(ToString::to_string).collect();
    places.sort();
    places
}

/// The places round both ends of a segment to which it may turn, or may not because another stands there or
/// anything else hinders it.
fn turns(game: &AnyGame, of: Segment, is_wanted: impl Fn(Placement) -> bool) -> Vec<String> {
    let AnyGame::Polygone(history) = game else {
        return Vec::new();
    };
    let placements = of
        .ends()
        .into_iter()
        .flat_map(|pivot| history.position().placements(of, pivot));
    let mut places: Vec<String> = placements
        .filter(|(_, placement)| is_wanted(*placement))
        .map(|(place, _)| place.to_string())
        .collect();
    places.sort();
    places.dedup();
    places
}

#[test]
fn figures_of_turning_segments_light_all_places_that_segment_1_can_reach() {
    let figures = files::figures(GameId::Polygone);
    for name in ["either-end", "blocked", "four-places", "outside"] {
        let (_, figure) = figures.iter().find(|(found, _)| found == name).unwrap();
        let first = figure.marks.iter().find_map(|mark| match mark {
            Mark::Label(Thing::Segment(segment), label) if label == "1" => Some(*segment),
            _ => None,
        });
        let game = figure.setup.game(GameId::Polygone).unwrap();
        let light = places(figure, |mark| match mark {
            Mark::Light(things) => Some(things),
            _ => None,
        });
        let allowed = turns(&game, first.unwrap(), |placement| placement == Placement::Allowed);
        assert_eq!(light, allowed, "{name}: lit");
        let cross = places(figure, |mark| match mark {
            Mark::Cross(things) => Some(things),
            _ => None,
        });
        let shut = turns(&game, first.unwrap(), |placement| {
            matches!(placement, Placement::Backward | Placement::Barred)
        });
        assert_eq!(cross, shut, "{name}: crossed out");
    }
}
