//! The accuracy means something: games played at random have little of it, games of level 10 much.
//!
//! The games in `tests/games/` are whole, and nothing was tuned by them: `examples/kept_games.rs` made them with seeds from
//! 7001 on; three random games of Isometron from 9001 on, its games of level 10 from 9101 on. Random games of Offboard are
//! the first three that are short: some last a thousand plies.

use analysis::{Bounds, review};
use isometron_engine::Isometron;
use rules::History;
use search::{AlphaBeta, Engine, Offboard, Polygone};

/// Random play has less.
const MOST_OF_RANDOM: f64 = 40.0;
/// Level 10 has more.
const LEAST_OF_LEVEL_10: f64 = 90.0;

/// The accuracy of both sides in each game of a file, with so many nodes for each position.
fn accuracies<E: Engine>(nodes: u64, games: &str) -> Vec<f64> {
    let bounds = Bounds {
        nodes: Some(nodes),
        ..Bounds::default()
    };
    let mut found = Vec::new();
    for line in games.lines() {
        let (start, moves) = line.split_once('\t').expect("a position and moves");
        let mut history = History::<E::Game>::new(start.parse().expect("a position"));
        for mv in moves.split(' ') {
            history.play_text(mv).expect("a legal move");
        }
        assert!(history.outcome().is_some(), "a whole game");
        let reviewed = review(&E::new(1 << 20), &history, &bounds, &|| false, |_, _| ());
        found.extend(reviewed.expect("nobody stops it").accuracy.into_iter().flatten());
    }
    found
}

/// The mean of all sides: few moves decide a short game, and a random one may be lucky.
fn random_play_is_told_from_good_play<E: Engine>(nodes: u64, random: &str, good: &str) {
    let [random, good] = [random, good].map(|games| {
        let found = accuracies::<E>(nodes, games);
        (found.iter().sum::<f64>() / found.len() as f64, found)
    });
    println!("random {random:.1?}, level 10 {good:.1?}");
    assert!(random.0 < MOST_OF_RANDOM, "random {random:.1?}");
    assert!(good.0 > LEAST_OF_LEVEL_10, "level 10 {good:.1?}");
}

#[test]
fn offboard() {
    random_play_is_told_from_good_play::<AlphaBeta<Offboard>>(
        4_000,
        include_str!("games/offboard-random.txt"),
        include_str!("games/offboard-level-10.txt"),
    );
}

#[test]
fn polygone() {
    random_play_is_told_from_good_play::<AlphaBeta<Polygone>>(
        4_000,
        include_str!("games/polygone-random.txt"),
        include_str!("games/polygone-level-10.txt"),
    );
}

#[test]
fn isometron() {
    random_play_is_told_from_good_play::<Isometron>(
        // As in the browser. With a quarter of it, the tried moves get too few playouts: a random winner may have 100.
        30_000,
        include_str!("games/isometron-random.txt"),
        include_str!("games/isometron-level-10.txt"),
    );
}
