//! Whole games between random hands: none panics, loses a disc or goes on for ever.
//!
//! A few by default; 1,000 with `TABLIER_DEEP=1`, which takes some hours: `TABLIER_DEEP=200` begins with the game of that
//! number, so that they can be played in parts.

use crate::player::{Player, check};
use polarity::{Match, StartVariant};
use rules::{Outcome, Random};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

/// No game of random hands takes as many moves.
const MOST_MOVES: usize = 2000;

/// The record of a typical turn is shorter, in bytes.
const MOST_TEXT: usize = 4096;

/// Plays one game to its end; gives its moves and the end.
fn game(seed: u64) -> (usize, Outcome) {
    let mut random = Random::new(seed);
    let all = <StartVariant as rules::Variant>::ALL;
    let variant = all[random.below(all.len() as u64) as usize];
    let mut game = Match::start(variant);
    let mut players = [0, 1].map(|side| Player {
        random: Random::new(seed * 2 + side),
        tremor: random.below(120),
    });
    for _ in 0..MOST_MOVES {
        if let Some(outcome) = game.outcome() {
            return (game.played().len(), outcome);
        }
        let before = game.position().clone();
        let player = &mut players[before.turn()];
        if player.play(&mut game).is_err() {
            // A foundation that is laid again, or a hand that came in too near.
            assert_eq!(game.position(), &before, "a refused move changes nothing");
        }
        check(game.position());
        if let Some(done) = game.played().last() {
            let length = done.mv.to_string().len();
            assert!(length < MOST_TEXT, "game {seed}: a move of {length} bytes");
        }
    }
    panic!("game {seed} goes on and on: {}", game.position());
}

#[test]
fn random_hands_come_to_an_end() {
    let first: Option<u64> = std::env::var("TABLIER_DEEP")
        .ok()
        .and_then(|first| first.parse().ok());
    let last = if first.is_some() { 1000 } else { 3 };
    let next = AtomicU64::new(first.unwrap_or(1));
    let play_on = || {
        loop {
            let seed = next.fetch_add(1, Relaxed);
            if seed > last {
                break;
            }
            let (played, outcome) = game(seed);
            println!("game {seed}: {played} moves, {outcome:?}");
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(play_on);
        }
    });
}
