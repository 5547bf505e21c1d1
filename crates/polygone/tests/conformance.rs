//! The checks that every game passes; then boards that no usual game reaches, and whole games.

mod twin;

use polygone::{Move, Position, Segment, Taken};
use rules::{Game, Random, Side};
use std::collections::BTreeSet;
use testkit::{Twin as _, deep, differential, walk};

testkit::conformance!(polygone::Position, twin::Twin, "polygone.perft");

/// With more capturing polygons than this, the twin would try too many orders.
const MOST_CAPTURES: usize = 4;
/// Refusals are compared on one board in this many.
const REFUSALS_EVERY: u64 = 10;

/// A board strewn with segments. Many lie in a few neighbouring rows, so that there are rings of all kinds.
fn strewn(random: &mut Random) -> Position {
    let rows = 2 + random.below(4) as i8;
    let places = Segment::all().filter(|segment| segment.ends().into_iter().all(|end| end.row() < rows));
    let mut places: Vec<Segment> = places.collect();
    let colours = [0, 1].map(|_| {
        let wanted = random.below(13);
        let mut colour: Vec<Segment> = (0..wanted.min(places.len() as u64))
            .map(|_| places.swap_remove(random.below(places.len() as u64) as usize))
            .collect();
        colour.sort();
        let texts: Vec<String> = colour.iter().map(ToString::to_string).collect();
        if texts.is_empty() {
            "-".to_owned()
        } else {
            texts.join(",")
        }
    });
    let taken = colours.each_ref().map(|text| {
        let standing = if text == "-" {
            0
        } else {
            text.split(',').count() as u64
        };
        random.below((12 - standing).min(6) + 1)
    });
    let turn = ["w", "b"][random.below(2) as usize];
    let text = format!("{} {} {turn} {}-{}", colours[0], colours[1], taken[1], taken[0]);
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn captures(position: &Position) -> usize {
    let segments = Side::BOTH.map(|side| position.segments(side));
    let polygons = position.polygons().into_iter();
    polygons
        .filter(|polygon| !polygon.prey(segments).is_empty())
        .count()
}

#[test]
fn the_twin_agrees_on_strewn_boards() {
    let mut random = Random::new(3);
    let mut compared = 0;
    while compared < deep(150, 5_000) {
        let position = strewn(&mut random);
        if captures(&position) <= MOST_CAPTURES {
            differential::agree::<Position, twin::Twin>(&position);
            if compared % REFUSALS_EVERY == 0 {
                agree_on_refusals(&position);
            }
            compared += 1;
        }
    }
}

/// Right and wrong moves, among them orders of taking that are incomplete or in another order than written.
fn agree_on_refusals(position: &Position) {
    let twin = twin::Twin::read(&position.to_string());
    for mv in twin.candidates() {
        let accepted = twin.clone().play(&mv);
        assert_eq!(position.parse_move(&mv).is_ok(), accepted, "{position}: {mv}");
    }
}

#[test]
fn polygons_are_the_twins() {
    let mut random = Random::new(4);
    for _ in 0..deep(2_000, 100_000) {
        let position = strewn(&mut random);
        let polygons = position.polygons().into_iter().map(|polygon| {
            let inside = polygon.inside.into_iter().map(|triangle| {
                let [a, b, c] = triangle.corners();
                format!("{a}{b}{c}")
            });
            (polygon.border.to_string(), inside.collect())
        });
        let expected = twin::Twin::read(&position.to_string()).polygons();
        assert_eq!(polygons.collect::<Vec<_>>(), expected, "{position}");
    }
}

#[test]
fn no_segment_is_ever_lost() {
    for seed in 0..deep(100, 20_000) {
        walk::whole_game::<Position>(seed, |position| {
            for side in Side::BOTH {
                let left = position.segments(side).len() + u32::from(position.taken(!side));
                assert_eq!(left, 12, "{position}");
            }
        });
    }
}

/// Takes polygon after polygon in every order that is offered.
fn each_end(position: &Position, begun: Move, visit: &mut impl FnMut(Move)) {
    let next = position.next_polygons(begun);
    if next.is_empty() {
        visit(begun);
    }
    for (polygon, grown) in next {
        assert!(!polygon.inside.is_empty());
        each_end(position, grown, visit);
    }
}

#[test]
fn taking_polygon_after_polygon_leads_to_every_result_and_to_no_other() {
    let mut random = Random::new(8);
    for _ in 0..deep(40, 1_000) {
        let position = strewn(&mut random);
        if captures(&position) > MOST_CAPTURES {
            continue;
        }
        let after = |mv: Move| {
            let mut after = position;
            after
                .play(mv)
                .unwrap_or_else(|error| panic!("{position} {mv}: {error}"));
            after.to_string()
        };
        let moves = position.legal_moves();
        let results: BTreeSet<String> = moves.iter().map(|mv| after(*mv)).collect();
        let mut reached = BTreeSet::new();
        for mv in moves {
            let begun = Move {
                taken: Taken::NONE,
                ..mv
            };
            each_end(&position, begun, &mut |end| {
                reached.insert(after(end));
            });
        }
        assert_eq!(reached, results, "{position}");
    }
}
