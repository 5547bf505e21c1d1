//! Ends of games, against trying everything.

// A test that cannot go on must fail loudly.
#![allow(clippy::unwrap_used)]

use isometron::{Move, Position, sample};
use isometron_engine::Isometron;
use rules::{Game, History, Variant};
use search::{Engine, Level, ThinkLimits, choose};
use std::collections::HashMap;

/// Points that the side to move will gain over the other, by trying every move, with exact lengths.
fn margin(position: &Position, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(margin) = known.get(&position.hash_without_points()) {
        return *margin;
    }
    let margins = position
        .legal_moves()
        .into_iter()
        .map(|mv| after(position, mv, known));
    let best = margins.max().unwrap_or(0);
    known.insert(position.hash_without_points(), best);
    best
}

fn after(position: &Position, mv: Move, known: &mut HashMap<u64, i32>) -> i32 {
    let mut next = *position;
    next.play(mv).unwrap();
    let us = position.turn();
    let gained = i32::from(next.points(us)) - i32::from(position.points(us));
    let to_come = margin(&next, known);
    gained + if next.turn() == us { to_come } else { -to_come }
}

/// Late positions of random games, in every symmetry.
fn late_positions() -> impl Iterator<Item = Position> {
    let variants = <Position as Game>::Variant::ALL;
    (0..60).filter_map(|seed| sample::random_position(seed, variants[seed as usize % 3], 8))
}

#[test]
fn the_end_is_that_of_trying_everything() {
    let mut positions = 0;
    for position in late_positions() {
        let mut known = HashMap::new();
        let history = History::new(position);
        let line = Isometron::new(1 << 20).think(&history, &ThinkLimits::default(), &|| false, &mut |_| ());
        let us = position.turn();
        let ahead = i32::from(position.points(us)) - i32::from(position.points(!us));
        let best = margin(&position, &mut known);
        let margin = ahead + best;
        assert_eq!(line.score, 10 * margin + 1_000 * margin.signum(), "{position}");
        assert_eq!(after(&position, line.moves[0], &mut known), best, "{position}");
        positions += 1;
    }
    assert!(positions > 20, "only {positions} positions");
}

#[test]
fn every_line_can_be_played() {
    let variants = <Position as Game>::Variant::ALL;
    for seed in 0..12 {
        let most_empty = 64 - 4 * seed as u32;
        let Some(position) = sample::random_position(seed, variants[seed as usize % 3], most_empty) else {
            continue;
        };
        let mut reported = 0;
        let mut check = |line: &search::Line<Move>| {
            let mut history = History::new(position);
            for mv in &line.moves {
                history.play(*mv).unwrap();
            }
            assert!(!line.moves.is_empty(), "{position}");
            reported += 1;
        };
        let history = History::new(position);
        for limits in [
            ThinkLimits::nodes(2_000),
            ThinkLimits {
                depth: 5,
                ..ThinkLimits::nodes(2_000)
            },
        ] {
            let line = Isometron::new(1 << 20).think(&history, &limits, &|| false, &mut check);
            check(&line);
            assert!(line.nodes <= 2_000, "{position}");
        }
        assert!(reported > 4, "{position}");
    }
}

#[test]
fn moves_can_be_excluded() {
    let position = sample::random_position(3, <Position as Game>::Variant::ALL[0], 30).unwrap();
    let history = History::new(position);
    let engine = Isometron::new(1 << 20);
    let mut excluded = Vec::new();
    for _ in 0..3 {
        let limits = ThinkLimits {
            excluded: &excluded,
            ..ThinkLimits::nodes(1_000)
        };
        let line = engine.think(&history, &limits, &|| false, &mut |_| ());
        assert!(!excluded.contains(&line.moves[0]));
        excluded.push(line.moves[0]);
    }
    let all = position.legal_moves();
    let limits = ThinkLimits {
        excluded: &all,
        ..ThinkLimits::nodes(1_000)
    };
    assert!(
        engine
            .think(&history, &limits, &|| false, &mut |_| ())
            .moves
            .is_empty()
    );
}

#[test]
fn a_level_plays_the_same_twice() {
    let position = sample::random_position(5, <Position as Game>::Variant::ALL[1], 40).unwrap();
    let history = History::new(position);
    for level in Level::ALL.into_iter().step_by(3) {
        let chosen = [0, 1].map(|_| choose::<Isometron>(&history, level, 9, &|| false));
        assert_eq!(chosen[0], chosen[1]);
        assert!(chosen[0].is_some());
    }
}

/// A tree whose best turns lead to the end of the game plays nothing out, and must not try for ever.
#[test]
fn thinking_ends_where_the_tree_reaches_the_end_of_the_game() {
    let text = "1d1da1d1/badbcaba/bdbadba1/1ca1ca2/1db1db2/acabcab1/abcadbab/1c1cb1c1 axial r - 0 135-121";
    let position: Position = text.parse().unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    // On a thread of its own, so that a search without an end fails.
    std::thread::spawn(move || {
        let history = History::new(position);
        let engine = Isometron::new(1 << 20);
        let line = engine.think(&history, &ThinkLimits::nodes(1_000), &|| false, &mut |_| ());
        sender.send(line.nodes)
    });
    let nodes = receiver.recv_timeout(std::time::Duration::from_mins(1));
    assert!(nodes.is_ok_and(|nodes| nodes <= 1_000), "it thinks for ever");
}
